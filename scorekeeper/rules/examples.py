"""A hand for every switch that changes a score, on which the switch's values part.

In all of them side A bids. What they come to is worked out when it is asked, by any rule set.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, NamedTuple

from scorekeeper.rules.model import (
    KAPO,
    NO_POINTS,
    BySide,
    Declaration,
    Hand,
    RuleSet,
)


class Example(NamedTuple):
    """A hand, and the switches without which it would show nothing."""

    hand: Hand
    needs: Mapping[str, tuple[Any, ...]] = {}
    """By switch the values that will do; the first is taken where the rules have none of them."""


def _hand(bid: Any, ours: int | None = None, **told: Any) -> Hand:
    points = NO_POINTS if ours is None else BySide[int | None](ours, None)
    return Hand(bidder="A", bid=bid, points=points, **told)


def _declared(ours: str, theirs: str = "") -> BySide[tuple[Declaration, ...]]:
    """Each side's declaration by kind and top card, `run3 K`, and ` t` for one in trumps."""
    return BySide(_declaration(ours), _declaration(theirs))


def _declaration(code: str) -> tuple[Declaration, ...]:
    if not code:
        return ()
    kind, top, *in_trumps = code.split()
    return (Declaration(kind, top, bool(in_trumps)),)  # type: ignore[arg-type]


_NINE: Final = _hand(90, 97, trump="hearts")
_NO_TRUMP: Final = _hand(100, 104, trump="none")
_WITH_NONE_ALL: Final = {"trumps": ("with_none_all",)}

EXAMPLES: Final[dict[str, tuple[Example, ...]]] = {
    "unit": (Example(_NINE),),
    "six_six": (
        Example(
            _hand(80, 76, trump="hearts", pilotta="A"),
            {"unit": ("tenths",), "extras_count": (True,)},
        ),
    ),
    "extras_count": (Example(_hand(90, 82, trump="spades", pilotta="A")),),
    "stake": (Example(_NINE),),
    "stake_to": (Example(_hand(80, 80, trump="clubs"), {"stake": (True,)}),),
    "failed_declarations": (
        Example(_hand(100, 70, trump="diamonds", declarations=_declared("run3 K"))),
    ),
    "failed_pilotta": (Example(_hand(120, 92, trump="hearts", pilotta="A")),),
    "kapo_bonus": (Example(_hand(90, trump="spades", kapo="A")),),
    "kapo_bid": (Example(_hand(KAPO, trump="spades", kapo="A")),),
    "reversed_extras": (Example(_hand(90, trump="clubs", kapo="B", pilotta="A")),),
    "doubling": (Example(replace(_NINE, doubled=2)),),
    "kapo_when_doubled": (
        Example(
            _hand(90, trump="hearts", kapo="A", doubled=2),
            {"doubling": ("stake",), "kapo_bonus": (88, 90, 100)},
        ),
    ),
    "bid_step": (
        Example(_hand(85, 97, trump="hearts")),
        Example(_hand(86, 97, trump="hearts")),
    ),
    "trumps": (Example(_NO_TRUMP),),
    "none_total": (Example(_NO_TRUMP, _WITH_NONE_ALL),),
    "all_total": (Example(_hand(100, 104, trump="all"), _WITH_NONE_ALL),),
    "none_all_bonus": (Example(_NO_TRUMP, _WITH_NONE_ALL),),
    "declaration_order": (Example(replace(_NINE, declarations=_declared("run3 K", "run3 10"))),),
    "four_beats_run": (
        Example(replace(_NINE, declarations=_declared("four A", "run5 K"), leader="B")),
    ),
    "declaration_tie": (
        Example(replace(_NINE, declarations=_declared("run3 K", "run3 K"), leader="A")),
    ),
    "trump_breaks_tie": (
        Example(replace(_NINE, declarations=_declared("run3 K", "run3 K t"), leader="A")),
    ),
    "pilotta_failed_penalty": (Example(replace(_NINE, pilotta_failed="A")),),
}
"""By switch. What changes no score has none here: see `table_examples`."""


def needed(example: Example, rules: RuleSet) -> dict[str, Any]:
    """The switches that these rules must turn before the example shows anything."""
    return {
        field: values[0]
        for field, values in example.needs.items()
        if getattr(rules, field) not in values
    }


def rules_for(example: Example, rules: RuleSet, field: str, value: Any) -> RuleSet:
    """These rules with the one switch at that value, and with what the example needs."""
    return replace(rules, **needed(example, rules), **{field: value})
