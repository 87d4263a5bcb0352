"""Voiding a hand: first what it changes, then the change."""

from tests.page import altered
from tests.table import FAILED, MADE, SWEPT


def question(scorer, number=1):
    return scorer.get(f"{scorer.url}hands/{scorer.hands()[number - 1]}/void")


def test_it_asks_before_and_shows_what_it_changes(keep):
    scorer = keep(MADE, FAILED)
    page = question(scorer)
    assert "Void hand 1?" in page.words(".//h1")
    assert "2 → 1 +26 0 45 – 6 +26 0 26 – 0" in page.words(".//table[@class='lines totals']")
    assert scorer.ledger().revision == 3


def test_it_voids_once_it_is_confirmed(keep):
    scorer = keep(MADE, FAILED)
    voided = scorer.press(question(scorer), "Void it")
    assert (voided.status, voided.goes_to) == (303, scorer.url)
    assert (scorer.totals(), len(scorer.hands())) == ((26, 0), 1)


def test_it_voids_nothing_without_the_confirmation(keep):
    scorer = keep(MADE)
    form = question(scorer).form_of("Void it")
    for confirm in (None, "", "no"):
        answer = scorer.post(form.action, altered(form.filled, confirm=confirm))
        assert "Void hand 1?" in answer.words(".//h1")
    assert scorer.totals() == (19, 6)


def test_it_says_that_the_match_goes_on_with_this(keep):
    scorer = keep(SWEPT, SWEPT, SWEPT)
    assert "it goes on" in question(scorer, 2).words()


def test_it_shows_what_it_would_change_now_when_the_match_went_on(keep):
    scorer = keep(MADE)
    page = question(scorer)
    scorer.save("B:90", 100)
    stale = scorer.press(page, "Void it")
    assert stale.status == 409
    assert "The match went on meanwhile" in stale.words()
    assert len(scorer.hands()) == 2
    assert scorer.press(stale, "Void it").status == 303
    assert len(scorer.hands()) == 1


def test_it_does_not_find_a_hand_that_is_void_already(keep):
    scorer = keep(MADE, FAILED)
    first, second = question(scorer), question(scorer)
    scorer.press(first, "Void it")
    assert scorer.press(second, "Void it").status == 404
    assert scorer.ledger().revision == 4


def test_it_can_be_undone(keep):
    scorer = keep(MADE, FAILED)
    scorer.press(question(scorer), "Void it")
    scorer.do("Undo")
    assert scorer.totals() == (45, 6)


def test_it_leaves_a_voided_hand_without_a_page(keep):
    scorer = keep(MADE, FAILED)
    scorer.press(question(scorer), "Void it")
    assert scorer.get(scorer.url + "hands/2").status == 404
