"""Adjusting the score: carried over, penalties, rulings; and a claim in the middle of a hand."""

import re

import pytest

from scorekeeper.rules.match import Adjust
from tests.support.page import altered
from tests.support.table import FAILED, MADE, SWEPT


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
    assert asked.words(".//table[@class='lines']/tbody").endswith("new : Penalty 0 −10")
    assert asked.words(".//table[@class='lines totals']/tbody").endswith("0 / −10 19 : −4")


def test_a_total_below_nothing_stands_behind_a_colon(keep):
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
    assert running.get(running.url + "adjust").words(".//h1") == "Penalty or ruling"
    assert see(running, points_A="20").words(".//h1") == "Write the penalty or ruling?"


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


# --- a side claims the match ---


@pytest.fixture
def claiming(keep):
    """19 – 6 by rules that know the claim, to 51."""
    return keep(MADE, rules="gamerules", target=51)


def page_of(scorer):
    return scorer.get(scorer.url + "claim")


@pytest.mark.parametrize(
    ("side", "points", "said"),
    [
        ("A", "32", "Won by Ours, 19 – 6 Claim by Ours with 32 in the hand"),
        ("B", "45", "Won by Theirs"),
        ("A", " 32 ", "Won by Ours"),
    ],
)
def test_it_decides_the_match(claiming, side, points, said):
    claimed = claiming.press(page_of(claiming), "Claim", side=side, points=points)
    assert (claimed.status, claimed.goes_to) == (303, claiming.url)
    assert said in claiming.page().words(".//footer")


@pytest.mark.parametrize(
    ("side", "points", "question", "said"),
    [
        (
            "A", "31", "19 + 31 = 50, 1 short: won by Theirs. Are you sure?",
            "Won by Theirs, 6 – 19 Wrong claim by Ours: 19 + 31 = 50, 1 short",
        ),
        (
            "B", "0", "6 + 0 = 6, 45 short: won by Ours. Are you sure?",
            "Won by Ours, 19 – 6 Wrong claim by Theirs: 6 + 0 = 6, 45 short",
        ),
    ],
)  # fmt: skip
def test_a_wrong_claim_is_asked_about_and_told_wherever_the_end_is(
    claiming, side, points, question, said
):
    asked = claiming.press(page_of(claiming), "Claim", side=side, points=points)
    assert asked.status == 422
    assert question in asked.words(".//main")
    assert claiming.ledger().revision == 2
    winner = re.split("[ ,]+", said)[2]
    assert claiming.press(asked, f"Yes, won by {winner}").goes_to == claiming.url
    assert said in claiming.page().words(".//footer")
    reason = re.split(r"– \d+ ", said)[1]
    for path in ("/", f"{claiming.url}evening", f"{claiming.url}big", f"{claiming.url}overlay"):
        assert reason in claiming.get(path).words(), path


def test_another_wrong_claim_is_asked_about_anew(claiming):
    asked = claiming.press(page_of(claiming), "Claim", side="A", points="31")
    again = claiming.press(asked, "Yes, won by Theirs", points="30")
    assert "19 + 30 = 49, 2 short" in again.words(".//main")
    assert claiming.press(again, "Yes, won by Theirs", points="32").goes_to == claiming.url
    assert claiming.ledger().standing.winner == "A"


def test_the_greek_question_has_the_right_number(claiming):
    claiming.language = "el"
    claiming.headers = {"Accept-Language": "el"}
    for points, said in (("31", "50, λείπει 1"), ("30", "49, λείπουν 2")):
        asked = claiming.press(page_of(claiming), "Φτάσαμε", side="A", points=points)
        assert f"19 + {points} = {said}. Νίκη: Theirs. Σίγουρα;" in asked.words(".//main")


def test_it_is_reached_from_the_match_and_from_the_entry(claiming):
    assert claiming.url + "claim" in claiming.page().links()
    assert claiming.url + "claim" in claiming.entry().links()


def test_it_shows_the_totals_that_are_claimed_upon(claiming):
    assert "Ours 19" in page_of(claiming).words()


@pytest.mark.parametrize("points", ["", "x", "-1", "10000", "1.5", "٣٢", "9" * 5000])
def test_it_refuses_points_beside_their_field_and_keeps_the_side(claiming, points):
    refused = claiming.press(page_of(claiming), "Claim", side="B", points=points)
    assert refused.status == 422
    field = refused.find(".//input[@name='points']")
    assert field.get("value", "").strip() == points.strip()
    assert "e.g. 12" in refused.words(f".//*[@id='{field.get('aria-describedby')}']")
    assert refused.form_of("Claim").value("side") == "B"
    assert claiming.ledger().revision == 2


@pytest.mark.parametrize("side", [None, "", "C"])
def test_it_refuses_a_claim_of_nobody_and_keeps_the_points(claiming, side):
    form = page_of(claiming).form_of("Claim")
    refused = claiming.post(form.action, altered(form.filled, side=side, points="32"))
    assert refused.status == 422
    assert "Which side claims the match?" in refused.words(".//*[@id='wrong-side']")
    assert refused.form_of("Claim").value("points") == "32"
    assert claiming.ledger().revision == 2


@pytest.mark.parametrize("points", ["32", "45"])
def test_it_claims_nothing_when_the_match_went_on(claiming, points):
    page = page_of(claiming)
    claiming.save("A:80", 100)
    stale = claiming.press(page, "Claim", side="A", points=points)
    assert stale.status == 409
    assert "The match went on meanwhile" in stale.words()
    assert claiming.ledger().standing.end is None


def test_it_is_not_offered_where_the_rules_do_not_know_it(keep):
    scorer = keep(MADE)
    assert scorer.url + "claim" not in [*scorer.page().links(), *scorer.entry().links()]
    assert page_of(scorer).goes_to == scorer.url


def test_it_is_not_offered_after_the_end(keep):
    scorer = keep(SWEPT, target=100, claim=True)
    assert scorer.url + "claim" not in scorer.page().links()
    assert page_of(scorer).goes_to == scorer.url


@pytest.mark.parametrize(
    ("switches", "hands"), [({}, [MADE]), ({"claim": True, "target": 100}, [SWEPT])]
)
def test_it_refuses_a_claim_that_was_not_offered_with_a_word(keep, switches, hands):
    scorer = keep(*hands, **switches)
    fields = [
        ("csrf_token", scorer.token()),
        *{"op_id": "0" * 32, "revision": "2", "side": "A", "points": "400"}.items(),
    ]
    refused = scorer.post(scorer.url + "claim", fields)
    assert refused.status == 409
    assert refused.words(".//*[@id='message']"), "the page says why"
    assert scorer.ledger().revision == 2
