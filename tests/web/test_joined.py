"""Scripts and sheets in one file: everything that is needed, once, and in order."""

import re

import pytest

from scorekeeper.web.joined import SCRIPTS, SHEETS, STATIC, joined
from tests.conftest import Device


@pytest.mark.parametrize("name", sorted(SCRIPTS))
def test_a_script_comes_with_all_that_it_imports(name: str) -> None:
    """No import is left, none is missing, and each part stands once, before it is used."""
    text = joined(name)
    assert text
    assert not re.search(r"^(import|export)\b", text, re.MULTILINE)
    made = re.findall(r"^const (\$\w+) = \(\(\) => \{$", text, re.MULTILINE)
    assert len(made) == len(set(made))
    for found in re.finditer(r"^const \{.*\} = (\$\w+);$", text, re.MULTILINE):
        assert text.index(f"const {found[1]} = ") < found.start()


@pytest.mark.parametrize("name", sorted(SCRIPTS))
def test_a_script_is_written_so_that_it_can_be_joined(name: str) -> None:
    """Imports are one line each, nothing is exported by default, no text spans two lines."""
    source = (STATIC / "js" / name).read_text(encoding="utf-8")
    for line in source.splitlines():
        assert line.count("`") % 2 == 0
        if line.startswith("import"):
            assert re.fullmatch(r'import \{ .+ \} from "\./[\w-]+\.js";', line)
        if line.startswith("export"):
            assert re.match(r"export (async function|function|class|const) \w+", line)


@pytest.mark.parametrize("name", sorted(SHEETS))
def test_sheets_are_joined_whole(name: str) -> None:
    """Every rule is in the one file, remarks are not."""
    text = joined(name)
    assert text
    assert "/*" not in text
    for part in SHEETS[name]:
        source = (STATIC / "css" / f"{part}.css").read_text(encoding="utf-8")
        assert text.count("{") >= source.count("{") - source.count("/*")


@pytest.mark.parametrize("name", ["no.js", "site.js", "x" * 5000 + ".js", "%00.js", "__init__.py"])
def test_what_is_not_there_is_not_found(stranger: Device, name: str) -> None:
    """Any other name is 404."""
    assert stranger.get(f"/static/now/joined/{name}").status_code == 404
