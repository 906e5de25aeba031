"""Files that are sent with a name of their own."""

from urllib.parse import quote

from flask import Response


def name_file(response: Response, name: str, *, is_shown: bool = False) -> None:
    """Name the file that an answer is, in whatever script, and in plain letters besides.

    A browser keeps it, or shows it first where `is_shown`.
    """
    plain = "".join(c if c.isascii() and c.isprintable() else "_" for c in name)
    response.headers["Content-Disposition"] = (
        f'{"inline" if is_shown else "attachment"}; filename="{plain}"; '
        f"filename*=UTF-8''{quote(name, safe='')}"
    )
