"""The standings of a tournament with the live results of its tables, and its cross table."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal, NamedTuple

from scorekeeper.draws.standings import (
    COLUMNS,
    Criterion,
    Ranking,
    StandingsRow,
    draw_lots,
    standings,
)
from scorekeeper.tournament.acts.desk import LotsDrawn
from scorekeeper.tournament.drawn_rounds import DrawnRound, entrants_of
from scorekeeper.tournament.played_phases import TournamentPhases, phases_at
from scorekeeper.tournament.played_tables import PlayedTable, play_round, results_of
from scorekeeper.tournament.round_draw import new_seed
from scorekeeper.tournament.service import TOURNAMENTS, LoadedTournament
from scorekeeper.tournament.stages import how_far
from scorekeeper.tournament.state import Tournament
from scorekeeper.tournament.table_results import players_of


def standing_of(loaded_tournament: LoadedTournament) -> tuple[StandingsRow, ...]:
    """The rows, the first place first; a table that is not done counts for nothing yet."""
    last = loaded_tournament.tournament.last_round
    tables = play_round(loaded_tournament, last) if last else ()
    return standing_with(loaded_tournament.tournament, tables)


def standing_with(tournament: Tournament, last: Sequence[PlayedTable]) -> tuple[StandingsRow, ...]:
    """The rows, where `last` are the tables of the round that is played.

    With phases all entrants stand in one list, as `TournamentPhases.overall` says.
    """
    if tournament.set_up.has_phases:
        return phases_at(tournament, last).overall()
    results, _is_whole = results_of(tournament, last)
    return standings(
        _seeding_order(tournament),
        results,
        replace(
            tournament.set_up.standing, lots=tournament.lots, forfeit=tournament.set_up.forfeit
        ),
        [one.adjustment for one in tournament.adjusted],
        how_far(tournament, results) if tournament.set_up.format == "knockout" else None,
        missed_rounds(tournament) if tournament.set_up.absence == "forfeited" else None,
    )


def phases_of(loaded_tournament: LoadedTournament) -> TournamentPhases:
    """The phases with the live results of the round that is played."""
    last = loaded_tournament.tournament.last_round
    tables = play_round(loaded_tournament, last) if last else ()
    return phases_at(loaded_tournament.tournament, tables)


def columns_of(rows: Sequence[StandingsRow], by: Ranking) -> tuple[Criterion, ...]:
    """Return the numbers to show beside these rows: the usual ones, and the deciding tie-breaks."""
    deciding = {row.decided_by for row in rows if row.decided_by}
    asked = dict.fromkeys(name for row in rows for name in row.figures if name in deciding)
    return tuple(dict.fromkeys((*COLUMNS[by], *asked)))


def missed_rounds(tournament: Tournament) -> Mapping[str, tuple[int, ...]]:
    """Return the numbers of the rounds that each pair missed, for the pairs with any.

    A pair that is out of a knockout, or not in a phase, misses none of its rounds.
    """
    if tournament.set_up.has_phases:
        return _missed_in_phases(tournament)
    missed = {
        key: tuple(
            drawn_round.number
            for drawn_round in tournament.rounds
            if drawn_round.format != "knockout"
            and key not in drawn_round.byes
            and tournament.table_of(key, drawn_round.number) is None
        )
        for key in _seeding_order(tournament)
    }
    return {key: rounds for key, rounds in missed.items() if rounds}


def _missed_in_phases(tournament: Tournament) -> Mapping[str, tuple[int, ...]]:
    parts = [(one, part) for one in tournament.rounds for part in one.parts if not part.is_bracket]
    entrants = {(part.phase, part.group): entrants_of(part.request) for _, part in parts}
    found: dict[str, tuple[int, ...]] = {}
    for drawn_round, part in parts:
        there = {
            key for one in drawn_round.tables if one.number in part.tables for key in one.entrants
        }
        for key in entrants[part.phase, part.group]:
            if key not in there and key not in part.byes:
                found[key] = (*found.get(key, ()), drawn_round.number)
    return found


def forfeited_rounds(tournament: Tournament) -> Mapping[str, tuple[int, ...]]:
    """The numbers of the rounds in which each pair forfeited its match, where there are any."""
    found: dict[str, tuple[int, ...]] = {}
    for drawn_round in tournament.rounds:
        for table in drawn_round.tables:
            sides = {"a": table.a, "b": table.b}
            for side in table.result.missing if table.result else ():
                for key in players_of((sides[side],)):
                    found[key] = (*found.get(key, ()), drawn_round.number)
    return found


def _seeding_order(tournament: Tournament) -> list[str]:
    """List the pairs in seeding order, without those that withdrew before the first round."""
    drawn = {
        key
        for one in tournament.rounds
        for key in (*one.byes, *(pair for table in one.tables for pair in table.entrants))
    }
    drawn |= {one.adjustment.pair for one in tournament.adjusted}
    pairs = tournament.in_seeding_order
    return [pair.key for pair in pairs if pair.key in drawn or not pair.withdrawn]


def draw_lots_of(
    loaded_tournament: LoadedTournament, phone_id: int | None, op_id: str, revision: int
) -> LoadedTournament:
    """Draw lots for all pairs, as the last tie-break, and return the tournament.

    :raises NotFound, NotAllowed, Conflict: as of `Organised.write`.
    """
    seed = new_seed()
    body = LotsDrawn(seed=seed, lots=tuple(draw_lots(seed, loaded_tournament.tournament.pairs)))
    return TOURNAMENTS.write(loaded_tournament.public_id, phone_id, op_id, revision, body, {})


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
    partner: str = ""
    """The partner of that round, where partners are drawn."""


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
        for side, cell in (
            (a, _cell(number, one, b, one.score)),
            (b, _cell(number, one, a, one.score and one.score[::-1])),
        ):
            players = players_of((side,))
            for key in players:
                partner = next((other for other in players if other != key), "")
                cells[key] = cell._replace(partner=partner) if partner else cell
    return cells


def _tables(
    loaded_tournament: LoadedTournament, drawn_round: DrawnRound
) -> tuple[PlayedTable, ...]:
    """Return the tables of the round; in a past round only written results count."""
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
