"""How near a contract was: what of the hand's own numbers would have turned the verdict."""

from dataclasses import replace
from typing import Final, Literal, NamedTuple

from scorekeeper.rules.checks import problems
from scorekeeper.rules.declarations import score_of_declarations
from scorekeeper.rules.model import KAPO, NO_DECLARATIONS, BySide, Hand, RuleSet
from scorekeeper.rules.scoring import card_points, contract_points, is_made

NearCode = Literal[
    "more",
    "fewer",
    "without_declarations",
    "without_pilotta",
    "without_both",
    "better_declarations",
]
NEAR: Final = 20
"""Card points within which a verdict was near to the other: the dearest card, a jack of trumps."""


class Near(NamedTuple):
    """Something by which the bid had been made, or had failed."""

    code: NearCode
    points: int
    """Card points more or fewer; of the declarations or the pilotta, what they are worth."""


def nearness(hand: Hand, rules: RuleSet) -> tuple[Near, ...]:
    """Find what would have changed a scored hand's verdict; () for a kapo and a passed-out hand.

    >>> from scorekeeper.rules.model import BySide
    >>> nearness(Hand(bidder="A", bid=90, points=BySide(89, None)), RuleSet())
    (Near(code='more', points=1),)
    """
    if hand.passed_out or hand.bid == KAPO or hand.kapo is not None:
        return ()
    declared = score_of_declarations(hand, rules)
    if is_made(hand, rules, declared):
        return (*_fewer(hand, rules), *_without(hand, rules))
    return (*_more(hand, rules), *_better_declarations(hand, rules))


def _over(hand: Hand, rules: RuleSet) -> int:
    assert isinstance(hand.bid, int)
    return contract_points(hand, rules, score_of_declarations(hand, rules)) - hand.bid


def _fewer(hand: Hand, rules: RuleSet) -> tuple[Near, ...]:
    fewer = _over(hand, rules) + 1
    return (Near("fewer", fewer),) if _is_near(hand, rules, -fewer) else ()


def _more(hand: Hand, rules: RuleSet) -> tuple[Near, ...]:
    more = -_over(hand, rules)
    return (Near("more", more),) if _is_near(hand, rules, more) else ()


def _is_near(hand: Hand, rules: RuleSet, change: int) -> bool:
    """Might the bidder's cards have been worth so much more, or less? What none give says nothing.

    161 in a suit hand, for one.
    """
    cards = _cards(hand, rules) + change
    points = BySide(cards, None) if hand.bidder == "A" else BySide(None, cards)
    found = problems(replace(hand, points=points), rules)
    return abs(change) <= NEAR and all(problem.field != "points" for problem in found)


def _cards(hand: Hand, rules: RuleSet) -> int:
    assert hand.bidder is not None
    return card_points(hand, hand.bidder, rules)


def _without(hand: Hand, rules: RuleSet) -> tuple[Near, ...]:
    bare = replace(hand, declarations=NO_DECLARATIONS, declarations_to=None)
    mute = replace(hand, pilotta=None)
    extras: dict[NearCode, Hand] = {"without_declarations": bare, "without_pilotta": mute}
    had = _over(hand, rules)
    found = [
        Near(code, had - _over(other, rules))
        for code, other in extras.items()
        if _over(other, rules) < 0
    ]
    plain = _over(replace(bare, pilotta=None), rules)
    return tuple(found) if found or plain >= 0 else (Near("without_both", had - plain),)


def _better_declarations(hand: Hand, rules: RuleSet) -> tuple[Near, ...]:
    assert hand.bidder is not None
    own = hand.declarations.of(hand.bidder)
    if hand.declarations_to is not None:
        return ()  # The table ruled, whichever were the better.
    if not own or score_of_declarations(hand, rules)[0] == hand.bidder:
        return ()
    other_ruling = replace(hand, declarations_to=hand.bidder)
    if _over(other_ruling, rules) < 0:
        return ()
    return (Near("better_declarations", sum(one.value for one in own)),)
