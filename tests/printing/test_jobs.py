"""Many sheets in one file: told page by page, ended between two pages, with so much memory."""

import os
import signal
from collections.abc import Iterator

import pytest

from scorekeeper.printing.jobs import JobPrinter, PrintStep, Steps, job_name_of
from scorekeeper.printing.pdf import PdfUnavailable
from scorekeeper.printing.printer import PRINTER
from scorekeeper.printing.stamps import Layouts
from scorekeeper.printing.tables import table_sheets
from tests.parameters import rarely
from tests.printing.paper import pdf_pages
from tests.printing.tournament import ROUND, some_tables
from tests.processes import wait_until

LAYOUT = "<p>Table <span id='stamp:text:table' style='display: inline-block'></span></p>"
MEGABYTE = 1024 * 1024


@pytest.fixture(scope="module")
def printer_of_module() -> Iterator[JobPrinter]:
    made = JobPrinter(seconds=60)
    yield made
    made.close()


@pytest.fixture
def printer(printer_of_module: JobPrinter) -> JobPrinter:
    """One whose process another test may have left: to start one takes longer than a page."""
    printer_of_module.seconds = printer_of_module.idle_seconds = 60
    return printer_of_module


def run(steps: Steps) -> tuple[list[PrintStep], bytes]:
    """Every page of a job, and what it made."""
    told: dict[PrintStep, None] = {}
    while True:
        try:
            told[next(steps)] = None
        except StopIteration as end:
            return [step for step in told if step.page], end.value


def first_page(steps: Steps) -> PrintStep:
    return next(step for step in steps if step.page)


def short(*tables: str) -> Layouts:
    return Layouts(LAYOUT, tuple((0, {"table": table}) for table in tables))


@pytest.mark.slow
def test_every_page_is_told(printer: JobPrinter) -> None:
    told, pdf = run(printer.stamped(table_sheets(ROUND, some_tables(30))))

    assert told == [PrintStep(page, 30) for page in range(1, 31)]
    assert len(pdf_pages(pdf)) == 30


def test_its_name_is_another_one_when_something_changes() -> None:
    name = job_name_of(short("1", "2"), "mine")

    assert job_name_of(short("1", "2"), "mine") == name
    assert job_name_of(short("1", "2"), "yours") != name
    assert job_name_of(short("2", "1"), "mine") != name
    assert job_name_of(short("1", "2")._replace(html=LAYOUT + "!"), "mine") != name


@pytest.mark.slow
def test_a_job_can_be_ended_between_two_pages(printer: JobPrinter) -> None:
    steps = printer.stamped(short(*map(str, range(1000))))
    assert first_page(steps) == PrintStep(1, 1000)
    child = printer.child_pid
    steps.close()

    assert child is not None
    with pytest.raises(ProcessLookupError):
        os.kill(child, 0)
    assert len(run(printer.stamped(short("1")))[0]) == 1, "the next one has its turn"


@pytest.mark.slow
def test_a_page_that_never_comes_is_not_waited_for(printer: JobPrinter) -> None:
    run(printer.stamped(short("1")))
    assert printer.child_pid is not None
    os.kill(printer.child_pid, signal.SIGSTOP)
    printer.seconds = 1
    with pytest.raises(PdfUnavailable, match="nothing within 1 s"):
        run(printer.stamped(short("1")))
    printer.seconds = 60
    assert len(run(printer.stamped(short("1")))[0]) == 1, "the next one has another process"


@pytest.mark.slow
def test_a_job_whose_process_dies_is_given_up(printer: JobPrinter) -> None:
    steps = printer.stamped(short(*map(str, range(1000))))
    first_page(steps)
    assert printer.child_pid is not None
    os.kill(printer.child_pid, signal.SIGKILL)

    with pytest.raises(PdfUnavailable, match="died"):
        run(steps)
    assert len(run(printer.stamped(short("1")))[0]) == 1


@pytest.mark.slow
@pytest.mark.parametrize("is_seen", [True, rarely(False)], ids=["seen", "as it is asked"])
def test_a_job_is_printed_after_the_process_was_idle_for_long(
    printer: JobPrinter, monkeypatch: pytest.MonkeyPatch, is_seen: bool
) -> None:
    printer.close()
    printer.idle_seconds = 1
    run(printer.stamped(short("1")))
    first = printer._child
    assert first is not None
    wait_until(lambda: not first.is_there(), "it is still idle")
    printer.idle_seconds = 60
    if not is_seen:
        monkeypatch.setattr(first, "is_there", lambda: True)

    assert len(run(printer.stamped(short("1", "2")))[0]) == 2


@pytest.mark.slow
def test_a_job_is_printed_after_the_idle_process_was_killed(printer: JobPrinter) -> None:
    run(printer.stamped(short("1")))
    first = printer._child
    assert first is not None
    os.kill(first.pid, signal.SIGKILL)
    wait_until(lambda: not first.is_there(), "it is still there")

    assert len(run(printer.stamped(short("1", "2")))[0]) == 2


@pytest.mark.slow
def test_a_job_that_is_cancelled_while_the_process_starts_leaves_it_alone(
    printer: JobPrinter,
) -> None:
    printer.close()
    steps = printer.stamped(short("1"))
    assert next(steps) == PrintStep(0, 1)
    starting = printer.child_pid
    assert printer._child is not None
    assert not printer._child.is_ready
    steps.close()

    assert len(run(printer.stamped(short("1")))[0]) == 1
    assert printer.child_pid == starting


def test_a_fault_comes_back_in_words(printer: JobPrinter) -> None:
    broken = Layouts(LAYOUT.replace("stamp:text:table", "stamp:table"), ((0, {}),))

    with pytest.raises(PdfUnavailable, match="ValueError"):
        run(printer.stamped(broken))


@pytest.mark.slow
def test_a_giant_job_fails_and_not_the_machine() -> None:
    printer = JobPrinter(seconds=60, memory=400 * MEGABYTE)
    giant = Layouts(f"<p>{'1' * 1000}</p>" * 200_000, ((0, {}),))

    with pytest.raises(PdfUnavailable, match="more memory than it may"):
        run(printer.stamped(giant))
    assert len(run(printer.stamped(short("1", "2")))[0]) == 2, "what is small has enough"
    printer.close()


@pytest.mark.slow
def test_no_tables_sheet_waits_for_a_job(printer: JobPrinter) -> None:
    steps = printer.stamped(short(*map(str, range(1000))))
    first_page(steps)

    assert PRINTER.pdf("<p>a table's own sheet</p>").startswith(b"%PDF-")
    assert next(steps).page == 2
    PRINTER.close()
