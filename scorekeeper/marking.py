"""Marks texts that are translated later, when it is known who reads them."""

N_ = str
"""Returns its text; what reads the source for translators knows it by this name."""
