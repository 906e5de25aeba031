"""What forms say by themselves: WTForms has messages of its own, in languages of its own choice."""

from collections.abc import Iterator

from _catalogues import read
from flask import Flask
from flask_babel import force_locale
from werkzeug.datastructures import MultiDict
from wtforms import BooleanField
from wtforms.validators import InputRequired

import scorekeeper.app  # noqa: F401 - it knows every room, and so every form
from scorekeeper.config import LANGUAGES
from scorekeeper.files import TRANSLATIONS
from scorekeeper.web.forms.fields import ErrorsForm, TextField
from tests.cases import cases


def every_form() -> Iterator[type[ErrorsForm]]:
    """Yield every form there is."""
    ahead = [ErrorsForm]
    while ahead:
        form = ahead.pop()
        ahead += form.__subclasses__()
        yield form


FORMS = [*every_form()]


def test_every_form_is_looked_at() -> None:
    """Forms are found by what they are made of: without the rooms there would be none."""
    fields = {name for form in FORMS for name in form().inputs}
    assert fields >= {"bid-0", "name-1", "players-0", "hand_sizes", "card", "since"}


@cases("form", FORMS)
def test_no_field_says_anything_but_our_own(form: type[ErrorsForm]) -> None:
    """Only fields of ours refuse anything; a checkbox takes whatever comes.

    Who adds a field or a validator of WTForms puts its messages into the catalogues first.
    """
    for field in form().inputs.values():
        assert isinstance(field, BooleanField | TextField)
        assert not field.validators


@cases("language", LANGUAGES)
def test_a_message_of_wtforms_comes_from_our_catalogue(app: Flask, language: str) -> None:
    """Were there one, it would be in the reader's language, which WTForms may not have."""
    needed = "Name"  # a word that the catalogue has, in the place of WTForms' own

    class Form(ErrorsForm):
        name = TextField(validators=[InputRequired()])

    with app.test_request_context(), force_locale(language):
        form = Form(MultiDict({"name": ""}))
        said = form.meta.get_translations(form).gettext(needed)
    if language == "en":
        assert said == needed
    else:
        catalogue = read(TRANSLATIONS / language / "LC_MESSAGES" / "messages.po")
        translated = catalogue.get(needed)
        assert translated
        assert said == (translated.string or needed)
