"""How long the attack goes on: a while with all the tests, or as long as it takes."""

from hypothesis import settings

USUAL = 2_000
"""Requests in a run of all tests."""

settings.register_profile("fuzz", max_examples=10 * USUAL)
