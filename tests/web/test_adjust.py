"""Adjusting the score: carried over from paper, penalties, rulings."""

import pytest

from scorekeeper.rules.match import Adjust
from tests.page import altered
from tests.table import FAILED, MADE, SWEPT


def see(scorer, **typed):
    return scorer.press(scorer.get(scorer.url + "adjust"), "See what changes", **typed)


def adjust(scorer, **typed):
    written = scorer.press(see(scorer, **typed), "Write it")
    assert (written.status, written.goes_to) == (303, scorer.url), written.words()
    return scorer.match().entries


def test_an_empty_match_offers_to_carry_a_score_over(keep):
    scorer = keep()
    page = scorer.page()
    assert "Carry a score over from paper" in page.words()
    assert f"{scorer.url}adjust" in page.links()
    assert adjust(scorer, points_A="120", points_B="85") == (
        Adjust(120, 85, "Carried over from paper"),
    )
    assert scorer.totals() == (120, 85)
    assert scorer.ledger().standing.number == 1, "it is no hand"


def test_it_stands_in_the_ledger_as_a_row_of_its_own(keep):
    scorer = keep(MADE)
    adjust(scorer, points_B="20", why="penalty")
    row = scorer.page().words(".//tr[@class='adjustment']")
    assert row == "± – 19 Adjustment Penalty −14 −20"


def test_a_penalty_is_taken_off(keep):
    assert adjust(keep(MADE), points_A="20", why="penalty")[-1] == Adjust(-20, 0, "Penalty")


def test_preview_of_a_penalty_sets_no_dash_before_a_minus(keep):
    asked = see(keep(MADE), points_B="10", why="penalty")
    assert asked.words(".//p[@class='comes-to']").startswith("19 – 6 → 19 : −4")
    assert asked.words(".//table[@class='lines']/tbody").endswith("Penalty 0 −10")
    assert asked.words(".//table[@class='lines totals']/tbody").endswith("0 −10 19 : −4")


def test_a_total_below_nothing_stands_behind_a_colon_on_every_page(keep):
    scorer = keep(MADE)
    adjust(scorer, points_B="10", why="penalty")
    assert "Stop the match at 19 : −4?" in scorer.page().words(".//dialog")
    stopped = scorer.do("Yes, stop").page()
    assert "The match stopped at 19 : −4" in stopped.words(".//p[@class='verdict']")
    assert scorer.get("/phone/").words(".//span[@class='score']") == "19 : −4"


def test_a_ruling_may_take_from_one_and_give_the_other(keep):
    entries = adjust(
        keep(MADE), points_A="10", points_B="5", minus=["A"], why="ruling", reason="  Ο διαιτητής "
    )
    assert entries[-1] == Adjust(-10, 5, "Ruling: Ο διαιτητής")


@pytest.mark.parametrize("typed", ["-10", "−10"])
def test_a_minus_may_be_typed(keep, typed):
    assert adjust(keep(MADE), points_A=typed, why="ruling")[-1] == Adjust(-10, 0, "Ruling")


def test_it_goes_before_the_hand_that_is_chosen(keep):
    scorer = keep(MADE, FAILED)
    adjust(scorer, points_A="120", points_B="85", why="carried", before="2")
    rows = scorer.ledger().standing.rows
    assert [row.number for row in rows] == [None, 1, 2]
    assert tuple(rows[0].totals) == (120, 85)


def test_behind_the_end_it_must_go_before_a_hand(keep):
    scorer = keep(SWEPT, SWEPT, SWEPT)
    form = scorer.get(scorer.url + "adjust").form(scorer.url + "adjust")
    assert form.offers("before") == ["2", "3", "4"]
    assert form.value("before") == "4"
    seen = see(scorer, points_A="30", why="penalty")
    assert "it goes on" in seen.words()
    scorer.press(seen, "Write it")
    assert scorer.ledger().standing.end is None


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({}, "Which side gets or loses how many points?"),
        ({"points_A": "many"}, "A number from 0 to 9999."),
        ({"points_A": "10000"}, "A number from 0 to 9999."),
        ({"points_A": "1", "reason": "x" * 81}, "At most 80 characters"),
    ],
)
def test_it_says_what_is_to_mend_and_keeps_what_is_typed(keep, typed, words):
    scorer = keep(MADE)
    answer = see(scorer, **typed)
    assert answer.status == 422
    assert words in answer.words()
    form = answer.form(scorer.url + "adjust")
    for name, value in typed.items():
        assert form.value(name) == value
    assert scorer.ledger().revision == 2


def test_only_the_side_with_a_wrong_number_is_marked(keep):
    answer = see(keep(MADE), points_A="abc", points_B="20")
    wrong = answer.find(".//input[@name='points_A']")
    assert wrong.get("aria-invalid") == "true"
    told = answer.words(f".//*[@id='{wrong.get('aria-describedby')}']")
    assert told == "A number from 0 to 9999."
    for name in ("points_B", "reason"):
        assert "aria-invalid" not in answer.find(f".//input[@name='{name}']").attrib
    assert "missing" not in answer.words()
    told = [one for one in answer.findall(".//main//p[@class]") if "".join(one.itertext())]
    assert len(told) == 1


def test_both_sides_may_be_wrong(keep):
    answer = see(keep(MADE), points_A="abc", points_B="1.5")
    marked = [one.get("aria-describedby") for one in answer.findall(".//*[@aria-invalid]")]
    assert marked == ["wrong-points_A", "wrong-points_B"]


def test_adjustment_before_the_first_hand_is_called_score_from_paper(keep):
    empty, running = keep(), keep(MADE)
    assert empty.get(empty.url + "adjust").words(".//h1") == "Score from paper"
    assert see(empty, points_A="20").words(".//h1") == "Score from paper?"
    assert running.get(running.url + "adjust").words(".//h1") == "Adjust the score"
    assert see(running, points_A="20").words(".//h1") == "Adjust the score?"


def test_the_way_back_from_what_it_changes_is_to_the_form(keep):
    scorer = keep(MADE)
    back = see(scorer, points_A="20").find(".//a[@class='back']")
    assert back.get("href") == scorer.url + "adjust"
    form = scorer.get(back.get("href")).find(".//form[@data-draft]")
    assert form.get("data-draft") == f"{scorer.public_id}:adjust"


def test_it_is_corrected_and_voided_on_its_own_page(keep):
    scorer = keep(MADE)
    adjust(scorer, points_A="120", points_B="85", why="carried")
    page = scorer.get(f"{scorer.url}adjustments/3")
    assert "Carried over from paper" in page.words(".//h2")
    form = scorer.get(f"{scorer.url}adjustments/3/correct")
    assert form.form_of("See what changes").value("points_A") == "120"
    seen = scorer.press(form, "See what changes", points_A="130")
    assert seen.words(".//tr[@class='new']").endswith("+130 +85")
    scorer.press(seen, "Write it")
    assert scorer.totals() == (149, 91)
    assert "+120 – +85" in scorer.get(f"{scorer.url}adjustments/3").words(".//ol")
    scorer.press(scorer.get(f"{scorer.url}adjustments/3/void"), "Void it")
    assert scorer.totals() == (19, 6)


def test_it_is_undone_with_one_tap(keep):
    scorer = keep(MADE)
    adjust(scorer, points_A="20", why="penalty")
    scorer.do("Undo")
    assert scorer.totals() == (19, 6)


def test_a_hand_is_no_adjustment_and_an_adjustment_no_hand(keep):
    scorer = keep(MADE)
    adjust(scorer, points_A="20", why="penalty")
    assert scorer.get(f"{scorer.url}adjustments/2").status == 404
    assert scorer.get(f"{scorer.url}hands/3").status == 404


def test_a_place_that_is_gone_is_told(keep):
    scorer = keep(MADE)
    form = scorer.get(scorer.url + "adjust").form_of("See what changes")
    answer = scorer.post(form.action, altered(form.filled, points_A="5", before="77"))
    assert answer.status == 422
    assert "That hand is not there any more." in answer.words()
