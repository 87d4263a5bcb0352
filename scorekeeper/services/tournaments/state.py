"""A tournament as its acts leave it: values alone."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from functools import cached_property
from typing import Final, Literal, NamedTuple, NotRequired, Self, TypedDict, get_args

from scorekeeper.draws.criteria import Adjustment, StandingRules
from scorekeeper.draws.model import Broken, Forfeit, Format, Table, Version
from scorekeeper.rules.model import HIGHEST_TARGET, BySide, RuleSet
from scorekeeper.services.tournament_acts.helper_acts import HelperNamed, HelperRemoved
from scorekeeper.services.tournament_acts.meta import (
    AllNamesErased,
    ErasingBegun,
    PairErased,
    RoleTaken,
)
from scorekeeper.services.tournaments.acts import TournamentAct
from scorekeeper.sheets.sheet_hands import running_totals
from scorekeeper.sheets.sheet_slips import SheetHand

Length = Literal["target", "hands", "minutes"]
LENGTHS: Final[tuple[Length, ...]] = get_args(Length)
"""What ends a match: its target, a number of hands, or the clock."""
Absence = Literal["nothing", "forfeited"]
ABSENCES: Final[tuple[Absence, ...]] = get_args(Absence)
"""What a round counts for a pair that was not there: nothing, or as a match that it forfeited."""
SheetPlace = Literal["times", "winner", "penalty", "arbiter"]
SHEET_PLACES: Final[tuple[SheetPlace, ...]] = get_args(SheetPlace)
"""What a table's sheet has places to write for, beside the hands and the signatures."""
Source = Literal["organiser", "helper", "live"]
SOURCES: Final[tuple[Source, ...]] = get_args(Source)


class PlayedJson(TypedDict, total=False):
    """A table of an earlier round, or a bye there, as a draw is asked."""

    a: str
    b: str
    score: list[int]
    forfeit: Literal["both"]
    """Where neither pair was there, and so neither has won."""
    bye: str
    """The pair; it has nothing else."""


class DrawRequest(TypedDict):
    """The input of a draw, as `python -m scorekeeper draw` reads it."""

    format: Format
    pairs: list[str]
    """In seeding order."""
    seed: int
    results: list[list[PlayedJson]]
    fixed: NotRequired[list[list[str]]]
    forbidden: NotRequired[list[list[str]]]
    absent: NotRequired[list[str]]
    clubs: NotRequired[list[list[str]]]
    kept_tables: NotRequired[list[list[str | int]]]
    version: NotRequired[Version]
    """How it is drawn; what does not say it was stored by a program that knew version 1 alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetUp:
    """The set-up of a tournament: all that is known before its pairs are."""

    name: str
    day: date | None = None
    place: str = ""
    organiser: str = ""
    rules: RuleSet
    length: Length = "target"
    limit: int = 0
    """Hands or minutes of a match; 0 where its target ends it."""
    rounds: int = 5
    format: Format = "swiss"
    standing: StandingRules
    """Without lots, which are drawn later, and without `forfeit`."""
    forfeit: tuple[int, int] = StandingRules().forfeit
    """What a forfeited match counts: for who was there, which is more, and for who was not."""
    absence: Absence = "nothing"
    """What a round counts for a pair that was not there."""
    sheet_places: tuple[SheetPlace, ...] = SHEET_PLACES
    """What is written at the foot of a table's sheet."""

    @property
    def needs_winners(self) -> bool:
        """Has every match a winner? Where none is found, one more hand is played."""
        return self.format == "knockout"

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
    """What the organiser alone reads, such as a telephone number."""
    due: int | None = None
    """Cents that it owes; None for the usual fee."""
    payment: int | None = None
    """Cents that it has paid; None where `paid` alone says it."""
    were: tuple[Substitution, ...] = ()

    @property
    def key(self) -> str:
        """Its name in draws and results."""
        return str(self.number)

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
    """The pair that it became."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Money:
    """What a pair pays and the first places win, in cents."""

    fee: int = 0
    prizes: tuple[int, ...] = ()
    """By place, the first first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Door:
    """What is open at the door."""

    check_in: bool = False
    """May a pair say by its own code that it is there?"""
    was_open: bool = False
    """Was the check-in open before?"""
    coming: bool = False
    """May pairs announce themselves?"""
    most: int = 0
    """So many pairs have a place; 0 for all that come."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a table as it was written."""

    score: tuple[int, int]
    hands: tuple[int, int]
    """The hands that each side won; nothing where a total is all that was written."""
    source: Source
    reason: str
    act: TournamentAct
    sheet: tuple[SheetHand | None, ...] = ()
    """The hands of the sheet that was typed in, if it was."""
    forfeit: Forfeit | None = None
    """Who was not there to play."""
    is_ruled: bool = False
    """Did the arbiter set it, whatever was played?"""

    @property
    def is_decided(self) -> bool:
        """Does it count whatever the table's phone says?"""
        return self.is_ruled or self.forfeit is not None

    @property
    def running(self) -> tuple[BySide[int], ...]:
        """The totals after each hand of the sheet."""
        return running_totals(self.sheet)

    @property
    def knows_hands(self) -> bool:
        """Does anybody know how many hands each side won?"""
        is_counted = self.source == "live" or bool(self.sheet) or self.hands != (0, 0)
        return is_counted or self.forfeit is not None

    @property
    def missing(self) -> tuple[Literal["a", "b"], ...]:
        """The sides that forfeited it."""
        match self.forfeit:
            case None:
                return ()
            case "both":
                return "a", "b"
            case side:
                return (side,)


class Withdrawal(NamedTuple):
    """A result is taken back: the table is again as its phone says."""

    source: Source
    reason: str
    act: TournamentAct


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnTable:
    """A table of a round."""

    number: int
    a: str
    b: str
    results: tuple[Result, ...] = ()
    """The last one counts, unless it was withdrawn; the others are kept."""
    withdrawals: tuple[Withdrawal, ...] = ()

    @property
    def result(self) -> Result | None:
        """The result that counts."""
        last = self.history[-1:]
        return last[0] if last and isinstance(last[0], Result) else None

    @property
    def history(self) -> tuple[Result | Withdrawal, ...]:
        """All that was written of it, and taken back, in order."""
        if not self.withdrawals:
            return self.results
        return tuple(sorted((*self.results, *self.withdrawals), key=lambda one: one.act.seq))

    def with_forfeits(self, counts: tuple[int, int]) -> Self:
        """The table with what a forfeited match counts now."""
        results = tuple(
            replace(one, score=forfeit_score(one.forfeit, counts)) if one.forfeit else one
            for one in self.results
        )
        return replace(self, results=results) if results != self.results else self


class MissingPairs(NamedTuple):
    """The pairs that are not in a round."""

    absent: tuple[str, ...] = ()
    withdrawn: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnRound:
    """A round as it is played."""

    number: int
    act: TournamentAct
    """The act that drew it."""
    request: DrawRequest
    set_up: SetUp
    """The set-up as it was then: what ends its matches, and their rules."""
    tables: tuple[DrawnTable, ...]
    byes: tuple[str, ...]
    broken: tuple[Broken, ...]
    missing: MissingPairs
    """Who was not there when it was drawn."""
    swaps: tuple[tuple[str, str], ...] = ()
    clock: datetime | None = None
    """UTC, when the clock was started; later by as long as it was paused."""
    paused: datetime | None = None
    """UTC, when the clock was paused, until it goes on."""
    extra: int = 0
    """Minutes that were added, or taken off."""

    @property
    def format(self) -> Format:
        """The format by which it was drawn; the tournament's may have been changed since."""
        return self.request["format"]

    def with_forfeits(self, counts: tuple[int, int]) -> Self:
        """The round with what a forfeited match counts now."""
        tables = tuple(table.with_forfeits(counts) for table in self.tables)
        return replace(self, tables=tables) if tables != self.tables else self

    def with_table(self, table: DrawnTable) -> Self:
        """The round with this table in the place of the one with its number."""
        tables = [table if one.number == table.number else one for one in self.tables]
        return replace(self, tables=tuple(tables))

    def table(self, number: int) -> DrawnTable | None:
        """The table with this number."""
        return next((table for table in self.tables if table.number == number), None)

    @property
    def is_clock_running(self) -> bool:
        """Was the clock started, and is not paused?"""
        return self.clock is not None and self.paused is None

    @property
    def ends(self) -> datetime | None:
        """UTC, when the time is up, or would be if the clock went on now; None without a clock."""
        if self.clock is None or self.set_up.length != "minutes":
            return None
        return self.clock + timedelta(minutes=self.set_up.limit + self.extra)

    def time_left(self, now: datetime) -> timedelta | None:
        """The time that is left at this moment; None where there is no clock."""
        if self.ends is None:
            return None
        return max(self.ends - (self.paused or now), timedelta())


class ProposedRound(NamedTuple):
    """A round as it was proposed, by a seed of its own."""

    number: int
    seed: int
    tables: tuple[Table, ...]
    byes: tuple[str, ...]
    reason: str
    """Why it was proposed anew; nothing for the first proposal."""
    act: TournamentAct


class RecordedAdjustment(NamedTuple):
    """An adjustment, and the act that made it."""

    adjustment: Adjustment
    act: TournamentAct


class Helper(NamedTuple):
    """Somebody who enters results."""

    number: int
    """From 1; 0 stands for all who help without a name."""
    name: str
    phones: frozenset[int]
    """The phones that help in this name now."""
    is_removed: bool


@dataclass(frozen=True)
class Tournament:
    """All that is known."""

    set_up: SetUp
    acts: tuple[TournamentAct, ...]
    pairs: dict[str, Pair]
    """The pairs by their keys, in the order of their numbers."""
    deleted: dict[str, Pair] = field(default_factory=dict)
    """The pairs that were deleted before they were in a draw; their numbers stay theirs."""
    registrations: dict[int, Registration] = field(default_factory=dict)
    """The pairs that announced themselves, by their numbers, in order."""
    door: Door = Door()
    money: Money = Money()
    rounds: tuple[DrawnRound, ...] = ()
    adjusted: tuple[RecordedAdjustment, ...] = ()
    lots: tuple[str, ...] = ()
    apart: tuple[tuple[str, str], ...] = ()
    """Pairs that never meet, the lower number first."""
    kept_tables: dict[str, int] = field(default_factory=dict)
    """The tables that pairs keep."""
    clubs_apart: bool = False
    """Do pairs of one club not meet while it can be avoided?"""
    proposed: tuple[ProposedRound, ...] = ()
    """Every proposal of every round; the last one of a round has its seed."""
    final: str = ""
    """The address of the final that was set up from its standings."""
    final_of: str = ""
    """The address of the tournament whose final it is; nothing for any other."""

    @cached_property
    def erasing(self) -> TournamentAct | None:
        """The act that began to erase all names, until the erasure has come to its end."""
        for act in reversed(self.acts):
            if isinstance(act.body, ErasingBegun | AllNamesErased):
                return act if isinstance(act.body, ErasingBegun) else None
        return None

    @cached_property
    def undone(self) -> frozenset[int]:
        """The seqs of the acts that do not stand."""
        return undone_seqs(self.acts)

    def act(self, seq: int) -> TournamentAct | None:
        """The act with this seq."""
        return self.acts[seq - 1] if 0 < seq <= len(self.acts) else None

    @cached_property
    def roles_taken(self) -> tuple[tuple[TournamentAct, RoleTaken], ...]:
        """The acts by which phones organise or help, in order."""
        return tuple((act, act.body) for act in self.acts if isinstance(act.body, RoleTaken))

    @cached_property
    def helpers(self) -> tuple[Helper, ...]:
        """The helpers who ever had a name, by number, behind those without one, if there are."""
        found: dict[int, Helper] = {}
        for act in self.acts:
            match act.body:
                case HelperNamed(helper=number, name=name):
                    phones = found[number].phones if number in found else frozenset()
                    found[number] = Helper(number, name, phones, is_removed=False)
                case HelperRemoved(helper=number) if number in found:
                    found[number] = found[number]._replace(phones=frozenset(), is_removed=True)
                case RoleTaken(role=role, helper=number) if act.phone is not None:
                    for one in found.values():
                        found[one.number] = one._replace(phones=one.phones - {act.phone})
                    if role == "helper":
                        one = found.get(number, Helper(number, "", frozenset(), is_removed=False))
                        phones = one.phones | {act.phone}
                        found[number] = one._replace(phones=phones, is_removed=False)
        return tuple(found[number] for number in sorted(found))

    def helper(self, number: int) -> Helper | None:
        """The helper with this number."""
        return next((one for one in self.helpers if one.number == number), None)

    def helper_at(self, act: TournamentAct) -> Helper | None:
        """The helper by whose phone the act was done; None where an organiser did it."""
        for taken, body in reversed(self.roles_taken):
            if taken.phone == act.phone and taken.seq < act.seq:
                return self.helper(body.helper) if body.role == "helper" else None
        return None

    @property
    def revision(self) -> int:
        """The seq of the last act."""
        return self.acts[-1].seq

    def last_seq(self, written: str) -> int:
        """The seq of the last act that wrote what has this name; 0 before the first."""
        acts = reversed(self.acts)
        return next((act.seq for act in acts if written in act.body.writes()), 0)

    @cached_property
    def last_erasure(self) -> int:
        """The seq of the last act that erased names of pairs; 0 where none did."""
        kinds = (AllNamesErased, PairErased)
        return next((act.seq for act in reversed(self.acts) if isinstance(act.body, kinds)), 0)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers that no new pair may have."""
        return tuple(pair.number for pair in (*self.pairs.values(), *self.deleted.values()))

    @cached_property
    def in_seeding_order(self) -> tuple[Pair, ...]:
        """The pairs with a place in seeding order, then the others, by number."""
        return tuple(
            sorted(
                self.pairs.values(),
                key=lambda pair: (pair.seeding is None, pair.seeding or 0, pair.number),
            )
        )

    @property
    def last_round(self) -> DrawnRound | None:
        """The round that was drawn last."""
        return self.rounds[-1] if self.rounds else None

    def has_done(self, op_id: str) -> bool:
        """Was this operation written?"""
        return any(act.op_id == op_id for act in self.acts)

    def round(self, number: int) -> DrawnRound | None:
        """The round with this number."""
        return self.rounds[number - 1] if 0 < number <= len(self.rounds) else None

    def proposals_of(self, number: int) -> tuple[ProposedRound, ...]:
        """The proposals of the round with this number; the last one has its seed."""
        return tuple(one for one in self.proposed if one.number == number)

    def with_round(self, drawn_round: DrawnRound) -> Self:
        """The tournament with this round in the place of the one with its number."""
        rounds = [drawn_round if one.number == drawn_round.number else one for one in self.rounds]
        return replace(self, rounds=tuple(rounds))

    def name(self, key: str) -> str:
        """Both players of the pair."""
        return self.pairs[key].name

    def pair_in(self, key: str, number: int) -> Pair:
        """The pair with those who played the round in its name."""
        pair = self.pairs[key]
        return replace(pair, players=pair.players_in(number))

    def table_of(self, key: str, number: int) -> DrawnTable | None:
        """The table of the pair in a round; None for a bye, or where it is not there."""
        drawn_round = self.round(number)
        tables = drawn_round.tables if drawn_round else ()
        return next((table for table in tables if key in (table.a, table.b)), None)


def undone_seqs(acts: Sequence[TournamentAct]) -> frozenset[int]:
    """The seqs of the acts that do not stand. A later undoing decides over an earlier one."""
    undone: set[int] = set()
    for act in reversed(acts):
        if act.body.undoes is not None and act.seq not in undone:
            undone.add(act.body.undoes)
    return frozenset(undone)


def forfeit_score(forfeit: Forfeit, counts: tuple[int, int]) -> tuple[int, int]:
    """What stands at a forfeited table: more for who was there.

    >>> forfeit_score("b", (100, 0)), forfeit_score("both", (100, 0))
    ((100, 0), (0, 0))
    """
    there, absent = counts
    match forfeit:
        case "a":
            return absent, there
        case "b":
            return there, absent
        case "both":
            return absent, absent


def swap_pairs(
    tables: tuple[Table, ...], byes: tuple[str, ...], one: str, other: str
) -> tuple[tuple[Table, ...], tuple[str, ...]]:
    """The round with two pairs in each other's places; a bye is a place, too."""
    places = {one: other, other: one}
    return (
        tuple(Table(places.get(a, a), places.get(b, b)) for a, b in tables),
        tuple(places.get(pair, pair) for pair in byes),
    )
