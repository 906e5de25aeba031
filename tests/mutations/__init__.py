"""Faults put into the project on purpose: `python -m tests.mutations` shows that tests see them."""
