"""Correcting, voiding and inserting a hand: first what it changes, then the change."""

import pytest

from tests.support.page import altered
from tests.support.phone import Scorer
from tests.support.table import FAILED, KAPO, MADE, PASSED_OUT, SWEPT


def form_of(scorer, number=1):
    return scorer.get(f"{scorer.url}hands/{scorer.hands()[number - 1]}/correct")


def change_of(scorer, number=1, **typed):
    """The page that shows what the correction changes; nothing is written yet."""
    before = scorer.ledger()
    change = scorer.press(form_of(scorer, number), "See what changes", **typed)
    assert change.status == 200
    assert scorer.ledger() == before
    return change


def totals_told(change):
    """Old and new totals from the hand on, as the page shows them."""
    rows = change.findall(".//table[@class='lines totals']/tbody/tr")
    return [[" ".join("".join(cell.itertext()).split()) for cell in row] for row in rows]


def test_it_opens_from_the_hands_page(keep):
    scorer = keep(MADE)
    page = scorer.get(scorer.url + "hands/2")
    assert f"{scorer.url}hands/2/correct" in page.links()


def test_it_says_that_it_is_a_correction_and_what_stands_written(keep):
    form = form_of(keep(MADE))
    assert form.words(".//h1") == "Correction of hand 1 before: Ours 9 ♥, 97 – 65"
    assert form.words(".//h1//*[@class='hearts']") == "♥"
    assert "correction" in form.find(".//body").get("class").split()


def test_ampersand_in_a_name_stands_as_it_was_typed(app):
    scorer = Scorer(app).start(name_A="R&B")
    scorer.save("A:90", 97)
    form = form_of(scorer)
    assert "before: R&B 9" in form.words(".//h1")
    change = scorer.press(form, "See what changes", points_A="98", points_B="64")
    scorer.press(change, "Write the correction")
    told = scorer.get(f"{scorer.url}history/").words()
    assert "before: R&B 9" in told
    assert "&amp;" not in told


def test_the_ledger_marks_a_corrected_hand(keep):
    scorer = keep(MADE, FAILED, then=lambda table: table.correct(1, KAPO))
    assert numbers_in(scorer) == ["1* corrected", "2"]
    undone = keep(MADE, then=lambda table: table.correct(1, KAPO).undo())
    assert numbers_in(undone) == ["1"]


def numbers_in(scorer):
    cells = scorer.get(scorer.url).findall(".//table[@id='ledger']/tbody//th")
    return ["".join(cell.itertext()).strip() for cell in cells]


def test_it_shows_old_and_new_and_every_later_total(keep):
    scorer = keep(MADE, FAILED, KAPO)
    change = change_of(scorer, 1, points_A="108", points_B="54")
    assert totals_told(change) == [
        ["1", "+19 / +6 19 – 6", "+20 / +5 20 – 5"],
        ["2", "+26 / 0 45 – 6", "+26 / 0 46 – 5"],
        ["3", "0 / +37 45 – 43", "0 / +37 46 – 42"],
    ]
    assert "Correct hand 1?" in change.words(".//h1")


def test_its_red_suits_are_red(keep):
    change = change_of(keep(MADE), 1, trump="clubs")
    red = change.findall(".//th/span[@class='hearts']")
    assert [one.text for one in red] == ["♥"], "the old hand has hearts, the new one clubs"


def test_it_writes_the_correction_once_it_is_confirmed(keep):
    scorer = keep(MADE, FAILED)
    change = change_of(scorer, 1, points_A="108", points_B="54")
    written = scorer.press(change, "Write the correction")
    assert (written.status, written.goes_to) == (303, scorer.url)
    assert scorer.totals() == (46, 5)


def test_it_says_that_the_match_is_over_with_this(keep):
    scorer = keep(SWEPT, MADE, SWEPT, FAILED)
    change = change_of(
        scorer, 2, contract="A:kapo", kapo=["A"], doubled=["4"], points_A="", points_B=""
    )
    assert "With this the match is over: won by Ours." in change.words()
    assert totals_told(change)[-1] == ["4", "+26 / 0 295 – 6", "after the end"]
    scorer.press(change, "Write the correction")
    assert scorer.ledger().standing.winner == "A"
    assert "does not count" in scorer.get(f"{scorer.url}hands/5").words()
    assert "do not count" in scorer.page().words()


def test_it_says_that_the_match_goes_on_with_this(keep):
    scorer = keep(SWEPT, SWEPT, SWEPT)
    change = change_of(scorer, 3, contract="A:90", kapo=[None], doubled=[None], points_A="97")
    assert "it goes on" in change.words()
    scorer.press(change, "Write the correction")
    assert "New hand" in scorer.page().words()


def test_corrected_pilotta_and_declaration_are_told(keep):
    scorer = keep({**MADE, "pilotta": "B", "declarations": {"A": ["run3"]}})
    change = change_of(scorer, 1, pilotta=["A"])
    told = change.words(".//table[@class='lines']")
    assert "old : Ours 9 ♥, 97 – 65 · Ours: run of 3 · Theirs: Pilotta" in told
    assert "new : Ours 9 ♥, 97 – 65 · Ours: Pilotta, run of 3" in told


def test_points_of_a_hand_stay_on_one_line(keep):
    change = change_of(keep(MADE), 1, contract="B:100")
    assert "97\u00a0–\u2060\u00a065" in "".join(change.find(".//table[@class='lines']").itertext())


def test_it_says_that_the_other_side_has_won_with_this(keep):
    scorer = keep(MADE, SWEPT, target=101)
    change = change_of(scorer, 2, contract="B:kapo", kapo=["B"])
    assert "won by Theirs" in change.words()


def test_it_says_that_a_match_stopped_before_it_was_won_is_a_stopped_one_again(keep):
    scorer = keep(MADE, target=101, then=lambda table: table.do("stopped").correct(1, SWEPT))
    plain = {"contract": "A:90", "kapo": [None], "doubled": [None], "points_A": "97"}
    change = change_of(scorer, 1, **plain)
    assert "The match stopped at 19 – 6" in change.words()
    assert "goes on" not in change.words()


def test_it_says_nothing_of_the_end_where_that_stays(keep):
    assert (
        "With this" not in change_of(keep(MADE, FAILED), 1, points_A="108", points_B="54").words()
    )


def test_it_corrects_a_hand_that_does_not_count(keep):
    def end_earlier(table):
        table.correct(2, SWEPT)

    scorer = keep(SWEPT, MADE, SWEPT, FAILED, then=end_earlier)
    change = change_of(scorer, 4, contract="A:90")
    assert scorer.press(change, "Write the correction").status == 303
    assert scorer.totals() == (375, 0)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"points_A": "163"}, "162"),
        ({"points_A": "", "points_B": ""}, "The points are still to come."),
        ({"points_A": "162", "points_B": "0"}, "Was it kapo?"),
        ({"points_A": "1", "points_B": "161"}, ""),
        ({"contract": "A:95"}, ""),
    ],
    ids=str,
)
@pytest.mark.parametrize("confirm", [None, "yes"])
def test_it_refuses_what_is_no_hand(keep, typed, said, confirm):
    scorer = keep(MADE)
    form = form_of(scorer).form("entry")
    refused = scorer.post(form.action, altered(form.filled, **typed, confirm=confirm))
    assert refused.status == 422
    assert said in refused.words(".//div[@class='say']")
    assert refused.words(".//div[@class='say']")
    assert scorer.ledger().revision == 2


def test_it_keeps_what_was_typed_beside_the_refusal(keep):
    scorer = keep(MADE)
    form = form_of(scorer).form("entry")
    refused = scorer.post(form.action, altered(form.filled, points_A="163", trump="clubs"))
    again = refused.form("entry")
    assert (again.value("points_A"), again.value("trump")) == ("163", "clubs")
    assert again.action == form.action


def test_it_asks_before_it_shows_what_changes(keep):
    scorer = keep(MADE)
    asked = scorer.press(form_of(scorer), "See what changes", points_A="162", points_B="0")
    assert asked.status == 422
    change = scorer.press(asked, "See what changes", swept="kapo")
    scorer.press(change, "Write the correction")
    assert scorer.totals() == (34, 0)


def test_it_shows_what_it_would_change_now_when_the_match_went_on(keep):
    scorer = keep(MADE)
    change = change_of(scorer, 1, points_A="108", points_B="54")
    scorer.save("B:90", 100)
    stale = scorer.press(change, "Write the correction")
    assert stale.status == 409
    assert "The match went on meanwhile" in stale.words(".//p[@role='alert']")
    assert [row[0] for row in totals_told(stale)] == ["1", "2"]
    assert scorer.ledger().revision == 3
    assert scorer.press(stale, "Write the correction").status == 303
    assert scorer.ledger().standing.rows[0].score.A == 20


def test_it_does_not_find_a_hand_that_was_voided_meanwhile(keep):
    scorer = keep(MADE, FAILED)
    change = change_of(scorer, 1, points_A="108", points_B="54")
    scorer.press(scorer.get(scorer.url + "hands/2/void"), "Void it")
    assert scorer.press(change, "Write the correction").status == 404
    assert scorer.ledger().revision == 4


def test_it_answers_a_repeat_though_the_hand_was_voided_since(keep):
    """The answer to the correction was lost; the browser sends it again later."""
    scorer = keep(MADE, FAILED)
    change = change_of(scorer, 1, points_A="108", points_B="54")
    scorer.press(change, "Write the correction")
    scorer.press(scorer.get(scorer.url + "hands/2/void"), "Void it")
    assert scorer.press(change, "Write the correction").status == 303
    assert scorer.ledger().revision == 5


def test_it_shows_the_change_again_for_an_operation_with_something_else_in_it(keep):
    scorer = keep(MADE)
    change = change_of(scorer, 1, points_A="108", points_B="54")
    scorer.press(change, "Write the correction")
    form = change.form_of("Write the correction")
    other = scorer.post(form.action, altered(form.filled, points_A="120", points_B="42"))
    assert other.status == 409
    assert scorer.ledger().revision == 3
    assert totals_told(other) == [["1", "+20 / +5 20 – 5", "+21 / +4 21 – 4"]]


def test_it_keeps_both_in_the_history(keep):
    scorer = keep(MADE)
    scorer.press(change_of(scorer, 1, points_A="108", points_B="54"), "Write the correction")
    scorer.do("Undo")
    history = scorer.get(scorer.url + "hands/2").words(".//ol")
    assert "97 – 65" in history
    assert "108 – 54" in history
    assert history.index("written") < history.index("corrected")
    assert history.count("undone") == 2, "the correction is marked, and its undoing told"


def test_it_corrects_a_passed_out_hand_in_the_middle(keep):
    scorer = keep(MADE, PASSED_OUT, MADE)
    change = change_of(scorer, 2, contract="B:90", points_B="100")
    scorer.press(change, "Write the correction")
    assert scorer.totals() == (44, 31)


def question(scorer, number=1):
    return scorer.get(f"{scorer.url}hands/{scorer.hands()[number - 1]}/void")


def test_it_asks_before_and_shows_what_it_changes(keep):
    scorer = keep(MADE, FAILED)
    page = question(scorer)
    assert "Void hand 1?" in page.words(".//h1")
    assert "2 → 1 +26 / 0 45 – 6 +26 / 0 26 – 0" in page.words(".//table[@class='lines totals']")
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


def test_page_says_that_the_match_goes_on_without_the_hand(keep):
    scorer = keep(SWEPT, SWEPT, SWEPT)
    assert "it goes on" in question(scorer, 2).words()


def test_stale_page_shows_what_voiding_would_change_now(keep):
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
    assert rows[-2:] == ["2 – +19 / +6 38 – 12", "2 → 3 0 / +37 19 – 43 0 / +37 38 – 49"]
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
