"""The forms: they read what was entered, end in values of the rules, and keep every entry."""
