"""A row's score and a sheet's foot held against card points: which slip explains them."""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from scorekeeper.rules.cards import LAST_TRICK
from scorekeeper.rules.model import OTHER, SIDES, BySide, Rule, RuleSet, Side
from scorekeeper.tournament.sheets.score_readings import Reading, is_possible, readings_of
from scorekeeper.tournament.sheets.sheet_slips import (
    EXTRAS,
    ScoreSlipCode,
    Slip,
    SlipCode,
    WrittenHand,
    number_slip,
)

_WEIGHTS: Final[dict[SlipCode, float]] = {
    "stake_left_out": 1.0,
    "missing_point_wrong_side": 0.6,
    "score_swapped": 0.5,
    "sides_swapped": 0.5,
    "kapo_unmarked": 0.5,
    "missing_point_left_out": 0.4,
    "declarations_left_out": 0.3,
    "pilotta_left_out": 0.3,
    "doubling_wrong": 0.2,
    "score_digits_swapped": 0.2,
    "off_by_one": 0.1,
    "score_digit_wrong": 0.05,
    "bid_wrong": 0.05,
}
"""How often people slip so, against the others."""
_RIVAL: Final = 0.2
"""How much less likely the second of two scores must be for the first to be shown."""
_LEFT_OUT: Final[dict[Rule, ScoreSlipCode]] = {
    "declarations": "declarations_left_out",
    "pilotta": "pilotta_left_out",
    "missing_point": "missing_point_left_out",
}


class ScoreSlip(NamedTuple):
    """A possible slip in a row."""

    code: SlipCode
    meant: BySide[int] | None
    """The score that should stand there; None where it may be several, or is right as it is."""
    weight: float
    """How often such a hand meets such a slip, against the others."""


def score_slips(
    hand: WrittenHand, written: BySide[int], rules: RuleSet, wanted: BySide[int] | None = None
) -> tuple[ScoreSlip, ...]:
    """Find slips that turn a possible score into the written one, the likeliest first.

    Each code is named once. With `wanted` only slips from that very score are named.
    """
    found: dict[SlipCode, dict[BySide[int], float]] = {}
    for reading in readings_of(hand, rules):
        for stake in _stakes_near(reading, written, wanted):
            meant = reading.score(stake)
            weight = reading.weight * reading.stakes[stake]
            for code in _slips_between(written, meant, reading, stake):
                weights = found.setdefault(code, {})
                weights[meant] = max(weights.get(meant, 0), weight * _WEIGHTS[code])
    slips = [_likeliest(code, weights) for code, weights in found.items()]
    if "score_swapped" in found and wanted is None:
        # Either the points or the scores of the sides changed places. More often it is the points,
        # which are not added up.
        weight = max(found["score_swapped"].values())
        slips.insert(0, ScoreSlip("sides_swapped", None, weight))
    return tuple(sorted(slips, key=lambda slip: -slip.weight))


def _likeliest(code: SlipCode, weights: Mapping[BySide[int], float]) -> ScoreSlip:
    """The slip with the score that was meant, if one is much likelier than all others."""
    meant = max(weights, key=lambda score: weights[score])
    rivals = [one for one in weights.values() if one >= _RIVAL * weights[meant]]
    return ScoreSlip(code, meant if len(rivals) == 1 else None, weights[meant])


def mark_slips(
    hand: WrittenHand, written: BySide[int], rules: RuleSet
) -> Iterator[tuple[SlipCode, Side | None]]:
    """Find marks that may be wrong, so that this score fits the points after all."""
    swept = next((side for side in SIDES if hand.points.of(side) == 0), None)
    if hand.kapo is None and swept:
        winner = OTHER[swept]
        if is_possible(hand._replace(kapo=winner), written, rules):
            yield "kapo_unmarked", winner
    if rules.doubling != "off" and any(
        is_possible(hand._replace(doubled=times), written, rules)
        for times in (1, 2, 4)
        if times != hand.doubled
    ):
        yield "doubling_wrong", None
    if hand.bid is not None and is_possible(hand._replace(bid=None), written, rules):
        yield "bid_wrong", None


def _stakes_near(
    reading: Reading, written: BySide[int], wanted: BySide[int] | None
) -> Iterator[int]:
    """Yield the stakes of a reading that can lead to the written score by one slip.

    If the score of the side without the stake fits, all stakes can; else only a few.
    """
    if wanted is not None:
        stake = reading.stake_for(wanted)
        if stake is not None:
            yield stake
        return
    to: Side = reading.stake_to or "A"
    other = OTHER[to]
    if reading.base.of(other) == written.of(other):
        yield from reading.stakes
        return
    near = written.of(to) - reading.base.of(to)
    swapped = written.of(other) - reading.base.of(to)
    for stake in {near - 1, near, near + 1, swapped}:
        if stake in reading.stakes:
            yield stake


def _slips_between(
    written: BySide[int], meant: BySide[int], reading: Reading, stake: int
) -> Iterator[ScoreSlipCode]:
    """The slips that make the written score of this one."""
    lacks = BySide(meant.A - written.A, meant.B - written.B)
    if lacks == (0, 0):
        return
    yield from _wrong_parts(lacks, reading, stake)
    if written == (meant.B, meant.A):
        yield "score_swapped"
    if 0 in lacks:
        side: Side = "A" if lacks.A else "B"
        yield from _wrong_number(written.of(side), meant.of(side))


def _wrong_parts(lacks: BySide[int], reading: Reading, stake: int) -> Iterator[ScoreSlipCode]:
    """A part of the score is not there, or stands on the other side."""
    if stake and lacks == ((stake, 0) if reading.stake_to == "A" else (0, stake)):
        yield "stake_left_out"
    for rule, given in reading.parts:
        if lacks == given:
            yield _LEFT_OUT[rule]
        if rule == "missing_point" and lacks == (given.A - given.B, given.B - given.A):
            yield "missing_point_wrong_side"


def _wrong_number(written: int, meant: int) -> Iterator[ScoreSlipCode]:
    if abs(written - meant) == 1:
        yield "off_by_one"
    code = number_slip(written, meant)
    if code:
        yield "score_digits_swapped" if code == "digits_swapped" else "score_digit_wrong"


Hands = Mapping[int, WrittenHand]
"""The hands that were played, by their numbers."""
_LEAST: Final = 130
"""The least that both sides have together in any hand."""


def slips_of_foot(hands: Hands, missing: int, sums: BySide[int] | None) -> tuple[Slip, ...]:
    """Find possible slips where each typed hand adds up and the foot says something else.

    `missing` is how many hands more the foot has; `sums` are its own, if it has any.
    """
    over = sums and BySide(*(_sum_of(hands, side) - sums.of(side) for side in SIDES))
    if not missing and over in (None, (0, 0)):
        return ()
    found = [*_too_many(hands, missing, over), *_left_out(missing, over)]
    if over:
        found = found or _side_swap_slips(hands, over) or _wrong_sums(hands, over)
    return tuple(found)


def _sum_of(hands: Hands, side: Side) -> int:
    return sum(hand.points.of(side) for hand in hands.values())


def _too_many(hands: Hands, missing: int, over: BySide[int] | None) -> list[Slip]:
    """Hands that stand there once too often."""
    if missing > 0 or (missing == 0 and over is None):
        return []
    may_be = {number: hand for number, hand in hands.items() if over in (None, hand.points)}
    first = {hand: number for number, hand in reversed(list(hands.items()))}
    twice = [
        Slip("entered_twice", number, like=first[hand])
        for number, hand in may_be.items()
        if first[hand] != number
    ]
    if twice or not missing:
        return twice
    return [Slip("hand_too_many", number) for number in may_be if over] or [Slip("hand_too_many")]


def _left_out(missing: int, over: BySide[int] | None) -> list[Slip]:
    if missing <= 0 and not (over and max(over) <= 0 and -sum(over) >= _LEAST):
        return []
    return [
        Slip("hand_left_out", meant=BySide(-over.A, -over.B) if over and max(over) <= 0 else None)
    ]


def _side_swap_slips(hands: Hands, over: BySide[int]) -> list[Slip]:
    return [
        Slip("sides_swapped", number, None, BySide(hand.points.B, hand.points.A))
        for number, hand in hands.items()
        if hand.points.A - hand.points.B == over.A == -over.B
    ]


def _wrong_sums(hands: Hands, over: BySide[int]) -> list[Slip]:
    sums = BySide(_sum_of(hands, "A"), _sum_of(hands, "B"))
    return [Slip("sum_wrong", None, side, sums) for side in SIDES if over.of(side)]


def slips_of_total(total: BySide[int], written: BySide[int] | None) -> tuple[Slip, ...]:
    """Find the sides whose total on the sheet differs from the sum of its hands."""
    if written is None:
        return ()
    wrong = [side for side in SIDES if total.of(side) != written.of(side)]
    return tuple(Slip("total_wrong", None, side, total) for side in wrong)


def slips_of_numbers(off: int, rules: RuleSet) -> tuple[Slip, ...]:
    """Find possible slips where only sums are known, and they are `off` by so much."""
    total, bonus = rules.total(None), rules.kapo_bonus
    is_likely_by_code: dict[SlipCode, bool] = {
        "kapo_unmarked": bonus > 0 and off == bonus,
        "bonus_left_out": bonus > 0 and off == -bonus,
        "hand_left_out": off in (-total, -total - bonus),
        "hand_too_many": off in (total, total + bonus),
        "last_trick_left_out": off == -LAST_TRICK,
        "last_trick_twice": off == LAST_TRICK,
        "extras_added": off in EXTRAS,
        "digits_swapped": off != 0 and off % 9 == 0,
    }
    return tuple(Slip(code) for code, may_be in is_likely_by_code.items() if may_be)
