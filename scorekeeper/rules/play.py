"""Which cards of a hand may be played to a trick, and why.

Follow suit; void, play a trump; a trump beats the trumps in the trick by `overtrump`; no trump,
anything. No source lets a player off because the partner is winning. In an all-trump hand only a
card of the suit led can win the trick, so that nothing has to be trumped (*our reading*).
"""

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from scorekeeper.rules.cards import CARDS_IN_HAND, CARDS_IN_TRICK, Card, is_trump, strength_of
from scorekeeper.rules.model import RuleSet, Trump

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
"""What the player must do. `…_lower`: a higher trump is owed, and there is none in the hand."""
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
    """Why nobody can stand before this trick with this hand; () if it can be."""
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
