"""One hand scored, without a match: what `python -m scorekeeper score` answers."""

from flask import Response

from scorekeeper.explain.problems import problem_text
from scorekeeper.i18n import _
from scorekeeper.journal.json_values import Json
from scorekeeper.rules.codec import answer as score_of
from scorekeeper.rules.codec import read_fields, read_rules
from scorekeeper.rules.model import Problem, RuleSet
from scorekeeper.web.api.answers import answer, problem, problems_json
from scorekeeper.web.api.blueprint import pages
from scorekeeper.web.api.bodies import read_body


@pages.post("/score")
def score() -> Response:
    """The score of the hand with its lines, or everything that is wrong with it."""
    body = read_body()
    found = score_of(body)
    if found["ok"]:
        return answer(found)
    return _refuse(body, found)


def _refuse(body: Json, found: dict[str, object]) -> Response:
    rules, wrong = read_rules(body.get("rules"))
    hand, _unread = read_fields(body.get("hand"))
    told_problems = found.pop("problems")
    assert isinstance(told_problems, list)
    problems = [Problem(one["code"], one["field"]) for one in told_problems]
    texts = [problem_text(one, hand, RuleSet() if wrong else rules) for one in problems]
    return problem(
        422,
        _("This hand cannot be scored"),
        texts[0],
        "problems",
        **found,
        problems=problems_json(zip(problems, texts, strict=True)),
    )
