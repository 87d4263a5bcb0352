"""Moves all content of an SQLite file into an empty database of PostgreSQL."""

from contextlib import nullcontext

from flask import Flask, current_app
from sqlalchemy.exc import DatabaseError

from scorekeeper.config import postgresql_address
from scorekeeper.keeping.backup import NoDatabase
from scorekeeper.keeping.proving import prove
from scorekeeper.store.checking import check
from scorekeeper.store.contents import Contents
from scorekeeper.store.copying import app_for_database, copy_rows, has_tables, other_table
from scorekeeper.store.db import ConnectionLost, database_file, db, writing, writing_lock
from scorekeeper.store.migrating import bring_up_to_date, make_tables


class NotEmpty(Exception):
    """There is something in the database that was to be moved to; nothing was changed."""


class NotAsItWas(Exception):
    """A table's rows arrived otherwise; the text is its name. Nothing is there."""


class TargetRefused(Exception):
    """The target database cannot be reached or refused something; the text is its own."""


def move(url: str) -> Contents:
    """Copy the file of the app context to the address, compare, and count what is there now.

    Nobody writes into the file meanwhile, which stays as it is. It is one transaction: where
    anything fails, nothing is at the address.

    :raises BadSetting: the address is not PostgreSQL's.
    :raises NoFile: the app's own database is a server's.
    :raises NoDatabase: there is nothing to move.
    :raises NotEmpty: there is something there already.
    :raises Damaged: the file, or something in it that cannot be folded.
    :raises NotAsItWas, proving.Differs: what arrived is not what the file has.
    :raises TargetRefused: there is no such database, or PostgreSQL refused something.
    :raises DatabaseUnavailable: the file was locked too long.
    """
    target = postgresql_address(url)
    file = database_file()
    if not file.exists():
        raise NoDatabase(str(file))
    bring_up_to_date()
    source = current_app._get_current_object()  # type: ignore[attr-defined]
    with writing_lock(), app_for_database(target) as app, app.app_context():
        check(file)
        try:
            return _fill(source)
        except ConnectionLost as error:
            raise TargetRefused(str(error)) from error
        except DatabaseError as error:
            raise TargetRefused(str(error.orig)) from error


def _fill(source: Flask) -> Contents:
    with writing():
        if has_tables():
            raise NotEmpty
        make_tables(db.session.connection())
        copy_rows(source)
        other = other_table(source)
        if other is not None:
            raise NotAsItWas(other)
        contents, damages = prove(nullcontext, source.app_context)
        if damages:
            raise damages[0]
        return contents
