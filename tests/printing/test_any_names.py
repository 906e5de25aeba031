"""Whatever a player is called, the card is printed."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.printing import Paper
from scorekeeper.rules import Player, RuleError

from .printed import own_list, printed

_text = st.text(st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp")), max_size=40)


@st.composite
def _names(draw: st.DrawFn) -> str:
    name = draw(_text)
    try:
        Player(name)
    except RuleError:
        name = f"Q{name}"[:40]
    return name


@settings(max_examples=12, deadline=None)
@given(
    names=st.lists(_names(), min_size=2, max_size=15),
    title=st.one_of(st.just(""), _text),
    paper=st.sampled_from(Paper),
)
def test_any_names_and_title_print_on_one_page(names: list[str], title: str, paper: Paper) -> None:
    """Names and titles of any characters the rules allow neither fail nor move the card."""
    assert len(printed(replace(own_list(names, [3, 2, 1]), title=title), paper)) == 1
