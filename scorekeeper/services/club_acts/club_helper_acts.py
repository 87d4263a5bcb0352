"""A club's helpers come by name, and are removed one by one."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Final, Self

from scorekeeper.journal.body import Json, number_in, text_in
from scorekeeper.rules.names import is_fit_name
from scorekeeper.services.club_acts.body import ClubBody
from scorekeeper.services.club_acts.refusals import ClubFault, ClubRefused
from scorekeeper.services.tournaments.pair_names import gives_one_of

if TYPE_CHECKING:
    from scorekeeper.services.clubs.club_state import Club

MOST_CLUB_HELPERS: Final = 99


@dataclass(frozen=True, kw_only=True)
class _OfClubHelper(ClubBody):
    """Something about a helper."""

    helper: int
    """The number, from 1; 0 are all who help without a name."""

    def writes(self) -> frozenset[str]:
        return frozenset({f"helper {self.helper}"})


@dataclass(frozen=True, kw_only=True)
class ClubHelperNamed(_OfClubHelper):
    """A helper comes, or one who was removed comes again."""

    kind: ClassVar[str] = "helper_named"
    texts: ClassVar[tuple[str, ...]] = ("name",)

    name: str

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls(helper=number_in(data, "helper"), name=text_in(data, "name"))

    def fields(self) -> Json:
        return {"helper": self.helper, "name": self.name}

    def check(self, club: Club) -> None:
        if not 0 < self.helper <= MOST_CLUB_HELPERS:
            raise ClubRefused(ClubFault("too_many_helpers", "name"))
        if not is_fit_name(self.name):
            raise ClubRefused(ClubFault("unfit_name", "name"))
        others = (one for one in club.helpers if one.number != self.helper)
        if self.name and any(one.name.casefold() == self.name.casefold() for one in others):
            raise ClubRefused(ClubFault("helper_there", "name"))

    def without_person(self, person: str, names: Collection[str], before: Club) -> Self | None:
        is_named = gives_one_of(names, self.name)
        return replace(self, name="", erased=True) if is_named else None


@dataclass(frozen=True, kw_only=True)
class ClubHelperRemoved(_OfClubHelper):
    """A helper helps no more: the link is ended, and the phones that opened it only read."""

    kind: ClassVar[str] = "helper_removed"

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls(helper=number_in(data, "helper"))

    def fields(self) -> Json:
        return {"helper": self.helper}

    def check(self, club: Club) -> None:
        helper = club.helper(self.helper)
        if helper is None or helper.is_removed:
            raise ClubRefused(ClubFault("no_helper", "helper"))
