"""Which cards of a hand may be played to a trick, and the points of the tricks counted.

Follow suit; void, play a trump; a trump beats the trumps in the trick by `overtrump`; no trump,
anything. No source lets a player off because the partner is winning. In an all-trump hand only a
card of the suit led can win the trick. So no card has to trump (*our reading*).

The cards of one side are enough to count the tricks, as both sides' points add up to the pack. So
the smaller pile may be counted.
"""

from collections.abc import Iterable, Sequence
from typing import Final, Literal, NamedTuple

from scorekeeper.rules.cards import (
    CARDS_IN_HAND,
    CARDS_IN_TRICK,
    LAST_TRICK,
    PACK,
    Card,
    is_trump,
    points_of,
    strength_of,
)
from scorekeeper.rules.model import OTHER, SIDES, BySide, Hand, RuleSet, Side, Trump
from scorekeeper.rules.scoring import missing_point

Duty = Literal[
    "lead",
    "follow",
    "follow_higher",
    "follow_lower",
    "trump",
    "trump_higher",
    "trump_lower",
    "discard",
]
"""The player's duty. `…_lower`: a higher trump is owed, but the hand holds no such trump."""
Refusal = Literal["other_suit", "no_trump", "too_low"]
PlayFault = Literal["no_hand", "hand_too_big", "trick_full", "card_twice"]

_OWES_HIGHER: Final[dict[str, dict[str, bool]]] = {
    "always": {"follow": True, "trump": True},
    "ruffing": {"follow": False, "trump": True},
    "no": {"follow": False, "trump": False},
}
"""Must a trump beat those in the trick, by `overtrump` and by whether one follows suit."""


class Play(NamedTuple):
    """The cards of a hand that may be played, in the hand's order, and what obliges the player."""

    may: tuple[Card, ...]
    duty: Duty
    to_beat: Card | None = None
    """The best trump in the trick, where the player holds cards that could have to beat it."""


def faults_of_play(trick: Sequence[Card], hand: Sequence[Card]) -> tuple[PlayFault, ...]:
    """Return the reasons why this hand before this trick is impossible; () if it is possible."""
    found: dict[PlayFault, bool] = {
        "no_hand": not hand,
        "hand_too_big": len(hand) > CARDS_IN_HAND,
        "trick_full": len(trick) >= CARDS_IN_TRICK,
        "card_twice": len({*trick, *hand}) < len(trick) + len(hand),
    }
    return tuple(fault for fault, is_so in found.items() if is_so)


def legal_play(trick: Sequence[Card], hand: Sequence[Card], trump: Trump, rules: RuleSet) -> Play:
    """Which cards may be played to a trick, its first card first; all of them to an empty one.

    >>> from scorekeeper.rules.cards import read_card
    >>> trick, hand = [[read_card(c) for c in s.split()] for s in ("Ah Qs", "7s Js Kc")]
    >>> [card.code for card in legal_play(trick, hand, "spades", RuleSet()).may]
    ['Js']
    """
    if not trick:
        return Play(tuple(hand), "lead")
    led = trick[0].suit
    following = tuple(card for card in hand if card.suit == led)
    if following:
        if not is_trump(trick[0], trump):
            return Play(following, "follow")
        return _with_trumps(following, trick, trump, rules, "follow")
    trumps = tuple(card for card in hand if card.suit == trump)
    if trumps:
        return _with_trumps(trumps, trick, trump, rules, "trump")
    return Play(tuple(hand), "discard")


def refusal_of(card: Card, play: Play) -> Refusal | None:
    """Why this card of the hand may not be played; None if it may."""
    if card in play.may:
        return None
    if card.suit == play.may[0].suit:
        return "too_low"
    return "no_trump" if play.duty.startswith("trump") else "other_suit"


def _with_trumps(
    trumps: tuple[Card, ...],
    trick: Sequence[Card],
    trump: Trump,
    rules: RuleSet,
    how: Literal["follow", "trump"],
) -> Play:
    """The play of one who must take one of these trumps, all of one suit."""
    suit = trumps[0].suit
    rivals = [card for card in trick if card.suit == suit]
    best = max(rivals, key=lambda card: strength_of(card, trump), default=None)
    if best is None or not _OWES_HIGHER[rules.overtrump][how]:
        return Play(trumps, how, best)
    higher = tuple(c for c in trumps if strength_of(c, trump) > strength_of(best, trump))
    if higher:
        return Play(higher, "follow_higher" if how == "follow" else "trump_higher", best)
    return Play(trumps, "follow_lower" if how == "follow" else "trump_lower", best)


Odd = Literal["no_tricks", "last_trick_alone", "last_trick_left"]
"""The reasons why cards are no whole pile.

They make no whole tricks, the last trick has no cards, or all cards lie there without the last
trick.
"""


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
