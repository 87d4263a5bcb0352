"""A tournament for other programs: only public data, and nothing that a spreadsheet runs."""

import csv
import io
import json

import pytest

from scorekeeper.tournament.pasted_list import read_pairs
from tests.support.phone import Phone

LISTS = ("draw.csv", "results.csv", "standings.csv", "cross.csv", "pairs.csv")


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
    phone = Phone(app)
    assert f"{drawn.url}files" in phone.get(drawn.url).links()
    page = phone.get(f"{drawn.url}files")
    for wanted in (*LISTS, "tournament.json"):
        assert f"{drawn.url}{wanted}" in page.links()


@pytest.mark.parametrize(
    ("separator", "sign", "half"),
    [("comma", ",", "0.5"), ("semicolon", ";", "0,5"), ("tab", "\t", "0.5")],
)
def test_csv_uses_the_chosen_separator(app, organise, separator, sign, half):
    organiser, phone = organise(2, then=lambda desk: desk.draw().result(1, 300, 300)), Phone(app)
    page = phone.get(f"{organiser.url}files?separator={separator}")
    (link,) = [link for link in page.links() if "/standings.csv" in link]
    with phone.client.get(link, headers=phone.headers) as response:
        text = response.data.decode("utf-8-sig")
    heading, first, _second = csv.reader(io.StringIO(text), delimiter=sign)
    assert heading[:3] == ["Rank", "Number", "Player 1"]
    assert first[5] == half


def test_every_column_of_a_list_has_a_name_of_its_own(app, drawn):
    for wanted in LISTS:
        for language in ("en", "el"):
            heading, *_rest = rows(Phone(app, language), drawn.url, wanted.removesuffix(".csv"))
            assert len({*heading}) == len(heading), (wanted, language)


@pytest.mark.parametrize("language", ["en", "el"])
def test_the_pairs_can_be_pasted_into_the_next_tournament(app, organise, language):
    first, second = organise(3), organise()
    phone = Phone(app, language)
    with phone.client.get(f"{first.url}pairs.csv", headers=phone.headers) as response:
        pasted = read_pairs(response.data.decode("utf-8-sig"))
    assert not pasted.bad
    assert [pair.players for pair in pasted.pairs] == [
        pair.players for pair in first.tournament().pairs.values()
    ]
    assert not second.tournament().pairs


def test_a_forfeit_and_a_ruling_have_their_columns(app, organise):
    def decide(desk):
        desk.draw().do("forfeited", round=1, table=1, by="b", reason="went home")

    organiser = organise(5, then=decide)
    heading, first, second, bye = rows(Phone(app), organiser.url, "results")
    table = organiser.tournament().last_round.tables[0]
    at = heading.index("Forfeited by")
    assert (first[at], second[at], bye[at]) == (table.b, "", "")
    assert bye[heading.index("Bye")] == "x"
    heading, *found = rows(Phone(app), organiser.url, "standings")
    at = heading.index("Forfeited rounds")
    assert {row[1]: row[at] for row in found}[table.b] == "1"


def test_the_cross_table_has_a_row_for_each_pair_and_round(app, drawn):
    heading, *found = rows(Phone(app), drawn.url, "cross")
    table = drawn.tournament().last_round.tables[0]
    named = [dict(zip(heading, row, strict=True)) for row in found]
    winner = next(row for row in named if row["Number"] == table.a)
    assert winner["Against pair"] == table.b
    assert (winner["Own points"], winner["Points of the others"]) == ("351", "240")
    assert winner["Outcome"] == "won"
    assert len(named) == 5


def test_the_draw_has_a_row_a_table_and_one_a_bye(app, drawn):
    heading, first, second, bye = rows(Phone(app), drawn.url, "draw")
    last = drawn.tournament().last_round
    assert heading[:2] == ["Round", "Table"]
    a, b = last.tables[0].a, last.tables[0].b
    assert first == ["1", "1", a, f"Odd{a}", f"Even{a}", b, f"Odd{b}", f"Even{b}", ""]
    assert second[1] == "2"
    assert (bye[1], bye[2], bye[-1]) == ("", last.byes[0], "x")


def test_results_are_there_as_far_as_they_are_known(app, drawn):
    _heading, first, second, _bye = rows(Phone(app), drawn.url, "results")
    assert first[8:10] == ["351", "240"]
    assert second[8:10] == ["", ""]


def test_standings_are_numbers_to_add_up(app, organise):
    drawn = organise(4, then=lambda desk: desk.draw().result(1, 351, 240))
    heading, *found = rows(Phone(app), drawn.url, "standings")
    assert heading[5:8] == ["Wins", "Difference", "Points"]
    found = [row[:8] for row in found]
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
    assert Phone(app).get(f"{drawn.url}phones.csv").status == 404


def test_no_list_has_a_scorer_s_link(app, drawn):
    secret = drawn.page("rounds/1/tables/1/link").words(".//p[@id='address']").partition("#")[2]
    assert len(secret) == 43
    for wanted in ("draw.csv", "results.csv", "standings.csv", "tournament.json", "screen"):
        assert secret not in Phone(app).get(f"{drawn.url}{wanted}").html


def test_greek_standings_name_the_column_of_withdrawals(app, drawn):
    assert "Αποχώρησε" in rows(Phone(app, "el"), drawn.url, "standings")[0]
