"""`scorekeeper export` and `import`: the whole scorebook as one file, out and in again."""

import argparse
import gzip
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader, TextIOWrapper
from pathlib import Path
from typing import IO, cast

from flask_babel import gettext as _
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from scorekeeper.config import Config
from scorekeeper.documents import DocumentError, ReadBook, read_book
from scorekeeper.store import books, demos
from scorekeeper.store.bringing import Plan, bring_in, plan
from scorekeeper.store.engine import for_writing
from scorekeeper.web.bookfiles import GZIP, book_lines
from scorekeeper.web.faults import document_sentence
from scorekeeper.web.reports import Report, report_of

from .progress import progress
from .speaking import Commands, complain, say
from .storing import store_of


def add(commands: Commands) -> None:
    """Add the commands that move a whole book."""
    command = commands.add_parser("export", help=_("write the whole scorebook into a file"))
    command.add_argument("file", type=Path, metavar="BOOK.json", help=_("or BOOK.json.gz"))
    command.add_argument("--demo", action="store_true", help=_("the demo, not the scorebook"))
    command.set_defaults(command=export_book)

    command = commands.add_parser("import", help=_("bring a whole scorebook in from a file"))
    command.add_argument("file", type=Path, metavar="BOOK.json", help=_("or BOOK.json.gz"))
    command.add_argument("--look", action="store_true", help=_("only say what would come in"))
    command.add_argument(
        "--without-wrong",
        action="store_true",
        help=_("bring in all games but those that are wrong"),
    )
    command.set_defaults(command=import_book)


def export_book(config: Config, options: argparse.Namespace) -> int:
    """Write the scorebook into a file, which is there only once it is whole; 1 could not."""
    with store_of(config) as engine:
        book_id = _book_to_export(engine, demo=options.demo)
        if book_id is None:
            return complain(_("There is no demo."), 1)
        left_out: list[str] = []
        part = options.file.with_name(options.file.name + ".part")
        try:
            with _new_file(part, packed=options.file.suffix == ".gz") as file:
                _write(engine, book_id, file, left_out)
            part.replace(options.file)
        except OSError as error:
            part.unlink(missing_ok=True)
            return complain(_cannot_open(options.file, error), 1)
    for game_id in left_out:
        complain(_("The game %(game)s cannot be read, and is not in the file.", game=game_id), 0)
    return 0


def import_book(config: Config, options: argparse.Namespace) -> int:
    """Bring a scorebook in; 0 done, 1 games of it are wrong, 2 the file is no scorebook."""
    try:
        book = _read(options.file)
    except OSError as error:
        return complain(_cannot_open(options.file, error), 2)
    except DocumentError as error:
        return complain(f"{options.file}: {document_sentence(error)}", 2)
    with store_of(config) as engine:
        report = _bring_in(engine, book, options)
    for sentence in report.sentences:
        say(sentence)
    for name in report.unsure:
        say(_("It is not certain who %(name)s is: somebody new, until you merge them.", name=name))
    for fault in report.faults:
        complain(fault, 1)
    if report.is_wrong and not report.is_kept and not options.look:
        return complain(_("Nothing was changed."), 1)
    return 1 if report.is_wrong and not options.without_wrong else 0


def _book_to_export(engine: Engine, *, demo: bool) -> str | None:
    with Session(for_writing(engine)) as store:
        book_id = demos.demo_book(store) if demo else books.first_book(store)
        store.commit()
        return book_id


def _write(engine: Engine, book_id: str, file: TextIOWrapper, left_out: list[str]) -> None:
    with Session(engine) as store, progress(_("Writing")) as bar:
        file.writelines(book_lines(store, book_id, told=bar, left_out=left_out))


@contextmanager
def _new_file(path: Path, *, packed: bool) -> Iterator[TextIOWrapper]:
    opened = gzip.open(path, "wb") if packed else path.open("wb")  # noqa: SIM115 - closed below
    with (
        cast("IO[bytes]", opened) as file,
        TextIOWrapper(file, encoding="utf-8", newline="\n") as text,
    ):
        yield text


def _read(path: Path) -> ReadBook:
    size = path.stat().st_size
    with path.open("rb") as file, progress(_("Reading")) as bar:
        return read_book(_unpacked(file), told=lambda _bytes: bar(file.tell(), size))


def _unpacked(file: BufferedReader) -> IO[bytes]:
    return cast("IO[bytes]", gzip.open(file) if file.peek(2).startswith(GZIP) else file)


def _bring_in(engine: Engine, book: ReadBook, options: argparse.Namespace) -> Report:
    book_id = _book_to_fill(engine, book.book_id)
    with Session(engine) as store, progress(_("Comparing")) as bar:
        planned = plan(store, book_id, book, told=bar)
    is_whole = not book.refused and not planned.clashing
    if options.look or not (is_whole or options.without_wrong):
        return report_of(book, planned)
    return report_of(book, _keep(engine, book_id, book, planned), is_kept=True)


def _keep(engine: Engine, book_id: str, book: ReadBook, planned: Plan) -> Plan:
    with Session(for_writing(engine)) as store, progress(_("Keeping")) as bar:
        done = bring_in(store, book_id, book, planned, told=bar)
        store.commit()
        return done


def _book_to_fill(engine: Engine, its_id: str | None) -> str:
    """Return the first book; an instance that has none yet gets the very one that comes in."""
    with Session(for_writing(engine)) as store:
        book_id = books.first_book(store, make_as=its_id)
        store.commit()
        return book_id


def _cannot_open(path: Path, error: OSError) -> str:
    return str(_("%(file)s cannot be opened: %(reason)s.", file=path, reason=error.strerror))
