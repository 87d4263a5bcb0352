"""The stages of a knockout, and the pairs that are not in a round. Pure."""

from collections.abc import Collection, Iterator, Sequence
from typing import Final, Literal

from scorekeeper.draws.model import Bye, Round
from scorekeeper.phases.servings import rounds_of_tree
from scorekeeper.tournament.drawn_rounds import (
    DrawnRound,
    DrawRequest,
    MissingPairs,
    RoundPart,
    entrants_of,
)
from scorekeeper.tournament.state import Tournament
from scorekeeper.tournament.table_results import side_of


def missing_pairs(
    tournament: Tournament, seated: Collection[str], requests: Sequence[DrawRequest] = ()
) -> MissingPairs:
    """Return the pairs that are missing from the next round, in which these sit.

    In a knockout a pair that is out is not missing. `requests` are those of a round of groups and
    phases, in which only these are expected.
    """
    last = tournament.last_round
    expected = set(tournament.pairs)
    if requests:
        expected = {key for request in requests for key in _expected_by(request)}
    elif tournament.set_up.format == "knockout" and last is not None:
        expected = _went_on(last)
    missing = [pair for key, pair in tournament.pairs.items() if key in expected - {*seated}]
    return MissingPairs(
        tuple(pair.key for pair in missing if not pair.plays and not pair.withdrawn),
        tuple(pair.key for pair in missing if pair.withdrawn),
    )


def _expected_by(request: DrawRequest) -> Collection[str]:
    """Return the entrants who have something to play in the round of this request."""
    results = request["results"]
    if request["format"] != "knockout" or not results:
        return entrants_of(request)
    last = results[-1]
    all_play = _do_losers_play(request, len(last))
    went_on = set()
    for one in last:
        if "bye" in one:
            went_on.add(one["bye"])
            continue
        own, other = one["score"]
        if all_play or own >= other:
            went_on.add(side_of(one["a"]))
        if all_play or other >= own:
            went_on.add(side_of(one["b"]))
    return went_on


def _went_on(last: DrawnRound) -> set[str]:
    """Return the pairs of a knockout that go on to the next round."""
    all_play = _do_losers_play(last.request, len(last.tables) + len(last.byes))
    went_on = {*last.byes}
    for table in last.tables:
        if all_play or table.result is None or table.result.score[0] > table.result.score[1]:
            went_on.add(table.a)
        if all_play or table.result is None or table.result.score[0] < table.result.score[1]:
            went_on.add(table.b)
    return went_on


def _do_losers_play(request: DrawRequest, matches: int) -> bool:
    """Do the losers of a round of so many matches and byes play on, if only for the third place?"""
    places = request.get("places", "third")
    return places == "all" or (places == "third" and matches == 2)


Stage = Literal["final", "third_place", "semi_finals", "quarter_finals"]
_FROM_THE_END: Final[tuple[Stage, ...]] = ("final", "semi_finals", "quarter_finals")


def stage_of_round(drawn_round: DrawnRound) -> Stage | None:
    """The stage of a knockout that the round is.

    None for an earlier round, without a knockout, and where several phases or groups play.
    """
    return stage_of_part(drawn_round.parts[0]) if len(drawn_round.parts) == 1 else None


def stage_of_part(part: RoundPart, ahead: int = 0) -> Stage | None:
    """The stage of a knockout that this part of a round is; None for an earlier one.

    With `ahead` it is the stage of so many rounds later.
    """
    if not part.is_bracket:
        return None
    to_come = _rounds_of(part) - part.number - ahead
    return _FROM_THE_END[to_come] if 0 <= to_come < len(_FROM_THE_END) else None


def stage_of_table(drawn_round: DrawnRound, number: int) -> Stage | None:
    """The stage that a table is: beside the final another one plays for the third place.

    Where all places are played the tables behind these are no stage.
    """
    part = drawn_round.part_at(number)
    stage = stage_of_part(part)
    if stage is None:
        return None
    # The final comes first; a finalist that has a bye has no table.
    has_no_final = stage == "final" and any(is_unbeaten(key, part) for key in part.byes)
    place = part.tables.index(number) + has_no_final
    if stage == "final" and place == 1:
        return "third_place"
    is_of_all = part.request.get("places") == "all"
    return None if is_of_all and place >= 2 ** _FROM_THE_END.index(stage) else stage


def is_unbeaten(key: str, part: RoundPart) -> bool:
    """Has it lost no match of this bracket before this round? Only two of the final have not."""
    for one in (one for played in part.request["results"] for one in played):
        if "bye" not in one and key in (one["a"], one["b"]):
            ours, theirs = one["score"] if key == one["a"] else one["score"][::-1]
            if ours < theirs:
                return False
    return True


def stage_to_come(tournament: Tournament) -> Stage | None:
    """The stage that the next round of a knockout is; None for an earlier one, or without one."""
    last = tournament.last_round
    if tournament.set_up.has_phases:
        return None
    there = sum(pair.plays for pair in tournament.pairs.values())
    formats = {tournament.set_up.format, *(one.format for one in tournament.rounds)}
    if formats != {"knockout"} or there <= 1:
        return None
    rounds = _rounds_of(last.parts[0]) if last else (there - 1).bit_length()
    to_come = rounds - len(tournament.rounds) - 1
    return _FROM_THE_END[to_come] if 0 <= to_come < len(_FROM_THE_END) else None


def _rounds_of(part: RoundPart) -> int:
    """How many rounds the bracket has."""
    return rounds_of_tree(len(entrants_of(part.request)))


def is_over(tournament: Tournament) -> bool:
    """Is the last round of a knockout drawn?"""
    last = tournament.last_round
    return last is not None and stage_of_round(last) == "final"


def how_far(tournament: Tournament, results: Sequence[Round]) -> dict[str, int]:
    """Return each pair's progress in the knockout, as a number; empty without a knockout.

    A pair gets two for each round of the bracket that it passed, and one for the third place. A
    pair that sat in a round has passed the one before, whatever was corrected since.
    """
    far: dict[str, int] = {}
    for drawn_round, played in zip(tournament.rounds, results, strict=True):
        if drawn_round.format != "knockout":
            continue
        far |= dict.fromkeys(_seated(drawn_round), 2 * (drawn_round.number - 1))
        far |= dict.fromkeys(drawn_round.byes, 2 * drawn_round.number)
        after = _seated(tournament.round(drawn_round.number + 1))
        for winner, loser, stage in _winners(drawn_round, played):
            if stage == "third_place":
                far[winner] = far.get(winner, 0) + 1
            elif loser not in after:
                far[winner] = 2 * drawn_round.number
    return far


def lost_and_went_on(tournament: Tournament, results: Sequence[Round]) -> frozenset[str]:
    """The pairs that play on in a bracket though out: their result was corrected too late."""
    found: set[str] = set()
    for drawn_round, played in zip(tournament.rounds, results, strict=True):
        lost = {
            loser for _, loser, stage in _winners(drawn_round, played) if stage != "third_place"
        }
        found |= lost & _seated(tournament.round(drawn_round.number + 1))
    return frozenset(found)


def _seated(drawn_round: DrawnRound | None) -> frozenset[str]:
    """The pairs that are in the bracket in this round, and do not play for the third place."""
    if drawn_round is None:
        return frozenset()
    tables = [
        one
        for one in drawn_round.tables
        if stage_of_table(drawn_round, one.number) != "third_place"
    ]
    return frozenset((*drawn_round.byes, *(pair for one in tables for pair in (one.a, one.b))))


def _winners(drawn_round: DrawnRound, played: Round) -> Iterator[tuple[str, str, Stage | None]]:
    """The winner and the loser of each table of a knockout's round, and what the table is."""
    if drawn_round.format != "knockout":
        return
    numbers = {(one.a, one.b): one.number for one in drawn_round.tables}
    for one in played:
        if isinstance(one, Bye) or one.score[0] == one.score[1]:
            continue
        winner, loser = (one.a, one.b) if one.score[0] > one.score[1] else (one.b, one.a)
        yield winner, loser, stage_of_table(drawn_round, numbers[one.a, one.b])
