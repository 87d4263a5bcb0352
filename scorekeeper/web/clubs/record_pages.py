"""How persons and pairs of a club have played, and the matches or hands behind each figure."""

from typing import Final

from flask import abort, render_template, request

from scorekeeper.club.club_record import RecordMatch, meetings_seen_from, record_of
from scorekeeper.club.played_record import HAND_FIGURES, best_of, hands_of, matches_of, meetings_of
from scorekeeper.club.seasons.play_record import MatchSums
from scorekeeper.club.seasons.played_figures import PlayRecord
from scorekeeper.club.seasons.season import Persons
from scorekeeper.explain import record_words
from scorekeeper.printing.charts import bid_chart
from scorekeeper.web.clubs.club_form import pages
from scorekeeper.web.clubs.record_filter import RecordRequest, pair_in, record_request, unit_in
from scorekeeper.web.forms import clamp_page, whole_number

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
        words=record_words,
    )


def result_of(sums: MatchSums, who: Persons) -> str:
    """`won`, `lost`, or nothing where the match had no end for them."""
    return next((one for one in _RESULTS if sums.persons[who][one]), "")


def _unit() -> str:
    return "points" if request.args.get("unit") == "points" else "tenths"


def _paged(count: int) -> tuple[int, int]:
    """The page that is asked for, the last one at most, and how many there are."""
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
        words=record_words,
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
        words=record_words,
        bid_chart=bid_chart,
    )


def _pairs_with(record: PlayRecord, unit: Persons) -> list[Persons]:
    """The pairs in which a person has played; none of a pair."""
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
        words=record_words,
    )


def _met(asked: RecordRequest, unit: str, one: Persons, other: Persons) -> list[RecordMatch]:
    """The matches in which they met, the newest first."""
    return [
        *meetings_of(asked.matches, unit, (one, other)),
        *meetings_of(asked.matches, unit, (other, one)),
    ]
