"""The match: totals, ledger, the last act, the next dealer; made once for each state."""

import re

import pytest

from scorekeeper.match.erasure import erase_match
from scorekeeper.web import page_memory
from tests.support.table import FAILED, KAPO, MADE, OPEN, PASSED_OUT, SWEPT


def ledger(page):
    """The ledger's rows, each cell as its reader finds it."""
    rows = page.findall(".//table[@id='ledger']/tbody/tr")
    return [[" ".join(" ".join(cell.itertext()).split()) for cell in row] for row in rows]


def test_it_shows_a_match_that_has_just_begun(keep):
    page = keep().page()
    assert page.words(".//section[@id='standing']") == "Ours 0 to 351 Theirs 0"
    assert not page.has(".//svg[@class='chart']")


def test_first_row_of_an_empty_ledger_says_who_deals(keep):
    scorer = keep()
    first, second = scorer.page().findall(".//div[@class='empty']/p")
    assert "".join(first.itertext()) == "First hand: Maria deals"
    assert second.find("a").get("href") == f"{scorer.url}adjust"
    assert "deals" not in scorer.page().words(".//footer")
    page = keep(MADE).page()
    assert not page.has(".//div[@class='empty']")
    assert "hand 2: Eleni deals" in page.words(".//footer")


def test_empty_ledger_of_a_stopped_match_names_no_dealer(keep):
    page = keep(then=lambda table: table.do("stopped")).page()
    assert "deals" not in page.words(".//main")


def test_it_says_what_each_side_needs_while_the_match_goes_on(keep):
    head = ".//section[@id='standing']"
    assert keep(MADE).page().words(head) == "Ours 19 332 to go to 351 Theirs 6 345 to go"
    stopped = keep(MADE, then=lambda table: table.do("stopped"))
    assert "to go" not in stopped.page().words(head)


def test_it_shows_hands_as_the_ledger_writes_them(keep):
    rows = ledger(keep(MADE, FAILED, KAPO, PASSED_OUT).page())
    assert [row[0] for row in rows] == ["1", "2", "3", "4"]
    assert [row[1] for row in rows] == ["+19 19", "+26 45", "– 45", "– 45"]
    assert [row[3] for row in rows] == ["6 +6", "6 –", "43 +37", "43 –"]
    assert "9 ♥" in rows[0][2]
    assert "failed" in rows[1][2]
    assert "pass" in rows[3][2]


def test_it_strikes_a_failed_contract_through_and_points_at_the_bidder(keep):
    page = keep(MADE, FAILED).page()
    (struck,) = page.findall(".//table[@id='ledger']//s")
    assert "10" in "".join(struck.itertext())
    arrows = [one.text or "" for one in page.findall(".//tbody//span[@class='arrow']")]
    assert arrows == ["‹", "", "", "›"]


def test_it_shows_an_open_contract_in_the_next_row(keep):
    page = keep(MADE, then=lambda table: table.do("contract", contract=OPEN)).page()
    assert ledger(page)[-1][0] == "2"
    assert "8 ♦" in ledger(page)[-1][2]


def test_it_still_shows_the_open_contract_of_a_match_that_was_stopped(keep):
    def stop(table):
        table.do("contract", contract=OPEN).do("stopped")

    assert keep(MADE, then=stop).page().has(".//tr[@class='open']")


def test_it_marks_hands_after_the_end(keep):
    page = keep(SWEPT, MADE, SWEPT, FAILED, then=lambda table: table.correct(2, SWEPT)).page()
    marked = [row.get("class") for row in page.findall(".//table[@id='ledger']/tbody/tr")]
    assert marked == [None, None, None, "after-end"]
    assert "Rows after the end do not count." in page.words()


def test_adjustment_behind_an_end_that_moved_forward_changes_no_total_of_the_head(keep):
    def move_the_end(table):
        table.do("adjusted", adjust={"A": 0, "B": 400}, reason="late").correct(2, SWEPT)

    phone = keep(SWEPT, MADE, SWEPT, then=move_the_end)
    page = phone.page()
    assert "Theirs 0" in page.words(".//section[@id='standing']")
    assert ledger(page)[3] == ["±", "– 375", "Adjustment late after the end", "0 +400"]
    last = page.findall(".//table[@id='ledger']/tbody/tr")[3]
    assert last.get("class") == "after-end"
    assert "it does not count" in phone.get(last.find(".//a").get("href")).words()


def test_it_leads_to_every_hand(keep):
    scorer = keep(MADE, FAILED)
    links = scorer.page().links()
    assert {f"{scorer.url}hands/2", f"{scorer.url}hands/3"} <= set(links)


def test_it_gives_every_new_hand_an_operation_of_its_own(keep):
    scorer = keep(MADE)

    def link():
        return next(one for one in scorer.page().links() if "hand?op=" in one)

    assert link() != link()
    assert scorer.get(link()).status == 200


@pytest.mark.parametrize(
    ("hands", "switches", "said"),
    [
        ([SWEPT] * 3, {}, "Won by Ours, 375 – 0"),
        ([KAPO] * 2, {"target": 51}, "Won by Theirs, 74 – 0"),
        ([MADE], {}, "hand 2"),
    ],
)
def test_it_says_who_has_won(keep, hands, switches, said):
    page = keep(*hands, **switches).page()
    assert said in page.words(".//footer")
    assert ("Rematch" in page.buttons()) == said.startswith("Won")


def test_it_shows_scores_below_zero(keep):
    hand = {"bidder": "A", "bid": 90, "points": {"A": 80}, "pilotta_failed": "A"}
    page = keep(hand, rules="cardrules").page()
    assert ledger(page)[0][1] == "−20 −20"
    assert page.words(".//section[@id='standing']").startswith("Ours −20")


def test_it_shows_a_long_match(keep):
    page = keep(*[MADE, FAILED] * 12, target=5000).page()
    assert len(ledger(page)) == 24
    assert page.has(".//svg[@class='chart']")


@pytest.mark.parametrize("rules", ["cafe", "cardrules"])
def test_it_names_the_rules_and_the_target(keep, rules):
    names = {"cafe": "Café table", "cardrules": "Unrounded"}
    page = keep(rules=rules).page()
    assert names[rules] in page.words()
    assert "to 351" in page.words(".//section[@id='standing']")


def test_it_tells_a_reader_what_it_tells_the_scorer(keep, stranger):
    scorer = keep(MADE, FAILED, then=lambda table: table.do("contract", contract=OPEN))
    assert ledger(stranger.get(scorer.url)) == ledger(scorer.page())


def test_it_is_not_found_without_its_last_slash_or_with_more(keep):
    scorer = keep()
    assert scorer.get(scorer.url[:-1], follow=True).status == 200
    assert scorer.get(scorer.url + "x").status == 404


def test_it_says_which_of_a_side_deals_where_the_players_have_no_names(keep):
    scorer = keep(MADE, then=lambda table: table.do("changed", players={"B1": ""}))
    assert "hand 2: Theirs to deal (1st)" in scorer.get(scorer.url).words(".//footer")


OPERATION = re.compile(r'(?:name="op_id" value="|op=)([0-9a-f]{32})')
TOKEN = re.compile(r'name="csrf_token" value="([^"]+)"')


def text(phone, url):
    return phone.client.get(url, headers=phone.headers).text


def test_it_is_made_once_and_has_new_operations_each_time(keep, monkeypatch):
    scorer = keep(MADE)
    first = text(scorer, scorer.url)
    monkeypatch.setattr(page_memory, "_Page", lambda *_: 1 / 0)
    second = text(scorer, scorer.url)
    assert OPERATION.findall(first)
    assert not {*OPERATION.findall(first)} & {*OPERATION.findall(second)}
    assert OPERATION.sub("", TOKEN.sub("", first)) == OPERATION.sub("", TOKEN.sub("", second))


def test_no_page_with_the_names_is_kept_once_they_are_erased(app, keep, stranger):
    scorer = keep(MADE)
    text(stranger, scorer.url)
    assert "Theirs" in kept()
    with app.app_context():
        erase_match(scorer.public_id, None, "operator")
    assert "Theirs" not in kept()
    text(stranger, scorer.url)
    assert "Theirs" not in kept()


def kept():
    """All that is kept in memory of pages."""
    return b"".join(part for page in page_memory._pages.values() for part in page.texts).decode()


def test_its_forms_work_for_whoever_opens_it(keep):
    """The token in it is the reader's own, not that of the phone for which it was made."""
    scorer = keep(MADE, FAILED)
    text(scorer, scorer.url)
    scorer.do("Undo")
    assert scorer.totals() == (19, 6)
    scorer.do("Bring back")
    assert scorer.totals() == (45, 6)


def test_a_watcher_and_a_scorer_never_see_each_others_page(keep, stranger):
    scorer = keep(MADE)
    assert 'name="revision"' in text(scorer, scorer.url)
    assert 'name="revision"' not in text(stranger, scorer.url)
    assert TOKEN.search(text(scorer, scorer.url))
    assert not TOKEN.search(text(stranger, scorer.url))


def test_it_is_another_in_another_language_or_look(keep):
    scorer = keep(MADE)
    pages = {text(scorer, scorer.url)}
    for name, value in (("lang", "el"), ("theme", "dark"), ("theme", "light"), ("letters", "big")):
        scorer.client.set_cookie(name, value)
        pages.add(re.sub(OPERATION, "", re.sub(TOKEN, "", text(scorer, scorer.url))))
    assert len(pages) == 5


def test_it_changes_with_every_act(keep):
    scorer = keep(MADE)
    seen = [text(scorer, scorer.url)]
    for press in ("Undo", "Bring back"):
        scorer.do(press)
        seen.append(text(scorer, scorer.url))
    assert "+19" in seen[0]
    assert "+19" not in seen[1]
    assert "+19" in seen[2]
