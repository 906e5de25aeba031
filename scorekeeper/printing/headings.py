"""Headers of a table: each says what it heads, and a player's name heads both columns below it."""

from collections.abc import Iterator
from typing import Any


def head_both_columns(_document: object, pdf: Any) -> None:  # noqa: ANN401 - has no types
    """Let each cell of a table name every header above it, one that spans columns too.

    WeasyPrint tells a cell's headers by the column in which they begin. Called when the tags of
    a PDF are in place and it is about to be written.
    """
    for table in list(_elements(pdf.objects, "/Table")):
        rows = [list(_row(pdf, row)) for row in _within(pdf, table, "/TR")]
        above = {
            column: cell["ID"] for column, cell in (rows[0] if rows else ()) if cell["S"] == "/TH"
        }
        for head in (cell for _, cell in (rows[0] if rows else ()) if cell["S"] == "/TH"):
            head["A"]["Scope"] = "/Column"
        for column, cell in (place for row in rows[1:] for place in row):
            if cell["S"] == "/TH":
                cell["A"]["Scope"] = "/Row"
            elif column in above and above[column] not in cell["A"]["Headers"]:
                cell["A"]["Headers"].append(above[column])


def _row(pdf: Any, row: Any) -> Iterator[tuple[int, Any]]:  # noqa: ANN401 - as above
    """Yield every column of a row with the cell that covers it."""
    column = 0
    for cell in _kids(pdf, row):
        for _ in range(cell.get("A", {}).get("ColSpan", 1)):
            yield column, cell
            column += 1


def _within(pdf: Any, element: Any, kind: str) -> Iterator[Any]:  # noqa: ANN401 - as above
    for kid in _kids(pdf, element):
        if kid["S"] == kind:
            yield kid
        else:
            yield from _within(pdf, kid, kind)


def _kids(pdf: Any, element: Any) -> Iterator[Any]:  # noqa: ANN401 - as above
    """Yield the elements below one, which are known by `number 0 R`; other content is skipped."""
    for reference in element["K"]:
        if isinstance(reference, bytes):
            kid = pdf.objects[int(reference.split()[0])]
            if "S" in kid:
                yield kid


def _elements(objects: list[Any], kind: str) -> Iterator[Any]:
    return (thing for thing in objects if isinstance(thing, dict) and thing.get("S") == kind)
