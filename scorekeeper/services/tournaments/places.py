"""The place of a match: a table of a tournament, or none."""

from collections.abc import Collection
from typing import NamedTuple

from scorekeeper.services.ledger import Ledger
from scorekeeper.services.tournaments.ending import RoundEnd, round_end
from scorekeeper.services.tournaments.service import LoadedTournament, find_tournament
from scorekeeper.services.tournaments.tournament_set_up import Length
from scorekeeper.store import tournament_queries as queries
from scorekeeper.store.checking import DamagedEvent


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
