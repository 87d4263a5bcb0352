"""JSON ⇄ matches and the record of them: `python -m scorekeeper record` (docs/seasons.md)."""

from collections.abc import Mapping
from typing import NamedTuple

from scorekeeper.club.seasons.play_record import play_records
from scorekeeper.club.seasons.played_figures import (
    BidLevel,
    Differences,
    Meetings,
    PlayFigures,
    PlayRecord,
    SeatedMatch,
    SeatedPersons,
    Share,
    decimal_text,
    root_text,
)
from scorekeeper.json_parts import (
    UNREAD,
    JsonPart,
    PartProblem,
    UnreadValue,
    list_of,
    once,
    read_id,
    read_list,
    read_object,
    whole,
    write_part_problems,
)
from scorekeeper.rules.match import Match, side_of
from scorekeeper.rules.match_file import read_match
from scorekeeper.rules.model import SEATS, SIDES, BySide, Hand, Seat

Seats = Mapping[Seat, str]
"""The player on each seat, as far as they are known."""


class Reseating(NamedTuple):
    """The seats from a given hand on."""

    hand: int
    """Counted from 1."""
    seats: Seats


def read_matches(
    data: dict[str, object],
) -> tuple[tuple[SeatedMatch, ...] | None, tuple[PartProblem, ...]]:
    """The matches, or every problem of them in the order of the document."""
    part = JsonPart(data, "", [])
    readers = {"matches": list_of(_read_seated_match)}
    matches = read_object(part, lambda matches: matches, readers)
    return (None if matches is UNREAD else matches), tuple(part.problems)


def _read_seated_match(part: JsonPart) -> SeatedMatch | UnreadValue:
    readers = {"seats": _read_seats, "seats_from": _read_reseatings, "match": _read_match}
    return read_object(part, _seated_match, readers, ("seats_from",))


def _read_seats(part: JsonPart) -> Seats | UnreadValue:
    read_person = once(read_id, "same_person")
    return read_object(part, dict, dict.fromkeys(SEATS, read_person), SEATS)


def _read_reseatings(part: JsonPart) -> tuple[Reseating | UnreadValue, ...]:
    after = 1

    def read_number(hand: JsonPart) -> object:
        nonlocal after
        number = whole(after + 1)(hand)
        after = number if isinstance(number, int) else after
        return number

    readers = {"hand": read_number, "seats": _read_seats}
    return read_list(part, lambda one: read_object(one, Reseating, readers))


def _read_match(part: JsonPart) -> Match | UnreadValue:
    if type(part.value) is not dict:
        return part.refuse("unknown_value")
    match, found = read_match(part.value, is_kept=True)
    for row, code, field in found:
        place = part if row is None else part.part("hands").part(row - 1)
        (place.part(field) if field else place).refuse(code)
    return match or UNREAD


def _seated_match(
    match: Match, seats: Seats, seats_from: tuple[Reseating, ...] = ()
) -> SeatedMatch:
    def seated_in(number: int) -> SeatedPersons:
        reseated = [later.seats for later in seats_from if later.hand <= number]
        return _by_side(reseated[-1] if reseated else seats)

    seated = []
    number = 0
    for entry in match.entries:
        number += isinstance(entry, Hand)
        seated.append(seated_in(number))
    return SeatedMatch(match, tuple(seated), seated_in(number + 1))


def _by_side(seats: Seats) -> SeatedPersons:
    persons = [
        tuple(sorted(person for seat, person in seats.items() if side_of(seat) == side))
        for side in SIDES
    ]
    return BySide(*persons)


def answer(request: object) -> dict[str, object]:
    """The answer to matches with their seats: their records, or every problem."""
    if type(request) is not dict:
        return write_part_problems([PartProblem("not_json", None)])
    matches, problems = read_matches(request)
    if matches is None:
        return write_part_problems(problems)
    return {"ok": True, "records": [write_record(record) for record in play_records(matches)]}


def write_record(record: PlayRecord) -> dict[str, object]:
    """A record in one unit: of persons, of pairs, and of pairs against each other."""
    figures = record.figures.items()
    return {
        "unit": record.unit,
        "persons": [
            {"person": persons[0], **_write_figures(one)}
            for persons, one in figures
            if len(persons) == 1
        ],
        "pairs": [
            {"pair": list(persons), **_write_figures(one)}
            for persons, one in figures
            if len(persons) == 2
        ],
        "versus": [
            {"pairs": [list(pair) for pair in pairs], **_write_meetings(one)}
            for pairs, one in record.meetings.items()
        ],
    }


def _write_figures(figures: PlayFigures) -> dict[str, object]:
    return {
        "matches": figures.matches,
        "won": figures.won,
        "lost": figures.lost,
        "hands": figures.differences.hands,
        "passed_out": figures.passed_out,
        "for": figures.points_for,
        "against": figures.points_against,
        **_write_mean(figures.differences),
        "bids": _write_bids(figures.bids),
        "against_bids": _write_bids(figures.against_bids),
        "doubled": list(figures.doubled),
        "kapos": list(figures.kapos),
        "pilottas": figures.pilottas,
        "declared": figures.declared,
    }


def _write_meetings(meetings: Meetings) -> dict[str, object]:
    return {
        "matches": meetings.matches,
        "won": list(meetings.won),
        "hands": meetings.differences.hands,
        **_write_mean(meetings.differences),
    }


def _write_mean(differences: Differences) -> dict[str, object]:
    mean, squared_error = differences.mean, differences.squared_error
    return {
        "per_hand": None if mean is None else decimal_text(mean),
        "error": None if squared_error is None else root_text(squared_error),
    }


def _write_bids(bids: Mapping[BidLevel, Share]) -> dict[str, object]:
    return {level: list(share) for level, share in bids.items()}
