"""The upkeep of catalogues: what an update keeps, and what the check finds."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import pytest
from babel.messages.catalog import Catalog
from babel.support import Translations

from translating.catalogues import compile_catalogue, path_of, read, text_of, update
from translating.checks import problems

HELLO, BYE = "Hello, %(name)s", "See you"
CARDS = ("One card of %(all)s", "%(num)s cards of %(all)s")
DUTCH = ("Eén kaart van %(all)s", "%(num)s kaarten van %(all)s")


def messages(*ids: str | tuple[str, str]) -> Catalog:
    """Return a source that has these messages."""
    template = Catalog()
    for message in ids:
        template.add(message, locations=[("page.html", 1)])
    return template


SOURCE = messages(HELLO, BYE, CARDS)


def written(
    folder: Path,
    language: str = "nl",
    changed: Mapping[str, str | tuple[str, ...]] = MappingProxyType({}),
) -> Catalog:
    """Write a finished catalogue of `SOURCE`, but for what is changed, and return it."""
    update(language, SOURCE, folder)
    catalogue = read(path_of(language, folder).read_bytes(), language)
    catalogue.fuzzy = False
    for message, usual in ((HELLO, "Hallo, %(name)s"), (BYE, "Tot ziens"), (CARDS[0], DUTCH)):
        found = catalogue.get(message)
        assert found
        found.string = changed.get(message.split()[0].strip(","), usual)
    path_of(language, folder).write_bytes(text_of(catalogue))
    return catalogue


def test_a_finished_catalogue_has_no_problems(tmp_path: Path) -> None:
    """Nothing is said where nothing is wrong."""
    written(tmp_path)
    assert problems("nl", SOURCE, tmp_path) == []


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"See": ""}, "“See you”: is missing."),
        ({"One": (DUTCH[0], "")}, "“One card of %(all)s”: is missing."),
        ({"Hello": "Hallo"}, "“Hello, %(name)s”: lacks %(name)s"),
        (
            {"Hello": "Hallo, %(naam)s van %(name)s"},
            "“Hello, %(name)s”: has %(naam)s, which the original has not",
        ),
        (
            {"Hello": "100 % %(name)s"},
            "“Hello, %(name)s”: has a % that is no placeholder: write %%",
        ),
        ({"See": "100 %"}, "“See you”: has a % that is no placeholder: write %%"),
        ({"See": "Tot <b>ziens</b>"}, "“See you”: has not the tags of the original, none"),
        (
            {"See": "Tot ziens "},
            "“See you”: does not begin and end with the spaces or lines of the original",
        ),
        ({"One": (DUTCH[0], DUTCH[0])}, "“One card of %(all)s”: lacks %(num)s"),
        ({"One": ("Eén kaart", DUTCH[1])}, "“One card of %(all)s”: lacks %(all)s"),
    ],
)
def test_what_is_wrong_is_found(
    tmp_path: Path, changed: dict[str, str | tuple[str, ...]], said: str
) -> None:
    """Each fault is one sentence that quotes the original."""
    written(tmp_path, changed=changed)
    assert problems("nl", SOURCE, tmp_path) == [said]


def test_a_form_for_one_alone_may_leave_the_number_out(tmp_path: Path) -> None:
    """So it is in Romanian; Korean has one form for all numbers, which must say the number."""
    romanian = ("O carte din %(all)s", "%(num)s cărți din %(all)s", "%(num)s de cărți din %(all)s")
    written(tmp_path, "ro", {"One": romanian})
    assert problems("ro", SOURCE, tmp_path) == []
    written(tmp_path, "ko", {"One": ("%(all)s장 중 한 장",)})
    assert problems("ko", SOURCE, tmp_path) == ["“One card of %(all)s”: lacks %(num)s"]


def test_a_message_that_is_new_or_gone_is_found(tmp_path: Path) -> None:
    """The catalogue must have what the source has, and nothing else."""
    written(tmp_path)
    assert problems("nl", messages(HELLO, BYE, CARDS, "New"), tmp_path) == [
        "Not in the file yet: 1; run bin/translations update."
    ]
    assert problems("nl", messages(HELLO, CARDS), tmp_path) == [
        "“See you”: is not used any more; run bin/translations update."
    ]


def test_a_fuzzy_message_is_found(tmp_path: Path) -> None:
    """A translation that somebody should look at is no finished one."""
    catalogue = written(tmp_path)
    catalogue[BYE].flags.add("fuzzy")
    path_of("nl", tmp_path).write_bytes(text_of(catalogue))
    assert problems("nl", SOURCE, tmp_path) == [
        "“See you”: is fuzzy; look at it, and take the mark away."
    ]


def test_a_reworded_message_keeps_its_words_as_fuzzy(tmp_path: Path) -> None:
    """What was translated is not lost by a comma; something else altogether gets nothing."""
    written(tmp_path)
    update("nl", messages("Hello there, %(name)s", "Trump", CARDS), tmp_path)
    catalogue = read(path_of("nl", tmp_path).read_bytes(), "nl")
    reworded = catalogue["Hello there, %(name)s"]
    assert (reworded.string, reworded.fuzzy) == ("Hallo, %(name)s", True)
    assert (catalogue["Trump"].string, catalogue["Trump"].fuzzy) == ("", False)
    assert len(catalogue) == 3


def test_an_update_changes_nothing_twice(tmp_path: Path) -> None:
    """The file is the same whoever writes it, and whenever."""
    written(tmp_path)
    text = path_of("nl", tmp_path).read_bytes()
    update("nl", SOURCE, tmp_path)
    assert path_of("nl", tmp_path).read_bytes() == text


def test_a_new_language_is_begun_as_one_being_made(tmp_path: Path) -> None:
    """Its head is marked, which the check says."""
    update("kk", SOURCE, tmp_path)
    assert problems("kk", SOURCE, tmp_path)[-1].startswith("The whole catalogue is marked as fuzzy")


def test_what_is_compiled_leaves_fuzzy_messages_in_english(tmp_path: Path) -> None:
    """The app says what somebody stands for, and else what the code says."""
    catalogue = written(tmp_path)
    catalogue[HELLO].flags.add("fuzzy")
    path_of("nl", tmp_path).write_bytes(text_of(catalogue))
    compile_catalogue("nl", tmp_path)
    dutch = Translations.load(tmp_path, ["nl"])
    assert (dutch.gettext(BYE), dutch.gettext(HELLO)) == ("Tot ziens", HELLO)
    assert {path.suffix for path in path_of("nl", tmp_path).parent.iterdir()} == {".po", ".mo"}
