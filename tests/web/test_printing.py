"""A PDF on a machine that has no time for it: a page that waits, and goes on."""

from threading import Event, Thread

import pytest

from scorekeeper.printing.pdf import PdfUnavailable
from scorekeeper.printing.printer import MOST, PRINTS
from scorekeeper.web import printing
from scorekeeper.web.match import sheets
from tests.support.phone import Phone
from tests.support.processes import wait_until
from tests.support.table import MADE, SWEPT

PAGE = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
IN_ENGLISH = {"Accept-Language": "en"}


class Slow:
    """Prints when it is let, and counts."""

    def __init__(self):
        self.go_on = Event()
        self.made = 0
        self.fault = None

    def __call__(self, *_args, **_told):
        assert self.go_on.wait(60)
        self.made += 1
        if self.fault:
            raise self.fault
        return b"%PDF-"


@pytest.fixture
def slow(monkeypatch):
    """Nothing is printed before it is let."""
    slow = Slow()
    PRINTS._prints.clear()  # what other tests left
    monkeypatch.setattr(sheets, "sheet_pdf", slow)
    monkeypatch.setattr(sheets.PRINTER, "pdf", slow)
    monkeypatch.setattr(sheets.PRINTER, "png", slow)
    monkeypatch.setattr(printing, "PATIENCE", 0.05)
    yield slow
    slow.go_on.set()
    wait_until(lambda: not is_under_way(), "a print was left behind")


def is_under_way():
    return any(one.ended_at is None for one in PRINTS._prints.values())


def browser_of(phone):
    phone.headers |= PAGE
    return phone


@pytest.fixture
def scorer(keep):
    return browser_of(keep(MADE))


def refreshes(page):
    """To where the page goes by itself, without scripts."""
    return [one.get("content") for one in page.findall(".//meta[@http-equiv='refresh']")]


def waiting(phone, path):
    """The page that waits for it."""
    sent = phone.get(path)
    assert sent.status == 303
    return phone.get(sent.goes_to)


@pytest.mark.parametrize("language", ["en", "el"])
def test_browser_gets_a_waiting_page_that_leads_on_to_the_file(scorer, slow, language):
    scorer.headers["Accept-Language"] = language
    path = f"{scorer.url}sheet.pdf"
    page = waiting(scorer, path)
    assert page.status == 200
    said = {"en": "The PDF is being written", "el": "Το PDF ετοιμάζεται"}[language]
    assert said in page.words()
    assert refreshes(page) == ["2"]
    assert page.find(".//svg") is not None
    assert page.find(".//p[@id='progress']").get("hx-get") == f"{path}?wait=1"
    assert f"{scorer.url}sheet" in page.links()

    slow.go_on.set()
    wait_until(lambda: not is_under_way(), "it is not made")
    page = scorer.get(f"{path}?wait=1")
    assert refreshes(page) == [f"0; url={path}"]
    assert path in page.links()
    assert scorer.client.get(path, headers=scorer.headers).data == b"%PDF-"
    assert slow.made == 1


def test_the_page_asks_how_far_it_is_and_is_sent_on(scorer, slow):
    path = f"{scorer.url}sheet.pdf"
    waiting(scorer, path)
    part = scorer.get(f"{path}?wait=1", htmx=True)
    assert part.status == 200
    assert not part.has(".//h1")
    slow.go_on.set()
    wait_until(lambda: not is_under_way(), "it is not made")
    told = scorer.client.get(f"{path}?wait=1", headers={**scorer.headers, "HX-Request": "true"})
    assert (told.status_code, told.headers["HX-Redirect"]) == (204, f"{path}?wait=1")


def test_client_that_accepts_anything_waits_for_the_file(scorer, slow):
    path = f"{scorer.url}sheet.pdf"
    answers = []

    def ask():
        with scorer.app.test_client() as curl:
            answers.append(curl.get(path, headers={"Accept": "*/*"}))

    asking = Thread(target=ask)
    asking.start()
    wait_until(is_under_way, "nobody prints")
    slow.go_on.set()
    asking.join()
    assert (answers[0].status_code, answers[0].data) == (200, b"%PDF-")


def test_at_most_two_threads_wait_and_the_next_one_is_told_at_once(scorer, slow, monkeypatch):
    monkeypatch.setattr(printing, "_AT_ONCE", 0.01)
    path = f"{scorer.url}sheet.pdf"

    def ask():
        with scorer.app.test_client() as curl:
            assert curl.get(path, headers=IN_ENGLISH).status_code == 200

    threads = [Thread(target=ask) for _ in range(printing.WAITING)]
    for thread in threads:
        thread.start()
    wait_until(lambda: printing._places._value == 0, "they do not wait")
    with scorer.app.test_client() as curl:
        refused = curl.get(path, headers=IN_ENGLISH)
        assert (refused.status_code, refused.headers["Retry-After"]) == (503, "5")
    assert waiting(scorer, path).status == 200
    slow.go_on.set()
    for thread in threads:
        thread.join()
    assert slow.made == 1, "all of them waited for the same"


def test_failed_printing_is_reported_and_a_new_try_makes_the_file(scorer, slow):
    path = f"{scorer.url}sheet.pdf"
    waiting(scorer, path)
    slow.fault = PdfUnavailable("slow", "nothing within 8 s of its own")
    slow.go_on.set()
    wait_until(lambda: not is_under_way(), "it does not fail")
    for _look in range(2):
        page = scorer.get(f"{path}?wait=1")
        assert page.status == 503
        assert "Making it took too long" in page.words()
        assert path in page.links(), "to try again"
    slow.fault = None
    assert scorer.get_file(path) == 200
    assert slow.made == 2


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        ("full", "temporary folder is full"),
        ("failed", "The PDF could not be made"),
        ("large", "The PDF could not be made"),
    ],
)
def test_other_fault_than_slowness_is_not_called_slow(scorer, slow, reason, words):
    path = f"{scorer.url}sheet.pdf"
    waiting(scorer, path)
    slow.fault = PdfUnavailable(reason, "OSError")
    slow.go_on.set()
    wait_until(lambda: not is_under_way(), "it does not fail")
    page = scorer.get(f"{path}?wait=1")
    assert words in page.words()
    assert "too long" not in page.words()


def test_another_hand_makes_another_sheet(scorer, slow):
    path = f"{scorer.url}sheet.pdf"
    waiting(scorer, path)
    scorer.save("A:90", 97)
    slow.go_on.set()
    wait_until(lambda: not is_under_way(), "it is not made")
    assert scorer.get_file(path) == 200
    assert slow.made == 2


def test_looking_how_far_it_is_counts_as_no_print(make_app, keep, slow):
    watcher = browser_of(Phone(make_app(PRINTS=1)))
    path = f"{keep(MADE).url}sheet.pdf"
    waiting(watcher, path)
    for _look in range(3):
        assert watcher.get(f"{path}?wait=1").status == 200
    slow.go_on.set()
    wait_until(lambda: not is_under_way(), "it is not made")
    assert watcher.client.get(path, headers=watcher.headers).status_code == 200
    assert watcher.get(f"{path}?other").status == 429


def test_a_picture_and_a_blank_sheet_and_a_ruling_are_waited_for_too(scorer, slow, monkeypatch):
    monkeypatch.setattr("scorekeeper.web.match.import_export.ledger_png", slow)
    page = waiting(scorer, f"{scorer.url}ledger.png?v=2&save=1")
    assert "The picture is being drawn" in page.words()
    assert page.find(".//p[@id='progress']").get("hx-get").endswith("ledger.png?v=2&save=1&wait=1")
    assert "PDF is being written" in waiting(scorer, "/sheets/blank.pdf").words()
    assert "PDF is being written" in waiting(scorer, f"{scorer.url}blank.pdf").words()
    assert "Others come first: 2" in scorer.get(f"{scorer.url}blank.pdf?wait=1").words()


@pytest.mark.slow
def test_no_more_than_so_many_are_under_way(scorer, slow):
    for number in range(MOST):
        assert waiting(scorer, f"/sheets/blank.pdf?n={number}").status == 200
    assert scorer.get("/sheets/blank.pdf").status == 503


def test_the_process_is_started_by_the_pages_that_lead_to_a_pdf(keep, monkeypatch):
    started = []
    monkeypatch.setattr(sheets.PRINTER, "start", lambda: started.append(1))
    running, over = keep(MADE), keep(SWEPT, SWEPT, SWEPT)
    for scorer, path, starts in (
        (running, "", 0),
        (running, "share", 1),
        (running, "sheet", 1),
        (over, "", 1),
    ):
        started.clear()
        scorer.get(scorer.url + path)
        assert len(started) == starts, path


@pytest.fixture
def ahead(monkeypatch):
    """The sheets to be made ahead of need, by name."""
    waiting = {}

    def enqueue(key, _state, make):
        waiting[key] = make

    monkeypatch.setattr(sheets.PRINT_AHEAD, "enqueue", enqueue)
    return waiting


def test_the_sheet_of_a_match_that_its_scorer_sees_ended_is_made_before_it_is_asked_for(
    app, keep, slow, ahead
):
    over, running = keep(SWEPT, SWEPT, SWEPT), keep(MADE)
    for scorer in (over, running):
        Phone(app).get(scorer.url)
        assert not ahead
    running.get(running.url)
    assert not ahead
    over.get(over.url)
    [make] = ahead.values()
    slow.go_on.set()
    make()
    assert slow.made == 1


def test_the_sheet_of_a_match_that_was_corrected_meanwhile_is_not_made(keep, slow, ahead):
    over = keep(SWEPT, SWEPT, SWEPT)
    over.get(over.url)
    [make] = ahead.values()
    over.do("Undo")
    slow.go_on.set()
    make()
    assert slow.made == 0
