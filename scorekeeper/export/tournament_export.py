"""Exports a tournament for other programs: draw, results, standings, as everybody may see them."""

from collections.abc import Callable, Iterator, Sequence

from scorekeeper.tournament.acts.set_ups import write_set_up
from scorekeeper.tournament.drawn_rounds import DrawnRound, ProposedRound, versioned
from scorekeeper.tournament.pair_list import Pair
from scorekeeper.tournament.playing import PlayedTable, play_round
from scorekeeper.tournament.service import LoadedTournament
from scorekeeper.tournament.standing import standing_of

JsonObject = dict[str, object]

RoundTeller = Callable[[DrawnRound, Sequence[PlayedTable]], JsonObject]


def round_json(drawn_round: DrawnRound, tables: Sequence[PlayedTable]) -> JsonObject:
    """A round with its results, and what ended its matches."""
    return {
        "round": drawn_round.number,
        "length": drawn_round.set_up.length,
        "limit": drawn_round.set_up.limit,
        "draw": versioned(drawn_round.request),
        "tables": [table_json(one) for one in tables],
        "byes": list(drawn_round.byes),
        "swaps": [list(pairs) for pairs in drawn_round.swaps],
    }


def table_json(one: PlayedTable) -> JsonObject:
    """The pairs at a table, and the score that counts; null while there is no result.

    Where it was not played, it says who forfeited it or that it was ruled.
    """
    score = list(one.score) if one.score else None
    told: JsonObject = {"table": one.table.number, "a": one.table.a, "b": one.table.b}
    result = one.table.result
    if result is not None and result.forfeit is not None:
        return {**told, "score": score, "forfeit": result.forfeit}
    return {**told, "score": score, **({"ruled": True} if result and result.is_ruled else {})}


def tournament_json(
    loaded_tournament: LoadedTournament, round_teller: RoundTeller = round_json
) -> JsonObject:
    """The tournament: pairs, rounds with their results, standings. Wins are counted in halves.

    Who paid and who is there is the organiser's own. `round_teller` may tell more of each round.
    """
    tournament = loaded_tournament.tournament
    return {
        **write_set_up(tournament.set_up),
        "pairs": [public_pair_json(pair) for pair in tournament.pairs.values()],
        "drawn": [
            round_teller(drawn_round, play_round(loaded_tournament, drawn_round))
            for drawn_round in tournament.rounds
        ],
        "wishes": {
            "apart": [list(two) for two in tournament.apart],
            "tables": [list(kept) for kept in tournament.kept_tables.items()],
            "clubs": tournament.clubs_apart,
        },
        "proposed": [_proposal_json(one) for one in tournament.proposed],
        "standings": [
            {
                "place": row.place,
                "pair": row.pair,
                **{name: figure.known_points for name, figure in row.figures.items()},
            }
            for row in standing_of(loaded_tournament)
        ],
        "adjustments": [one.adjustment._asdict() for one in tournament.adjusted],
        "lots": list(tournament.lots),
    }


def _proposal_json(one: ProposedRound) -> JsonObject:
    return {
        "round": one.number,
        "seed": one.seed,
        "tables": [list(table) for table in one.tables],
        "byes": list(one.byes),
        "reason": one.reason,
    }


def public_pair_json(pair: Pair) -> JsonObject:
    """The public part of a pair."""
    return {
        "pair": pair.key,
        "players": list(pair.players),
        "were": [one._asdict() for one in pair.were],
        "club": pair.club,
        "withdrawn": pair.withdrawn,
    }


def pair_json(loaded_tournament: LoadedTournament, pair: Pair) -> JsonObject:
    """All that is stored of a pair; of other pairs their numbers."""
    tournament, key = loaded_tournament.tournament, pair.key
    return {
        "pair": key,
        "players": list(pair.players),
        "were": [one._asdict() for one in pair.were],
        "club": pair.club,
        "seeding": pair.seeding,
        "paid": pair.paid,
        "present": pair.present,
        "withdrawn": pair.withdrawn,
        "note": pair.note,
        "due": pair.due,
        "payment": pair.payment,
        "tables": [
            _of_pair(drawn_round, one, key)
            for drawn_round, one in all_tables(loaded_tournament)
            if key in (one.table.a, one.table.b)
        ],
        "byes": [
            drawn_round.number for drawn_round in tournament.rounds if key in drawn_round.byes
        ],
        "adjustments": [
            one.adjustment._asdict() for one in tournament.adjusted if one.adjustment.pair == key
        ],
    }


def _of_pair(drawn_round: DrawnRound, one: PlayedTable, key: str) -> JsonObject:
    """A table as the pair has it: its own points first."""
    is_a, table = one.table.a == key, one.table
    return {
        "round": drawn_round.number,
        "table": table.number,
        "against": table.b if is_a else table.a,
        "score": list(one.score if is_a else one.score[::-1]) if one.score else None,
        "match": one.live.public_id if one.live else None,
        "reasons": [result.reason for result in table.results if result.reason],
    }


def all_tables(loaded_tournament: LoadedTournament) -> Iterator[tuple[DrawnRound, PlayedTable]]:
    """Every table of every round, in order."""
    for drawn_round in loaded_tournament.tournament.rounds:
        for one in play_round(loaded_tournament, drawn_round):
            yield drawn_round, one
