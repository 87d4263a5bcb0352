"""`python -m scorekeeper maintenance`, `migrate` and `move`: for the operator at the server."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

from scorekeeper.cli.backups import Failed, contents_text, in_words, refuse
from scorekeeper.config import BadSetting, current_settings
from scorekeeper.i18n import gettext, use_locale
from scorekeeper.keeping import database_restore
from scorekeeper.operating import maintenance
from scorekeeper.store import migrator, schema


def begin(minutes: int | None, language: str) -> int:
    """Let every page say that the server is looked after, and how long; the exit status.

    Needs an app context.
    """
    until = datetime.now(UTC) + timedelta(minutes=minutes) if minutes else None
    with use_locale(language):
        try:
            maintenance.begin(current_settings().maintenance, until)
        except OSError as error:
            return refuse(Failed(_unwritable(error)))
        print(gettext("Maintenance is on. Phones keep what they have to send."))
    return 0


def end(language: str) -> int:
    """Let the server answer again; the exit status. Needs an app context."""
    with use_locale(language):
        try:
            was_on = maintenance.end(current_settings().maintenance)
        except OSError as error:
            return refuse(Failed(_unwritable(error)))
        print(gettext("Maintenance is off.") if was_on else gettext("Maintenance was off."))
    return 0


def migrate(migration: str | None, language: str, *, sure: bool) -> int:
    """Bring the database to this migration, or to the newest, and say so; the exit status.

    Needs an app context.
    """
    target = migration or schema.newest_migration()
    with use_locale(language):
        try:
            with in_words():
                migrator.bring_to(target, sure=sure)
        except Failed as error:
            return refuse(error)
        except migrator.Unknown as error:
            text = gettext("This version does not know migration %(migration)s.", migration=error)
            return refuse(Failed(text))
        except migrator.WouldLose as error:
            return refuse(Failed(_losses(target, error.rows)))
        print(gettext("The database is at migration %(migration)s.", migration=target))
    return 0


def _losses(migration: str, rows: dict[str, int]) -> str:
    listing = ", ".join(f"{table} {count}" for table, count in rows.items())
    return gettext(
        "Migration %(migration)s has no room for these rows: %(rows)s. Nothing was changed. To "
        "lose them, add --yes.",
        migration=migration,
        rows=listing,
    )


def _unwritable(error: OSError) -> str:
    return gettext("The disk is full or cannot be written: %(what)s", what=error)


def move(url: str, language: str) -> int:
    """Copy the database to the address, print its contents, and return the exit status.

    Needs an app context.
    """
    with use_locale(language):
        try:
            with in_words(), _in_words_of_the_other():
                contents = database_restore.move(url)
        except Failed as error:
            return refuse(error)
        print(gettext("Moved and compared: %(contents)s", contents=contents_text(contents)))
        print(gettext("The file is as it was. Start the server with DATABASE_URL from now on."))
    return 0


@contextmanager
def _in_words_of_the_other() -> Iterator[None]:
    try:
        yield
    except BadSetting as error:
        raise Failed(str(error)) from error
    except database_restore.NotEmpty as error:
        text = gettext("There is something in that database already: give an empty one.")
        raise Failed(text) from error
    except database_restore.NotAsItWas as error:
        raise Failed(
            gettext("The table %(table)s did not arrive as it is.", table=error)
        ) from error
    except database_restore.TargetRefused as error:
        raise Failed(gettext("PostgreSQL does not take it: %(what)s", what=error)) from error
