"""What a figure of a record is made of: its matches, or its hands."""

from typing import Final

from flask import abort, render_template, request

from scorekeeper.club.played_record import HAND_FIGURES, hands_of, matches_of
from scorekeeper.club.seasons.play_record import MatchSums
from scorekeeper.club.seasons.season import Persons
from scorekeeper.explain import record_words
from scorekeeper.web.clubs.blueprint import pages
from scorekeeper.web.clubs.record_filter import record_request, unit_in
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
