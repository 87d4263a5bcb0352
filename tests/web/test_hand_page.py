"""One hand: its lines with their reasons, and what was done to it."""

import pytest

from scorekeeper.explain.labels import number_text
from tests.support.page import plain
from tests.support.table import FAILED, KAPO, MADE, PASSED_OUT, SWEPT
from tests.web.test_entry_form import HANDS, SWITCHES


def lines(page):
    """The points of each line, and of the total below them."""
    rows = page.findall(".//table[@class='lines']/tbody/tr")
    points = [[cell.text or "" for cell in row.findall("td")] for row in rows]
    total = [cell.text for cell in page.findall(".//table[@class='lines']/tfoot//td")]
    return points, total


@pytest.mark.parametrize(("rules", "hand"), HANDS.values(), ids=HANDS)
def test_it_shows_lines_that_add_up_to_the_score(keep, rules, hand):
    preset, switches = SWITCHES.get(rules, (rules, {}))
    scorer = keep(hand, rules=preset, **switches)
    page = scorer.get(scorer.url + "hands/2")
    score = scorer.ledger().standing.rows[0].score
    points, total = lines(page)
    assert total == [number_text(score.A), number_text(score.B)]
    for place in (0, 1):
        found = [int(row[place].replace("−", "-") or 0) for row in points]
        assert sum(found) == score[place + 1]


def test_it_gives_every_line_its_reason(keep):
    scorer = keep(MADE)
    page = scorer.get(scorer.url + "hands/2")
    reasons = page.findall(".//table[@class='lines']/tbody//small")
    assert len(reasons) >= 3
    assert all("".join(reason.itertext()) for reason in reasons)
    assert "7 > 5" in page.words(".//tbody")


def test_it_says_what_was_bid_and_that_it_failed(keep):
    scorer = keep(FAILED)
    page = scorer.get(scorer.url + "hands/2")
    assert "Why 26 – 0?" in page.words(".//h1")
    assert "Theirs" in page.words(".//h2")
    assert "failed" in page.words(".//h2").lower()


def test_it_names_rules_and_dealer(keep):
    scorer = keep(MADE, FAILED)
    assert "dealer: Eleni" in scorer.get(scorer.url + "hands/3").words()


def test_it_names_the_dealer_who_sat_there_then(keep):
    guest = {"players": {"A1": "Sotiris"}, "from_now": True}
    scorer = keep(MADE, then=lambda t: t.do("changed", **guest).play(FAILED, KAPO, MADE, MADE))
    assert "dealer: Maria" in scorer.get(scorer.url + "hands/2").words()
    assert "dealer: Sotiris" in scorer.get(scorer.url + "hands/7").words()
    unnamed = {"players": {"B1": ""}}
    scorer = keep(MADE, FAILED, then=lambda t: t.do("changed", **unnamed))
    assert "dealer: Theirs 1" in scorer.get(scorer.url + "hands/3").words()


def test_it_has_no_lines_for_a_hand_that_all_passed(keep):
    scorer = keep(PASSED_OUT)
    assert lines(scorer.get(scorer.url + "hands/2")) == ([], ["0", "0"])


def test_it_says_that_a_hand_does_not_count(keep):
    scorer = keep(SWEPT, MADE, SWEPT, FAILED, then=lambda table: table.correct(2, SWEPT))
    assert "it does not count" in scorer.get(scorer.url + "hands/5").words()
    assert "does not count" not in scorer.get(scorer.url + "hands/4").words()


def test_it_tells_the_hands_history_and_what_of_it_stands(keep):
    def change(table):
        table.correct(1, KAPO).undo().bring_back()

    scorer = keep(MADE, then=change)
    told = scorer.get(scorer.url + "hands/2").findall(".//ol/li")
    words = [plain("".join(one.itertext())) for one in told]
    assert len(words) == 4
    assert words[0].startswith("written: Ours 9 ♥, 97 – 65")
    assert words[1].startswith("corrected: Theirs 12 ♣ kapo, 0 – 162")
    assert words[2].startswith("undone")
    assert words[3].startswith("brought back")
    assert [one.get("class") for one in told] == [None, None, "undone", None]


def test_it_tells_a_reader_the_same(keep, stranger):
    scorer = keep(MADE)
    path = scorer.url + "hands/2"
    assert lines(stranger.get(path)) == lines(scorer.get(path))
    assert "Correct the hand" not in stranger.get(path).words()


def test_the_correction_lies_beneath_and_the_disputes_behind_one_row(keep, stranger):
    scorer = keep(MADE)
    page = scorer.get(scorer.url + "hands/2")
    assert page.words(".//footer") == "Correct the hand"
    disputes = page.find(".//details[@class='disputes']")
    assert disputes.get("open") is None
    assert page.words(".//details/summary") == "Do you disagree?"
    assert len(disputes.findall(".//a")) == 5
    assert stranger.get(scorer.url + "hands/2").findall(".//footer") == []


def test_its_heading_is_read_with_the_names(keep):
    scorer = keep(FAILED)
    heading = scorer.get(scorer.url + "hands/2").find(".//h1")
    seen, spoken = heading.findall("span")
    assert (seen.text, seen.get("aria-hidden")) == ("Why 26 – 0?", "true")
    assert (spoken.text, spoken.get("class")) == ("Why Ours 26, Theirs 0?", "sr")


def test_hand_below_nothing_has_a_colon_in_its_title_and_question(keep):
    failed = {"bidder": "A", "bid": 80, "trump": "hearts", "points": {"A": 162}}
    scorer = keep({**failed, "pilotta_failed": "B"}, rules="cardrules")
    row = scorer.ledger().standing.rows[0]
    assert row.score.B < 0
    page = scorer.get(f"{scorer.url}hands/2")
    told = f"{row.score.A} : −{-row.score.B}"
    assert page.words(".//title").endswith(told)
    assert page.words(".//h1/span[1]") == f"Why {told}?"
