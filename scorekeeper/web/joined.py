"""Scripts and sheets as they are sent: a page's own in one file, without remarks and spaces.

Each file costs a header of its own and is compressed alone, which for two dozen small ones is
more than what is in them. They are written, and may still be fetched, one by one.
"""

import re
from functools import cache
from pathlib import Path

from scorekeeper.files import PACKAGE

STATIC = PACKAGE / "static"
SHEETS = {
    "site.css": ("tokens", "base", "parts"),
    "table.css": ("hand", "card", "pad", "print"),
}
SCRIPTS = frozenset(path.name for path in (STATIC / "js").glob("*.js"))

_IMPORT = re.compile(r'^import \{ (.+) \} from "\./([\w-]+\.js)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
_REMARK = re.compile(r"^\s*//.*\n", re.MULTILINE)
_SHEET_REMARK = re.compile(r"/\*.*?\*/", re.DOTALL)
_INDENT = re.compile(r"^[ \n]+", re.MULTILINE)
_WRITTEN = r""""(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`"""
_PATTERN = r"/(?![\s/*])(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/"
_SCRIPT_SPACE = re.compile(rf"({_WRITTEN}|{_PATTERN})|\s*([{{}}()\[\],;:<>=?&|!*])\s*")
_SHEET_SPACE = re.compile(rf"({_WRITTEN})|\s*([{{}};,>])\s*|(:)\s+")
"""What is written out and stays as it is, or a sign that needs no space or line of its own.

A line that ends in a sign may go on with the next: statements end in a semicolon here. A slash
with a space behind it divides; any other begins a pattern. Plus and minus keep their spaces.
"""


def joined(name: str) -> str | None:
    """Return a sheet, or a script with all that it imports; None where there is none."""
    return _joined(name) if name in SHEETS or name in SCRIPTS else None


@cache
def _joined(name: str) -> str:
    if name in SHEETS:
        return "".join(_sheet(part) for part in SHEETS[name])
    return "".join(_module(each) for each in _in_order(name))


def _sheet(name: str) -> str:
    text = (STATIC / "css" / f"{name}.css").read_text(encoding="utf-8")
    return _tight(_SHEET_SPACE, _INDENT.sub("", _SHEET_REMARK.sub("", text)))


def _in_order(name: str, above: tuple[str, ...] = ()) -> list[str]:
    """Return the scripts that a script needs and then itself, each after those it imports."""
    if name in above:
        raise ValueError(f"{name} imports itself, through {', '.join(above)}")
    needed: list[str] = []
    for _, other in _IMPORT.findall(_text(name)):
        needed += [each for each in _in_order(other, (*above, name)) if each not in needed]
    return [*needed, name]


def _module(name: str) -> str:
    """Return a script as a function that is called at once, so that its names stay its own."""
    text = _text(name)
    exports = ", ".join(_EXPORT.findall(text))
    body = _EXPORT.sub("", _IMPORT.sub(_taken, text))
    body = _tight(_SCRIPT_SPACE, _INDENT.sub("", _REMARK.sub("", body)))
    return f"const {_variable(name)} = (() => {{\n{body}return {{ {exports} }};\n}})();\n"


def _tight(space: re.Pattern[str], text: str) -> str:
    """Return a text without the spaces round its signs."""
    return space.sub(lambda found: next(filter(None, found.groups())), text)


def _taken(found: re.Match[str]) -> str:
    names, other = found.groups()
    return f"const {{ {names.replace(' as ', ': ')} }} = {_variable(other)};"


def _variable(name: str) -> str:
    return "$" + Path(name).stem.replace("-", "_")


def _text(name: str) -> str:
    return (STATIC / "js" / name).read_text(encoding="utf-8")
