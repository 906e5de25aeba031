"""Scripts and sheets in one file: everything that is needed, once, and in order."""

import re

from scorekeeper.files import TEMPLATES
from scorekeeper.web.joined import (
    _SCRIPT_SPACE,
    _SHEET_SPACE,
    SCRIPTS,
    SHEETS,
    STATIC,
    _tight,
    joined,
)
from tests.cases import cases
from tests.conftest import Device

CSS = STATIC / "css"
OF_THE_TABLE_TOO = {"card", "hand"}
"""Sheets that pages besides the table ask for."""


@cases("name", sorted(SCRIPTS))
def test_a_script_comes_with_all_that_it_imports(name: str) -> None:
    """No import is left, none is missing, and each part stands once, before it is used."""
    text = joined(name)
    assert text
    assert not re.search(r"^(import|export)\b", text, re.MULTILINE)
    made = re.findall(r"^const (\$\w+) = \(\(\) => \{$", text, re.MULTILINE)
    assert len(made) == len(set(made))
    taken = [*re.finditer(r"const\{[^}]*\}=(\$\w+);", text)]
    for found in taken:
        assert text.index(f"const {found[1]} = ") < found.start()
    assert {found[1] for found in taken} | {variable(name)} == set(made)


def variable(script: str) -> str:
    """Return what a script is called by the others in one file."""
    return "$" + script.removesuffix(".js").replace("-", "_")


SPACES = [
    ("const a = { b: [1, 2], c };\n", "const a={b:[1,2],c};"),
    (
        "if (a && !b) return a - -b;\nelse return (c ?? d) + e;\n",
        "if(a&&!b)return a - -b;else return(c??d)+ e;",
    ),
    ("return a / b / c;", "return a / b / c;"),
    (
        'say(\'a, b\', `${c} · { d }`, "e ( \\" ) f");',
        'say(\'a, b\',`${c} · { d }`,"e ( \\" ) f");',
    ),
    ("text.replace(/[/ ,] \\{ ( x )/g, y) ;", "text.replace(/[/ ,] \\{ ( x )/g,y);"),
    (
        "items\n  .map((each) => each.x)\n  .filter(Boolean);",
        "items\n  .map((each)=>each.x).filter(Boolean);",
    ),
    ("a ? .5 : await (b);", "a?.5:await(b);"),
]
"""What is written, and what is sent."""


def test_spaces_go_where_they_say_nothing() -> None:
    """Texts and patterns stay as they are, words stay apart, and so do plus and minus."""
    for written, sent in SPACES:
        assert _tight(_SCRIPT_SPACE, written) == sent, written
    sheet = '.a > .b :not(.c), .d { content: "; , :"; margin: calc(1px + 2px) -1px }\n'
    tight = '.a>.b :not(.c),.d{content:"; , :";margin:calc(1px + 2px) -1px}'
    assert _tight(_SHEET_SPACE, sheet) == tight


@cases("name", sorted(SCRIPTS))
def test_a_script_is_written_so_that_it_can_be_joined(name: str) -> None:
    """Imports are a line each, no text spans two lines, and each statement has its end."""
    source = (STATIC / "js" / name).read_text(encoding="utf-8")
    for line in source.splitlines():
        assert line.count("`") % 2 == 0
        if line.startswith("import"):
            assert re.fullmatch(r'import \{ .+ \} from "\./[\w-]+\.js";', line)
        if line.startswith("export"):
            assert re.match(r"export (async function|function|class|const) \w+", line)
    code = [line.strip() for line in source.splitlines()]
    code = [line for line in code if line and not line.startswith("//")]
    assert not [line for line in code if re.search(r"[;{},] //", line)]
    for line, following in zip(code, [*code[1:], ""], strict=True):
        assert re.search(r"[;{},(\[:?&|=>+]$", line) or re.match(r"[.?:&|)\]]", following), line


@cases("name", sorted(SHEETS))
def test_sheets_are_joined_whole(name: str) -> None:
    """Every rule of every part is in the one file, in their order, and no remark is."""
    text = joined(name)
    assert text
    sources = [(CSS / f"{part}.css").read_text(encoding="utf-8") for part in SHEETS[name]]
    assert squeezed(text) == "".join(squeezed(source) for source in sources)
    assert "/*" not in text


def squeezed(sheet: str) -> str:
    """Return a sheet without remarks and without white space, wherever it has a meaning."""
    pieces = sheet.split("/*")
    return "".join("".join([pieces[0], *(p.partition("*/")[2] for p in pieces[1:])]).split())


def test_no_sheet_is_left_out() -> None:
    """Each is in a joined one, or a page asks for it; those that several pages ask for are in both.

    A page that has the joined sheet asks for none of its parts.
    """
    pages = "".join(path.read_text(encoding="utf-8") for path in TEMPLATES.rglob("*.html"))
    by_itself = set(re.findall(r'"css/(\w+)\.css"', pages))
    for listed in re.findall(r"for sheet in \((.+?)\)", pages):
        by_itself |= set(re.findall(r'"(\w+)"', listed))
    parts = [part for names in SHEETS.values() for part in names]
    assert len(set(parts)) == len(parts)
    assert {*parts, *by_itself} == {path.stem for path in CSS.glob("*.css")}
    assert by_itself & set(parts) == OF_THE_TABLE_TOO
    assert set(SHEETS["table.css"]) >= OF_THE_TABLE_TOO


@cases("name", ["no.js", "site.js", "x" * 5000 + ".js", "%00.js", "__init__.py"])
def test_what_is_not_there_is_not_found(stranger: Device, name: str) -> None:
    """Any other name is 404."""
    assert stranger.get(f"/static/now/joined/{name}").status_code == 404
