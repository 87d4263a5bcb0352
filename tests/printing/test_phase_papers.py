"""Papers of a tournament with phases: parts with their names, and players with their partners."""

import random

import pytest

from scorekeeper.draws.standings import StandingRules
from scorekeeper.printing.papers import print_paper
from tests.services.tournaments.test_phases import CONSOLATION, play, play_all
from tests.support.desk import Desk

pytestmark = pytest.mark.usefixtures("context", "english")


def in_groups(rounds):
    """A tournament of four groups after so many rounds."""
    desk = Desk(16, format="round_robin", rounds=0, groups=4, phases=CONSOLATION)
    chance = random.Random(7)
    for _ in range(rounds):
        play(desk.draw(), chance)
    return desk


def of_players(rounds):
    """An individual evening after so many rounds."""
    rules = StandingRules(by="total", tie_breaks=())
    desk = Desk(format="individual", rounds=3, drop=1, sit_out="mean", standing=rules)
    desk.add(*((f"Player{number}", "") for number in range(1, 11)))
    chance = random.Random(7)
    for _ in range(rounds):
        play(desk.draw(), chance)
    return desk


def printed(desk, paper):
    """The texts of each page, by their names in the layout."""
    held, last = desk.held, desk.tournament.last_round
    return [texts for _, texts in print_paper(held, paper, last, lambda _secret: "").pages]


def titles(pages):
    return [text for page in pages for name, text in page.items() if name.endswith(".title")]


def texts_of(pages):
    return [text for page in pages for text in page.values()]


def test_draw_by_table_has_a_list_for_each_group_and_bracket():
    desk = in_groups(1)
    assert titles(printed(desk, "tables")) == [f"Group {one}, round 1" for one in "ABCD"]
    (
        desk.draw(),
        play(desk, random.Random(1)),
        desk.draw(),
        play(desk, random.Random(2)),
        desk.draw(),
    )
    named = ["Knockout: Quarter-finals", "Consolation: Quarter-finals"]
    assert titles(printed(desk, "tables")) == named


def test_sheet_names_the_group_or_the_bracket_of_its_table():
    desk = in_groups(1)
    assert {page["name"] for page in printed(desk, "sheets")} == {
        f"Group {one}, round 1" for one in "ABCD"
    }
    desk = in_groups(5)
    desk.draw()
    assert [page["name"] for page in printed(desk, "sheets")] == [
        "Knockout: Final",
        "Knockout: Third place",
        "Consolation: Final",
        "Consolation: Third place",
    ]


def test_sheet_of_players_names_all_four_with_their_numbers():
    desk = of_players(1)
    a, partner, one, other = desk.tournament.last_round.tables[0].entrants
    page = printed(desk, "sheets")[0]
    assert (page["A"], page["B"]) == (f"{a} & {partner}", f"{one} & {other}")
    names = [page[seat] for seat in ("A1", "A2", "B1", "B2")]
    assert names == [f"Player{key}" for key in (a, partner, one, other)]


def test_draw_by_name_has_each_player_by_the_own_number():
    page = printed(of_players(1), "names")[0]
    seats = [name.removesuffix("name") for name in page if name.endswith("name")]
    assert len(seats) == 10
    assert all(page[f"{seat}name"] == f"Player{page[f'{seat}pair']}" for seat in seats)


def test_standings_paper_has_a_list_for_each_group_then_the_final_order():
    assert titles(printed(in_groups(2), "standings"))[:4] == [f"Group {one}" for one in "ABCD"]
    desk = Desk(16, format="round_robin", rounds=0, groups=4, phases=CONSOLATION)
    told = titles(printed(play_all(desk), "standings"))
    assert list(dict.fromkeys(told)) == [
        "Final order",
        *(f"Group {one}" for one in "ABCD"),
        "Notes",
    ]


def test_standings_paper_of_players_says_what_counts_and_no_pair_s_bye():
    texts = texts_of(printed(of_players(2), "standings"))
    assert "The worst round of each is left out of the points." in texts
    assert "A round that a player sits out counts the mean of the player's other rounds." in texts
    assert not any("A bye is a match won" in text for text in texts)


def test_cross_paper_of_players_names_partner_and_opponents():
    desk = of_players(1)
    a, partner, one, other = desk.tournament.last_round.tables[0].entrants
    texts = " ".join(texts_of(printed(desk, "cross")))
    assert f"with {partner}: {one} & {other}" in texts
    assert f"with {a}: {one} & {other}" in texts


def test_report_has_prizes_by_the_final_order_and_results_by_part():
    desk = Desk(16, format="round_robin", rounds=0, groups=4, phases=CONSOLATION)
    desk.do("money", fee=0, prizes=[10000, 5000])
    pages = printed(play_all(desk), "report")
    told = titles(pages)
    assert "Group C, round 2" in told
    assert "Consolation: Final and third place" in told
    champion = desk.tournament.last_round.table(1)
    winner = champion.a if champion.result.score[0] > champion.result.score[1] else champion.b
    name = desk.tournament.name(winner)
    assert f"1. {name} ({winner}) · 100\u00a0€" in texts_of(pages)
