"""Whom each pair met, round by round, and how it ended."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from scorekeeper.services.tournaments.drawn_rounds import DrawnRound
from scorekeeper.services.tournaments.playing import PlayedTable, play_round
from scorekeeper.services.tournaments.service import LoadedTournament

MeetingOutcome = Literal["won", "drawn", "lost", "bye", "absent", "open"]


class CrossCell(NamedTuple):
    """A round of a pair."""

    round: int
    outcome: MeetingOutcome
    against: str = ""
    """The other pair, where there was one."""
    score: tuple[int, int] | None = None
    """The pair's own points first; None without a result."""
    is_forfeit: bool = False


def cross_table(loaded_tournament: LoadedTournament) -> Mapping[str, tuple[CrossCell, ...]]:
    """A cell for each round that was drawn, by pair."""
    tournament = loaded_tournament.tournament
    found: dict[str, list[CrossCell]] = {key: [] for key in tournament.pairs}
    for drawn_round in tournament.rounds:
        cells = _cells_of(loaded_tournament, drawn_round)
        for key, row in found.items():
            row.append(cells.get(key, CrossCell(drawn_round.number, "absent")))
    return {key: tuple(row) for key, row in found.items()}


def _cells_of(loaded_tournament: LoadedTournament, drawn_round: DrawnRound) -> dict[str, CrossCell]:
    number = drawn_round.number
    cells = {key: CrossCell(number, "bye") for key in drawn_round.byes}
    for one in _tables(loaded_tournament, drawn_round):
        a, b = one.table.a, one.table.b
        cells[a] = _cell(number, one, b, one.score)
        cells[b] = _cell(number, one, a, one.score and one.score[::-1])
    return cells


def _tables(
    loaded_tournament: LoadedTournament, drawn_round: DrawnRound
) -> tuple[PlayedTable, ...]:
    """The tables of the round; of one that is past only what was written counts."""
    if drawn_round == loaded_tournament.tournament.last_round:
        return play_round(loaded_tournament, drawn_round)
    return tuple(PlayedTable(table, None) for table in drawn_round.tables)


def _cell(number: int, one: PlayedTable, against: str, score: tuple[int, int] | None) -> CrossCell:
    result = one.table.result
    is_forfeit = result is not None and result.forfeit is not None
    outcome: MeetingOutcome = "open"
    if result is not None and result.forfeit == "both":
        outcome = "lost"
    elif score is not None:
        ours, theirs = score
        outcome = "won" if ours > theirs else "lost" if ours < theirs else "drawn"
    return CrossCell(number, outcome, against, score, is_forfeit)
