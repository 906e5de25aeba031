"""A table at servers that share a PostgreSQL."""
