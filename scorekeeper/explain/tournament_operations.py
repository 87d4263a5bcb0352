"""What is wrong with the fields of an operation in a tournament."""

from typing import Final

from flask_babel.speaklater import LazyString

from scorekeeper.explain.field_words import IN_HANDS, SHORT_TEXT, quoted
from scorekeeper.explain.operations import A_PLACE, AN_OPERATION_ID
from scorekeeper.i18n.language import _, _l
from scorekeeper.rules.model import Problem

_YES_OR_NO: Final = IN_HANDS["passed_out"]
_TABLES: Final = _l('tables of two pairs, such as [["3", "7"]]')
_EXPECTED: Final[dict[str | None, LazyString]] = {
    "op": _l("the name of an operation, such as result"),
    "op_id": AN_OPERATION_ID,
    "revision": A_PLACE,
    "role": _l('"organiser" or "helper"'),
    "name": SHORT_TEXT,
    "date": _l("a day, such as 2026-11-22"),
    "place": SHORT_TEXT,
    "organiser": SHORT_TEXT,
    "length": _l('"target", "hands" or "minutes"'),
    "limit": _l("hands or minutes of a match, from 1 to 999"),
    "rounds": _l("a whole number from 1 to 99"),
    "format": _l('"swiss", "round_robin", "odd_even", "random" or "knockout"'),
    "standing": _l("an object with by, tie_breaks, match_points and bye"),
    "pairs": _l("a list of pairs"),
    "text": _l("a list, a pair on each line"),
    "pair": _l('a pair\'s number as a text, such as "7"'),
    "players": _l("two names of at most 40 characters"),
    "club": _l("a name of at most 40 characters"),
    "seeding": _l("a whole number from 0 to 9999"),
    "paid": _YES_OR_NO,
    "present": _l("true or false, or a list of pairs"),
    "absent": _l("a list of pairs"),
    "withdrawn": _YES_OR_NO,
    "from_now": _YES_OR_NO,
    "fixed": _TABLES,
    "forbidden": _TABLES,
    "round": A_PLACE,
    "table": A_PLACE,
    "score": _l("two whole numbers, of side A and of side B"),
    "hands": _l("two whole numbers, of side A and of side B"),
    "reason": SHORT_TEXT,
    "to": _l('"wins", "difference", "match_points", "total" or "hands_won"'),
    "points": _l("a whole number"),
}


def field_problem_text(problem: Problem) -> str | None:
    """The problem in the reader's language; None where it is one of the rules'."""
    name, expected = quoted(problem.field), _EXPECTED.get(problem.field)
    if expected is None:
        return None
    if problem.code == "missing":
        return _("%(field)s: missing", field=name)
    return _("%(field)s cannot be read; it is %(expected)s.", field=name, expected=expected)
