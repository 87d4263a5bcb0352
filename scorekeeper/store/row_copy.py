"""Copies all rows of one database into another one, and compares them."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from flask import Flask
from sqlalchemy import Row, Select, insert, inspect, select

from scorekeeper.store.db import AnyTable, backend, db

_AT_ONCE: Final = 1000
"""Rows in memory at a time."""


def has_tables() -> bool:
    """Has the database of the app context any tables?"""
    return bool(inspect(db.session.connection()).get_table_names())


def copy_rows(source: Flask) -> None:
    """Write all rows of the source into the tables of the app context, which are empty.

    Belongs into a `writing` block; the source must not change meanwhile.
    """
    for table in db.metadata.sorted_tables:
        for rows in _some_at_a_time(source, table):
            db.session.execute(insert(table), [row._asdict() for row in rows])
        if "id" in table.columns:
            backend().count_on(db.session(), table.name)


def other_table(source: Flask) -> str | None:
    """The first table whose rows are not the source's; None where all are."""
    tables = db.metadata.sorted_tables
    return next((table.name for table in tables if not _is_same(source, table)), None)


def _is_same(source: Flask, table: AnyTable) -> bool:
    options = {"yield_per": _AT_ONCE}
    with db.session.execute(_in_order(table), execution_options=options) as here:
        for rows in _some_at_a_time(source, table):
            if list(islice(here, len(rows))) != rows:
                return False
        return here.fetchone() is None


def _some_at_a_time(source: Flask, table: AnyTable) -> Iterator[Sequence[Row[object]]]:
    with source.app_context():
        engine = db.engine
    with engine.connect() as connection:
        yield from connection.execute(_in_order(table)).partitions(_AT_ONCE)


def _in_order(table: AnyTable) -> Select[object]:
    return select(table).order_by(*table.primary_key)
