"""A hand turned to a side without a phone, and where its answer shows."""

import pytest

from tests.support.phone import Scorer
from tests.support.table import FAILED, KAPO, MADE
from tests.web.test_pencil import answering

HAND = "hands/2/turned/B"
SHOW = "Show the last hand to the other side"


@pytest.fixture
def scorer(keep):
    return keep(MADE)


def turned(scorer, hand=HAND):
    return scorer.get(f"{scorer.url}{hand}")


def agree(scorer, hand=HAND):
    return scorer.press(turned(scorer, hand), "✓ We agree")


def flag(scorer, reason="we counted 66", hand=HAND):
    return scorer.press(turned(scorer, hand), "⚑ Flag the hand", reason=reason)


def labels_of(page):
    return [one.get("aria-label") for one in page.root.findall(".//a[@aria-label]")]


def told(scorer):
    """Return the match as the API shows it."""
    return scorer.client.get(f"/api/v1/matches/{scorer.public_id}").json


def said(scorer):
    return scorer.page().words(".//*[@id='ledger']")


def test_the_ledger_leads_to_its_last_hand_turned(scorer):
    links = scorer.page().root.findall(".//a[@aria-label]")
    assert [one.get("href") for one in links if one.get("aria-label") == SHOW] == [
        f"{scorer.url}{HAND}"
    ]


@pytest.mark.parametrize("hands", [(), (MADE,)], ids=["no hand", "a hand"])
def test_ledger_leads_only_the_scorer_to_the_turned_hand(app, keep, hands):
    scorer = keep(*hands)
    watcher = Scorer(app)
    assert SHOW not in labels_of(watcher.get(scorer.url))
    assert (SHOW in labels_of(scorer.page())) == bool(hands)


def test_turned_page_names_the_sides_as_its_reader_sees_them(app):
    scorer = Scorer(app).start()
    scorer.save("A:90", 97)
    page = scorer.get(f"{scorer.url}{HAND}")
    assert page.words(".//main").startswith("Hand 1 : Them 9")
    assert page.words(".//*[@class='shown']") == "Them 19 Us 6"
    assert "Total: 19 – 6" in page.words(".//main")


def test_a_tick_shows_as_given_on_the_scorers_phone(scorer):
    answer = agree(scorer)
    assert (answer.status, answer.goes_to) == (303, scorer.url)
    assert "(✓) agreed by: Theirs (on the scorer's phone)" in said(scorer)
    page = scorer.get(f"{scorer.url}hands/2")
    assert "(✓) agreed by: Theirs (on the scorer's phone)" in page.words()
    assert "Theirs, on the scorer's phone: ✓ hand 1" in page.words()
    assert told(scorer)["answers"] == {"2": {"A": "", "B": "agreed_here"}}


def test_turned_page_shows_the_answer_in_brackets(scorer):
    agree(scorer)
    assert "(✓) agreed by: Theirs (on the scorer's phone)" in turned(scorer).words(".//main")
    flag(scorer)
    assert "(⚑) flagged by: Theirs (on the scorer's phone)" in turned(scorer).words(".//main")


def test_a_flag_shows_as_given_on_the_scorers_phone(scorer):
    flag(scorer)
    assert "(⚑) flagged by: Theirs (on the scorer's phone)" in said(scorer)
    assert "(⚑) Hand 1, Theirs : “ we counted 66 ”" in scorer.page().words()
    page = scorer.get(f"{scorer.url}hands/2")
    assert "(⚑) Theirs, on the scorer's phone : “ we counted 66 ” — open" in page.words()
    assert told(scorer)["flags"] == [
        {"hand_id": 2, "side": "B", "reason": "we counted 66", "open": True, "here": True}
    ]


def test_papers_name_the_phone_of_an_answer(scorer):
    flag(scorer)
    sheet = scorer.get(f"{scorer.url}sheet").words()
    line = "Flag, open: hand 1, Theirs (on the scorer's phone): “we counted 66”."
    assert line in sheet
    table = scorer.client.get(f"{scorer.url}ledger.csv", headers=scorer.headers).get_data(
        as_text=True
    )
    assert "flagged by: Theirs (on the scorer's phone)" in table


def test_a_short_reason_takes_one_tap(scorer):
    page = turned(scorer)
    scorer.press(page, "Other declarations")
    assert [one["reason"] for one in told(scorer)["flags"]] == ["Other declarations"]


def test_a_flag_without_a_reason_is_asked_for_one(scorer):
    page = flag(scorer, " ")
    assert page.status == 422
    assert "Say in at most 80 characters what you counted" in page.words(".//main")
    assert told(scorer)["flags"] == []


def test_undo_takes_the_answer_back(scorer):
    agree(scorer)
    assert "Agreed to hand 1" in scorer.page().words(".//*[@id='thumb']")
    scorer.do("Undo")
    assert told(scorer)["answers"] == {}


def test_answer_to_a_corrected_hand_is_refused(scorer):
    page = turned(scorer)
    scorer.post(f"{scorer.url}undo", [])
    scorer.save("B:100", 120, trump="spades")
    answer = scorer.press(page, "✓ We agree")
    assert answer.status == 409
    assert told(scorer)["answers"] == {}


def correct(scorer, hand_id=2):
    form = scorer.get(f"{scorer.url}hands/{hand_id}/correct")
    shown = scorer.press(form, "See what changes", points_A="", points_B="72")
    return scorer.press(shown, "Write the correction")


def test_one_tap_closes_a_flag_here_after_a_correction(scorer):
    flag(scorer)
    assert "is correct now" not in scorer.page().words()
    correct(scorer)
    scorer.press(scorer.page(), "✓ Theirs: hand 1 is correct now: 18 – 7")
    assert [one["open"] for one in told(scorer)["flags"]] == [False]
    assert "is correct now" not in scorer.page().words()


def test_only_the_sides_own_phone_closes_its_flag(app, scorer):
    theirs = answering(app, scorer, "Theirs")
    theirs.press(theirs.get(f"{scorer.url}hands/2"), "⚑ Flag the hand", reason="66")
    assert "not answered yet" not in scorer.page().words()
    correct(scorer)
    assert "“ 66 ” · changed, not answered yet" in scorer.page().words()
    agree(scorer)
    assert [one["open"] for one in told(scorer)["flags"]] == [True]
    assert "is correct now" not in scorer.page().words()
    page = theirs.page()
    assert page.words(".//*[@id='thumb']").count("18 – 7") == 1, "it is asked about once"
    theirs.press(page, "✓ Theirs: hand 1 is correct now: 18 – 7")
    assert [one["open"] for one in told(scorer)["flags"]] == [False]


def test_own_phone_is_asked_after_an_answer_here(app, scorer):
    agree(scorer)
    theirs = answering(app, scorer, "Theirs")
    theirs.press(theirs.page(), "✓ Hand 1: 19 – 6")
    assert told(scorer)["answers"] == {"2": {"A": "", "B": "agreed"}}


@pytest.mark.parametrize("path", ["hands/2/turned/C", "hands/9/turned/B"])
def test_turned_page_of_no_hand_or_no_side_is_not_found(scorer, path):
    assert scorer.get(f"{scorer.url}{path}").status == 404


def test_a_form_of_another_hand_is_not_taken(keep):
    scorer = keep(MADE, FAILED, KAPO)
    page = turned(scorer, "hands/3/turned/B")
    assert scorer.press(page, "✓ We agree", hand="2:19:6").status == 400
