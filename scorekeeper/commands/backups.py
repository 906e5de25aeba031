"""`scorekeeper backup` and `restore`: everything into a file, and back from one."""

from pathlib import Path

import click
from flask_babel import gettext as _
from flask_babel import ngettext
from sqlalchemy.exc import DatabaseError

from scorekeeper import keeping
from scorekeeper.config import Config
from scorekeeper.instance import known_secret_key, prepare_instance, put_secret_key
from scorekeeper.marking import N_
from scorekeeper.store import backups
from scorekeeper.store.restoring import NotEmptyError, bring_up_to_date, replace_all
from scorekeeper.store.schema import is_known, revision_of, upgrade
from scorekeeper.store.troubles import Trouble, trouble_of
from scorekeeper.troubles import newer_sentence, trouble_sentence

from .speaking import Command, complain
from .storing import need_driver

FILE = click.Path(path_type=Path)


@click.command(
    cls=Command,
    short_help=N_("write all scorebooks into one file, while they are in use"),
    help=N_(
        "Writes everything into one file, which appears whole or not at all and can be "
        "restored into SQLite and PostgreSQL alike. The key that signs the links is in it, so "
        "that links and devices go on working after a restore: keep the file as safe as the "
        "scorebook itself, or leave the key out."
    ),
)
@click.argument("file", type=FILE)
@click.option(
    "--without-key",
    is_flag=True,
    help=N_("leave the key out; after a restore elsewhere everybody needs a new link"),
)
@click.pass_obj
def backup(config: Config, file: Path, *, without_key: bool) -> int:
    """Write a backup; 0 done, 1 could not."""
    need_driver(config)
    if file.exists() and not (file.is_file() and backups.is_backup(file)):
        return complain(_("%(file)s is there already and is no backup.", file=file), 1)
    try:
        games, _players = keeping.write_backup(config, file, with_key=not without_key)
    except backups.NothingToBackUpError:
        return complain(_("There is no scorebook yet."), 1)
    except backups.BackupError:
        return complain(trouble_sentence(Trouble.DAMAGED), 1)
    except OSError as error:
        return complain(_cannot_write(file, error), 1)
    except DatabaseError:
        if not keeping.is_missing(config):
            raise
        return complain(_("There is no scorebook yet."), 1)
    print(ngettext("One game is in %(file)s.", "%(num)s games are in %(file)s.", games, file=file))
    if not without_key and known_secret_key(config.instance):
        print(_("Whoever has this file can make links into the scorebooks: keep it safe."))
    return 0


@click.command(
    cls=Command,
    short_help=N_("put what a backup holds in place of everything there is"),
    help=N_(
        "Checks the file from end to end, brings it up to date and puts what it holds in "
        "place of everything there is, all at once or not at all. A SQLite database may be "
        "given as well, even one in use: this is how scorebooks move to PostgreSQL. A server "
        "that is running goes on with what was restored."
    ),
)
@click.argument("file", type=FILE)
@click.option(
    "--replace",
    is_flag=True,
    help=N_("replace the games there are; a copy of them is kept in the instance folder"),
)
@click.pass_obj
def restore(config: Config, file: Path, *, replace: bool) -> int:
    """Take a backup up; 0 done, 1 could not, 2 no backup."""
    need_driver(config)
    try:
        prepare_instance(config.instance)
        with backups.taken_up(file, config.instance) as copy:
            taken = backups.read_backup(copy)
            if not is_known(taken.schema):
                return complain(newer_sentence(file), 1)
            bring_up_to_date(copy)
            kept = _replace(config, copy, may_replace=replace)
            has_new_key = _take_key(config, taken)
    except backups.DamagedBackupError:
        return complain(_("%(file)s is damaged: take another backup.", file=file), 2)
    except backups.BackupError:
        return complain(_("%(file)s is no backup of Scorekeeper.", file=file), 2)
    except NotEmptyError as error:
        sentence = ngettext(
            "There is a game here already. %(option)s replaces it and keeps a copy.",
            "There are %(num)s games here already. %(option)s replaces them and keeps a copy.",
            error.games,
            option="--replace",
        )
        return complain(sentence, 1)
    except OSError as error:
        return complain(_cannot_write(error.filename or config.instance, error), 1)
    _say_what_was_done(file, taken, kept, has_new_key=has_new_key)
    return 0


def _replace(config: Config, copy: Path, *, may_replace: bool) -> Path | None:
    """Put a copy in place of what there is, and return where that is kept, if it was anything."""
    unusable = _unusable_file(config) if may_replace else None
    if unusable is not None:
        aside = keeping.put_aside(config, *unusable)
        upgrade(config.database_url)
        replace_all(config.database_url, copy, keep=None)
        return aside
    if not keeping.is_missing(config):
        with keeping.reading(config) as connection:
            games, players = backups.size_of(connection)
        if (games or players) and not may_replace:
            raise NotEmptyError(games, players)
    upgrade(config.database_url, before=keeping.before_migrating(config))
    kept, keep = keeping.before_restoring(config)
    replace_all(config.database_url, copy, keep=keep if may_replace else None)
    return kept if kept.exists() else None


def _unusable_file(config: Config) -> tuple[Path, str] | None:
    """Return the file of a SQLite database that this version cannot work with, and why not."""
    file = keeping.file_of(config)
    if file is None:
        return None
    try:
        with keeping.reading(config) as connection:
            if not backups.is_sound(connection):
                return file, "damaged"
            revision = revision_of(connection)
    except DatabaseError as error:
        return (file, "damaged") if trouble_of(error) is Trouble.DAMAGED else None
    return None if revision is None or is_known(revision) else (file, "newer")


def _take_key(config: Config, taken: backups.Backup) -> bool:
    """Put the key of a backup in place, and tell whether it is another than before."""
    if taken.secret is None or taken.secret == known_secret_key(config.instance):
        return False
    put_secret_key(config.instance, taken.secret)
    return True


def _say_what_was_done(
    file: Path, taken: backups.Backup, kept: Path | None, *, has_new_key: bool
) -> None:
    print(
        ngettext(
            "One game was restored from %(file)s.",
            "%(num)s games were restored from %(file)s.",
            taken.games,
            file=file,
        )
    )
    if kept is not None:
        print(_("What was here before is kept in %(file)s.", file=kept))
    if has_new_key:
        print(
            _("The links of the backup are the right ones again. Restart a server that is running.")
        )
    elif taken.secret is None:
        print(
            _("There was no key in it: devices that know this place stay, others need a new link.")
        )


def _cannot_write(file: object, error: OSError) -> str:
    return _("%(file)s cannot be opened or written: %(reason)s.", file=file, reason=error.strerror)
