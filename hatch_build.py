"""Compiles the translation catalogues when a wheel or an editable install is built."""

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileCatalogues(BuildHookInterface[Any]):
    """Writes the `.mo` file beside each `.po` file."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - hatchling's signature
        translations = Path(self.root) / "scorekeeper" / "translations"
        for source in sorted(translations.glob("*/LC_MESSAGES/*.po")):
            with source.open("rb") as lines:
                catalogue = read_po(lines, locale=source.parent.parent.name)
            with source.with_suffix(".mo").open("wb") as compiled:
                write_mo(compiled, catalogue)
