"""The set-up of a tournament and its pairs, there and absent: values alone."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Annotated, Final, Literal, NamedTuple, get_args

from scorekeeper.draws.model import PLACES, Places
from scorekeeper.draws.standings import ORDERS, ByeScore, StandingRules, TieBreak
from scorekeeper.journal.act import Act
from scorekeeper.journal.fields import (
    TRUTH,
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
    JsonValue,
    list_of,
    numbers_in,
    object_of,
    one_of,
    texts_in,
)
from scorekeeper.journal.record import Always, Codec, Record, StoredAs
from scorekeeper.json_parts import JsonPart, UnreadValue, made, once
from scorekeeper.json_parts import list_of as parts_of
from scorekeeper.phases.phase_plan import (
    MOST_ENTRANTS,
    MOST_GROUPS,
    MOST_PHASES,
    PHASE_FORMATS,
    SIT_OUTS,
    Phase,
    PhaseFormat,
    PhaseRanking,
    SitOut,
)
from scorekeeper.phases.plan_writer import later_phases_in, write_phase
from scorekeeper.rules.codec import read_rules, write_rules
from scorekeeper.rules.iso_8601 import is_day
from scorekeeper.rules.model import HIGHEST_TARGET, RuleSet
from scorekeeper.tournament.acts.body import TournamentMarks

Length = Literal["target", "hands", "minutes"]
LENGTHS: Final[tuple[Length, ...]] = get_args(Length)
"""The end of a match: its target, a number of hands, or the clock."""
Absence = Literal["nothing", "forfeited"]
ABSENCES: Final[tuple[Absence, ...]] = get_args(Absence)
"""The value of a round for an absent pair: nothing, or that of a forfeited match."""
SheetPlace = Literal["times", "winner", "penalty", "arbiter"]
SHEET_PLACES: Final[tuple[SheetPlace, ...]] = get_args(SheetPlace)
"""The places for writing on a table's sheet, beside the hands and the signatures."""

Previews = Literal["names", "numbers"]
PREVIEWS: Final[tuple[Previews, ...]] = get_args(Previews)
"""How a chat that is given an address of the tournament calls its pairs."""
USUAL_ROUNDS: Final = 5
LONGEST_TEXT: Final = 80
"""Characters of a tournament's name, place and organiser."""
MOST: Final = 999
"""Hands or minutes of a match, and points for a match."""
MOST_ROUNDS: Final = 99
HIGHEST_BYE: Final = 9999
"""The most that a bye, or a forfeited match, counts."""
TIE_BREAKS: Final[tuple[TieBreak, ...]] = get_args(TieBreak)
MEAN: Final = "mean"
_DAY: Final = "[0-9]{4}-[0-9]{2}-[0-9]{2}"


def usual_rounds(format: PhaseFormat) -> int:
    """The rounds of a tournament for which no number is given."""
    return 0 if format == "round_robin" else USUAL_ROUNDS


def _read_day(part: JsonPart) -> str | UnreadValue:
    """A day as ISO 8601 has it, or an empty text for none."""
    if not isinstance(part.value, str):
        return part.refuse("not_a_text")
    is_fit = part.value == "" or is_day(part.value)
    return part.value if is_fit else part.refuse("unknown_value")


def _each_once(choices: tuple[str, ...]) -> Reader:
    """Read a list of some of these, each at most once."""

    def read(part: JsonPart) -> object:
        return made(list, parts_of(once(one_choice.read)))(part)

    one_choice = choice(choices)
    return Reader(read, {"type": "array", "uniqueItems": True, "items": {"enum": [*choices]}})


def _rules_in(value: JsonValue) -> RuleSet:
    rules, wrong = read_rules(value)
    assert not wrong, wrong
    return rules


def _standing_in(value: JsonValue) -> StandingRules:
    data = object_of(value)
    win, draw, loss = numbers_in(data["match_points"])
    return StandingRules(
        by=one_of((*ORDERS,), data["by"]),
        tie_breaks=tuple(one_of(TIE_BREAKS, one) for one in texts_in(data["tie_breaks"])),
        match_points=(win, draw, loss),
        bye=_bye_in(data["bye"]),
    )


def _bye_in(value: JsonValue) -> ByeScore:
    if value == MEAN:
        return MEAN
    ours, theirs = numbers_in(value)
    return ours, theirs


def _write_standing(standing: StandingRules) -> Json:
    return {
        "by": standing.by,
        "tie_breaks": list(standing.tie_breaks),
        "match_points": list(standing.match_points),
        "bye": MEAN if standing.bye == MEAN else list(standing.bye),
    }


_TWO_POINTS: Final = several(whole(0, HIGHEST_BYE), 2)
_BYE: Final = Reader(
    lambda part: MEAN if part.value == MEAN else _TWO_POINTS.read(part),
    {"oneOf": [{"enum": [MEAN]}, _TWO_POINTS.schema]},
    parts=(_TWO_POINTS,),
)
_STANDING: Final = record(
    {
        "by": choice(ORDERS),
        "tie_breaks": _each_once(TIE_BREAKS),
        "match_points": several(whole(0, MOST), 3),
        "bye": _BYE,
    }
)
_LATER_PHASE: Final = record(
    {
        "format": choice(PHASE_FORMATS),
        "from": several(
            record(
                {
                    "phase": whole(1, MOST_PHASES),
                    "places": several(whole(1, MOST_ENTRANTS)),
                    "best": whole(1, MOST_ENTRANTS),
                    "rest": TRUTH,
                    "losers": whole(1, MOST_ROUNDS),
                },
                ("phase",),
            ).named("PhaseSource")
        ).limited(minItems=1),
        "groups": whole(1, MOST_GROUPS),
        "rounds": whole(1, MOST_ROUNDS),
        "places": choice(PLACES),
        "drop": whole(0, MOST_ROUNDS),
        "sit_out": choice(SIT_OUTS),
    },
    ("format", "from"),
).named("LaterPhase")
"""A phase as docs/phases.md has it; `drawn` follows from its first round."""
_Text = Annotated[str, text(LONGEST_TEXT)]
_Day = Annotated[
    date | None,
    Reader(_read_day, {"type": "string", "pattern": f"^({_DAY})?$"}),
    Codec(
        lambda value: date.fromisoformat(str(value)) if value else None,
        lambda day: day.isoformat() if day else "",
    ),
]
_Rules = Annotated[RuleSet, as_sent("Rules"), Codec(_rules_in, write_rules)]
_Standing = Annotated[
    StandingRules, _STANDING.named("NewStanding"), Codec(_standing_in, _write_standing)
]


class SetUp(Record):
    """The set-up of a tournament: all that is known before its pairs are.

    A field that came later has a default, and is not `Always`: older set-ups do not say it.
    """

    name: Annotated[str, text(LONGEST_TEXT).limited(minLength=1)]
    day: Always[Annotated[_Day, StoredAs("date")]] = None
    place: Always[_Text] = ""
    organiser: Always[_Text] = ""
    rules: _Rules
    length: Always[Annotated[Length, choice(LENGTHS).named("Length")]] = "target"
    limit: Always[Annotated[int, whole(0, MOST).named("Limit")]] = 0
    """Hands or minutes of a match; 0 where its target ends it."""
    rounds: Always[Annotated[int, whole(0, MOST_ROUNDS).named("Rounds")]] = USUAL_ROUNDS
    """How many are planned; 0 where everyone meets everyone: as many as that takes."""
    format: Always[Annotated[PhaseFormat, choice(PHASE_FORMATS).named("Format")]] = "swiss"
    """That of the first phase, as are `rounds` and the four that follow."""
    groups: Annotated[int, whole(1, MOST_GROUPS).named("Groups")] = 1
    places: Annotated[Places, choice(PLACES).named("PlacesPlayed")] = "third"
    """The places that a knockout decides."""
    drop: Annotated[int, whole(0, MOST_ROUNDS).named("DroppedRounds")] = 0
    """How many of its worst rounds an entrant's total leaves out."""
    sit_out: Annotated[SitOut, choice(SIT_OUTS).named("SitOut")] = "nothing"
    """The value of a round in which a player sits out of an individual tournament."""
    phases: Annotated[
        tuple[Phase, ...],
        several(_LATER_PHASE).limited(maxItems=MOST_PHASES - 1).named("LaterPhases"),
        Codec(
            lambda value: later_phases_in(list_of(value)),
            lambda phases: [write_phase(one) for one in phases],
        ),
    ] = ()
    """All behind the first one."""
    standing: Always[_Standing] = StandingRules()
    """Without lots, which are drawn later, and without `forfeit`."""
    forfeit: Annotated[tuple[int, int], _TWO_POINTS.named("ForfeitScore")] = StandingRules().forfeit
    """The score of a forfeited match: first that of the present pair, which is more."""
    absence: Annotated[Absence, choice(ABSENCES).named("Absence")] = "nothing"
    """The value of a round for an absent pair."""
    sheet_places: Annotated[
        tuple[SheetPlace, ...], _each_once(SHEET_PLACES).named("SheetPlaces")
    ] = SHEET_PLACES
    """The places for writing at the foot of a table's sheet."""
    previews: Annotated[Previews, choice(PREVIEWS).named("Previews")] = "names"
    """How a link's preview calls the pairs."""

    @property
    def needs_winners(self) -> bool:
        """Has every match a winner? Where none is found, one more hand is played."""
        return self.format == "knockout"

    @property
    def is_individual(self) -> bool:
        """Do players change partners from round to round?"""
        return self.format == "individual"

    @property
    def plan(self) -> tuple[Phase, ...]:
        """All phases. Of no fixed number of rounds are a knockout, and where all meet once."""
        rounds = None if self.format == "knockout" else self.rounds or None
        if rounds is None and self.format not in ("knockout", "round_robin"):
            rounds = USUAL_ROUNDS
        first = Phase(
            format=self.format,
            groups=self.groups,
            rounds=rounds,
            places=self.places,
            drop=self.drop,
            sit_out=self.sit_out,
        )
        return (first, *self.phases)

    @property
    def phase_ranking(self) -> PhaseRanking:
        """The ranking as the phases know it."""
        return "total" if self.standing.by == "total" else "wins"

    @property
    def has_phases(self) -> bool:
        """Is it more than one list of rounds, or one bracket?"""
        return bool(
            self.phases
            or self.groups > 1
            or self.drop
            or self.places != "third"
            or self.format in ("ranking", "individual")
        )

    def planned_rounds(self, pairs: int) -> int:
        """Return the number of planned rounds of the first phase for this number of pairs.

        With an odd number each pair sits out once.
        """
        if self.rounds:
            return self.rounds
        largest = -(-pairs // self.groups)
        return max(0, largest - 1 + largest % 2) if self.format == "round_robin" else USUAL_ROUNDS

    @property
    def match_rules(self) -> RuleSet:
        """The rules of a match; a target ends it only where nothing else does."""
        if self.length == "target":
            return self.rules
        return replace(self.rules, target=HIGHEST_TARGET)


class Substitution(NamedTuple):
    """Other players sit down in a pair's name."""

    players: tuple[str, str]
    """The players before."""
    until: int
    """The last round that they played."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two who play together."""

    number: int
    players: tuple[str, str]
    club: str = ""
    seeding: int | None = None
    """Its place in seeding order, if the organiser gave it one."""
    paid: bool = False
    present: bool = True
    withdrawn: bool = False
    note: str = ""
    """A text for the organiser's eyes only, such as a telephone number."""
    due: int | None = None
    """Cents that it owes; None for the usual fee."""
    payment: int | None = None
    """Cents that it has paid; None where `paid` alone says it."""
    were: tuple[Substitution, ...] = ()
    is_alone: bool = False
    """Is it a player, who has another partner in each round?"""
    partner: int | None = None
    """The number of the second player, where two players are a pair at one table alone."""

    @property
    def key(self) -> str:
        """Its name in draws and results."""
        return str(self.number)

    @property
    def label(self) -> str:
        """The number as it is shown: `3`, or `3 & 7` of two players."""
        return self.key if self.partner is None else f"{self.number} & {self.partner}"

    @property
    def name(self) -> str:
        """Both players."""
        return " – ".join(name for name in self.players if name)

    @property
    def plays(self) -> bool:
        """Is it there for the next round?"""
        return self.present and not self.withdrawn

    def players_in(self, number: int) -> tuple[str, str]:
        """The players of the round with this number, or those who would play it now."""
        before = (one.players for one in self.were if number <= one.until)
        return next(before, self.players)


def who_played(were: Sequence[Substitution], last: int) -> tuple[Substitution, ...]:
    """Find the players who played a round up to this one before others sat down."""
    closed = [one._replace(until=min(one.until, last)) for one in were]
    before = [0, *(one.until for one in closed)]
    return tuple(one for one, since in zip(closed, before, strict=False) if one.until > since)


RegistrationState = Literal["waiting", "declined", "accepted", "ended"]


@dataclass(frozen=True, slots=True)
class Registration:
    """A pair that announced itself."""

    number: int
    players: tuple[str, str]
    club: str
    phone: int | None
    """The phone that announced it."""
    state: RegistrationState = "waiting"
    pair: str = ""
    """The pair that it became; of a single also the deleted one, while it waits again."""

    @property
    def is_single(self) -> bool:
        """Is it one name: of a player who comes alone?"""
        return bool(self.players[0]) and not self.players[1]


def names_put_right(acts: Sequence[Act[TournamentMarks]]) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield the old and new names of pairs, by their numbers, that were corrected after a draw.

    The matches at their tables and their histories show them until they are erased.
    """
    called: dict[str, tuple[str, str]] = {}
    is_drawn = False
    for act in acts:
        is_drawn = is_drawn or act.body.is_draw
        given = act.body.names_given(map(int, called))
        if is_drawn and not act.body.is_substitution:
            for key in given.keys() & called.keys():
                yield key, called[key]
                yield key, given[key]
        called |= given
