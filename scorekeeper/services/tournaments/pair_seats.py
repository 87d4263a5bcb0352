"""Where a pair sits: in the round that was drawn last, or in the final while that is played."""

from typing import NamedTuple

from scorekeeper.services.tournaments.pair_list import Pair
from scorekeeper.services.tournaments.places import TablePlace
from scorekeeper.services.tournaments.service import LoadedTournament, find_tournament
from scorekeeper.services.tournaments.state import Tournament
from scorekeeper.services.tournaments.winning import keys_in_final, played_final_of


class PairSeat(NamedTuple):
    """The seat of a pair in the last round."""

    pair: Pair
    table: int | None
    """None for a bye, or where it is not in the round."""
    against: Pair | None
    has_bye: bool
    is_in_final: bool = False
    """Is it a seat of the tournament's final?"""


def seat_of(loaded_tournament: LoadedTournament, pair: Pair) -> PairSeat:
    """The seat of the pair in the last round, that of its final once it plays there."""
    final = played_final_of(loaded_tournament)
    key = keys_in_final(loaded_tournament, final).get(pair.key) if final else None
    if final is None or key is None:
        return _seat_in(loaded_tournament.tournament, pair, pair.key)
    return _seat_in(final.tournament, pair, key)._replace(is_in_final=True)


def _seat_in(tournament: Tournament, pair: Pair, key: str) -> PairSeat:
    last = tournament.last_round
    table = tournament.table_of(key, last.number) if last else None
    if last is None or table is None:
        return PairSeat(pair, None, None, last is not None and key in last.byes)
    other = table.b if table.a == key else table.a
    return PairSeat(pair, table.number, tournament.pair_in(other, last.number), has_bye=False)


def next_seats(place: TablePlace) -> tuple[PairSeat, ...]:
    """The seats of the pairs of this table in a later round or the final; nothing before one."""
    loaded_tournament = find_tournament(place.tournament)
    tournament = loaded_tournament.tournament
    drawn_round = tournament.round(place.round)
    table = drawn_round.table(place.table) if drawn_round else None
    if table is None:
        return ()
    seats = [seat_of(loaded_tournament, tournament.pairs[key]) for key in (table.a, table.b)]
    is_later = len(tournament.rounds) > place.round
    return tuple(seats) if is_later or any(seat.is_in_final for seat in seats) else ()
