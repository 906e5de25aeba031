"""The forms: they read what was entered, end in values of the rules, and keep every entry."""

from .dating import StartedForm
from .hand import HandForm, hand_form
from .people import (
    ComingForm,
    JoinForm,
    LeaveForm,
    NamesForm,
    SeatsForm,
    TableForm,
)
from .setup import SetupForm

__all__ = [
    "ComingForm",
    "HandForm",
    "JoinForm",
    "LeaveForm",
    "NamesForm",
    "SeatsForm",
    "SetupForm",
    "StartedForm",
    "TableForm",
    "hand_form",
]
