"""PDFs, in this process: the sheet of a match on one page, and WeasyPrint's least."""

from datetime import datetime
from pathlib import Path
from time import perf_counter

from bench.seeding import House
from bench.table import Row, milliseconds, row, take_turns
from scorekeeper.i18n import use_locale
from scorekeeper.printing.html import render_sheet
from scorekeeper.printing.pdf import STYLESHEET_URL, load_engine, render_pdf
from scorekeeper.printing.sheet import sheet_of

_HANDS = 20
"""On one page."""


def paper_rows(rounds: int, folder: Path) -> list[Row]:
    """A warm one-page sheet against a one-line page."""
    house = House(folder / "paper")
    match = house.match(house.play(_HANDS).public_id)
    house.close()
    with use_locale("en"):
        html = render_sheet(sheet_of(match, datetime.now()), STYLESHEET_URL)
    weasyprint, _ = load_engine()

    def sheet() -> float:
        start = perf_counter()
        render_pdf(html)
        return perf_counter() - start

    def line() -> float:
        start = perf_counter()
        weasyprint.HTML(string="<p>one line</p>").write_pdf()
        return perf_counter() - start

    times = take_turns(rounds, sheet, line)
    return [row("One-page PDF, warm / WeasyPrint's one line", *times, milliseconds)]
