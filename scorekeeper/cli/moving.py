"""`python -m scorekeeper move`: from a file of SQLite to PostgreSQL."""

from collections.abc import Iterator
from contextlib import contextmanager

from scorekeeper.cli.backing_up import Failed, contents_text, in_words, refuse
from scorekeeper.config import BadSetting
from scorekeeper.i18n import gettext, use_locale
from scorekeeper.services import moving


def move(url: str, language: str) -> int:
    """Copy the database to the address and print what is there; the exit status.

    Needs an app context.
    """
    with use_locale(language):
        try:
            with in_words(), _in_words_of_the_other():
                contents = moving.move(url)
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
    except moving.NotEmpty as error:
        text = gettext("There is something in that database already: give an empty one.")
        raise Failed(text) from error
    except moving.NotAsItWas as error:
        raise Failed(
            gettext("The table %(table)s did not arrive as it is.", table=error)
        ) from error
    except moving.TargetRefused as error:
        raise Failed(gettext("PostgreSQL does not take it: %(what)s", what=error)) from error
