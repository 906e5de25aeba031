"""The oldest browsers: what the pages use is in all of them, by the data of MDN."""
