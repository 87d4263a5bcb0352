"""And by other rules? The same hand under every preset, each difference with its cause."""

from scorekeeper.explain.other_rules_ruling import compare_rules
from scorekeeper.explain.ruling import Ruling
from scorekeeper.web.settle.hand import HAND_FIELDS, HandQuestion, read_hand_question
from scorekeeper.web.settle.topic import Topic


def _rule(question: HandQuestion) -> Ruling | None:
    look, table = question.look, question.table
    if look.score is None or not look.is_ready:
        return None
    return compare_rules(look.hand, table.rules, table.names)


TOPIC = Topic(
    "other-rules",
    read=read_hand_question,
    rule=_rule,
    fields=HAND_FIELDS,
    has_more=True,
    scripts=("js/other_side.js",),
    controls="hand",
)
