"""What a page of a club's record is asked for: which matches, and of whom."""

import re
from collections.abc import Callable
from functools import cache
from typing import Final, NamedTuple

from flask import abort, request

from scorekeeper.club.club_record import RecordMatch, counted_matches
from scorekeeper.club.club_service import LoadedClub, find_club
from scorekeeper.club.club_state import Club
from scorekeeper.club.erased_names import does_match_tell, does_tournament_tell
from scorekeeper.club.played_record import RecordFilter
from scorekeeper.club.seasons.season import Persons
from scorekeeper.explain import club_words
from scorekeeper.match.matches import find_match
from scorekeeper.rules.iso_8601 import is_day
from scorekeeper.rules.presets import PRESETS
from scorekeeper.tournament.service import find_tournament
from scorekeeper.web import limits
from scorekeeper.web.clubs.club_form import club_context
from scorekeeper.web.forms import whole_number
from scorekeeper.web.request_roles import role_in_club

_UNIT: Final = re.compile(r"([1-9][0-9]{0,3})(?:-([1-9][0-9]{0,3}))?")


class RecordRequest(NamedTuple):
    """The club, its matches that are asked for, and the filter as it stands in the address."""

    loaded_club: LoadedClub
    matches: list[RecordMatch]
    asked: dict[str, str]
    """The filter's parameters, for links."""
    presets: list[str]
    """Those by which anything was played."""

    @property
    def club(self) -> Club:
        """The club."""
        return self.loaded_club.club

    def open_check(self) -> Callable[[RecordMatch], bool]:
        """A check whether the reader may be led to a match, which names all who sat there.

        A list asks of the same match, or the same evening, for each of its hands.
        """
        club, is_inside = self.club, bool(role_in_club(self.loaded_club.public_id))

        @cache
        def tells_evening(address: str) -> bool:
            return does_tournament_tell(club, address, find_tournament(address).tournament)

        @cache
        def tells(address: str) -> bool:
            return does_match_tell(club, address, find_match(address).ledger)

        def is_open(match: RecordMatch) -> bool:
            if is_inside or not (club.has_numbers or club.closed):
                return True
            evening = match.place.tournament
            return not (evening and tells_evening(evening)) and not tells(match.public_id)

        return is_open

    def names(self, who: Persons) -> list[str]:
        """The names of these persons, as the reader may see them."""
        club, is_inside = self.club, bool(role_in_club(self.loaded_club.public_id))
        return [club_words.person_name(club, club.persons[one], is_inside=is_inside) for one in who]

    def context(self) -> dict[str, object]:
        """The variables that all pages of the record have."""
        return {
            **club_context(self.loaded_club),
            "asked": self.asked,
            "presets": self.presets,
            "names_of": self.names,
            "is_open": self.open_check(),
            "address_of": unit_address,
        }


def record_request(club_id: str) -> RecordRequest:
    """Read which matches are asked for: of a season, by which rules, from and to which day.

    404 where there is no such season, or no such rules.

    :raises RateLimitExceeded: many matches had to be counted first, for too many answers.
    """
    loaded_club = find_club(club_id)
    club, args = loaded_club.club, request.args
    number = whole_number(args.get("season"), digits=4)
    season = next((one for one in club.seasons if one.number == number), None)
    preset = args.get("rules", "")
    if (args.get("season") and season is None) or (preset and preset not in (*PRESETS, "own")):
        abort(404)
    asked = {
        "season": str(season.number) if season else "",
        "rules": preset,
        "since": args.get("since", "") if is_day(args.get("since", "")) else "",
        "until": args.get("until", "") if is_day(args.get("until", "")) else "",
    }
    record_filter = RecordFilter(
        tournaments=frozenset(one.tournament for one in season.tournaments) if season else None,
        preset=asked["rules"],
        since=asked["since"],
        until=asked["until"],
    )
    counted = counted_matches(loaded_club, before_many=limits.count_figures)
    return RecordRequest(
        loaded_club,
        [one for one in counted if record_filter.takes(one)],
        {key: one for key, one in asked.items() if one},
        sorted({one.preset for one in counted}),
    )


def unit_address(who: Persons) -> str:
    """A person or a pair in an address: `3`, `3-7`."""
    return "-".join(who)


def unit_in(club: Club, text: str) -> Persons:
    """The person or the pair of an address; 404 where there is none."""
    found = _UNIT.fullmatch(text)
    keys = [one for one in found.groups() if one] if found else []
    if not keys or any(one not in club.persons for one in keys):
        abort(404)
    persons = tuple(sorted({club.who_is(one) for one in keys}))
    if len(persons) < len(keys):
        abort(404)
    return persons


def pair_in(club: Club, text: str) -> Persons:
    """The pair of an address; 404 where it is none."""
    pair = unit_in(club, text)
    if len(pair) < 2:
        abort(404)
    return pair
