"""Problems of an operation of the API, apart from those of the hand in it, in words."""

from typing import Final

from flask_babel.speaklater import LazyString

from scorekeeper.explain.field_words import quote_field
from scorekeeper.i18n.language import _, _l
from scorekeeper.rules.model import Problem

A_PLACE: Final = _l("a whole number from 1 up")
AN_OPERATION_ID: Final = _l("32 digits of 0 to 9 and a to f, drawn anew for each operation")
_EXPECTED: Final[dict[str | None, LazyString]] = {
    "op": _l("the name of an operation, such as record"),
    "id": _l("22 characters of A to Z, a to z, 0 to 9, - and _, with no - at the front"),
    "op_id": AN_OPERATION_ID,
    "revision": A_PLACE,
    "hand_id": A_PLACE,
    "before": A_PLACE,
    "seq": A_PLACE,
    "score": _l("both sides' scores of the hand as it stands, as whole numbers"),
    "scored": _l("the version of the engine and both sides' scores, as whole numbers"),
}
_AS_IT_STANDS: Final[dict[Problem, LazyString]] = {
    Problem("after_end", "hands"): _l("The match is over: nothing comes after its end."),
    Problem("missing", "before"): _l("There is no such entry."),
    Problem("unknown", "ended"): _l("The match was neither stopped nor claimed."),
}


def operation_problem_text(problem: Problem, *, is_own: bool, is_given: bool) -> str | None:
    """The problem in the reader's language; None where it is one of the hand's.

    `is_own` says that the operation has such a field, `is_given` that it was sent.
    """
    name = quote_field(problem.field)
    if is_own and not is_given and problem.code == "missing":
        return _("%(field)s: missing", field=name)
    if is_own and problem.code == "unknown" and problem.field in _EXPECTED:
        expected = _EXPECTED[problem.field]
        return _("%(field)s cannot be read; it is %(expected)s.", field=name, expected=expected)
    if problem in _AS_IT_STANDS and (is_own or not is_given):
        return str(_AS_IT_STANDS[problem])
    return None
