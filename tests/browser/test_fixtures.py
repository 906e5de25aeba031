"""What tests share is the same for all of them: nothing further down takes its place."""

import ast
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parents[1]
ONE_TEST = "function"


def test_no_shared_fixture_is_replaced_further_down() -> None:
    """Else tests of one engine or one server are handed what others made, by their order."""
    fixtures = {path: dict(_fixtures(path)) for path in sorted(TESTS.rglob("*.py"))}
    replaced = [
        f"{name} of {above.relative_to(TESTS)}, in {path.relative_to(TESTS)}"
        for above, there in fixtures.items()
        if above.name == "conftest.py"
        for path, here in fixtures.items()
        if path != above and path.is_relative_to(above.parent)
        for name in there.keys() & here.keys()
        if there[name] != ONE_TEST
    ]
    assert "sqlite_address" in fixtures[TESTS / "browser" / "conftest.py"]
    assert replaced == []


def _fixtures(path: Path) -> Iterator[tuple[str, str]]:
    """Yield name and scope of each fixture of a file."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.FunctionDef):
            continue
        for decorator in node.decorator_list:
            call = decorator if isinstance(decorator, ast.Call) else None
            if ast.unparse(call.func if call else decorator) != "pytest.fixture":
                continue
            given = {word.arg: word.value for word in call.keywords} if call else {}
            yield _text(given.get("name"), node.name), _text(given.get("scope"), ONE_TEST)


def _text(given: ast.expr | None, otherwise: str) -> str:
    return str(ast.literal_eval(given)) if given else otherwise
