"""A match is played at a club, or is not, and persons of the club's roster sit at its table.

Nothing of what was played hangs on it. No phone needs these acts to go on by itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal, Self

from scorekeeper.rules.model import SEATS, Seat
from scorekeeper.services.match_acts.body import Json, Room, object_in, one_of, text_in
from scorekeeper.services.match_acts.meta import MetaBody

SeatedBy = Mapping[Seat, str]
"""The persons on the chairs, by their numbers in the roster, as far as somebody said who sits."""
MemberBy = Literal["scorer", "organiser"]
_MEMBER_BY: tuple[MemberBy, ...] = ("scorer", "organiser")


@dataclass(frozen=True, kw_only=True)
class _OfClub(MetaBody):
    """Tells of a club."""

    room: ClassVar[Room] = "reserved"

    club: str
    """Its address."""

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls(club=text_in(data, "club"))

    def fields(self) -> Json:
        return {"club": self.club}


@dataclass(frozen=True, kw_only=True)
class ClubJoined(_OfClub):
    """The match is played at this club, and at no other any more: its scorer says so."""

    kind: ClassVar[str] = "club_joined"


@dataclass(frozen=True, kw_only=True)
class ClubProposed(_OfClub):
    """The club's organiser asks the scorer whether the match may be the club's."""

    kind: ClassVar[str] = "club_proposed"


@dataclass(frozen=True, kw_only=True)
class ClubLeft(_OfClub):
    """The match is not the club's; also the scorer's no to its organiser."""

    kind: ClassVar[str] = "club_left"

    by: MemberBy = "scorer"

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls(club=text_in(data, "club"), by=one_of(_MEMBER_BY, data["by"]))

    def fields(self) -> Json:
        return {"club": self.club, "by": self.by}


@dataclass(frozen=True, kw_only=True)
class PersonsSeated(_OfClub):
    """Persons of the club's roster sit, or sat, on these chairs."""

    kind: ClassVar[str] = "persons_seated"

    seats: Mapping[int, SeatedBy]
    """By the seq of the change since which they sit there: 0 for those who began the match."""

    @classmethod
    def read(cls, data: Json) -> Self:
        seats = object_in(data, "seats")
        return cls(
            club=text_in(data, "club"),
            seats={int(since): _seated_in(object_in(seats, since)) for since in seats},
        )

    def fields(self) -> Json:
        seats: Json = {str(since): dict(seated.items()) for since, seated in self.seats.items()}
        return {"club": self.club, "seats": seats}


def _seated_in(data: Json) -> SeatedBy:
    return {one_of(SEATS, seat): text_in(data, seat) for seat in data}
