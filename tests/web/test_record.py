"""Saving a hand by its form."""

import pytest

from tests.page import altered
from tests.table import MADE, SWEPT


def send(scorer, **changes):
    """Send the entry as it is with these changes, whether or not the form offers them."""
    form = scorer.entry().form("entry")
    return scorer.post(form.action, altered(form.filled, **changes))


def told(answer):
    """Return the text of the live result."""
    return answer.words(".//div[@class='say']")


def test_a_save_looks_once_before_the_lock_and_once_behind_it(scorer, statements):
    form = scorer.entry().form("entry")
    typed = altered(form.filled, contract="A:90", trump="hearts", points_A="97")
    statements.clear()
    assert scorer.post(form.action, typed).status == 303
    words = [one.split()[0] for one in statements]
    assert words == ["SELECT", "BEGIN", "SELECT", "INSERT", "UPDATE", "COMMIT"]


def test_it_saves_a_hand_and_shows_the_match(scorer):
    saved = scorer.press(
        scorer.entry(), "Save hand", contract="A:90", trump="hearts", points_A="97"
    )
    assert (saved.status, saved.goes_to) == (303, scorer.url)
    page = scorer.page()
    assert page.words(".//section[@id='standing']").startswith("Us 19")
    assert "✓ saved" in page.words(".//footer")
    assert scorer.totals() == (19, 6)


def test_it_saves_a_whole_evening(scorer):
    scorer.save("A:90", 97).save("B:100", 82).save("A:120", kapo=["A"]).save("B:80", 100)
    scorer.save("A:90", 89, doubled=["2"]).save("B:kapo", kapo=["B"])
    assert [tuple(row.score)[1:3] for row in scorer.ledger().standing.rows] == [
        (19, 6),
        (26, 0),
        (37, 0),
        (6, 18),
        (0, 34),
        (0, 50),
    ]


def test_points_beside_a_kapo_are_asked_about_and_neither_is_dropped(scorer):
    refused = send(scorer, contract="A:90", kapo=["A"], points_A="97")
    assert refused.status == 422
    assert "take out the points, or the kapo" in told(refused)
    form = refused.form("entry")
    assert (form.value("points_A"), form.values("kapo")) == ("97", ["A"])
    assert scorer.ledger().revision == 1
    scorer.save("A:90", 162, kapo=["A"])
    assert scorer.totals() == (34, 0)


def test_it_gives_the_whole_page_when_it_refuses(scorer):
    refused = send(scorer, contract="A:90")
    assert refused.status == 422
    assert refused.has(".//header")
    assert refused.form("entry").value("contract") == "A:90"


def test_it_opens_the_form_under_an_operation_of_its_own(scorer):
    page = scorer.get(scorer.url + "hand")
    assert page.status == 302
    again = scorer.get(page.goes_to)
    assert again.form("entry").value("op_id") == page.goes_to.partition("op=")[2]


@pytest.mark.parametrize("op", ["", "x", "F" * 32])
def test_it_makes_an_operation_where_the_address_has_none(scorer, op):
    page = scorer.get(f"{scorer.url}hand?op={op}")
    assert (page.status, len(page.goes_to.partition("op=")[2])) == (302, 32)


def test_it_shows_the_match_instead_of_a_form_after_the_end(keep):
    scorer = keep(SWEPT, SWEPT, SWEPT)
    assert (scorer.entry().status, scorer.entry().goes_to) == (302, scorer.url)


def test_it_refuses_a_hand_after_the_end_and_keeps_what_was_typed(keep):
    scorer = keep(SWEPT, SWEPT)
    entry = scorer.entry()
    scorer.save("A:kapo", kapo=["A"], doubled=["4"])
    typed = {"contract": "A:90", "points_A": "97", "revision": "4", "after": None}
    filled = altered(entry.form("entry").filled, **typed)
    refused = scorer.post(scorer.url + "hand", filled)
    assert refused.status == 422
    assert "over" in told(refused)
    assert refused.form("entry").value("points_A") == "97"
    assert scorer.ledger().revision == 4


WRONG = {
    "nothing": ({}, "Who bid, and how much?"),
    "no bidder": ({"contract": ":90", "points_A": "97"}, "Who bid, and how much?"),
    "no bid": ({"contract": "A:", "points_A": "97"}, "Who bid, and how much?"),
    "no points": ({"contract": "A:90"}, "The points are still to come."),
    "another side": ({"contract": "C:90", "points_A": "97"}, "the bidder cannot be read"),
    "a bid too low": ({"contract": "A:70", "points_A": "97"}, "from 8 to 40"),
    "a bid too high": ({"contract": "A:410", "points_A": "97"}, "from 8 to 40"),
    "a bid between the steps": ({"contract": "A:95", "points_A": "97"}, ""),
    "a bid of letters": ({"contract": "A:nine", "points_A": "97"}, ""),
    "an endless bid": ({"contract": "A:" + "9" * 5000, "points_A": "97"}, ""),
    "ones that are no number": ({"contract": "A:90", "ones": "x", "points_A": "97"}, ""),
    "ones in a bid without any": ({"contract": "A:90", "ones": "7", "points_A": "97"}, ""),
    "a suit that does not exist": ({"contract": "A:90", "trump": "stars", "points_A": "97"}, ""),
    "no trump": ({"contract": "A:90", "trump": "none", "points_A": "97"}, "choose a suit"),
    "tripled": ({"contract": "A:90", "doubled": "3", "points_A": "97"}, ""),
    "doubled by a word": ({"contract": "A:90", "doubled": ["2", "x"], "points_A": "97"}, ""),
    "doubled by words": ({"contract": "A:90", "doubled": ["x", "y"], "points_A": "97"}, ""),
    "doubled by nothing and a word": (
        {"contract": "A:90", "doubled": ["", "x"], "points_A": "97"},
        "",
    ),
    "points over 162": ({"contract": "A:90", "points_A": "163"}, "162"),
    "points that do not add up": ({"contract": "A:90", "points_A": "97", "points_B": "97"}, "162"),
    "a point of 1": ({"contract": "A:90", "points_A": "1"}, ""),
    "161 points": ({"contract": "A:90", "points_B": "161"}, ""),
    "points below zero": ({"contract": "A:90", "points_A": "-5"}, ""),
    "points and a half": ({"contract": "A:90", "points_A": "97.5"}, ""),
    "points in Arabic": ({"contract": "A:90", "points_A": "٩٧"}, ""),
    "a pilotta of nobody": ({"contract": "A:90", "points_A": "97", "pilotta": "C"}, ""),
    "a kapo of nobody": ({"contract": "A:90", "kapo": "C"}, ""),
    "a declaration that does not exist": (
        {"contract": "A:90", "points_A": "97", "declarations_A": "run9"},
        "",
    ),
    "declarations of one pack": (
        {"contract": "A:90", "points_A": "97", "declarations_A": ["jacks", "jacks"]},
        "One pack cannot hold",
    ),
    "a top card that does not exist": (
        {
            "contract": "A:90",
            "points_A": "97",
            "declarations_A": "run3",
            "declarations_B": "run3",
            "top_A_run3_0": "1",
        },
        "",
    ),
    "a ruling for nobody known": (
        {"contract": "A:90", "points_A": "97", "declarations_A": "run3", "ruling": "C"},
        "",
    ),
    "both pilottas": (
        {"contract": "A:90", "points_A": "97", "pilotta": "A", "pilotta_failed": "A"},
        "take off one of the two",
    ),
    "a button that does not exist": ({"act": "surrender"}, "Who bid, and how much?"),
}


@pytest.mark.parametrize(("typed", "said"), WRONG.values(), ids=WRONG)
def test_it_refuses_what_is_no_hand_and_says_why(scorer, typed, said):
    refused = send(scorer, **typed)
    assert refused.status == 422
    assert said in told(refused)
    assert told(refused), "there is always a word"
    form = refused.form("entry")
    assert form.value("points_A") == typed.get("points_A", ""), "what was typed stays"
    assert form.value("contract") in (typed.get("contract"), None)
    assert scorer.ledger().revision == 1


def test_it_saves_the_mended_form_once(scorer):
    refused = send(scorer, contract="A:90", points_A="163")
    saved = scorer.press(refused, "Save hand", points_A="97")
    assert saved.status == 303
    assert scorer.totals() == (19, 6)


def test_it_refuses_doubling_where_it_is_not_played(keep):
    refused = send(keep(rules="kypros"), contract="A:90", points_A="97", doubled="2")
    assert refused.status == 422
    assert "nothing is doubled" in told(refused)


def test_it_refuses_a_pilotta_without_trumps(keep):
    refused = send(
        keep(rules="cardrules"), contract="A:90", points_A="97", trump="all", pilotta="A"
    )
    assert refused.status == 422
    assert "there is no pilotta" in told(refused)


def test_it_refuses_a_kapo_beside_other_points(scorer):
    refused = send(scorer, contract="A:90", kapo="A", points_A="97")
    assert refused.status == 422
    assert told(refused)


@pytest.mark.parametrize("points", [{"points_A": "162"}, {"points_A": "162", "points_B": "0"}])
def test_it_takes_a_kapo_beside_its_own_points(scorer, points):
    assert send(scorer, contract="A:90", kapo="A", **points).status == 303
    assert scorer.totals() == (34, 0)


def test_it_survives_hundreds_of_declarations(scorer):
    assert (
        send(scorer, contract="A:90", points_A="97", declarations_A=["run3"] * 2000).status == 303
    )


def test_it_writes_the_next_hand_after_the_last(keep):
    scorer = keep(MADE)
    assert "Hand 2" in scorer.entry().words(".//h1")
    assert "Eleni" in scorer.entry().words(".//h1"), "who deals it"
