"""How long tests draw examples: briefly at a desk, at length where nobody waits for them.

`CI=true`, or `--hypothesis-profile ci`, draws all of them, and the same ones every time.
"""

from hypothesis import settings

DESK = "desk"
FEWER, FEWEST = 5, 5
"""A desk draws so many times fewer examples, but no fewer than that."""

settings.register_profile(DESK, deadline=None, max_examples=100 // FEWER)
if settings.get_current_profile_name() == "default":
    settings.load_profile(DESK)


def tried(examples: int = 100) -> settings:
    """Return the settings of a law that is tried on so many examples, on a few of them at a desk.

    A slow machine breaks no law.
    """
    at_desk = settings.get_current_profile_name() == DESK
    return settings(
        deadline=None,
        max_examples=max(FEWEST, examples // FEWER) if at_desk else examples,
    )
