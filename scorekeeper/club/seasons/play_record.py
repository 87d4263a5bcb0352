"""The players' record: a fold over matches, hand by hand.

Each match gives sums, and the sums of matches are added. So the order of matches does not count,
and a changed match alone is counted anew.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, Literal

from scorekeeper.club.seasons.played_figures import (
    BID_LEVELS,
    Differences,
    Meetings,
    PlayFigures,
    PlayRecord,
    SeatedMatch,
    SeatedPersons,
    Share,
    level_of,
    seated_at_end,
)
from scorekeeper.club.seasons.season import Persons, persons_order
from scorekeeper.rules.declarations import score_of_declarations
from scorekeeper.rules.match import Row
from scorekeeper.rules.model import OTHER, SIDES, Hand, HandScore, Side

PairOfPairs = tuple[Persons, Persons]
_UNITS: Final[tuple[Literal["tenths", "points"], ...]] = ("tenths", "points")


@dataclass(frozen=True, slots=True)
class MatchSums:
    """The sums that one match adds to the figures, by the figures' names in this module."""

    unit: Literal["tenths", "points"]
    persons: dict[Persons, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    meetings: dict[PairOfPairs, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))


def play_records(matches: Iterable[SeatedMatch]) -> tuple[PlayRecord, ...]:
    """The record of the matches in tenths, and of those in points, where there are any."""
    return add_up(map(match_sums, matches))


def match_sums(seated_match: SeatedMatch) -> MatchSums:
    """Return the sums of a match's hands for each person and each pair."""
    standing = seated_match.match.standing()
    sums = MatchSums(seated_match.match.rules.unit)
    for row, seated in zip(standing.rows, seated_match.seated, strict=True):
        if row.scored is None or not row.counts:
            continue
        if row.scored.passed_out:
            for persons in _units_at(seated):
                sums.persons[persons]["passed_out"] += 1
            continue
        _add_hand(sums, row, seated)
    for counts in (*sums.persons.values(), *sums.meetings.values()):
        counts["matches"] = int(counts["hands"] > 0)
    at_end = seated_at_end(standing, seated_match.seated, seated_match.next_seated)
    if at_end and standing.winner:
        _add_winner(sums, at_end, standing.winner)
        for counts in _counters_at(sums, at_end):
            counts["matches"] = 1
    return sums


def with_result(sums: MatchSums, seated: SeatedPersons, score: tuple[int, int] | None) -> MatchSums:
    """Return the sums of a match with a typed result, which decides who has won.

    `score` is None for a match that was decided otherwise, such as by a ruling: only its hands
    count.
    """
    for counts in _counters_at(sums, seated):
        counts["won"] = counts["lost"] = 0
        counts["typed"] = int(score is not None and not counts["matches"])
    if score is not None and score[0] != score[1]:
        _add_winner(sums, seated, "A" if score[0] > score[1] else "B")
    return sums


def _counters_at(sums: MatchSums, seated: SeatedPersons) -> list[Counter[str]]:
    """The sums of each person and pair at the table, and of their meeting."""
    meeting = _meeting_at(seated)
    counters = [sums.persons[unit] for unit in _units_at(seated)]
    return [*counters, *([sums.meetings[meeting[0]]] if meeting else [])]


def _units_on(persons: Persons) -> list[Persons]:
    """Each person on a side, and the pair where both are known."""
    alone: list[Persons] = [(person,) for person in persons]
    return [*alone, persons] if len(persons) == 2 else alone


def _units_at(seated: SeatedPersons) -> list[Persons]:
    return [unit for persons in seated for unit in _units_on(persons)]


def _meeting_at(seated: SeatedPersons) -> tuple[PairOfPairs, Side] | None:
    """The two pairs at the table, and the side of the first; None where one is not known."""
    if len(seated.A) < 2 or len(seated.B) < 2:
        return None
    if persons_order(seated.A) < persons_order(seated.B):
        return (seated.A, seated.B), "A"
    return (seated.B, seated.A), "B"


def _add_hand(sums: MatchSums, row: Row, seated: SeatedPersons) -> None:
    assert row.score is not None
    for side in SIDES:
        counts = counts_of(row, side)
        for persons in _units_on(seated.of(side)):
            sums.persons[persons].update(counts)
    if meeting := _meeting_at(seated):
        pairs, first = meeting
        sums.meetings[pairs].update(_differences(row.score, first))


def _differences(score: HandScore, side: Side) -> dict[str, int]:
    difference = score.of(side) - score.of(OTHER[side])
    return {"hands": 1, "sum": difference, "squares": difference**2}


def counts_of(row: Row, side: Side) -> dict[str, int]:
    """Return the counts that a hand adds to the figures of the persons on this side."""
    hand, score = row.scored, row.score
    assert hand is not None
    assert score is not None
    ours, theirs = score.of(side), score.of(OTHER[side])
    counts = {"for": ours, "against": theirs, **_differences(score, side)}
    bids = "bids" if hand.bidder == side else "against_bids"
    counts |= _share(f"{bids} {_level(hand)}", is_part=bool(score.made))
    if hand.doubled > 1:
        counts |= _share("doubled", is_part=ours > theirs)
    if hand.kapo is not None:
        counts["kapos_for" if hand.kapo == side else "kapos_against"] = 1
    if hand.pilotta == side:
        counts["pilottas"] = 1
    if _declared(row) == side:
        counts["declared"] = 1
    return counts


def _level(hand: Hand) -> str:
    assert hand.bid is not None
    return level_of(hand.bid)


def _share(name: str, *, is_part: bool) -> dict[str, int]:
    return {name: 1, f"{name} part": int(is_part)}


def _declared(row: Row) -> Side | None:
    """Return the side whose declarations scored, even if the other side received the points."""
    assert row.scored is not None
    assert row.score is not None
    if all(line.rule != "declarations" for line in row.score.lines):
        return None
    return score_of_declarations(row.scored, row.rules)[0]


def _add_winner(sums: MatchSums, seated: SeatedPersons, winner: Side) -> None:
    for side in SIDES:
        for persons in _units_on(seated.of(side)):
            sums.persons[persons]["won" if side == winner else "lost"] += 1
    if meeting := _meeting_at(seated):
        pairs, first = meeting
        sums.meetings[pairs]["won" if winner == first else "lost"] += 1


# The sums of all matches


def add_up(all_sums: Iterable[MatchSums]) -> tuple[PlayRecord, ...]:
    """Return the records over these matches."""
    totals = {unit: MatchSums(unit) for unit in _UNITS}
    for sums in all_sums:
        for persons, counts in sums.persons.items():
            totals[sums.unit].persons[persons].update(counts)
        for pairs, counts in sums.meetings.items():
            totals[sums.unit].meetings[pairs].update(counts)
    return tuple(_record(total) for total in totals.values() if total.persons)


def _record(total: MatchSums) -> PlayRecord:
    by_ids = sorted(total.persons, key=persons_order)
    by_pairs = sorted(total.meetings, key=lambda pairs: [persons_order(one) for one in pairs])
    return PlayRecord(
        unit=total.unit,
        figures={persons: _figures(total.persons[persons]) for persons in by_ids},
        meetings={pairs: _meetings(total.meetings[pairs]) for pairs in by_pairs},
    )


def _figures(counts: Counter[str]) -> PlayFigures:
    return PlayFigures(
        matches=counts["matches"],
        won=counts["won"],
        lost=counts["lost"],
        passed_out=counts["passed_out"],
        points_for=counts["for"],
        points_against=counts["against"],
        differences=_sum_of_differences(counts),
        bids={level: _share_of(counts, f"bids {level}") for level in BID_LEVELS},
        against_bids={level: _share_of(counts, f"against_bids {level}") for level in BID_LEVELS},
        doubled=_share_of(counts, "doubled"),
        kapos=(counts["kapos_for"], counts["kapos_against"]),
        pilottas=counts["pilottas"],
        declared=counts["declared"],
        typed=counts["typed"],
    )


def _meetings(counts: Counter[str]) -> Meetings:
    return Meetings(
        matches=counts["matches"],
        won=(counts["won"], counts["lost"]),
        differences=_sum_of_differences(counts),
        typed=counts["typed"],
    )


def _sum_of_differences(counts: Counter[str]) -> Differences:
    return Differences(counts["hands"], counts["sum"], counts["squares"])


def _share_of(counts: Counter[str], name: str) -> Share:
    return Share(counts[f"{name} part"], counts[name])
