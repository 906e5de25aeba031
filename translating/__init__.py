"""The upkeep of the translations: for whoever works on the code, and no part of the app."""
