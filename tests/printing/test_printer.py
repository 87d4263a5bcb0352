"""The printing process: apart from the server's, replaceable, and never left behind."""

import errno
import gc
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import pytest

from scorekeeper.explain.shown_names import players_today
from scorekeeper.i18n import use_locale
from scorekeeper.printing import process
from scorekeeper.printing.pdf import PICTURE_STYLESHEET_URL, STYLESHEET_URL, PdfUnavailable
from scorekeeper.printing.picture import picture_of, render_picture, render_sheet
from scorekeeper.printing.printer import SHEET_NICENESS, SheetPrinter
from scorekeeper.printing.sheet import sheet_of
from scorekeeper.printing.sheet_cache import SheetKey, ledger_png, sheet_pdf
from tests.support.examples import rarely
from tests.support.printed_evening import EVENING, PRINTED_AT, match
from tests.support.processes import wait_until

HTML = render_sheet(sheet_of(match(EVENING), PRINTED_AT), STYLESHEET_URL)
PICTURE = render_picture(picture_of(match(EVENING)), PICTURE_STYLESHEET_URL)


@pytest.fixture(scope="module")
def printer_of_module() -> Iterator[SheetPrinter]:
    made = SheetPrinter(seconds=60)
    yield made
    made.close()


@pytest.fixture
def printer(printer_of_module: SheetPrinter) -> SheetPrinter:
    """One whose process another test may have left: to start one takes longer than a page."""
    printer_of_module.seconds = printer_of_module.idle_seconds = 60
    return printer_of_module


@pytest.fixture
def new_printer(printer: SheetPrinter) -> SheetPrinter:
    """The same without a process."""
    printer.close()
    return printer


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def pid_of(printer: SheetPrinter) -> int:
    assert printer.child_pid is not None
    return printer.child_pid


@pytest.mark.slow
def test_it_prints_in_one_process_of_its_own(new_printer: SheetPrinter) -> None:
    printer = new_printer
    gc.collect()  # what other tests have printed here
    assert printer.child_pid is None
    assert printer.pdf(HTML).startswith(b"%PDF-")
    child = pid_of(printer)
    assert printer.pdf(HTML).startswith(b"%PDF-")

    assert pid_of(printer) == child != os.getpid()
    assert os.getpriority(os.PRIO_PROCESS, child) >= SHEET_NICENESS
    assert "weasyprint" not in Path(f"/proc/{os.getpid()}/maps").read_text()


@pytest.mark.slow
def test_threads_take_turns(printer: SheetPrinter) -> None:
    made: list[bytes] = []
    threads = [Thread(target=lambda: made.append(printer.pdf(HTML))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(made) == 3
    assert all(pdf.startswith(b"%PDF-") for pdf in made)


@pytest.mark.slow
def test_a_stuck_process_is_given_up_and_the_next_one_prints(printer: SheetPrinter) -> None:
    printer.pdf(HTML)
    stuck = pid_of(printer)
    os.kill(stuck, signal.SIGSTOP)
    printer.seconds = 1
    with pytest.raises(PdfUnavailable, match="nothing within 1 s"):
        printer.pdf(HTML)
    assert not is_running(stuck)
    printer.seconds = 60

    assert printer.pdf(HTML).startswith(b"%PDF-")


@pytest.mark.slow
def test_a_killed_process_is_replaced(printer: SheetPrinter) -> None:
    printer.pdf(HTML)
    child = pid_of(printer)
    os.kill(child, signal.SIGKILL)

    assert printer.pdf(HTML).startswith(b"%PDF-")
    assert pid_of(printer) != child
    assert not is_running(child)


@pytest.mark.slow
def test_a_process_killed_at_work_is_replaced_and_asked_again(new_printer: SheetPrinter) -> None:
    printer = new_printer
    killed: list[int] = []

    def kill() -> None:
        wait_until(lambda: printer._child and printer._child.is_asked, "it is not asked")
        killed.append(pid_of(printer))
        os.kill(killed[0], signal.SIGKILL)

    killing = Thread(target=kill)
    killing.start()

    assert printer.pdf(HTML).startswith(b"%PDF-")
    killing.join()
    assert pid_of(printer) not in killed


def test_a_process_that_always_dies_is_given_up(
    new_printer: SheetPrinter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")

    with pytest.raises(PdfUnavailable, match="died twice"):
        new_printer.pdf(HTML)


@pytest.mark.slow
def test_slow_print_is_killed(printer: SheetPrinter) -> None:
    printer.seconds = 0.05

    with pytest.raises(PdfUnavailable) as refused:
        printer.pdf(HTML)
    assert refused.value.reason == "slow"
    assert printer.child_pid is None


@pytest.mark.slow
def test_it_ends_when_its_asker_is_killed() -> None:
    asker = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import time; from scorekeeper.printing.printer import PRINTER;"
            "PRINTER.pdf('<p>x</p>'); print(PRINTER.child_pid, flush=True); time.sleep(60)",
        ],
        stdout=subprocess.PIPE,
        text=True,
    )
    with asker:
        assert asker.stdout is not None
        child = int(asker.stdout.readline())
        asker.kill()

    wait_until(lambda: not is_running(child), "it outlives who asked it")


# --- on a machine that has no time for it ---


@pytest.fixture
def slow_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every Python that is started waits before it does anything else, as for a busy machine."""
    (tmp_path / "sitecustomize.py").write_text("import time\ntime.sleep(6)\n", encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))


@pytest.mark.slow
@pytest.mark.usefixtures("slow_start")
@pytest.mark.parametrize("tries", [1, rarely(2)])
def test_a_start_that_takes_longer_than_a_page_may_is_waited_for(
    new_printer: SheetPrinter, tries: int
) -> None:
    new_printer.seconds = 5  # of which none is for the start
    for _try in range(tries):
        assert new_printer.pdf(HTML).startswith(b"%PDF-")
        new_printer.close()


@pytest.mark.slow
@pytest.mark.usefixtures("slow_start")
def test_it_is_started_ahead_and_by_one_alone(new_printer: SheetPrinter) -> None:
    printer = new_printer
    printer.start()
    child = pid_of(printer)
    assert printer._child is not None
    assert not printer._child.is_ready
    printer.start()
    made: list[bytes] = []
    threads = [Thread(target=lambda: made.append(printer.pdf(HTML))) for _ in range(3)]
    for thread in threads:
        thread.start()
    printer.start()
    for thread in threads:
        thread.join()

    assert (len(made), pid_of(printer)) == (3, child)


@pytest.mark.alone
@pytest.mark.timeout(300)
@pytest.mark.faults
def test_on_a_busy_machine_every_try_prints(new_printer: SheetPrinter) -> None:
    """Each print has a new process, which gets a tenth of a core. Eight seconds are over before the
    process has loaded its modules."""
    printer = new_printer
    printer.seconds = 8
    with machine_at_work():
        for _try in range(5):
            assert printer.pdf(HTML).startswith(b"%PDF-")
            printer.close()


@contextmanager
def machine_at_work() -> Iterator[None]:
    """Twice as many programs as there are cores want all of them, for four minutes at most."""
    work = "import time\nwhile time.monotonic() < {}: pass"
    command = [sys.executable, "-c", work.format(time.monotonic() + 240)]
    busy = [subprocess.Popen(command) for _ in range(2 * (os.cpu_count() or 1))]
    try:
        yield
    finally:
        for one in busy:
            one.kill()
            one.wait()


@pytest.mark.slow
@pytest.mark.parametrize("is_seen", [True, rarely(False)], ids=["seen", "as it is asked"])
def test_the_next_one_is_printed_after_the_process_was_idle_for_long(
    new_printer: SheetPrinter, monkeypatch: pytest.MonkeyPatch, is_seen: bool
) -> None:
    new_printer.idle_seconds = 1
    new_printer.pdf(HTML)
    first = new_printer._child
    assert first is not None
    wait_until(lambda: not first.is_there(), "it is still idle")
    new_printer.idle_seconds = 60
    if not is_seen:
        monkeypatch.setattr(first, "is_there", lambda: True)

    assert new_printer.pdf(HTML).startswith(b"%PDF-")
    assert pid_of(new_printer) != first.pid


@pytest.mark.slow
def test_a_server_process_never_loads_what_draws() -> None:
    code = (
        "import sys; from scorekeeper.printing import charts, printer, sheet;"
        "from scorekeeper.printing.pdf import pdf_ready; pdf_ready();"
        "sys.exit(not {'weasyprint', 'pypdfium2', 'PIL'}.isdisjoint(sys.modules))"
    )

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# --- refusals on their way back ---


def test_the_process_says_what_is_missing() -> None:
    def refuse(_html: str) -> bytes:
        raise PdfUnavailable("missing", "libpango-1.0-0")

    assert process.answer("<p>x</p>", refuse) == b"-missing libpango-1.0-0"


def test_the_process_outlives_an_error() -> None:
    def fail(_html: str) -> bytes:
        raise ZeroDivisionError("by zero")

    assert process.answer("<p>x</p>", fail) == b"-failed ZeroDivisionError: by zero"


def test_full_temporary_folder_is_its_own_reason(tmp_path, monkeypatch):
    def write(_html):
        raise OSError(errno.ENOSPC, "No space left on device")

    def make_folder(_html):
        monkeypatch.setattr(tempfile, "tempdir", None)
        monkeypatch.setattr(tempfile, "_candidate_tempdir_list", lambda: [str(tmp_path / "gone")])
        return tempfile.mkdtemp()

    def read(_html):
        return (tmp_path / "gone").read_bytes()

    assert process.answer("", write) == b"-full OSError: [Errno 28] No space left on device"
    assert process.answer("", make_folder).startswith(b"-full FileNotFoundError: ")
    assert process.answer("", read).startswith(b"-failed FileNotFoundError: ")


def test_the_asker_hears_it(printer: SheetPrinter, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(printer, "_answer", lambda *_: b"-missing libpango-1.0-0")

    with pytest.raises(PdfUnavailable) as refused:
        printer.pdf(HTML)
    assert (refused.value.reason, refused.value.detail) == ("missing", "libpango-1.0-0")


# --- kept sheets ---


class CountingPrinter(SheetPrinter):
    """Makes no PDF, and counts how often it was asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = 0

    def pdf(self, html: str) -> bytes:
        self.asked += 1
        return b"%PDF-" + str(self.asked).encode()


@pytest.fixture
def counting() -> CountingPrinter:
    return CountingPrinter()


def test_a_sheet_is_made_once_for_a_state_of_the_match(
    counting: CountingPrinter, tmp_path: Path
) -> None:
    def make(match_id: str, revision: int) -> bytes:
        return sheet_pdf(
            match(EVENING),
            SheetKey(match_id, revision),
            printed_at=PRINTED_AT,
            folder=tmp_path / "sheets",
            printer=counting,
        )

    assert make("abc", 7) == make("abc", 7) == b"%PDF-1"
    assert make("abc", 8) == b"%PDF-2", "another hand was written"
    assert make("abd", 7) == b"%PDF-3", "another match"
    with use_locale("el"):
        assert make("abc", 7) == b"%PDF-4", "another language"
    assert make("abc", 7) == b"%PDF-1"


def test_sheet_is_printed_anew_after_a_minute(
    counting: CountingPrinter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It says when it was printed."""
    key, now = SheetKey("abc", 7), time.time()

    def make() -> bytes:
        folder = tmp_path / "sheets"
        return sheet_pdf(
            match(EVENING), key, printed_at=PRINTED_AT, folder=folder, printer=counting
        )

    assert make() == make() == b"%PDF-1"
    monkeypatch.setattr("cachelib.file.time", lambda: now + 70)
    assert make() == b"%PDF-2"


def test_folder_of_sheets_is_the_owners_alone(counting: CountingPrinter, tmp_path: Path) -> None:
    folder = tmp_path / "sheets"
    folder.mkdir(mode=0o755)
    key = SheetKey("abc", 7)
    sheet_pdf(match(EVENING), key, printed_at=PRINTED_AT, folder=folder, printer=counting)
    modes = [one.stat().st_mode & 0o777 for one in (folder, tmp_path / "sheets.lock")]
    assert modes == [0o700, 0o700]


def test_a_folder_that_cannot_be_written_costs_only_time(
    counting: CountingPrinter, tmp_path: Path
) -> None:
    (tmp_path / "sheets").write_text("in the way")

    made = sheet_pdf(
        match(EVENING),
        SheetKey("abc", 1),
        printed_at=PRINTED_AT,
        folder=tmp_path / "sheets",
        printer=counting,
    )

    assert made == b"%PDF-1"


# --- pictures ---


@pytest.mark.slow
def test_the_same_process_draws_pictures(printer: SheetPrinter) -> None:
    assert printer.png(PICTURE).startswith(b"\x89PNG")
    child = pid_of(printer)
    assert printer.pdf(HTML).startswith(b"%PDF-")

    assert pid_of(printer) == child


def test_a_picture_is_kept_beside_the_sheet(tmp_path: Path) -> None:
    class Drawing(SheetPrinter):
        asked = 0

        def png(self, html: str) -> bytes:
            self.asked += 1
            return b"\x89PNG"

        def pdf(self, html: str) -> bytes:
            return b"%PDF-"

    printer, key = Drawing(), SheetKey("abc", 7)
    kept = match(EVENING)
    for _again in range(2):
        assert ledger_png(kept, key, folder=tmp_path, printer=printer) == b"\x89PNG"
    sheet = sheet_pdf(kept, key, printed_at=PRINTED_AT, folder=tmp_path, printer=printer)

    assert (printer.asked, sheet) == (1, b"%PDF-")


def test_both_tell_who_sat_there_before(tmp_path: Path) -> None:
    class Reading(SheetPrinter):
        def pdf(self, html: str) -> bytes:
            return html.encode()

        png = pdf

    kept, key, printer = match(EVENING[:1]), SheetKey("abc", 7), Reading()
    guest = [players_today(kept)._replace(B=("Ελένη Παπαδοπούλου", "Σωτήρης"))]
    sheet = sheet_pdf(
        kept, key, printed_at=PRINTED_AT, folder=tmp_path, seated=guest, printer=printer
    )
    picture = ledger_png(kept, key, folder=tmp_path, seated=guest, printer=printer)

    for made in (sheet, picture):
        assert "From hand 2: Ανδρέας Γεωργίου in Σωτήρης&#39;s chair." in made.decode()


def test_a_match_of_a_thousand_hands_is_not_drawn(tmp_path: Path) -> None:
    kept = match([{"passed_out": True}] * 1000)

    with pytest.raises(PdfUnavailable):
        ledger_png(kept, SheetKey("abc", 1), folder=tmp_path)
