"""What acts of pairs share: the base, the checks and the fields."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from scorekeeper.journal.body import Json, number_in
from scorekeeper.rules.names import is_fit_name
from scorekeeper.services.tournament_acts.body import TournamentBody
from scorekeeper.services.tournament_acts.fields import LONGEST_NOTE
from scorekeeper.services.tournament_acts.refusals import Fault, TournamentRefused
from scorekeeper.services.tournaments.pair_list import Pair

if TYPE_CHECKING:
    from scorekeeper.services.tournaments.state import Tournament


PAIR_TEXTS: Final = ("players", "club", "note")
"""The fields of a pair that may name somebody."""


class OfPair(TournamentBody):
    """Something about one pair of the list."""

    pair: str

    @property
    def is_undoable(self) -> bool:
        return True

    def writes(self) -> frozenset[str]:
        return frozenset({"pairs", f"pair {self.pair}"})


def pairs_by_number(pairs: Iterable[Pair]) -> dict[str, Pair]:
    """The pairs by their keys, in the order of their numbers."""
    return {pair.key: pair for pair in sorted(pairs, key=lambda pair: pair.number)}


def check_pair(tournament: Tournament, pair: str) -> None:
    """See whether there is such a pair.

    :raises TournamentRefused: there is none.
    """
    if pair not in tournament.pairs:
        raise TournamentRefused(Fault("no_pair", "pair"))


def check_names(players: Sequence[str], club: str, note: str = "") -> None:
    """See whether these can be names.

    :raises TournamentRefused: one is missing or unfit.
    """
    if not all(players):
        raise TournamentRefused(Fault("one_player", "players"))
    if not all(map(is_fit_name, (*players, club))) or not is_fit_name(note, LONGEST_NOTE):
        raise TournamentRefused(Fault("unfit_name", "players"))


def seeding_in(data: Json) -> int | None:
    """The place in seeding order; 0 where it says that there is none, None where nothing."""
    if data.get("seeding") is None:
        return 0 if "seeding" in data else None
    return number_in(data, "seeding")
