"""The upkeep of catalogues: what an update keeps, and what the check finds."""

import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import pytest
from _catalogues import compile_catalogue, problems, read
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po
from babel.support import Translations

ROOT = Path(__file__).parents[2]
HELLO, BYE = "Hello, %(name)s", "See you"
CARDS = ("One card of %(all)s", "%(num)s cards of %(all)s")
DUTCH = ("Eén kaart van %(all)s", "%(num)s kaarten van %(all)s")
PAGE = """\
{{ _("%s", name=1) }} {{ _("See you") }}
{{ ngettext("One card of %%(all)s", "%%(num)s cards of %%(all)s", 1, all=2) }}
"""


def finished(
    language: str = "nl",
    changed: Mapping[str, str | tuple[str, ...]] = MappingProxyType({}),
) -> Catalog:
    """Return a finished catalogue, but for what is changed."""
    catalogue = Catalog(locale=language, charset="utf-8", fuzzy=False, header_comment="# A test.")
    for message, usual in ((HELLO, "Hallo, %(name)s"), (BYE, "Tot ziens"), (CARDS, DUTCH)):
        word = (message if isinstance(message, str) else message[0]).split()[0].strip(",")
        catalogue.add(message, changed.get(word, usual))
    return catalogue


def write(catalogue: Catalog, translations: Path) -> Path:
    """Write a catalogue to where it belongs in a folder of translations."""
    path = translations / str(catalogue.locale) / "LC_MESSAGES" / "messages.po"
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalogue)
    return path


def test_a_finished_catalogue_has_no_problems() -> None:
    """Nothing is said where nothing is wrong."""
    assert [*problems(finished())] == []


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"See": ""}, "“See you”: is missing"),
        ({"One": (DUTCH[0], "")}, "“One card of %(all)s”: is missing"),
        ({"Hello": "Hallo"}, "“Hello, %(name)s”: lacks %(name)s"),
        (
            {"Hello": "Hallo, %(naam)s van %(name)s"},
            "“Hello, %(name)s”: unknown named placeholder 'naam'",
        ),
        (
            {"Hello": "100 % %(name)s"},
            "“Hello, %(name)s”: has a % that is no placeholder: write %%",
        ),
        ({"See": "100 %"}, "“See you”: has a % that is no placeholder: write %%"),
        ({"See": "%(name)s"}, "“See you”: has a % that is no placeholder: write %%"),
        ({"See": "Tot <b>ziens</b>"}, "“See you”: has not the tags of the original, none"),
        (
            {"See": "Tot ziens "},
            "“See you”: does not begin and end with the spaces or lines of the original",
        ),
        ({"One": (DUTCH[0], DUTCH[0])}, "“One card of %(all)s”: lacks %(num)s"),
        ({"One": ("Eén kaart", DUTCH[1])}, "“One card of %(all)s”: lacks %(all)s"),
    ],
)
def test_what_is_wrong_is_found(changed: dict[str, str | tuple[str, ...]], said: str) -> None:
    """Each fault is one sentence that quotes the original."""
    assert [*problems(finished(changed=changed))] == [said]


def test_a_form_for_one_alone_may_leave_the_number_out() -> None:
    """So it is in Romanian; where French has 0 by the same form, or Korean all, it must say it."""
    romanian = ("O carte din %(all)s", "%(num)s cărți din %(all)s", "%(num)s de cărți din %(all)s")
    assert [*problems(finished("ro", {"One": romanian}))] == []
    french = finished("fr", {"One": ("Une carte de %(all)s", *["%(num)s cartes de %(all)s"] * 2)})
    assert [*problems(french)] == ["“One card of %(all)s”: lacks %(num)s"]
    korean = finished("ko", {"One": ("%(all)s장 중 한 장",)})
    assert [*problems(korean)] == ["“One card of %(all)s”: lacks %(num)s"]


def test_a_fuzzy_message_is_found() -> None:
    """A translation that somebody should look at is no finished one."""
    catalogue = finished()
    catalogue[BYE].flags.add("fuzzy")
    assert [*problems(catalogue)] == ["“See you”: is fuzzy; look at it, and take the mark away"]


def test_what_is_compiled_leaves_fuzzy_messages_in_english(tmp_path: Path) -> None:
    """The app says what somebody stands for, and else what the code says."""
    catalogue = finished()
    catalogue[HELLO].flags.add("fuzzy")
    path = write(catalogue, tmp_path)
    compile_catalogue(path)
    dutch = Translations.load(tmp_path, ["nl"])
    assert (dutch.gettext(BYE), dutch.gettext(HELLO)) == ("Tot ziens", HELLO)
    assert {each.suffix for each in path.parent.iterdir()} == {".po", ".mo"}


class Checkout:
    """A copy of the command beside a page of three messages."""

    def __init__(self, folder: Path) -> None:
        shutil.copytree(ROOT / "bin", folder / "bin")
        for name in ("babel.cfg", "requirements.lock", "pyproject.toml", "hatch_build.py"):
            shutil.copy(ROOT / name, folder)
        self.translations = folder / "scorekeeper" / "translations"
        for path in (self.translations, folder / "templates", folder / ".venv" / "bin"):
            path.mkdir(parents=True)
        python = folder / ".venv" / "bin" / "python"
        python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
        python.chmod(0o755)
        (folder / ".venv" / ".prints").touch()
        ready = 'source bin/_setup.sh; { place; checksum run; } >"$venv/.ready-run"'
        subprocess.run(["bash", "-c", ready], cwd=folder, check=True)
        self._folder = folder
        self.page(HELLO)

    def page(self, hello: str) -> None:
        """Write the page, with one of its messages."""
        (self._folder / "templates" / "page.html").write_text(PAGE % hello)

    def run(self, *arguments: str) -> tuple[int, str]:
        """Run `bin/translations` and return its exit code and all that it said."""
        done = subprocess.run(
            ["bin/translations", *arguments],
            cwd=self._folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout


def test_an_update_keeps_what_was_only_reworded(tmp_path: Path) -> None:
    """What was translated is not lost by a word, and what changes is shown before it does."""
    checkout = Checkout(tmp_path)
    path = write(finished(), checkout.translations)
    checkout.page("Hello there, %(name)s")
    code, said = checkout.run("check")
    assert code == 1
    assert '\n-msgid "Hello, %(name)s"\n' in said
    assert '\n+msgid "Hello there, %(name)s"\n' in said

    assert checkout.run("update", "nl") == (0, "")
    text = path.read_bytes()
    assert b"Date" not in text
    catalogue = read(path)
    reworded = catalogue["Hello there, %(name)s"]
    assert (reworded.string, reworded.fuzzy) == ("Hallo, %(name)s", True)
    assert (len(catalogue), len(catalogue.obsolete)) == (3, 0)
    file = "scorekeeper/translations/nl/LC_MESSAGES/messages.po"
    said = f"{file}: “Hello there, %(name)s”: is fuzzy; look at it, and take the mark away\n"
    assert checkout.run("check") == (1, said)
    assert path.read_bytes() == text


def test_a_language_is_begun_by_its_name(tmp_path: Path) -> None:
    """Its head is marked, which the check says; a name that is none is refused."""
    checkout = Checkout(tmp_path)
    assert checkout.run("check", "kk")[0] == 2
    assert checkout.run("mend")[0] == 2
    assert checkout.run("update", "kk") == (0, "")
    code, said = checkout.run("check", "kk")
    assert code == 1
    assert "messages.po: The whole catalogue is marked as fuzzy" in said
    assert said.endswith("“One card of %(all)s”: is missing\n")
