"""An evening of a tournament at the organiser's laptop, which counts what it takes.

The papers are read back, and a second tab of the organiser reads pages without being counted.
"""

import shutil
import subprocess

from playwright.sync_api import expect

from tests.browser.organiser import Organiser
from tests.browser.test_grid import field

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
