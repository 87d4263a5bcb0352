"""A job that runs on its own: how far it is, ended by whoever asks, and kept when it is done."""

import resource
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import pytest

from scorekeeper.printing import running
from scorekeeper.printing.jobs import JobPrinter, Step, Steps, kept_pages, name_of
from scorekeeper.printing.layouts import Layouts
from scorekeeper.printing.pdf import PdfUnavailable
from scorekeeper.printing.printer import NotKept
from scorekeeper.printing.running import Running

LAYOUTS = Layouts("<p></p>", ((0, {}),) * 3)
NAME = name_of(LAYOUTS)


class StandIn(JobPrinter):
    """A printer whose pages are made when the test says so."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.between: list[Running | None] = []
        self.fails = False
        self.folder = folder
        self.ends_after = 0
        self.made = b"%PDF-"

    def stamped(self, layouts: Layouts) -> Steps:
        for page in range(1, len(layouts.pages) + 1):
            yield Step(page, len(layouts.pages))
            self.between.append(running.running(NAME, self.folder))
            if page == self.ends_after:
                running.cancel(NAME, self.folder)
        if self.fails:
            raise PdfUnavailable("slow", "no page")
        return self.made


@pytest.fixture
def printer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> StandIn:
    monkeypatch.setattr(running, "TOLD_EVERY", 0)
    return StandIn(tmp_path)


def run(printer: StandIn) -> None:
    thread = running.start(LAYOUTS, printer.folder, printer)
    assert isinstance(thread, Thread)
    thread.join()


def test_it_tells_page_by_page_and_keeps_what_it_made(printer: StandIn) -> None:
    run(printer)

    assert [(told.page, told.pages) for told in printer.between if told] == [(1, 3), (2, 3), (3, 3)]
    assert kept_pages(LAYOUTS, printer.folder) == b"%PDF-"
    assert running.running(NAME, printer.folder) is None


def test_whoever_cancels_it_ends_it_between_two_pages(printer: StandIn) -> None:
    printer.ends_after = 1
    run(printer)

    assert len(printer.between) == 1
    assert kept_pages(LAYOUTS, printer.folder) is None
    assert running.running(NAME, printer.folder) is None


def test_why_there_is_no_pdf_is_told_until_it_is_begun_again(printer: StandIn) -> None:
    printer.fails = True
    run(printer)
    told = running.running(NAME, printer.folder)
    assert told is not None
    assert told.failed == "slow"

    printer.fails = False
    run(printer)
    assert kept_pages(LAYOUTS, printer.folder) == b"%PDF-"


class Hasty(StandIn):
    """Is asked again while it prints."""

    def stamped(self, layouts: Layouts) -> Steps:
        assert running.start(layouts, self.folder, self) is None
        return (yield from super().stamped(layouts))


def test_it_is_begun_once(printer: StandIn) -> None:
    hasty = Hasty(printer.folder)
    run(hasty)

    assert len(hasty.between) == 3
    assert kept_pages(LAYOUTS, printer.folder) == b"%PDF-"


def test_what_was_cancelled_can_be_asked_for_again(printer: StandIn) -> None:
    printer.ends_after = 1
    run(printer)
    printer.ends_after = 0
    run(printer)

    assert kept_pages(LAYOUTS, printer.folder) == b"%PDF-"
    assert running.running(NAME, printer.folder) is None


@contextmanager
def no_file_longer_than(size: int) -> Iterator[None]:
    """As on a disk with so little left."""
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, usual[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)


def test_a_disk_that_is_full_ends_the_job_and_it_can_be_asked_for_again(printer: StandIn) -> None:
    printer.made = b"%PDF-" * 10_000
    with no_file_longer_than(4_000):
        run(printer)
    told = running.running(NAME, printer.folder)
    assert told is not None
    assert told.failed == "unkept"
    assert kept_pages(LAYOUTS, printer.folder) is None
    assert not list(printer.folder.glob("*.__wz_cache")), "nothing half written is left there"

    run(printer)
    assert kept_pages(LAYOUTS, printer.folder) == printer.made


def test_where_nothing_at_all_can_be_kept_nothing_is_begun(printer: StandIn) -> None:
    with no_file_longer_than(0), pytest.raises(NotKept):
        running.start(LAYOUTS, printer.folder, printer)

    assert printer.between == []
    assert running.running(NAME, printer.folder) is None


def test_a_folder_that_cannot_be_made_is_told_until_it_is_mended(printer: StandIn) -> None:
    printer.folder /= "papers"
    printer.folder.write_text("in its place")
    with pytest.raises(NotKept):
        running.start(LAYOUTS, printer.folder, printer)

    printer.folder.unlink()
    run(printer)
    assert kept_pages(LAYOUTS, printer.folder) == b"%PDF-"


class Tidy(StandIn):
    """Somebody takes the folder away while it prints."""

    def stamped(self, layouts: Layouts) -> Steps:
        shutil.rmtree(self.folder)
        return (yield from super().stamped(layouts))


def test_a_folder_that_is_taken_away_ends_the_job(printer: StandIn) -> None:
    tidy = Tidy(printer.folder)
    run(tidy)
    assert running.running(NAME, printer.folder) is None

    run(printer)
    assert kept_pages(LAYOUTS, printer.folder) == b"%PDF-"
