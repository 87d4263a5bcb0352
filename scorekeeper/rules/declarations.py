"""The comparison of declarations: the side that scores them, and the reason.

Only the side with the better best declaration scores, and it scores all its declarations (seeds
of all presets agree). Values are raw points.
"""

from collections.abc import Callable
from functools import cache
from typing import Final, Literal, NamedTuple

from scorekeeper.rules.model import (
    SIDES,
    VALUES,
    BySide,
    Declaration,
    DeclarationKind,
    Hand,
    Rank,
    RuleSet,
    Side,
)

ORDERS: Final[dict[str, tuple[Rank, ...]]] = {
    "natural": ("7", "8", "9", "10", "J", "Q", "K", "A"),
    "cards": ("7", "8", "9", "J", "Q", "K", "10", "A"),
}
"""The cards of a suit from lowest to highest: as dealt, or as a plain suit plays (seed 000)."""

ComparisonReason = Literal[
    "none",
    "alone",
    "table",
    "value",
    "four",
    "length",
    "top",
    "trumps",
    "leader",
    "equal",
    "undecided",
    "leader_needed",
]


class DeclarationRuling(NamedTuple):
    """The side whose declarations score, and why."""

    side: Side | None
    reason: ComparisonReason


# There are few rulings; each is made once.
_ruling: Callable[[Side | None, ComparisonReason], DeclarationRuling] = cache(DeclarationRuling)


class Strength(NamedTuple):
    """The rank of a declaration as far as it needs no named card; compared from left to right."""

    value: int
    is_four: bool
    length: int


_STRENGTHS: Final[dict[DeclarationKind, Strength]] = {
    kind: Strength(value, kind == "four", int(kind[3]) if kind.startswith("run") else 4)
    for kind, value in VALUES.items()
}


def strength(declaration: Declaration) -> Strength:
    """Value, then a four before a run, then the longer run."""
    return _STRENGTHS[declaration.kind]


def run_cards(declaration: Declaration, rules: RuleSet) -> tuple[Rank, ...]:
    """The ranks of a run with a named top card; fewer than its length if it cannot be."""
    return ranks_in_run(declaration, rules.declaration_order)


def ranks_in_run(declaration: Declaration, order_name: str) -> tuple[Rank, ...]:
    """List the ranks that a run needs, lowest first, by an order named in `ORDERS`."""
    if declaration.top is None or not declaration.kind.startswith("run"):
        return ()
    order = ORDERS[order_name]
    end = order.index(declaration.top) + 1
    return order[max(0, end - strength(declaration).length) : end]


def compare(hand: Hand, rules: RuleSet) -> DeclarationRuling:
    """Rule whose declarations score in this hand.

    The reason is `undecided` or `leader_needed` (and the side None) where the table must say more.
    """
    declared = hand.declarations
    if hand.declarations_to is not None:
        side = hand.declarations_to
        return _ruling(None if side == "nobody" or not declared.of(side) else side, "table")
    if not (declared.A and declared.B):
        side = "A" if declared.A else "B"
        return _ruling(side, "alone") if declared.of(side) else _ruling(None, "none")
    ours, theirs = max(map(strength, declared.A)), max(map(strength, declared.B))
    if ours != theirs:
        return _by_strength(ours, theirs, hand, rules)
    return _by_cards(ours, hand, rules)


def score_of_declarations(hand: Hand, rules: RuleSet) -> tuple[Side | None, int]:
    """The side whose declarations score and the raw points of all of them."""
    side = compare(hand, rules).side
    if side is None:
        return None, 0
    return side, sum([VALUES[declaration.kind] for declaration in hand.declarations.of(side)])


def rivals(hand: Hand) -> BySide[tuple[Declaration, ...]]:
    """Find the sides' best declarations where they are of equal value, kind and length."""
    declared = hand.declarations
    if not (declared.A and declared.B):
        return BySide((), ())
    best = max(map(strength, declared.A))
    if best != max(map(strength, declared.B)):
        return BySide((), ())
    return BySide(*(tuple(d for d in declared.of(s) if strength(d) == best) for s in SIDES))


def _by_strength(ours: Strength, theirs: Strength, hand: Hand, rules: RuleSet) -> DeclarationRuling:
    better: Side = "A" if ours > theirs else "B"
    if ours.value != theirs.value:
        return _ruling(better, "value")
    if ours.is_four == theirs.is_four:
        return _ruling(better, "length")
    return _ruling(better, "four") if rules.four_beats_run else _equal(hand, rules)


def _by_cards(best: Strength, hand: Hand, rules: RuleSet) -> DeclarationRuling:
    rivalling = rivals(hand)
    if best.value > 100:
        return _equal(hand, rules)  # nines and jacks name their cards
    if any(declaration.top is None for side in rivalling for declaration in side):
        return _ruling(None, "undecided")
    order = ORDERS[rules.declaration_order]
    trumps_tell = rules.trump_breaks_tie and hand.trump not in ("none", "all")

    def rank(declaration: Declaration) -> tuple[int, bool]:
        assert declaration.top is not None
        return order.index(declaration.top), trumps_tell and declaration.in_trumps

    ours, theirs = max(map(rank, rivalling.A)), max(map(rank, rivalling.B))
    if ours == theirs:
        return _equal(hand, rules)
    return _ruling("A" if ours > theirs else "B", "top" if ours[0] != theirs[0] else "trumps")


def _equal(hand: Hand, rules: RuleSet) -> DeclarationRuling:
    if rules.declaration_tie == "nobody":
        return _ruling(None, "equal")
    return _ruling(hand.leader, "leader" if hand.leader else "leader_needed")
