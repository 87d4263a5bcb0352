"""A tournament is set up, and becomes another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import date
from typing import TYPE_CHECKING, ClassVar, Final, Self, get_args

from scorekeeper.draws.criteria import ORDERS, StandingRules, TieBreak
from scorekeeper.draws.model import FORMATS
from scorekeeper.journal.body import (
    ERASED,
    Form,
    Json,
    number_in,
    numbers_in,
    object_in,
    one_of,
    text_in,
    texts_in,
)
from scorekeeper.rules.codec import read_rules, write_rules
from scorekeeper.rules.names import is_fit_name
from scorekeeper.services.tournament_acts.body import Kind, TournamentBody
from scorekeeper.services.tournament_acts.refusals import Fault, TournamentRefused
from scorekeeper.services.tournaments.state import LENGTHS, SetUp

if TYPE_CHECKING:
    from scorekeeper.services.tournaments.acts import TournamentAct
    from scorekeeper.services.tournaments.state import Tournament

LONGEST_TEXT: Final = 80
"""Of a tournament's name, place and organiser."""
_TEXTS: Final = ("name", "place", "organiser")
_FIELDS: Final = tuple({"day": "date"}.get(one.name, one.name) for one in fields(SetUp))
_TIE_BREAKS: Final[tuple[TieBreak, ...]] = get_args(TieBreak)


@dataclass(frozen=True, kw_only=True)
class TournamentSetUp(TournamentBody):
    """The first act: what is known of a tournament before its pairs are."""

    kind: ClassVar[Kind] = "set_up"
    texts: ClassVar[tuple[str, ...]] = _TEXTS

    told: Json
    """As it was stored: the rules of an older version have fewer switches."""

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls(told=_unmarked(data))

    def fields(self) -> Json:
        return self.told

    @property
    def set_up(self) -> SetUp:
        """What it holds, as it was checked."""
        return read_set_up(self.told)

    @property
    def final_of(self) -> str:
        """The address of the tournament whose final it is; nothing for any other."""
        return text_in(self.told, "final_of")

    def writes(self) -> frozenset[str]:
        return frozenset({"setup"})


@dataclass(frozen=True, kw_only=True)
class SetUpChanged(TournamentBody):
    """What is new of the tournament's set-up, and no more."""

    kind: ClassVar[Kind] = "changed"
    operations: ClassVar[Mapping[str, Form]] = {"change": Form(optional=_FIELDS)}
    texts: ClassVar[tuple[str, ...]] = _TEXTS

    new: Json = field(default_factory=dict)
    """By the names that a `set_up` has for it."""

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls(new=_unmarked(data))

    def fields(self) -> Json:
        return self.new

    def writes(self) -> frozenset[str]:
        return frozenset({"setup"})

    def check(self, tournament: Tournament) -> None:
        if not self.new:
            raise TournamentRefused(Fault("nothing_new", "name"))
        check_set_up(self.new)

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        set_up = read_set_up({**write_set_up(tournament.set_up), **self.new})
        return replace(tournament, set_up=set_up)


def check_set_up(data: Json) -> None:
    """Is it a tournament that can be set up, or such a change of one?

    :raises TournamentRefused: its name, or another text of it, is missing or unfit.
    """
    if not data.get("name", "x"):
        raise TournamentRefused(Fault("no_name", "name"))
    unfit = [name for name in _TEXTS if not is_fit_name(text_in(data, name), LONGEST_TEXT)]
    if unfit:
        raise TournamentRefused(*(Fault("unfit_name", name) for name in unfit))


def read_set_up(data: Json) -> SetUp:
    """What a `set_up` holds, as it was checked."""
    rules, wrong = read_rules(data["rules"])
    assert not wrong, wrong
    standing, day = object_in(data, "standing"), text_in(data, "date")
    win, draw, loss = numbers_in(standing["match_points"])
    ours, theirs = numbers_in(standing["bye"])
    return SetUp(
        name=text_in(data, "name"),
        day=date.fromisoformat(day) if day else None,
        place=text_in(data, "place"),
        organiser=text_in(data, "organiser"),
        rules=rules,
        length=one_of(LENGTHS, data["length"]),
        limit=number_in(data, "limit"),
        rounds=number_in(data, "rounds"),
        format=one_of(FORMATS, data["format"]),
        standing=StandingRules(
            by=one_of(tuple(ORDERS), standing["by"]),
            tie_breaks=tuple(one_of(_TIE_BREAKS, one) for one in texts_in(standing["tie_breaks"])),
            match_points=(win, draw, loss),
            bye=(ours, theirs),
        ),
    )


def write_set_up(set_up: SetUp) -> Json:
    """The same as data."""
    standing = set_up.standing
    return {
        "name": set_up.name,
        "date": set_up.day.isoformat() if set_up.day else "",
        "place": set_up.place,
        "organiser": set_up.organiser,
        "rules": write_rules(set_up.rules),
        "length": set_up.length,
        "limit": set_up.limit,
        "rounds": set_up.rounds,
        "format": set_up.format,
        "standing": {
            "by": standing.by,
            "tie_breaks": list(standing.tie_breaks),
            "match_points": list(standing.match_points),
            "bye": list(standing.bye),
        },
    }


def difference(old: SetUp, new: SetUp) -> Json:
    """The change that makes the one the other; nothing where they are alike."""
    before, after = write_set_up(old), write_set_up(new)
    return {name: value for name, value in after.items() if value != before[name]}


def _unmarked(data: Json) -> Json:
    return {name: value for name, value in data.items() if name != ERASED}
