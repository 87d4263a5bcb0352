"""Inserting a hand that was forgotten, where it belongs."""

from tests.table import FAILED, KAPO, MADE, PASSED_OUT, SWEPT


def insert_before(scorer, number, contract, points, **typed):
    """Type the forgotten hand and see what it changes."""
    form = scorer.get(f"{scorer.url}hands/{scorer.hands()[number - 1]}/insert")
    typed[f"points_{contract[0]}"] = points
    return scorer.press(form, "See what changes", contract=contract, **typed)


def test_it_is_linked_from_the_hands_page(keep):
    scorer = keep(MADE)
    assert f"{scorer.url}hands/2/insert" in scorer.get(f"{scorer.url}hands/2").links()


def test_it_says_which_hand_it_will_be_and_who_dealt_it(keep):
    scorer = keep(MADE, FAILED)
    form = scorer.get(f"{scorer.url}hands/{scorer.hands()[1]}/insert")
    assert form.words(".//h1") == "Forgotten hand 2 Eleni deals"


def test_it_shows_every_total_that_changes_and_then_writes_it(keep):
    scorer = keep(MADE, KAPO)
    seen = insert_before(scorer, 2, "A:90", "97")
    rows = [" ".join("".join(row.itertext()).split()) for row in seen.findall(".//tbody/tr")]
    assert rows[-2:] == ["2 – +19 +6 38 – 12", "2 → 3 0 +37 19 – 43 0 +37 38 – 49"]
    assert scorer.totals() == (19, 43)
    written = scorer.press(seen, "Insert it")
    assert (written.status, written.goes_to) == (303, scorer.url)
    assert scorer.totals() == (38, 49)
    assert scorer.hands() == (2, 4, 3)


def test_the_dealers_behind_it_move_on(keep):
    scorer = keep(MADE, MADE)
    before = [row.dealer for row in scorer.ledger().standing.rows]
    scorer.press(insert_before(scorer, 1, "A:90", "97"), "Insert it")
    rows = scorer.ledger().standing.rows
    assert [row.dealer for row in rows] == [*before, "A2"]
    assert [row.number for row in rows] == [1, 2, 3]


def test_it_is_undone_with_one_tap(keep):
    scorer = keep(MADE, KAPO)
    scorer.press(insert_before(scorer, 2, "A:90", "97"), "Insert it")
    scorer.do("Undo")
    assert scorer.totals() == (19, 43)
    scorer.do("Bring back")
    assert scorer.totals() == (38, 49)


def test_it_may_end_the_match_earlier(keep):
    scorer = keep(SWEPT, SWEPT, MADE)
    seen = insert_before(scorer, 2, "A:kapo", "", kapo=["A"], doubled=["4"])
    assert "With this the match is over: won by Ours." in seen.words()
    scorer.press(seen, "Insert it")
    assert scorer.ledger().standing.rows[-1].counts is False


def test_it_says_what_is_wrong_and_keeps_what_is_typed(keep):
    scorer = keep(MADE)
    answer = insert_before(scorer, 1, "A:90", "161")
    assert answer.status == 422
    assert answer.form("entry").value("points_A") == "161"
    assert "Not saved." in answer.words()


def test_a_hand_that_all_passed_can_be_inserted(keep):
    scorer = keep(MADE)
    form = scorer.get(f"{scorer.url}hands/2/insert")
    seen = scorer.press(form, "All four passed")
    scorer.press(seen, "Insert it")
    assert [row.number for row in scorer.ledger().standing.rows] == [1, 2]


def test_it_goes_nowhere_that_is_not_there(keep):
    scorer = keep(MADE, PASSED_OUT)
    assert scorer.get(f"{scorer.url}hands/9/insert").status == 404
