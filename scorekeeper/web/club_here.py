"""The club that this phone plays at: by the address of a new match, or as the phone remembers it.

It is remembered once a match was begun there, and forgotten by one tap.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, NamedTuple

from flask import request
from werkzeug.wrappers import Response

from scorekeeper.club.club_matches import membership_of, seatings_of
from scorekeeper.club.club_service import LoadedClub, find_club
from scorekeeper.club.club_state import Club, ClubPerson
from scorekeeper.club.erased_names import does_match_tell
from scorekeeper.explain import club_words
from scorekeeper.journal.identifiers import is_public_id
from scorekeeper.journal.owner import NotFound
from scorekeeper.match.acts.fields import SeatedBy
from scorekeeper.match.matches import LoadedMatch
from scorekeeper.operating.cookies import cookie_name, delete_cookie, set_cookie
from scorekeeper.rules.match import Match, Party, side_of
from scorekeeper.rules.model import SEATS, SIDES, BySide, Seat
from scorekeeper.store.database_checks import DamagedEvent
from scorekeeper.web.phone_identity import role_in_club

_MOST_OPTIONS: Final = 4000
"""Persons to choose from for all chairs of a page together: beyond, one list is for all of them."""
MOST_IN_ONE: Final = 24
"""Options of one choice: beyond, they are searched by typing."""
_COOKIE: Final = "club"


def is_long_choice(club: Club, chairs: int = 1) -> bool:
    """Are the persons for these chairs searched by typing, in one list for all of them?"""
    count = len(club.roster)
    return count > MOST_IN_ONE or chairs * count > _MOST_OPTIONS


class Offers(NamedTuple):
    """Persons who may sit on a chair, as they are called to this reader, and who was chosen."""

    persons: tuple[ClubPerson, ...]
    names: Mapping[str, str]
    typed: Mapping[str, str]
    """The text to type for a chosen person: the match's own page is for strangers, too."""
    chosen: str


def club_here() -> LoadedClub | None:
    """The club of the address, else the one that this phone remembers."""
    return _club_at(request.args.get("club") or request.cookies.get(cookie_name(_COOKIE), ""))


def remembers_club() -> bool:
    """Does this phone remember a club?"""
    return cookie_name(_COOKIE) in request.cookies


def sent_club() -> LoadedClub | None:
    """The club that the form of a new match carries."""
    return _club_at(request.values.get("club", ""))


def _club_at(address: str) -> LoadedClub | None:
    try:
        return find_club(address) if is_public_id(address) else None
    except (NotFound, DamagedEvent):
        return None


def sent_persons() -> SeatedBy:
    """The persons that were chosen for the chairs."""
    chosen = {seat: request.values.get(f"person_{seat}", "") for seat in SEATS}
    return {seat: one for seat, one in chosen.items() if one}


def remember_club(response: Response, loaded_club: LoadedClub) -> None:
    """Let this phone begin its next match there, too."""
    set_cookie(response, _COOKIE, loaded_club.public_id)


def forget_club(response: Response) -> None:
    """Let this phone play at no club any more."""
    delete_cookie(response, _COOKIE)


def is_played_at(loaded_match: LoadedMatch, loaded_club: LoadedClub) -> bool:
    """Is the match this club's?"""
    return membership_of(loaded_match.ledger).club == loaded_club.public_id


def last_persons_of(loaded_match: LoadedMatch) -> SeatedBy:
    """The persons who sat at the table last."""
    return seatings_of(loaded_match.ledger)[-1].persons


def offers_of(loaded_club: LoadedClub, persons: tuple[ClubPerson, ...], chosen: str = "") -> Offers:
    """These persons, as they are offered for a chair."""
    is_inside = bool(role_in_club(loaded_club.public_id))
    club = loaded_club.club
    names, typed = (
        {one.key: club_words.person_name(club, one, is_inside=inside) for one in persons}
        for inside in (is_inside, False)
    )
    return Offers(persons, names, typed, chosen if chosen in names else "")


def with_numbers(match: Match, loaded_club: LoadedClub, persons: SeatedBy) -> Match:
    """The match in which who is a number to strangers is called so: its pages are for them, too."""
    club = loaded_club.club
    called = {
        seat: club_words.person_name(club, club.persons[one], is_inside=False)
        for seat, one in persons.items()
        if one in club.persons and club.is_numbered(one)
    }
    parties = (
        Party(
            match.sides.of(side).name,
            tuple(
                called.get(seat, match.player_at(seat)) for seat in SEATS if side_of(seat) == side
            ),
        )
        for side in SIDES
    )
    return replace(match, sides=BySide(*parties)) if called else match


def start_context(loaded_club: LoadedClub | None, persons: SeatedBy) -> dict[str, object]:
    """The variables on the club in the form of a new match."""
    offers: dict[Seat, Offers] | None = None
    if loaded_club is not None:
        known = loaded_club.club.persons
        chosen = {seat: persons.get(seat, "") for seat in SEATS}
        offers = {
            seat: offers_of(loaded_club, (known[one],) if one in known else (), one)
            for seat, one in chosen.items()
        }
    return {
        "club_here": loaded_club,
        "club_name": club_words.club_name(loaded_club.club) if loaded_club else "",
        "offers": offers,
    }


class ClubLine(NamedTuple):
    """The club of a match, as the match's page shows it."""

    address: str = ""
    name: str = ""
    proposed: str = ""
    """The name of a club whose organiser asks for the match."""
    last_act: str = ""
    """The club's last act, which may join persons: the match's own mark does not show that."""
    is_for_all: bool = True
    """Does it say the same to strangers as to the club's organiser and helpers?"""


def club_line(loaded_match: LoadedMatch) -> ClubLine:
    """The club of a match as its page shows it to this reader.

    Strangers get no link if the match names a person shown by number. For the meetings on the
    club's pages would show which person it is.
    """
    membership = membership_of(loaded_match.ledger)
    club, proposed = _club_at(membership.club), _club_at(membership.proposed)
    is_told = club is not None and does_match_tell(
        club.club, loaded_match.public_id, loaded_match.ledger
    )
    if club is not None and is_told and not role_in_club(club.public_id):
        club = None
    return ClubLine(
        membership.club if club else "",
        club_words.club_name(club.club) if club else "",
        club_words.club_name(proposed.club) if proposed else "",
        club.revision.after or "" if club else "",
        is_for_all=not is_told,
    )
