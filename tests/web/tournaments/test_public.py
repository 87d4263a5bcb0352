"""The public page: seats, tables and standings."""

import pytest

from scorekeeper.journal import clock
from scorekeeper.web.tournaments import public
from tests.phone import Phone


@pytest.fixture
def drawn(organise):
    return organise(5, then=lambda desk: desk.draw().result(1, 351, 240))


@pytest.fixture
def guest(app):
    return Phone(app)


def seats(phone, url, name):
    form = phone.get(url).form(f"{url}#found")  # so that the answer is in sight
    page = phone.get(url, form.typed(name=name))
    found = page.findall(".//div[@id='found']/p")
    return [" ".join("".join(one.itertext()).split()) for one in found]


def test_a_player_finds_the_table_by_name(guest, drawn):
    table = drawn.tournament().last_round.tables[1]
    name = drawn.tournament().name
    (seat,) = seats(guest, drawn.url, f"odd{table.a}")
    assert seat == f"{table.a} {name(table.a)} table 2 against {table.b} {name(table.b)}"


def test_a_player_finds_the_table_by_number(guest, drawn):
    table = drawn.tournament().last_round.tables[0]
    assert "table 1" in seats(guest, drawn.url, table.b)[0]


def test_a_bye_is_told(guest, drawn):
    (bye,) = drawn.tournament().last_round.byes
    assert seats(guest, drawn.url, bye)[0].endswith(" bye")


def test_a_name_finds_all_who_are_called_so_with_or_without_accents(guest, organise):
    organiser = organise()
    text = "Μαρία, Γιώργος\nΜαρίνα, Ανδρέας\nΕλένη, Πέτρος"
    organiser.add_pairs(text)
    organiser.press(organiser.proposal(), "Draw it so")
    assert len(seats(guest, organiser.url, "μαρι")) == 2


@pytest.mark.parametrize("name", ["Nobody", "99", "<b>"])
def test_unknown_name_or_number_finds_no_seat(guest, drawn, name):
    assert seats(guest, drawn.url, name) == ["Nobody is called so."]


def test_pair_added_after_the_draw_is_not_in_the_round(guest, drawn):
    drawn.add_pairs("Late, Comer")
    assert seats(guest, drawn.url, "Late")[0].endswith("not in this round")


def test_it_shows_the_round_with_its_results_and_the_standings(guest, drawn):
    page = guest.get(drawn.url)
    assert "1 of 2 done" in page.words()
    assert "351 – 240" in page.words(".//ol[@class='tables']")
    assert page.has(".//table[@class='standings']")
    assert f"{drawn.url}standings" in page.links()


def test_before_the_first_draw_it_shows_the_pairs(guest, organise):
    page = guest.get(organise(3).url)
    assert "Pairs: 3" in page.words()
    assert not page.has(".//table[@class='standings']")


def test_the_first_page_leads_to_the_tournaments(guest):
    assert "Tournaments" in guest.get("/").words(".//main")


def test_a_page_is_made_once_and_again_when_something_is_new(guest, drawn, monkeypatch):
    made = []
    real = public.standings_context
    monkeypatch.setattr(public, "standings_context", lambda held: made.append(1) or real(held))
    with clock.at(clock.moment()):
        for _ in range(3):
            guest.get(drawn.url)
        assert len(made) == 1
        drawn.press(drawn.page("rounds/1/tables/2"), "Write the result", a=351, b=111)
        assert "351 – 111" in guest.get(drawn.url).words()
    assert len(made) == 2


@pytest.mark.slow
def test_an_evening_with_a_wrong_entry_corrected_two_rounds_later(organise, help_in, guest):
    """As an organiser has it who has read nothing: twenty pairs, five rounds, nothing added up by
    hand."""
    organiser = organise(rounds=5)
    text = "\n".join(f"{n}. Maria {n}, Giorgos {n}" for n in range(1, 21))
    organiser.add_pairs(text)
    helper = help_in(organiser)
    for number in range(1, 6):
        organiser.press(organiser.proposal(), "Draw it so")
        for table in organiser.tournament().last_round.tables:
            form = helper.page(f"rounds/{number}/tables/{table.number}")
            helper.press(form, "Write the result", a=351, b=150 + table.number)
        if number == 3:
            page = organiser.page("rounds/1/tables/7")
            typed = {"a": 157, "b": 351, "reason": "sides mixed up"}
            asked = organiser.press(page, "Correct the result", **typed)
            organiser.press(asked, "Yes, correct it")
    tournament = organiser.tournament()
    met = [frozenset((t.a, t.b)) for drawn in tournament.rounds for t in drawn.tables]
    assert len(met) == len(set(met)) == 50
    page = guest.get(f"{organiser.url}standings")
    wins = [_wins(row) for row in page.findall(".//table[@class='standings']/tbody/tr")]
    assert len(wins) == 20
    assert sum(wins) == 50
    assert wins == sorted(wins, reverse=True)


def _wins(row):
    return int("".join(row.findall("td")[1].itertext()))


def test_its_address_is_shown_to_be_scanned(guest, drawn):
    assert f"{drawn.url}address" in guest.get(drawn.url).links()
    page = guest.get(f"{drawn.url}address")
    assert page.words(".//p[@id='address']").endswith(drawn.url)
    assert page.find(".//svg") is not None


def test_search_says_that_a_pair_has_withdrawn(guest, drawn):
    (bye,) = drawn.tournament().last_round.byes
    drawn.press(drawn.page(f"pairs/{bye}"), "Save the pair", withdrawn="1")
    assert seats(guest, drawn.url, bye)[0].endswith(" withdrawn")
