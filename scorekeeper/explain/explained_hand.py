"""A scored hand with all that its explanation needs."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from scorekeeper.explain.labels import bid_text, doubled_name
from scorekeeper.i18n.language import Sentences, _l
from scorekeeper.rules.declarations import DeclarationRuling, compare, score_of_declarations
from scorekeeper.rules.model import KAPO, OTHER, BySide, Hand, HandScore, RuleSet, Side
from scorekeeper.rules.scoring import card_points, contract_points

AND_ALSO: Final = " · "
"""Between two reasons; a semicolon would be a question mark in Greek."""

CASES: Final = Sentences(
    {
        "all_tricks": _l("all eight tricks"),
        "no_trick": _l("not one trick"),
        "no_kapo": _l("no kapo"),
        "winner_takes_all": _l("%(doubled)s: the winner takes everything"),
    }
)


@dataclass(frozen=True)
class ExplainedHand:
    """A hand that was played, its score, the rules and the sides' names."""

    hand: Hand
    score: HandScore
    rules: RuleSet
    names: BySide[str]

    @property
    def bidder(self) -> Side:
        """The side that won the auction."""
        assert self.hand.bidder is not None
        return self.hand.bidder

    @property
    def defence(self) -> Side:
        """The other side."""
        return OTHER[self.bidder]

    @property
    def winner_takes_all(self) -> bool:
        """Is the hand scored by rule 5?"""
        return self.hand.doubled > 1 and self.rules.doubling == "stake"

    @property
    def has_odd_stake(self) -> bool:
        """Is the bid between two tens, and its stake rounded?"""
        bid = self.hand.bid
        return isinstance(bid, int) and self.rules.unit == "tenths" and bid % 10 > 0

    @property
    def total(self) -> int:
        """The pack's card points."""
        return self.rules.total(self.hand.trump)

    @cached_property
    def ruling(self) -> DeclarationRuling:
        """The ruling whose declarations score, and why."""
        return compare(self.hand, self.rules)

    def points_of(self, side: Side) -> int:
        """A side's raw card points, a kapo's bonus not included."""
        return card_points(self.hand, side, self.rules)

    def comparison(self, *, with_sum: bool = False) -> str:
        """The bidder's points against the bid: `97 ≥ 90`, `92 + 20 ≥ 110`."""
        if self.hand.kapo == self.defence:
            return CASES.say("no_trick")
        if self.hand.bid == KAPO:
            return CASES.say("all_tricks" if self.score.made else "no_kapo")
        declared = score_of_declarations(self.hand, self.rules)
        points = contract_points(self.hand, self.rules, declared)
        # What the bidder has without declarations and pilotta.
        bonus = self.rules.kapo_bonus if self.hand.kapo == self.bidder else 0
        cards = self.points_of(self.bidder) + bonus
        extras = points - cards
        parts = f"{cards} + {extras}" if extras else str(cards)
        if with_sum and extras:
            parts += f" = {points}"
        return f"{parts} {'≥' if self.score.made else '<'} {self.hand.bid}"

    def takes_everything(self) -> str:
        """Why the other side's part goes to the winner, under rule 5."""
        return CASES.say("winner_takes_all", doubled=doubled_name(self.hand.doubled))

    @property
    def bid(self) -> str:
        """The bid as it is spoken."""
        return bid_text(self.hand.bid, self.rules)
