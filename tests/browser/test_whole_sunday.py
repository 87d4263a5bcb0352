"""The whole Sunday of an organiser: from a chat's list to the prizes of a final of eight.

What it takes is counted, and has a limit. The numbers at the end are worked out from the export.
"""

import re
from operator import le

import pytest
from playwright.sync_api import expect

from tests.browser.evening import LINES, PRIZES, ROWS, Evening, Organiser
from tests.browser.recomputed import Recomputed
from tests.browser.test_grid import field, row
from tests.browser.test_sunday import loser, winner
from tests.support.browser_phone import DESKTOP, PHONE

WOMEN = ["Μαρία", "Ελένη", "Άννα", "Δέσποινα", "Χρυστάλλα", "Ζωή", "Θέκλα", "Παναγιώτα"]
MEN = ["Γιώργος", "Αντρέας", "Κώστας", "Νίκος", "Πανίκος", "Σάββας", "Χαράλαμπος", "Λούκας"]
MEN += ["Τάκης"]
HOMES = ["Παύλου", "Ιωάννου", "Χριστοδούλου", "Κυριάκου", "Λοΐζου", "Μιχαήλ", "Σωτηρίου"]
HOMES += ["Βασιλείου", "Ονουφρίου", "Τσαγγάρη", "Φωτίου"]
PAIRS = [
    (f"{WOMEN[n % 8]} {HOMES[n % 11]}", f"{MEN[n % 9]} {HOMES[(n + 3) % 11]}") for n in range(43)
]
"""The pairs in the order of their numbers: 40 in the chat, and 3 that telephone."""
FORMS = ["1) {} και {}", "• {} & {}", "{} + {}", "{} - {} 🙂🙂", "{} και {} πλήρωσε", "{} / {} 20€"]
FORMS += ["- {} κι {} 99 123456", "*Ομάδα 12:* {} με {}"]
MESSAGES = ["Ερχόμαστε κι εμείς, κρατήστε τραπέζι!", "Σύνολο 40 ζευγάρια"]
CHAT = [
    "Ζευγάρια για την Κυριακή 🃏",
    *("{} και {}".format(*pair) for pair in PAIRS[:31]),
    *(form.format(*pair) for form, pair in zip(FORMS, PAIRS[31:39], strict=True)),
    PAIRS[39][0],
    "{1} και {0}".format(*PAIRS[3]),
    *MESSAGES,
]
ROUNDS = 5
DAY = "12122026"  # whichever comes first in the browser, the day or the month
FEE, AMOUNTS = 20, (200, 150, 100, 60, 40)
TABLES = 21
WRONG = 4
"""The table of the first round whose result is corrected two rounds later."""
FORFEITED, OF_SHEET = 6, 9
APART, KEPT, ITS_TABLE = ("12", "17"), "5", 3
LATE, GONE, PUNISHED, PENALTY = "43", "30", "21", 50
US, THEM = "9 97", "β9 97"
SHEET = [*[US, THEM] * 11, *[US] * 4]
"""26 hands of 19 – 6 each, 15 of them won by the left pair: 351 – 299."""
MOST = 62, 1135, 50
"""Clicks, keys and page loads of the organiser. The helper's are not among them."""
OF_SWISS = "section[aria-labelledby=list1] tbody tr"
PLACES = "section[aria-labelledby=final-order] tbody tr"


class WholeSunday(Evening):
    """The tournament of the Sunday, and what of it comes later."""

    def set_up(self):
        """A name, a day, a place, and a final of eight behind the rounds."""
        desk = self.desk
        self.page.goto("/tournaments/")
        desk.follow("New tournament")
        desk.click(field(self.laptop, "title"))
        desk.type("Cup")
        desk.click(self.page.locator("label:has([name=final][value='8'])"))
        desk.click(self.page.get_by_text("Day and place"))
        desk.press("Tab")
        desk.type(DAY)
        desk.press("Tab", "Tab")
        desk.type("Πλάτανος")
        desk.open("Enter")
        self.url = self.page.url.removesuffix("pairs")

    def read_chat(self):
        """The list as it is in the chat: one name is missing, and one pair stands there twice."""
        desk, page = self.desk, self.page
        assert len(CHAT) == 44
        desk.click(field(self.laptop, "text"))
        desk.paste("\n".join(CHAT))
        desk.open("Tab", "Tab", "Enter")
        expect(page.locator("main")).to_contain_text("Pairs in the list: 39")
        desk.click(field(self.laptop, "player2-40"))
        desk.type(PAIRS[39][1])
        desk.press("Shift+Tab", "Shift+Tab", "Space")
        desk.follow("Add the pairs")
        expect(page.locator("#attend .pairs > li")).to_have_count(40)

    def add_by_phone(self):
        """Three pairs that telephone are typed."""
        desk = self.desk
        desk.click(self.page.get_by_text("Add pairs"))
        desk.click(field(self.laptop, "text"))
        for number, pair in enumerate(PAIRS[40:]):
            if number:
                desk.press("Enter")
            desk.type("{}+{}".format(*pair))
        desk.open("Tab", "Tab", "Enter")
        desk.follow("Add the pairs")
        expect(self.page.locator("#attend .pairs > li")).to_have_count(43)

    def check_in(self, guest):
        """Most pairs say by phone that they are there; two have none, one comes later."""
        desk, page = self.desk, self.page
        desk.click(page.get_by_text("At the door"))
        desk.follow("Open the check-in")
        for number in range(3, 43):
            say_by_name(guest, self.url, number)
        for pair in ("1", "2"):
            desk.click(self.tick(pair))
            expect(self.tick(pair)).to_be_enabled()
        desk.follow("Close the check-in")
        assert self.page.locator("[name=present]:not(:checked)").count() == 1
        expect(self.tick(LATE)).not_to_be_checked()

    def tick(self, pair):
        return self.page.locator(f"[name=present][value='{pair}']")

    def collect_fees(self):
        """Each pair that is there has paid; five prizes are promised."""
        desk, page = self.desk, self.page
        desk.follow("Fees and prizes")
        desk.click(field(self.laptop, "fee"))
        desk.type(FEE)
        desk.press("Tab")
        desk.type(" ".join(map(str, AMOUNTS)))
        desk.stay("Enter")
        desk.stay(click="All paid")
        desk.stay(click="Save what was paid")
        expect(page.locator("main")).to_contain_text(f"Paid: {42 * FEE} € of {43 * FEE} €")

    def wish(self):
        desk = self.desk
        desk.open("d")
        desk.click(self.page.get_by_text("Wishes for every draw"))
        desk.choose(*zip(("one", "other"), APART, strict=True))
        desk.stay("Enter")
        desk.choose(("pair", KEPT))
        desk.type(ITS_TABLE)
        desk.stay("Enter")
        expect(self.page.locator("main ul.pairs > li")).to_have_count(2)

    def draw_round(self, number):
        """Draw it; its wishes are kept."""
        self.draw(f"Swiss, round {number}")
        tables = [(table, {*a, *b}) for table, a, b in self.seats()]
        assert [table for table, two in tables if KEPT in two] == [ITS_TABLE]
        assert {*APART} not in [two for _, two in tables]
        assert len(tables) == TABLES

    def print_sheets(self, number, tmp_path):
        """The round's paper has a sheet for each table, with its names."""
        lines = self.print_round(tmp_path)
        sheets = [line for line in lines if line.startswith(f"Round {number} Table ")]
        assert len(sheets) == TABLES, lines
        for table, (a,), (b,) in self.seats():
            assert f"{table} {a} {b}" in lines

    def swap(self):
        """Let the second pairs of two tables change places that nobody's wish is about."""
        desk = self.desk
        free = [(a, b) for _, (a,), (b,) in self.seats() if not {KEPT, *APART} & {a, b}]
        free = [(a, b) for a, b in free if len(b) == len("10")]  # as many keys in each run
        (first, one), *_, (last, other) = free
        desk.follow("Change the draw")
        desk.choose(("swap", one), ("with", other))
        desk.stay("Enter")
        expect(self.page.get_by_text("No rule is broken.")).to_be_visible()
        desk.follow(f"Let {one} and {other} change places")
        seats = [(a, b) for _, (a,), (b,) in self.seats()]
        assert {(first, other), (last, one)} <= {*seats}

    def come_and_go(self):
        """A pair comes late, and another one goes home."""
        desk = self.desk
        desk.open("p")
        desk.click(self.tick(LATE))
        expect(self.tick(LATE)).to_be_enabled()
        desk.follow(self.page.locator(f"li:has([name=present][value='{GONE}']) a"))
        desk.click(field(self.laptop, "withdrawn"))
        desk.open("Enter")

    def forfeit(self, table):
        """The first pair of a table was not there."""
        self.desk.follow(self.page.locator(f"#table-{table} .at"))
        self.desk.click(self.page.get_by_text("They did not play"))
        self.desk.click(self.page.locator("[name=by][value=a]"))
        self.desk.open("Enter")

    def type_sheet(self, table):
        """A sheet of 26 hands, a line each."""
        desk, page = self.desk, self.page
        desk.follow(page.locator(f"#table-{table} .at"))
        desk.follow(page.get_by_text("Type in the whole sheet"))
        desk.click(page.get_by_text("As lines, typed or pasted"))
        desk.press("Tab", "Tab")
        for line in SHEET:
            desk.type(line)
            desk.press("Enter")
        desk.press("Tab")
        desk.open("Enter")
        expect(page.locator("#verdict")).to_contain_text("351 – 299")
        desk.follow("Write the sheet")

    def correct_first_round(self):
        """The result of a table of round 1 was written the wrong way round."""
        desk, page = self.desk, self.page
        desk.follow(page.locator(".rounds a").first)
        (a, b) = next((a, b) for table, a, b in self.seats() if table == WRONG)
        desk.press("*", str(WRONG), "Enter")
        desk.result(*self.result(WRONG, a, b))
        desk.type("turned round")
        desk.press("Enter")
        expect(row(self.laptop, WRONG).locator(".sure")).to_be_focused()
        desk.press("Space", "Enter")
        expect(row(self.laptop, WRONG).locator(".saved")).to_be_visible()
        desk.open("t")

    def make_helper(self, phone):
        """A second person opens the link of a helper."""
        desk = self.desk
        desk.open("h")
        desk.click(field(self.laptop, "called"))
        desk.type("Eva")
        desk.open("Enter")
        phone.page.goto(self.page.locator("#address").inner_text())
        return Organiser(phone)

    def punish(self):
        desk = self.desk
        desk.open("s")
        desk.follow("Penalty or ruling")
        desk.choose(("pair", PUNISHED), ("to", "D"))
        desk.press("Tab")  # a penalty, as it stands
        desk.type(PENALTY)
        desk.press("Tab")
        desk.type("came late")
        desk.open("Enter")

    def undo_last(self):
        desk = self.desk
        desk.open("y")
        desk.follow(self.page.get_by_role("link", name="Undo").first)
        desk.follow("Undo it")


def written(pair):
    return "{} {} – {}".format(pair, *PAIRS[int(pair) - 1])


def named(pair):
    """The name of a pair with its number behind it, as the report lists winners."""
    return "{} – {} ({})".format(*PAIRS[int(pair) - 1], pair)


def say_by_name(guest, url, number):
    """A pair that the organiser wrote down says that it is there."""
    found = guest.page.request.get(f"{url}come?name={number}").text()
    form = found[found.index('id="found"') :]
    hidden = dict(re.findall(r'name="(csrf_token|op_id|pair)" value="([^"]*)"', form))
    assert hidden["pair"] == str(number)
    guest.page.request.post(f"{url}come/pair", form=hidden)


@pytest.mark.faults
@pytest.mark.timeout(400)
def test_an_organiser_s_whole_sunday_stays_below_its_limits(open_phone, record_property, tmp_path):
    sunday = WholeSunday(open_phone("en", DESKTOP, touch=False))
    desk, guest = sunday.desk, open_phone("en", PHONE)
    with desk.part("set-up"):
        sunday.set_up()
    with desk.part("list"):
        sunday.read_chat()
    with desk.part("telephone"):
        sunday.add_by_phone()
    with desk.part("check-in"):
        sunday.check_in(guest)
    with desk.part("fees"):
        sunday.collect_fees()
    with desk.part("wishes"):
        sunday.wish()
    first_round(sunday, tmp_path)
    second_round(sunday, tmp_path)
    third_round(sunday, tmp_path)
    helped = fourth_round(sunday, tmp_path, open_phone("en", DESKTOP, touch=False))
    fifth_round(sunday, tmp_path)
    report = final(sunday, tmp_path)
    exported = sunday.page.request.get(f"{sunday.url}tournament.json").json()
    record_property("figures", f"{desk.figures()}; beside it {helped}")
    assert all(map(le, desk.together(), MOST))
    check_rounds(sunday, exported)
    check_final(sunday, exported, report)


def first_round(sunday, tmp_path):
    """Two pairs change places, and a result is written the wrong way round."""
    desk = sunday.desk
    with desk.part("draw"):
        sunday.draw_round(1)
    with desk.part("swap"):
        sunday.swap()
    with desk.part("print"):
        sunday.print_sheets(1, tmp_path)
    a, b = next((a, b) for table, a, b in sunday.seats() if table == WRONG)
    with desk.part("results"):
        sunday.type_results(t4=sunday.result(WRONG, a, b)[::-1])


def second_round(sunday, tmp_path):
    """One pair comes and one goes; one match is forfeited, and one sheet typed hand by hand."""
    desk = sunday.desk
    with desk.part("late, withdrawn"):
        sunday.come_and_go()
    with desk.part("draw"):
        sunday.draw_round(2)
    with desk.part("print"):
        sunday.print_sheets(2, tmp_path)
    with desk.part("forfeit"):
        sunday.forfeit(FORFEITED)
    with desk.part("sheet"):
        sunday.type_sheet(OF_SHEET)
    with desk.part("results"):
        sunday.type_results(but=[FORFEITED, OF_SHEET])


def third_round(sunday, tmp_path):
    desk = sunday.desk
    with desk.part("draw"):
        sunday.draw_round(3)
    with desk.part("print"):
        sunday.print_sheets(3, tmp_path)
    with desk.part("correction"):
        sunday.correct_first_round()
    with desk.part("results"):
        sunday.type_results()


def fourth_round(sunday, tmp_path, phone):
    """A helper types, the last result wrong, which is undone; meanwhile a pair is punished."""
    desk = sunday.desk
    with desk.part("draw"):
        sunday.draw_round(4)
    with desk.part("print"):
        sunday.print_sheets(4, tmp_path)
    *_, (last, a, b) = seats = sunday.seats()
    with desk.part("helper"):
        helper = sunday.make_helper(phone)
    with desk.part("penalty"):
        sunday.punish()
    with helper.part("helper"):
        helper.follow("Help out")
        helper.follow(phone.page.locator("#next"))
        for table, one, other in seats:
            expect(field(phone, f"a{table}")).to_be_focused()
            helper.result(*sunday.result(table, one, other)[:: -1 if table == last else 1])
        expect(phone.page.locator("#left")).to_have_text("Every table has its result.")
    with desk.part("undo"):
        sunday.undo_last()
        desk.open("t")
        expect(field(sunday.laptop, f"a{last}")).to_be_focused()
        desk.result(*sunday.result(last, a, b))
        sunday.finish_round()
    return helper.figures()


def fifth_round(sunday, tmp_path):
    desk = sunday.desk
    with desk.part("draw"):
        sunday.draw_round(5)
    with desk.part("print"):
        sunday.print_sheets(5, tmp_path)
    with desk.part("results"):
        sunday.type_results()


def final(sunday, tmp_path):
    """Three rounds of the first eight, and the lines of the report."""
    desk = sunday.desk
    for heading in ("Quarter-finals", "Semi-finals", "Final and third place"):
        with desk.part("final"):
            sunday.draw(heading)
            sunday.type_results()
    with desk.part("report"):
        return sunday.report(tmp_path)


def check_rounds(sunday, exported):
    """The export has what was typed, corrected, undone and decided."""
    first, second, _, fourth, *_ = drawn = [
        {one["table"]: one for one in one_round["tables"]} for one_round in exported["drawn"]
    ]
    for one in (first[WRONG], fourth[TABLES]):
        assert one["score"] == [*sunday.result(0, [one["a"]], [one["b"]])]
    assert second[OF_SHEET]["score"] == [351, 299]
    assert second[FORFEITED]["score"] == [0, 100]
    seated = [
        {pair for one in tables.values() for pair in (one["a"], one["b"])} for tables in drawn
    ]
    assert [GONE in pairs for pairs in seated] == [True] + [False] * (ROUNDS + 2)
    assert [LATE in pairs for pairs in seated[:ROUNDS]] == [False] + [True] * (ROUNDS - 1)
    undone = sunday.see("history", LINES, ".history .undone")
    assert len(undone) == 1
    assert f"table {TABLES}" in undone[0]
    assert "Eva" in undone[0]
    hands = sunday.see(f"rounds/2/tables/{OF_SHEET}/typed", ROWS, "main tbody tr")
    assert len(hands) == len(SHEET)


def check_final(sunday, exported, report):
    """The first eight of five rounds play for the places, and the prizes follow from these."""
    told = Recomputed({**exported, "drawn": exported["drawn"][:ROUNDS]})
    assert told.adjustments[0].points == -PENALTY
    swiss = sunday.see("standings", ROWS, OF_SWISS)
    assert [one[:2] for one in swiss] == [
        [place, f"{pair} {mark}".strip()] for place, pair, mark, *_ in told.standings()
    ]
    quarters, semis, (last, third) = (one["tables"] for one in exported["drawn"][ROUNDS:])
    assert [*told.pairs] == [str(number) for number in range(1, len(PAIRS) + 1)]
    assert [tuple(one["players"]) for one in told.pairs.values()] == PAIRS
    seeds = told.order[:8]
    assert {frozenset((one["a"], one["b"])) for one in quarters} == {
        frozenset((seeds[place], seeds[7 - place])) for place in range(4)
    }
    assert {last["a"], last["b"]} == {*map(winner, semis)}
    places = [winner(last), loser(last), winner(third), loser(third)]
    places += [pair for pair in seeds if pair in map(loser, quarters)]
    prizes = sunday.see("fees", LINES, PRIZES)
    assert prizes == [
        f"{place}. {written(pair)} {amount} €"
        for place, (pair, amount) in enumerate(zip(places, AMOUNTS, strict=False), 1)
    ]
    order = sunday.see("standings", ROWS, PLACES)
    assert [one[1].split(" Knockout: ")[0] for one in order[:8]] == [*map(written, places)]
    assert f"Champions: {named(places[0])}" in report
    assert "Saturday 12 December 2026 · Πλάτανος" in report
    assert f"5. {named(places[4])} · {AMOUNTS[4]} €" in report
    penalties = sunday.see("standings", LINES, "main .written li")
    punished = written(PUNISHED).removeprefix(f"{PUNISHED} ")
    assert len(penalties) == 1
    assert penalties[0].startswith(f"{punished} Difference −{PENALTY} · came late ")
