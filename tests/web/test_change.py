"""Changing a running match: names, seats, dealer, target, rules."""

import pytest

from tests.page import altered
from tests.table import FAILED, MADE, SWEPT

DOUBLED = {**MADE, "doubled": 2}
"""50 – 0 by the café: 16, twice the stake of 9; nothing by Kypros, which does not play it."""


def form_of(scorer):
    return scorer.get(scorer.url + "change/")


def see(scorer, **typed):
    """Type this into the form and see what changes."""
    return scorer.press(form_of(scorer), "See what changes", **typed)


def change(scorer, **typed):
    """Change this, and confirm it."""
    seen = see(scorer, **typed)
    written = scorer.press(seen, "Write the change")
    assert (written.status, written.goes_to) == (303, scorer.url)
    return seen


def facts(page):
    """What is said to change: `Our side Ours → Eagles`."""
    return [" ".join(" ".join(one.itertext()).split()) for one in page.findall(".//dl/div")]


def test_it_is_linked_from_the_match(keep):
    scorer = keep(MADE)
    assert f"{scorer.url}change/" in scorer.page().links()


def test_it_shows_the_match_as_it_is(keep):
    scorer = keep(MADE)
    form = form_of(scorer).form(f"{scorer.url}change/")
    assert form.value("name_A") == "Ours"
    assert form.value("player_B1") == "Eleni"
    assert (form.value("target"), form.value("preset")) == ("351", "cafe")
    assert form.value("dealer") == "B1"


def test_it_changes_a_name_and_no_total(keep):
    scorer = keep(MADE, FAILED)
    seen = change(scorer, name_B="Λύκοι «οι άλλοι»", player_A2="Γιώργος 🦅")
    assert facts(seen) == ["Their side Theirs → Λύκοι «οι άλλοι»", "Ours 2 Giorgos → Γιώργος 🦅"]
    assert "No total changes." in seen.words()
    assert scorer.match().sides.B.name == "Λύκοι «οι άλλοι»"
    assert scorer.match().player_at("A2") == "Γιώργος 🦅"
    assert scorer.totals() == (45, 6)


def test_it_undoes_a_change_with_one_tap(keep):
    scorer = keep(MADE)
    change(scorer, name_A="Eagles")
    assert "Change" in scorer.page().words(".//div[@class='status']")
    scorer.do("Undo")
    assert scorer.match().sides.A.name == "Ours"


def test_it_lets_a_guest_take_a_chair_from_here_on(keep):
    scorer = keep(MADE, FAILED)
    change(scorer, player_A2="Guest", since="now")
    scorer.save("A:90", 97)
    seated = [players.A for players in scorer.ledger().players]
    assert seated == [("Maria", "Giorgos")] * 2 + [("Maria", "Guest")]


def test_it_corrects_a_name_from_the_start(keep):
    scorer = keep(MADE, FAILED)
    change(scorer, player_A2="George", since="always")
    assert {players.A for players in scorer.ledger().players} == {("Maria", "George")}


def test_it_moves_all_dealers_with_the_one_of_the_next_hand(keep):
    scorer = keep(MADE)
    seen = change(scorer, dealer="A2")
    assert facts(seen) == ["Dealer of hand 2 Eleni → Giorgos"]
    assert scorer.match().first_dealer == "B1"
    assert scorer.ledger().standing.dealer == "A2"


def test_it_shows_that_a_lower_target_ends_the_match(keep):
    scorer = keep(SWEPT, MADE)
    seen = change(scorer, target="own", target_own="130")
    assert "With this the match is over: Ours has won." in seen.words()
    assert scorer.ledger().standing.winner == "A"
    change(scorer, target="401")
    assert scorer.ledger().standing.winner is None


def test_it_decides_every_total_afresh_by_other_rules(keep):
    scorer = keep(MADE, FAILED)
    seen = change(scorer, preset="simple", target="151")
    assert "Rules Café table → Simple 151" in facts(seen)
    assert "Target 351 → 151" in facts(seen)
    assert "The score is kept in tenths (16 a hand) → in points (162 a hand)" in facts(seen)
    assert scorer.totals() == (97 + 162, 65)


def test_it_lets_a_doubled_hand_be_written_once_the_rules_know_it(keep):
    scorer = keep(MADE, rules="kypros")
    assert not scorer.entry().has(".//input[@name='doubled']")
    change(scorer, preset="cafe")
    scorer.save("A:90", 97, doubled="2")
    assert scorer.totals() == (19 + 34, 6)


def test_it_names_the_hand_that_becomes_wrong_and_leaves_its_score(keep):
    scorer = keep(MADE, DOUBLED, FAILED)
    before = scorer.totals()
    seen = see(scorer, preset="kypros")
    notice = seen.words(".//p[@class='notice bad']")
    assert notice.startswith("Hand 2")
    assert "It keeps its score until you correct it or void it." in notice
    scorer.press(seen, "Write the change")
    assert scorer.totals() == before
    assert "not by these rules" in scorer.page().words(".//table[@id='ledger']")
    hand = scorer.get(f"{scorer.url}hands/3").words()
    assert "The rules were changed since." in hand


def test_a_wrong_hand_is_right_again_once_it_is_corrected(keep):
    scorer = keep(MADE, DOUBLED)
    change(scorer, preset="kypros")
    form = scorer.get(f"{scorer.url}hands/3/correct")
    seen = scorer.press(form, "See what changes")
    scorer.press(seen, "Write the correction")
    assert scorer.ledger().wrong == {}
    assert scorer.totals() == (38, 12)


def test_it_says_that_nothing_is_changed(keep):
    scorer = keep(MADE)
    answer = see(scorer)
    assert (answer.status, scorer.ledger().revision) == (422, 2)
    assert "Nothing is changed yet." in answer.words()


def test_it_keeps_what_is_typed_beside_a_fault(keep):
    scorer = keep(MADE)
    answer = see(scorer, name_A="x" * 41, name_B="Wolves", target="own", target_own="7")
    assert answer.status == 422
    form = answer.form(f"{scorer.url}change/")
    assert form.value("name_A") == "x" * 41
    assert form.value("name_B") == "Wolves"
    assert "A number from 21 to 5000." in answer.words()


def test_it_writes_one_change_for_two_taps(keep):
    scorer = keep(MADE)
    seen = see(scorer, name_A="Eagles")
    for _ in range(2):
        assert scorer.press(seen, "Write the change").status == 303
    assert scorer.ledger().revision == 3


def test_it_shows_the_change_again_where_the_match_went_on(keep):
    scorer = keep(MADE)
    seen = see(scorer, preset="simple", target="151")
    scorer.save("A:90", 97)
    again = scorer.press(seen, "Write the change")
    assert again.status == 409
    assert "The match went on meanwhile" in again.words()
    assert scorer.press(again, "Write the change").status == 303
    assert scorer.totals() == (97 * 2, 65 * 2)


def test_without_scripts_a_preset_is_shown_by_a_button(keep):
    scorer = keep(MADE)
    shown = scorer.press(form_of(scorer), "Show the chosen rules", preset="simple", name_A="Owls")
    assert shown.status == 200
    form = shown.form(f"{scorer.url}change/")
    assert (form.value("preset"), form.value("target"), form.value("name_A")) == (
        "simple",
        "151",
        "Owls",
    )


@pytest.mark.parametrize("changes", [{"preset": "nowhere"}, {"dealer": "C3"}, {"target": "7"}])
def test_it_refuses_what_the_form_does_not_offer(keep, changes):
    scorer = keep(MADE)
    form = form_of(scorer).form_of("See what changes")
    answer = scorer.post(form.action, altered(form.filled, **changes))
    assert answer.status == 422
    assert scorer.ledger().revision == 2
