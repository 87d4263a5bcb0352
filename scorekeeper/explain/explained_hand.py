"""A scored hand with all that its explanation needs, and why its declarations score or do not."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal

from scorekeeper.explain.labels import bid_text, declaration_name, doubled_name, is_us
from scorekeeper.i18n.language import Sentences, _l, lazy_pgettext
from scorekeeper.rules.declarations import (
    ORDERS,
    ComparisonReason,
    DeclarationRuling,
    compare,
    rivals,
    score_of_declarations,
    strength,
)
from scorekeeper.rules.model import (
    KAPO,
    OTHER,
    BySide,
    Declaration,
    Hand,
    HandScore,
    Rule,
    RuleSet,
    Side,
)
from scorekeeper.rules.scoring import card_points, contract_points

AND_ALSO: Final = " · "
"""Between two reasons; a semicolon would be a question mark in Greek."""

CASES: Final = Sentences(
    {
        "all_tricks": _l("all eight tricks"),
        "no_trick": _l("not one trick"),
        "no_kapo": _l("no kapo"),
        "needed": _l("%(points)s, needed %(bid)s"),
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
        """The bidder's points and the bid: `97, needed 90`, `92 + 20, needed 110`."""
        if self.hand.kapo == self.defence:
            return CASES.say("no_trick")
        if self.hand.bid == KAPO:
            return CASES.say("all_tricks" if self.score.made else "no_kapo")
        declared = score_of_declarations(self.hand, self.rules)
        points = contract_points(self.hand, self.rules, declared)
        # The bidder's points without declarations and pilotta.
        bonus = self.rules.kapo_bonus if self.hand.kapo == self.bidder else 0
        cards = self.points_of(self.bidder) + bonus
        extras = points - cards
        parts = f"{cards} + {extras}" if extras else str(cards)
        if with_sum and extras:
            parts += f" = {points}"
        return CASES.say("needed", points=parts, bid=self.hand.bid)

    def takes_everything(self) -> str:
        """Why the other side's part goes to the winner, under rule 5."""
        return CASES.say("winner_takes_all", doubled=doubled_name(self.hand.doubled))

    @property
    def bid(self) -> str:
        """The bid as it is spoken."""
        return bid_text(self.hand.bid, self.rules)


RULINGS: Final[Sentences[ComparisonReason | Literal["trumps_ours"]]] = Sentences(
    {
        "alone": _l("only one side declared"),
        "table": _l("the table ruled so"),
        "value": _l("%(high)s beats %(low)s"),
        "four": _l("at 100 a four beats a run"),
        "length": _l("the longer run: %(cards)s cards"),
        "top": lazy_pgettext("same declarations", "%(high)s beats %(low)s"),
        "trumps": _l("equal runs, but theirs is in trumps"),
        "trumps_ours": _l("equal runs, but ours is in trumps"),
        "leader": _l("equal: they score for the side that led"),
        "equal": _l("equal declarations: nobody scores them"),
    }
)
LEFT_TO: Final = Sentences(
    {
        "defence": _l("the bid failed: they go to the defence"),
        "bidder": _l("they stay with the bidder though the bid failed"),
    }
)
LOST: Final = Sentences(
    {
        "declarations": _l("the bidder's declarations are lost"),
        "pilotta": _l("the bidder's pilotta is lost"),
        "second_card": _l("the second card was not played: no pilotta"),
        "by_kapo": _l("kapo by the defence: %(what)s"),
        "by_failing": _l("the bid failed: %(what)s"),
    }
)


def why_these_declarations(case: ExplainedHand) -> str:
    """Why one side's declarations count, and who gets them where that is not their holder."""
    return AND_ALSO.join(part for part in (why_better(case), _who_gets_them(case)) if part)


def why_better(case: ExplainedHand) -> str:
    """Name the comparison by which one side's declarations score, or neither's."""
    side, reason = case.ruling
    explain_detail = _DETAILS.get(reason)
    if explain_detail and side:
        return explain_detail(case, side)
    return RULINGS.say(reason)


def _who_gets_them(case: ExplainedHand) -> str:
    holder = case.ruling.side
    if case.winner_takes_all:
        winner = case.bidder if case.score.made else case.defence
        return "" if holder == winner else case.takes_everything()
    if case.score.made or holder != case.bidder:
        return ""
    return LEFT_TO.say(case.rules.failed_declarations)


def _by_value(case: ExplainedHand, side: Side) -> str:
    high, low = (max(d.value for d in case.hand.declarations.of(s)) for s in (side, OTHER[side]))
    return RULINGS.say("value", high=high, low=low)


def _by_length(case: ExplainedHand, side: Side) -> str:
    longest = [
        max(strength(d) for d in case.hand.declarations.of(s)).length for s in (side, OTHER[side])
    ]
    return RULINGS.say("length", cards=f"{longest[0]} > {longest[1]}")


def _by_top(case: ExplainedHand, side: Side) -> str:
    high, low = _best(case, side), _best(case, OTHER[side])
    return RULINGS.say("top", high=declaration_name(high), low=declaration_name(low))


def _by_trumps(case: ExplainedHand, side: Side) -> str:
    return RULINGS.say("trumps_ours" if is_us(case.names.of(side)) else "trumps")


def _best(case: ExplainedHand, side: Side) -> Declaration:
    order = ORDERS[case.rules.declaration_order]
    return max(
        rivals(case.hand).of(side),
        key=lambda d: (order.index(d.top) if d.top else -1, d.in_trumps),
    )


_DETAILS: Final[dict[ComparisonReason, Callable[[ExplainedHand, Side], str]]] = {
    "value": _by_value,
    "length": _by_length,
    "top": _by_top,
    "trumps": _by_trumps,
}


def reasons_without_score(case: ExplainedHand) -> Iterator[tuple[Rule, str]]:
    """Give each rule by which something announced would have scored, and why it does not."""
    rules = {line.rule for line in case.score.lines}
    if case.ruling.side is None and case.ruling.reason != "none":
        yield "declarations", why_better(case)
    elif case.ruling.side is not None and "declarations" not in rules:
        yield "declarations", _lost(case, "declarations")
    if case.hand.pilotta and "pilotta" not in rules:
        yield "pilotta", _lost(case, "pilotta")
    if case.hand.pilotta_failed and "pilotta_failed" not in rules:
        yield "pilotta_failed", LOST.say("second_card")


def _lost(case: ExplainedHand, what: str) -> str:
    by_kapo = case.hand.kapo == case.defence and case.rules.reversed_extras == "nobody"
    return LOST.say("by_kapo" if by_kapo else "by_failing", what=LOST.say(what))
