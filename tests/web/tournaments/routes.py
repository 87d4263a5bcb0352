"""Every route of a tournament: the answers to its organiser, a helper and a stranger."""

from typing import NamedTuple

from scorekeeper.journal.identifiers import new_operation_id


class Row(NamedTuple):
    """The statuses, and what a right request carries."""

    organiser: int
    helper: int
    stranger: int
    fields: dict[str, str] = {}  # noqa: RUF012  never changed


READ = Row(200, 200, 200)
DESK = Row(200, 403, 403)
SET_UP = {"title": "Cup", "place": "Larnaka", "target": "351", "preset": "cafe", "rounds": "5"}
COUNTED = {"points_won": "2", "points_drawn": "1", "points_lost": "0"}
BYES = {"bye": "mean", "bye_own": "0", "bye_other": "0"}
PAIR = {"player1": "Maria", "player2": "Giorgos", "present": "1"}
PREVIEW = {"rows": "1", "player1-0": "Eleni", "player2-0": "Andreas", "take-0": "1"}
COMING = {"player1": "Eleni", "player2": "Andreas"}
PENALTY = {"pair": "1", "to": "wins", "points": "-1", "reason": "late"}
WHY = {"why": "misread"}
SHEET = {"a1": "97", "b1": "65", "score_a1": "19", "score_b1": "6"}
TOURNAMENT_ROWS = {
    ("tournaments.show", "GET"): READ,
    ("tournaments.players", "GET"): READ,
    ("tournaments.players_before", "GET"): Row(303, 303, 303),
    ("tournaments.setup", "GET"): DESK,
    ("tournaments.setup_rules", "GET"): DESK,
    ("tournaments.setup_rules", "POST"): Row(200, 403, 403, {"preset": "simple"}),
    ("tournaments.change", "POST"): Row(303, 403, 403, {**SET_UP, **COUNTED, **BYES}),
    ("tournaments.pairs", "GET"): DESK,
    ("tournaments.add_pairs", "POST"): Row(200, 403, 403, {"text": "Eleni, Andreas"}),
    ("tournaments.pairs_before", "GET"): Row(303, 403, 403),  # to the pairs
    ("tournaments.confirm_pairs", "POST"): Row(303, 403, 403, PREVIEW),
    ("tournaments.delete_pair", "POST"): Row(422, 403, 403, {"deleted": "1"}),  # it is drawn
    ("tournaments.door", "GET"): Row(303, 403, 403),
    ("tournaments.live_door", "GET"): DESK,
    ("tournaments.change_door", "POST"): Row(303, 403, 403, {"check_in": "1"}),
    ("tournaments.take_registrations", "POST"): Row(422, 403, 403, {"take": "1"}),  # none waits
    ("tournaments.decline_registration", "POST"): Row(422, 403, 403, {"registration": "1"}),
    ("tournaments.pair_singles", "POST"): Row(422, 403, 403, {"single": ["1", "2"]}),
    ("tournaments.come", "GET"): READ,
    ("tournaments.register", "POST"): Row(422, 422, 422, COMING),  # the list is closed
    ("tournaments.open_registration", "POST"): Row(422, 422, 422, {"code": "K7QF 2MXD"}),
    ("tournaments.change_registration", "POST"): Row(422, 422, 422, {"code": "K7QF 2MXD"}),
    ("tournaments.check_in", "POST"): Row(422, 422, 422, {"code": "K7QF 2MXD"}),
    ("tournaments.check_in_by_name", "POST"): Row(422, 422, 422, {"pair": "1"}),
    ("tournaments.withdraw_registration", "POST"): Row(422, 422, 422, {"code": "K7QF 2MXD"}),
    ("tournaments.fees", "GET"): DESK,
    ("tournaments.change_money", "POST"): Row(303, 403, 403, {"fee": "10", "prizes": "100 60"}),
    ("tournaments.change_fees", "POST"): Row(303, 403, 403, {"payment-1": "10"}),
    ("tournaments.earlier", "GET"): DESK,
    ("tournaments.take_over", "GET"): DESK,
    ("tournaments.take_from_club", "GET"): Row(404, 403, 403),  # there is no such club
    ("tournaments.save_file", "GET"): DESK,
    ("tournaments.attend", "POST"): Row(303, 403, 403, {"shown": "1"}),
    ("tournaments.tick", "POST"): Row(200, 403, 403, {"present": "1"}),
    ("tournaments.ticks", "GET"): DESK,
    ("tournaments.pair", "GET"): DESK,
    ("tournaments.change_pair", "POST"): Row(303, 403, 403, PAIR),
    ("tournaments.names", "GET"): READ,
    ("tournaments.erase_names", "POST"): Row(303, 403, 403, {"sure": "1"}),
    ("tournaments.pair_names", "GET"): DESK,
    ("tournaments.erase_pair_names", "POST"): Row(303, 403, 403, {"sure": "1"}),
    ("tournaments.export_pair", "GET"): DESK,
    ("tournaments.helpers", "GET"): DESK,
    ("tournaments.make_link", "POST"): Row(200, 403, 403, {"role": "helper", "called": "Maria"}),
    ("tournaments.remove_helper", "POST"): Row(303, 403, 403),
    ("tournaments.standings", "GET"): READ,
    ("tournaments.sums", "GET"): READ,
    ("tournaments.cross", "GET"): READ,
    ("tournaments.lots", "POST"): Row(303, 403, 403),
    ("tournaments.adjust_form", "GET"): DESK,
    ("tournaments.adjust", "POST"): Row(303, 403, 403, PENALTY),
    ("tournaments.draw", "GET"): DESK,
    ("tournaments.lasting_wishes", "GET"): Row(303, 403, 403),  # to the draw
    ("tournaments.keep_apart", "POST"): Row(
        303, 403, 403, {"one": "1", "other": "2", "apart": "1"}
    ),
    ("tournaments.keep_table", "POST"): Row(303, 403, 403, {"pair": "1", "table": "1"}),
    ("tournaments.keep_clubs_apart", "POST"): Row(303, 403, 403, {"apart": "1"}),
    ("tournaments.propose_round", "POST"): Row(422, 403, 403),  # round 1 is not done
    ("tournaments.draw_round", "POST"): Row(422, 403, 403),
    ("tournaments.final", "GET"): DESK,
    ("tournaments.add_final", "POST"): Row(422, 403, 403, {"count": "2"}),  # nor are all rounds
    ("tournaments.swap", "GET"): Row(303, 403, 403),  # to the draw
    ("tournaments.swap_tables", "POST"): Row(422, 403, 403, {"one": "1", "other": "1"}),
    ("tournaments.take_back", "GET"): Row(303, 403, 403),  # to the draw
    ("tournaments.undraw", "POST"): Row(303, 403, 403),
    ("tournaments.history", "GET"): READ,
    ("tournaments.undo", "GET"): Row(404, 403, 403),  # no pair that was added is undone
    ("tournaments.undo", "POST"): Row(404, 403, 403),
    ("tournaments.board", "GET"): READ,
    ("tournaments.board_before", "GET"): Row(303, 303, 303),
    ("tournaments.live_board", "GET"): READ,
    ("tournaments.start_clock", "POST"): Row(303, 403, 403),
    ("tournaments.table", "GET"): Row(200, 200, 403),
    ("tournaments.enter_result", "POST"): Row(422, 303, 403, {"a": "351", "b": "200"}),
    ("tournaments.live_grid", "GET"): Row(200, 200, 403),
    ("tournaments.write_grid", "POST"): Row(303, 303, 403, {"a1": "351", "b1": "199"}),
    ("tournaments.forfeit", "POST"): Row(303, 403, 403, {"by": "a"}),
    ("tournaments.rule_result", "POST"): Row(
        303, 403, 403, {"ruled_a": "300", "ruled_b": "290", **WHY}
    ),
    ("tournaments.withdraw_result", "POST"): Row(422, 422, 403, WHY),  # none is written
    ("tournaments.table_link", "GET"): DESK,
    ("tournaments.renew_link", "POST"): Row(303, 403, 403),
    ("tournaments.sheet", "GET"): Row(200, 200, 403),
    ("tournaments.check_typed_sheet", "POST"): Row(200, 200, 403, SHEET),
    ("tournaments.write_sheet", "POST"): Row(422, 303, 403, SHEET),  # the helper wrote it
    ("tournaments.kept_sheet", "GET"): Row(404, 404, 404),  # none is written
    ("tournaments.screen", "GET"): READ,
    ("tournaments.card", "GET"): READ,
    ("tournaments.card_of_standings", "GET"): READ,
    ("tournaments.embed_standings", "GET"): READ,
    ("tournaments.embed_round", "GET"): READ,
    ("tournaments.embed_table", "GET"): READ,
    ("tournaments.export_csv", "GET"): READ,
    ("tournaments.files", "GET"): READ,
    ("tournaments.export_json", "GET"): READ,
    ("tournaments.papers", "GET"): DESK,
    ("tournaments.paper", "GET"): DESK,
    ("tournaments.make_paper", "POST"): Row(303, 403, 403),
    ("tournaments.cancel_paper", "POST"): Row(303, 403, 403),
    ("tournaments.paper_progress", "GET"): Row(303, 403, 403),  # nothing is being made
    ("tournaments.paper_pdf", "GET"): Row(303, 403, 403),
}


def address(app, key, tournament_id):
    """The route's address for this tournament: its first pair, round and table."""
    values = {
        "tournament_id": tournament_id,
        "number": 1,
        "table": 1,
        "helper": 1,
        "seq": 2,
        "paper": "sheets",
        "wanted": "draw",
        "before": "projector",
        "other_id": tournament_id,
        "club_id": "x" * 22,
    }
    rule = next(one for one in app.url_map.iter_rules(key[0]) if key[1] in one.methods)
    with app.test_request_context():
        return app.url_for(key[0], **{name: values[name] for name in rule.arguments})


def fields(phone, key, held, **changes):
    """Return the fields of a right request, with the phone's own token."""
    own = {
        "csrf_token": phone.token(),
        "op_id": new_operation_id(),
        "revision": str(held.revision),
    }
    given = {**own, **TOURNAMENT_ROWS[key].fields, **changes}
    return [(name, value) for name, value in given.items() if value is not None]


def ask(phone, key, held, *, public_id=None, headers=None, **changes):
    """The phone does it to the tournament, or to the one of this address."""
    path = address(phone.app, key, public_id or held.public_id)
    if key[1] == "GET":
        return phone.get(path)
    return phone.post(path, fields(phone, key, held, **changes), **(headers or {}))
