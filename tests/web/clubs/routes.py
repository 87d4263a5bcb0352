"""Every route of a club: the answers to its organiser, a helper and a stranger."""

from scorekeeper.journal.identifiers import new_operation_id
from tests.web.tournaments.routes import DESK, READ, Row

KEPT = Row(200, 200, 403)
SEASON = {"name": "Autumn", "by": "pair", "scheme": "score", "minimum": "0", "reason": "voted"}
CLUB_ROWS = {
    ("clubs.show", "GET"): READ,
    ("clubs.setup", "GET"): DESK,
    ("clubs.change", "POST"): Row(303, 403, 403, {"name": "Other", "place": "", "target": "201"}),
    ("clubs.games", "GET"): READ,
    ("clubs.wall", "GET"): READ,
    ("clubs.offered", "GET"): READ,
    ("clubs.persons", "GET"): KEPT,
    ("clubs.add_person", "POST"): Row(303, 303, 403, {"name": "Petros"}),
    ("clubs.person", "GET"): KEPT,
    ("clubs.change_person", "POST"): Row(303, 303, 403, {"name": "Marina"}),
    ("clubs.join_person", "POST"): Row(303, 403, 403, {"other": "3", "sure": "1"}),
    ("clubs.part_person", "POST"): Row(422, 403, 403),  # it was not joined
    ("clubs.person_names", "GET"): DESK,
    ("clubs.erase_person_names", "POST"): Row(303, 403, 403, {"sure": "1"}),
    ("clubs.give_tournament", "POST"): Row(403, 403, 403),  # another phone organises it
    ("clubs.take_tournament", "POST"): Row(303, 403, 403),
    ("clubs.players", "GET"): KEPT,
    ("clubs.know_players", "POST"): Row(303, 303, 403, {"1-0": "1"}),
    ("clubs.helpers", "GET"): DESK,
    ("clubs.make_link", "POST"): Row(200, 403, 403, {"role": "helper", "called": "Maria"}),
    ("clubs.remove_helper", "POST"): Row(303, 403, 403),
    ("clubs.names", "GET"): READ,
    ("clubs.export_json", "GET"): DESK,
    ("clubs.save_file", "GET"): DESK,
    ("clubs.erase_names", "POST"): Row(303, 403, 403, {"sure": "1"}),
    ("clubs.standings", "GET"): READ,
    ("clubs.season_pdf", "GET"): READ,
    ("clubs.season_spreadsheet", "GET"): READ,
    ("clubs.season_data", "GET"): READ,
    ("clubs.season_screen", "GET"): READ,
    ("clubs.season_elsewhere", "GET"): READ,
    ("clubs.season_picture", "GET"): READ,
    ("clubs.embed_season", "GET"): READ,
    ("clubs.season_final_form", "GET"): DESK,
    ("clubs.make_season_final", "POST"): Row(303, 403, 403, {"count": "2"}),
    ("clubs.record", "GET"): READ,
    ("clubs.unit_record", "GET"): READ,
    ("clubs.versus", "GET"): READ,
    ("clubs.record_matches", "GET"): READ,
    ("clubs.record_hands", "GET"): READ,
    ("clubs.calendar", "GET"): READ,
    ("clubs.calendar_file", "GET"): READ,
    ("clubs.season_setup", "GET"): DESK,
    ("clubs.set_season_up", "POST"): Row(303, 403, 403, SEASON),
}


def address(app, key, club_id, tournament):
    """The route's address for this club: its first person and season, and its tournament."""
    values = {
        "club_id": club_id,
        "number": 1,
        "address": tournament,
        "who": "1-2",
        "others": "3-4",
        "seat": "A1",
        "helper": 1,
    }
    rule = next(one for one in app.url_map.iter_rules(key[0]) if key[1] in one.methods)
    with app.test_request_context():
        return app.url_for(key[0], **{name: values[name] for name in rule.arguments})


def fields(phone, key, keeper, **changes):
    """Return the fields of a right request, with the phone's own token."""
    own = {
        "csrf_token": phone.token(),
        "op_id": new_operation_id(),
        "revision": str(keeper.held().revision),
        "tournament": keeper.tournament,
    }
    given = {**own, **CLUB_ROWS[key].fields, **changes}
    return [(name, value) for name, value in given.items() if value is not None]


def ask(phone, key, keeper, *, public_id=None, headers=None, **changes):
    """The phone does it to the keeper's club, or to the one of this address."""
    path = address(phone.app, key, public_id or keeper.public_id, keeper.tournament)
    if key[1] == "GET":
        return phone.get(path)
    return phone.post(path, fields(phone, key, keeper, **changes), **(headers or {}))
