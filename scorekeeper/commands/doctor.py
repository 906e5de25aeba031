"""`scorekeeper doctor`: what is well, what is wrong, and what to do about it."""

from contextlib import suppress

import click
from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.config import Config
from scorekeeper.doctor import State, examine
from scorekeeper.marking import N_

from .speaking import Command
from .storing import need_driver


@click.command(
    cls=Command,
    short_help=N_("look at everything that is needed, and say what to do"),
    help=N_(
        "Looks at folder, key, disk, database, clock, address, printing and backups, and "
        "changes nothing. It ends with 1 when something is wrong."
    ),
)
@click.pass_obj
def doctor(config: Config) -> int:
    """Say what was found; 0 nothing wrong, 1 something."""
    need_driver(config)
    signs = {State.WELL: _("ok"), State.NOTE: _("note"), State.WRONG: _("WRONG")}
    width = max(map(len, signs.values()))
    faults = 0
    with suppress(BrokenPipeError):
        for finding in examine(config):
            print(f"{signs[finding.state]:<{width}}  {finding.text}")
            faults += finding.state is State.WRONG
        told = ngettext("One thing is wrong.", "%(num)s things are wrong.", faults)
        print("\n" + (told if faults else _("Nothing is wrong.")))
    return 1 if faults else 0
