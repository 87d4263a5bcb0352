"""Many sheets in one file: told page by page, ended between two pages, kept until one changes."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorekeeper.printing.jobs import JobPrinter, Step, Steps, kept_pages, print_pages
from scorekeeper.printing.layouts import Layouts
from scorekeeper.printing.pdf import PdfUnavailable
from scorekeeper.printing.printer import PRINTER
from scorekeeper.printing.tables import table_sheets
from tests.printing.paper import pdf_pages
from tests.printing.tournament import ROUND, some_tables

LAYOUT = "<p>Table <span id='stamp:text:table' style='display: inline-block'></span></p>"


@pytest.fixture
def printer() -> Iterator[JobPrinter]:
    made = JobPrinter(seconds=60)
    yield made
    made.close()


def run(steps: Steps) -> tuple[list[Step], bytes]:
    """Every step of a job, and what it made."""
    told = []
    while True:
        try:
            told.append(next(steps))
        except StopIteration as end:
            return told, end.value


def short(*tables: str) -> Layouts:
    return Layouts(LAYOUT, tuple((0, {"table": table}) for table in tables))


def test_every_page_is_told(printer: JobPrinter, tmp_path: Path) -> None:
    told, pdf = run(print_pages(table_sheets(ROUND, some_tables(30)), tmp_path, printer))

    assert told == [Step(page, 30) for page in range(1, 31)]
    assert len(pdf_pages(pdf)) == 30


def test_what_was_made_is_kept(printer: JobPrinter, tmp_path: Path) -> None:
    layout = short("1", "2")
    assert kept_pages(layout, tmp_path) is None
    _, pdf = run(print_pages(layout, tmp_path, printer))
    printer.close()

    assert kept_pages(layout, tmp_path) == pdf
    assert run(print_pages(layout, tmp_path, printer)) == ([], pdf)
    assert printer.child_pid is None, "nobody was asked"


def test_it_is_kept_until_something_changes(printer: JobPrinter, tmp_path: Path) -> None:
    run(print_pages(short("1", "2"), tmp_path, printer))

    assert kept_pages(short("2", "1"), tmp_path) is None
    assert kept_pages(short("1", "2")._replace(html=LAYOUT + "!"), tmp_path) is None


def test_a_job_can_be_ended_between_two_pages(printer: JobPrinter, tmp_path: Path) -> None:
    layout = short(*map(str, range(1000)))
    steps = print_pages(layout, tmp_path, printer)
    assert next(steps) == Step(1, 1000)
    child = printer.child_pid
    steps.close()

    assert child is not None
    with pytest.raises(ProcessLookupError):
        os.kill(child, 0)
    assert kept_pages(layout, tmp_path) is None
    assert len(run(printer.stamped(short("1")))[0]) == 1, "the next one has its turn"


def test_only_one_job_at_a_time(tmp_path: Path) -> None:
    printer = JobPrinter(seconds=60)
    first = printer.stamped(short("1", "2"))
    next(first)
    printer.seconds = 0
    with pytest.raises(PdfUnavailable, match="another job"):
        next(printer.stamped(short("3")))
    printer.seconds = 60

    assert len(run(first)[0]) == 1
    printer.close()


def test_a_job_whose_process_dies_is_given_up(printer: JobPrinter) -> None:
    steps = printer.stamped(short(*map(str, range(1000))))
    next(steps)
    assert printer._child is not None
    printer._child.kill()

    with pytest.raises(PdfUnavailable, match="died"):
        run(steps)
    assert len(run(printer.stamped(short("1")))[0]) == 1


def test_a_fault_comes_back_in_words(printer: JobPrinter) -> None:
    broken = Layouts(LAYOUT.replace("stamp:text:table", "stamp:table"), ((0, {}),))

    with pytest.raises(PdfUnavailable, match="ValueError"):
        run(printer.stamped(broken))


def test_no_tables_sheet_waits_for_a_job(printer: JobPrinter) -> None:
    steps = printer.stamped(short(*map(str, range(1000))))
    next(steps)

    assert PRINTER.pdf("<p>a table's own sheet</p>").startswith(b"%PDF-")
    assert next(steps).page == 2
    PRINTER.close()
