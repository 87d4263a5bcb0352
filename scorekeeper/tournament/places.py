"""The table of a match, and the seat of a pair: in the last round or in the final."""

from collections.abc import Collection
from typing import NamedTuple

from scorekeeper.match.ledger import Ledger
from scorekeeper.store import tournament_queries as queries
from scorekeeper.store.database_checks import DamagedEvent
from scorekeeper.tournament.drawn_rounds import RoundPart
from scorekeeper.tournament.finals import keys_in_final, played_final_of
from scorekeeper.tournament.service import LoadedTournament, find_tournament
from scorekeeper.tournament.state import Tournament
from scorekeeper.tournament.table_results import RoundEnd, players_of, round_end
from scorekeeper.tournament.tournament_set_up import Length, Pair, SetUp


class TablePlace(NamedTuple):
    """A table of a round, and what ends its match."""

    tournament: str
    """Its address."""
    round: int
    table: int
    length: Length
    limit: int
    """Hands or minutes; 0 where the match's target ends it."""
    needs_winner: bool

    def ended(self, ledger: Ledger) -> RoundEnd:
        """The match as it counts here."""
        return round_end(ledger.standing, self.length, self.limit, needs_winner=self.needs_winner)


def place_of(match_id: str) -> TablePlace | None:
    """The table at which the match with this address is played; None for one of no tournament.

    Also None where its round was taken back, or where the tournament is damaged: its matches go on.
    """
    return place_at(queries.table_with(match_id))


def place_at(table: queries.TournamentTableRow | None) -> TablePlace | None:
    """Return the table from its tournament, or None; see `place_of`."""
    if table is None:
        return None
    try:
        tournament = find_tournament(table.public_id).tournament
    except DamagedEvent:
        return None
    drawn = next((one for one in tournament.rounds if one.act.seq == table.drawn), None)
    if drawn is None:
        return None
    set_up = drawn.set_up_at(table.number)
    return TablePlace(
        table.public_id,
        drawn.number,
        table.number,
        set_up.length,
        set_up.limit,
        set_up.needs_winners,
    )


def left_behind_by(table: queries.TournamentTableRow | None) -> str:
    """The address of the tournament that took this table's round back; empty for any other."""
    if table is None:
        return ""
    try:
        rounds = find_tournament(table.public_id).tournament.rounds
    except DamagedEvent:
        return ""
    return "" if any(one.act.seq == table.drawn for one in rounds) else table.public_id


def at_tables(addresses: Collection[str]) -> set[str]:
    """Those of the matches with these addresses that are played at a table."""
    found = queries.matches_at_tables(addresses) if addresses else ()
    return {one for one in found if place_of(one) is not None}


def tournament_of(match_id: str) -> LoadedTournament | None:
    """The tournament whose names the match with this address has, or None.

    It was started there, also in a round that was taken back, or is a rematch of one that was.
    """
    address = queries.tournament_with(match_id)
    try:
        return find_tournament(address) if address else None
    except DamagedEvent:
        return None


class PairSeat(NamedTuple):
    """The seat of a pair in the last round."""

    pair: Pair
    """The pair; where partners are drawn, the player and the partner of that round."""
    table: int | None
    """The table's number; None for a bye, or for a pair that is not in the round."""
    against: Pair | None
    has_bye: bool
    is_in_final: bool = False
    """Is it a seat of the tournament's final?"""
    set_up: SetUp | None = None
    """The set-up of the tournament in whose phase it is; None without groups and later phases."""
    part: RoundPart | None = None
    """The group or the phase."""


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
    if last is None:
        return PairSeat(pair, None, None, has_bye=False)
    part = last.part_of(key) if last.is_in_parts else None
    phase = (tournament.set_up, part) if part else (None, None)
    if table is None:
        return PairSeat(pair, None, None, key in last.byes, False, *phase)
    own, other = (table.a, table.b) if key in players_of((table.a,)) else (table.b, table.a)
    seated = pair if own == key else tournament.pair_in(own, last.number)
    against = tournament.pair_in(other, last.number)
    return PairSeat(seated, table.number, against, False, False, *phase)


def next_seats(place: TablePlace) -> tuple[PairSeat, ...]:
    """The seats of the pairs of this table in a later round or the final; nothing before one."""
    loaded_tournament = find_tournament(place.tournament)
    tournament = loaded_tournament.tournament
    drawn_round = tournament.round(place.round)
    table = drawn_round.table(place.table) if drawn_round else None
    if table is None:
        return ()
    seats = [seat_of(loaded_tournament, tournament.pairs[key]) for key in table.entrants]
    is_later = len(tournament.rounds) > place.round
    return tuple(seats) if is_later or any(seat.is_in_final for seat in seats) else ()
