"""The commands, a room for each kind; every room adds its own to the parser."""
