"""A tournament kept by programs: set up, drawn, played at its tables, corrected and read."""

from datetime import timedelta

import pytest

from scorekeeper.journal import clock
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.match import agreement, links
from scorekeeper.match.phones import enrol_phone as enrol
from tests.support.phone import Phone
from tests.support.program import Director
from tests.support.table import MADE

A_WINS = {"bidder": "A", "bid": 90, "points": {"A": 97}}


@pytest.fixture
def director(app):
    """Five pairs, of which one always has a bye; two hands a match."""
    return Director(app).set_up(5, length="hands", limit=2)


@pytest.fixture
def drawn(director):
    director.done("draw")
    return director


def test_a_tournament_is_told_as_it_was_set_up(app):
    director = Director(app).set_up(
        length="hands", limit=3, date="2026-11-22", standing={"by": "total", "bye": [40, 20]}
    )
    told = director.tournament()
    assert (told["name"], told["date"], told["length"], told["limit"]) == (
        "Cup", "2026-11-22", "hands", 3
    )  # fmt: skip
    assert told["standing"]["by"] == "total"
    assert told["standing"]["tie_breaks"][0] == "head_to_head", "what is not said is as usual"
    assert told["standing"]["bye"] == [40, 20]
    assert told["watch"].endswith(f"/t/{director.public_id}/")


@pytest.mark.parametrize(("format_", "rounds"), [("round_robin", 0), ("swiss", 5), ("ranking", 5)])
def test_rounds_that_are_not_said_follow_from_the_format(app, format_, rounds):
    told = Director(app).set_up(format=format_).tournament()
    assert told["rounds"] == rounds
    assert told["standing"]["bye"] == "mean"


@pytest.mark.parametrize(
    ("fields", "rounds"),
    [
        ({"format": "round_robin"}, 0),
        ({"format": "round_robin", "rounds": 3}, 3),
        ({"format": "swiss", "place": "Pafos"}, 7),
        ({"format": "ranking"}, 5),
    ],
)
def test_another_format_brings_its_usual_rounds_where_none_are_said(app, fields, rounds):
    director = Director(app).set_up(rounds=7)
    director.done("change", **fields)
    assert director.tournament()["rounds"] == rounds


def test_another_format_that_is_sent_again_is_answered_alike(app):
    director, op_id = Director(app).set_up(), new_operation_id()
    told = {"revision": director.held().revision, "format": "round_robin"}
    answers = [director.do("change", op_id=op_id, **told) for _ in range(2)]
    assert [answer.status for answer in answers] == [201, 200]
    assert answers[0].data == answers[1].data


@pytest.mark.parametrize(
    ("fields", "code", "field"),
    [
        ({"name": None}, "missing", "name"),
        ({"name": " "}, "no_name", "name"),
        ({"name": "x" * 81}, "unknown", "name"),
        ({"date": "2026-02-30"}, "unknown", "date"),
        ({"date": "20261122"}, "unknown", "date"),
        ({"rules": "nobody's"}, "unknown", "preset"),
        ({"length": "hands"}, "missing", "limit"),
        ({"rounds": -1}, "unknown", "rounds"),
        ({"standing": {"bye": "median"}}, "unknown", "standing"),
        ({"standing": {"by": "luck"}}, "unknown", "standing"),
        ({"standing": {"luck": 1}}, "unknown", "standing"),
        ({"forfeit": [100, -1]}, "unknown", "forfeit"),
        ({"moustache": "a long one"}, "unknown", "moustache"),
    ],
)
def test_invalid_tournament_is_refused_with_its_code_and_field(app, fields, code, field):
    body = {"name": "Cup", "rules": "cafe", **fields}
    answer = Director(app).send("POST", "/tournaments", body)
    assert answer.status == 422
    assert answer.codes == [(code, field)]
    assert answer.data["problems"][0]["message"]


def test_pairs_are_added_one_by_one_or_as_a_list(director):
    director.done("add_pairs", pairs=[{"players": ["Maria", "Giorgos"], "seeding": 3}])
    director.done("paste_pairs", text="Eleni; Andreas; AEL; 1; x")
    told = director.tournament()["pairs"][-2:]
    assert [(one["pair"], one["seeding"], one["paid"]) for one in told] == [
        ("6", 3, False),
        ("7", 1, True),
    ]


def test_each_bad_line_of_a_list_is_named_and_none_is_added(director):
    answer = director.do("paste_pairs", text="Eleni, Andreas\nPetros\nOdd1, Even1")
    assert answer.status == 422
    assert [(one["line"], one["code"], one["text"]) for one in answer.data["problems"]] == [
        (2, "one_name", "Petros"),
        (3, "twice", "Odd1, Even1"),
    ]
    assert len(director.tournament()["pairs"]) == 5


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("Eleni και Anna, Zoe και Maria", "more_names"),
        ("Εμείς και φέτος!", "sentence"),
        ("Σύνολο;2", "total"),
        ("Eleni, Ελένη", "same_player"),
        ("1;2", "no_letter"),
        ("PETROS, Ζωή", "alike"),
        ("12/10/23, 9:15 - Antri: καλημέρα", "message"),
    ],
)
def test_a_doubtful_line_of_a_list_is_named_and_none_is_added(director, line, code):
    answer = director.do("paste_pairs", text=f"Ζωή, Πέτρος\n{line}")
    assert [(one["line"], one["code"]) for one in answer.data["problems"]] == [(2, code)]
    assert len(director.tournament()["pairs"]) == 5


def test_a_text_with_what_no_text_has_is_refused(director):
    answer = director.do("paste_pairs", text="Eleni, Anna\0")
    assert (answer.status, len(director.tournament()["pairs"])) == (422, 5)


def test_a_list_that_is_sent_again_is_added_once(director):
    op_id, text = new_operation_id(), "Eleni, Andreas"
    told = {"revision": director.held().revision, "text": text}
    answers = [director.do("paste_pairs", op_id=op_id, **told) for _ in range(2)]
    assert [answer.status for answer in answers] == [201, 200]
    assert answers[0].data == answers[1].data
    assert len(director.tournament()["pairs"]) == 6


def test_a_pair_changes_comes_and_goes(director):
    director.done("change_pair", pair="2", players=["Anna", "Even2"], from_now=True, seeding=4)
    director.done("change_pair", pair="2", seeding=0)
    director.done("change_pair", pair="3", withdrawn=True)
    director.done("attend", absent=["1"])
    told = {one["pair"]: one for one in director.tournament()["pairs"]}
    assert told["2"]["players"] == ["Anna", "Even2"]
    assert told["2"]["seeding"] is None
    assert told["3"]["withdrawn"]
    assert not told["1"]["present"]
    assert director.do("change_pair", pair="9", paid=True).codes == [("no_pair", "pair")]


def test_a_name_put_right_reaches_the_match_and_a_substitute_the_rounds_to_come(app):
    director = Director(app).set_up(2, length="hands", limit=2)
    director.done("draw")
    director.done("change_pair", pair="1", players=["Odd1", "Eve"])
    scorer = director.scorer(1)
    assert "Eve" in {name for side in scorer.ledger().match.sides for name in side.players}
    scorer.do("record", hand=A_WINS)
    director.done("change_pair", pair="1", players=["Guest", "Friend"], from_now=True)
    assert director.tournament()["pairs"][0]["were"] == [{"players": ["Odd1", "Eve"], "until": 1}]
    assert "Eve" in {name for side in scorer.ledger().match.sides for name in side.players}


def test_only_the_organiser_reads_payment_and_presence_of_a_pair(director):
    for other in (director.with_secret(None), director.helper()):
        assert set(other.tournament()["pairs"][0]) == {
            "pair",
            "players",
            "were",
            "club",
            "withdrawn",
        }
    assert director.tournament()["pairs"][0]["present"]


def test_a_round_is_drawn_by_the_seed_of_its_last_proposal(director):
    director.done("propose")
    assert director.do("propose").codes == [("no_reason", "reason")]
    director.done("propose", reason="pair 2 came after all")
    done = director.done("draw", fixed=[["1", "2"]])
    proposed = director.tournament()["proposed"]
    assert [(one["round"], one["reason"]) for one in proposed] == [
        (1, ""),
        (1, "pair 2 came after all"),
    ]
    assert done["data"]["request"]["seed"] == proposed[1]["seed"] != proposed[0]["seed"]
    assert ["1", "2"] in [sorted(table) for table in done["data"]["tables"]]
    told = director.round()
    assert [[one["a"], one["b"]] for one in told["tables"]] == done["data"]["tables"]
    assert told["byes"] == done["data"]["byes"]
    assert {one["state"] for one in told["tables"]} == {"waiting"}


def test_a_draw_that_cannot_be_says_why(director):
    answer = director.do("draw", fixed=[["1", "9"]])
    assert answer.status == 422
    (problem,) = answer.data["problems"]
    assert (problem["code"], problem["pair"]) == ("stranger", "9")
    director.done("draw")
    assert director.do("draw").codes == [("not_done", "round")]


def test_a_table_is_scored_with_the_secret_of_its_sheet(drawn):
    scorer = drawn.scorer(1)
    assert scorer.do("record", hand=A_WINS).status == 201
    (table, other) = drawn.round()["tables"]
    assert (table["state"], table["live"]["hands"]) == ("playing", 1)
    assert table["live"]["match"] == scorer.public_id
    assert scorer.do("record", hand=MADE).status == 201
    (table, other) = drawn.round()["tables"]
    assert (table["state"], other["state"]) == ("over", "waiting")
    assert table["score"] == table["live"]["totals"]


def test_a_flagged_table_is_told(app, drawn):
    scorer = drawn.scorer(1)
    scorer.do("record", hand=A_WINS)
    with app.app_context():
        phone, (theirs, _secret) = links.phone_with_link(scorer.secret, scorer.public_id), enrol()
        link = links.make_link(scorer.public_id, phone, "B")
        links.open_link(link, theirs, new_operation_id())
        (hand,), (row,) = scorer.ledger().hand_ids, scorer.ledger().standing.rows
        seen = hand, (row.score.A, row.score.B), "we counted 66"
        agreement.flag(scorer.public_id, theirs, new_operation_id(), *seen)
    assert [one["flags"] for one in drawn.round()["tables"]] == [1, 0]


def test_a_silent_table_is_told(drawn, monkeypatch):
    drawn.scorer(1).do("record", hand=A_WINS)
    later = clock.moment() + timedelta(minutes=12)
    monkeypatch.setattr(clock, "moment", lambda: later)
    assert [one["silent"] for one in drawn.round()["tables"]] == [12, None]


def test_a_helper_types_what_its_phone_did_not_say_and_both_are_told(drawn):
    scorer = drawn.scorer(1)
    for _ in range(2):
        scorer.do("record", hand=A_WINS)
    assert drawn.helper().result(1, 351, 240).status == 201
    table = drawn.round()["tables"][0]
    assert table["score"] == [351, 240]
    assert table["live"]["totals"] != [351, 240]
    assert table["differs"]
    assert [(one["score"], one["source"]) for one in table["results"]] == [([351, 240], "helper")]


def test_a_whole_sheet_is_kept_and_its_hands_are_counted(app):
    drawn = Director(app).set_up(2, length="hands", limit=3)
    drawn.done("draw")
    sheet = [
        {"points": [97, 65], "score": [19, 6]},
        None,
        {"points": [0, 250], "score": [0, 43], "kapo": "B", "doubled": 2},
    ]
    assert drawn.result(1, 19, 50, sheet=sheet).codes == [("no_sheet", "sheet")]
    assert drawn.result(1, 19, 49, sheet=[]).codes == [("no_sheet", "sheet")]
    assert drawn.result(1, 19, 49, sheet=["97"]).codes == [("unknown", "sheet")]
    assert drawn.result(1, 19, 49, sheet=[*sheet, None]).codes == [("late_hands", "sheet")]
    assert drawn.result(1, 19, 49, sheet=sheet).status == 201
    [written] = drawn.round()["tables"][0]["results"]
    assert (written["score"], written["hands"], written["sheet"]) == ([19, 49], [1, 1], sheet)


def test_a_correction_needs_its_reason_and_names_what_it_changes(drawn):
    for table in (1, 2):
        drawn.result(table, 351, 240)
    drawn.done("draw")
    answer = drawn.result(1, 240, 351)
    assert answer.codes == [("no_reason", "reason")]
    answer = drawn.result(1, 240, 351, reason="the sides were confused")
    assert answer.status == 201
    assert set(answer.data["drawn_otherwise"]) <= {2}
    assert [one["score"] for one in drawn.round()["tables"][0]["results"]] == [
        [351, 240],
        [240, 351],
    ]


def test_helpers_at_other_tables_do_not_disturb_each_other_at_the_same_one_they_do(drawn):
    now = drawn.held().revision
    helper = drawn.helper()
    assert [helper.result(table, 351, 240, revision=now).status for table in (1, 2)] == [201, 201]
    answer = drawn.result(1, 351, 241, revision=now, reason="counted again")
    assert (answer.status, answer.kind) == (409, "moved_on")
    assert answer.data["revision"] == drawn.held().revision


def test_result_sent_twice_is_written_once(drawn):
    op_id, now = new_operation_id(), drawn.held().revision
    answers = [drawn.result(1, 351, 240, op_id=op_id, revision=now) for _ in range(2)]
    assert [answer.status for answer in answers] == [201, 200]
    assert answers[0].data == answers[1].data
    other = drawn.result(1, 351, 241, op_id=op_id, revision=now)
    assert (other.status, other.kind) == (422, "operation_reused")
    assert drawn.round()["tables"][0]["score"] == [351, 240]


def test_a_draw_under_an_id_that_drew_another_is_refused(director):
    op_id, now = new_operation_id(), director.held().revision
    assert director.done("draw", op_id=op_id, revision=now)
    other = director.do("draw", op_id=op_id, revision=now, fixed=[["1", "2"]])
    assert (other.status, other.kind) == (422, "operation_reused")


def test_a_round_is_swapped_taken_back_and_drawn_again(drawn):
    first = drawn.round()["tables"]
    drawn.done("swap", round=1, pairs=[first[0]["a"], first[1]["a"]])
    assert drawn.round()["tables"][0]["a"] == first[1]["a"]
    assert drawn.round()["swaps"] == [[first[0]["a"], first[1]["a"]]]
    drawn.done("undraw", round=1)
    assert drawn.tournament()["drawn"] == []
    drawn.done("draw")
    assert drawn.links()[0]["match"] != first[0]["live"]["match"]


def test_a_played_round_is_taken_back_where_that_is_meant_and_comes_back(drawn):
    drawn.result(1, 351, 240)
    before = drawn.links()
    refused = drawn.do("undraw", round=1)
    assert refused.codes == [("has_results", "round")]
    seq = drawn.done("undraw", round=1, sure=True)["seq"]
    assert drawn.tournament()["drawn"] == []
    drawn.done("undo", seq=seq)
    assert drawn.links() == before
    assert drawn.round()["tables"][0]["score"] == [351, 240]
    again = drawn.do("undo", seq=seq)
    assert again.codes == [("not_undoable", "seq")]


def test_the_names_of_a_deleted_pair_are_read_and_erased_too(director):
    director.done("delete_pair", pair="3", deleted=True)
    path = f"{director.path}/pairs/3"
    assert any(director.get(path).data["players"])
    erased = director.send("DELETE", f"{path}/names", {})
    assert (erased.status, erased.data["players"]) == (200, ["", ""])
    assert not any(director.get(path).data["players"])


def test_helpers_have_a_name_each_and_are_removed_one_by_one(drawn):
    made = [
        drawn.send("POST", f"{drawn.path}/links", {"role": "helper", "name": name}).data
        for name in ("Μαρία", "Γιώργος")
    ]
    first, second = (drawn.with_secret(one["secret"]) for one in made)
    assert [one.result(table, 351, 240).status for table, one in ((1, first), (2, second))] == [
        201, 201,
    ]  # fmt: skip
    tables = drawn.round()["tables"]
    assert [one["results"][0]["helper"] for one in tables] == [one["helper"] for one in made]
    removed = drawn.send("DELETE", f"{drawn.path}/helpers/{made[0]['helper']}", {})
    assert removed.data == {"helper": 1, "name": "Μαρία", "devices": 0, "removed": True}
    told = [
        (one["name"], one["removed"]) for one in drawn.get(f"{drawn.path}/helpers").data["helpers"]
    ]
    assert told == [("Μαρία", True), ("Γιώργος", False)]
    assert first.result(1, 351, 241, reason="misread").status == 401
    assert second.result(2, 351, 241, reason="misread").status == 201
    again = drawn.send("POST", f"{drawn.path}/links", {"role": "helper", "name": "Μαρία"}).data
    assert again["helper"] == 1
    assert drawn.with_secret(again["secret"]).result(1, 351, 241, reason="misread").status == 201


def test_penalties_lots_and_the_clock(app):
    director = Director(app).set_up(4, length="minutes", limit=45)
    director.done("draw")
    assert director.round()["ends"] is None
    director.done("start_clock", round=1)
    assert director.round()["ends"] > director.round()["clock"]
    director.done("adjust", pair="1", to="wins", points=-2, reason="late")
    director.done("draw_lots")
    told = director.tournament()
    assert told["adjustments"] == [{"pair": "1", "to": "wins", "points": -2, "reason": "late"}]
    assert told["standings"][-1]["pair"] == "1"
    assert len({one["place"] for one in told["standings"]}) == 4, "lots tell all apart"


@pytest.mark.parametrize("to", ["total", "hands_won"])
def test_penalty_of_a_number_that_counts_nothing_is_refused(app, to):
    director = Director(app).set_up(2, standing={"by": "wins", "tie_breaks": ["lots"]})
    penalty = {"pair": "1", "to": to, "points": -2, "reason": "late"}
    assert director.do("adjust", **penalty).codes == [("counts_nothing", "to")]
    assert director.tournament()["adjustments"] == []
    director.done("adjust", **{**penalty, "to": "difference"})
    director.done("change", standing={"by": "match_points", "tie_breaks": ["lots"]})
    assert len(director.tournament()["adjustments"]) == 1, "what is stored stands"


def test_the_clock_is_paused_goes_on_and_gets_more_minutes(app):
    director = Director(app).set_up(4, length="minutes", limit=45)
    director.done("draw")
    assert director.do("pause_clock", round=1).codes == [("clock_stands", "round")]
    assert director.do("add_minutes", round=1, minutes=5).codes == [("clock_stands", "round")]
    director.done("start_clock", round=1)
    assert director.do("resume_clock", round=1).codes == [("clock_runs", "round")]
    director.done("pause_clock", round=1)
    assert director.round()["paused"]
    ends = director.round()["ends"]
    director.done("add_minutes", round=1, minutes=5)
    assert director.round()["ends"] > ends
    director.done("resume_clock", round=1)
    assert director.round()["paused"] is None


def test_no_clock_ends_a_match_of_so_many_hands(drawn):
    assert drawn.do("pause_clock", round=1).codes == [("no_clock", "round")]
    assert drawn.do("start_clock", round=1).codes == [("no_clock", "round")]
    assert drawn.round()["ends"] is None


def test_a_round_tells_what_ends_its_matches(drawn):
    drawn.done("change", limit=3)
    told = drawn.tournament()
    assert (told["limit"], told["drawn"][0]["length"], told["drawn"][0]["limit"]) == (3, "hands", 2)


def test_a_lost_link_is_replaced(drawn):
    lost = drawn.scorer(1)
    lost.do("record", hand=A_WINS)
    path = f"{drawn.path}/rounds/1/tables/1/link"
    renewed = drawn.send("POST", path, b"")
    assert renewed.status == 201
    assert renewed.data == drawn.links()[0]
    assert lost.do("record", hand=A_WINS).status == 401
    found = drawn.scorer(1)
    assert found.secret != lost.secret
    assert found.do("record", hand=A_WINS).status == 201
    assert drawn.round()["tables"][0]["state"] == "over"


def test_while_nothing_is_new_it_costs_next_to_nothing(drawn):
    for path in (drawn.path, f"{drawn.path}/rounds/1"):
        tag = drawn.get(path).headers["ETag"]
        assert drawn.get(path, If_None_Match=tag).status in (200, 304)
        drawn.scorer(1).do("record", hand=A_WINS)
        assert drawn.get(path, If_None_Match=tag).status == 200
        drawn.scorer(2).do("record", hand=A_WINS)


def test_invalid_operation_is_refused_with_its_code_and_field(drawn):
    cases = [
        ({"op": None}, ("missing", "op")),
        ({"op": "redraw"}, ("unknown", "op")),
        ({"op": "result", "round": 1, "table": 1}, ("missing", "score")),
        ({"op": "result", "round": 1, "table": 1, "score": [1]}, ("unknown", "score")),
        ({"op": "result", "round": 7, "table": 1, "score": [1, 2]}, ("no_table", "table")),
        ({"op": "draw", "seed": 7}, ("unknown", "seed")),
        (
            {"op": "adjust", "pair": 1, "to": "wins", "points": 1, "reason": "x"},
            ("unknown", "pair"),
        ),
        ({"op": "change"}, ("nothing_new", "name")),
        ({"op": "change", "limit": 0}, ("missing", "limit")),
        ({"op": "add_pairs", "pairs": [{"club": "AEL"}]}, ("one_player", "pairs")),
    ]
    for told, expected in cases:
        answer = drawn.do(**{"revision": drawn.held().revision, "headers": None, **told})
        assert answer.status == 422, told
        assert answer.codes == [expected]
    short = {"op": "draw", "revision": 1}
    assert drawn.send("PUT", f"{drawn.path}/ops/short", short).codes == [("unknown", "op_id")]


def test_a_length_that_needs_no_limit_has_none(director):
    director.done("change", length="target")
    assert director.tournament()["limit"] == 0


def test_result_that_follows_another_act_of_the_same_number_is_refused(drawn):
    """A backup was put back, and another helper has written since."""
    told, revision = drawn.tournament(), drawn.held().revision
    for lost in (new_operation_id(), told["mark"][::-1]):
        answer = drawn.result(1, 40, 12, revision=revision, after=lost)
        assert (answer.status, answer.kind) == (409, "moved_on")
    theirs = drawn.held().tournament.acts[-1].op_id
    assert drawn.result(1, 40, 12, revision=revision, after=theirs).status == 201
    mark = told["mark"]
    assert drawn.result(2, 40, 12, revision=revision, after=mark).status == 201, "another table"
    assert drawn.result(2, 40, 12, revision=revision, after="none").status == 422


def test_a_result_that_moves_who_is_in_the_final_is_asked_about(app):
    director = Director(app).set_up(4, format="swiss", rounds=1)
    director.done("draw")
    for table in (1, 2):
        assert director.result(table, 351, 200).status == 201
    phone = Phone(app)
    phone.client.set_cookie("phone", director.secret)
    phone.press(phone.get(f"/t/{director.public_id}/final"), "Final of the first 2")
    director.done("draw")
    late = director.result(1, 200, 351, reason="misread", revision=2)
    assert late.status == 409, "there is no use in asking"
    asked = director.result(1, 200, 351, reason="misread")
    assert (asked.status, asked.codes) == (422, [("moves_final", "score")])
    assert director.result(1, 200, 351, reason="misread", sure=True).status == 201


@pytest.mark.parametrize(
    ("score", "code"),
    [
        ([0, 0], "nothing"),
        ([351, -20], "below_zero"),
        ([12, 9], "target_missed"),
        ([3520, 240], "too_much"),
        ([360, 360], "level"),
    ],
)
def test_a_result_that_may_be_a_slip_is_asked_about_and_written_as_sure(app, score, code):
    director = Director(app).set_up(2)
    director.done("draw")
    asked, op_id = director.result(1, *score), new_operation_id()
    assert (asked.status, asked.kind, asked.codes) == (422, "doubtful", [(code, "score")])
    assert director.round()["tables"][0]["score"] is None
    for status in (201, 200):
        assert director.result(1, *score, sure=True, op_id=op_id).status == status
    assert director.round()["tables"][0]["score"] == score


def test_unfinished_result_sent_again_is_not_asked_about_again(app):
    director = Director(app).set_up(2, length="minutes", limit=60)
    director.done("draw")
    op_id = new_operation_id()
    told = {"op_id": op_id, "revision": director.held().revision}
    assert director.result(1, 90, 60, **told).status == 201
    assert director.result(1, 90, 60, **told).status == 200


def test_impossible_or_stale_result_is_refused_without_a_question(app):
    director = Director(app).set_up(2)
    director.done("draw")
    before = director.held().revision
    assert director.result(9, 12, 9).codes == [("no_table", "table")]
    director.result(1, 351, 200)
    assert director.result(1, 12, 9, revision=before).status == 409


def test_a_forfeit_a_ruling_and_a_withdrawal_are_told(app):
    director = Director(app).set_up(4, forfeit=[150, 20], absence="forfeited")
    assert director.tournament()["forfeit"] == [150, 20]
    director.done("draw")
    director.done("forfeit", round=1, table=1, by="b")
    table = director.round()["tables"][0]
    assert (table["score"], table["forfeit"]) == ([150, 20], "b")
    director.done("rule_result", round=1, table=1, score=[10, 12], reason="stopped")
    table = director.round()["tables"][0]
    assert (table["score"], table["ruled"], "forfeit" in table) == ([10, 12], True, False)
    director.done("withdraw_result", round=1, table=1, reason="another table")
    table = director.round()["tables"][0]
    assert (table["score"], table["withdrawn"], len(table["results"])) == (None, True, 2)


def play(director, number):
    """A result at each table of a round that is drawn now."""
    director.done("draw")
    for table in director.round(number)["tables"]:
        assert director.result(table["table"], 351, 200 + number, number=number).status == 201


def test_round_of_groups_tells_its_parts_and_the_tournament_its_phases(app):
    phases = [{"format": "knockout", "from": [{"phase": 1, "places": [1]}]}]
    director = Director(app).set_up(8, format="round_robin", rounds=1, groups=2, phases=phases)
    play(director, 1)
    assert [one["group"] for one in director.round()["parts"]] == [1, 2]
    told = director.tournament()
    assert [one["state"] for one in told["played_phases"]] == ["finished", "playing"]
    assert [one["place"] for one in told["final_order"]] == [None, None, 3, 4, 5, 6, 7, 8]
    play(director, 2)
    told = director.tournament()
    assert [one["place"] for one in told["final_order"]] == [*range(1, 9)]
    assert director.round(2)["parts"][0]["phase"] == 2


def test_table_of_players_tells_both_of_each_side(app):
    director = Director(app).set_up(format="individual", rounds=2)
    director.done("add_pairs", pairs=[{"players": [f"Player{n}", ""]} for n in range(1, 6)])
    director.done("propose")
    play(director, 1)
    told = director.tournament()
    (table,) = told["drawn"][0]["tables"]
    assert len({*table["a"], *table["b"], *told["drawn"][0]["byes"]}) == 5
    assert told["final_order"] is not None
