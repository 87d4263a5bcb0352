"""How persons and pairs of a club have played: the filter, and the hands behind each figure."""

import re
from collections.abc import Callable
from functools import cache
from typing import Final, NamedTuple

from flask import abort, render_template, request

from scorekeeper.club.club_record import RecordMatch, counted_matches, meetings_seen_from, record_of
from scorekeeper.club.club_service import LoadedClub, find_club
from scorekeeper.club.club_state import Club
from scorekeeper.club.erased_names import does_match_tell, does_tournament_tell
from scorekeeper.club.played_record import (
    HAND_FIGURES,
    RecordFilter,
    best_of,
    hands_of,
    matches_of,
    meetings_of,
)
from scorekeeper.club.seasons.play_record import MatchSums
from scorekeeper.club.seasons.played_figures import PlayRecord
from scorekeeper.club.seasons.season import Persons
from scorekeeper.explain import club_words
from scorekeeper.match.matches import find_match
from scorekeeper.printing.charts import bid_chart
from scorekeeper.rules.iso_8601 import is_day
from scorekeeper.rules.presets import PRESETS
from scorekeeper.tournament.service import find_tournament
from scorekeeper.web import limits
from scorekeeper.web.clubs.club_form import club_context, pages
from scorekeeper.web.forms import clamp_page, whole_number
from scorekeeper.web.phone_identity import role_in_club

_UNIT: Final = re.compile(r"([1-9][0-9]{0,3})(?:-([1-9][0-9]{0,3}))?")


class RecordRequest(NamedTuple):
    """The club, the requested matches, and the filter as it stands in the address."""

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
    """Read the requested matches: of a season, by a preset, between two days.

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
    """Return the person or the pair of an address, or answer 404."""
    found = _UNIT.fullmatch(text)
    keys = [one for one in found.groups() if one] if found else []
    if not keys or any(one not in club.persons for one in keys):
        abort(404)
    persons = tuple(sorted({club.who_is(one) for one in keys}))
    if len(persons) < len(keys):
        abort(404)
    return persons


def pair_in(club: Club, text: str) -> Persons:
    """Return the pair of an address, or answer 404."""
    pair = unit_in(club, text)
    if len(pair) < 2:
        abort(404)
    return pair


_MOST: Final = 100
"""Matches, or hands, on a page."""
_RESULTS: Final = ("won", "lost")


@pages.get("/c/<club_id>/record/<who>/matches")
def record_matches(club_id: str, who: str) -> str:
    """List the matches of a person or a pair; those alone that were won, or lost."""
    asked = record_request(club_id)
    unit = unit_in(asked.club, who)
    found = matches_of(asked.matches, _unit(), unit)
    wanted = request.args.get("of")
    if wanted in _RESULTS:
        found = [one for one in found if one.sums.persons[unit][wanted]]
    page, pages_there = _paged(len(found))
    return render_template(
        "clubs/record_matches.html",
        **asked.context(),
        who=unit,
        of=wanted if wanted in _RESULTS else "",
        unit=_unit(),
        found=found[(page - 1) * _MOST : page * _MOST],
        count=len(found),
        page=page,
        pages=pages_there,
        result_of=result_of,
    )


@pages.get("/c/<club_id>/record/<who>/hands")
def record_hands(club_id: str, who: str) -> str:
    """List the hands that a figure counts."""
    asked = record_request(club_id)
    unit = unit_in(asked.club, who)
    figure = request.args.get("of", "hands")
    if figure not in HAND_FIGURES:
        abort(404)
    matches = matches_of(asked.matches, _unit(), unit)
    count = sum(one.sums.persons[unit][HAND_FIGURES[figure]] for one in matches)
    page, pages_there = _paged(count)
    return render_template(
        "clubs/record_hands.html",
        **asked.context(),
        who=unit,
        of=figure,
        unit=_unit(),
        found=hands_of(asked.club, matches, unit, figure, (page - 1) * _MOST, _MOST),
        count=count,
        page=page,
        pages=pages_there,
        words=club_words,
    )


def result_of(sums: MatchSums, who: Persons) -> str:
    """Return `won`, `lost`, or "" where the match had no end for them."""
    return next((one for one in _RESULTS if sums.persons[who][one]), "")


def _unit() -> str:
    return "points" if request.args.get("unit") == "points" else "tenths"


def _paged(count: int) -> tuple[int, int]:
    """Return the requested page, the last one at most, and the number of pages."""
    return clamp_page(whole_number(request.args.get("page"), digits=4) or 1, count, _MOST)


@pages.get("/c/<club_id>/record")
def record(club_id: str) -> str:
    """Show who has played how much, in the order of the roster, and the club's records."""
    asked = record_request(club_id)
    records = record_of(asked.matches)
    return render_template(
        "clubs/record.html",
        **asked.context(),
        records=records,
        best={one.unit: best_of(asked.matches, one.unit) for one in records},
        persons_in=_in_roster_order,
        words=club_words,
    )


def _in_roster_order(record: PlayRecord, size: int) -> list[Persons]:
    """The persons, or the pairs, that have played a match."""
    there = [
        one
        for one, figures in record.figures.items()
        if len(one) == size and (figures.matches or figures.typed)
    ]
    return sorted(there, key=lambda one: [int(key) for key in one])


@pages.get("/c/<club_id>/record/<who>")
def unit_record(club_id: str, who: str) -> str:
    """Show the figures of a person or a pair, each with how many it is of."""
    asked = record_request(club_id)
    unit = unit_in(asked.club, who)
    theirs = [one for one in asked.matches if unit in one.sums.persons]
    records = [one for one in record_of(theirs) if unit in one.figures]
    return render_template(
        "clubs/unit_record.html",
        **asked.context(),
        who=unit,
        records=[(one, one.figures[unit]) for one in records],
        partners={one.unit: _pairs_with(one, unit) for one in records},
        opponents={one.unit: _opponents(one, unit) for one in records},
        words=club_words,
        bid_chart=bid_chart,
    )


def _pairs_with(record: PlayRecord, unit: Persons) -> list[Persons]:
    """Return the pairs in which a person has played; empty for a pair."""
    if len(unit) > 1:
        return []
    return [one for one in _in_roster_order(record, 2) if unit[0] in one]


def _opponents(record: PlayRecord, unit: Persons) -> list[Persons]:
    """The pairs that a pair has met."""
    met = [other for pairs in record.meetings if unit in pairs for other in pairs if other != unit]
    return sorted(met, key=lambda one: [int(key) for key in one])


@pages.get("/c/<club_id>/record/<who>/against/<others>")
def versus(club_id: str, who: str, others: str) -> str:
    """Show how two pairs stand against each other, with intervals."""
    asked = record_request(club_id)
    one, other = pair_in(asked.club, who), pair_in(asked.club, others)
    records = [
        (record.unit, meetings_seen_from(record, one, other), _met(asked, record.unit, one, other))
        for record in record_of(asked.matches)
    ]
    return render_template(
        "clubs/versus.html",
        **asked.context(),
        one=one,
        other=other,
        records=[record for record in records if record[1]],
        words=club_words,
    )


def _met(asked: RecordRequest, unit: str, one: Persons, other: Persons) -> list[RecordMatch]:
    """The matches in which they met, the newest first."""
    return [
        *meetings_of(asked.matches, unit, (one, other)),
        *meetings_of(asked.matches, unit, (other, one)),
    ]
