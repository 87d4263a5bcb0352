"""The live result: what the entry is worth so far. It writes nothing."""

import pytest

from tests.page import altered
from tests.table import MADE

MADE_HAND = {"contract": "A:90", "trump": "hearts", "points_A": "97", "points_B": "65"}


def preview(scorer, **typed):
    filled = scorer.entry().form("entry").filled
    before = scorer.ledger()
    live = scorer.post(scorer.url + "preview", altered(filled, **typed), htmx=True)
    assert live.status == 200
    assert scorer.ledger() == before
    return live


def result(live):
    return live.words(".//p[@class='result']")


def test_it_shows_the_score_with_its_reason(scorer):
    live = preview(scorer, **MADE_HAND)
    assert result(live) == "19 – 6"
    assert live.find(".//p[@class='headline made']") is not None
    assert live.words(".//p[@class='summary']")


def test_it_shows_a_failed_hand(scorer):
    live = preview(scorer, contract="B:100", points_A="80", points_B="82")
    assert result(live) == "26 – 0"
    assert live.find(".//p[@class='headline failed']") is not None


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({}, "Who bid, and how much?"),
        ({"contract": "A:90"}, "The points are still to come."),
        ({"contract": "A:90", "points_A": "163"}, "162"),
        ({"contract": "A:90", "points_A": "162"}, "Was it kapo?"),
        ({"contract": "A:90", "points_A": "x"}, ""),
        ({"contract": "A:90", "ones": "x"}, ""),
        ({"contract": "A:90", "doubled": ["x", "2"]}, ""),
        ({"contract": "A:90", "trump": "none", "points_A": "97"}, "choose a suit"),
        ({"act": "passed_out"}, "Passed out: nothing is scored"),
    ],
    ids=str,
)
def test_it_says_what_is_missing_wrong_or_asked(scorer, typed, said):
    live = preview(scorer, **typed)
    assert said in live.words(".//div[@class='say']")
    assert live.words(".//div[@class='say']")


@pytest.mark.parametrize("points", ["1", "161"])
def test_it_leaves_1_alone_while_it_may_become_102(scorer, points):
    assert not preview(scorer, contract="A:90", points_A=points).has(".//p[@class='wrong']")
    form = scorer.entry().form("entry")
    refused = scorer.post(form.action, altered(form.filled, contract="A:90", points_A=points))
    assert refused.status == 422
    assert refused.has(".//p[@class='wrong']")


def test_it_brings_the_top_cards_along(scorer):
    live = preview(scorer, **MADE_HAND, declarations_A=["run3"], declarations_B=["run3"])
    tops = live.find(".//div[@id='tops']")
    assert tops.get("hx-swap-oob") == "true"
    assert len(tops.findall("fieldset")) == 2


def test_it_knows_the_dealer_of_the_hand_that_is_corrected(keep):
    """Equal declarations go to the side that led: B in the first hand, A in the second."""
    both = {"declarations_A": ["run3"], "declarations_B": ["run3"]}
    tops = {"top_A_run3_0": "K", "top_B_run3_0": "K"}
    scorer = keep(MADE, rules="cardrules")
    first = preview(scorer, **MADE_HAND, **both, **tops, hand_id="2")
    second = preview(scorer, **MADE_HAND, **both, **tops)
    assert (result(first), result(second)) == ("97 – 85", "117 – 65")


@pytest.mark.parametrize("hand_id", ["99", "1", "9" * 40])
def test_it_does_not_find_a_hand_that_is_not_there(keep, hand_id):
    scorer = keep(MADE)
    filled = altered(scorer.entry().form("entry").filled, hand_id=hand_id)
    assert scorer.post(scorer.url + "preview", filled).status == 404


@pytest.mark.parametrize("hand_id", ["", "x", "-2", "²"])
def test_it_takes_a_hand_id_that_is_none_for_the_next_hand(keep, hand_id):
    assert result(preview(keep(MADE), **MADE_HAND, hand_id=hand_id)) == "19 – 6"


def test_it_needs_no_operation(scorer):
    assert result(preview(scorer, **MADE_HAND, op_id=None, revision=None)) == "19 – 6"


def test_it_is_not_fooled_by_names(app, keep):
    scorer = keep()
    scorer.start(name_A="<b>%(x)s", name_B="{{ 1 }}")
    live = preview(scorer, **MADE_HAND, declarations_A=["run3"])
    assert "<b>%" not in live.html
