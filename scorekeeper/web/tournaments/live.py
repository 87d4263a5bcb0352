"""Sum up a round: how many tables are done, which need somebody, and what comes next."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal

from scorekeeper.services.tournaments.drawn_rounds import DrawnRound
from scorekeeper.services.tournaments.finals import is_played
from scorekeeper.services.tournaments.playing import PlayedTable
from scorekeeper.services.tournaments.service import LoadedTournament
from scorekeeper.web.request_roles import role_in_tournament

Step = Literal["pairs", "draw", "clock", "sheets", "result", "report", ""]
"""The next thing for an organiser or a helper to do; "" for a reader."""
Stand = Literal["done", "playing", "silent", "waiting"]
STANDS: Final[tuple[Stand, ...]] = ("done", "playing", "silent", "waiting")
_FEWEST_PAIRS: Final = 2


@dataclass(frozen=True)
class RoundSummary:
    """The tables of a round, counted."""

    tables: Sequence[PlayedTable]

    def count(self, stand: Stand) -> int:
        """How many tables stand so."""
        return self.stands.count(stand)

    @cached_property
    def stands(self) -> list[Stand]:
        """One for each table, those that are done first."""
        return sorted(map(stand_of, self.tables), key=STANDS.index)

    @property
    def undone(self) -> list[PlayedTable]:
        """The tables without a result."""
        return [table for table in self.tables if table.score is None]

    @property
    def calling(self) -> list[PlayedTable]:
        """The tables to which somebody should go."""
        return [table for table in self.tables if needs_somebody(table)]


def stand_of(table: PlayedTable) -> Stand:
    """How the table stands."""
    if table.score is not None:
        return "done"
    if table.silent:
        return "silent"
    return "waiting" if table.state == "waiting" else "playing"


def needs_somebody(table: PlayedTable) -> bool:
    """Is it silent or flagged, do phone and paper differ, or waits a claim for the organiser?"""
    waits = table.state == "over" and table.score is None
    return bool(table.silent or table.flags or table.disagrees or waits)


def next_step(
    loaded_tournament: LoadedTournament,
    drawn_round: DrawnRound | None,
    tables: Sequence[PlayedTable],
) -> Step:
    """The next step of the reader in this round; none in a round that others were drawn after."""
    role = role_in_tournament(loaded_tournament.public_id)
    if not role or drawn_round != loaded_tournament.tournament.last_round:
        return ""
    undone = any(table.score is None for table in tables)
    if role == "helper":
        return "result" if undone else ""
    if drawn_round is None:
        return "draw" if len(loaded_tournament.tournament.pairs) >= _FEWEST_PAIRS else "pairs"
    if undone:
        return _while_played(drawn_round, tables)
    return "report" if is_played(loaded_tournament) else "draw"


def _while_played(drawn_round: DrawnRound, tables: Sequence[PlayedTable]) -> Step:
    if drawn_round.set_up.length == "minutes" and drawn_round.clock is None:
        return "clock"
    has_begun = any(table.state != "waiting" for table in tables)
    return "result" if has_begun else "sheets"
