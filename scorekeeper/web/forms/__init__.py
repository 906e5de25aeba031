"""The forms: they read what was entered, end in values of the rules, and keep every entry."""

from .hand import HandForm, hand_form
from .setup import SetupForm

__all__ = ["HandForm", "SetupForm", "hand_form"]
