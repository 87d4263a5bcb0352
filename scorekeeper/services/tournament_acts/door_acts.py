"""What the organiser opens and closes at the door: the check-in, and the list of who comes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Self

from scorekeeper.journal.body import Json, number_or_none, truth_or_none
from scorekeeper.journal.fields import Form
from scorekeeper.services.tournament_acts.body import TournamentBody
from scorekeeper.services.tournament_acts.fields import CHECK_IN, COMING, MOST_COMING, NOBODY_YET
from scorekeeper.services.tournament_acts.refusals import Fault, TournamentRefused

if TYPE_CHECKING:
    from scorekeeper.services.tournaments.acts import TournamentAct
    from scorekeeper.services.tournaments.state import Tournament


@dataclass(frozen=True, kw_only=True)
class DoorChanged(TournamentBody):
    """The check-in, or the list of who comes, is opened or closed."""

    kind: ClassVar[str] = "door"
    operations: ClassVar[Mapping[str, Form]] = {
        "door": Form("ChangeDoor", (), (CHECK_IN, NOBODY_YET, COMING, MOST_COMING))
    }

    check_in: bool | None = None
    """May a pair say by its own code that it is there?"""
    nobody_yet: bool = False
    """Is nobody there until it is ticked?"""
    coming: bool | None = None
    """May pairs announce themselves?"""
    most: int | None = None
    """So many pairs have a place; 0 for all that come."""

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls(
            check_in=truth_or_none(data, "check_in"),
            nobody_yet=bool(data.get("nobody_yet")),
            coming=truth_or_none(data, "coming"),
            most=number_or_none(data, "most"),
        )

    def fields(self) -> Json:
        values: Json = {
            "check_in": self.check_in,
            "nobody_yet": self.nobody_yet or None,
            "coming": self.coming,
            "most": self.most,
        }
        return {name: value for name, value in values.items() if value is not None}

    @property
    def is_undoable(self) -> bool:
        return True

    def writes(self) -> frozenset[str]:
        pairs = {"pairs"} if self.nobody_yet else set()
        return frozenset({"door", *pairs})

    def check(self, tournament: Tournament) -> None:
        if not self.fields():
            raise TournamentRefused(Fault("nothing_new", "check_in"))

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        door = tournament.door
        door = replace(
            door,
            check_in=door.check_in if self.check_in is None else self.check_in,
            was_open=door.was_open or bool(self.check_in),
            coming=door.coming if self.coming is None else self.coming,
            most=door.most if self.most is None else self.most,
        )
        pairs = tournament.pairs
        if self.nobody_yet:
            pairs = {key: replace(pair, present=False) for key, pair in pairs.items()}
        return replace(tournament, door=door, pairs=pairs)
