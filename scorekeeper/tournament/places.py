"""Where a match is played and a pair sits; what pairs owe, have paid, and win."""

from collections.abc import Collection, Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from scorekeeper.match.ledger import Ledger
from scorekeeper.store import tournament_queries as queries
from scorekeeper.store.database_checks import DamagedEvent
from scorekeeper.tournament.finals import absent_final, final_order, keys_in_final, played_final_of
from scorekeeper.tournament.service import LoadedTournament, find_tournament
from scorekeeper.tournament.state import Tournament
from scorekeeper.tournament.table_results import RoundEnd, round_end
from scorekeeper.tournament.tournament_set_up import Length, Pair


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
    """The table as its tournament tells it, or None: see `place_of`."""
    if table is None:
        return None
    try:
        tournament = find_tournament(table.public_id).tournament
    except DamagedEvent:
        return None
    drawn = next((one for one in tournament.rounds if one.act.seq == table.drawn), None)
    if drawn is None:
        return None
    set_up = drawn.set_up
    return TablePlace(
        table.public_id,
        drawn.number,
        table.number,
        set_up.length,
        set_up.limit,
        set_up.needs_winners,
    )


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


class Account(NamedTuple):
    """A pair with what it owes and has paid, in cents."""

    pair: Pair
    due: int
    paid: int


class Sums(NamedTuple):
    """What all accounts come to, in cents."""

    due: int
    paid: int
    missing: int
    """What each pair still owes, added up: what another paid too much is no part of it."""
    missing_absent: int
    """How much of that is owed by pairs that are not there."""
    overpaid: int


class Prize(NamedTuple):
    """A pair with what it wins, in cents."""

    place: int
    pair: Pair
    amount: int


def accounts_of(tournament: Tournament) -> list[Account]:
    """The accounts of all pairs; who withdrew and has paid nothing owes nothing."""
    return [_account(tournament, pair) for pair in tournament.pairs.values()]


def sums_of(accounts: Sequence[Account]) -> Sums:
    """Add the accounts up."""
    return Sums(
        sum(one.due for one in accounts),
        sum(one.paid for one in accounts),
        sum(_missing(one) for one in accounts),
        sum(_missing(one) for one in accounts if not one.pair.plays),
        sum(max(one.paid - one.due, 0) for one in accounts),
    )


def _missing(account: Account) -> int:
    return max(account.due - account.paid, 0)


def _account(tournament: Tournament, pair: Pair) -> Account:
    due = tournament.money.fee if pair.due is None else pair.due
    paid = (due if pair.paid else 0) if pair.payment is None else pair.payment
    return Account(pair, 0 if pair.withdrawn and not paid else due, paid)


def share(places: Iterable[tuple[int, str]], prizes: Sequence[int]) -> dict[str, int]:
    """The prizes by pairs: those who share a place get the mean of the prizes of their places.

    A cent that cannot be shared is nobody's.

    >>> share([(1, "4"), (2, "7"), (2, "9"), (4, "1")], [10000, 6000, 4001])
    {'4': 10000, '7': 5000, '9': 5000}
    """
    found: dict[str, int] = {}
    for place, group in groupby(places, key=lambda one: one[0]):
        keys = [key for _place, key in group]
        amount = sum(prizes[place - 1 : place - 1 + len(keys)]) // len(keys)
        found |= {key: amount for key in keys if amount}
    return found


def prizes_of(loaded_tournament: LoadedTournament) -> list[Prize]:
    """Who would win what as it stands now; those of its final by that, before all others.

    Nobody where its final is not here.
    """
    if absent_final(loaded_tournament):
        return []
    tournament = loaded_tournament.tournament
    places = final_order(loaded_tournament)
    shares = share(places, tournament.money.prizes)
    return [
        Prize(place, tournament.pairs[key], shares[key]) for place, key in places if key in shares
    ]
