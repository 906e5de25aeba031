"""Picks out of MDN's data what is newer than the oldest browsers.

    npm pack @mdn/browser-compat-data && tar xzf mdn-browser-compat-data-*.tgz
    python -m tests.oldest.extract package/data.json

Run it again for data of another day, or when the oldest browsers of `floors.py` change.
"""

import json
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .floors import ANY, NEWER, Versions, is_newer, number

SYNTAX = {
    "javascript.classes.private_class_fields": "private field",
    "javascript.classes.private_class_methods": "private method",
    "javascript.classes.public_class_fields": "class field",
    "javascript.classes.static.initialization_blocks": "static block",
    "javascript.grammar.numeric_separators": "numeric separator",
    "javascript.operators.await.top_level": "top-level await",
    "javascript.operators.logical_and_assignment": "&&=",
    "javascript.operators.logical_or_assignment": "||=",
    "javascript.operators.nullish_coalescing": "??",
    "javascript.operators.nullish_coalescing_assignment": "??=",
    "javascript.operators.optional_chaining": "?.",
    "javascript.regular_expressions.lookbehind_assertion": "(?<= in a pattern",
    "javascript.regular_expressions.modifier": "(?i: in a pattern",
    "javascript.builtins.RegExp.hasIndices": "flag d of a pattern",
    "javascript.builtins.RegExp.unicodeSets": "flag v of a pattern",
}
"""What `reading.py` calls the features of the language."""


def main() -> None:
    """Write `newer.tsv` from MDN's data."""
    data = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    found: dict[str, list[Versions]] = defaultdict(list)
    for name, versions in _features(data):
        found[name].append(versions)
    # A name that several things have is as old as the oldest of them.
    oldest = {name: min(all_of, key=_age) for name, all_of in found.items()}
    newer = sorted((name, each) for name, each in oldest.items() if is_newer(each))
    lines = [f"# @mdn/browser-compat-data {data['__meta']['version']}; since {', '.join(ANY)}"]
    lines += ["\t".join((name, *(version or "-" for version in each))) for name, each in newer]
    NEWER.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _features(data: dict[str, Any]) -> Iterator[tuple[str, Versions]]:
    for path, support in _walk(data["css"], "css"):
        _, kind, *names = path.split(".")
        yield from ((name, support) for name in _in_styles(kind, names))
    for path, support in _walk(data["javascript"], "javascript"):
        if path in SYNTAX:
            yield f"js {SYNTAX[path]}", support
        if path.startswith("javascript.builtins."):
            yield from _in_scripts(path.split(".")[2:], support)
    for name, interface in data["api"].items():
        found = list(_walk({name: interface}, "api"))
        # Nobody comes by the parts of what is new itself but by its name.
        if is_newer(found[0][1]) and found[0][0] == f"api.{name}":
            del found[1:]
        for path, support in found:
            yield from _in_scripts(path.split(".")[1:], support)


def _in_styles(kind: str, names: list[str]) -> Iterator[str]:
    first, last = names[0], names[-1]
    if kind == "properties" and len(names) == 1:
        yield f"css property {first}"
    elif kind == "properties" and len(names) == 2 and "_" not in last:
        yield f"css value {first}: {last}"
    elif kind == "selectors" and len(names) == 1:
        yield f"css selector {first}"
    elif kind == "at-rules" and len(names) == 1:
        yield f"css rule @{first}"
    elif kind == "at-rules" and first == "media":
        yield f"css media {last}"
    elif kind == "types" and first == "length":
        units = {
            "container_query_length_units": ("cqw", "cqh", "cqi", "cqb", "cqmin", "cqmax"),
            "viewport_percentage_units_dynamic": ("dvw", "dvh", "dvi", "dvb", "dvmin", "dvmax"),
            "viewport_percentage_units_large": ("lvw", "lvh", "lvi", "lvb", "lvmin", "lvmax"),
            "viewport_percentage_units_small": ("svw", "svh", "svi", "svb", "svmin", "svmax"),
        }
        yield from (f"css unit {unit.lower()}" for unit in units.get(last, (last,)))
    elif kind == "types":
        yield f"css function {last}"


def _in_scripts(names: list[str], support: Versions) -> Iterator[tuple[str, Versions]]:
    last = names[-1]
    if last.endswith("_event"):
        yield f"js event {last.removesuffix('_event')}", support
    elif last.endswith("_static"):
        yield f"js member {last.removesuffix('_static')}", support
    elif len(names) == 1:
        yield f"js global {last}", support
        yield f"js member {last}", support
    else:
        yield f"js member {last}", support


def _walk(node: dict[str, Any], path: str) -> Iterator[tuple[str, Versions]]:
    for name, child in node.items():
        if name == "__compat":
            yield path, tuple(_version(child["support"].get(browser)) for browser in ANY)
        elif isinstance(child, dict):
            yield from _walk(child, f"{path}.{name}")


def _version(support: Any) -> str | None:  # noqa: ANN401 - as JSON has it
    """Return since when a browser has something under its own name and without a switch."""
    for each in support if isinstance(support, list) else [support]:
        if each and not {"flags", "prefix", "alternative_name", "version_removed"} & set(each):
            added = each["version_added"]
            if isinstance(added, str) and added != "preview":
                return added.lstrip("≤")
    return None


def _age(versions: Versions) -> tuple[bool, tuple[tuple[int, ...], ...]]:
    return is_newer(versions), tuple(number(version) for version in versions)


if __name__ == "__main__":
    main()
