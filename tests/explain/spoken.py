"""The sentences of Python on a hand, to compare with those of tests/js/words.mjs."""

from typing import Any

from scorekeeper.explain import labels
from scorekeeper.explain.problems import problem_text
from scorekeeper.explain.ruling import explain, headline, in_rows, reasons_without_score, summary
from scorekeeper.rules.codec import read_hand, read_rules
from scorekeeper.rules.model import BySide
from scorekeeper.rules.scoring import score_hand


def told(asked: dict[str, Any]) -> dict[str, Any]:
    """All that Python says of a hand, as the phone gives it."""
    rules, _ = read_rules(asked["rules"])
    hand, problems = read_hand(asked["hand"], rules)
    contract = labels.contract_words(hand, rules)
    wrong = [problem_text(problem, hand, rules) for problem in problems]
    if problems:
        return {"contract": contract, "wrong": wrong}
    given = hand, score_hand(hand, rules), rules, BySide(**asked["names"])
    explained = explain(*given)
    return {
        "contract": contract,
        "wrong": wrong,
        "headline": headline(*given),
        "summary": summary(*given),
        "explained": [
            {**line._asdict(), "title": title, "reason": reason}
            for line, title, reason in explained
        ],
        "rows": [{**row._asdict(), "points": row.points._asdict()} for row in in_rows(explained)],
        "unscored": list(reasons_without_score(*given)),
    }
