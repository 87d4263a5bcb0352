"""Problems of the fields of an operation in a tournament or a club, in words."""

import json
from typing import Final

from flask_babel.speaklater import LazyString

from scorekeeper.explain.field_words import IN_HANDS, SHORT_TEXT, quote_field
from scorekeeper.explain.operations import A_PLACE, AN_OPERATION_ID
from scorekeeper.i18n.language import _, _l
from scorekeeper.journal.json_values import texts_in
from scorekeeper.rules.model import Problem
from scorekeeper.services.club_acts.registry import BODIES as CLUB_BODIES
from scorekeeper.services.tournament_acts.registry import BODIES

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
    """What may stand in the field, by its schema where nothing better can be said."""
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
