"""Where a match is played: at a table of a tournament, or at none."""

from typing import NamedTuple

from scorekeeper.rules.model import Hand
from scorekeeper.services.ledger import Ledger
from scorekeeper.services.tournaments.keeping import find_tournament
from scorekeeper.services.tournaments.state import Length
from scorekeeper.store import tournament_queries as queries


class Place(NamedTuple):
    """A table of a round, and what ends its match."""

    tournament: str
    """Its address."""
    round: int
    table: int
    length: Length
    limit: int
    """Hands or minutes; 0 where the match's target ends it."""

    def is_played_out(self, ledger: Ledger) -> bool:
        """Were all hands played that count here?"""
        rows = [row for row in ledger.standing.rows if row.counts and isinstance(row.entry, Hand)]
        return self.length == "hands" and len(rows) >= self.limit


def place_of(match_id: str) -> Place | None:
    """Where the match with this address is played; None for one of no tournament.

    Also None where its round was taken back.
    """
    table = queries.table_with(match_id)
    if table is None:
        return None
    tournament = find_tournament(table.public_id).tournament
    drawn = next((one for one in tournament.rounds if one.act.seq == table.drawn), None)
    if drawn is None:
        return None
    set_up = drawn.set_up
    return Place(table.public_id, drawn.number, table.number, set_up.length, set_up.limit)
