"""A typed sheet as a result keeps it. Pure.

A hand is `{"points": [97, 65], "score": [19, 6]}` with `kapo`, `trump` (`none` or `all`) and
`doubled` where they are not usual; null is one that was passed out.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, Self

from scorekeeper.journal.json_values import Json, JsonValue, numbers_in, object_of
from scorekeeper.rules.model import SIDES, BySide
from scorekeeper.tournament.sheets.sheet_hands import MOST_HANDS, SheetHands, hands_won, totals_of
from scorekeeper.tournament.sheets.sheet_slips import SheetHand, WrittenHand
from scorekeeper.tournament.tournament_set_up import SetUp

_HIGHEST: Final = 9999
_TRUMPS: Final[tuple[Literal["none", "all"], ...]] = ("none", "all")
_TIMES: Final[tuple[Literal[1, 2, 4], ...]] = (1, 2, 4)
_USUAL: Final[dict[str, tuple[JsonValue, ...]]] = {
    "kapo": (None, *SIDES),
    "trump": (None, *_TRUMPS),
    "doubled": _TIMES,
}
"""The values that a hand may have beside its numbers; the first is meant where it says nothing."""


def hands_that_count(hands: SheetHands, set_up: SetUp) -> SheetHands:
    """The hands that count in a match that ends after so many; in another all of them.

    A knockout plays on until somebody has more.
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
    """None where they cannot be read."""
    stored: JsonValue
    """A program may tell what is usual, too, which the hands do not; an act keeps it."""

    @classmethod
    def read(cls, data: JsonValue) -> Self:
        """Read the hands, where they are some."""
        hands = data if isinstance(data, list) and _are_hands(data) else []
        return cls(tuple(_read(object_of(hand)) if hand else None for hand in hands), data)


def result_of(hands: SheetHands) -> Json:
    """The result that a sheet makes: its hands, the score they come to, and who won how many."""
    return {
        "score": list(totals_of(hands)),
        "hands": list(hands_won(hands)),
        "sheet": write_sheet(hands),
    }


def is_result_of(hands: SheetHands, score: Sequence[int], won: Sequence[int]) -> bool:
    """Are there hands, which come to this score, and of which each side won so many?"""
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
