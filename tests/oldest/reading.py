"""What style sheets and scripts use, by the names that `newer.tsv` has."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

import tinycss2  # type: ignore[import-untyped] # publishes none
import tree_sitter_javascript
from tree_sitter import Language, Node, Parser

JAVASCRIPT = Parser(Language(tree_sitter_javascript.language()))
CONSTRUCTS = {
    **{operator: (operator,) for operator in ("??", "??=", "||=", "&&=", "?.")},
    "field_definition": ("class field",),
    "class_static_block": ("static block",),
}
NAMED_BY = {"new_expression", "call_expression", "member_expression"}
IN_PATTERNS = {"(?<=": "(?<=", "(?<!": "(?<=", "(?i:": "(?i:", "(?-i:": "(?i:"}


class SyntaxUnknownError(ValueError):
    """A script that the reader does not understand."""


def in_styles(text: str) -> set[str]:
    """Return what a style sheet uses, but for what it asks for by `@supports`."""
    return set(_rules(tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True)))


def _rules(rules: Iterable[Any], *, is_nested: bool = False) -> Iterator[str]:
    for rule in rules:
        if rule.type == "at-rule":
            yield f"css rule @{rule.lower_at_keyword}"
            if rule.lower_at_keyword == "supports":
                continue
            if rule.lower_at_keyword == "media":
                yield from _media(rule.prelude)
            if rule.content is not None:
                inner = tinycss2.parse_blocks_contents(rule.content)
                yield from _rules(inner, is_nested=is_nested)
        elif rule.type == "qualified-rule":
            if is_nested:
                yield "css selector nesting"
            yield from _selectors(rule.prelude)
            yield from _rules(tinycss2.parse_blocks_contents(rule.content), is_nested=True)
        elif rule.type == "declaration":
            yield f"css property {rule.lower_name}"
            yield from _values(rule.lower_name, rule.value)


def _media(tokens: Iterable[Any]) -> Iterator[str]:
    for token in tokens:
        if token.type == "ident":
            yield f"css media {token.lower_value}"
        elif token.type == "literal" and token.value in "<>":
            yield "css media range_syntax"
        yield from _media(getattr(token, "content", None) or ())


def _selectors(tokens: list[Any]) -> Iterator[str]:
    for before, token in zip([None, *tokens], tokens, strict=False):
        is_pseudo = before is not None and before == ":"
        if is_pseudo and token.type in ("ident", "function"):
            yield f"css selector {getattr(token, 'lower_name', None) or token.lower_value}"
        yield from _selectors(list(getattr(token, "arguments", ())))


def _values(name: str, tokens: Iterable[Any]) -> Iterator[str]:
    for token in tokens:
        if token.type == "ident":
            yield f"css value {name}: {token.lower_value}"
        elif token.type == "dimension":
            yield f"css unit {token.lower_unit}"
        elif token.type == "function":
            yield f"css function {token.lower_name}"
        inner = getattr(token, "arguments", None) or getattr(token, "content", None)
        yield from _values(name, inner if isinstance(inner, list) else ())


def in_script(text: str) -> tuple[set[str], set[str]]:
    """Return what a script uses, and the kinds of nodes of its syntax.

    Raises `SyntaxUnknownError`.
    """
    tree = JAVASCRIPT.parse(text.encode())
    if tree.root_node.has_error:
        raise SyntaxUnknownError
    nodes = list(_nodes(tree.root_node))
    return {use for node in nodes for use in _uses(node)}, {node.type for node in nodes}


def _nodes(node: Node) -> Iterator[Node]:
    yield node
    for child in node.children:
        yield from _nodes(child)


def _uses(node: Node) -> Iterator[str]:
    text = (node.text or b"").decode()
    parent = node.parent.type if node.parent else ""
    yield from (f"js {name}" for name in CONSTRUCTS.get(node.type, ()))
    match node.type:
        case "property_identifier" | "shorthand_property_identifier_pattern":
            yield f"js member {text}"
        case "identifier" if parent in NAMED_BY:
            yield f"js global {text}"
        case "private_property_identifier":
            yield "js private method" if parent == "method_definition" else "js private field"
        case "number" if "_" in text:
            yield "js numeric separator"
        case "await_expression" if not _is_in_function(node):
            yield "js top-level await"
        case "regex_flags":
            yield from (f"js flag {flag} of a pattern" for flag in text)
        case "regex_pattern":
            yield from (f"js {of} in a pattern" for sign, of in IN_PATTERNS.items() if sign in text)
        case "string_fragment" if re.fullmatch("[a-z]+", text):
            yield f"js event {text}"


def _is_in_function(node: Node) -> bool:
    while node.parent:
        node = node.parent
        if "function" in node.type or node.type == "method_definition":
            return True
    return False
