"""The tricks counted: what one side took, and so what both sides have.

The cards of one side are enough, as both sides' points are the pack; it may be the smaller pile.
"""

from collections.abc import Iterable
from typing import Literal, NamedTuple

from scorekeeper.rules.cards import CARDS_IN_TRICK, LAST_TRICK, PACK, Card, points_of
from scorekeeper.rules.model import OTHER, SIDES, BySide, Hand, RuleSet, Side, Trump
from scorekeeper.rules.scoring import missing_point

Odd = Literal["no_tricks", "last_trick_alone", "last_trick_left"]
"""What no whole pile is: cards that make no whole tricks; the last trick with no cards;
all the cards without the last trick."""


class Pile(NamedTuple):
    """The cards that one side took."""

    side: Side
    cards: frozenset[Card]
    last_trick: bool
    """Did this side take the last trick?"""
    trump: Trump


class Count(NamedTuple):
    """A pile's points for both sides."""

    points: BySide[int]
    """Raw card points, the last trick's 10 included."""
    tenths: BySide[int] | None
    """Points as the score has them: cut, the missing point added and a kapo with its bonus; None
    where the score is kept in points."""
    missing_point: Side | None
    """The side that the missing point went to; None also where the table has yet to say."""
    equal_digits: bool
    """Is a point missing at equal last digits, where the rule set's `six_six` decides?"""
    cards: int
    """How many cards were marked."""
    spare: int
    """How many of them are more than whole tricks, 0 to 3."""
    odd: Odd | None
    kapo: Side | None
    """The side that has all 32 cards and the last trick."""


def count(pile: Pile, rules: RuleSet, bidder: Side | None = None) -> Count:
    """Count the pile, also while it is not whole.

    Where the bidder is not known, a missing point goes to the side that gets it in either case.
    """
    points = _points(pile, rules)
    point_to, equal_digits = _missing_point(points, pile.trump, rules, bidder)
    kapo = _kapo(pile)
    return Count(
        points=points,
        tenths=_tenths(points, point_to, kapo, rules),
        missing_point=point_to,
        equal_digits=equal_digits,
        cards=len(pile.cards),
        spare=len(pile.cards) % CARDS_IN_TRICK,
        odd=_odd(pile),
        kapo=kapo,
    )


def _points(pile: Pile, rules: RuleSet) -> BySide[int]:
    points = sum_of(pile.cards, pile.trump, rules) + LAST_TRICK * pile.last_trick
    others = rules.total(pile.trump) - points
    return BySide(points, others) if pile.side == "A" else BySide(others, points)


def sum_of(cards: Iterable[Card], trump: Trump, rules: RuleSet) -> int:
    """The raw points of these cards, without a last trick."""
    return sum(points_of(card, trump, rules) for card in cards)


def _missing_point(
    points: BySide[int], trump: Trump, rules: RuleSet, bidder: Side | None
) -> tuple[Side | None, bool]:
    hands = [
        Hand(bidder=side, trump=trump, points=BySide(*points))
        for side in ([bidder] if bidder else SIDES)
    ]
    answers = {missing_point(hand, rules) for hand in hands}
    return answers.pop() if len(answers) == 1 else (None, True)


def _tenths(
    points: BySide[int], point_to: Side | None, kapo: Side | None, rules: RuleSet
) -> BySide[int] | None:
    if rules.unit == "points":
        return None
    bonus = rules.kapo_bonus if kapo else 0
    a, b = ((points.of(s) + bonus * (kapo == s)) // 10 + (point_to == s) for s in SIDES)
    return BySide(a, b)


def _odd(pile: Pile) -> Odd | None:
    if len(pile.cards) % CARDS_IN_TRICK:
        return "no_tricks"
    if pile.last_trick and not pile.cards:
        return "last_trick_alone"
    return "last_trick_left" if len(pile.cards) == len(PACK) and not pile.last_trick else None


def _kapo(pile: Pile) -> Side | None:
    if pile.last_trick and len(pile.cards) == len(PACK):
        return pile.side
    return OTHER[pile.side] if not pile.cards and not pile.last_trick else None
