"""Every route and method: who may, and what a right request carries.

The rows are checked against `app.url_map`: a new route without a row fails.
"""

from typing import NamedTuple

from scorekeeper.services.matches import new_operation_id
from tests.table import MADE, PASSED_OUT


class Row(NamedTuple):
    """What the scorer is answered, and what somebody else is."""

    scorer: int
    stranger: int
    fields: dict[str, str] = {}  # noqa: RUF012  never changed
    before: str = ""
    """The act that the match needs first."""


READ = Row(200, 200)
HAND = {"contract": "A:90", "points_A": "97", "contract_op_id": "f" * 32}
CHANGE = {"confirm": "yes"}
ROWS = {
    ("static", "GET"): READ,
    ("home.show", "GET"): READ,
    ("health.show", "GET"): READ,
    ("preferences.choose", "POST"): Row(303, 303, {"theme": "dark", "next": "/"}),
    ("setup.new", "GET"): READ,
    ("setup.again", "GET"): READ,
    ("setup.rules", "GET"): READ,
    ("setup.rules", "POST"): Row(200, 200, {"preset": "simple"}),
    ("setup.start", "POST"): Row(303, 303, {"target": "151"}),
    ("sheets.blank", "GET"): READ,
    # a match: anyone with its address reads, its scorer writes
    ("matches.show", "GET"): READ,
    ("matches.hand", "GET"): READ,
    ("sheets.view", "GET"): READ,
    ("sheets.pdf", "GET"): READ,
    ("sheets.blank_for", "GET"): READ,
    ("hands.new", "GET"): Row(200, 403),
    ("hands.record", "POST"): Row(303, 403, HAND),
    ("hands.preview", "POST"): Row(200, 403, HAND),
    ("corrections.correct_form", "GET"): Row(200, 403),
    ("corrections.correct", "POST"): Row(303, 403, {**HAND, **CHANGE}),
    ("corrections.void", "GET"): Row(200, 403),
    ("corrections.void", "POST"): Row(303, 403, CHANGE),
    ("acts.undo", "POST"): Row(303, 403, {"seq": "3"}),
    ("acts.stop", "POST"): Row(303, 403),
    ("acts.reopen", "POST"): Row(303, 403, before="stopped"),
    ("acts.rematch", "POST"): Row(303, 403, before="stopped"),
    ("acts.claim_form", "GET"): Row(200, 403),
    ("acts.claim", "POST"): Row(303, 403, {"side": "A", "points": "400"}),
}
READS_ONLY = {"hands.preview", "preferences.choose", "setup.rules"}
"""Unsafe methods that write nothing into a match."""


def routes(app):
    """Every (endpoint, method) that the app has."""
    return {
        (rule.endpoint, method)
        for rule in app.url_map.iter_rules()
        for method in rule.methods - {"HEAD", "OPTIONS"}
    }


def unsafe():
    return [key for key in ROWS if key[1] != "GET"]


def of_a_match():
    """The routes that look a match up."""
    return [key for key in ROWS if key[0].startswith(_OF_A_MATCH)]


_OF_A_MATCH = (
    "matches",
    "hands",
    "corrections",
    "acts",
    "sheets.view",
    "sheets.pdf",
    "sheets.blank_",
)


def match_for(keep, key):
    """A match in which the scorer may do it: two hands by rules that know every act."""
    before = ROWS[key].before
    return keep(MADE, PASSED_OUT, claim=True, then=lambda t: t.do(before) if before else None)


def address(app, key, public_id, hand_id=2):
    """The route's address for this match, its first hand."""
    values = {"public_id": public_id, "hand_id": hand_id, "filename": "icon.svg"}
    with app.test_request_context():
        rule = next(r for r in app.url_map.iter_rules(key[0]) if key[1] in r.methods)
        wanted = {name: values[name] for name in rule.arguments}
        path = app.url_for(key[0], **wanted)
    return f"{path}?op={new_operation_id()}" if key == ("hands.new", "GET") else path


def fields(key, phone, now, **changes):
    """What a right request carries at this revision, with the phone's own token."""
    own = {"csrf_token": phone.token(), "op_id": new_operation_id(), "revision": str(now)}
    given = {**own, **ROWS[key].fields, **changes}
    return [(name, value) for name, value in given.items() if value is not None]


def ask(phone, key, scorer, *, hand_id=2, headers=None, **changes):
    """The phone does it to the scorer's match."""
    path = address(phone.app, key, scorer.public_id, hand_id)
    if key[1] == "GET":
        return phone.get(path)
    now = scorer.ledger().revision
    return phone.post(path, fields(key, phone, now, **changes), **(headers or {}))
