"""How persons and pairs of a club have played, and what the club remembers."""

from flask import render_template

from scorekeeper.club.club_record import RecordMatch, meetings_seen_from, record_of
from scorekeeper.club.played_record import best_of, meetings_of
from scorekeeper.club.seasons.played_figures import PlayRecord
from scorekeeper.club.seasons.season import Persons
from scorekeeper.explain import record_words
from scorekeeper.printing.bid_chart import bid_chart
from scorekeeper.web.clubs.blueprint import pages
from scorekeeper.web.clubs.record_filter import RecordRequest, pair_in, record_request, unit_in


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
