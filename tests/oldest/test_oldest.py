"""The style sheets and scripts use nothing that the oldest browsers of the README lack.

What is newer all the same stands in `ALLOWED`, with the reason why nobody misses it there.
"""

from collections import defaultdict
from pathlib import Path

import pytest

from tests.cases import cases

from .floors import OLDEST, newer
from .reading import SyntaxUnknownError, in_script, in_styles

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "scorekeeper" / "static"
STATED = (
    "Chrome {chrome_android} for Android, Safari on iOS {safari_ios} and Firefox {firefox_android}"
)

# fmt: off
ALLOWED = {
    "Without it the page works and looks a little plainer.": {
        "css property": [
            "-webkit-tap-highlight-color", "accent-color", "hyphens", "outline",
            "overscroll-behavior", "resize", "text-size-adjust", "text-wrap", "paint-order",
        ],
        "css value": [
            "align-content: start", "cursor: default", "cursor: grab", "cursor: pointer",
            "float: inline-start", "font-family: ui-monospace", "overscroll-behavior: contain",
            "overscroll-behavior: none", "place-items: start", "resize: vertical",
            "text-wrap: balance", "text-wrap: pretty",
        ],
    },
    "It stands beside the same with a prefix.": {
        "css property": [
            "user-select",
        ],
    },
    "It is for paper alone, where the card is printed from the PDF.": {
        "css property": [
            "orphans", "page", "size", "widows",
        ],
        "css rule": [
            "@page",
        ],
        "css selector": [
            "has",
        ],
        "css value": [
            "break-after: avoid",
        ],
    },
    "The script asks whether it is there, or whoever lacks it is told nothing.": {
        "js event": [
            "beforeunload",
        ],
        "js member": [
            "vibrate", "wakeLock",
        ],
    },
    "It is a word of our own, or one that is much older elsewhere.": {
        "js member": [
            "address", "device", "drop", "hand", "hour", "last", "lines", "minute", "move",
            "number", "opened", "pad", "results", "seconds", "skipped", "sync", "tag", "take",
        ],
    },
}
"""By the reason: the kind, and the names of that kind."""
# fmt: on
KINDS = frozenset(
    """arguments array array_pattern arrow_function assignment_expression assignment_pattern
    augmented_assignment_expression await_expression binary_expression break_statement
    call_expression catch_clause class_body class_declaration class_heritage comment
    continue_statement else_clause escape_sequence export_statement expression_statement
    finally_clause for_in_statement for_statement formal_parameters function_declaration identifier
    if_statement import_clause import_specifier import_statement lexical_declaration
    member_expression method_definition named_imports new_expression number object
    object_assignment_pattern object_pattern optional_chain pair pair_pattern
    parenthesized_expression private_property_identifier program property_identifier regex
    regex_flags regex_pattern rest_pattern return_statement shorthand_property_identifier
    shorthand_property_identifier_pattern spread_element statement_block string string_fragment
    subscript_expression template_string template_substitution ternary_expression throw_statement
    try_statement unary_expression undefined variable_declarator while_statement""".split()  # noqa: SIM905 - a list of seventy names
)
"""The syntax that is in use: any other is newer or rarer, and asks for a decision."""

OFFENCES = {
    "p { field-sizing: content }": "css property field-sizing",
    "@scope (p) { a { color: red } }": "css rule @scope",
    "p { inline-size: 10cqi }": "css unit cqi",
    "p { @media (min-width: 1px) { inline-size: 1cqi } }": "css unit cqi",
    "p { & a { color: red } }": "css selector nesting",
    "@media (width >= 30em) { p { color: red } }": "css media range_syntax",
    "p:state(on) { color: red }": "css selector state",
    "p { color: color-mix(in srgb, red, blue) }": "css function color-mix",
    "p { text-wrap: stable }": "css value text-wrap: stable",
}
SCRIPT_OFFENCES = {
    "Array.fromAsync(list);": "js member fromAsync",
    "Promise.withResolvers();": "js member withResolvers",
    "const { withResolvers } = Promise;": "js member withResolvers",
    "document.startViewTransition(draw);": "js member startViewTransition",
    "new CloseWatcher();": "js global CloseWatcher",
    'addEventListener("scrollend", draw);': "js event scrollend",
    "/[a&&b]/v.test(text);": "js flag v of a pattern",
    "/(?<=a)b/.test(text);": "js (?<= in a pattern",
    "class A { static { draw(); } }": "js static block",
}


def _used() -> dict[str, set[str]]:
    """Return what is used, and in which files."""
    used = defaultdict(set)
    for path in STATIC.rglob("*.css"):
        for use in in_styles(path.read_text(encoding="utf-8")):
            used[use].add(path.name)
    for path in STATIC.rglob("*.js"):
        for use in in_script(path.read_text(encoding="utf-8"))[0]:
            used[use].add(path.name)
    return used


def test_nothing_newer_is_used_without_a_decision() -> None:
    """What is used and newer is what was decided upon, and every decision is still needed."""
    used, data = _used(), newer()
    decided = {
        f"{kind} {name}"
        for kinds in ALLOWED.values()
        for kind, names in kinds.items()
        for name in names
    }
    found = {name: (data[name], sorted(used[name])) for name in used if name in data}
    assert {name: found[name] for name in found if name not in decided} == {}
    assert decided - set(found) == set()
    assert len(used) > 1000


def test_no_other_syntax_is_used_without_a_decision() -> None:
    """Whatever the language gets, a script that uses it turns this red."""
    kinds = set()
    for path in STATIC.rglob("*.js"):
        kinds |= {kind for kind in in_script(path.read_text(encoding="utf-8"))[1] if "_" in kind}
    assert kinds - KINDS == set()


@cases("style, name", OFFENCES.items())
def test_a_newer_style_is_found(style: str, name: str) -> None:
    """Wherever it stands in a sheet."""
    assert name in in_styles(style) & newer().keys()


def test_what_is_asked_for_is_no_fault() -> None:
    """A sheet may ask whether something is there."""
    assert not in_styles("@supports (width: 1cqi) { p { width: 1cqi } }") & newer().keys()


@cases("script, name", SCRIPT_OFFENCES.items())
def test_a_newer_script_is_found(script: str, name: str) -> None:
    """A member, a name, an event, a pattern or a construct."""
    assert name in in_script(script)[0] & newer().keys()


def test_a_script_that_cannot_be_read_is_told() -> None:
    """Syntax that the reader does not know must not pass unseen."""
    with pytest.raises(SyntaxUnknownError):
        in_script("const a = b |> c;")


def test_the_readme_states_them() -> None:
    """Who wonders whether an old phone will do finds it there."""
    text = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    assert STATED.format(**OLDEST) in text
