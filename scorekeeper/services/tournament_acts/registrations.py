"""Pairs that announce themselves: they wait until the organiser takes them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Final, Self

from scorekeeper.journal.body import Json, number_in, text_in, two_texts_in
from scorekeeper.journal.fields import Form
from scorekeeper.services.tournament_acts.body import TournamentBody
from scorekeeper.services.tournament_acts.fields import DECLINED, REGISTRATION
from scorekeeper.services.tournament_acts.pair_fields import check_names
from scorekeeper.services.tournament_acts.refusals import Fault, TournamentRefused
from scorekeeper.services.tournaments.pair_list import Registration
from scorekeeper.services.tournaments.pair_names import who

if TYPE_CHECKING:
    from scorekeeper.services.tournaments.acts import TournamentAct
    from scorekeeper.services.tournaments.state import Tournament

_NAMES: Final = ("players", "club")
MOST_WAITING: Final = 200
"""Pairs that wait for the organiser at once."""
MOST_REGISTRATIONS: Final = 1_000
MOST_CHANGES: Final = 20
"""Changes of one registration."""
_ENOUGH_ACTS: Final = 5_000
"""Behind so many acts strangers write no more: the rest is the organiser's."""


class RegistrationBody(TournamentBody):
    """The body of an act about a registration."""

    registration: int

    def writes(self) -> frozenset[str]:
        return frozenset({f"registration {self.registration}"})


@dataclass(frozen=True, kw_only=True)
class NamedRegistration(RegistrationBody):
    """A registration with the names that the pair gave."""

    texts: ClassVar[tuple[str, ...]] = _NAMES

    registration: int
    players: tuple[str, str]
    club: str = ""

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls(
            registration=number_in(data, "registration"),
            players=two_texts_in(data["players"]),
            club=text_in(data, "club"),
        )

    def fields(self) -> Json:
        return {
            "registration": self.registration,
            "players": [*self.players],
            "club": self.club,
        }


@dataclass(frozen=True, kw_only=True)
class PairRegistered(NamedRegistration):
    """A pair announces itself."""

    kind: ClassVar[str] = "registered"

    def check(self, tournament: Tournament) -> None:
        if not tournament.door.coming:
            raise TournamentRefused(Fault("door_closed", "registration"))
        check_names(self.players, self.club)
        waiting = [one for one in tournament.registrations.values() if one.state == "waiting"]
        is_full = len(waiting) >= MOST_WAITING or self.registration > MOST_REGISTRATIONS
        if is_full or tournament.revision >= _ENOUGH_ACTS:
            raise TournamentRefused(Fault("list_full", "registration"))
        there = [pair.players for pair in tournament.pairs.values()]
        if who(self.players) in map(who, [*there, *(one.players for one in waiting)]):
            raise TournamentRefused(Fault("pair_there", "players"))

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        new = Registration(self.registration, self.players, self.club, act.phone)
        return replace(
            tournament, registrations={**tournament.registrations, self.registration: new}
        )


@dataclass(frozen=True, kw_only=True)
class RegistrationChanged(NamedRegistration):
    """The pair, which still waits, is another one."""

    kind: ClassVar[str] = "registration_changed"

    def check(self, tournament: Tournament) -> None:
        registration = _registration(tournament, self.registration)
        if registration.state != "waiting":
            raise TournamentRefused(Fault("not_waiting", "registration"))
        check_names(self.players, self.club)
        changes = sum(
            isinstance(act.body, RegistrationChanged) and act.body.registration == self.registration
            for act in tournament.acts
        )
        if changes >= MOST_CHANGES:
            raise TournamentRefused(Fault("list_full", "registration"))

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        return _with(tournament, self.registration, players=self.players, club=self.club)


@dataclass(frozen=True, kw_only=True)
class RegistrationDeclined(RegistrationBody):
    """The organiser declines a pair, or lets it wait again."""

    kind: ClassVar[str] = "pair_declined"
    operations: ClassVar[Mapping[str, Form]] = {
        "decline_pair": Form("DeclinePair", (REGISTRATION, DECLINED))
    }

    registration: int
    declined: bool

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls(registration=number_in(data, "registration"), declined=bool(data["declined"]))

    def fields(self) -> Json:
        return {"registration": self.registration, "declined": self.declined}

    @property
    def is_undoable(self) -> bool:
        return True

    def check(self, tournament: Tournament) -> None:
        if _registration(tournament, self.registration).state not in ("waiting", "declined"):
            raise TournamentRefused(Fault("not_waiting", "registration"))

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        return _with(
            tournament, self.registration, state="declined" if self.declined else "waiting"
        )


@dataclass(frozen=True, kw_only=True)
class RegistrationEnded(RegistrationBody):
    """A registration is withdrawn by who made it; its names go with it."""

    kind: ClassVar[str] = "registration_ended"
    is_erasing: ClassVar[bool] = True

    registration: int

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls(registration=number_in(data, "registration"))

    def fields(self) -> Json:
        return {"registration": self.registration}

    def check(self, tournament: Tournament) -> None:
        if _registration(tournament, self.registration).state not in ("waiting", "declined"):
            raise TournamentRefused(Fault("not_waiting", "registration"))

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        return _with(tournament, self.registration, state="ended", players=("", ""), club="")


def _registration(tournament: Tournament, number: int) -> Registration:
    registration = tournament.registrations.get(number)
    if registration is None:
        raise TournamentRefused(Fault("no_registration", "registration"))
    return registration


def _with(tournament: Tournament, number: int, **changes: object) -> Tournament:
    registration = replace(tournament.registrations[number], **changes)  # type: ignore[arg-type]
    return replace(tournament, registrations={**tournament.registrations, number: registration})
