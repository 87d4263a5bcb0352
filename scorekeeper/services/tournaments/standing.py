"""Computes the standings of a tournament, with the live results of its tables."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from scorekeeper.draws.criteria import COLUMNS, Criterion, Ranking
from scorekeeper.draws.standings import StandingsRow, draw_lots, standings
from scorekeeper.services.tournament_acts.desk import LotsDrawn
from scorekeeper.services.tournaments.drawing import new_seed
from scorekeeper.services.tournaments.playing import PlayedTable, play_round, results_of
from scorekeeper.services.tournaments.service import TOURNAMENTS, LoadedTournament
from scorekeeper.services.tournaments.stages import how_far
from scorekeeper.services.tournaments.state import Tournament


def standing_of(loaded_tournament: LoadedTournament) -> tuple[StandingsRow, ...]:
    """The rows, the first place first; a table that is not done counts for nothing yet."""
    last = loaded_tournament.tournament.last_round
    tables = play_round(loaded_tournament, last) if last else ()
    return standing_with(loaded_tournament.tournament, tables)


def standing_with(tournament: Tournament, last: Sequence[PlayedTable]) -> tuple[StandingsRow, ...]:
    """The rows, where `last` are the tables of the round that is played."""
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


def columns_of(rows: Sequence[StandingsRow], by: Ranking) -> tuple[Criterion, ...]:
    """The numbers to show beside these rows: the usual ones, and what told pairs apart."""
    deciding = {row.decided_by for row in rows if row.decided_by}
    asked = dict.fromkeys(name for row in rows for name in row.figures if name in deciding)
    return tuple(dict.fromkeys((*COLUMNS[by], *asked)))


def missed_rounds(tournament: Tournament) -> Mapping[str, tuple[int, ...]]:
    """The numbers of the rounds that were drawn without each pair, where there are any.

    A knockout is drawn without those who are out, who miss nothing.
    """
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


def forfeited_rounds(tournament: Tournament) -> Mapping[str, tuple[int, ...]]:
    """The numbers of the rounds in which each pair forfeited its match, where there are any."""
    found: dict[str, tuple[int, ...]] = {}
    for drawn_round in tournament.rounds:
        for table in drawn_round.tables:
            sides = {"a": table.a, "b": table.b}
            for side in table.result.missing if table.result else ():
                found[sides[side]] = (*found.get(sides[side], ()), drawn_round.number)
    return found


def _seeding_order(tournament: Tournament) -> list[str]:
    """List the pairs in seeding order, without those that withdrew before the first round."""
    drawn = {
        key
        for one in tournament.rounds
        for key in (*one.byes, *(pair for table in one.tables for pair in (table.a, table.b)))
    }
    drawn |= {one.adjustment.pair for one in tournament.adjusted}
    pairs = tournament.in_seeding_order
    return [pair.key for pair in pairs if pair.key in drawn or not pair.withdrawn]


def draw_lots_of(
    loaded_tournament: LoadedTournament, phone_id: int | None, op_id: str, revision: int
) -> LoadedTournament:
    """The tournament with lots drawn for all its pairs, which tell apart whom nothing else does.

    :raises NotFound, NotAllowed, Conflict: as of `Owner.write`.
    """
    seed = new_seed()
    body = LotsDrawn(seed=seed, lots=tuple(draw_lots(seed, loaded_tournament.tournament.pairs)))
    return TOURNAMENTS.write(loaded_tournament.public_id, phone_id, op_id, revision, body, {})
