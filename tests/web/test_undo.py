"""Undoing the last act, and bringing it back."""

import pytest

from tests.page import altered
from tests.table import FAILED, KAPO, MADE, OPEN, SWEPT


def test_it_undoes_the_last_hand(keep):
    scorer = keep(MADE, FAILED)
    undone = scorer.press(scorer.page(), "Undo")
    assert (undone.status, undone.goes_to) == (303, scorer.url)
    assert scorer.totals() == (19, 6)


def test_it_brings_it_back(keep):
    scorer = keep(MADE, FAILED).do("Undo")
    assert "undone" in scorer.page().words(".//footer")
    assert scorer.do("Bring back").totals() == (45, 6)


@pytest.mark.slow
def test_it_undoes_all_there_is_and_brings_all_back(keep):
    scorer = keep(MADE, FAILED, KAPO)
    for _ in range(3):
        scorer.do("Undo")
    assert "Undo" not in scorer.page().buttons()
    for _ in range(3):
        scorer.do("Bring back")
    assert "Bring back" not in scorer.page().buttons()
    assert scorer.totals() == (45, 43)


def test_it_offers_nothing_at_the_start(scorer):
    assert not {"Undo", "Bring back"} & set(scorer.page().buttons())


def test_it_offers_nothing_to_bring_back_after_something_new(keep):
    scorer = keep(MADE).do("Undo").save("A:90", 97)
    assert "Bring back" not in scorer.page().buttons()


@pytest.mark.parametrize(
    ("kind", "data", "name"),
    [
        ("recorded", {"hand": MADE}, "Hand 2"),
        ("contract", {"contract": OPEN}, "Bid"),
        ("corrected", {"hand_id": 2, "hand": KAPO}, "Correction of hand 1"),
        ("voided", {"hand_id": 2}, "Voided hand 1"),
        ("inserted", {"hand": KAPO, "before": 2}, "Inserted hand 1"),
        ("stopped", {}, "Stop"),
        ("claimed", {"side": "A", "points": 1}, "Claim"),
    ],
)
def test_it_names_what_it_undoes_and_what_was_undone(keep, kind, data, name):
    scorer = keep(MADE, claim=True, then=lambda table: table.do(kind, **data))
    assert f"{name} ✓ saved" in scorer.page().words(".//footer")
    scorer.do("Undo")
    assert f"{name} : undone" in scorer.page().words(".//footer").replace(f"{name}:", f"{name} :")
    scorer.do("Bring back")
    assert f"{name} ✓ saved" in scorer.page().words(".//footer")


def test_it_undoes_nothing_on_a_page_that_the_match_has_left_behind(keep):
    scorer = keep(MADE)
    page = scorer.page()
    scorer.save("B:90", 100)
    stale = scorer.press(page, "Undo")
    assert stale.status == 409
    assert "The match went on meanwhile" in stale.words(".//p[@id='message']")
    assert stale.words(".//section[@id='standing']").startswith("Ours 25")
    assert len(scorer.hands()) == 2


def test_it_undoes_the_hand_that_won(keep):
    scorer = keep(SWEPT, SWEPT, SWEPT).do("Undo")
    assert "New hand" in scorer.page().words()


@pytest.mark.parametrize("seq", [None, "", "x", "-1", "²"])
def test_it_needs_an_act(keep, seq):
    scorer = keep(MADE)
    form = scorer.page().form_of("Undo")
    assert scorer.post(form.action, altered(form.filled, seq=seq)).status == 400
    assert scorer.ledger().revision == 2


@pytest.mark.parametrize("seq", ["0", "1", "2", "99", "9" * 40])
def test_it_undoes_no_act_but_the_last(keep, seq):
    scorer = keep(MADE, FAILED)
    form = scorer.page().form_of("Undo")
    assert scorer.post(form.action, altered(form.filled, seq=seq)).status == 409
    assert scorer.ledger().revision == 3
