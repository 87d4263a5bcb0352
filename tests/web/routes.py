"""Every route and method: the answers to each role, and a right request.

The rows are checked against `app.url_map`: a new route without a row fails.
"""

import json
import secrets
from typing import Any, NamedTuple

from scorekeeper.journal.identifiers import new_operation_id
from tests.rules.table import match_file
from tests.support.table import MADE, PASSED_OUT


class Row(NamedTuple):
    """The expected statuses of a route, for the scorer and for a stranger."""

    scorer: int
    stranger: int
    fields: dict[str, str] = {}  # noqa: RUF012  never changed
    before: str = ""
    """The act that the match needs first."""
    body: dict[str, Any] | None = None
    """The JSON that is sent in place of a form."""
    nobody: int = 0
    """The status without a cookie, where it differs from the stranger's."""
    shown: tuple[str, str] | None = None
    """A page, and the name of those of its fields that are sent as the page shows them."""


READ = Row(200, 200)
LAST = 3
"""The seq of the last hand in the requested match."""
HAND = {"contract": "A:90", "points_A": "97", "contract_op_id": "f" * 32}
DISPUTED = "?contract=A:90&points_A=89"
"""A question that has a ruling, without which there is nothing to draw and to print."""
CHANGE = {"confirm": "yes"}
TOURNAMENT = {"title": "Cup", "target": "151"}
ROWS = {
    ("static", "GET"): READ,
    ("files.show", "GET"): READ,
    ("shell.manifest", "GET"): READ,
    ("shell.worker", "GET"): READ,
    ("shell.offline", "GET"): READ,
    ("shell.help_page", "GET"): READ,
    ("manual.show", "GET"): READ,
    ("shell.certificate", "GET"): Row(404, 404),  # only where there is a CA of one's own
    ("home.show", "GET"): READ,
    ("health.show", "GET"): READ,
    ("health.ready", "GET"): READ,
    ("figures.show", "GET"): Row(
        404, 404
    ),  # only where a secret is set, and for clients that show it
    ("vocabulary.show", "GET"): READ,
    ("vocabulary.show_spoken", "GET"): READ,
    ("shell.show", "GET"): READ,
    ("shell.views", "GET"): READ,
    ("rules_pages.index", "GET"): READ,
    ("rules_pages.show", "GET"): READ,
    ("rules_pages.compare", "GET"): READ,
    ("rules_pages.which", "GET"): READ,
    ("privacy.show", "GET"): READ,
    ("own_phone.show", "GET"): READ,
    ("own_machine.show", "GET"): READ,
    ("own_machine.download", "POST"): Row(200, 200),
    ("own_phone.sign_out", "POST"): Row(303, 303, {"sure": "1"}, shown=("/phone/", "left")),
    ("known_again.show", "POST"): Row(200, 200, body={"proofs": []}),
    ("preferences.choose", "POST"): Row(303, 303, {"theme": "dark", "next": "/"}),
    ("setup.new", "GET"): READ,
    ("setup.again", "GET"): READ,
    ("setup.rules", "GET"): READ,
    ("setup.rules", "POST"): Row(200, 200, {"preset": "simple"}),
    ("setup.start", "POST"): Row(303, 303, {"target": "151"}),
    ("sheets.blank", "GET"): READ,
    ("import_export.take_form", "GET"): READ,
    ("import_export.take", "POST"): Row(303, 303, {"text": json.dumps(match_file())}),
    ("settle.index", "GET"): READ,
    ("settle.show", "GET"): READ,
    ("settle.picture", "GET"): READ,
    ("settle.paper", "GET"): READ,
    ("settle.card", "GET"): READ,
    ("oembed.show", "GET"): Row(404, 404),  # without an address
    ("home.removed", "GET"): READ,
    ("home.settings", "GET"): READ,
    ("home.remove", "POST"): Row(303, 403),
    ("home.put_back", "POST"): Row(303, 403),
    # a club's own routes are in clubs/routes.py
    ("clubs.index", "GET"): READ,
    ("clubs.new", "GET"): READ,
    ("clubs.create", "POST"): Row(303, 303, {"name": "Club"}),
    ("clubs.ask", "GET"): READ,
    ("clubs.look", "POST"): Row(422, 422, {"secret": "made up"}),
    ("clubs.open_link", "POST"): Row(422, 422, {"secret": "made up"}),
    ("clubs.leave_here", "POST"): Row(303, 303),
    # a tournament's own routes are in tournaments/routes.py and api/routes.py
    ("tournaments.index", "GET"): READ,
    ("tournaments.new", "GET"): READ,
    ("tournaments.rules", "GET"): READ,
    ("tournaments.rules", "POST"): Row(200, 200, {"preset": "simple"}),
    ("tournaments.create", "POST"): Row(303, 303, TOURNAMENT),
    ("tournaments.ask", "GET"): READ,
    ("clubs.ask_for_file", "GET"): READ,
    ("clubs.open_saved", "POST"): Row(422, 422),  # without a file
    ("tournaments.ask_for_file", "GET"): READ,
    ("tournaments.open_saved", "POST"): Row(422, 422),  # without a file
    ("tournaments.look", "POST"): Row(422, 422, {"secret": "made up"}),
    ("tournaments.open_link", "POST"): Row(422, 422, {"secret": "made up"}),
    # a match: anyone with its address reads, its scorer writes
    ("matches.show", "GET"): READ,
    ("matches.hand", "GET"): READ,
    ("evening.show", "GET"): READ,
    ("evening.race", "GET"): READ,
    ("side_answers.show", "GET"): READ,
    ("side_answers.choose", "POST"): Row(303, 303, {"answer": "A"}),
    ("sheets.view", "GET"): READ,
    ("sheets.pdf", "GET"): READ,
    ("sheets.blank_for", "GET"): READ,
    ("import_export.share", "GET"): READ,
    ("import_export.picture", "GET"): READ,
    ("import_export.spreadsheet", "GET"): READ,
    ("import_export.match_file", "GET"): READ,
    ("watching.show", "GET"): Row(303, 303),
    ("watching.live", "GET"): Row(303, 200),  # a scorer is sent to the match page
    ("watching.big", "GET"): READ,
    ("watching.follow", "GET"): Row(204, 204),  # no rematch
    ("watching.overlay", "GET"): READ,
    ("watching.elsewhere", "GET"): Row(303, 303),
    ("watching.card", "GET"): READ,
    ("watching.evening_picture", "GET"): READ,
    ("watching.set_previews", "POST"): Row(303, 403, {"names": "0"}),
    ("privacy.names", "GET"): READ,
    ("privacy.erase_names", "POST"): Row(303, 403, {"sure": "1"}),
    ("pencil.show", "GET"): READ,
    ("pencil.link_again", "GET"): Row(303, 303),
    ("pencil.make_link", "POST"): Row(200, 403, {"kind": "hand_over"}),
    ("pencil.waiting", "GET"): Row(204, 204),
    ("pencil.write_alone", "POST"): Row(303, 403),
    ("pencil.ask", "POST"): Row(403, 403),  # a side's phone alone
    ("pencil.answer", "POST"): Row(403, 403, {"seq": "3"}),
    ("side_answers.agree", "POST"): Row(403, 403, {"hand": "2:19:6"}),
    ("side_answers.flag", "POST"): Row(403, 403, {"hand": "2:19:6", "reason": "we counted 66"}),
    ("side_answers.show_turned", "GET"): Row(200, 403),
    ("side_answers.answer_turned", "POST"): Row(303, 403, {"hand": "2:19:6", "answer": "agree"}),
    # it needs a link's secret, and no match's address
    ("pencil.ask_link", "GET"): READ,
    ("pencil.look", "POST"): Row(422, 422, {"secret": "made up"}),
    ("pencil.open_link", "POST"): Row(422, 422, {"secret": "made up"}),
    ("hands.new", "GET"): Row(200, 403),
    ("hands.record", "POST"): Row(303, 403, HAND),
    ("changes.correct_form", "GET"): Row(200, 403),
    ("changes.correct", "POST"): Row(303, 403, {**HAND, **CHANGE}),
    ("changes.void", "GET"): Row(200, 403),
    ("changes.void", "POST"): Row(303, 403, CHANGE),
    ("changes.insert_form", "GET"): Row(200, 403),
    ("changes.insert", "POST"): Row(303, 403, {**HAND, **CHANGE}),
    ("changes.change_form", "GET"): Row(200, 403),
    ("changes.change_rules", "GET"): Row(200, 403),
    ("changes.change_rules", "POST"): Row(200, 403, {"preset": "simple"}),
    ("changes.change", "POST"): Row(303, 403, {"target": "151", **CHANGE}),
    ("adjustments.new", "GET"): Row(200, 403),
    ("adjustments.adjust", "POST"): Row(303, 403, {"points_A": "20", "why": "penalty", **CHANGE}),
    ("adjustments.show", "GET"): Row(200, 200, before="adjusted"),
    ("adjustments.correct_form", "GET"): Row(200, 403, before="adjusted"),
    ("adjustments.correct", "POST"): Row(
        303, 403, {"points_A": "20", "why": "penalty", **CHANGE}, before="adjusted"
    ),
    ("adjustments.void", "GET"): Row(200, 403, before="adjusted"),
    ("adjustments.void", "POST"): Row(303, 403, CHANGE, before="adjusted"),
    ("match_club.show", "GET"): READ,
    ("match_club.join", "POST"): Row(404, 404, {"club": "x" * 22}),
    ("match_club.propose", "POST"): Row(404, 404, {"club": "x" * 22}),
    ("match_club.leave", "POST"): Row(404, 404, {"club": "x" * 22}),
    ("match_club.seat", "POST"): Row(404, 404, {"club": "x" * 22}),
    ("history.show", "GET"): READ,
    ("history.undo", "GET"): Row(200, 403),
    ("history.undo", "POST"): Row(303, 403, CHANGE),
    ("history.bring_back", "GET"): Row(200, 403, before="undone"),
    ("history.bring_back", "POST"): Row(303, 403, CHANGE, before="undone"),
    ("acts.undo", "POST"): Row(303, 403, {"seq": "3"}),
    ("acts.stop", "POST"): Row(303, 403),
    ("acts.reopen", "POST"): Row(303, 403, before="stopped"),
    ("acts.rematch", "POST"): Row(303, 403, before="stopped"),
    ("acts.claim_form", "GET"): Row(200, 403),
    ("acts.claim", "POST"): Row(303, 403, {"side": "A", "points": "400"}),
    # the API: the same, but its stranger gets the answer that a secret is needed
    ("api.page", "GET"): READ,
    ("api.document", "GET"): READ,
    ("api.score", "POST"): Row(200, 200, body={"rules": "cafe", "hand": MADE}),
    ("api.create", "POST"): Row(201, 201, body={"rules": "cafe"}),
    ("api.read", "GET"): READ,
    ("api.export", "GET"): READ,
    ("api.acts", "GET"): Row(200, 401),
    ("api.set_up", "POST"): Row(201, 201, body={"name": "Cup", "rules": "cafe"}),
    ("api.begin_club", "POST"): Row(201, 201, body={"name": "Club"}),
    ("api.begin", "PUT"): Row(201, 201, body={"rules": "cafe"}, nobody=401),
    ("api.erase_names", "DELETE"): Row(200, 401, body={}),
    ("api.write", "PUT"): Row(201, 401, body={"op": "record", "hand": MADE}),
}
READS_ONLY = {
    "changes.change_rules",
    "preferences.choose",
    "setup.rules",
    "side_answers.choose",
    "tournaments.rules",
}
"""Unsafe methods that write nothing into a match."""
FOREIGN = {
    "another site": {"Sec_Fetch_Site": "cross-site"},
    "another host of the same site": {"Sec_Fetch_Site": "same-site"},
    "an old browser on another site": {"Sec_Fetch_Site": None, "Origin": "http://evil.example"},
    "another port": {"Sec_Fetch_Site": None, "Origin": "http://localhost:81"},
    "another scheme": {"Sec_Fetch_Site": None, "Origin": "https://localhost"},
    "a hidden origin": {"Sec_Fetch_Site": None, "Origin": "null"},
}
"""The headers of requests that come from elsewhere."""


def routes(app):
    """Every (endpoint, method) that the app has."""
    return {
        (rule.endpoint, method)
        for rule in app.url_map.iter_rules()
        for method in rule.methods - {"HEAD", "OPTIONS"}
    }


def unsafe():
    return [key for key in ROWS if key[1] != "GET"]


def forms():
    """Return the routes that take a form, with its token."""
    return [key for key in unsafe() if ROWS[key].body is None]


def of_a_match():
    """The routes that look a match up."""
    own = [key for key in ROWS if key[0].startswith(_OF_A_MATCH)]
    return [key for key in own if key[0] not in _OF_NONE]


_OF_NONE = ("home.removed", "home.settings", "pencil.ask_link", "pencil.look", "pencil.open_link")
_OF_A_MATCH = (
    "adjustments",
    "changes",
    "history",
    "home.put_back",
    "home.remove",
    "match_club",
    "matches",
    "evening",
    "hands",
    "acts",
    "sheets.view",
    "sheets.pdf",
    "sheets.blank_",
    "import_export.share",
    "import_export.picture",
    "import_export.spreadsheet",
    "import_export.match_file",
    "watching",
    "pencil",
    "privacy.names",
    "privacy.erase",
    "side_answers.agree",
    "side_answers.flag",
    "side_answers.show_turned",
    "side_answers.answer_turned",
    "api.acts",
    "api.read",
    "api.export",
    "api.erase_names",
    "api.write",
)


BEFORE = {
    "adjusted": {"adjust": {"A": 120, "B": 85}, "reason": "from paper"},
    "undone": {"seq": LAST},
    "stopped": {},
}


def match_for(keep, key):
    """A match in which the scorer may do it: two hands by rules that know every act."""
    before = ROWS[key].before
    then = (lambda t: t.do(before, **BEFORE[before])) if before else None
    return keep(MADE, PASSED_OUT, claim=True, then=then)


def matches_for(keep, keys):
    """A match for each of them, if nothing is to be written: those that need the same share it."""
    shared = {ROWS[key].before: key for key in keys}
    kept = {before: match_for(keep, key) for before, key in shared.items()}
    return {key: kept[ROWS[key].before] for key in keys}


def ledgers(scorers):
    """Return the ledger of each scorer's match."""
    return {one.url: one.ledger() for one in {*scorers}}


def rule(app, key):
    """The route as the app has it."""
    return next(one for one in app.url_map.iter_rules(key[0]) if key[1] in one.methods)


def address(app, key, public_id, hand_id=2):
    """The route's address for this match: its first hand, its adjustment, its last hand's act."""
    if key[0].startswith("adjustments"):
        hand_id = LAST + 1
    values = {
        "public_id": secrets.token_hex(11) if key[0] == "api.begin" else public_id,
        "hand_id": hand_id,
        "seq": LAST,
        "filename": "icon.svg",
        "name": "el",
        "language": "el",
        "part": "entry",
        "side": "B",
        "version": app.extensions["files_version"],
        "op_id": "e" * 32,
        "preset": "online",
        "topic": "why",
    }
    with app.test_request_context():
        wanted = {name: values[name] for name in rule(app, key).arguments}
        path = app.url_for(key[0], **wanted)
    if key == ("hands.new", "GET"):
        return f"{path}?op={new_operation_id()}"
    return path + DISPUTED if key[0] in ("settle.picture", "settle.paper", "settle.card") else path


def fields(key, phone, now, **changes):
    """Return the fields of a right request at this revision, with the phone's own token."""
    own = {"csrf_token": phone.token(), "op_id": new_operation_id(), "revision": str(now)}
    given = {**own, **ROWS[key].fields, **changes}
    told = [(name, value) for name, value in given.items() if value is not None]
    if ROWS[key].shown is None:
        return told
    page, shown = ROWS[key].shown
    inputs = phone.get(page).root.iter("input")
    return [*told, *((shown, one.get("value")) for one in inputs if one.get("name") == shown)]


def ask(phone, key, scorer, *, hand_id=2, headers=None, **changes):
    """The phone does it to the scorer's match."""
    path = address(phone.app, key, scorer.public_id, hand_id)
    return ask_at(phone, key, path, scorer.ledger().revision, headers=headers, **changes)


def ask_at(phone, key, path, now, *, headers=None, **changes):
    """The same at another address: a match of that revision may be there, or none."""
    if key[1] == "GET":
        return phone.get(path)
    body = ROWS[key].body
    if body is None:
        return phone.post(path, fields(key, phone, now, **changes), **(headers or {}))
    if "op" in body:
        body = {**body, "revision": now}
    return phone.send(key[1], path, body, **(headers or {}))
