"""A club is begun, and becomes another."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Self

from scorekeeper.journal.body import Json, text_in
from scorekeeper.services.club_acts.body import ClubBody, check_texts
from scorekeeper.services.club_acts.refusals import ClubFault, ClubRefused

if TYPE_CHECKING:
    from scorekeeper.services.clubs.club_state import Club


@dataclass(frozen=True, kw_only=True)
class _ClubHead(ClubBody):
    """What is known of a club beside its persons and its tournaments."""

    texts: ClassVar[tuple[str, ...]] = ("name", "place")

    name: str
    place: str = ""

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls(name=text_in(data, "name"), place=text_in(data, "place"))

    def fields(self) -> Json:
        return {"name": self.name, "place": self.place}

    def check_head(self) -> None:
        """See whether a club can be called so.

        :raises ClubRefused: its name is missing, or a text of it is unfit.
        """
        if not self.name:
            raise ClubRefused(ClubFault("no_name", "name"))
        check_texts(name=self.name, place=self.place)

    def writes(self) -> frozenset[str]:
        return frozenset({"setup"})


@dataclass(frozen=True, kw_only=True)
class ClubCreated(_ClubHead):
    """The first act: a club is there."""

    kind: ClassVar[str] = "created"


@dataclass(frozen=True, kw_only=True)
class ClubChanged(_ClubHead):
    """The club's name or place is another."""

    kind: ClassVar[str] = "changed"

    def check(self, club: Club) -> None:
        self.check_head()
        if (self.name, self.place) == (club.name, club.place):
            raise ClubRefused(ClubFault("nothing_new", "name"))

    def apply(self, club: Club) -> Club:
        return replace(club, name=self.name, place=self.place)
