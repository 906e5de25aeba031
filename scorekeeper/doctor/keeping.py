"""The instance folder: who may look into it, its key, its room, and the copies in it."""

import os
import shutil
import stat
import time
from collections.abc import Iterator
from pathlib import Path

from babel.dates import format_timedelta
from babel.numbers import format_decimal
from flask_babel import get_locale
from flask_babel import gettext as _

from scorekeeper.config import Config
from scorekeeper.instance import KEY, is_untouched, known_secret_key
from scorekeeper.keeping import DAY, copies_of, is_daily

from .finding import Finding, noted, well, wrong

MEGABYTE = 1_000_000
LITTLE_ROOM = 200 * MEGABYTE
OTHERS = stat.S_IRWXG | stat.S_IRWXO


def examine(config: Config) -> Iterator[Finding]:
    """Look at the folder and what lies in it."""
    if is_untouched(config.instance):
        yield noted(
            _("%(place)s is not there yet: the first start makes it.", place=config.instance)
        )
        return
    yield from _folder(config.instance)
    yield from _key(config.instance)
    yield _room(config.instance)
    yield from _copies(config)


def _folder(folder: Path) -> Iterator[Finding]:
    if not os.access(folder, os.W_OK | os.X_OK):
        yield wrong(
            _(
                "This user cannot write to %(place)s: give it to whoever runs the server.",
                place=folder,
            )
        )
    elif folder.stat().st_mode & OTHERS:
        command = f"chmod go= {folder}"
        yield noted(
            _(
                "Other users of this machine can look into %(place)s: %(command)s closes it.",
                place=folder,
                command=command,
            )
        )
    else:
        yield well(_("%(place)s is closed to other users.", place=folder))


def _key(folder: Path) -> Iterator[Finding]:
    place = folder / KEY
    if known_secret_key(folder) is None:
        yield wrong(
            _(
                "The key that signs the links is missing from %(place)s: put it back from a copy, "
                "or start the server, which looks for it in the backups and else makes another.",
                place=place,
            )
        )
    elif place.stat().st_mode & OTHERS:
        command = f"chmod 600 {place}"
        yield wrong(
            _(
                "Others can read the key in %(place)s and make links: %(command)s closes it.",
                place=place,
                command=command,
            )
        )


def _room(folder: Path) -> Finding:
    free = shutil.disk_usage(folder).free
    size = format_decimal(free // MEGABYTE, locale=get_locale())
    if free < LITTLE_ROOM:
        return wrong(
            _("Only %(size)s MB are free where %(place)s is: make room.", size=size, place=folder)
        )
    return well(_("%(size)s MB are free on the disk.", size=size))


def _copies(config: Config) -> Iterator[Finding]:
    dailies = [copy.stat().st_mtime for copy in copies_of(config) if is_daily(copy)]
    now = time.time()
    if any(made > now + DAY for made in dailies):
        yield noted(_("Some daily copies seem to come from the future: the clock was wrong once."))
    ages = [now - made for made in dailies if made <= now + DAY]
    if ages and (min(ages) < 2 * DAY or not config.keeps_daily):
        yield well(_("The latest daily copy was made %(time)s ago.", time=_time(min(ages))))
    elif not config.keeps_daily:
        yield noted(
            _("No daily copies are made: %(setting)s is off.", setting="SCOREKEEPER_BACKUPS")
        )
    elif ages:
        yield wrong(
            _(
                "The latest daily copy was made %(time)s ago: let the server run, or look into its "
                "log for %(event)s.",
                time=_time(min(ages)),
                event="daily_copy_failed",
            )
        )
    else:
        yield noted(
            _("There is no daily copy yet: a running server makes one once somebody has played.")
        )


def _time(seconds: float) -> str:
    """Say how long ago something was."""
    return format_timedelta(max(0, round(seconds)), locale=get_locale())
