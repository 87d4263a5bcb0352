"""A side claims the match in the middle of a hand."""

import re

import pytest

from tests.page import altered
from tests.table import MADE, SWEPT


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
    assert "A whole number." in refused.words(f".//*[@id='{field.get('aria-describedby')}']")
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
