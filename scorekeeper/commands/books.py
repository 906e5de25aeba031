"""`scorekeeper export` and `import`: the whole scorebook as one file, out and in again."""

import gzip
from io import BufferedReader
from pathlib import Path
from typing import IO, TextIO, cast

import click
from flask_babel import gettext as _
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from scorekeeper.config import Config
from scorekeeper.documents import DocumentError, ReadBook, read_book
from scorekeeper.marking import N_
from scorekeeper.store import books, demos
from scorekeeper.store.bringing import Plan, bring_in, plan
from scorekeeper.store.writing import writing
from scorekeeper.web.bookfiles import GZIP, book_lines
from scorekeeper.web.faults import document_sentence
from scorekeeper.web.reports import Report, report_of

from .progress import progress
from .speaking import Command, cannot_open, complain
from .storing import store_of

FILE = click.Path(path_type=Path)


@click.command("export", cls=Command, help=N_("write the whole scorebook into a file"))
@click.argument("file", type=FILE, metavar="BOOK.json[.gz]")
@click.option("--demo", is_flag=True, help=N_("the demo, not the scorebook"))
@click.pass_obj
def export_book(config: Config, file: Path, *, demo: bool) -> int:
    """Write the scorebook into a file, which is there only once it is whole; 1 could not."""
    with store_of(config) as engine:
        book_id = _book_to_export(engine, demo=demo)
        if book_id is None:
            return complain(_("There is no demo."), 1)
        left_out: list[str] = []
        part = file.with_name(file.name + ".part")
        try:
            with (
                _new_file(part, packed=file.suffix == ".gz") as lines,
                Session(engine) as store,
                progress(_("Writing")) as bar,
            ):
                lines.writelines(book_lines(store, book_id, told=bar, left_out=left_out))
            part.replace(file)
        except OSError as error:
            part.unlink(missing_ok=True)
            return complain(cannot_open(file, error), 1)
    for game_id in left_out:
        complain(_("The game %(game)s cannot be read, and is not in the file.", game=game_id), 0)
    return 0


@click.command("import", cls=Command, help=N_("bring a whole scorebook in from a file"))
@click.argument("file", type=FILE, metavar="BOOK.json[.gz]")
@click.option("--look", is_flag=True, help=N_("only say what would come in"))
@click.option(
    "--without-wrong", is_flag=True, help=N_("bring in all games but those that are wrong")
)
@click.pass_obj
def import_book(config: Config, file: Path, *, look: bool, without_wrong: bool) -> int:
    """Bring a scorebook in; 0 done, 1 games of it are wrong, 2 the file is no scorebook."""
    try:
        book = _read(file)
    except OSError as error:
        return complain(cannot_open(file, error), 2)
    except DocumentError as error:
        return complain(f"{file}: {document_sentence(error)}", 2)
    with store_of(config) as engine:
        report = _bring_in(engine, book, look=look, without_wrong=without_wrong)
    for sentence in report.sentences:
        print(sentence)
    for name in report.unsure:
        print(
            _("It is not certain who %(name)s is: somebody new, until you merge them.", name=name)
        )
    for fault in report.faults:
        complain(fault, 1)
    if report.is_wrong and not report.is_kept and not look:
        return complain(_("Nothing was changed."), 1)
    return 1 if report.is_wrong and not without_wrong else 0


def _book_to_export(engine: Engine, *, demo: bool) -> str | None:
    with writing(engine) as store:
        return demos.demo_book(store) if demo else books.first_book(store)


def _new_file(path: Path, *, packed: bool) -> TextIO:
    if packed:
        return gzip.open(path, "wt", encoding="utf-8", newline="\n")
    return path.open("w", encoding="utf-8", newline="\n")


def _read(path: Path) -> ReadBook:
    size = path.stat().st_size
    with path.open("rb") as file, progress(_("Reading")) as bar:
        return read_book(_unpacked(file), told=lambda _bytes: bar(file.tell(), size))


def _unpacked(file: BufferedReader) -> IO[bytes]:
    return cast("IO[bytes]", gzip.open(file) if file.peek(2).startswith(GZIP) else file)


def _bring_in(engine: Engine, book: ReadBook, *, look: bool, without_wrong: bool) -> Report:
    book_id = _book_to_fill(engine, book.book_id)
    with Session(engine) as store, progress(_("Comparing")) as bar:
        planned = plan(store, book_id, book, told=bar)
    is_whole = not book.refused and not planned.clashing
    if look or not (is_whole or without_wrong):
        return report_of(book, planned)
    return report_of(book, _keep(engine, book_id, book, planned), is_kept=True)


def _keep(engine: Engine, book_id: str, book: ReadBook, planned: Plan) -> Plan:
    with writing(engine) as store, progress(_("Keeping")) as bar:
        return bring_in(store, book_id, book, planned, told=bar)


def _book_to_fill(engine: Engine, its_id: str | None) -> str:
    """Return the first book; an instance that has none yet gets the very one that comes in."""
    with writing(engine) as store:
        return books.first_book(store, make_as=its_id)
