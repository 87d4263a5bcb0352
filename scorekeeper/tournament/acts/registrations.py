"""Acts on registrations, and the state of check-in and announcements."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from scorekeeper.journal.record import Always
from scorekeeper.tournament.acts.body import refuse_if
from scorekeeper.tournament.acts.fields import Number, Ordinal, Truth
from scorekeeper.tournament.acts.pair_acts import check_announced, check_texts, newer
from scorekeeper.tournament.pair_names import who
from scorekeeper.tournament.state import Tournament, TournamentAct, TournamentBody
from scorekeeper.tournament.tournament_set_up import Registration

MOST_WAITING: Final = 200
"""Pairs that wait for the organiser at once."""
MOST_REGISTRATIONS: Final = 1_000
MOST_CHANGES: Final = 20
"""Changes of one registration."""
_ENOUGH_ACTS: Final = 5_000
"""After this number of acts strangers may write no more: the rest is the organiser's."""


class DoorChanged(TournamentBody, kind="door", op="door", form="ChangeDoor", undoable=True):
    """The check-in, or the list of announced pairs, is opened or closed."""

    check_in: Truth | None = None
    """May a pair say by its own code that it is there?"""
    nobody_yet: Truth = False
    """Are all pairs absent until they are ticked?"""
    coming: Truth | None = None
    """May pairs announce themselves?"""
    most: Number | None = None
    """The places for pairs; 0 for all that come."""

    def writes(self) -> frozenset[str]:
        return frozenset({"door", "pairs"} if self.nobody_yet else {"door"})

    def check(self, tournament: Tournament) -> None:
        refuse_if(not self.fields(), "nothing_new", "check_in")

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        door = tournament.door
        door = replace(
            door,
            check_in=newer(self.check_in, door.check_in),
            was_open=door.was_open or bool(self.check_in),
            coming=newer(self.coming, door.coming),
            most=newer(self.most, door.most),
        )
        pairs = tournament.pairs
        if self.nobody_yet:
            pairs = {key: replace(pair, present=False) for key, pair in pairs.items()}
        return replace(tournament, door=door, pairs=pairs)


class RegistrationBody(TournamentBody, changes=("registration {self.registration}",)):
    """The body of an act about a pair that announces itself, and waits until it is taken."""

    registration: Ordinal


class NamedRegistration(RegistrationBody):
    """A registration with the names that the pair gave; a single gives one."""

    players: tuple[str, str]
    club: Always[str] = ""


class PairRegistered(NamedRegistration, kind="registered"):
    """A pair announces itself."""

    def check(self, tournament: Tournament) -> None:
        refuse_if(not tournament.door.coming, "door_closed", "registration")
        check_announced(tournament, self.players)
        check_texts(self.club)
        waiting = tournament.waiting
        is_full = len(waiting) >= MOST_WAITING or self.registration > MOST_REGISTRATIONS
        refuse_if(is_full or tournament.revision >= _ENOUGH_ACTS, "list_full", "registration")
        there = [pair.players for pair in tournament.pairs.values()]
        theirs = map(who, [*there, *(one.players for one in waiting)])
        refuse_if(who(self.players) in theirs, "pair_there", "players")

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        new = Registration(self.registration, self.players, self.club, act.phone)
        registrations = {**tournament.registrations, self.registration: new}
        return replace(tournament, registrations=registrations)


class RegistrationChanged(NamedRegistration, kind="registration_changed"):
    """The pair, which still waits, is another one."""

    def check(self, tournament: Tournament) -> None:
        _check_state(tournament, self.registration, "waiting")
        check_announced(tournament, self.players)
        check_texts(self.club)
        changes = sum(
            isinstance(act.body, RegistrationChanged) and act.body.registration == self.registration
            for act in tournament.acts
        )
        refuse_if(changes >= MOST_CHANGES, "list_full", "registration")

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        return _with(tournament, self.registration, players=self.players, club=self.club)


class RegistrationDeclined(
    RegistrationBody, kind="pair_declined", op="decline_pair", form="DeclinePair", undoable=True
):
    """The organiser declines a pair, or lets it wait again."""

    declined: Truth

    def check(self, tournament: Tournament) -> None:
        _check_state(tournament, self.registration, "waiting", "declined")

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        state = "declined" if self.declined else "waiting"
        return _with(tournament, self.registration, state=state)


class RegistrationEnded(RegistrationBody, kind="registration_ended", is_erasing=True):
    """A registration is withdrawn by who made it; its names go with it."""

    def check(self, tournament: Tournament) -> None:
        _check_state(tournament, self.registration, "waiting", "declined")

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        return _with(tournament, self.registration, state="ended", players=("", ""), club="")


def _check_state(tournament: Tournament, number: int, *states: str) -> None:
    registration = tournament.registrations.get(number)
    refuse_if(registration is None, "no_registration", "registration")
    refuse_if(registration and registration.state not in states, "not_waiting", "registration")


def _with(tournament: Tournament, number: int, **changes: object) -> Tournament:
    registration = replace(tournament.registrations[number], **changes)  # type: ignore[arg-type]
    return replace(tournament, registrations={**tournament.registrations, number: registration})
