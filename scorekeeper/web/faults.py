"""What is wrong with a card or a document, as a sentence in the reader's language.

The command line says the same sentences: nothing here needs a request.
"""

from collections.abc import Callable, Sequence
from typing import Any

from flask_babel import gettext as _

from scorekeeper.documents import Disagreement, DocumentError
from scorekeeper.documents import errors as in_document
from scorekeeper.documents.errors import Break, Kind
from scorekeeper.rules.checking import BidsFault, Fault, ResultFault, RuleFault, SumFault
from scorekeeper.rules.errors import DealerOutError, SeatError
from scorekeeper.sheets import SheetError
from scorekeeper.sheets import errors as in_sheet
from scorekeeper.sheets.errors import Part

from .sentences import sentence

LONGEST_QUOTE = 30


def fault_sentence(fault: Fault, names: Sequence[str]) -> str:
    """Return the sentence for a fault in a hand, which is named beside it."""
    match fault:
        case BidsFault():
            return _(
                "The bids add up to %(right)s; %(written)s is written.",
                right=fault.right,
                written=fault.written,
            )
        case SumFault():
            return _(
                "%(name)s has %(written)s where the sum is %(right)s: "
                "an error of %(off)s enters here.",
                name=names[fault.seat],
                written=points(fault.written),
                right=points(fault.right),
                off=points(fault.off),
            )
        case ResultFault():
            return _(
                "%(name)s bid %(bid)s, and no result of that changes a score by %(change)s.",
                name=names[fault.seat],
                bid=fault.bid,
                change=points(fault.change),
            )
        case RuleFault(rule=SeatError() as rule) if not isinstance(rule, DealerOutError):
            return _("%(name)s: %(fault)s", name=names[rule.seat], fault=sentence(rule))
        case RuleFault():
            return sentence(fault.rule)


def numbered_sentence(fault: Fault, names: Sequence[str]) -> str:
    """Return the sentence for a fault with the number of its hand."""
    said = fault_sentence(fault, names)
    return _("Hand %(number)s: %(fault)s", number=fault.number, fault=said)


def sheet_sentence(error: SheetError) -> str:
    """Return the sentence for a table that cannot be read."""
    if isinstance(error, in_sheet.CellError):
        text = error.text[:LONGEST_QUOTE]
        said = _cell(error.part, text) if text else _("The number of cards is missing.")
        return _at(error.line, error.column, said)
    return SHEET[type(error)](error)


def document_sentence(error: DocumentError) -> str:
    """Return the sentence for a document that is no game."""
    return DOCUMENT[type(error)](error)


def fault_in_file(fault: DocumentError | Disagreement) -> str:
    """Return the sentence for what is wrong with one game of a book."""
    if isinstance(fault, Disagreement):
        return disagreement_sentence(fault)
    return document_sentence(fault)


def disagreement_sentence(wrong: Disagreement) -> str:
    """Return the sentence for a derived value that a document gets wrong."""
    return _(
        "%(path)s is %(written)s in the document; by the rules it is %(right)s.",
        path=wrong.path,
        written=_quoted(wrong.written),
        right=str(wrong.right),
    )


def points(number: int) -> str:
    """Return points as a card has them: with a real minus."""
    return str(number).replace("-", "−")


def _at(line: int, column: int, said: str) -> str:
    return _("Line %(line)s, column %(column)s: %(fault)s", line=line, column=column, fault=said)


def _cell(part: Part, text: str) -> str:
    sentences = {
        Part.HAND: _("“%(text)s” is no number of a hand.", text=text),
        Part.CARDS: _("“%(text)s” is no number of cards.", text=text),
        Part.DEALER: _("“%(text)s” is no player of this card.", text=text),
        Part.TRUMP: _("“%(text)s” is no trump.", text=text),
        Part.BID: _("“%(text)s” is no bid.", text=text),
        Part.TAKEN: _("“%(text)s” is no number of tricks, and no S for a set.", text=text),
        Part.SCORE: _("“%(text)s” is no score.", text=text),
        Part.ADJUST: _("“%(text)s” are no points given or taken.", text=text),
        Part.STARTED: _("“%(text)s” is no day: write it as 2026-11-30.", text=text),
        Part.ORDER: _("“%(text)s” does not name each seat once.", text=text),
    }
    return sentences[part]


def _broken(error: in_document.BrokenFileError) -> str:
    at = {"line": error.line, "column": error.column}
    sentences = {
        Break.CUT_SHORT: _(
            "The file was cut short: it ends in line %(line)s, column %(column)s, "
            "in the middle of something.",
            **at,
        ),
        Break.NOT_JSON: _("From line %(line)s, column %(column)s on this is no JSON.", **at),
        Break.NOT_UTF8: _(
            "From line %(line)s, column %(column)s on this is no text in UTF-8.", **at
        ),
        Break.NOT_GZIP: _("After line %(line)s, column %(column)s the file is damaged.", **at),
        Break.TOO_LONG: _(
            "From line %(line)s, column %(column)s on there is more than a book can hold.", **at
        ),
    }
    return sentences[error.reason]


def _no_book(error: in_document.NoBookError) -> str:
    if error.path == "version":
        return _("This book was written by a later version of Scorekeeper.")
    return _("This is no book of Scorekeeper's.")


def _quoted(value: object) -> str:
    """Return a value as a sentence can quote it: JSON can hold halves of a letter."""
    return str(value)[:LONGEST_QUOTE].encode(errors="replace").decode()


def _misshapen(error: in_document.MisshapenError) -> str:
    if not error.path:
        return _("This is no game document.")
    sentences = {
        Kind.OBJECT: _("%(path)s must be an object.", path=error.path),
        Kind.LIST: _("%(path)s must be a list.", path=error.path),
        Kind.TEXT: _("%(path)s must be a text.", path=error.path),
        Kind.WHOLE_NUMBER: _("%(path)s must be a whole number.", path=error.path),
        Kind.YES_OR_NO: _("%(path)s must be true or false.", path=error.path),
        Kind.CHOICE: _("%(path)s is none of the values it may have.", path=error.path),
        Kind.MOMENT: _("%(path)s must be a date and a time.", path=error.path),
        Kind.ID: _("%(path)s must be an id.", path=error.path),
        Kind.PLAYER: _("%(path)s must be a player of the book.", path=error.path),
        Kind.REVISION: _("%(path)s is no revision that can be.", path=error.path),
    }
    return sentences[error.kind]


SHEET: dict[type[SheetError], Callable[[Any], str]] = {
    in_sheet.TextError: lambda error: _(
        "From line %(line)s on this cannot be read as text: save the table as CSV in UTF-8.",
        line=error.line,
    ),
    in_sheet.TooLongError: lambda error: _(
        "From line %(line)s on there is more than a card can hold.", line=error.line
    ),
    in_sheet.LayoutError: lambda error: _(
        "Line %(line)s: a card needs a heading with the names of 2 to 15 players, and under it "
        "a line for each hand; this has columns for something else.",
        line=error.line,
    ),
    in_sheet.HeadingError: lambda error: _at(
        error.line,
        error.column,
        _("Here the heading must have a player's name, of 1 to 40 characters."),
    ),
}

DOCUMENT: dict[type[DocumentError], Callable[[Any], str]] = {
    in_document.NotJsonError: lambda error: _(
        "From line %(line)s on this is no game document.", line=error.line
    ),
    in_document.BrokenFileError: _broken,
    in_document.NoBookError: _no_book,
    in_document.AbsentError: lambda error: _("%(path)s is missing.", path=error.path),
    in_document.RepeatedError: lambda error: _(
        "%(path)s is there twice: %(found)s.", path=error.path, found=_quoted(error.found)
    ),
    in_document.UnlikeError: lambda error: _(
        "%(path)s is %(written)s; elsewhere in the file it is %(right)s.",
        path=error.path,
        written=_quoted(error.written),
        right=_quoted(error.right),
    ),
    in_document.MisshapenError: _misshapen,
    in_document.OutOfPlaceError: lambda error: _(
        "%(path)s is %(found)s where %(due)s is due.",
        path=error.path,
        found=error.found,
        due=error.due,
    ),
    in_document.BrokenRuleError: lambda error: _(
        "%(path)s: %(fault)s", path=error.path, fault=sentence(error.rule)
    ),
}
