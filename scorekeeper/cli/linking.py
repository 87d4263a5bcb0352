"""`python -m scorekeeper link`: makes a scorer's link, for the operator."""

import sys
from urllib.parse import urlsplit

from scorekeeper.i18n import gettext, use_locale
from scorekeeper.journal.owner import NotFound
from scorekeeper.match.matches import DatabaseUnavailable, NotWritable
from scorekeeper.match.pencil.links import scorers_link
from scorekeeper.store.checking import DamagedEvent
from scorekeeper.store.schema import is_up_to_date


def link_match(address: str, site: str | None, language: str) -> int:
    """Print a new scorer's link for the match; the exit status. Needs an app context.

    Without a site it is that of the address, if it has one, else a path.
    """
    with use_locale(language):
        if not is_up_to_date():
            return refuse(gettext("No matches of this version are here: start the server once."))
        try:
            print_link(public_id_in(address), site_in(address) if site is None else site)
        except NotFound:
            return refuse(gettext("There is no match %(match)s here.", match=address))
        except DamagedEvent as error:
            return refuse(damage_text(error))
        except DatabaseUnavailable:
            return refuse(gettext("The server is busy"))
        except NotWritable as error:
            return refuse(gettext("The disk is full or cannot be written: %(what)s", what=error))
        explanation = gettext("Whoever opens this link may write in the match.")
        print(explanation, gettext("The scorer's link before it opens nothing any more."))
    return 0


def print_link(public_id: str, site: str = "") -> None:
    """Print a new scorer's link, which takes the place of the last one.

    :raises NotFound: there is no such match.
    """
    print(f"{site.rstrip('/')}/s#{scorers_link(public_id)}")


def public_id_in(address: str, before: str = "/m/") -> str:
    """The public id in a match's address, or the id itself; of a tournament's behind `/t/`.

    >>> public_id_in("http://192.168.1.7:8000/m/abc/hands/2"), public_id_in("abc")
    ('abc', 'abc')
    >>> public_id_in("https://tefteri.example.org/t/abc/standings", "/t/")
    'abc'
    """
    _, found, rest = address.partition("?")[0].rpartition(before)
    return rest.split("/")[0] if found else address


def site_in(address: str) -> str:
    """Return the server's part of a match's address; empty for a path or an id.

    >>> site_in("http://192.168.1.7:8000/m/abc/hands/2"), site_in("/m/abc/"), site_in("abc")
    ('http://192.168.1.7:8000', '', '')
    """
    try:
        parts = urlsplit(address)
    except ValueError:
        return ""
    return f"{parts.scheme}://{parts.netloc}" if parts.netloc else ""


def refuse(*problems: str) -> int:
    """Say what is wrong; the exit status."""
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1


def damage_text(error: Exception) -> str:
    """Name what is damaged: a file, or an event of a match or tournament."""
    if isinstance(error, DamagedEvent):
        return gettext(
            "Damaged: %(path)s: event %(seq)s is not what was written",
            path=error.path,
            seq=error.seq,
        )
    return gettext("Damaged: %(what)s", what=error)
