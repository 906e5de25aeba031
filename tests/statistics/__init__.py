"""Statistics, held against a second computation."""
