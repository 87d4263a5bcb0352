"""Helpers come by name, and are removed one by one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final, Self

from scorekeeper.journal.body import Json, number_in, text_in
from scorekeeper.rules.names import LONGEST_NAME, is_fit_name
from scorekeeper.services.tournament_acts.body import TournamentBody
from scorekeeper.services.tournament_acts.refusals import Fault, TournamentRefused

if TYPE_CHECKING:
    from scorekeeper.services.tournaments.state import Tournament

MOST_HELPERS: Final = 99


@dataclass(frozen=True, kw_only=True)
class _OfHelper(TournamentBody):
    """Something about a helper."""

    helper: int
    """The number, from 1; 0 are all who help without a name."""

    def writes(self) -> frozenset[str]:
        return frozenset({f"helper {self.helper}"})


@dataclass(frozen=True, kw_only=True)
class HelperNamed(_OfHelper):
    """A helper comes, or one who was removed comes again."""

    kind: ClassVar[str] = "helper_named"
    texts: ClassVar[tuple[str, ...]] = ("name",)

    name: str

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls(helper=number_in(data, "helper"), name=text_in(data, "name"))

    def fields(self) -> Json:
        return {"helper": self.helper, "name": self.name}

    def check(self, tournament: Tournament) -> None:
        if self.helper > MOST_HELPERS:
            raise TournamentRefused(Fault("too_many_helpers", "name"))
        if not is_fit_name(self.name, LONGEST_NAME):
            raise TournamentRefused(Fault("unfit_name", "name"))
        others = (one for one in tournament.helpers if one.number != self.helper)
        if self.name and any(one.name.casefold() == self.name.casefold() for one in others):
            raise TournamentRefused(Fault("helper_there", "name"))


@dataclass(frozen=True, kw_only=True)
class HelperRemoved(_OfHelper):
    """A helper helps no more: the link is ended, and the phones that opened it only read."""

    kind: ClassVar[str] = "helper_removed"

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls(helper=number_in(data, "helper"))

    def fields(self) -> Json:
        return {"helper": self.helper}

    def check(self, tournament: Tournament) -> None:
        helper = tournament.helper(self.helper)
        if helper is None or helper.is_removed:
            raise TournamentRefused(Fault("no_helper", "helper"))
