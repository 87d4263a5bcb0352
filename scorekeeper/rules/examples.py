"""An example for every switch: a hand on whose score its values part, or a moment at the table.

In all hands side A bids; at the table you are side A and deal from seat A1. The result
is worked out on demand, by any rule set.
"""

from collections.abc import Callable, Mapping
from typing import Final, Literal, NamedTuple

from scorekeeper.rules.auction import hear_auction, read_heard
from scorekeeper.rules.cards import Card
from scorekeeper.rules.codec import read_fields
from scorekeeper.rules.match import Claim, claim_winner, leading_side, next_dealer, winner_at
from scorekeeper.rules.model import SEATS, BySide, Hand, RuleSet, Seat
from scorekeeper.rules.play import legal_play
from scorekeeper.rules.scoring import score_hand
from scorekeeper.rules.switches import SWITCHES, ExampleHand, SwitchValue, turn_switches


class Example(NamedTuple):
    """A hand, and the switches without which it would show nothing."""

    hand: Hand
    needs: Mapping[str, tuple[SwitchValue, ...]]
    """The values of a switch that will do; the first is taken where the rules have none of them."""


def _read(example_hand: ExampleHand) -> Example:
    return Example(read_fields({"bidder": "A", **example_hand.hand})[0], example_hand.needs)


EXAMPLES: Final[dict[str, tuple[Example, ...]]] = {
    name: tuple(map(_read, switch.examples)) for name, switch in SWITCHES.items() if switch.examples
}
"""The examples of each switch. Switches without effect on scores are in `table_examples`."""


def needed(example: Example, rules: RuleSet) -> dict[str, SwitchValue]:
    """The switches that these rules must turn before the example shows anything."""
    return {
        field: values[0]
        for field, values in example.needs.items()
        if getattr(rules, field) not in values
    }


def plays_a_part(field: str, rules: RuleSet) -> bool:
    """Can the switch decide anything by these rules?

    >>> plays_a_part("none_all_bonus", RuleSet())
    False
    """
    return field not in EXAMPLES or any(not needed(example, rules) for example in EXAMPLES[field])


def rules_for(example: Example, rules: RuleSet, field: str, value: SwitchValue) -> RuleSet:
    """Return these rules with the switch at that value, and with the example's needed values."""
    return turn_switches(rules, {**needed(example, rules), field: value})


TableAnswer = Literal["you", "right", "partner", "left", "may", "may_not", "A", "B", "play_on"]
"""A player by the place seen from you; a permission; or the winner, with `play_on` for none yet."""

_YOU: Final[Seat] = "A1"
_CAME_ROUND: Final = tuple(
    heard for code in ("pass", "80h", "pass", "90h") if (heard := read_heard(code))
)
_NINE: Final = Hand(bidder="A", bid=90, trump="hearts", points=BySide(97, None))


def hands_to_target(rules: RuleSet) -> int:
    """How many hands of 90 made with 97 reach the target."""
    return -(-rules.target // score_hand(_NINE, rules).A)


class Moment(NamedTuple):
    """A trick so far, its first card first, and what you hold; hearts are trumps."""

    trick: tuple[Card, ...]
    hand: tuple[Card, ...]


_HOLDING: Final = (Card("J", "hearts"), Card("7", "hearts"), Card("A", "clubs"))
MOMENTS: Final = (
    Moment((Card("9", "hearts"),), _HOLDING),
    Moment((Card("A", "spades"), Card("9", "hearts")), _HOLDING),
)
"""A trump led, and a trump on another suit that you do not have."""


def playable(moment: Moment, rules: RuleSet) -> tuple[Card, ...]:
    """Which of your cards may be played."""
    return legal_play(moment.trick, moment.hand, "hearts", rules).may


def _place(seat: Seat, rules: RuleSet) -> TableAnswer:
    places: dict[int, TableAnswer] = {0: "you", 1: rules.plays, 2: "partner"}
    across: TableAnswer = "left" if rules.plays == "right" else "right"
    return places.get(SEATS.index(seat), across)


def _speaks_first(rules: RuleSet) -> TableAnswer:
    return _place(SEATS[1], rules)


def _deals_next(rules: RuleSet) -> TableAnswer:
    return _place(next_dealer(_YOU, rules), rules)


def _deals_after_passes(rules: RuleSet) -> TableAnswer:
    return _place(next_dealer(_YOU, rules, passed_out=True), rules)


def _leads(rules: RuleSet) -> TableAnswer:
    """Your partner won the auction."""
    return "partner" if leading_side(_YOU, "A", rules) == "A" else _place(SEATS[1], rules)


def _bids_again(rules: RuleSet) -> TableAnswer:
    """You passed first of all, two bid, and the auction has come round."""
    auction = hear_auction(_CAME_ROUND, SEATS[-1], rules)
    return "may" if auction.turn == _YOU else "may_not"


def _wins(rules: RuleSet) -> TableAnswer:
    """Both are over the target; the bidder is behind."""
    return winner_at(BySide(rules.target + 2, rules.target + 7), "A", rules) or "play_on"


def _claims(rules: RuleSet) -> TableAnswer:
    """You lack 10 and have taken them in this hand."""
    if not rules.claim:
        return "play_on"
    return claim_winner(Claim("A", 10), BySide(rules.target - 10, 0), rules)


TABLE_EXAMPLES: Final[dict[str, Callable[[RuleSet], TableAnswer]]] = {
    "both_over": _wins,
    "claim": _claims,
    "plays": _speaks_first,
    "deal_passes": _deals_next,
    "pass_out": _deals_after_passes,
    "leads": _leads,
    "pass_is_final": _bids_again,
}
"""The function that answers the example of each switch.

The target has `hands_to_target` instead, and overtrumping its `MOMENTS`.
"""
