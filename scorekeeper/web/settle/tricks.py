"""The question of a wrong count: one side's cards counted, and compared with what is written."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.explain.counting_rulings import LACKS, cut_text, tricks_lack, tricks_ruling
from scorekeeper.explain.problems import problem_text
from scorekeeper.explain.ruling import Ruling
from scorekeeper.rules.cards import CARDS_IN_TRICK, LAST_TRICK, Card, values_of
from scorekeeper.rules.model import SIDES, TRUMPS, Problem, RuleSet, Side, Trump
from scorekeeper.rules.play import Count, Pile, count
from scorekeeper.web.settle.hand import WrittenHandRequest, read_written_hand
from scorekeeper.web.settle.topic import (
    AddressParameters,
    SettleTable,
    Topic,
    read_cards,
    read_table,
)


@dataclass(frozen=True)
class TricksQuestion:
    """The cards that one side took."""

    table: SettleTable
    wrong: Mapping[str, str]
    lacks: str
    side: Side
    trump: Trump | None
    last_trick: Side | None
    """The side that took it; None while it is not known."""
    cards: tuple[Card, ...]
    hand: WrittenHandRequest
    pile: Pile | None
    counted: Count | None
    """The count; None while the trump is not known."""

    def points_of(self, side: Side) -> int | None:
        """Return the side's points so far; None where they depend on an answer that is still
        missing.
        """
        if self.counted is None or not self.cards:
            return None
        is_known = self.last_trick is not None or side == self.side
        return self.counted.points.of(side) if is_known else None

    def cut_of(self, side: Side) -> str:
        """Explain how its points become tenths; empty while the last trick is open."""
        if self.counted is None or not self.cards or self.last_trick is None:
            return ""
        return cut_text(self.counted, side, self.table.rules)

    @property
    def has_missing_point(self) -> bool:
        """Is the missing point added to one of the two?"""
        return any("=" in self.cut_of(side) for side in SIDES)

    @property
    def tricks(self) -> tuple[int, int]:
        """How many whole ones the cards are, and the cards left over."""
        return divmod(len(self.cards), CARDS_IN_TRICK)

    @property
    def values(self) -> str:
        """The values by which a phone counts, as JSON."""
        return json.dumps(count_table(self.table.rules, self.hand.bidder), separators=(",", ":"))

    @property
    def correction_url(self) -> str:
        """The address of the form that writes the count, where the ledger has another one."""
        is_settled = self.counted is not None and not self.lacks and not self.wrong
        return self.hand.correction_url(self.counted) if is_settled and self.counted else ""


def count_table(rules: RuleSet, bidder: Side | None) -> dict[str, object]:
    """List all rules on which a count depends; `static/js/tricks.js` has no other rules."""
    return {
        "plain": values_of("hearts", "spades", rules),
        "trumps": values_of("hearts", "hearts", rules),
        "none": values_of("hearts", "none", rules),
        "all": values_of("hearts", "all", rules),
        "totals": {trump: rules.total(trump) for trump in TRUMPS},
        "last_trick": LAST_TRICK,
        "cards_in_trick": CARDS_IN_TRICK,
        "in_tenths": rules.unit == "tenths",
        "kapo_bonus": rules.kapo_bonus,
        "six_six": rules.six_six,
        "bidder": bidder,
    }


def _read(query: AddressParameters) -> TricksQuestion:
    table = read_table(query)
    wrong: dict[str, str] = {}
    side: Side = "B" if query.get("side") == "B" else "A"
    trump = read_trump(query, table.rules, wrong)
    cards = read_cards(query, "cards", wrong)
    hand = read_written_hand(query, table.rules, trump, wrong)
    last = _read_last(query, side)
    pile = Pile(side, frozenset(cards), last == side, trump) if trump else None
    trick_count = count(pile, table.rules, hand.bidder) if pile else None
    return TricksQuestion(
        table=table,
        wrong=wrong,
        lacks=tricks_lack(pile, trick_count, is_last_known=last is not None)
        if pile and trick_count
        else LACKS.say("trump"),
        side=side,
        trump=trump,
        last_trick=last,
        cards=cards,
        hand=hand,
        pile=pile,
        counted=trick_count,
    )


def _read_last(query: AddressParameters, side: Side) -> Side | None:
    # In an address of before it was asked, 1 is the side that took the cards.
    code = side if query.get("last") == "1" else query.get("last")
    return next((one for one in SIDES if one == code), None)


def read_trump(query: AddressParameters, rules: RuleSet, wrong: dict[str, str]) -> Trump | None:
    """Read the trump of an address; `wrong` gets a sentence about one that is not played."""
    code = query.get("trump")
    trump = next((one for one in TRUMPS if one == code), None)
    if code and trump is None:
        wrong["trump"] = problem_text(Problem("unknown", "trump"))
    if trump in ("none", "all") and rules.trumps == "suits":
        wrong["trump"] = problem_text(Problem("trump_not_played", "trump"))
    return trump


def _rule(question: TricksQuestion) -> Ruling | None:
    if question.wrong or question.lacks or not question.pile or not question.counted:
        return None
    table = question.table
    arguments = (question.pile, question.counted, table.rules, table.names)
    return tricks_ruling(*arguments, question.hand.written, question.hand.turned(question.counted))


TOPIC = Topic(
    "tricks",
    read=_read,
    rule=_rule,
    fields=("trump", "cards", "written"),
    has_more=True,
    scripts=("js/card_swipe.js", "js/tricks.js"),
)
