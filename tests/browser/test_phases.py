"""Two evenings in phases at the organiser's laptop, from the list to the prizes.

Pairs in groups play a main and a consolation bracket; players play for themselves, with others each
round. What it takes is counted. Papers are read back, and the file is opened on another server.
"""

import re
from itertools import groupby

import pytest
from playwright.sync_api import expect

from tests.browser.evening import LINES, PRIZES, ROWS, Evening
from tests.browser.test_grid import field, row
from tests.support.browser_phone import DESKTOP, PHONE
from tests.support.server import Server

GROUPED = [f"{n}. Μαρία {n} και Γιώργος {n}" for n in range(1, 17)]
PLAYERS = ["Άννα", "Βάσος", "Γιάννα", "Δώρα", "Ελένη", "Ζήνα", "Ηρώ", "Θάλεια", "Ιάσονας", "Κώστας"]
PLAYERS += ["Λουκία", "Μάρω", "Νίκος", "Ξένια", "Ολύμπια", "Πέτρος", "Ρένα", "Σάββας", "Τάσος"]
PLAYERS += ["Φωτεινή", "Χάρης"]
TYPED = ["1. Άννα", "Βάσος και Γιάννα", *PLAYERS[3:]]
LATE = "Ψάλτης"
BRACKETS = "Knockout · Consolation: {}"
FINAL_ORDER = "section[aria-labelledby=final-order] tbody tr"
STANDINGS = ".standings tbody tr"
HOW_FAR = re.compile(" (Knockout|Consolation): .*")


@pytest.fixture
def elsewhere(tmp_path):
    server = Server(tmp_path / "elsewhere").start()
    yield server
    server.stop()


@pytest.mark.faults
@pytest.mark.timeout(300)
def test_groups_play_main_and_consolation_to_the_prizes(
    open_phone, elsewhere, record_property, tmp_path
):
    evening = Evening(open_phone("en", DESKTOP, touch=False))
    desk = evening.desk
    with desk.part("set-up"):
        evening.begin("groups", consolation="rest")
        evening.read(GROUPED)
        desk.follow("Add the pairs")
    meetings = play_groups(evening, tmp_path)
    with desk.part("brackets"):
        evening.draw(BRACKETS.format("Quarter-finals"))
    with desk.part("correction"):
        comes, goes = correct_group(evening, meetings)
        draw_brackets_anew(evening, comes, goes)
    with desk.part("brackets"):
        evening.type_results()
        evening.draw(BRACKETS.format("Semi-finals"))
        evening.type_results()
        evening.draw(BRACKETS.format("Final and third place"))
    with desk.part("prizes"):
        set_prizes(evening)
        desk.open("t")
    with desk.part("brackets"):
        evening.type_results()
    with desk.part("report"):
        report = evening.report(tmp_path)
    told = order_and_prizes(evening, (100, 60, 40), FINAL_ORDER)
    assert [row[0] for row in told[0]] == [f"{place}." for place in range(1, 17)]
    assert any(line.startswith(f"1. {named('1')}") for line in report)
    assert evening.seen_elsewhere(open_phone("en", PHONE, at=elsewhere), FINAL_ORDER) == told
    record_property("figures", desk.figures())


def order_and_prizes(evening, amounts, of):
    """The rows of the standings and of the prizes, which fit each other."""
    order = evening.see("standings", ROWS, of)
    prizes = evening.see("fees", LINES, PRIZES)
    expected = []
    for place, rows in groupby(order, key=lambda row: int(row[0].rstrip("."))):
        names = [HOW_FAR.sub("", row[1]) for row in rows]
        share = sum(amounts[place - 1 : place - 1 + len(names)]) / len(names)
        money = f"{share:.2f}".removesuffix(".00")
        expected += [f"{place}. {name} {money} €" for name in names if share]
    assert prizes == expected
    return order, prizes


def play_groups(evening, tmp_path):
    """Three rounds in four groups; of each two pairs that met, their round and table."""
    meetings = {}
    for number in (1, 2, 3):
        with evening.desk.part(f"group round {number}"):
            evening.draw(f"Groups, round {number}")
            for table, (a,), (b,) in evening.seats():
                meetings[frozenset((a, b))] = (number, table, a)
            if number == 2:
                print_sheets_of_pairs(evening, tmp_path)
            evening.type_results()
    return meetings


def print_sheets_of_pairs(evening, tmp_path):
    """Print the round: the sheets, the list for the wall, and where each player sits."""
    lines = evening.print_round(tmp_path)
    for table, (a,), (b,) in evening.seats():
        group = "ABCD"[(table - 1) // 2]
        assert any(line.startswith(f"Group {group}, round 2 Table {table} ") for line in lines)
        assert f"Μαρία {a} – Γιώργος {a} Μαρία {b} – Γιώργος {b}" in lines
        assert f"{table} {a} {b}" in lines
        assert f"Γιώργος {a} {a} {table} Μαρία {a} {a} {table}" in lines


def correct_group(evening, meetings):
    """The third of group A has beaten the second: who plays on instead is asked by name."""
    desk, page = evening.desk, evening.page
    rows = evening.see("standings", ROWS, "section[aria-labelledby=list1] tbody tr")
    goes, comes = (rows[place][1].split()[0] for place in (1, 2))
    number, table, a = meetings[frozenset((goes, comes))]
    desk.follow(page.locator(".rounds a").nth(number - 1))
    expect(page.locator("#grid.scripted")).to_be_visible()
    desk.press("*", str(table), "Enter")
    desk.result(*((351, 300) if a == comes else (300, 351)))
    desk.type("the other way round")
    desk.press("Enter")
    asked = row(evening.laptop, table)
    for title, come, go in (("Knockout", comes, goes), ("Consolation", goes, comes)):
        expect(asked).to_contain_text(
            f"{title}: in it would be {named(come)}, and not {named(go)}. It stays as drawn."
        )
    desk.press("Space", "Enter")
    expect(asked.locator(".saved")).to_be_visible()
    return comes, goes


def named(pair):
    return f"{pair} Μαρία {pair} – Γιώργος {pair}"


def draw_brackets_anew(evening, comes, goes):
    """Both brackets are taken back, and drawn by the groups as they were corrected."""
    desk, page = evening.desk, evening.page
    desk.follow(page.locator(".rounds a").last)
    expect(page.locator("main")).to_contain_text("It stays as it was drawn.")
    assert {comes, goes} & in_main(evening) == {goes}
    desk.open("d")
    desk.click(page.get_by_text("Take round 4 back?"))
    desk.follow("Take round 4 back")
    desk.follow("Draw it so")  # by the seed that the round has had
    assert {comes, goes} & in_main(evening) == {comes}


def in_main(evening):
    """The pairs of the main bracket, whose tables are the first four."""
    return {key for _, *two in evening.seats()[:4] for side in two for key in side}


def set_prizes(evening):
    """A fee of 20 euros, which all have paid, and three prizes."""
    desk = evening.desk
    desk.open("p")
    desk.follow("Fees and prizes")
    desk.click(field(evening.laptop, "fee"))
    desk.type("20")
    desk.press("Tab")
    desk.type("100 60 40")
    desk.stay("Enter")
    desk.stay(click="All paid")
    desk.stay(click="Save what was paid")
    expect(evening.page.locator("main")).to_contain_text("Paid: 320 € of 320 €")


@pytest.mark.faults
@pytest.mark.timeout(300)
def test_players_come_alone_and_win_alone(open_phone, elsewhere, record_property, tmp_path):
    evening = Evening(open_phone("en", DESKTOP, touch=False))
    desk, theirs = evening.desk, open_phone("en", PHONE)
    with desk.part("club"):
        club = begin_club(evening)
    with desk.part("set-up"):
        set_up_players(evening)
    with desk.part("door"):
        take_late_player(evening, theirs.page)
    with desk.part("fees"):
        take_one_fee(evening)
    for number in range(1, 6):
        with desk.part(f"round {number}"):
            evening.draw(f"Round {number} of 5")
            assert [len(a + b) for _, a, b in evening.seats()] == [4] * 5
            if number == 2:
                print_sheets_of_players(evening, tmp_path)
                find_seat(evening, theirs.page)
            evening.type_results()
    with desk.part("report"):
        report = evening.report(tmp_path)
    told = order_and_prizes(evening, (50, 30, 10), STANDINGS)
    assert any(line.startswith(told[1][0].rsplit(" ", 2)[0]) for line in report)
    check_places(evening, told[0], club)
    assert evening.seen_elsewhere(open_phone("en", PHONE, at=elsewhere), STANDINGS) == told
    record_property("figures", desk.figures())


def check_places(evening, order, club):
    """The players stand as their results say, and the season counts each of them."""
    points = totals(evening)
    places = {name: 1 + sum(more > own for more in points.values()) for name, own in points.items()}
    rows = {name: (place, total) for place, name, total, *_ in order}
    assert rows == {name: (f"{places[name]}.", str(points[name])) for name in points}
    evening.other.goto(f"{evening.url}standings/1")
    expect(evening.other.locator("#total s")).to_have_count(1)
    season = evening.see("seasons/1", ROWS, ".season tbody tr", at=club)
    counted = [name.split(" 1 evening ")[0] for _, name, _ in season]
    assert sorted(counted) == sorted([*PLAYERS, LATE])
    assert places[numbered(counted[0])] == 1


def begin_club(evening):
    """A club with a season by player; its page is shown."""
    desk, page = evening.desk, evening.page
    page.goto("/clubs/new")
    desk.click(field(evening.laptop, "name"))
    desk.type("Club")
    desk.follow("Begin the club")
    club = page.url
    desk.follow("New season")
    desk.click(page.locator("label:has([name=by][value=player])"))
    desk.follow("Begin the season")
    desk.follow(page.locator("a.back"))
    return club


def set_up_players(evening):
    """An evening of the club by total, with the worst round left out; 21 names are pasted."""
    desk = evening.desk
    desk.follow("New tournament")
    evening.fill_in("individual", counted="total")
    desk.click(field(evening.laptop, "drop"))
    desk.type("1")
    evening.read(TYPED)
    expect(evening.page.locator("main")).to_contain_text("Players in the list: 21")
    desk.follow("Add the players")


def take_late_player(evening, theirs):
    """One comes late and announces itself, another one says by name that it is there."""
    desk, page = evening.desk, evening.page
    desk.click(page.get_by_text("At the door"))
    desk.follow("Open the list")
    theirs.goto(f"{evening.url}come")
    theirs.locator("[name=player1]").fill(LATE)
    theirs.get_by_role("button", name="I come").click()
    expect(theirs.get_by_text("The organiser still has to take you.")).to_be_visible()
    desk.follow(page.get_by_role("button", name=f"Take {LATE}"))
    desk.click(page.get_by_text("At the door"))
    desk.click(page.get_by_text("Nobody is there until it is said"))
    desk.follow("Open the check-in")
    tick = page.locator("[name=present][value='2']")
    desk.click(tick)
    expect(page.locator("li:has([value='2']) .ticked").first).to_have_text("saved")
    theirs.reload()
    theirs.locator("[name=name]").fill("Βάσος")
    theirs.get_by_role("button", name="Find").click()
    theirs.get_by_role("button", name="I am here Βάσος").click()
    expect(theirs.locator("#found")).to_contain_text("The organiser knows that you are there.")
    with page.expect_navigation():
        page.reload()
    expect(tick).to_be_checked()
    desk.follow("Close the check-in")


def take_one_fee(evening):
    desk = evening.desk
    desk.follow("Fees and prizes")
    desk.click(field(evening.laptop, "fee"))
    desk.type("5")
    desk.press("Tab")
    desk.type("50 30 10")
    desk.stay("Enter")
    desk.click(field(evening.laptop, "payment-3"))
    desk.type("5")
    desk.stay("Enter")
    expect(evening.page.locator("main")).to_contain_text("Paid: 5 € of 110 €")


def print_sheets_of_players(evening, tmp_path):
    """Print the round: each sheet names four players, at the places where they sit."""
    lines = evening.print_round(tmp_path)
    for _, a, b in evening.seats():
        first, third = map(name_of, a)
        second, fourth = map(name_of, b)
        assert f"1 {first} 351 2 {second}" in lines
        assert f"3 {third} 4 {fourth}" in lines


def name_of(player):
    return [*PLAYERS, LATE][int(player) - 1]


def numbered(name):
    return f"{[*PLAYERS, LATE].index(name) + 1} {name}"


def find_seat(evening, theirs):
    """A player asks by name where to sit, and reads with whom."""
    table, a, b = evening.seats()[3]
    theirs.goto(f"{evening.url}?name={name_of(a[1])}")
    told = " – ".join(f"{player} {name_of(player)}" for player in a)
    against = " – ".join(f"{player} {name_of(player)}" for player in b)
    (found,) = theirs.evaluate(LINES, "#found p")
    assert found == f"{told} table {table} against {against}"


def totals(evening):
    """The points of each player without the worst round, from the exported results."""
    exported = evening.page.request.get(f"{evening.url}tournament.json").json()
    rounds = [
        {
            player: points
            for table in drawn["tables"]
            for side, points in zip((table["a"], table["b"]), table["score"], strict=True)
            for player in side
        }
        for drawn in exported["drawn"]
    ]
    told = {}
    for player in map(str, range(1, 23)):
        points = [one.get(player, 0) for one in rounds]
        told[f"{player} {name_of(player)}"] = sum(points) - min(points)
    return told
