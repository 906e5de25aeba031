"""From HTML to PDF: the only place that knows WeasyPrint, which is loaded when first needed.

WeasyPrint and Pango are not safe in threads: everything here happens under `LOCK`.
"""

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from types import ModuleType
from typing import Any, Final, NoReturn

from .fonts import FONTS, font_faces
from .headings import head_both_columns
from .page import page, stylesheet
from .sheet import Sheet

LOCK: Final = threading.RLock()
"""Held by whoever makes a card or loads a font; one for the process."""

STANDARD: Final = "pdf/ua-1"


class PrintingUnavailableError(RuntimeError):
    """This machine cannot print: WeasyPrint or the libraries it draws with are missing."""


def scorecard_pdf(sheet: Sheet) -> bytes:
    """Return the card as a tagged PDF; the same sheet always gives the same bytes.

    Raises `PrintingUnavailableError` on a machine that cannot print.
    """
    html = page(sheet)
    with LOCK, _uncollected():
        weasyprint, fonts = _loaded()
        document = weasyprint.HTML(string=html, url_fetcher=_refuse)
        pdf: bytes = document.write_pdf(
            stylesheets=[_style()],
            font_config=fonts,
            pdf_variant=STANDARD,
            finisher=head_both_columns,
        )
    return pdf


def load() -> None:
    """Load WeasyPrint and the fonts now, and not with the first card.

    Raises `PrintingUnavailableError` on a machine that cannot print.
    """
    with LOCK:
        _style()


@contextmanager
def _uncollected() -> Iterator[None]:
    """Let the garbage wait: a card makes so many short-lived boxes that looking takes a fifth.

    What the card leaves is taken away at once, so that nothing grows old.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.collect(1)
            gc.enable()


@lru_cache(maxsize=1)
def _loaded() -> tuple[ModuleType, Any]:
    """Return WeasyPrint and the fonts of this process; a second set would be paid for again."""
    try:
        import weasyprint  # noqa: PLC0415 - takes half a second, and Pango to be there
        from weasyprint.text.fonts import FontConfiguration  # noqa: PLC0415
    except (ImportError, OSError) as missing:
        raise PrintingUnavailableError(str(missing)) from missing
    return weasyprint, FontConfiguration()


@lru_cache(maxsize=1)
def _style() -> Any:  # noqa: ANN401 - WeasyPrint has no types
    weasyprint, fonts = _loaded()
    css = font_faces() + stylesheet()
    return weasyprint.CSS(string=css, base_url=f"{FONTS.as_uri()}/", font_config=fonts)


def _refuse(url: str, *_: object, **__: object) -> NoReturn:
    """Fetch nothing: a card is complete as it is, and no name can make it look elsewhere."""
    raise ValueError(url)
