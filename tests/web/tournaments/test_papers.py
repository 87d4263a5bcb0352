"""What the organiser prints: begun, told page by page, cancelled, and kept until it changes."""

import pytest

from scorekeeper.printing import printer, running
from scorekeeper.printing.jobs import JOBS, Step
from tests.printing.paper import pdf_pages
from tests.web.tournaments.test_tables import write

OF_A_ROUND = ("sheets", "tables", "names")
OF_ALL = ("blank", "standings", "report")


@pytest.fixture
def organiser(organise):
    printer._folder_of.cache_clear()  # its folder went with the test before
    return organise(5, then=lambda desk: desk.draw().result(1, 351, 240))


@pytest.fixture
def waited_for(monkeypatch):
    """Jobs that are over before the answer goes out."""
    start = running.start

    def start_and_wait(layouts, folder):
        start(layouts, folder).join()

    monkeypatch.setattr(running, "start", start_and_wait)
    monkeypatch.setattr(JOBS, "seconds", 100)


@pytest.fixture
def made_at_once(monkeypatch, waited_for):
    """Jobs whose pages are their texts, one a line."""

    def stamped(layouts):
        yield Step(1, len(layouts.pages))
        return "\n".join(" ".join(texts.values()) for _layout, texts in layouts.pages).encode()

    monkeypatch.setattr(JOBS, "stamped", stamped)


@pytest.fixture
def never_made(monkeypatch):
    """Jobs that are at page 3 of what they have."""

    def start(layouts, folder):
        told = running.Running("job", 3, len(layouts.pages))
        running._tell(running.name_of(layouts), folder, told)

    monkeypatch.setattr(running, "start", start)


def made(organiser, paper):
    """What is on the paper."""
    begun = organiser.press(organiser.page(f"papers/{paper}"), "Make the PDF")
    page = organiser.get(begun.goes_to)
    (link,) = [link for link in page.links() if ".pdf" in link]
    return organiser.get(link).html


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


def test_a_sheet_has_its_table_s_link_and_players(organiser, made_at_once):
    first, second = made(organiser, "sheets").splitlines()
    link = organiser.page("rounds/1/tables/1/link").words(".//p[@id='address']")
    assert link in first
    assert link not in second
    table = organiser.tournament().last_round.tables[0]
    assert f"Odd{table.a} Even{table.a}" in first


def test_the_draw_names_every_table_and_player(organiser, made_at_once):
    bye = organiser.tournament().last_round.byes[0]
    for paper in ("tables", "names"):
        text = made(organiser, paper)
        assert all(f"Odd{number}" in text for number in range(1, 6))
        assert f"bye {bye} Odd{bye}" in text or f"Odd{bye} {bye} bye" in text


def test_standings_and_report_have_the_result(organiser, made_at_once):
    assert "Standings after round 1" in made(organiser, "standings")
    report = made(organiser, "report")
    assert "351 – 240" in report
    assert "Swiss" in report


def test_a_past_round_names_those_who_played_it(organise, made_at_once):
    organiser = organise(2, then=lambda desk: desk.draw().play())
    page = organiser.page("pairs/1")
    organiser.press(page, "Save the pair", player1="Guest", player2="Friend", from_now="1")
    report = made(organiser, "report")
    assert ("Odd1 Even1" in report, "Guest Friend" in report) == (True, True)
    assert "Odd1" not in made(organiser, "standings")
    for path in ("rounds/1", "rounds/1/tables/1", "standings/2"):
        page = organiser.page(path).words()
        assert ("Odd1 – Even1" in page, "Guest" in page) == (True, False), path


def test_the_report_tells_what_ended_each_round(organise, made_at_once):
    organiser = organise(2, length="hands", limit=9, then=lambda desk: desk.draw().play())
    organiser.press(organiser.page("setup"), "Save the set-up", limit="12")
    organiser.press(organiser.page("draw"), "Draw it so")
    assert "9 hands, 12 hands" in made(organiser, "report")


def test_it_is_kept_until_something_on_it_changes(organiser, made_at_once):
    made(organiser, "standings")
    assert "Save the PDF" in organiser.page("papers/standings").words()
    write(organiser, 351, 100, table=2)
    assert "Make the PDF" in organiser.page("papers/standings").buttons()
    assert organiser.page("papers/standings.pdf").goes_to.endswith("/papers/standings")


def test_a_new_code_makes_other_sheets(organiser, made_at_once):
    made(organiser, "sheets")
    organiser.press(organiser.page("rounds/1/tables/1/link"), "New code")
    assert "Make the PDF" in organiser.page("papers/sheets").buttons()


def test_a_paper_is_in_its_reader_s_language(organiser, made_at_once):
    made(organiser, "names")
    organiser.headers = {"Accept-Language": "el"}
    page = organiser.page("papers/names")
    assert "Φτιάξε το PDF" in page.buttons()
    assert organiser.press(page, "Φτιάξε το PDF").status == 303
    assert "πού κάθομαι" in organiser.page("papers/names.pdf").html


def test_a_page_that_waits_asks_how_far_it_is(organiser, never_made):
    page = organiser.get(organiser.press(organiser.page("papers/sheets"), "Make the PDF").goes_to)
    assert "page 3 of 2" in page.words(".//p[@id='progress']")
    assert page.has(".//noscript/meta[@http-equiv='refresh']")
    asks = page.find(".//p[@id='progress']").get("hx-get")
    assert "page 3 of 2" in organiser.get(asks, htmx=True).words()


def test_it_can_be_cancelled_and_the_page_that_waits_hears_of_it(organiser, never_made):
    page = organiser.get(organiser.press(organiser.page("papers/sheets"), "Make the PDF").goes_to)
    asks = page.find(".//p[@id='progress']").get("hx-get")
    assert "Make the PDF" in organiser.get(organiser.press(page, "Cancel").goes_to).buttons()
    told = organiser.get(asks, htmx=True)
    assert told.status == 204
    assert "/papers/sheets" in told.goes_to


def test_a_paper_that_cannot_be_made_says_so(organiser, monkeypatch):
    def start(layouts, folder):
        told = running.Running("job", 0, 1, "missing")
        running._tell(running.name_of(layouts), folder, told)

    monkeypatch.setattr(running, "start", start)
    page = organiser.get(organiser.press(organiser.page("papers/blank"), "Make the PDF").goes_to)
    assert "This server lacks" in page.words(".//*[@role='alert']")
    assert "Make the PDF" in page.buttons()


def test_the_sheets_of_a_round_come_as_one_file(organiser, waited_for):
    """With everything that makes it, as an organiser has it."""
    organiser.press(organiser.page("papers/sheets"), "Make the PDF")
    path = f"{organiser.url}papers/sheets.pdf?round=1"
    response = organiser.client.get(path, headers=organiser.headers)
    first, second = pdf_pages(response.data)
    assert "Odd" in first
    assert "Odd" in second
    JOBS.close()


@pytest.mark.parametrize("path", ["nothing", "sheets?round=9", "sheets?round=x"])
def test_what_there_is_not_is_not_printed(organiser, path):
    assert organiser.page(f"papers/{path}").status == 404


@pytest.mark.parametrize(
    ("language", "told", "button"),
    [
        ("en", "its disk is full or cannot be written", "Make the PDF"),
        ("el", "ο δίσκος του γέμισε ή δεν γράφεται", "Φτιάξε το PDF"),
    ],
)
def test_where_nothing_can_be_kept_it_says_so_and_can_be_asked_again(
    organiser, made_at_once, language, told, button
):
    papers = organiser.app.config["INSTANCE"] / "papers"
    papers.write_text("in its place")
    organiser.headers = {"Accept-Language": language}
    refused = organiser.press(organiser.page("papers/names"), button)
    assert refused.status == 503
    assert told in refused.words(".//*[@role='alert']")
    papers.unlink()
    assert organiser.press(refused, button).status == 303
    assert organiser.page("papers/names.pdf").status == 200


def test_a_disk_that_fills_up_meanwhile_is_told_too(organiser, monkeypatch):
    def start(layouts, folder):
        told = running.Running("job", 3, len(layouts.pages), "unkept")
        running._tell(running.name_of(layouts), folder, told)

    monkeypatch.setattr(running, "start", start)
    page = organiser.get(organiser.press(organiser.page("papers/blank"), "Make the PDF").goes_to)
    assert "its disk is full" in page.words(".//*[@role='alert']")
