"""The organiser's papers: begun, reported page by page, cancelled, and kept until they change."""

import json
from datetime import timedelta

import pytest

from scorekeeper.jobs import payloads
from scorekeeper.jobs.payloads import GONE_AFTER, beat
from scorekeeper.jobs.queue import MOST_OF_A_TOURNAMENT, claim, fail, renew
from scorekeeper.journal import clock
from scorekeeper.store import job_store
from scorekeeper.store.db import NotWritable
from scorekeeper.work.kinds import Papers
from scorekeeper.work.worker import run_next_job
from tests.support.paper import pdf_pages
from tests.web.tournaments.test_tables import write

OF_A_ROUND = ("sheets", "tables", "names")
OF_ALL = ("cards", "blank", "standings", "cross", "report")
SERVER = "http://192.168.1.7:8000"


@pytest.fixture
def organiser(organise, change_settings):
    change_settings(address=f"{SERVER}/")
    return organise(5, then=lambda desk: desk.draw().result(1, 351, 240))


@pytest.fixture
def worker(app):
    """Does the next job: its output is the pages' texts, one a line."""

    def texts(leased):
        _html, pages = json.loads(payloads.input_of(leased.job.name))
        return "\n".join(" ".join(texts.values()) for _layout, texts in pages).encode()

    def work(do=texts):
        with app.app_context():
            assert run_next_job(app, {"paper": do})

    return work


@pytest.fixture
def worker_is_there(app):
    """A worker has just said that it is there."""
    with app.app_context():
        beat()


@pytest.fixture
def begun(app, worker_is_there):
    """Takes up the next job and is at its third page."""

    def begin():
        with app.app_context():
            job = claim()
            renew(job, min(3, job.pages))
        return job

    return begin


@pytest.fixture
def made(organiser, worker):
    """A function that returns the contents of a paper."""

    def made(paper, phone=organiser):
        asked = phone.press(phone.page(f"papers/{paper}"), "Make the PDF")
        worker()
        (link,) = [link for link in phone.get(asked.goes_to).links() if ".pdf" in link]
        return phone.get(link).html

    return made


def asked_for(organiser, paper="sheets"):
    """The page that waits for it."""
    return organiser.get(organiser.press(organiser.page(f"papers/{paper}"), "Make the PDF").goes_to)


def test_the_desk_leads_to_everything_there_is_to_print(organiser):
    (papers,) = [link for link in organiser.page().links() if link.endswith("/papers")]
    page = organiser.get(papers)
    for paper in (*OF_A_ROUND, *OF_ALL):
        (link,) = [link for link in page.links() if f"/papers/{paper}" in link]
        assert organiser.get(link).status == 200


def test_before_the_first_draw_there_are_blank_sheets_and_no_sheets_of_a_round(organise):
    page = organise(4).page("papers")
    assert [link for link in page.links() if link.endswith("/papers/blank")]
    assert not [link for link in page.links() if "/papers/sheets" in link]


def test_a_sheet_has_its_table_s_link_and_players(organiser, made):
    first, second = made("sheets").splitlines()
    link = organiser.page("rounds/1/tables/1/link").words(".//p[@id='address']")
    assert link in first
    assert link not in second
    assert link.startswith(f"{SERVER}/s#"), "not localhost, by which the organiser came"
    table = organiser.tournament().last_round.tables[0]
    assert f"Odd{table.a} Even{table.a}" in first


def test_codes_that_would_lead_nowhere_are_left_out_and_that_is_said(
    organiser, made, change_settings
):
    for path in ("papers", "setup", "papers/sheets"):
        assert f"The codes lead to {SERVER}" in organiser.page(path).words(
            ".//*[@id='opened-here']"
        )
    change_settings(address=None)
    assert "localhost" not in made("sheets")
    for path in ("papers", "setup", "papers/sheets"):
        assert "the sheets have no codes" in organiser.page(path).words(".//*[@id='opened-here']")
    organiser.origin = "http://192.168.1.7:8000"
    assert not organiser.page("papers").has(".//*[@id='opened-here']")


def test_every_pair_that_plays_has_a_card(organise, made):
    organiser = organise(9, then=lambda desk: desk.do("pair_changed", pair="4", withdrawn=True))
    (cards,) = made("cards", organiser).splitlines()
    assert "1 Odd1 Even1 2 Odd2 Even2" in cards
    assert "Odd9" in cards
    assert "Odd4" not in cards


def test_one_click_prints_the_round(organiser, worker):
    asked = organiser.press(organiser.page("papers"), "Print the round")
    assert asked.status == 303
    worker()
    (link,) = [link for link in organiser.get(asked.goes_to).links() if ".pdf" in link]
    *sheets, tables, names = organiser.get(link).html.splitlines()
    assert len(sheets) == 2
    assert "Round 1 of 5" in tables
    assert "where do I sit?" in names


def test_paper_asked_for_beside_the_tables_brings_its_file_there(organise, worker):
    organiser = organise(4, then=lambda desk: desk.draw())
    form = organiser.page("rounds/1").find(".//form[@hx-target='#printing']")
    asked = organiser.press(organiser.page("rounds/1"), "Print the round", htmx=True)
    assert asked.status == 200
    assert form.get("hx-post") == form.get("action")
    address = asked.find(".//p[@id='progress']").get("hx-get")
    assert "Save the PDF" not in organiser.get(address, htmx=True).html
    worker()
    done = organiser.get(address, htmx=True)
    (link,) = done.links()
    assert "<html" not in done.html
    assert len(organiser.get(link).html.splitlines()) == 4


def test_a_table_s_sheet_is_printed_again_also_after_a_swap(organise, worker, change_settings):
    change_settings(address=SERVER)
    organiser = organise(4, then=lambda desk: desk.draw())
    first, second = organiser.tournament().last_round.tables

    def sheet():
        (link,) = [one for one in organiser.page("rounds/1/tables/2").links() if "papers/" in one]
        asked = organiser.press(organiser.get(link), "Make the PDF")
        worker()
        (link,) = [one for one in organiser.get(asked.goes_to).links() if ".pdf" in one]
        (page,) = organiser.get(link).html.splitlines()
        return page

    before = sheet()
    link = organiser.page("rounds/1/tables/2/link").words(".//p[@id='address']")
    assert link in before
    assert f"Odd{second.a}" in before
    page = organiser.page(f"draw?swap={first.a}&with={second.a}")
    swapped = organiser.press(page, f"Let {first.a} and {second.a} change places")
    assert swapped.status == 303
    after = sheet()
    assert link in after
    assert f"Odd{first.a}" in after
    assert f"Odd{second.a}" not in after


def test_standings_are_after_a_round_once_it_has_its_results(organise, made):
    organiser = organise(4)
    organiser.press(organiser.proposal(), "Draw it so")
    assert "Standings before round 1" in made("standings", organiser)
    write(organiser, 351, 100, table=1)
    assert "Standings in round 1 (results: 1 of 2)" in made("standings", organiser)
    write(organiser, 351, 100, table=2)
    assert "Standings after round 1" in made("standings", organiser)
    organiser.press(organiser.proposal(), "Draw it so")
    assert "Save the PDF" in organiser.page("papers/standings").words(), "it is the same paper"


def test_the_draw_names_every_table_and_player(organiser, made):
    bye = organiser.tournament().last_round.byes[0]
    for paper in ("tables", "names"):
        text = made(paper)
        assert all(f"Odd{number}" in text for number in range(1, 6))
        assert f"bye {bye} Odd{bye}" in text or f"Odd{bye} {bye} bye" in text


def test_standings_and_report_have_the_result(organiser, made):
    assert "Standings in round 1 (results: 1 of 2)" in made("standings")
    report = made("report")
    assert "351 – 240" in report
    assert "Swiss" in report


def test_a_past_round_names_those_who_played_it(organise, made):
    organiser = organise(2, then=lambda desk: desk.draw().play())
    page = organiser.page("pairs/1")
    organiser.press(page, "Save the pair", player1="Guest", player2="Friend", from_now="1")
    report = made("report", organiser)
    assert ("Odd1 Even1" in report, "Guest Friend" in report) == (True, True)
    assert "Odd1" not in made("standings", organiser)
    for path in ("rounds/1", "rounds/1/tables/1", "standings/2"):
        page = organiser.page(path).words()
        assert ("Odd1 – Even1" in page, "Guest" in page) == (True, False), path


def test_the_report_tells_what_ended_each_round(organise, made):
    organiser = organise(2, length="hands", limit=9, then=lambda desk: desk.draw().play())
    organiser.press(organiser.page("setup"), "Save the set-up", limit="12")
    organiser.press(organiser.proposal(), "Draw it so")
    assert "9 hands, 12 hands" in made("report", organiser)


def test_it_is_kept_until_something_on_it_changes(organiser, made):
    made("standings")
    assert "Save the PDF" in organiser.page("papers/standings").words()
    write(organiser, 351, 100, table=2)
    assert "Make the PDF" in organiser.page("papers/standings").buttons()
    assert organiser.page("papers/standings.pdf").goes_to.endswith("/papers/standings")


def test_new_result_does_not_stop_the_cancelling_of_a_paper(app, organiser):
    page = asked_for(organiser, "standings")
    write(organiser, 351, 100, table=2)
    cancelled = organiser.get(organiser.press(page, "Cancel").goes_to)
    assert "It was cancelled" in cancelled.words()
    with app.app_context():
        assert claim() is None


def test_paper_stays_available_after_a_new_result(organiser, worker):
    page = asked_for(organiser, "standings")
    asks = page.find(".//p[@id='progress']").get("hx-get")
    write(organiser, 351, 100, table=2)
    worker()
    ready = organiser.get(organiser.get(asks, htmx=True).goes_to)
    assert "something on it has changed" in ready.words()
    (link,) = [link for link in ready.links() if ".pdf" in link]
    assert organiser.get(link).status == 200
    organiser.press(ready, "Make the PDF")
    worker()
    now = organiser.page("papers/standings")
    (of_now,) = [link for link in now.links() if ".pdf" in link]
    assert organiser.get(of_now).html != organiser.get(link).html


def test_a_new_code_makes_other_sheets(organiser, made):
    made("sheets")
    organiser.press(organiser.page("rounds/1/tables/1/link"), "New code")
    assert "Make the PDF" in organiser.page("papers/sheets").buttons()


def test_a_paper_is_in_its_reader_s_language(organiser, made, worker):
    made("names")
    organiser.headers = {"Accept-Language": "el"}
    page = organiser.page("papers/names")
    assert "Φτιάξε το PDF" in page.buttons()
    assert organiser.press(page, "Φτιάξε το PDF").status == 303
    worker()
    assert "πού κάθομαι" in organiser.page("papers/names.pdf").html


def test_a_page_that_waits_asks_how_far_it_is(organiser, begun):
    page = asked_for(organiser)
    assert "It waits for its turn" in page.words(".//p[@id='progress']")
    assert page.has(".//noscript/meta[@http-equiv='refresh']")
    asks = page.find(".//p[@id='progress']").get("hx-get")
    begun()
    assert "page 2 of 2" in organiser.get(asks, htmx=True).words()
    assert "page 2 of 2" in organiser.page("papers/sheets").words(".//p[@id='progress']")


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", "its worker does not run"), ("el", "Πες το σε όποιον έχει στήσει το Τεφτέρι")],
)
def test_waiting_page_says_that_no_worker_runs(app, organiser, language, told):
    page = organiser.page("papers/sheets")
    organiser.headers = {"Accept-Language": language}
    page = organiser.get(organiser.press(page, "Make the PDF").goes_to)
    assert told in page.words(".//p[@id='progress']")
    asks = page.find(".//p[@id='progress']").get("hx-get")
    assert told in organiser.get(asks, htmx=True).words()
    with app.app_context():
        beat()
    assert told not in organiser.get(asks, htmx=True).words()


def test_waiting_page_says_that_the_worker_stopped_midway(app, organiser, begun):
    page = asked_for(organiser)
    begun()
    asks = page.find(".//p[@id='progress']").get("hx-get")
    with clock.at(clock.moment() + timedelta(seconds=GONE_AFTER + 1)):
        assert "its worker does not run" in organiser.get(asks, htmx=True).words()


def test_the_page_that_waits_comes_anew_when_it_is_made(organiser, worker):
    asks = asked_for(organiser).find(".//p[@id='progress']").get("hx-get")
    worker()
    told = organiser.get(asks, htmx=True)
    assert told.status == 204
    assert "Save the PDF" in organiser.get(told.goes_to).words()


def test_it_can_be_cancelled_and_the_page_that_waits_hears_of_it(organiser, begun):
    page = asked_for(organiser)
    begun()
    asks = page.find(".//p[@id='progress']").get("hx-get")
    cancelled = organiser.get(organiser.press(page, "Cancel").goes_to)
    assert "It was cancelled" in cancelled.words()
    assert "Make the PDF" in cancelled.buttons()
    told = organiser.get(asks, htmx=True)
    assert told.status == 204
    assert "/papers/sheets" in told.goes_to


@pytest.mark.parametrize(
    ("language", "make", "again", "reason", "told"),
    [
        ("en", "Make the PDF", "Try again", "missing", "This server lacks"),
        ("en", "Make the PDF", "Try again", "large", "more memory than this server gives it"),
        ("el", "Φτιάξε το PDF", "Δοκίμασε ξανά", "unkept", "ο δίσκος γέμισε"),
        ("el", "Φτιάξε το PDF", "Δοκίμασε ξανά", "died", "σταματούσε κάθε φορά"),
    ],
)
def test_why_it_could_not_be_made_is_told_and_it_can_be_tried_again(
    app, organiser, begun, worker, language, make, again, reason, told
):
    organiser.headers = {"Accept-Language": language}
    organiser.press(organiser.page("papers/sheets"), make)
    job = begun()
    with app.app_context():
        fail(job, reason)
    page = organiser.page("papers/sheets")
    assert told in page.words(".//*[@role='alert']")
    assert organiser.press(page, again).status == 303
    worker()
    assert organiser.page("papers/sheets.pdf").status == 200


def test_it_is_not_made_twice_where_two_ask_for_it(app, organiser, worker):
    page = organiser.page("papers/sheets")
    organiser.press(page, "Make the PDF")
    organiser.press(page, "Make the PDF")
    worker()
    organiser.press(page, "Make the PDF")
    with app.app_context():
        assert claim() is None


def test_a_tournament_waits_for_its_own_papers_before_it_asks_for_more(
    organise, worker, change_settings
):
    change_settings(address=SERVER)
    organiser = organise(4, then=lambda desk: desk.draw())
    for number in range(MOST_OF_A_TOURNAMENT):
        asked_for(organiser)
        organiser.press(organiser.page(f"rounds/1/tables/{1 + number % 2}/link"), "New code")
    refused = organiser.press(organiser.page("papers/sheets"), "Make the PDF")
    assert refused.status == 429
    assert "6 papers of this tournament" in refused.words(".//*[@role='alert']")
    worker()
    assert organiser.press(refused, "Try again").status == 303


def test_nobody_hears_of_another_tournament_s_job(organiser, stranger):
    asks = asked_for(organiser).find(".//p[@id='progress']").get("hx-get")
    name = asks.partition("job=")[2]
    told = stranger.page(f"papers/blank/progress?job={name}")
    assert told.status == 303


def test_nobody_gets_another_tournament_s_paper(organiser, made, stranger):
    made("sheets")
    (link,) = [link for link in organiser.page("papers/sheets").links() if ".pdf" in link]
    name = link.partition("job=")[2]
    assert stranger.page(f"papers/blank.pdf?job={name}").status == 303


@pytest.mark.slow
def test_the_sheets_of_a_round_come_as_one_file(organiser, worker):
    """With everything that makes it, as an organiser has it."""
    organiser.press(organiser.page("papers/sheets"), "Make the PDF")
    papers = Papers(memory=0)
    worker(papers.make)
    papers._printer.close()
    path = f"{organiser.url}papers/sheets.pdf?round=1"
    response = organiser.client.get(path, headers=organiser.headers)
    first, second = pdf_pages(response.data)
    assert "Odd" in first
    assert "Odd" in second


@pytest.mark.parametrize("path", ["nothing", "sheets?round=9", "sheets?round=x"])
def test_unknown_paper_or_round_is_not_found(organiser, path):
    assert organiser.page(f"papers/{path}").status == 404


@pytest.mark.parametrize(
    ("language", "told", "button", "again"),
    [
        ("en", "its disk is full or cannot be written", "Make the PDF", "Try again"),
        ("el", "ο δίσκος γέμισε ή δεν γράφεται", "Φτιάξε το PDF", "Δοκίμασε ξανά"),
    ],
)
def test_full_disk_is_reported_and_the_paper_can_be_asked_for_again(
    organiser, worker, monkeypatch, language, told, button, again
):
    def put(_name, _content):
        raise NotWritable("disk is full")

    organiser.headers = {"Accept-Language": language}
    with monkeypatch.context() as full:
        full.setattr(job_store, "put", put)
        refused = organiser.press(organiser.page("papers/names"), button)
    assert refused.status == 503
    assert told in refused.words(".//*[@role='alert']")
    assert organiser.press(refused, again).status == 303
    worker()
    assert organiser.page("papers/names.pdf").status == 200
