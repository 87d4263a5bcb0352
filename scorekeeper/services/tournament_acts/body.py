"""The base of every kind of act of a tournament."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Self

from scorekeeper.journal.body import StoredBody
from scorekeeper.journal.fields import Form

if TYPE_CHECKING:
    from scorekeeper.services.tournaments.acts import TournamentAct
    from scorekeeper.services.tournaments.state import Tournament


@dataclass(frozen=True, kw_only=True)
class TournamentBody(StoredBody):
    """The body of an act of a tournament."""

    is_for_helpers: ClassVar[bool] = False
    """May a helper do it? An organiser may do all."""
    operations: ClassVar[Mapping[str, Form]] = {}
    """The ways to ask for it, by what each is called while a program asks; none: none can."""

    @property
    def undoes(self) -> int | None:
        """The seq of the act that it undoes, if it undoes one."""
        return None

    @property
    def is_undoable(self) -> bool:
        """Is it undone from the history, as long as nothing was built on it?"""
        return False

    @property
    def of_round(self) -> int | None:
        """The round in which it writes, if it writes in one alone."""
        return None

    @property
    def of_table(self) -> int | None:
        """The table of that round about which it speaks, if it speaks of one alone."""
        return None

    def writes(self) -> frozenset[str]:
        """The names of what it changes; another act is stale if it rests on one of them."""
        return frozenset()

    def rests_on(self) -> frozenset[str]:
        """The names of what must not have changed since it was decided.

        Two helpers who write at two tables, or two pairs that come at once, never disturb each
        other.
        """
        return self.writes()

    def decided_on(self) -> frozenset[str]:
        """What must not have changed: more than it rests on, where two alike would count twice.

        Only what it rests on cannot be undone before it.
        """
        return self.rests_on()

    def check(self, tournament: Tournament) -> None:
        """See whether it is possible as the tournament stands.

        :raises TournamentRefused: it is not, with what is wrong with it.
        """

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        """The tournament after the act that says it, which was checked when it was written."""
        return tournament

    def without_pair(self, pair: str, names: Collection[str], before: Tournament) -> Self | None:
        """The body without what names this pair, whose players had these names.

        None where it does not speak of the pair. `before` is the tournament before the act.
        """
        return None
