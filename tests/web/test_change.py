"""Changing a running match: names, seats, dealer, target, rules."""

import pytest

from tests.support.page import altered, plain
from tests.support.table import FAILED, MADE, SWEPT

DOUBLED = {**MADE, "doubled": 2}
"""34 – 0 by the café: 16, twice the stake of 9; nothing by Kypros, which does not play it."""


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
    """Return the announced changes: `Our side Ours → Eagles`."""
    return [plain(" ".join(one.itertext())) for one in page.findall(".//dl/div")]


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
    assert facts(seen) == [
        "Their side, from the start Theirs → Λύκοι «οι άλλοι»",
        "Ours 2, from the start Giorgos → Γιώργος 🦅",
    ]
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
    assert "With this the match is over: won by Ours." in seen.words()
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


# --- only what was turned ---


def test_a_name_changes_nothing_of_the_rules(keep):
    """The rules of a match that came from elsewhere may be of another version."""
    scorer = keep(MADE, version=7)
    change(scorer, name_A="Eagles")
    assert scorer.ledger().acts[-1].data == {"names": {"A": "Eagles"}}
    assert scorer.match().rules.version == 7


def test_a_form_that_was_open_while_the_match_went_on_changes_only_what_was_turned(keep):
    scorer = keep(MADE)
    form = form_of(scorer)
    change(scorer, preset="kypros", name_B="Wolves")
    scorer.save("A:90", 97)
    seen = scorer.press(form, "See what changes", name_A="Eagles")
    assert facts(seen) == ["Our side, from the start Ours → Eagles"]
    scorer.press(seen, "Write the change")
    assert scorer.match().sides.B.name == "Wolves"
    assert scorer.match().rules.preset == "kypros"


def test_two_changes_are_undone_each_for_itself(keep):
    scorer = keep(MADE)
    change(scorer, switch_doubling="off")
    change(scorer, target="own", target_own="301")
    seen = scorer.get(f"{scorer.url}history/3/undo")
    assert [fact.split(" ")[0] for fact in facts(seen)] == ["Rules", "Doubling"]
    scorer.press(seen, "Undo it")
    rules = scorer.match().rules
    assert (rules.doubling, rules.target) == ("stake", 301)


def test_a_change_that_another_one_overrode_is_not_undone_for_nothing(keep):
    scorer = keep(MADE)
    change(scorer, name_A="Eagles")
    change(scorer, name_A="Owls", target="own", target_own="301")
    page = scorer.get(f"{scorer.url}history/3/undo")
    assert page.status == 409
    built_on = "first undo what was built on it (Change: names, target)"
    assert built_on in page.words()


def test_other_rules_leave_the_target_of_a_running_match(keep):
    scorer = keep(MADE, target=401)
    shown = scorer.press(form_of(scorer), "Show the chosen rules", preset="kypros")
    assert shown.form(f"{scorer.url}change/").value("target") == "401"


def test_the_next_dealer_stays_where_the_deal_goes_round_the_other_way(keep):
    scorer = keep(MADE)
    seen = change(scorer, switch_deal_passes="left")
    assert not any("Dealer" in fact for fact in facts(seen))
    assert "Other players have dealt then: hands 1." in seen.words()
    assert scorer.ledger().standing.dealer == "B1"


def test_a_name_that_was_wrong_was_wrong_in_every_chair(keep):
    scorer = keep(MADE)
    change(scorer, player_A1="Giorgos", player_A2="Maria", since="now")
    scorer.save("A:90", 97)
    change(scorer, player_A2="Marina")
    seated = [players.A for players in scorer.ledger().players]
    assert seated == [("Marina", "Giorgos"), ("Giorgos", "Marina")]


# --- what other rules make wrong ---


def test_it_names_the_open_contract_that_becomes_wrong(keep):
    contract = {k: v for k, v in DOUBLED.items() if k != "points"}
    scorer = keep(MADE, then=lambda table: table.do("contract", contract=contract))
    seen = change(scorer, preset="kypros")
    assert seen.words(".//p[@class='notice bad']").startswith("The open contract")
    assert "By these rules nothing is doubled" in seen.words(".//p[@class='notice bad']")
    assert "By these rules nothing is doubled" in scorer.entry().words(".//*[@id='live']")


def test_it_refuses_rules_without_the_claim_that_ended_the_match(keep):
    scorer = keep(MADE, claim=True, then=lambda t: t.do("claimed", side="A", points=20))
    refused = see(scorer, switch_claim="")
    assert refused.status == 422
    assert "These rules have no claim" in refused.words()


def test_tenths_are_not_added_to_points(keep):
    scorer = keep(MADE, then=lambda t: t.do("adjusted", adjust={"A": 120, "B": 85}, reason="paper"))
    refused = see(scorer, preset="simple", target="151")
    assert refused.status == 422
    assert "in the ledger there stay ± paper." in refused.words()
    assert scorer.ledger().revision == 3


def test_no_undoing_leaves_a_hand_without_a_score(keep):
    """Doubling came and went again; without its coming the doubled hand could not be written."""
    scorer = keep(MADE, rules="kypros")
    change(scorer, preset="cafe")
    scorer.save("A:90", 97, doubled="2")
    page = scorer.get(f"{scorer.url}history/3/undo")
    assert "without it hand 2 could not be scored" in page.words()
    assert scorer.totals() == (53, 6)


def test_adjustment_after_the_match_stopped_is_not_reported_as_saved(keep):
    scorer = keep(MADE)
    form = scorer.get(f"{scorer.url}adjust")
    seen = scorer.press(form, "See what changes", why="penalty", points_A="10", reason="late")
    scorer.do("Yes, stop")
    answer = scorer.press(seen, "Write it")
    assert answer.status == 409
    assert "that was not written" in answer.words()
