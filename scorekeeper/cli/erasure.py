"""`python -m scorekeeper link` and `erase`: a scorer's link, and names erased from stored data."""

import sys
from collections.abc import Callable
from urllib.parse import urlsplit

from scorekeeper.club.acts.club_fields import ClubRefused
from scorekeeper.club.erased_names import erase_club, erase_person
from scorekeeper.config import current_settings
from scorekeeper.i18n import gettext, ngettext, use_locale
from scorekeeper.journal.clock import now
from scorekeeper.journal.owner import NotFound
from scorekeeper.keeping.retention import erase_old
from scorekeeper.match.erasure import erase_match
from scorekeeper.match.links import scorers_link
from scorekeeper.match.matches import DatabaseUnavailable, NotWritable
from scorekeeper.store.database_checks import DamagedEvent
from scorekeeper.store.schema import is_up_to_date
from scorekeeper.tournament.acts.body import TournamentRefused
from scorekeeper.tournament.erasure import ErasurePending, erase_tournament
from scorekeeper.tournament.pair_erasure import erase_pair


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
    """Print the problems, and return the exit status."""
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1


def damage_text(error: Exception) -> str:
    """Name the damaged thing: a file, or an event of a match or tournament."""
    if isinstance(error, DamagedEvent):
        return gettext(
            "Damaged: %(path)s: event %(seq)s is not what was written",
            path=error.path,
            seq=error.seq,
        )
    return gettext("Damaged: %(what)s", what=error)


def erase_names(what: str, address: str, number: str, language: str) -> int:
    """Erase the names of a thing, and return the exit status.

    `what` is `match`, `tournament`, `pair`, `club` or `person`; the number is that of the pair or
    the person. Needs an app context.
    """

    def erase() -> str:
        match what:
            case "match":
                erase_match(public_id_in(address), None, "operator")
                return gettext("The names of the match are erased.")
            case "tournament":
                erase_tournament(public_id_in(address, "/t/"), None, "operator")
                return gettext("The names of the tournament are erased.")
            case "pair":
                erase_pair(public_id_in(address, "/t/"), None, number, "operator")
                return gettext("The names of the pair are erased.")
            case "club":
                erase_club(public_id_in(address, "/c/"), None, "operator")
                return gettext("The names of the club are erased.")
            case _:
                erase_person(public_id_in(address, "/c/"), None, number, "operator")
                return gettext("The names of the person are erased.")

    return _erase(erase, language)


def erase_what_is_old(days: int | None, language: str) -> int:
    """Erase the names where nothing was written for these days; the exit status.

    Without a number it is the setting's. Needs an app context.
    """
    days = days or current_settings().erase_after_days

    def erase() -> str:
        count = erase_old(days, now())
        return ngettext(
            "The names of %(num)s match, tournament or club are erased.",
            "The names of %(num)s matches, tournaments and clubs are erased.",
            count,
        )

    if not days:
        with use_locale(language):
            return refuse(
                gettext("Nothing was erased: say how old, with --days or TEFTERI_ERASE_AFTER_DAYS.")
            )
    return _erase(erase, language)


def _erase(erase: Callable[[], str], language: str) -> int:
    with use_locale(language):
        if not is_up_to_date():
            return refuse(gettext("No matches of this version are here: start the server once."))
        try:
            print(erase())
        except NotFound as error:
            return refuse(gettext("There is no match, tournament or club %(id)s here.", id=error))
        except DamagedEvent as error:
            return refuse(damage_text(error))
        except (TournamentRefused, ClubRefused) as error:
            is_pair = isinstance(error, TournamentRefused)
            pair, person = gettext("There is no such pair."), gettext("There is no such person.")
            return refuse(pair if is_pair else person)
        except ErasurePending:
            return refuse(
                gettext("Only some of the names are erased: the server is busy. Try again.")
            )
        except DatabaseUnavailable:
            return refuse(gettext("The server is busy"))
        except NotWritable as error:
            return refuse(gettext("The disk is full or cannot be written: %(what)s", what=error))
    return 0
