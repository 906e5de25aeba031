"""Carrying every row of one database into another, whatever engines the two are on."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import JSON, Column, Connection, DateTime, MetaData, Table, delete, insert, select

VERSION_TABLE = "alembic_version"
AT_ONCE = 500
"""Rows that are held in memory together."""


def tables_of(connection: Connection) -> list[Table]:
    """Return the tables that a database has, those that others refer to first."""
    metadata = MetaData()
    metadata.reflect(connection)
    return [table for table in metadata.sorted_tables if table.name != VERSION_TABLE]


def copy_rows(source: Connection, target: Connection, tables: list[Table]) -> None:
    """Copy the rows of tables that both databases have, in one order, which respects references."""
    for table in tables:
        portable = _portable(table)
        # Rows come after those of the same table that they refer to, which refer to none.
        first = [portable.c[name].is_not(None) for name in _own_references(table)]
        for rows in _batches(source, portable, first):
            target.execute(insert(portable), rows)


def empty(connection: Connection, tables: list[Table]) -> None:
    """Delete every row of these tables."""
    for table in reversed(tables):
        connection.execute(delete(table))


def _portable(table: Table) -> Table:
    """Return a table with nothing but names and types, read and written alike on both engines."""
    columns = [Column(column.name, _type(column), key=column.name) for column in table.columns]
    return Table(table.name, MetaData(), *columns)


def _own_references(table: Table) -> list[str]:
    return [
        column.name
        for constraint in table.foreign_key_constraints
        if constraint.referred_table is table
        for column in constraint.columns
        if column.nullable
    ]


def _type(column: Column[Any]) -> Any:  # noqa: ANN401 - any type of SQLAlchemy's
    if isinstance(column.type, JSON):
        return JSON(none_as_null=True)
    if isinstance(column.type, DateTime):
        return DateTime(timezone=True)
    return column.type


def _batches(source: Connection, table: Table, first: list[Any]) -> Iterator[list[dict[str, Any]]]:
    query = select(table).order_by(*first)
    found = source.execute(query, execution_options={"yield_per": AT_ONCE})
    for rows in found.mappings().partitions():
        yield [{name: _in_utc(value) for name, value in row.items()} for row in rows]


def _in_utc(value: object) -> object:
    """Return a moment in UTC without saying so, as SQLite keeps it, or with, as PostgreSQL does."""
    if not isinstance(value, datetime):
        return value
    return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)
