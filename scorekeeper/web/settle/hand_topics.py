"""Topics about a whole hand: why it has its score, and what other rules make of it."""

from collections.abc import Callable

from scorekeeper.explain.other_rules_ruling import compare_rules
from scorekeeper.explain.ruling import Ruling
from scorekeeper.explain.score_explanation import explain_score
from scorekeeper.web.settle.hand import HAND_FIELDS, HandQuestion, read_hand_question
from scorekeeper.web.settle.topic import Topic


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
