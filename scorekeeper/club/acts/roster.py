"""Persons come into the roster, change, turn out to be one; tournaments belong to the club."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import field, replace
from typing import Annotated, ClassVar, Final, NamedTuple, Self

from scorekeeper.club.acts.club_fields import (
    PERSON_FIELDS,
    PERSONS,
    TOURNAMENT,
    ByNumber,
    ClubFault,
    ClubRefused,
    ClubText,
    PersonKey,
    PersonName,
    PlayersOfPairs,
    TournamentAddress,
    check_texts,
    refuse_in_club_if,
)
from scorekeeper.club.club_state import Belonging, Club, ClubAct, ClubBody, ClubPerson
from scorekeeper.journal.fields import Form
from scorekeeper.journal.json_values import JsonValue, number_in, objects_in, text_in
from scorekeeper.journal.record import Always, Codec, Identifier
from scorekeeper.rules.names import is_fit_name
from scorekeeper.tournament.pair_names import gives_one_of, plain

MOST_PERSONS: Final = 2000


class _Described(ClubBody, is_for_helpers=True):
    """The body of an act about a person."""

    name: PersonName
    note: Always[ClubText] = ""
    """A nickname, the name in other letters: it helps to find the person."""
    by_number: ByNumber = False
    """Is the person shown by number, and by name to the club's organiser and helpers alone?"""

    def check_person(self, club: Club, but: str = "") -> None:
        """See whether a person can be called so, and no other one is.

        :raises ClubRefused: they cannot.
        """
        refuse_in_club_if(not self.name, "no_name", "name")
        refuse_in_club_if(not is_fit_name(self.name), "unfit_name", "name")
        check_texts(note=self.note)
        others = (one for one in club.persons.values() if one.key != but)
        is_there = any(plain(one.name) == plain(self.name) for one in others)
        refuse_in_club_if(is_there, "person_there", "name")

    def is_about(self, person: str, before: Club) -> bool:
        """Is it about this person? `before` is the club before the act."""
        raise NotImplementedError

    def without_person(self, person: str, names: Collection[str], before: Club) -> Self | None:
        if self.is_about(person, before):
            return self.redacted()
        # The note about one person may name another.
        return replace(self, note="", erased=True) if gives_one_of(names, self.note) else None


class PersonAdded(
    _Described,
    kind="person_added",
    op="add_person",
    form="AddPerson",
    changes=("persons",),
    rests=("names",),
):
    """A person more, with the next number."""

    def check(self, club: Club) -> None:
        refuse_in_club_if(len(club.persons) >= MOST_PERSONS, "too_many_persons", "name")
        self.check_person(club)

    def apply(self, club: Club, act: ClubAct) -> Club:
        return self.added_to(club)

    def added_to(self, club: Club) -> Club:
        """The club with the person in its roster."""
        person = ClubPerson(
            number=len(club.persons) + 1,
            name=self.name,
            note=self.note,
            by_number=self.by_number,
        )
        return replace(club, persons={**club.persons, person.key: person})

    def is_about(self, person: str, before: Club) -> bool:
        return person == str(len(before.persons) + 1)


class PersonChanged(
    _Described,
    kind="person_changed",
    changes=("person {self.person}",),
    rests=("person {self.person}", "names"),
):
    """A person is called otherwise, or shown otherwise."""

    operations: ClassVar[Mapping[str, tuple[Form, ...]]] = {
        "change_person": (Form("ChangePerson", PERSON_FIELDS),)
    }

    person: Identifier

    def may_be_by_helper(self, club: Club) -> bool:
        """May a helper do it: is the person shown by name, or do name and number stay as they are?

        Only an organiser may end a promised display by number. An earlier name of such a person is
        hidden as long as no other person has that name.
        """
        old = club.persons.get(self.person)
        if old is None or not club.is_numbered(self.person):
            return True
        return (self.name, self.by_number) == (old.name, old.by_number)

    def check(self, club: Club) -> None:
        old = _person(club, self.person)
        self.check_person(club, but=self.person)
        is_same = (self.name, self.note, self.by_number) == (old.name, old.note, old.by_number)
        refuse_in_club_if(is_same, "nothing_new", "name")

    def apply(self, club: Club, act: ClubAct) -> Club:
        old = club.persons[self.person]
        earlier = old.earlier if self.name == old.name else (*old.earlier, old.name)
        new = replace(
            old, name=self.name, note=self.note, by_number=self.by_number, earlier=earlier
        )
        return replace(club, persons={**club.persons, old.key: new})

    def is_about(self, person: str, before: Club) -> bool:
        return person == self.person


class PersonsJoined(
    ClubBody,
    kind="persons_joined",
    op="join_persons",
    form="JoinPersons",
    changes=("person {self.person}", "person {self.other}", "identities"),
):
    """Two entries of the roster are one person: the other one's figures are those of the first."""

    person: PersonKey
    """The one that stays."""
    other: PersonKey

    def check(self, club: Club) -> None:
        refuse_in_club_if(not self.other, "nobody_chosen", "other")
        one, other = _person(club, self.person), _person(club, self.other)
        is_joined = one == other or one.same_as or other.same_as
        refuse_in_club_if(is_joined, "same_person", "other")
        check_identities(_with_identity(club, self.other, self.person), "other")

    def apply(self, club: Club, act: ClubAct) -> Club:
        return _with_identity(club, self.other, self.person)


class PersonParted(
    ClubBody,
    kind="person_parted",
    op="part_person",
    form="PartPerson",
    changes=("person {self.person}", "identities"),
):
    """Two persons that were taken for one are two again."""

    person: PersonKey

    def check(self, club: Club) -> None:
        refuse_in_club_if(not _person(club, self.person).same_as, "not_joined", "person")

    def apply(self, club: Club, act: ClubAct) -> Club:
        return _with_identity(club, self.person, "")


def check_identities(club: Club, field: str) -> None:
    """Check that each person sits on one chair at each of the club's tournaments.

    :raises ClubRefused: a person would sit on two.
    """
    for address, belonging in club.tournaments.items():
        chairs: dict[str, list[str]] = {}
        for pair, persons in belonging.players.items():
            for one in filter(None, persons):
                chairs.setdefault(club.who_is(one), []).append(pair)
        for person, pairs in chairs.items():
            if len(pairs) > 1:
                places = tuple(dict.fromkeys(pairs))
                raise ClubRefused(ClubFault("both_played", field, person, address, places))


def _person(club: Club, person: str) -> ClubPerson:
    if person not in club.persons:
        raise ClubRefused(ClubFault("no_person", "person"))
    return club.persons[person]


def _with_identity(club: Club, person: str, same_as: str) -> Club:
    new = replace(club.persons[person], same_as=same_as)
    return replace(club, persons={**club.persons, person: new})


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
        """The seat's name in forms: `1-0`."""
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
    """The seats of the new persons, in the order of the persons' numbers."""
    names: Always[tuple[str, ...]] = ()
    """The name of each new person."""

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
