"""A hand as the question: why it has its score, and what other rules say."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal
from urllib.parse import urlencode

from flask import url_for

from scorekeeper.explain.counting_rulings import Written
from scorekeeper.explain.field_words import question
from scorekeeper.explain.other_rules_ruling import compare_rules
from scorekeeper.explain.problems import problem_text
from scorekeeper.explain.ruling import Ruling
from scorekeeper.explain.score_explanation import explain_score
from scorekeeper.journal.identifiers import is_public_id
from scorekeeper.rules.checks import problems
from scorekeeper.rules.model import (
    NO_POINTS,
    OTHER,
    SIDES,
    TRUMPS,
    BySide,
    Hand,
    Problem,
    RuleSet,
    Side,
    Trump,
)
from scorekeeper.rules.play import Count
from scorekeeper.rules.scoring import score_hand
from scorekeeper.web.forms import whole_number
from scorekeeper.web.match.entry import EntryForm
from scorekeeper.web.match.hand_preview import HandPreview, preview_hand
from scorekeeper.web.settle.topic import (
    AddressParameters,
    SettleTable,
    Topic,
    read_table,
    table_query,
)

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
        """Return the points that the other's points leave to a side; empty while those are not
        known.
        """
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
    """Return the address that disputes a hand by these rules, with the given names.

    `also` is the rest that the topic reads.
    """
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
        controls="hand",
    )


WHY = _topic("why", _explain)
OTHER_RULES = _topic("other-rules", _compare)


_HAND_FIELDS: Final = {"match", "hand", *HAND_PARAMETERS} - {"trump"}
"""Parameters that are passed on: the match, its hand and `hand_query`'s, but for the trump."""
_TOPS: Final = ("top_", "trumps_")
"""The beginnings of the names of fields with a top card."""


@dataclass(frozen=True)
class WrittenHandRequest:
    """A hand as the ledger has it; all of it may be absent."""

    bidder: Side | None
    written: Written | None
    kept: tuple[tuple[str, str], ...]
    """The parameters that say so, for the next address."""
    hand: Hand
    """The hand, as much of it as is known."""
    rules: RuleSet

    def turned(self, count: Count) -> Literal["made", "failed"] | None:
        """The bid's outcome by the count, where the written outcome is another."""
        written_outcome = _is_made(self.hand, self.rules)
        counted_outcome = _is_made(_apply_count(self.hand, count), self.rules)
        if written_outcome is None or counted_outcome is None or written_outcome == counted_outcome:
            return None
        return "made" if counted_outcome else "failed"

    def correction_url(self, count: Count) -> str:
        """The address of the form that corrects the hand to this count; nothing if none is due."""
        parameters = dict(self.kept)
        number = whole_number(parameters.get("hand"), digits=9)
        if self.written is None or self.written.is_counted(count):
            return ""
        if number is None or not is_public_id(parameters.get("match", "")):
            return ""
        count_parameters = {"kapo": count.kapo} if count.kapo else {"points_A": count.points.A}
        return url_for(
            "changes.correct_form",
            public_id=parameters["match"],
            hand_id=number,
            **count_parameters,
        )


def with_count(hand: Hand, query: Mapping[str, str], rules: RuleSet) -> Hand:
    """The hand with the points or the kapo of `WrittenHandRequest.correction_url`, where given."""
    kapo, points = _side(query.get("kapo", "")), whole_number(query.get("points_A"), digits=3)
    if hand.passed_out:
        return hand
    if kapo is not None:
        return replace(hand, kapo=kapo, points=NO_POINTS)
    if points is None or points > rules.total(hand.trump):
        return hand
    return replace(hand, kapo=None, points=BySide(points, None))


def read_written_hand(
    query: AddressParameters, rules: RuleSet, trump: Trump | None, wrong: dict[str, str]
) -> WrittenHandRequest:
    """Read the hand of an address; `wrong` gets a sentence about impossible points."""
    form = EntryForm(query)
    return WrittenHandRequest(
        bidder=_side(query.get("contract", "").partition(":")[0]),
        written=_read_written(query, rules, trump, wrong),
        kept=tuple(one for one in query.items(multi=True) if _is_kept(one[0])),
        hand=preview_hand(form, rules).hand,
        rules=rules,
    )


def _is_kept(name: str) -> bool:
    return name in _HAND_FIELDS or name.startswith(_TOPS)


def _apply_count(hand: Hand, count: Count) -> Hand:
    points = NO_POINTS if count.kapo else BySide(count.points.A, None)
    return replace(hand, kapo=count.kapo, points=points)


def _is_made(hand: Hand, rules: RuleSet) -> bool | None:
    """Was the bid made? None where that cannot be said."""
    # The missing point does not change whether the bid is made.
    hand = replace(hand, tie_point=hand.tie_point or "A")
    return None if problems(hand, rules) else score_hand(hand, rules).made


def _read_written(
    query: AddressParameters, rules: RuleSet, trump: Trump | None, wrong: dict[str, str]
) -> Written | None:
    total = rules.total(trump)
    kapo = _side(query.get("kapo", ""))
    if kapo is not None:
        return Written(BySide(total, 0) if kapo == "A" else BySide(0, total), kapo)
    for side in SIDES:
        text = query.get(f"points_{side}")
        if text is None:
            continue
        points = whole_number(text, digits=3)
        if points is None or points > total:
            wrong["written"] = problem_text(
                Problem("points_range", "points"), Hand(trump=trump), rules
            )
            return None
        rest = total - points
        return Written(BySide(points, rest) if side == "A" else BySide(rest, points), None)
    return None


def _side(code: str) -> Side | None:
    return next((side for side in SIDES if side == code), None)
