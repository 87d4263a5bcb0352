"""All four passed."""

from tests.table import MADE, PASSED_OUT


def test_it_is_one_button_of_the_entry(scorer):
    passed = scorer.press(scorer.entry(), "All four passed")
    assert (passed.status, passed.goes_to) == (303, scorer.url)
    assert scorer.ledger().match.entries[0].passed_out
    assert "pass" in scorer.page().words(".//table[@id='ledger']")


def test_it_forgets_what_else_was_typed(scorer):
    passed = scorer.press(scorer.entry(), "All four passed", contract="A:90", points_A="500")
    assert passed.status == 303
    assert scorer.totals() == (0, 0)


def test_it_moves_the_deal_on(keep):
    scorer = keep(then=lambda table: None)
    scorer.press(scorer.entry(), "All four passed")
    assert "hand 2" in scorer.page().words(".//footer")
    assert "Eleni" in scorer.page().words(".//footer")


def test_it_is_one_hand_for_two_taps(scorer):
    page = scorer.entry()
    for _ in range(2):
        assert scorer.press(page, "All four passed").status == 303
    assert len(scorer.hands()) == 1


def test_it_tells_why_it_scores_nothing(keep):
    page = keep(PASSED_OUT).get
    told = keep(PASSED_OUT)
    page = told.get(told.url + "hands/2")
    assert page.status == 200
    assert "0 – 0" in page.words(".//h1")


def test_it_corrects_a_hand_to_one_that_all_passed(keep):
    scorer = keep(MADE)
    page = scorer.get(scorer.url + "hands/2/correct")
    change = scorer.press(page, "All four passed")
    assert scorer.press(change, "Write the correction").status == 303
    assert scorer.totals() == (0, 0)


def test_it_corrects_a_hand_that_all_passed_to_one_that_was_played(keep):
    scorer = keep(PASSED_OUT)
    page = scorer.get(scorer.url + "hands/2/correct")
    change = scorer.press(page, "See what changes", contract="A:90", points_A="97")
    assert scorer.press(change, "Write the correction").status == 303
    assert scorer.totals() == (19, 6)


def test_it_has_nothing_to_score_where_the_match_went_on(keep):
    scorer = keep()
    page = scorer.entry()
    scorer.save("A:90", 97)
    stale = scorer.press(page, "All four passed")
    assert stale.status == 409
    assert "Passed out: nothing is scored" in stale.words(".//div[@id='live']")
