"""The sheets of a round for all its tables in one file, made by the printing process.

Against reportlab that draws the same text.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from typing import NamedTuple

import pypdfium2

from bench.serving import cpu_of, memory_of
from bench.table import Row, at_most, megabytes, row, take_turns
from scorekeeper.config import PROJECT
from scorekeeper.i18n import use_locale
from scorekeeper.printing.jobs import JobPrinter
from scorekeeper.printing.printed_names import PairNames, TournamentHead
from scorekeeper.printing.stamps import Layouts, stamp
from scorekeeper.printing.tables import RoundPaper, TableSheet, table_sheets
from scorekeeper.rules.model import SEATS, BySide
from scorekeeper.rules.presets import PRESETS

_LARGEST = 120 * 1024 * 1024
_SECONDS = 120


def round_sheet_rows(rounds: int, counts: tuple[int, int]) -> Iterator[Row]:
    """Time and memory of so many sheets, the fewer first."""
    few, many = counts
    text = json.dumps(_text_of(_sheets(1)))
    for count in counts:
        times = take_turns(rounds, lambda n=count: _ours(n).work, lambda n=count: _drawn(text, n))
        what = f"CPU of {count} sheets of a round / of reportlab drawing the same text"
        yield row(what, *times, _seconds, at_most(2))
    fewer, more = [_ours(few) for _ in range(rounds)], [_ours(many) for _ in range(rounds)]
    least, most = [job.peak for job in fewer], [job.peak for job in more]
    what = "Peak memory of the printing process"
    limit = [_LARGEST] * rounds
    yield row(f"{what}, {many} sheets / 120 MB", most, limit, megabytes, at_most(1))
    yield row(f"{what}, {many} sheets / {few}", most, least, megabytes, at_most(1.1))


class _Job(NamedTuple):
    """The work and memory of the printing process for one job."""

    work: float
    """Seconds of its CPU."""
    peak: int
    """Bytes, the most it ever had."""


def _ours(count: int) -> _Job:
    """So many sheets by a process that is warm."""
    printer = JobPrinter(_SECONDS)
    list(printer.stamped(_sheets(1)))
    sheets, child = _sheets(count), str(printer.child_pid)
    before = cpu_of(child)
    list(printer.stamped(sheets))
    work = cpu_of(child) - before
    peak = memory_of(child, "VmHWM")
    printer.close()
    return _Job(work, peak)


def _drawn(text: str, count: int) -> float:
    command = [sys.executable, "-m", "bench.drawing", str(count)]
    done = subprocess.run(
        command, input=text, cwd=PROJECT, capture_output=True, text=True, check=True
    )
    return float(done.stdout)


def _sheets(count: int) -> Layouts:
    head = TournamentHead("Παγκύπριο Τουρνουά Πιλόττας", None, "Ὁ Πλάτανος")
    tables = tuple(_table(number) for number in range(1, count + 1))
    with use_locale("el"):
        return table_sheets(RoundPaper(head, PRESETS["cafe"], "3"), tables)


def _table(number: int) -> TableSheet:
    players = [f"Μαρία Χατζηγεωργίου {number}{chair}" for chair in "αβγδ"]
    a = PairNames(str(2 * number - 1), (players[0], players[1]), "Αετοί Λεμεσού")
    b = PairNames(str(2 * number), (players[2], players[3]))
    link = f"https://tefteri.example.org/l/{number:022}#{number:043}"
    return TableSheet(str(number), BySide(a, b), SEATS[number % 4], link)


def _text_of(sheet: Layouts) -> list[tuple[float, float, float, str]]:
    """Return the place, size and words of each text on the only page."""
    pdf = stamp(*sheet, lambda _page, _pages: None)
    with pypdfium2.PdfDocument(pdf) as document:
        page = document[0].get_textpage()
        boxes = [page.get_rect(number) for number in range(page.count_rects())]
        return [(box[0], box[1], box[3] - box[1], page.get_text_bounded(*box)) for box in boxes]


def _seconds(value: float) -> str:
    return f"{value:.2f} s"
