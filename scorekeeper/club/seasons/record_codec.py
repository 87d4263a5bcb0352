"""JSON ⇄ matches and the record of them: `python -m scorekeeper record` (docs/seasons.md)."""

from collections.abc import Mapping

from scorekeeper.club.seasons.intervals import decimal_text, root_text
from scorekeeper.club.seasons.play_record import play_records
from scorekeeper.club.seasons.played_figures import (
    BidLevel,
    Differences,
    Meetings,
    PlayFigures,
    PlayRecord,
    Share,
)
from scorekeeper.club.seasons.record_reader import read_matches
from scorekeeper.json_parts import PartProblem, write_part_problems


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
