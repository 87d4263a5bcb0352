"""Names of a tournament come into the roster, and their players are known by them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Self

from scorekeeper.journal.body import Json, number_in, objects_in, text_in, texts_in
from scorekeeper.journal.fields import Form
from scorekeeper.services.club_acts.belonging_acts import PlayersKnown
from scorekeeper.services.club_acts.refusals import ClubFault, ClubRefused
from scorekeeper.services.club_acts.roster_acts import PersonAdded, check_identities

if TYPE_CHECKING:
    from scorekeeper.services.clubs.club_state import Club


class PlayerSeat(NamedTuple):
    """One of the two players of a pair."""

    pair: str
    seat: int
    """0 or 1."""

    @property
    def field(self) -> str:
        """What forms call it: `1-0`."""
        return f"{self.pair}-{self.seat}"


@dataclass(frozen=True, kw_only=True)
class NewPlayersKnown(PlayersKnown):
    """Which persons played in a tournament, and some of them are new in the roster."""

    kind: ClassVar[str] = "new_players_known"
    operations: ClassVar[Mapping[str, Form]] = {}
    texts: ClassVar[tuple[str, ...]] = ("names",)

    added: tuple[PlayerSeat, ...] = ()
    """Who is new, in the order of their numbers."""
    names: tuple[str, ...] = ()
    """What each of them is called."""

    @classmethod
    def read(cls, data: Json) -> Self:
        known = PlayersKnown.read(data)
        return cls(
            tournament=known.tournament,
            players=known.players,
            added=tuple(
                PlayerSeat(text_in(one, "pair"), number_in(one, "seat"))
                for one in objects_in(data.get("added", []))
            ),
            names=texts_in(data.get("names", [])),
        )

    def fields(self) -> Json:
        added: Json = {"added": [one._asdict() for one in self.added], "names": [*self.names]}
        return {**super().fields(), **added}

    def writes(self) -> frozenset[str]:
        return super().writes() | {"persons"}

    def rests_on(self) -> frozenset[str]:
        """Also that no names were erased since: one of these may be one."""
        return super().writes() | {"identities", "names"}

    def check(self, club: Club) -> None:
        self.check_players(club)
        seats_known = {
            PlayerSeat(pair, seat)
            for pair, two in self.players.items()
            for seat, one in enumerate(two)
            if one
        }
        is_one_each = len({*self.added}) == len(self.added) == len(self.names)
        is_seat = all(one.seat in (0, 1) for one in self.added)
        if not (is_one_each and is_seat) or seats_known & {*self.added}:
            raise ClubRefused(ClubFault("no_person", "players"))
        if faults := (*self._faults(club),):
            raise ClubRefused(*faults)
        check_identities(self.apply(club), "players")

    def _faults(self, club: Club) -> Iterator[ClubFault]:
        """Why new ones cannot come; the field of each is their seat, `1-0`."""
        for seat, (before, person) in zip(self.added, self._arriving(club), strict=True):
            try:
                person.check(before)
            except ClubRefused as refused:
                for fault in refused.faults:
                    yield ClubFault(fault.code, seat.field)

    def apply(self, club: Club) -> Club:
        players = {pair: [*two] for pair, two in self.players.items()}
        for seat, number in zip(self.added, self._numbers(club), strict=True):
            players.setdefault(seat.pair, ["", ""])[seat.seat] = number
        for before, person in self._arriving(club):
            club = person.apply(before)
        known = PlayersKnown(
            tournament=self.tournament,
            players={pair: (one, other) for pair, (one, other) in players.items()},
        )
        return known.apply(club)

    def _arriving(self, club: Club) -> Iterator[tuple[Club, PersonAdded]]:
        """Each of the new ones with the club that they come into."""
        for name in self.names:
            person = PersonAdded(name=name)
            yield club, person
            club = person.apply(club)

    def _numbers(self, before: Club) -> list[str]:
        first = len(before.persons) + 1
        return [str(first + place) for place in range(len(self.added))]

    def names_by_person(self, before: Club) -> dict[str, str]:
        """The names by the keys of those who are new."""
        return dict(zip(self._numbers(before), self.names, strict=True))

    def without_person(self, person: str, names: Collection[str], before: Club) -> Self | None:
        new = self.names_by_person(before)
        if not new.get(person):
            return None
        return replace(self, names=tuple({**new, person: ""}.values()), erased=True)
