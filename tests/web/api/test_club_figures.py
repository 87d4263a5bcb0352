"""The figures of a club, as programs read them: a season, the record, the matches."""

import json

import pytest

from scorekeeper.club.club_matches import seatings_of
from scorekeeper.club.seasons import record_codec
from scorekeeper.club.seasons.season_reader import answer
from scorekeeper.match.import_export import match_file_of
from scorekeeper.match.matches import find_match
from tests.club_desk import ClubDesk
from tests.club_table import ClubTable
from tests.desk import Desk
from tests.secretary import BY_PLACE, Secretary
from tests.table import MADE
from tests.web.api.conftest import NAMES


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
