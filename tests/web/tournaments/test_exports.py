"""A tournament for other programs: what everybody may see, and nothing that a spreadsheet runs."""

import csv
import io
import json

import pytest

from tests.phone import Phone


@pytest.fixture
def drawn(organise):
    return organise(5, then=lambda desk: desk.draw().result(1, 351, 240))


def rows(phone, url, wanted):
    with phone.client.get(f"{url}{wanted}.csv", headers=phone.headers) as response:
        assert response.mimetype == "text/csv"
        text = io.StringIO(response.data.decode("utf-8-sig"))
        return list(csv.reader(text, delimiter=";" if phone.language == "el" else ","))


def whole(phone, url):
    return json.loads(phone.get(f"{url}tournament.json").html)


def test_the_public_page_leads_to_every_list(app, drawn):
    page = Phone(app).get(drawn.url)
    for wanted in ("draw.csv", "results.csv", "standings.csv", "tournament.json"):
        assert f"{drawn.url}{wanted}" in page.links()


def test_the_draw_has_a_row_a_table_and_one_a_bye(app, drawn):
    heading, first, second, bye = rows(Phone(app), drawn.url, "draw")
    last = drawn.tournament().last_round
    assert heading[:2] == ["Round", "Table"]
    a, b = last.tables[0].a, last.tables[0].b
    assert first == ["1", "1", a, f"Odd{a}", f"Even{a}", b, f"Odd{b}", f"Even{b}"]
    assert second[1] == "2"
    assert bye[1:3] == ["bye", last.byes[0]]


def test_results_are_there_as_far_as_they_are_known(app, drawn):
    _heading, first, second, _bye = rows(Phone(app), drawn.url, "results")
    assert first[5:7] == ["351", "240"]
    assert second[5:7] == ["", ""]


def test_standings_are_numbers_to_add_up(app, drawn):
    heading, *found = rows(Phone(app), drawn.url, "standings")
    assert heading[5:] == ["Wins", "Difference", "Points"]
    winner = drawn.tournament().last_round.tables[0].a
    assert ["1", winner, f"Odd{winner}", f"Even{winner}", "", "1", "111", "351"] in found
    assert sum(int(row[6]) for row in found) == 0


def test_a_past_round_names_those_who_played_it(app, organise):
    organiser = organise(3, then=lambda desk: desk.draw().play())
    seat = {"player1": "Guest", "player2": "Friend", "from_now": "1"}
    for number in (1, 2, 3):
        organiser.press(organiser.page(f"pairs/{number}"), "Save the pair", **seat)
    for wanted in ("draw", "results"):
        cells = [cell for row in rows(Phone(app), organiser.url, wanted) for cell in row]
        assert {"Odd1", "Odd2", "Odd3"} <= {*cells}
        assert "Guest" not in cells
    pair = whole(Phone(app), organiser.url)["pairs"][0]
    assert (pair["players"], pair["were"]) == (
        ["Guest", "Friend"],
        [{"players": ["Odd1", "Even1"], "until": 1}],
    )


def test_half_a_win_is_a_number_too(app, organise):
    organiser = organise(2, then=lambda desk: desk.draw().result(1, 300, 300))
    _heading, *found = rows(Phone(app), organiser.url, "standings")
    assert [row[5] for row in found] == ["0.5", "0.5"]


def test_a_name_is_no_formula(app, organise):
    organiser = organise(2)
    organiser.add_pairs("=A1*2, @Maria")
    organiser.press(organiser.proposal(), "Draw it so")
    cells = [cell for row in rows(Phone(app), organiser.url, "standings") for cell in row]
    assert "'=A1*2" in cells
    assert "'@Maria" in cells


def test_json_has_all_that_is_public_and_nothing_that_is_not(app, drawn):
    told = whole(Phone(app), drawn.url)
    assert told["name"] == "Cup"
    assert len(told["pairs"]) == len(told["standings"]) == 5
    (drawn_round,) = told["drawn"]
    assert drawn_round["tables"][0]["score"] == [351, 240]
    assert drawn_round["tables"][1]["score"] is None
    assert drawn_round["draw"]["format"] == "swiss"
    assert not {"paid", "present"} & told["pairs"][0].keys()


def test_headings_are_in_the_reader_s_language(app, drawn):
    assert rows(Phone(app, "el"), drawn.url, "draw")[0][0] == "Γύρος"


def test_there_is_no_other_list(app, drawn):
    assert Phone(app).get(f"{drawn.url}pairs.csv").status == 404


def test_no_list_has_a_scorer_s_link(app, drawn):
    secret = drawn.page("rounds/1/tables/1/link").words(".//p[@id='address']").partition("#")[2]
    assert len(secret) == 43
    for wanted in ("draw.csv", "results.csv", "standings.csv", "tournament.json", "screen"):
        assert secret not in Phone(app).get(f"{drawn.url}{wanted}").html
