"""A table of a round, its typed sheet, and the hands that count there. Pure.

A hand is `{"points": [97, 65], "score": [19, 6]}`. It may also have `kapo`, `trump` (`none` or
`all`) and `doubled`. Null is a hand that was passed out.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Final, Literal, NamedTuple, Self, get_args

from scorekeeper.draws.model import Forfeit
from scorekeeper.journal.act import Act
from scorekeeper.journal.json_values import Json, JsonValue, numbers_in, object_of
from scorekeeper.rules.match import Adjust, Row, Standing
from scorekeeper.rules.model import SIDES, BySide, Hand
from scorekeeper.tournament.acts.body import TournamentMarks
from scorekeeper.tournament.sheets.sheet_codec import (
    MOST_HANDS,
    SheetHands,
    hands_won,
    running_totals,
    totals_of,
)
from scorekeeper.tournament.sheets.sheet_slips import SheetHand, WrittenHand
from scorekeeper.tournament.tournament_set_up import Length, SetUp

_HIGHEST: Final = 9999
_TRUMPS: Final[tuple[Literal["none", "all"], ...]] = ("none", "all")
_TIMES: Final[tuple[Literal[1, 2, 4], ...]] = (1, 2, 4)
_USUAL: Final[dict[str, tuple[JsonValue, ...]]] = {
    "kapo": (None, *SIDES),
    "trump": (None, *_TRUMPS),
    "doubled": _TIMES,
}
"""The values that a hand may have beside its numbers; the first is meant where it says nothing."""


_BESIDE: Final = "+"


def side_of(entrants: Iterable[str]) -> str:
    """Return the key of a table's side: a pair's own, or those of two players.

    >>> side_of(["7"]), side_of(["7", "12"])
    ('7', '7+12')
    """
    return _BESIDE.join(entrants)


def players_of(sides: Iterable[str]) -> tuple[str, ...]:
    """Return the entrants at these sides: a pair each, or two players each.

    >>> players_of(["7", "12"]), players_of(["7+12", "3+1"])
    (('7', '12'), ('7', '12', '3', '1'))
    """
    return tuple(entrant for side in sides for entrant in side.split(_BESIDE))


def side_label(side: str) -> str:
    """Return how a side is shown: the number of its pair, or those of its two players.

    >>> side_label("7"), side_label("7+12")
    ('7', '7 & 12')
    """
    return " & ".join(players_of((side,)))


def side_json(side: str) -> str | list[str]:
    """Return a side as draws and exports have it: its pair, or its two players.

    >>> side_json("7"), side_json("7+12")
    ('7', ['7', '12'])
    """
    players = players_of((side,))
    return [*players] if len(players) > 1 else side


def hands_that_count(hands: SheetHands, set_up: SetUp) -> SheetHands:
    """Return the hands that count: in a match of a fixed number of hands, only those.

    A knockout plays on until one side has more.
    """
    if set_up.length != "hands":
        return hands
    last = min(set_up.limit, len(hands))
    while set_up.format == "knockout" and last < len(hands) and len({*totals_of(hands[:last])}) < 2:
        last += 1
    return hands[:last]


@dataclass(frozen=True)
class SentSheet:
    """A whole sheet that was typed in: its hands, and as it was sent."""

    hands: tuple[SheetHand | None, ...]
    """The hands; None where they cannot be read."""
    stored: JsonValue
    """The sheet as it was sent; a program may send default values, which the hands leave out."""

    @classmethod
    def read(cls, data: JsonValue) -> Self:
        """Read the hands, where they are some."""
        hands = data if isinstance(data, list) and _are_hands(data) else []
        return cls(tuple(_read(object_of(hand)) if hand else None for hand in hands), data)


def result_of(hands: SheetHands) -> Json:
    """Return the result of a sheet: its hands, their score, and the hands that each side won."""
    return {
        "score": list(totals_of(hands)),
        "hands": list(hands_won(hands)),
        "sheet": write_sheet(hands),
    }


def is_result_of(hands: SheetHands, score: Sequence[int], won: Sequence[int]) -> bool:
    """Are there hands with this score, and with these numbers of hands won?"""
    return bool(hands) and ((*totals_of(hands),), (*hands_won(hands),)) == ((*score,), (*won,))


def won_in(data: JsonValue) -> list[int]:
    """How many of the hands each side won; none, if they are no sheet."""
    hands = SentSheet.read(data).hands
    return [*hands_won(hands)] if hands else [0, 0]


def write_sheet(hands: SheetHands) -> list[JsonValue]:
    """The hands as JSON, with nothing that is usual."""
    return [_write(hand) if hand else None for hand in hands]


def _write(hand: SheetHand) -> Json:
    written_hand = hand.written
    values: Json = {
        "kapo": written_hand.kapo,
        "trump": written_hand.trump,
        "doubled": written_hand.doubled,
    }
    unusual = {name: value for name, value in values.items() if value != _USUAL[name][0]}
    return {"points": list(written_hand.points), "score": list(hand.score), **unusual}


def _read(hand: Json) -> SheetHand:
    written_hand = WrittenHand(
        BySide(*numbers_in(hand["points"])),
        next((side for side in SIDES if side == hand.get("kapo")), None),
        next((trump for trump in _TRUMPS if trump == hand.get("trump")), None),
        next((times for times in _TIMES if times == hand.get("doubled")), 1),
    )
    return SheetHand(written_hand, BySide(*numbers_in(hand["score"])))


def _are_hands(hands: JsonValue) -> bool:
    return (
        isinstance(hands, list)
        and 0 < len(hands) <= MOST_HANDS
        and all(hand is None or _is_hand(hand) for hand in hands)
    )


def _is_hand(hand: JsonValue) -> bool:
    if not isinstance(hand, dict) or not {"points", "score"} <= hand.keys():
        return False
    numbers = {name: hand[name] for name in ("points", "score")}
    others = {name: value for name, value in hand.items() if name not in numbers}
    return all(map(_are_two, numbers.values())) and all(
        name in _USUAL and (type(value), value) in [(type(one), one) for one in _USUAL[name]]
        for name, value in others.items()
    )


def _are_two(numbers: JsonValue) -> bool:
    return (
        isinstance(numbers, list)
        and len(numbers) == 2
        and all(type(one) is int and abs(one) <= _HIGHEST for one in numbers)
    )


Source = Literal["organiser", "helper", "live"]
SOURCES: Final[tuple[Source, ...]] = get_args(Source)
NO_HANDS: Final = (0, 0)
"""The hands in a result whose hands were not counted."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a table as it was written."""

    score: tuple[int, int]
    hands: tuple[int, int]
    """The hands that each side won; `NO_HANDS` where a total is all that was written."""
    source: Source
    reason: str
    act: Act[TournamentMarks]
    sheet: tuple[SheetHand | None, ...] = ()
    """The hands of the sheet that was typed in, if it was."""
    forfeit: Forfeit | None = None
    """The side that was absent, or both."""
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
    def known_hands(self) -> tuple[int, int] | None:
        """The hands that each side won; None where they are not known."""
        is_counted = bool(self.sheet) or self.hands != NO_HANDS
        is_counted |= self.source == "live" and not any(self.score)
        return self.hands if is_counted or self.forfeit is not None else None

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
    act: Act[TournamentMarks]


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
    def entrants(self) -> tuple[str, ...]:
        """The two pairs, or the four players of an individual tournament."""
        return players_of((self.a, self.b))

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
        """Return the table with the present score for forfeited matches."""
        results = tuple(
            replace(one, score=forfeit_score(one.forfeit, counts)) if one.forfeit else one
            for one in self.results
        )
        return replace(self, results=results) if results != self.results else self


def forfeit_score(forfeit: Forfeit, counts: tuple[int, int]) -> tuple[int, int]:
    """Return the score of a forfeited table; the pair that was there has more.

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


class RoundEnd(NamedTuple):
    """A match as its table has it."""

    rows: tuple[Row, ...]
    """The hands, penalties and rulings that count."""
    is_over: bool
    is_level: bool
    """Would be over, but a winner is needed: one more hand is played."""

    @property
    def totals(self) -> BySide[int]:
        """The totals after all rows that count."""
        return self.rows[-1].totals if self.rows else BySide(0, 0)

    @property
    def hands(self) -> tuple[Row, ...]:
        """The rows that are hands."""
        return tuple(row for row in self.rows if isinstance(row.entry, Hand))

    @property
    def is_carried_over(self) -> bool:
        """Does it begin with points for a side? They were won in hands that are not in it."""
        before = takewhile(
            lambda entry: isinstance(entry, Adjust), (row.entry for row in self.rows)
        )
        return any(isinstance(one, Adjust) and max(one.A, one.B) > 0 for one in before)


def round_end(standing: Standing, length: Length, limit: int, *, needs_winner: bool) -> RoundEnd:
    """The match as it stands; `needs_winner` is a knockout's.

    What is written between the last hand that counts and the next one, such as a penalty, counts.
    """
    rows = tuple(row for row in standing.rows if row.counts)
    count = _counting_rows(rows, limit, needs_winner=needs_winner) if length == "hands" else None
    found = RoundEnd(rows[:count], standing.is_over or count is not None, is_level=False)
    if found.is_over and needs_winner and standing.winner is None and _is_level(found.totals):
        return found._replace(is_over=False, is_level=True)
    return found


def _counting_rows(rows: tuple[Row, ...], limit: int, *, needs_winner: bool) -> int | None:
    """How many rows count, once there are hands enough; None before."""
    hands = 0
    for at, row in enumerate(rows):
        if isinstance(row.entry, Hand):
            if hands >= limit and not (needs_winner and _is_level(rows[at - 1].totals)):
                return at
            hands += 1
    return len(rows) if hands >= limit else None


def _is_level(totals: BySide[int]) -> bool:
    return totals.A == totals.B
