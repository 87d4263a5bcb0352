"""What is wrong with an operation of the API, apart from the hand in it."""

from typing import Final

from flask_babel.speaklater import LazyString

from scorekeeper.i18n.field_words import quoted
from scorekeeper.i18n.language import _, _l
from scorekeeper.i18n.problems import problem_text
from scorekeeper.rules.model import Problem

_PLACE: Final = _l("a whole number from 1 up")
_EXPECTED: Final[dict[str | None, LazyString]] = {
    "op": _l("the name of an operation, such as record"),
    "op_id": _l("32 digits of 0 to 9 and a to f, drawn anew for each operation"),
    "revision": _PLACE,
    "hand_id": _PLACE,
    "before": _PLACE,
    "seq": _PLACE,
}


def operation_problem_text(problem: Problem) -> str:
    """The problem in the reader's language."""
    expected = _EXPECTED.get(problem.field)
    if expected is None or problem.code != "unknown":
        return problem_text(problem)
    field = quoted(problem.field)
    return _("%(field)s cannot be read; it is %(expected)s.", field=field, expected=expected)
