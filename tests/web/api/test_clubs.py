"""Clubs for programs: operations and figures."""

import json

import pytest

from scorekeeper.club import club_service
from scorekeeper.club.acts.club_fields import CLUB_CODES
from scorekeeper.club.club_matches import seatings_of
from scorekeeper.club.seasons import record_codec
from scorekeeper.club.seasons.season_reader import answer
from scorekeeper.explain.season_words import SEASON_CODES
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.match.import_export import match_file_of
from scorekeeper.match.matches import find_match
from tests.support.desk import ClubDesk, ClubTable, Desk
from tests.support.program import BY_PLACE, DOCUMENT, Director, Secretary
from tests.support.table import MADE
from tests.web.api.conftest import KNOWN, NAMES


def persons(club):
    return [(one["person"], one["name"]) for one in club["persons"]]


def test_a_club_is_told_as_it_was_begun(app):
    rules = {"preset": "cafe", "claim": True, "target": 301}
    secretary = Secretary(app).begin(place="Larnaka", rules=rules)
    told = secretary.club()
    assert (told["name"], told["place"]) == ("Club", "Larnaka")
    assert (told["rules"]["claim"], told["rules"]["target"]) == (True, 301)
    assert (told["persons"], told["tournaments"], told["seasons"]) == ([], [], [])
    assert told["watch"].endswith(f"/c/{secretary.public_id}/")
    assert Secretary(app).begin().club()["rules"]["preset"] == "cafe", "as is usual"


@pytest.mark.parametrize(
    ("fields", "code", "field"),
    [
        ({"name": None}, "missing", "name"),
        ({"name": " "}, "no_name", "name"),
        ({"name": "x" * 81}, "unknown", "name"),
        ({"rules": "nobody's"}, "unknown", "preset"),
        ({"prize": "a ham"}, "unknown", "prize"),
    ],
)
def test_invalid_club_is_refused_with_its_code_and_field(app, fields, code, field):
    answer = Secretary(app).send("POST", "/clubs", {"name": "Club", **fields})
    assert (answer.status, answer.codes) == (422, [(code, field)])
    assert answer.data["problems"][0]["message"]


def test_persons_come_change_and_turn_out_to_be_one(secretary):
    secretary.done("add_person", name="Μαρία", note="the tall one", by_number=True)
    secretary.done("join_persons", person="1", other="5")
    secretary.done("change_person", person="2", name="George", note="", by_number=False)
    told = secretary.club()["persons"]
    assert [one["same_as"] for one in told] == [None, None, None, None, "1"]
    assert (told[1]["name"], told[4]["note"]) == ("George", "the tall one")
    secretary.done("part_person", person="5")
    assert secretary.club()["persons"][4]["same_as"] is None
    assert secretary.do("part_person", person="5").codes == [("not_joined", "person")]


def test_a_stranger_is_told_what_the_clubs_page_tells(secretary):
    secretary.done("add_person", name="Sotiris", note="the baker", by_number=True)
    secretary.done("join_persons", person="1", other="2")
    stranger = secretary.with_secret(None).club()
    assert persons(stranger) == [("1", "Maria"), ("3", "Eleni"), ("4", "Andreas"), ("5", "No. 5")]
    assert {*stranger["persons"][0]} == {"person", "name"}
    assert persons(secretary.helper().club())[-1] == ("5", "Sotiris")
    for path in ("", "/matches", "/record"):
        text = secretary.with_secret(None).get(secretary.path + path).text
        assert not [one for one in ("Sotiris", "the baker") if one in text], path


def test_a_stranger_is_led_to_no_tournament_that_would_tell_a_name(in_season):
    address = in_season.first.public_id
    led = [{"tournament": address}]
    assert in_season.with_secret(None).club()["tournaments"] == led
    in_season.done("change_person", person="1", name="Maria", note="", by_number=True)
    stranger = in_season.with_secret(None)
    told = stranger.club()
    assert told["tournaments"] == [{"tournament": None}]
    assert told["seasons"][0]["tournaments"] == [{"tournament": None, "weight": "1"}]
    for path in ("", "/seasons/1", "/record", "/matches"):
        text = stranger.get(in_season.path + path).text
        assert [one for one in (address, "Maria") if one in text] == [], path
    own = in_season.club()
    assert own["tournaments"] == [{"tournament": address, "persons": KNOWN}]
    assert own["seasons"][0]["tournaments"][0]["tournament"] == address


def test_a_season_changes_with_its_reason_and_a_tournament_leaves(in_season):
    rules = {**BY_PLACE, "best": 1}
    assert in_season.season(in_season.first, rules=rules).codes == [("no_reason", "reason")]
    assert in_season.season(in_season.first, rules=rules, reason="voted").status == 201
    assert in_season.club()["seasons"][0]["reason"] == "voted"
    in_season.done("take_tournament_out", tournament=in_season.first.public_id)
    assert in_season.get(f"{in_season.path}/seasons/1").data["rows"] == []


def test_season_is_saved_once_though_its_order_changed_meanwhile(in_season):
    lost = {"op_id": new_operation_id(), "revision": in_season.held().revision}
    told = {"rules": {**BY_PLACE, "best": 2}, "reason": "voted"}
    assert in_season.season(in_season.first, **told, **lost).status == 201
    other = "end" if in_season.held().club.seasons[0].ranking == "rounds" else "rounds"
    changed = in_season.season(in_season.first, rules=BY_PLACE, ranking=other, reason="again")
    assert changed.status == 201
    assert in_season.season(in_season.first, **told, **lost).status == 200


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ({"points": {"scheme": "luck"}}, [("unknown_value", "rules.points.scheme")]),
        ({"points": {"scheme": "places"}}, [("missing", "rules.points.table")]),
        ({"best": 0, "ties": ["wins", "wins"]},
         [("out_of_range", "rules.best"), ("repeated", "rules.ties.1")]),
        ({"best": "5"}, [("not_a_number", "rules.best")]),
        ({"prize": 1}, [("unknown_field", "rules.prize")]),
        ({"events": []}, [("unknown_field", "rules.events")]),
    ],
)  # fmt: skip
def test_invalid_season_rules_are_refused_with_their_codes_and_fields(secretary, rules, expected):
    answer = secretary.season(rules={**BY_PLACE, **rules})
    assert (answer.status, answer.codes) == (422, expected)
    assert all(one["message"] for one in answer.data["problems"])
    assert secretary.club()["seasons"] == []


def test_a_weight_that_is_none_is_named_where_it_stands(in_season):
    counted = [{"tournament": in_season.first.public_id, "weight": "1000.01"}]
    told = {"season": 1, "name": "Spring", "rules": BY_PLACE, "tournaments": counted}
    heavy = in_season.do("set_season_up", **told)
    assert heavy.codes == [("out_of_range", "tournaments.0.weight")]
    counted = [{"tournament": in_season.first.public_id, "weight": "0"}]
    told = {"season": 1, "name": "Spring", "rules": BY_PLACE, "tournaments": counted * 2}
    assert in_season.do("set_season_up", **told).codes == [
        ("out_of_range", "tournaments.0.weight"),
        ("repeated", "tournaments.1.tournament"),
        ("out_of_range", "tournaments.1.weight"),
    ]


def test_invalid_operation_is_refused_with_its_code_and_field(in_season):
    first = in_season.first.public_id
    cases = [
        ({"op": None}, ("missing", "op")),
        ({"op": "dissolve"}, ("unknown", "op")),
        ({"op": "add_person"}, ("missing", "name")),
        ({"op": "add_person", "name": ""}, ("no_name", "name")),
        ({"op": "add_person", "name": "maria"}, ("person_there", "name")),
        ({"op": "add_person", "name": "x", "age": 7}, ("unknown", "age")),
        ({"op": "change_person", "person": "1", "name": "x", "note": ""}, ("missing", "by_number")),
        ({"op": "join_persons", "person": "1", "other": 2}, ("unknown", "other")),
        ({"op": "join_persons", "person": "1", "other": "9"}, ("no_person", "person")),
        ({"op": "join_persons", "person": "1", "other": "2"}, ("both_played", "other")),
        ({"op": "add_tournament", "tournament": first}, ("tournament_there", "tournament")),
        ({"op": "know_players", "tournament": first, "persons": {"x": ["1", "2"]}},
         ("unknown", "persons")),
        ({"op": "know_players", "tournament": first, "persons": {"1": ["1", "9"]}},
         ("no_person", "players")),
        ({"op": "know_players", "tournament": first, "persons": KNOWN}, ("nothing_new", "players")),
        ({"op": "set_season_up", "season": 3, "name": "x", "rules": BY_PLACE, "tournaments": []},
         ("no_season", "season")),
        ({"op": "set_season_up", "season": 2, "name": "x", "rules": 7, "tournaments": []},
         ("unknown", "rules")),
        ({"op": "change", "name": "Club", "place": "", "rules": "cafe"}, ("nothing_new", "name")),
        ({"op": "change", "name": "Club", "place": "", "rules": "luck"}, ("unknown", "preset")),
    ]  # fmt: skip
    for told, expected in cases:
        answer = in_season.do(**{"revision": in_season.held().revision, "headers": None, **told})
        assert (answer.status, answer.codes) == (422, [expected]), told
        assert answer.data["problems"][0]["message"]
    short = {"op": "add_person", "name": "x", "revision": 1}
    assert in_season.send("PUT", f"{in_season.path}/ops/short", short).codes == [
        ("unknown", "op_id")
    ]


def test_operation_sent_twice_is_done_once(secretary):
    op_id, now = new_operation_id(), secretary.held().revision
    answers = [
        secretary.do("add_person", name="Nikos", op_id=op_id, revision=now) for _ in range(2)
    ]
    assert [answer.status for answer in answers] == [201, 200]
    assert answers[0].data == answers[1].data
    other = secretary.do("add_person", name="Nikolas", op_id=op_id, revision=now)
    assert (other.status, other.kind) == (422, "operation_reused")
    assert len(secretary.club()["persons"]) == 5


def test_stale_revision_is_refused_only_for_a_person_changed_since(secretary):
    now = secretary.held().revision
    helper = secretary.helper()
    told = {"person": "1", "name": "Marina", "note": "", "by_number": False}
    assert helper.do("change_person", **told, revision=now).status == 201
    told["name"] = "Mariana"
    answer = secretary.do("change_person", **told, revision=now)
    assert (answer.status, answer.kind) == (409, "moved_on")
    assert answer.data["revision"] == secretary.held().revision
    assert secretary.do("change_person", **{**told, "person": "2"}, revision=now).status == 201


def test_operation_that_follows_another_act_of_the_same_number_is_refused(secretary):
    told, now = secretary.club(), secretary.held().revision
    lost = secretary.do("add_person", name="Nikos", revision=now, after=new_operation_id())
    assert (lost.status, lost.kind) == (409, "moved_on")
    kept = secretary.do("add_person", name="Nikos", revision=now, after=told["mark"])
    assert kept.status == 201


def test_a_club_that_is_full_says_so(secretary, monkeypatch):
    monkeypatch.setattr(club_service, "MOST_CLUB_ACTS", secretary.held().revision)
    answer = secretary.do("add_person", name="Nikos")
    assert (answer.status, answer.kind) == (422, "full")
    assert "club" in answer.data["title"]


def test_one_secret_organises_a_club_and_its_tournaments(app, secretary):
    director = Director(app, secretary.secret).set_up()
    assert director.secret == secretary.secret
    secretary.done("add_tournament", tournament=director.public_id)
    assert Secretary(app, director.secret).begin().secret == director.secret
    foreign = Director(app).set_up()
    answer = secretary.do("add_tournament", tournament=foreign.public_id)
    assert (answer.status, answer.kind) == (403, "organiser_only")
    assert secretary.do("add_tournament", tournament="nowhere").status == 404


@pytest.mark.parametrize("path", ["/clubs", "/tournaments"])
def test_nothing_is_begun_with_a_secret_that_is_nobodys(app, secretary, path):
    body = {"name": "Cup", "rules": "cafe"}
    for secret in ("made-up", secretary.new_link("organiser")):
        answer = secretary.with_secret(secret).send("POST", path, body)
        assert (answer.status, answer.kind) == (401, "unauthorized")


def test_names_are_erased_of_a_person_and_of_the_club(in_season):
    told = in_season.send("DELETE", f"{in_season.path}/persons/1/names", {}).data
    assert persons(told)[:2] == [("1", "No. 1"), ("2", "Giorgos")]
    assert in_season.send("DELETE", f"{in_season.path}/persons/9/names", {}).status == 404
    told = in_season.send("DELETE", f"{in_season.path}/names", {}).data
    assert {one["name"] for one in told["persons"]} == {f"No. {n}" for n in range(1, 5)}
    assert told["name"] == ""
    rows = in_season.get(f"{in_season.path}/seasons/1").data["rows"]
    assert [row["points"] for row in rows] == ["25.00", "18.00"]


def test_helpers_have_a_name_each_and_are_removed_one_by_one(secretary):
    made = [
        secretary.send("POST", f"{secretary.path}/links", {"role": "helper", "name": name}).data
        for name in ("Μαρία", "Γιώργος")
    ]
    first, second = (secretary.with_secret(one["secret"]) for one in made)
    assert [one.do("add_person", name=n).status for one, n in ((first, "x"), (second, "y"))] == [
        201, 201,
    ]  # fmt: skip
    told = secretary.get(f"{secretary.path}/helpers").data["helpers"]
    assert [(one["helper"], one["name"], one["devices"]) for one in told] == [
        (1, "Μαρία", 1), (2, "Γιώργος", 1),
    ]  # fmt: skip
    removed = secretary.send("DELETE", f"{secretary.path}/helpers/1", {})
    assert removed.data == {"helper": 1, "name": "Μαρία", "devices": 0, "removed": True}
    assert secretary.send("DELETE", f"{secretary.path}/helpers/9", {}).status == 404
    assert first.do("add_person", name="z").status == 401
    assert second.do("add_person", name="z").status == 201
    again = secretary.send("POST", f"{secretary.path}/links", {"role": "helper", "name": "Μαρία"})
    assert again.data["helper"] == 1


def test_every_code_of_a_club_is_announced():
    announced = DOCUMENT["components"]["schemas"]["ClubCode"]["properties"]["code"]["enum"]
    assert {*CLUB_CODES, *SEASON_CODES, "missing", "unknown"} == {*announced}


def test_a_season_is_told_as_its_command_counts_it(in_season):
    told = in_season.get(f"{in_season.path}/seasons/1").data
    (event,) = told["events"]
    assert (event["id"], event["weight"]) == (in_season.first.public_id, "1.00")
    ranking = [
        {"pair": pair, "place": place, "wins": 2 - place, "draws": 0, "losses": place - 1,
         "byes": 0, "score": score, "difference": score - other}
        for pair, place, score, other in ((["1", "2"], 1, 351, 200), (["3", "4"], 2, 200, 351))
    ]  # fmt: skip
    events = [{"id": event["id"], "date": "2026-02-06", "ranking": ranking}]
    counted = answer({**BY_PLACE, "events": events})
    own = [
        {name: value for name, value in row.items() if name not in ("names", "results")}
        for row in told["rows"]
    ]
    assert own == counted["rows"]
    assert [row["names"] for row in told["rows"]] == [["Maria", "Giorgos"], ["Eleni", "Andreas"]]
    assert in_season.get(f"{in_season.path}/seasons/2").status == 404


@pytest.fixture
def played(app):
    """A club with matches of four persons, one of them shown by number."""
    with app.app_context():
        desk = ClubDesk(*NAMES)
        tables = [ClubTable(desk).play(MADE, MADE), ClubTable(desk).play(MADE)]
        desk.add("Sotiris", by_number=True)
        hidden = ClubTable(desk, {"A1": "5", "A2": "2", "B1": "3", "B2": "4"}).play(MADE)
    secretary = Secretary(app, desk.secret, desk.public_id)
    secretary.matches = [one.kept.public_id for one in (*tables, hidden)]
    return secretary


def test_the_record_is_told_as_its_command_counts_it(app, played):
    with app.app_context():
        ledgers = [find_match(one).ledger for one in played.matches]
        matches = [
            {"seats": dict(seatings_of(one)[0].persons), "match": match_file_of(one)}
            for one in ledgers
        ]
    counted = record_codec.answer(json.loads(json.dumps({"matches": matches})))
    told = played.with_secret(None).get(f"{played.path}/record").data
    assert told["records"] == counted["records"]
    assert played.get(f"{played.path}/record?since=2099-01-01").data == {"records": []}


def test_a_strangers_list_leads_to_no_match_that_would_tell_a_name(played):
    own = played.get(f"{played.path}/matches").data["matches"]
    assert [one["match"] for one in own] == played.matches[::-1]
    assert own[0]["sides"]["A"].startswith("Sotiris")
    assert own[-1]["totals"] == {"A": 38, "B": 12}
    strangers = played.with_secret(None).get(f"{played.path}/matches").data["matches"]
    assert [one["match"] for one in strangers] == [None, *played.matches[1::-1]]
    assert "Sotiris" not in json.dumps(strangers)


def test_while_nothing_is_new_nothing_is_sent(in_season):
    for path in ("", "/seasons/1", "/record", "/matches"):
        address = in_season.path + path
        tag = in_season.get(address).headers["ETag"]
        again = in_season.get(address, If_None_Match=tag)
        assert (again.status, again.content) == (304, b""), path
    tag = in_season.get(f"{in_season.path}/seasons/1").headers["ETag"]
    assert in_season.first.result(1, 200, 351, reason="misread").status == 201
    corrected = in_season.get(f"{in_season.path}/seasons/1", If_None_Match=tag)
    assert corrected.data["rows"][0]["unit"] == ["3", "4"]


def test_pairs_that_changed_places_are_news_to_the_record(app):
    with app.app_context():
        desk = ClubDesk(*NAMES)
        evening = Desk(2).draw().write(1, MADE)
        desk.belong(evening, {"1": ["1", "2"], "2": ["3", "4"]})
        secretary = Secretary(app, desk.secret, desk.public_id)
        address = f"{secretary.path}/record"
        before = secretary.get(address)
        players = {"1": ["3", "4"], "2": ["1", "2"]}
        desk.do("players_known", tournament=evening.public_id, players=players)
    after = secretary.get(address, If_None_Match=before.headers["ETag"])
    assert after.status == 200
    assert after.data != before.data


def test_a_tag_of_one_reader_is_not_another_s(in_season):
    in_season.done("add_person", name="Sotiris", by_number=True)
    own = in_season.get(in_season.path).headers["ETag"]
    stranger = in_season.with_secret(None).get(in_season.path, If_None_Match=own)
    assert stranger.status == 200
    for address in (f"{in_season.path}/seasons/1", f"{in_season.path}/matches"):
        english = in_season.get(address).headers["ETag"]
        assert in_season.get(address, If_None_Match=english, Accept_Language="el").status == 200
    assert in_season.with_secret(None).get(address, If_None_Match=english).status == 200


@pytest.mark.slow
def test_figures_are_counted_so_often_and_no_more(in_season):
    address = f"{in_season.path}/seasons/1"
    tag = in_season.get(address).headers["ETag"]
    matches = in_season.get(f"{in_season.path}/matches").headers["ETag"]
    statuses = {in_season.get(address).status for _ in range(118)}
    assert statuses == {200}
    refused = in_season.get(f"{in_season.path}/record")
    assert (refused.status, int(refused.headers["Retry-After"]) > 0) == (429, True)
    assert in_season.get(address, If_None_Match=tag).status == 304, "that costs nothing"
    assert in_season.get(f"{in_season.path}/matches", If_None_Match=matches).status == 304
    assert in_season.get(in_season.path).status == 200
