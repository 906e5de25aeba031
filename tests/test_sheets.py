"""The style sheets, read as text."""

import re

from scorekeeper.web.joined import STATIC

RULE = re.compile(r"\{([^{}]*)\}")
HEIGHT = re.compile(r"[\d.]vh\b")


def test_what_is_as_high_as_the_window_is_so_without_the_bars() -> None:
    """A phone's `100vh` reaches under its browser's bars: `dvh` comes after it everywhere."""
    for path in (STATIC / "css").glob("*.css"):
        text = path.read_text(encoding="utf-8")
        for rule in RULE.findall(text):
            if "--high" in rule and "dvh" not in rule:
                assert "@supports (block-size: 100dvh) { .across { --high" in text
                continue
            declarations = [each.strip() for each in rule.split(";") if HEIGHT.search(each)]
            for each in declarations:
                name = each.partition(":")[0]
                later = rule.partition(each)[2]
                assert re.search(rf"{name}: [^;]*\ddvh", later), f"{path.name}: {each}"
