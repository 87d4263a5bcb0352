"""`python -m scorekeeper erase`: erases names from stored data, for the operator."""

from collections.abc import Callable

from scorekeeper.cli.linking import damage_text, public_id_in, refuse
from scorekeeper.club.acts.refusals import ClubRefused
from scorekeeper.club.club_erasing import erase_club, erase_person
from scorekeeper.config import current_settings
from scorekeeper.i18n import gettext, ngettext, use_locale
from scorekeeper.journal.clock import now
from scorekeeper.journal.owner import NotFound
from scorekeeper.keeping.retention import erase_old
from scorekeeper.match import erasing
from scorekeeper.match.matches import DatabaseUnavailable, NotWritable
from scorekeeper.store.checking import DamagedEvent
from scorekeeper.store.schema import is_up_to_date
from scorekeeper.tournament import erasing as tournament_erasing
from scorekeeper.tournament import pair_erasing
from scorekeeper.tournament.acts.body import TournamentRefused
from scorekeeper.tournament.erasing import ErasurePending


def erase_match(address: str, language: str) -> int:
    """Erase the names of a match; the exit status. Needs an app context."""

    def erase() -> str:
        erasing.erase_match(public_id_in(address), None, "operator")
        return gettext("The names of the match are erased.")

    return _erase(erase, language)


def erase_tournament(address: str, language: str) -> int:
    """Erase the names of a tournament; the exit status. Needs an app context."""

    def erase() -> str:
        tournament_erasing.erase_tournament(public_id_in(address, "/t/"), None, "operator")
        return gettext("The names of the tournament are erased.")

    return _erase(erase, language)


def erase_club_names(address: str, language: str) -> int:
    """Erase the names of a club; the exit status. Needs an app context."""

    def erase() -> str:
        erase_club(public_id_in(address, "/c/"), None, "operator")
        return gettext("The names of the club are erased.")

    return _erase(erase, language)


def erase_person_names(address: str, person: str, language: str) -> int:
    """Erase the names of the club's person with this number; the exit status.

    Needs an app context.
    """

    def erase() -> str:
        erase_person(public_id_in(address, "/c/"), None, person, "operator")
        return gettext("The names of the person are erased.")

    return _erase(erase, language)


def erase_pair(address: str, pair: str, language: str) -> int:
    """Erase the names of the tournament's pair with this number; the exit status.

    Needs an app context.
    """

    def erase() -> str:
        pair_erasing.erase_pair(public_id_in(address, "/t/"), None, pair, "operator")
        return gettext("The names of the pair are erased.")

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
