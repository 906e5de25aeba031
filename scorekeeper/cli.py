"""`scorekeeper`: finds a command and runs it; nothing is imported before it is needed."""

from collections.abc import Sequence
from pkgutil import resolve_name

import click

COMMANDS = {
    "serve": "serving:serve",
    "link": "linking:link",
    "backup": "backups:backup",
    "restore": "backups:restore",
    "print": "cards:print_card",
    "check": "cards:check",
    "recount": "counting:recount",
    "export": "books:export_book",
    "import": "books:import_book",
    "demo": "demo:demo",
    "doctor": "doctor:doctor",
}


class Commands(click.Group):
    """The commands, each imported when it is asked for: together they take over a second."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Return the names, in the order of the help."""
        return [*COMMANDS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - as above
        """Return a command, its help in the language of the terminal."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = resolve_name(
            f"scorekeeper.commands.{COMMANDS[cmd_name]}"
        ).translated()
        return command


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; 0 is done, 1 could not, 2 asked wrongly."""
    from flask_babel import gettext as _  # noqa: PLC0415 - imports Flask

    from scorekeeper.commands.speaking import speaking  # noqa: PLC0415 - as above

    with speaking():
        settings = {"help_option_names": ["-h", "--help"]}
        commands = Commands(help=_("Keeps score for Bluke."), context_settings=settings)
        try:
            return commands.main(arguments, "scorekeeper", standalone_mode=False) or 0
        except click.ClickException as error:
            error.show()
            return error.exit_code
        except click.Abort:
            return 130
