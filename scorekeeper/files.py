"""Where the files that are not code lie: in the installed package, or beside it in a checkout."""

from pathlib import Path
from typing import Final

PACKAGE: Final = Path(__file__).parent
TEMPLATES: Final = next(
    folder for folder in (PACKAGE / "templates", PACKAGE.parent / "templates") if folder.is_dir()
)
TRANSLATIONS: Final = PACKAGE / "translations"
