"""Scoring one hand. The explanation is the calculation: a list of lines, summed.

The rule numbers in the comments are those of "Scoring one hand" in `docs/rules.md`. Raw points are
divided by `rules.divisor` once, where a line is made; nothing is ever a fraction.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from scorekeeper.rules.declarations import score_of_declarations
from scorekeeper.rules.model import (
    KAPO,
    KAPO_BID_POINTS,
    NO_DECLARATIONS,
    OTHER,
    PILOTTA,
    Hand,
    HandScore,
    Line,
    Rule,
    RuleSet,
    Side,
)

Declared = tuple[Side | None, int]
"""The side whose declarations score and their raw points (`score_of_declarations`)."""

_NOTHING_DECLARED: Final[Declared] = (None, 0)
_PASSED_OUT: Final = HandScore(None, 0, 0, ())
# An evening's scores are made of a few hundred different lines: looking one up is three times as
# fast as making it anew.
_line: Callable[[Side, int, Rule], Line] = lru_cache(maxsize=4096)(Line)


def score_hand(hand: Hand, rules: RuleSet) -> HandScore:
    """The score of a hand that has no problems (see `checks.problems`), in the rule set's unit.

    Lines come in the order of `model.RULES`, the bidder's first within a rule. Apart from `cards`
    no line is 0; a passed-out hand has none. A side's score may be below zero.
    """
    if hand.passed_out:
        return _PASSED_OUT
    declared = _NOTHING_DECLARED
    if hand.declarations is not NO_DECLARATIONS:
        declared = score_of_declarations(hand, rules)
    total = rules.total(hand.trump)
    ours = _cards(hand, _bidder(hand), total)
    made = _reaches_bid(hand, rules, declared, ours)
    if hand.doubled > 1 and rules.doubling == "stake":
        lines = _winner_takes_everything(hand, rules, made, declared, total)
    elif made:
        lines = _lines_if_made(hand, rules, declared, ours, total - ours)
    else:
        lines = _failed(hand, rules, declared, total)
    if hand.doubled > 1 or hand.pilotta_failed is not None or hand.trump in ("none", "all"):
        _add_rarities(lines, hand, rules, made)
    return _sum(made, *lines)


@lru_cache(maxsize=8192)
def _sum(made: bool, *lines: Line) -> HandScore:
    a = sum(line.points for line in lines if line.side == "A")
    b = sum(line.points for line in lines if line.side == "B")
    return HandScore(made, a, b, lines)


def card_points(hand: Hand, side: Side, rules: RuleSet) -> int:
    """The raw card points of `side`, a kapo's bonus not included.

    :raises ValueError: the hand has no card points.
    """
    return _cards(hand, side, rules.total(hand.trump))


def contract_points(hand: Hand, rules: RuleSet, declared: Declared) -> int:
    """The raw points that the bidder has towards the bid (rule 1)."""
    return _towards_bid(hand, rules, declared, card_points(hand, _bidder(hand), rules))


def is_made(hand: Hand, rules: RuleSet, declared: Declared) -> bool:
    """Did the bidder reach the bid? On raw points, before any rounding (rule 1)."""
    return _reaches_bid(hand, rules, declared, card_points(hand, _bidder(hand), rules))


def stake_of(hand: Hand, rules: RuleSet) -> int:
    """The stake of the bid, in the rule set's unit, before doubling; 0 where none is scored."""
    if not rules.stake:
        return 0
    points = KAPO_BID_POINTS if hand.bid == KAPO else hand.bid
    assert isinstance(points, int)
    if rules.unit == "points":
        return points
    return points // 10 + (points % 10 >= 6)


def missing_point(hand: Hand, rules: RuleSet) -> tuple[Side | None, bool]:
    """The side that gets the point lost by cutting the last digits, and whether these are equal.

    (None, False) where no point is missing; (None, True) where the rules ask the table.
    """
    if rules.unit == "points" or hand.kapo is not None:
        return None, False
    bidder = _bidder(hand)
    ours = card_points(hand, bidder, rules)
    theirs = card_points(hand, OTHER[bidder], rules)
    return _missing_point(bidder, ours, theirs, rules.six_six, hand.tie_point)


def _bidder(hand: Hand) -> Side:
    assert hand.bidder is not None
    return hand.bidder


def _cards(hand: Hand, side: Side, total: int) -> int:
    if hand.kapo is not None:
        return total if hand.kapo == side else 0
    a, b = hand.points
    own, others = (a, b) if side == "A" else (b, a)
    if own is not None:
        return own
    if others is None:
        raise ValueError("a hand without points has no score")
    return total - others


def _towards_bid(hand: Hand, rules: RuleSet, declared: Declared, cards: int) -> int:
    """The points towards the bid of a bidder with these card points."""
    bidder = hand.bidder
    points = cards
    if hand.kapo is not None and hand.kapo == bidder:
        points += rules.kapo_bonus
    if rules.extras_count:
        if declared[0] == bidder:
            points += declared[1]
        if hand.pilotta == bidder:
            points += PILOTTA
    return points


def _reaches_bid(hand: Hand, rules: RuleSet, declared: Declared, cards: int) -> bool:
    if hand.bid == KAPO:
        return hand.kapo == hand.bidder
    if hand.kapo is not None and hand.kapo != hand.bidder:
        return False
    assert isinstance(hand.bid, int)
    # Extras only add, and most bids are reached without them.
    return cards >= hand.bid or _towards_bid(hand, rules, declared, cards) >= hand.bid


def _missing_point(
    bidder: Side, ours: int, theirs: int, six_six: str, tie_point: Side | None
) -> tuple[Side | None, bool]:
    if ours // 10 + theirs // 10 == (ours + theirs) // 10:
        return None, False
    if ours % 10 != theirs % 10:
        return (bidder if ours % 10 > theirs % 10 else OTHER[bidder]), False
    if six_six == "ask":
        return tie_point, True
    return (bidder if six_six == "bidder" or ours >= theirs else OTHER[bidder]), True


def _lines_if_made(
    hand: Hand, rules: RuleSet, declared: Declared, ours: int, theirs: int
) -> list[Line]:
    """Rule 3: each side its cards and extras, the stake by `stake_to`."""
    bidder = _bidder(hand)
    unit = rules.divisor
    if hand.kapo is not None:
        lines = _swept_cards(bidder, rules, ours)
    elif unit == 10:
        lines = [*_cut_cards(bidder, ours, theirs, rules.six_six, hand.tie_point)]
    else:
        lines = [_line(bidder, ours, "cards"), _line(OTHER[bidder], theirs, "cards")]
    stake = stake_of(hand, rules)
    if stake:
        to_bidder = rules.stake_to == "contract" or ours >= theirs
        lines.append(_line(bidder if to_bidder else OTHER[bidder], stake, "stake"))
    side, points = declared
    if side is not None:
        lines.append(_line(side, points // unit, "declarations"))
    if hand.pilotta is not None:
        lines.append(_line(hand.pilotta, PILOTTA // unit, "pilotta"))
    return lines


# There are a few hundred ways to cut a pack in two; each is worked out once.
@lru_cache(maxsize=2048)
def _cut_cards(
    bidder: Side, ours: int, theirs: int, six_six: str, tie_point: Side | None
) -> tuple[Line, ...]:
    """The cards in tenths: both last digits cut, and the point that is then missing."""
    lines = (Line(bidder, ours // 10, "cards"), Line(OTHER[bidder], theirs // 10, "cards"))
    point_to, _ = _missing_point(bidder, ours, theirs, six_six, tie_point)
    return lines if point_to is None else (*lines, Line(point_to, 1, "missing_point"))


def _swept_cards(bidder: Side, rules: RuleSet, total: int) -> list[Line]:
    none = _line(OTHER[bidder], 0, "cards")
    if rules.kapo_bonus:
        return [none, _line(bidder, (total + rules.kapo_bonus) // rules.divisor, "kapo")]
    return [_line(bidder, total // rules.divisor, "cards"), none]


def _pack_to(
    side: Side, hand: Hand, rules: RuleSet, total: int, *, with_bonus: bool = True
) -> Line:
    """The whole pack to one side; a `kapo` line where it swept and its bonus counts."""
    if hand.kapo == side and with_bonus and rules.kapo_bonus:
        return _line(side, (total + rules.kapo_bonus) // rules.divisor, "kapo")
    return _line(side, total // rules.divisor, "all_cards")


def _failed(hand: Hand, rules: RuleSet, declared: Declared, total: int) -> list[Line]:
    """Rule 4: the bidder 0, the defence everything but what the switches leave the bidder."""
    bidder = _bidder(hand)
    defence = OTHER[bidder]
    lines = [_pack_to(defence, hand, rules, total)]
    stake = stake_of(hand, rules)
    if stake:
        lines.append(_line(defence, stake, "stake"))
    lost = hand.kapo == defence and rules.reversed_extras == "nobody"
    side, points = declared
    if side == bidder:
        by_switch: dict[str, Side] = {"defence": defence, "bidder": bidder}
        side = None if lost else by_switch.get(rules.failed_declarations)
    if side is not None:
        lines.append(_line(side, points // rules.divisor, "declarations"))
    holder = hand.pilotta
    if holder == bidder:
        holder = None if lost else (bidder if rules.failed_pilotta == "holder" else defence)
    if holder is not None:
        lines.append(_line(holder, PILOTTA // rules.divisor, "pilotta"))
    return lines


def _winner_takes_everything(
    hand: Hand, rules: RuleSet, made: bool, declared: Declared, total: int
) -> list[Line]:
    """Score rule 5: everything to the contract's winner, also the other's; the stake × 2 or 4."""
    winner = _bidder(hand) if made else OTHER[_bidder(hand)]
    with_bonus = rules.kapo_when_doubled == "full"
    lines = [_pack_to(winner, hand, rules, total, with_bonus=with_bonus)]
    stake = stake_of(hand, rules)
    if stake:
        lines.append(_line(winner, stake * hand.doubled, "stake"))
    if declared[0] is not None:
        lines.append(_line(winner, declared[1] // rules.divisor, "declarations"))
    if hand.pilotta is not None:
        lines.append(_line(winner, PILOTTA // rules.divisor, "pilotta"))
    return lines


def _add_rarities(lines: list[Line], hand: Hand, rules: RuleSet, made: bool) -> None:
    """Rules 6 and 7: the no-trump bonus, both scores multiplied, the failed pilotta."""
    bidder = _bidder(hand)
    unit = rules.divisor
    if hand.trump in ("none", "all") and rules.none_all_bonus:
        winner = bidder if made else OTHER[bidder]
        lines.append(_line(winner, rules.none_all_bonus // unit, "none_all_bonus"))
    if hand.doubled > 1 and rules.doubling == "all":
        for side in (bidder, OTHER[bidder]):
            score = sum(line.points for line in lines if line.side == side)
            if score:
                lines.append(_line(side, score * (hand.doubled - 1), "doubled"))
    if hand.pilotta_failed and rules.pilotta_failed_penalty:
        penalty = rules.pilotta_failed_penalty // unit
        lines.append(_line(hand.pilotta_failed, -penalty, "pilotta_failed"))
