"""Each statement of the store is one that both SQLite and PostgreSQL understand.

A statement is built once, where it stands. So all of them can be found and planned in a second.
Other tests check statements that are built in functions, and those of one backend.
"""

from datetime import datetime
from importlib import import_module
from pkgutil import iter_modules

import pytest
from sqlalchemy import (
    Delete,
    Executable,
    Insert,
    Select,
    TextClause,
    TypeDecorator,
    Update,
    column,
    event,
    select,
    table,
    text,
)
from sqlalchemy.exc import DatabaseError

from scorekeeper import store
from scorekeeper.store.db import db

VALUES = {bool: True, datetime: datetime(2026, 5, 1), int: 1, str: "x"}
"""By type, what a statement is asked with."""


def every_statement():
    """By name, each that is built once: in a module, or in an object that stands in one."""
    found = {}
    for _, module, _ in iter_modules(store.__path__, f"{store.__name__}."):
        for name, value in vars(import_module(module)).items():
            found.update(statements_in(f"{module}.{name}", value))
    return found


def statements_in(name, value):
    """Those that the value is or has; what is read past the session has `?` for its values."""
    if isinstance(value, Executable):
        yield name, value
    elif isinstance(value, str) and value.startswith("SELECT "):
        yield name, text(value.replace("?", ":value"))
    elif isinstance(value, tuple):
        for place, part in enumerate(value):
            yield from statements_in(f"{name}.{place}", part)
    elif type(value).__module__.startswith(store.__name__):
        for attribute in dir(value):
            if not attribute.startswith("__"):
                yield from statements_in(f"{name}.{attribute}", getattr(value, attribute))


def values_for(statement):
    """Something for each value that the statement leaves open."""
    if isinstance(statement, Insert):
        return {column.name: value_of(column.type) for column in statement.table.columns}
    binds = statement.compile(dialect=db.engine.dialect).binds.values()
    return {
        bind.key: [value_of(bind.type)] if bind.expanding else value_of(bind.type)
        for bind in binds
        if bind.required
    }


def value_of(type_):
    """A text where nothing says what it is to be: it goes for a number, too."""
    plain = type_.impl_instance if isinstance(type_, TypeDecorator) else type_
    return VALUES.get(plain.python_type, "1")


def plan(_connection, _cursor, statement, parameters, _context, _is_many):
    """Let a statement be planned and not run."""
    return f"EXPLAIN {statement}", parameters


def fault_of(statement):
    """Return the database's fault with the statement, or None."""
    with db.engine.connect() as connection:
        event.listen(connection, "before_cursor_execute", plan, retval=True)
        try:
            connection.execute(statement, values_for(statement)).close()
        except DatabaseError as fault:
            return str(fault)
    return None


@pytest.mark.usefixtures("context")
def test_the_database_understands_each():
    faults = {name: fault_of(statement) for name, statement in every_statement().items()}
    assert {name: fault for name, fault in faults.items() if fault} == {}


@pytest.mark.usefixtures("context")
def test_one_that_it_does_not_understand_would_be_found():
    assert "nowhere" in fault_of(text("SELECT name FROM nowhere"))
    assert "nowhere" in fault_of(select(column("nowhere")).select_from(table("phone")))


def test_all_kinds_of_them_are_found():
    statements = every_statement()
    assert {type(one) for one in statements.values()} == {
        Delete,
        Insert,
        Select,
        TextClause,
        Update,
    }
    assert len(statements) >= 120
