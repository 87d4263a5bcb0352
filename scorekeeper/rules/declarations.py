"""Declarations compared: who scores, and by which comparison.

Only the side with the better best declaration scores, and it scores all of its own (seeds of all
presets agree). Values are raw points.
"""

from typing import Final, Literal, NamedTuple

from scorekeeper.rules.model import (
    SIDES,
    BySide,
    Declaration,
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

Reason = Literal[
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


class Ruling(NamedTuple):
    """Whose declarations score, and why."""

    side: Side | None
    reason: Reason


class Strength(NamedTuple):
    """What of a declaration needs no card to be named; compared from left to right."""

    value: int
    is_four: bool
    length: int


def strength(declaration: Declaration) -> Strength:
    """Value, then a four before a run, then the longer run."""
    kind = declaration.kind
    length = int(kind[3]) if kind.startswith("run") else 4
    return Strength(declaration.value, kind == "four", length)


def run_cards(declaration: Declaration, rules: RuleSet) -> tuple[Rank, ...]:
    """The ranks of a run with a named top card; fewer than its length if it cannot be."""
    order = ORDERS[rules.declaration_order]
    if declaration.top is None or not declaration.kind.startswith("run"):
        return ()
    end = order.index(declaration.top) + 1
    return order[max(0, end - strength(declaration).length) : end]


def compare(hand: Hand, rules: RuleSet) -> Ruling:
    """Whose declarations score in this hand.

    The reason is `undecided` or `leader_needed` (and the side None) where the table must say more.
    """
    declared = hand.declarations
    if hand.declarations_to is not None:
        side = hand.declarations_to
        return Ruling(None if side == "nobody" or not declared.of(side) else side, "table")
    if not (declared.A and declared.B):
        side = "A" if declared.A else "B"
        return Ruling(side, "alone") if declared.of(side) else Ruling(None, "none")
    best = BySide(max(map(strength, declared.A)), max(map(strength, declared.B)))
    if best.A != best.B:
        return _by_strength(best, hand, rules)
    return _by_cards(best.A, hand, rules)


def score_of_declarations(hand: Hand, rules: RuleSet) -> tuple[Side | None, int]:
    """The side whose declarations score and the raw points of all of them."""
    if not (hand.declarations.A or hand.declarations.B):
        return None, 0
    side = compare(hand, rules).side
    if side is None:
        return None, 0
    return side, sum(declaration.value for declaration in hand.declarations.of(side))


def rivals(hand: Hand) -> BySide[tuple[Declaration, ...]]:
    """Of two sides whose bests are of equal value, kind and length: those bests, else nothing."""
    declared = hand.declarations
    if not (declared.A and declared.B):
        return BySide((), ())
    best = max(map(strength, declared.A))
    if best != max(map(strength, declared.B)):
        return BySide((), ())
    return BySide(*(tuple(d for d in declared.of(s) if strength(d) == best) for s in SIDES))


def _by_strength(best: BySide[Strength], hand: Hand, rules: RuleSet) -> Ruling:
    if best.A.value != best.B.value:
        return Ruling("A" if best.A > best.B else "B", "value")
    if best.A.is_four != best.B.is_four:
        if not rules.four_beats_run:
            return _equal(hand, rules)
        return Ruling("A" if best.A.is_four else "B", "four")
    return Ruling("A" if best.A.length > best.B.length else "B", "length")


def _by_cards(best: Strength, hand: Hand, rules: RuleSet) -> Ruling:
    rivalling = rivals(hand)
    if best.value > 100:
        return _equal(hand, rules)  # nines and jacks name their cards
    if any(declaration.top is None for side in rivalling for declaration in side):
        return Ruling(None, "undecided")
    order = ORDERS[rules.declaration_order]
    trumps_tell = rules.trump_breaks_tie and hand.trump not in ("none", "all")

    def rank(declaration: Declaration) -> tuple[int, bool]:
        assert declaration.top is not None
        return order.index(declaration.top), trumps_tell and declaration.in_trumps

    ours, theirs = max(map(rank, rivalling.A)), max(map(rank, rivalling.B))
    if ours == theirs:
        return _equal(hand, rules)
    return Ruling("A" if ours > theirs else "B", "top" if ours[0] != theirs[0] else "trumps")


def _equal(hand: Hand, rules: RuleSet) -> Ruling:
    if rules.declaration_tie == "nobody":
        return Ruling(None, "equal")
    return Ruling(hand.leader, "leader" if hand.leader else "leader_needed")
