"""A hand as the question, in an address: why it has its score, and what other rules say."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from flask import url_for

from scorekeeper.explain.field_words import question
from scorekeeper.explain.other_rules_ruling import compare_rules
from scorekeeper.explain.problems import problem_text
from scorekeeper.explain.ruling import Ruling
from scorekeeper.explain.score_explanation import explain_score
from scorekeeper.rules.model import OTHER, TRUMPS, BySide, Hand, Problem, RuleSet, Side, Trump
from scorekeeper.web.forms import whole_number
from scorekeeper.web.match.entry import EntryForm
from scorekeeper.web.match.hand_preview import HandPreview, preview_hand
from scorekeeper.web.settle.settle_table import SettleTable, read_table, table_query
from scorekeeper.web.settle.topic import AddressParameters, Topic

HAND_FIELDS: Final = ("bid", "trump", "doubled", "extras", "points")
"""The fields beside which a problem may be shown."""
_BESIDE: Final = {
    "bidder": "bid",
    "kapo": "points",
    "pilotta": "extras",
    "pilotta_failed": "extras",
    "declarations": "extras",
    "declarations_to": "extras",
    "leader": "extras",
    "tie_point": "points",
    "passed_out": "bid",
}
"""The field beside which a problem is shown whose own field is not in the list."""
HAND_PARAMETERS: Final = (
    *("contract", "ones", "trump", "doubled", "pilotta", "pilotta_failed", "kapo"),
    *("declarations_A", "declarations_B", "points_A", "points_B", "swept", "tie_point"),
    *("leader", "declarations_to", "ruling"),
)
"""The entry form's fields that make a hand."""


@dataclass(frozen=True)
class HandQuestion:
    """A hand, as far as it is known, and the table that disputes it."""

    table: SettleTable
    form: EntryForm
    look: HandPreview
    wrong: Mapping[str, str]
    lacks: str

    @property
    def trump(self) -> Trump | None:
        """The trump, if anybody said."""
        return self.look.hand.trump

    @property
    def totals(self) -> str:
        """The card points of a hand by its trump, as JSON; the one without a trump has no name."""
        rules = self.table.rules
        return json.dumps({trump or "": rules.total(trump) for trump in (None, *TRUMPS)})

    def rest_of(self, side: Side) -> str:
        """What is left for a side by the other's points; nothing while these are not known."""
        other_points = whole_number(self.form.points_of(OTHER[side]), digits=3)
        total = self.table.rules.total(self.trump)
        return "" if other_points is None or other_points > total else str(total - other_points)


def read_hand_question(query: AddressParameters) -> HandQuestion:
    """Read the question of an address, with a sentence for each field that is wrong."""
    table = read_table(query)
    form = EntryForm(query)
    look = preview_hand(form, table.rules)
    found = (
        {} if not any(query.get(name) for name in HAND_PARAMETERS) else _wrong(look, table.rules)
    )
    return HandQuestion(table, form, look, found, "" if found else _lacks(look, table.rules))


def hand_query(hand: Hand, rules: RuleSet, typed_names: BySide[str]) -> dict[str, list[str]]:
    """The parameters from which `read_hand_question` reads the hand, the rules and the names."""
    form = EntryForm()
    form.fill(hand, rules)
    query = {name: [text] for name, text in table_query(rules, typed_names).items()}
    for name in HAND_PARAMETERS:
        data = form.field(name).data or []
        query[name] = data if isinstance(data, list) else [data]
    for slot, top in form.tops.items():
        rank, _, in_trumps = top.partition(":")
        query[f"top_{slot}"] = [rank]
        query[f"trumps_{slot}"] = ["t"] if in_trumps else []
    return {name: values for name, values in query.items() if values}


def dispute_url(
    topic: str, hand: Hand, rules: RuleSet, typed_names: BySide[str], /, **also: str | int
) -> str:
    """Where a hand is disputed, under these rules, with the names that were given and what else the
    topic reads."""
    query = urlencode({**hand_query(hand, rules, typed_names), **also}, doseq=True)
    return f"{url_for('settle.show', topic=topic)}?{query}"


def _wrong(look: HandPreview, rules: RuleSet) -> dict[str, str]:
    wrong: dict[str, str] = {}
    for problem in look.wrong:
        field = _BESIDE.get(str(problem.field), str(problem.field))
        wrong.setdefault(field, problem_text(problem, look.hand, rules))
    return wrong


def _lacks(look: HandPreview, rules: RuleSet) -> str:
    if look.asks == "leader":
        return "" if look.is_answered else problem_text(Problem("leader_needed", "leader"))
    return "" if look.is_ready else question(look.asks, look.missing)


def _explain(question: HandQuestion) -> Ruling | None:
    score, table = question.look.score, question.table
    if score is None or not question.look.is_ready:
        return None
    return explain_score(question.look.hand, score, table.rules, table.names)


def _compare(question: HandQuestion) -> Ruling | None:
    look, table = question.look, question.table
    if look.score is None or not look.is_ready:
        return None
    return compare_rules(look.hand, table.rules, table.names)


def _topic(key: str, rule: Callable[[HandQuestion], Ruling | None]) -> Topic:
    return Topic(
        key,
        read=read_hand_question,
        rule=rule,
        fields=HAND_FIELDS,
        has_more=True,
        scripts=("js/other_side.js",),
        controls="hand",
    )


WHY = _topic("why", _explain)
OTHER_RULES = _topic("other-rules", _compare)
