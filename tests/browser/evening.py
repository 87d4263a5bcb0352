"""An organiser's keyboard and mouse, which count, and an evening of a tournament at a laptop."""

import shutil
import subprocess
from contextlib import contextmanager

from playwright.sync_api import expect

from tests.browser.test_grid import Keys, field

PAPER_MS = 60_000
PRIZES = "#prizes + ol li"
SEATS = """
() => [...document.querySelectorAll(".grid-row")].map(one => [+one.dataset.table,
  ...[".us", ".them"].map(side =>
    [...one.querySelectorAll(`${side} .number, ${side} .player small`)]
      .map(number => number.textContent))])
"""
ROWS = r"""
of => [...document.querySelectorAll(of)].map(row =>
  [...row.cells].map(cell => cell.textContent.replace(/[\u00ad\u200b\u200d]/g, "")
    .replace(/\s+/g, " ").trim()))
"""
LINES = r"""
of => [...document.querySelectorAll(of)].map(one =>
  one.textContent.replace(/[\u00ad\u200b\u200d]/g, "").replace(/\s+/g, " ").trim())
"""


class Organiser(Keys):
    """At a laptop."""

    def __init__(self, phone, parts=None):
        super().__init__(phone.page)
        self.phone, self.clicks = phone, 0
        self.parts = {} if parts is None else parts

    @contextmanager
    def part(self, name):
        """Count the work in this block for this part of the evening."""
        before = self.clicks, self.count, self.loads
        yield
        spent = [now - then for now, then in zip(self._counts(), before, strict=True)]
        known = self.parts.get(name, [0, 0, 0])
        self.parts[name] = [one + more for one, more in zip(known, spent, strict=True)]

    def _counts(self):
        return self.clicks, self.count, self.loads

    def together(self):
        """The clicks, keys and page loads of all parts."""
        return tuple(sum(counts) for counts in zip(*self.parts.values(), strict=True))

    def figures(self):
        """The parts in words, and all of them together."""
        return "; ".join(
            f"{name}: {clicks} clicks, {keys} keys, {loads} loads"
            for name, (clicks, keys, loads) in [*self.parts.items(), ("together", self.together())]
        )

    def type(self, text):
        """Greek letters, too."""
        self.page.keyboard.type(str(text))
        self.count += len(str(text))

    def paste(self, text):
        """By one key."""
        self.page.keyboard.insert_text(text)
        self.count += 1

    def open(self, *keys):
        """Press keys, the last of which leads to another page."""
        self.press(*keys[:-1])
        with self.page.expect_navigation():
            self.press(keys[-1])

    def click(self, target):
        """Click on what is in this place, or has this name."""
        self._named(target).click()
        self.clicks += 1

    def stay(self, *keys, click=None):
        """Press keys, or click on what, bring an answer into this page."""
        part = self.page.locator("#stays").element_handle()
        self.press(*keys)
        if click:
            self.click(click)
        part.wait_for_element_state("hidden")  # another part is in its place

    def follow(self, target):
        """Click on what leads to another page."""
        with self.page.expect_navigation():
            self.click(target)

    def _named(self, target):
        if not isinstance(target, str):
            return target
        control = self.page.locator("main").get_by_role("link", name=target, exact=True)
        return control.or_(self.page.get_by_role("button", name=target, exact=True)).first

    def choose(self, *names):
        """In a form of lists: a click on the first, then by its first letters and Tab."""
        for at, (name, text) in enumerate(names):
            if not at:
                field(self.phone, name).focus()
                self.clicks += 1  # it opens and shuts
            self.type(text)
            self.press("Tab")


class Evening:
    """A tournament at the laptop, and a second tab of its organiser in which nothing is counted."""

    def __init__(self, laptop):
        self.laptop, self.page = laptop, laptop.page
        self.desk = Organiser(laptop)
        self.other = laptop.page.context.new_page()
        self.url = ""

    def begin(self, way, **chosen):
        """Fill the form in with a name and a way to play."""
        self.page.goto("/tournaments/")
        self.desk.follow("New tournament")
        self.fill_in(way, **chosen)

    def fill_in(self, way, **chosen):
        desk = self.desk
        desk.click(field(self.laptop, "title"))
        desk.type("Cup")
        for name, value in {"way": way, **chosen}.items():
            desk.click(self.page.locator(f"label:has([name={name}][value='{value}'])"))

    def read(self, lines):
        """Set it up, and paste the list."""
        desk = self.desk
        desk.follow("Set it up")
        self.url = self.page.url.removesuffix("pairs")
        desk.click(field(self.laptop, "text"))
        desk.paste("\n".join(lines))
        desk.open("Tab", "Tab", "Enter")

    def draw(self, heading):
        """Draw the next round, and be at its tables; a finished round has proposed it."""
        desk = self.desk
        if not self.page.url.endswith("/draw"):
            desk.open("d")
        if not self.page.get_by_role("button", name="Draw it so").count():
            desk.follow("Propose the round")
        desk.follow("Draw it so")
        expect(self.page.get_by_role("heading", level=1)).to_have_text(heading)

    def seats(self):
        """Of each table of this page its number, and the numbers on both sides."""
        return self.page.evaluate(SEATS)

    def type_results(self, but=(), **other):
        """Type the round whose tables are shown; `t4` is another result of table 4."""
        results = {int(table): self.result(table, a, b) for table, a, b in self.seats()}
        expect(self.page.locator("#grid.scripted")).to_be_visible()
        for table in [one for one in results if one not in but]:
            expect(field(self.laptop, f"a{table}")).to_be_focused()
            self.desk.result(*other.get(f"t{table}", results[table]))
        self.finish_round()

    def result(self, _table, a, b):
        """The totals of this table, as they are typed."""
        return result_of(a, b)

    def finish_round(self):
        expect(self.page.locator("#jump")).to_be_focused()
        expect(self.page.locator("#left")).to_have_text("Every table has its result.")
        if not self.page.locator(".rounds [aria-current] ~ a").count():  # no later round
            expect(self.page.locator("#round-summary :is([data-draws], #played)")).to_be_visible()
        if not self.page.locator("#played").count():
            self.desk.open("Enter", "Enter")

    def print_round(self, tmp_path):
        """The lines of the round's sheets and lists, from the page of its tables."""
        self.desk.click("Print the round")
        lines = self.printed(tmp_path)
        self.desk.press("*", "Enter")  # to the first table without a result
        return lines

    def report(self, tmp_path):
        """The lines of the report, from the tables of the last round."""
        self.desk.click("Report")
        return self.printed(tmp_path)

    def printed(self, tmp_path):
        """The lines of the PDF that this page waits for."""
        save = self.page.get_by_role("link", name="Save the PDF")
        expect(save).to_be_visible(timeout=PAPER_MS)
        with self.page.expect_download() as download:
            self.desk.click(save)
        file = tmp_path / "paper.pdf"
        download.value.save_as(file)
        assert shutil.which("pdftotext"), "pdftotext is missing: apt-get install poppler-utils"
        command = ["pdftotext", "-layout", str(file), "-"]
        text = subprocess.run(command, capture_output=True, check=True).stdout.decode()
        return [" ".join(line.split()) for line in text.splitlines() if line.strip()]

    def see(self, path, script, of, at=""):
        """Run the script on this page, in the tab that is not counted."""
        self.other.goto(f"{at or self.url}{path}")
        return self.other.evaluate(script, of)

    def seen_elsewhere(self, phone, of):
        """The order and the prizes where this phone has opened the tournament's file."""
        saved = self.page.request.get(f"{self.url}saved.json")
        page = phone.page
        page.goto("/tournaments/open")
        file = {"name": "cup.json", "mimeType": "application/json", "buffer": saved.body()}
        page.locator("[name=file]").set_input_files(file)
        page.get_by_role("button", name="Open it").click()
        page.wait_for_url("**/t/*/")
        url = page.url
        page.goto(f"{url}standings")
        order = page.evaluate(ROWS, of)
        page.goto(f"{url}fees")
        return order, page.evaluate(LINES, PRIZES)


def result_of(a, b):
    """The side of the smaller numbers has won, by totals that tell entrants apart."""
    one, other = (sum(map(int, side)) for side in (a, b))
    high, low = 351 + min(one, other), 100 + 7 * max(one, other)
    return (high, min(low, 340)) if one < other else (min(low, 340), high)
