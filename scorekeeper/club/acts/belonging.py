"""Tournaments belong to a club and leave it; their players are known there, or new there."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import field, replace
from typing import Annotated, ClassVar, NamedTuple, Self

from scorekeeper.club.acts.club_fields import PERSONS, TOURNAMENT, PlayersOfPairs, TournamentAddress
from scorekeeper.club.acts.refusals import ClubFault, ClubRefused, refuse_in_club_if
from scorekeeper.club.acts.roster import PersonAdded, check_identities
from scorekeeper.club.club_state import Belonging, Club, ClubAct, ClubBody
from scorekeeper.journal.fields import Form
from scorekeeper.journal.json_values import JsonValue, number_in, objects_in, text_in
from scorekeeper.journal.record import Always, Codec


class OfTournament(ClubBody, is_for_helpers=True, changes=("tournament {self.tournament}",)):
    """The body of an act about a tournament."""

    tournament: TournamentAddress
    """Its address."""

    def check_there(self, club: Club) -> None:
        """See whether the tournament belongs to the club.

        :raises ClubRefused: it does not.
        """
        refuse_in_club_if(self.tournament not in club.tournaments, "no_tournament", "tournament")


class TournamentBelongs(
    OfTournament, kind="tournament_belongs", op="add_tournament", form="AddTournament"
):
    """A tournament is the club's."""

    def check(self, club: Club) -> None:
        refuse_in_club_if(self.tournament in club.tournaments, "tournament_there", "tournament")

    def apply(self, club: Club, act: ClubAct) -> Club:
        return replace(club, tournaments={**club.tournaments, self.tournament: Belonging()})


class TournamentLeft(
    OfTournament, kind="tournament_left", op="take_tournament_out", form="TakeTournamentOut"
):
    """A tournament is the club's no more. A season that counts it counts it as nothing."""

    def check(self, club: Club) -> None:
        self.check_there(club)

    def apply(self, club: Club, act: ClubAct) -> Club:
        others = {key: one for key, one in club.tournaments.items() if key != self.tournament}
        return replace(club, tournaments=others)


class PlayersKnown(
    OfTournament,
    kind="players_known",
    rests=("tournament {self.tournament}", "identities"),
):
    """Which persons of the roster played in a tournament, in which pair."""

    operations: ClassVar[Mapping[str, tuple[Form, ...]]] = {
        "know_players": (Form("KnowPlayers", (TOURNAMENT, PERSONS)),)
    }

    players: Always[PlayersOfPairs] = field(default_factory=dict)

    def check_players(self, club: Club) -> None:
        """See whether the tournament is there, and those who are known.

        :raises ClubRefused: one of them is not.
        """
        self.check_there(club)
        known = (one for two in self.players.values() for one in two if one)
        refuse_in_club_if(any(one not in club.persons for one in known), "no_person", "players")

    def check(self, club: Club) -> None:
        self.check_players(club)
        is_same = dict(self.players) == dict(club.tournaments[self.tournament].players)
        refuse_in_club_if(is_same, "nothing_new", "players")
        check_identities(self.known_in(club), "players")

    def apply(self, club: Club, act: ClubAct) -> Club:
        return self.known_in(club)

    def known_in(self, club: Club) -> Club:
        """The club that knows the players."""
        known = {self.tournament: Belonging(players=self.players)}
        return replace(club, tournaments={**club.tournaments, **known})


class PlayerSeat(NamedTuple):
    """One of the two players of a pair."""

    pair: str
    seat: int
    """0 or 1."""

    @property
    def field(self) -> str:
        """What forms call it: `1-0`."""
        return f"{self.pair}-{self.seat}"


def _seats_in(value: JsonValue) -> tuple[PlayerSeat, ...]:
    return tuple(
        PlayerSeat(text_in(one, "pair"), number_in(one, "seat")) for one in objects_in(value)
    )


NewSeats = Annotated[
    tuple[PlayerSeat, ...], Codec(_seats_in, lambda seats: [one._asdict() for one in seats])
]


class NewPlayersKnown(
    PlayersKnown,
    kind="new_players_known",
    changes=("tournament {self.tournament}", "persons"),
    # Also that no names were erased since: one of these may be one.
    rests=("tournament {self.tournament}", "identities", "names"),
):
    """Which persons played in a tournament, and some of them are new in the roster."""

    added: Always[NewSeats] = ()
    """Who is new, in the order of their numbers."""
    names: Always[tuple[str, ...]] = ()
    """What each of them is called."""

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
        is_fit = is_one_each and is_seat and not seats_known & {*self.added}
        refuse_in_club_if(not is_fit, "no_person", "players")
        if faults := (*self._faults(club),):
            raise ClubRefused(*faults)
        check_identities(self.known_in(club), "players")

    def _faults(self, club: Club) -> Iterator[ClubFault]:
        """Why new ones cannot come; the field of each is their seat, `1-0`."""
        for seat, (before, person) in zip(self.added, self._arriving(club), strict=True):
            try:
                person.check(before)
            except ClubRefused as refused:
                for fault in refused.faults:
                    yield ClubFault(fault.code, seat.field)

    def known_in(self, club: Club) -> Club:
        players = {pair: [*two] for pair, two in self.players.items()}
        for seat, number in zip(self.added, self._numbers(club), strict=True):
            players.setdefault(seat.pair, ["", ""])[seat.seat] = number
        for before, person in self._arriving(club):
            club = person.added_to(before)
        known = PlayersKnown(
            tournament=self.tournament,
            players={pair: (one, other) for pair, (one, other) in players.items()},
        )
        return known.known_in(club)

    def _arriving(self, club: Club) -> Iterator[tuple[Club, PersonAdded]]:
        """Each of the new ones with the club that they come into."""
        for name in self.names:
            person = PersonAdded(name=name)
            yield club, person
            club = person.added_to(club)

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
