"""Acts of a club that change nothing of what is counted: who writes, what was erased."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Self

from scorekeeper.journal.body import ErasedBy, Json, number_in, one_of, text_in, texts_in
from scorekeeper.services.club_acts.body import ClubBody
from scorekeeper.services.tournament_acts.meta import TakenRole

if TYPE_CHECKING:
    from scorekeeper.services.clubs.club_state import Club

_ROLES: tuple[TakenRole, ...] = ("organiser", "helper")


@dataclass(frozen=True, kw_only=True)
class ClubRoleTaken(ClubBody):
    """A phone organises, or helps."""

    kind: ClassVar[str] = "role_taken"

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
class AddressesClosed(ClubBody):
    """Strangers stay led to none of these matches and tournaments.

    A name was hidden that still stands there; it is erased here, and cannot be looked for any more.
    """

    kind: ClassVar[str] = "addresses_closed"
    is_erasing: ClassVar[bool] = True

    addresses: tuple[str, ...]

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls(addresses=texts_in(data["addresses"]))

    def fields(self) -> Json:
        return {"addresses": [*self.addresses]}

    def writes(self) -> frozenset[str]:
        return frozenset({"closed"})

    def apply(self, club: Club) -> Club:
        return replace(club, closed=club.closed | {*self.addresses})


@dataclass(frozen=True, kw_only=True)
class ClubNamesErased(ErasedBy, ClubBody):
    """All names before it were erased."""

    kind: ClassVar[str] = "names_erased"
    is_erasing: ClassVar[bool] = True

    def writes(self) -> frozenset[str]:
        return frozenset({"setup", "names"})


@dataclass(frozen=True, kw_only=True)
class PersonErased(ErasedBy, ClubBody):
    """The names of a person were erased."""

    kind: ClassVar[str] = "person_erased"
    is_erasing: ClassVar[bool] = True

    person: str

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls(by=ErasedBy.read(data).by, person=text_in(data, "person"))

    def fields(self) -> Json:
        return {**super().fields(), "person": self.person}

    def writes(self) -> frozenset[str]:
        return frozenset({f"person {self.person}", "names"})
