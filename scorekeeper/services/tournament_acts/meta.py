"""Acts that are no play: lots, a final, who writes, what was erased."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Final, Literal, Self, get_args

from scorekeeper.journal.body import (
    ErasedBy,
    Json,
    number_in,
    one_of,
    text_in,
    texts_in,
)
from scorekeeper.journal.fields import Form
from scorekeeper.services.tournament_acts.body import TournamentBody

if TYPE_CHECKING:
    from scorekeeper.services.tournaments.acts import TournamentAct
    from scorekeeper.services.tournaments.state import Tournament

TakenRole = Literal["organiser", "helper"]
_ROLES: Final[tuple[TakenRole, ...]] = get_args(TakenRole)


@dataclass(frozen=True, kw_only=True)
class LotsDrawn(TournamentBody):
    """All pairs in the order of their lots."""

    kind: ClassVar[str] = "lots_drawn"
    operations: ClassVar[Mapping[str, Form]] = {"draw_lots": Form("DrawLots")}

    seed: int
    lots: tuple[str, ...]

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls(seed=number_in(data, "seed"), lots=texts_in(data["lots"]))

    def fields(self) -> Json:
        return {"seed": self.seed, "lots": [*self.lots]}

    def writes(self) -> frozenset[str]:
        return frozenset({"lots"})

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        return replace(tournament, lots=self.lots)


@dataclass(frozen=True, kw_only=True)
class FinalSetUp(TournamentBody):
    """A final of so many was set up from the standings; without an address it is not here."""

    kind: ClassVar[str] = "final_set_up"

    count: int
    tournament: str = ""
    """Its address."""
    pairs: tuple[str, ...] = ()
    """The pairs that play in it, as they stood; an earlier version does not say it."""

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls(
            count=number_in(data, "count"),
            tournament=text_in(data, "tournament"),
            pairs=texts_in(data.get("pairs", [])),
        )

    def fields(self) -> Json:
        pairs: Json = {"pairs": [*self.pairs]} if self.pairs else {}
        return {"count": self.count, "tournament": self.tournament, **pairs}

    def writes(self) -> frozenset[str]:
        return frozenset({"final"})

    def rests_on(self) -> frozenset[str]:
        """The standings, and all that they follow from."""
        return frozenset({"setup", "pairs", "rounds", "results", "adjustments", "lots", "final"})

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        return replace(tournament, final=self.tournament)


@dataclass(frozen=True, kw_only=True)
class RoleTaken(TournamentBody):
    """A phone organises, or helps."""

    kind: ClassVar[str] = "joined"

    role: TakenRole
    helper: int = 0
    """The number of the helper whose link it opened; 0 where the link has no name."""

    @classmethod
    def read(cls, data: Json) -> Self:
        helper = number_in(data, "helper") if "helper" in data else 0
        return cls(role=one_of(_ROLES, data["as"]), helper=helper)

    def fields(self) -> Json:
        helper: Json = {"helper": self.helper} if self.helper else {}
        return {"as": self.role, **helper}


@dataclass(frozen=True, kw_only=True)
class ErasingBegun(ErasedBy, TournamentBody):
    """All names go, which takes some steps.

    A form that was opened before could write them again, in a reason, too.
    """

    kind: ClassVar[str] = "erasing_begun"


@dataclass(frozen=True, kw_only=True)
class AllNamesErased(ErasedBy, TournamentBody):
    """All names before it were erased."""

    kind: ClassVar[str] = "names_erased"
    is_erasing: ClassVar[bool] = True

    def writes(self) -> frozenset[str]:
        return frozenset({"setup", "names", "texts"})


@dataclass(frozen=True, kw_only=True)
class PairErased(ErasedBy, TournamentBody):
    """The names of a pair were erased."""

    kind: ClassVar[str] = "pair_erased"
    is_erasing: ClassVar[bool] = True

    pair: str

    @classmethod
    def read(cls, data: Json) -> Self:
        by = ErasedBy.read(data).by
        return cls(by=by, pair=text_in(data, "pair"))

    def fields(self) -> Json:
        return {**super().fields(), "pair": self.pair}

    def writes(self) -> frozenset[str]:
        return frozenset({f"pair {self.pair}", "texts"})
