"""The same things said by Python and by the phone."""

import json
import subprocess
from pathlib import Path
from typing import Any

from scorekeeper.i18n import labels
from scorekeeper.i18n.problems import problem_text
from scorekeeper.i18n.reasons import explain, headline, in_rows, summary, unscored
from scorekeeper.rules.codec import read_hand, read_rules
from scorekeeper.rules.model import BySide
from scorekeeper.rules.scoring import score_hand

ROOT = Path(__file__).parents[2]


def said_by_phone(lines: list[dict[str, Any]]) -> list[Any]:
    """What tests/js/words.mjs answers to each line."""
    asked = "\n".join(map(json.dumps, lines))
    node = subprocess.run(
        ["node", "tests/js/words.mjs"], cwd=ROOT, input=asked, capture_output=True, text=True
    )
    assert node.returncode == 0, node.stderr
    answers = [json.loads(line) for line in node.stdout.splitlines()]
    assert len(answers) == len(lines), "one answer a line"
    return answers


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
        "unscored": list(unscored(*given)),
    }
