"""Problems of an operation of the API in words: of its envelope, and of a tournament's."""

import json
from typing import Final

from flask_babel.speaklater import LazyString

from scorekeeper.club.acts.registry import BODIES as CLUB_BODIES
from scorekeeper.explain.field_words import IN_HANDS, SHORT_TEXT, quote_field
from scorekeeper.i18n.language import _, _l
from scorekeeper.journal.json_values import texts_in
from scorekeeper.rules.model import Problem
from scorekeeper.tournament.acts.registry import BODIES

A_PLACE: Final = _l("a whole number from 1 up")
AN_OPERATION_ID: Final = _l("32 digits of 0 to 9 and a to f, drawn anew for each operation")
_EXPECTED_IN_ENVELOPE: Final[dict[str | None, LazyString]] = {
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
    if is_own and problem.code == "unknown" and problem.field in _EXPECTED_IN_ENVELOPE:
        expected = _EXPECTED_IN_ENVELOPE[problem.field]
        return _("%(field)s cannot be read; it is %(expected)s.", field=name, expected=expected)
    if problem in _AS_IT_STANDS and (is_own or not is_given):
        return str(_AS_IT_STANDS[problem])
    return None


_YES_OR_NO: Final = IN_HANDS["passed_out"]
_TABLES: Final = _l('tables of two pairs, such as [["3", "7"]]')
_A_PERSON: Final = _l('a person\'s number as a text, such as "7"')
_EXPECTED: Final[dict[str | None, LazyString]] = {
    "op": _l("the name of an operation, such as result"),
    "op_id": AN_OPERATION_ID,
    "revision": A_PLACE,
    "role": _l('"organiser" or "helper"'),
    "date": _l("a day, such as 2026-11-22"),
    "length": _l('"target", "hands" or "minutes"'),
    "limit": _l("hands or minutes of a match, from 1 to 999"),
    "format": _l('"swiss", "round_robin", "odd_even", "random" or "knockout"'),
    "standing": _l("an object with by, tie_breaks, match_points and bye"),
    "pairs": _l("a list of pairs"),
    "text": _l("a list, a pair on each line"),
    "pair": _l('a pair\'s number as a text, such as "7"'),
    "players": _l("two names of at most 40 characters"),
    "club": _l("a name of at most 40 characters"),
    "present": _l("true or false, or a list of pairs"),
    "absent": _l("a list of pairs"),
    "fixed": _TABLES,
    "forbidden": _TABLES,
    "score": _l("two whole numbers, of side A and of side B"),
    "hands": _l("two whole numbers, of side A and of side B"),
    "to": _l('"wins", "difference", "match_points", "total" or "hands_won"'),
    "points": _l("a whole number"),
    "seq": _l("the number of an act"),
    "forfeit": _l("two whole numbers, of who was there and of who was not"),
    "code": _l("a pair's own code, such as K7QF 2MXD"),
    "last": A_PLACE,
    "person": _A_PERSON,
    "other": _A_PERSON,
    "persons": _l('the two persons of each pair, such as {"1": ["3", "4"]}'),
    "tournament": _l("the last part of a tournament's address"),
    "tournaments": _l('a list such as [{"tournament": "q3JmG9x0T1mPp8cW7ZkVdA", "weight": "1"}]'),
    "sheet_places": _l('a list of "times", "winner", "penalty" and "arbiter"'),
    "previews": _l('"names" or "numbers"'),
}


_READERS: Final = {
    name: reader
    for operations in (
        *(body.operations for body in BODIES.values()),
        *(body.operations for body in CLUB_BODIES.values()),
    )
    for (form,) in operations.values()
    for name, reader in form.readers.items()
}


def field_problem_text(problem: Problem) -> str | None:
    """The problem in the reader's language; None where it is one of the rules'."""
    name, expected = quote_field(problem.field), _expected(problem.field)
    if expected is None:
        return None
    if problem.code == "missing":
        return _("%(field)s: missing", field=name)
    return _("%(field)s cannot be read; it is %(expected)s.", field=name, expected=expected)


def _expected(field: str | None) -> str | None:
    """Return the permitted contents of the field, by its schema where no better words are there."""
    if field in _EXPECTED:
        return str(_EXPECTED[field])
    if field not in _READERS or field == "rules":
        return None
    schema = _READERS[field].schema
    if isinstance(schema.get("enum"), list):
        return ", ".join(json.dumps(value) for value in texts_in(schema["enum"]))
    if schema.get("type") == "integer" and "maximum" in schema:
        low, high = schema["minimum"], schema["maximum"]
        return _("a whole number from %(low)s to %(high)s", low=low, high=high)
    by_type = {"integer": A_PLACE, "boolean": _YES_OR_NO}
    return str(by_type.get(str(schema.get("type")), SHORT_TEXT))
