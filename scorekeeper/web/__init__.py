"""The pages: each view parses, makes one call, and answers."""
