"""Scorekeeper keeps the score of Bluke, from the names to the printed card."""
