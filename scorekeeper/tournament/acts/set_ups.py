"""A tournament is set up, and becomes another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from datetime import date
from typing import Annotated, ClassVar, Final, Self, get_args

from scorekeeper.draws.model import FORMATS
from scorekeeper.draws.standings import ORDERS, ByeScore, StandingRules, TieBreak
from scorekeeper.journal.fields import (
    Form,
    OperationField,
    Reader,
    as_sent,
    choice,
    record,
    several,
    text,
    whole,
)
from scorekeeper.journal.json_values import (
    Json,
    number_in,
    numbers_in,
    object_in,
    one_of,
    text_in,
    texts_in,
)
from scorekeeper.journal.record import Inlined
from scorekeeper.json_parts import JsonPart, UnreadValue, list_of, made, once
from scorekeeper.rules.codec import read_rules, write_rules
from scorekeeper.rules.iso_8601 import is_day
from scorekeeper.rules.names import is_fit_name
from scorekeeper.tournament.acts.body import Fault, TournamentRefused, refuse_if
from scorekeeper.tournament.acts.fields import MOST
from scorekeeper.tournament.state import Tournament, TournamentAct, TournamentBody
from scorekeeper.tournament.tournament_set_up import (
    ABSENCES,
    LENGTHS,
    PREVIEWS,
    SHEET_PLACES,
    SetUp,
)

LONGEST_TEXT: Final = 80
"""Characters of a tournament's name, place and organiser."""
_TEXTS: Final = ("name", "place", "organiser")
MOST_ROUNDS: Final = 99
HIGHEST_BYE: Final = 9999
"""The most that a bye, or a forfeited match, counts."""
_FORFEIT: Final = StandingRules().forfeit
_USUAL: Final[Json] = {
    "forfeit": [*_FORFEIT],
    "absence": ABSENCES[0],
    "sheet_places": [*SHEET_PLACES],
    "previews": PREVIEWS[0],
}
"""Later fields of a set-up, as they are meant where it says nothing of them."""
_TIE_BREAKS: Final[tuple[TieBreak, ...]] = get_args(TieBreak)
MEAN: Final = "mean"
_DAY: Final = "[0-9]{4}-[0-9]{2}-[0-9]{2}"


def _read_day(part: JsonPart) -> str | UnreadValue:
    """A day as ISO 8601 has it, or an empty text for none."""
    if not isinstance(part.value, str):
        return part.refuse("not_a_text")
    is_fit = part.value == "" or is_day(part.value)
    return part.value if is_fit else part.refuse("unknown_value")


def _each_once(choices: tuple[str, ...]) -> Reader:
    """Read a list of some of these, each at most once."""

    def read(part: JsonPart) -> object:
        return made(list, list_of(once(one_choice.read)))(part)

    one_choice = choice(choices)
    return Reader(read, {"type": "array", "uniqueItems": True, "items": {"enum": [*choices]}})


_BYE_POINTS: Final = several(whole(0, HIGHEST_BYE), 2)
_BYE: Final = Reader(
    lambda part: MEAN if part.value == MEAN else _BYE_POINTS.read(part),
    {"oneOf": [{"enum": [MEAN]}, _BYE_POINTS.schema]},
    parts=(_BYE_POINTS,),
)
_STANDING: Final = record(
    {
        "by": choice(ORDERS),
        "tie_breaks": _each_once(_TIE_BREAKS),
        "match_points": several(whole(0, MOST), 3),
        "bye": _BYE,
    }
)
SET_UP_FIELDS: Final = (
    OperationField("name", text(LONGEST_TEXT).limited(minLength=1)),
    OperationField("date", Reader(_read_day, {"type": "string", "pattern": f"^({_DAY})?$"})),
    OperationField("place", text(LONGEST_TEXT)),
    OperationField("organiser", text(LONGEST_TEXT)),
    OperationField("rules", as_sent("Rules")),
    OperationField("length", choice(LENGTHS).named("Length")),
    OperationField("limit", whole(0, MOST).named("Limit")),
    OperationField("rounds", whole(0, MOST_ROUNDS).named("Rounds")),
    OperationField("format", choice(FORMATS).named("Format")),
    OperationField("standing", _STANDING.named("NewStanding")),
    OperationField("forfeit", several(whole(0, HIGHEST_BYE), 2).named("ForfeitScore")),
    OperationField("absence", choice(ABSENCES).named("Absence")),
    OperationField("sheet_places", _each_once(SHEET_PLACES).named("SheetPlaces")),
    OperationField("previews", choice(PREVIEWS).named("Previews")),
)
"""The fields of a tournament's set-up, in its first act and in a change."""
NEEDED: Final = ("name", "rules")
"""The fields that must be said when a tournament is set up."""


class _OfSetUp(TournamentBody, changes=("setup",)):
    new: Annotated[Json, Inlined(dict, dict, texts=_TEXTS)] = field(default_factory=dict)
    """The values that are said, by their names. A set-up stays as it was stored: rules of an older
    version have fewer switches, and a final says of which tournament it is."""


class TournamentSetUp(_OfSetUp, kind="set_up"):
    """The first act: what is known of a tournament before its pairs are."""

    @classmethod
    def of(cls, set_up: SetUp, final_of: str = "") -> Self:
        """The act that sets this tournament up, maybe as the final of another one."""
        final: Json = {"final_of": final_of} if final_of else {}
        written = write_set_up(set_up)
        usual = [name for name, value in _USUAL.items() if written[name] == value]
        return cls(new={**_without(written, *usual), **final})

    def check_first(self) -> None:
        """See whether it can be set up so.

        :raises TournamentRefused: its name, or another text of it, is missing or unfit.
        """
        check_set_up(self.new)

    @property
    def set_up(self) -> SetUp:
        """The set-up that it holds, which was checked when it was written."""
        return read_set_up(self.new)

    @property
    def final_of(self) -> str:
        """The address of the tournament whose final it is; nothing for any other."""
        return text_in(self.new, "final_of")


class SetUpChanged(_OfSetUp, kind="changed", undoable=True):
    """The fields of the tournament's set-up that are new."""

    operations: ClassVar[Mapping[str, tuple[Form, ...]]] = {
        "change": (Form("ChangeTournament", optional=SET_UP_FIELDS),)
    }

    def check(self, tournament: Tournament) -> None:
        refuse_if(not self.new, "nothing_new", "name")
        check_set_up(self.new)

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        set_up = read_set_up({**write_set_up(tournament.set_up), **self.new})
        rounds = tuple(one.with_forfeits(set_up.forfeit) for one in tournament.rounds)
        return replace(tournament, set_up=set_up, rounds=rounds)


def check_set_up(data: Json) -> None:
    """Is it a tournament that can be set up, or such a change of one?

    :raises TournamentRefused: its name, or another text of it, is missing or unfit; or a forfeit
        would be no match won.
    """
    if not data.get("name", "x"):
        raise TournamentRefused(Fault("no_name", "name"))
    there, absent = forfeit_in(data)
    if there <= absent:
        raise TournamentRefused(Fault("no_forfeit", "forfeit"))
    unfit = [name for name in _TEXTS if not is_fit_name(text_in(data, name), LONGEST_TEXT)]
    if unfit:
        raise TournamentRefused(*(Fault("unfit_name", name) for name in unfit))


def read_set_up(data: Json) -> SetUp:
    """Read a set-up that was checked when it was written."""
    rules, wrong = read_rules(data["rules"])
    assert not wrong, wrong
    standing, day = object_in(data, "standing"), text_in(data, "date")
    win, draw, loss = numbers_in(standing["match_points"])
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
            bye=_bye_in(standing),
        ),
        forfeit=forfeit_in(data),
        absence=one_of(ABSENCES, data.get("absence", _USUAL["absence"])),
        sheet_places=tuple(
            one_of(SHEET_PLACES, one)
            for one in texts_in(data.get("sheet_places", _USUAL["sheet_places"]))
        ),
        previews=one_of(PREVIEWS, data.get("previews", _USUAL["previews"])),
    )


def _bye_in(standing: Json) -> ByeScore:
    if standing["bye"] == MEAN:
        return MEAN
    ours, theirs = numbers_in(standing["bye"])
    return ours, theirs


def forfeit_in(data: Json) -> tuple[int, int]:
    """What a forfeited match counts by a set-up, or a change of one; an older one does not say."""
    there, absent = numbers_in(data.get("forfeit", _USUAL["forfeit"]))
    return there, absent


def write_set_up(set_up: SetUp) -> Json:
    """Write a set-up as JSON."""
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
            "bye": MEAN if standing.bye == MEAN else list(standing.bye),
        },
        "forfeit": list(set_up.forfeit),
        "absence": set_up.absence,
        "sheet_places": list(set_up.sheet_places),
        "previews": set_up.previews,
    }


def difference(old: SetUp, new: SetUp) -> Json:
    """The change that makes the one the other; nothing where they are alike."""
    before, after = write_set_up(old), write_set_up(new)
    return {name: value for name, value in after.items() if value != before[name]}


def _without(data: Json, *fields: str) -> Json:
    return {name: value for name, value in data.items() if name not in fields}
