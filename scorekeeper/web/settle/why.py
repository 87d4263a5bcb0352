"""Why this score? A hand's score as a spoken argument."""

from scorekeeper.explain.ruling import Ruling
from scorekeeper.explain.score_explanation import explain_score
from scorekeeper.web.settle.hand import HAND_FIELDS, HandQuestion, read_hand_question
from scorekeeper.web.settle.topic import Topic


def _rule(question: HandQuestion) -> Ruling | None:
    look, table = question.look, question.table
    if look.score is None or not look.is_ready:
        return None
    return explain_score(look.hand, look.score, table.rules, table.names)


TOPIC = Topic(
    "why",
    read=read_hand_question,
    rule=_rule,
    fields=HAND_FIELDS,
    has_more=True,
    scripts=("js/other_side.js",),
    controls="hand",
)
