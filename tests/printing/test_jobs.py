"""Many sheets in one file: made ahead or asked for, and dropped where nobody fetches them."""

import os
import signal
import time
from collections.abc import Iterator
from threading import Event, Thread

import pytest

from scorekeeper.match.erasure import erase_match
from scorekeeper.printing import printer
from scorekeeper.printing.jobs import JobPrinter, PrintStep, Steps, job_name_of
from scorekeeper.printing.pdf import PdfUnavailable
from scorekeeper.printing.printer import PRINTER, PRINTS, Prints
from scorekeeper.printing.sheet_cache import MOST_WAITING, PrintAheadQueue
from scorekeeper.printing.stamps import Layouts
from scorekeeper.printing.tables import table_sheets
from tests.support.examples import rarely
from tests.support.paper import pdf_pages
from tests.support.printed_evening import ROUND, some_tables
from tests.support.processes import wait_until
from tests.support.table import MADE, Table

LAYOUT = "<p>Table <span id='stamp:text:table' style='display: inline-block'></span></p>"
MEGABYTE = 1024 * 1024


@pytest.fixture(scope="module")
def printer_of_module() -> Iterator[JobPrinter]:
    made = JobPrinter(seconds=60)
    yield made
    made.close()


@pytest.fixture
def job_printer(printer_of_module: JobPrinter) -> JobPrinter:
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
def test_every_page_is_told(job_printer: JobPrinter) -> None:
    told, pdf = run(job_printer.stamped(table_sheets(ROUND, some_tables(30))))

    assert told == [PrintStep(page, 30) for page in range(1, 31)]
    assert len(pdf_pages(pdf)) == 30


def test_its_name_is_another_one_when_something_changes() -> None:
    name = job_name_of(short("1", "2"), "mine")

    assert job_name_of(short("1", "2"), "mine") == name
    assert job_name_of(short("1", "2"), "yours") != name
    assert job_name_of(short("2", "1"), "mine") != name
    assert job_name_of(short("1", "2")._replace(html=LAYOUT + "!"), "mine") != name


@pytest.mark.slow
def test_a_job_can_be_ended_between_two_pages(job_printer: JobPrinter) -> None:
    steps = job_printer.stamped(short(*map(str, range(1000))))
    assert first_page(steps) == PrintStep(1, 1000)
    child = job_printer.child_pid
    steps.close()

    assert child is not None
    with pytest.raises(ProcessLookupError):
        os.kill(child, 0)
    assert len(run(job_printer.stamped(short("1")))[0]) == 1, "the next one has its turn"


@pytest.mark.slow
def test_a_page_that_never_comes_is_not_waited_for(job_printer: JobPrinter) -> None:
    run(job_printer.stamped(short("1")))
    assert job_printer.child_pid is not None
    os.kill(job_printer.child_pid, signal.SIGSTOP)
    job_printer.seconds = 1
    with pytest.raises(PdfUnavailable, match="nothing within 1 s"):
        run(job_printer.stamped(short("1")))
    job_printer.seconds = 60
    assert len(run(job_printer.stamped(short("1")))[0]) == 1, "the next one has another process"


@pytest.mark.slow
def test_a_job_whose_process_dies_is_given_up(job_printer: JobPrinter) -> None:
    steps = job_printer.stamped(short(*map(str, range(1000))))
    first_page(steps)
    assert job_printer.child_pid is not None
    os.kill(job_printer.child_pid, signal.SIGKILL)

    with pytest.raises(PdfUnavailable, match="died"):
        run(steps)
    assert len(run(job_printer.stamped(short("1")))[0]) == 1


@pytest.mark.slow
@pytest.mark.parametrize("is_seen", [True, rarely(False)], ids=["seen", "as it is asked"])
def test_a_job_is_printed_after_the_process_was_idle_for_long(
    job_printer: JobPrinter, monkeypatch: pytest.MonkeyPatch, is_seen: bool
) -> None:
    job_printer.close()
    job_printer.idle_seconds = 1
    run(job_printer.stamped(short("1")))
    first = job_printer._child
    assert first is not None
    wait_until(lambda: not first.is_there(), "it is still idle")
    job_printer.idle_seconds = 60
    if not is_seen:
        monkeypatch.setattr(first, "is_there", lambda: True)

    assert len(run(job_printer.stamped(short("1", "2")))[0]) == 2


@pytest.mark.slow
def test_a_job_is_printed_after_the_idle_process_was_killed(job_printer: JobPrinter) -> None:
    run(job_printer.stamped(short("1")))
    first = job_printer._child
    assert first is not None
    os.kill(first.pid, signal.SIGKILL)
    wait_until(lambda: not first.is_there(), "it is still there")

    assert len(run(job_printer.stamped(short("1", "2")))[0]) == 2


@pytest.mark.slow
def test_a_job_that_is_cancelled_while_the_process_starts_leaves_it_alone(
    job_printer: JobPrinter,
) -> None:
    job_printer.close()
    steps = job_printer.stamped(short("1"))
    assert next(steps) == PrintStep(0, 1)
    starting = job_printer.child_pid
    assert job_printer._child is not None
    assert not job_printer._child.is_ready
    steps.close()

    assert len(run(job_printer.stamped(short("1")))[0]) == 1
    assert job_printer.child_pid == starting


@pytest.mark.slow
def test_a_fault_comes_back_in_words(job_printer: JobPrinter) -> None:
    broken = Layouts(LAYOUT.replace("stamp:text:table", "stamp:table"), ((0, {}),))

    with pytest.raises(PdfUnavailable, match="ValueError"):
        run(job_printer.stamped(broken))


@pytest.mark.slow
def test_a_giant_job_fails_and_not_the_machine() -> None:
    printer = JobPrinter(seconds=60, memory=400 * MEGABYTE)
    giant = Layouts(f"<p>{'1' * 1000}</p>" * 200_000, ((0, {}),))

    with pytest.raises(PdfUnavailable, match="more memory than it may"):
        run(printer.stamped(giant))
    assert len(run(printer.stamped(short("1", "2")))[0]) == 2, "what is small has enough"
    printer.close()


@pytest.mark.slow
def test_no_tables_sheet_waits_for_a_job(job_printer: JobPrinter) -> None:
    steps = job_printer.stamped(short(*map(str, range(1000))))
    first_page(steps)

    assert PRINTER.pdf("<p>a table's own sheet</p>").startswith(b"%PDF-")
    assert next(steps).page == 2
    PRINTER.close()


def test_each_is_made_once_in_its_turn_and_the_newest_of_its_name():
    ahead, begun, go_on, made = PrintAheadQueue(), Event(), Event(), []

    def hold():
        begun.set()
        assert go_on.wait(60)

    ahead.enqueue("first", 1, hold)
    assert begun.wait(60)
    ahead.enqueue("a", 1, lambda: made.append("old"))
    ahead.enqueue("b", 1, lambda: made.append("b"))
    ahead.enqueue("a", 2, lambda: made.append("new"))
    for number in range(MOST_WAITING):
        ahead.enqueue(number, 1, lambda number=number: made.append(number))
    go_on.set()
    wait_until(lambda: len(made) == MOST_WAITING, "not all were made")
    assert made == ["new", "b", *range(MOST_WAITING - 2)]


def test_failed_job_does_not_stop_the_next_ones():
    ahead, done = PrintAheadQueue(), Event()
    ahead.enqueue("broken", 1, lambda: 1 // 0)
    ahead.enqueue("whole", 1, done.set)
    assert done.wait(60)
    again = Event()
    ahead.enqueue("later", 1, again.set)
    assert again.wait(60)


def test_a_machine_that_gives_no_thread_breaks_nothing_and_is_asked_again(monkeypatch):
    ahead, done = PrintAheadQueue(), Event()

    def refuse(_thread):
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as patch:
        patch.setattr(Thread, "start", refuse)
        ahead.enqueue("lost", 1, lambda: pytest.fail("it was given up"))
    ahead.enqueue("later", 1, done.set)
    assert done.wait(60)


def test_a_state_that_was_made_is_not_made_again_but_another_is():
    ahead, made = PrintAheadQueue(), []
    for state in (1, 1, 2, 2):
        ahead.enqueue("a", state, lambda state=state: made.append(state))
        wait_until(lambda state=state: state in made, "it was not made")
    last = Event()
    ahead.enqueue("last", 1, last.set)
    assert last.wait(60)
    assert made == [1, 2]


def test_a_state_that_could_not_be_made_is_made_when_it_is_asked_for_again(monkeypatch):
    ahead, begun, made = PrintAheadQueue(), Event(), Event()

    def refuse(_thread):
        raise RuntimeError("can't start new thread")

    def fail():
        begun.set()
        raise ValueError("no room")

    with monkeypatch.context() as patch:
        patch.setattr(Thread, "start", refuse)
        ahead.enqueue("a", 1, lambda: pytest.fail("it was given up"))
    ahead.enqueue("a", 1, fail)
    assert begun.wait(60)
    next_turn = Event()
    ahead.enqueue("b", 1, next_turn.set)
    assert next_turn.wait(60)
    ahead.enqueue("a", 1, made.set)
    assert made.wait(60)


WHAT = ("an address", "el", 1)
PATIENCE = 10


def printed(prints):
    prints.ask(WHAT, lambda: b"names").result(PATIENCE)


def wait_for(is_so):
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_it_is_forgotten_in_time_although_nobody_asks_again(monkeypatch):
    monkeypatch.setattr(printer, "KEPT_SECONDS", 0.05)
    prints = Prints()
    printed(prints)
    wait_for(lambda: prints.find(WHAT) is None)
    wait_for(lambda: prints._timer is None)


def test_unfinished_print_is_forgotten_after_it_is_made(monkeypatch):
    monkeypatch.setattr(printer, "KEPT_SECONDS", 0.05)
    prints = Prints()
    prints.ask(WHAT, lambda: (time.sleep(0.2), b"late")[1])
    wait_for(lambda: prints.find(WHAT) is None)


@pytest.mark.usefixtures("context")
def test_it_is_forgotten_once_names_are_erased():
    table = Table().play(MADE)
    printed(PRINTS)
    erase_match(table.kept.public_id, None, "operator")
    assert PRINTS.find(WHAT) is None
