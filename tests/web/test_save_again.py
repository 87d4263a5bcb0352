"""Saving twice, going back and saving, and saving what the match has left behind."""

import pytest

from scorekeeper.journal.identifiers import new_operation_id
from tests.support.page import altered
from tests.support.table import MADE, SWEPT

HAND = {"contract": "A:90", "trump": "hearts", "points_A": "97"}
OTHER = {"contract": "B:100", "trump": "spades", "points_A": "80", "points_B": "82"}


def send(scorer, page, htmx=False, **typed):
    form = page.form("entry")
    return scorer.post(form.action, altered(form.filled, **typed), htmx=htmx)


@pytest.fixture
def sent(scorer):
    """An entry that was saved, as the browser still has it."""
    page = scorer.entry()
    assert send(scorer, page, **HAND).status == 303
    return page


@pytest.mark.parametrize("htmx", [False, True])
def test_it_writes_one_hand_for_two_taps(scorer, sent, htmx):
    again = send(scorer, sent, htmx=htmx, **HAND)
    assert (again.status, again.goes_to) == (204 if htmx else 303, scorer.url)
    assert (scorer.totals(), len(scorer.hands())) == ((19, 6), 1)


def test_it_writes_one_hand_however_its_points_were_typed(scorer, sent):
    """The other side's points filled in or not, it is the same hand."""
    again = send(scorer, sent, **HAND, points_B="65")
    assert again.status == 303
    assert len(scorer.hands()) == 1


def test_it_answers_a_repeat_after_the_match_went_on(scorer, sent):
    scorer.save("B:90", 100)
    assert send(scorer, sent, **HAND).status == 303
    assert len(scorer.hands()) == 2


def test_it_answers_a_repeat_of_the_hand_that_won(keep):
    scorer = keep(SWEPT, SWEPT)
    page = scorer.entry()
    typed = {"contract": "A:kapo", "kapo": "A", "doubled": "4"}
    assert send(scorer, page, **typed).status == 303
    assert send(scorer, page, **typed).status == 303
    assert len(scorer.hands()) == 3


@pytest.mark.parametrize("htmx", [False, True])
def test_it_offers_to_correct_the_hand_with_what_was_typed(scorer, sent, htmx):
    offered = send(scorer, sent, htmx=htmx, **OTHER)
    assert offered.status == 422
    assert "This hand is saved" in offered.words(".//div[@id='message']")
    form = offered.form("entry")
    assert {name: form.value(name) for name in OTHER} == OTHER
    assert form.action == f"{scorer.url}hands/{scorer.hands()[0]}/correct"
    assert (scorer.totals(), len(scorer.hands())) == ((19, 6), 1)


def test_it_corrects_the_hand_once_that_is_confirmed(scorer, sent):
    change = scorer.press(send(scorer, sent, **OTHER), "See what changes")
    assert change.status == 200
    assert scorer.totals() == (19, 6)
    assert scorer.press(change, "Write the correction").status == 303
    assert (scorer.totals(), len(scorer.hands())) == ((26, 0), 1)


def test_it_offers_the_correction_when_the_hand_was_corrected_since(scorer, sent):
    page = scorer.get(f"{scorer.url}hands/2/correct")
    change = scorer.press(page, "See what changes", points_A="120", points_B="42")
    scorer.press(change, "Write the correction")
    offered = send(scorer, sent, **OTHER)
    assert offered.status == 422
    assert offered.form("entry").value("contract") == "B:100"


def test_it_shows_the_score_of_the_hand_it_offers_to_correct(keep):
    """By the dealer of that hand, and not of the one that comes next."""
    both = {"declarations_A": "run3", "declarations_B": "run3"}
    tops = {"top_A_run3_0": "K", "top_B_run3_0": "K"}
    scorer = keep(rules="cardrules")
    page = scorer.entry()
    send(scorer, page, **HAND)
    offered = send(scorer, page, **HAND, **both, **tops)
    assert offered.words(".//p[@class='result']") == "97 – 85", "B led to the first hand"


def test_it_says_that_the_hand_is_saved_when_the_form_is_opened_again(scorer, sent):
    """Back, and the browser asks the server for the page anew."""
    op_id = sent.form("entry").value("op_id")
    page = scorer.entry(op_id)
    assert "This hand is saved" in page.words(".//div[@id='message']")
    form = page.form("entry")
    assert (form.value("contract"), form.value("points_A")) == ("A:90", "97")
    assert form.value("op_id") == op_id


def test_it_writes_nothing_when_the_form_opened_again_is_saved_as_it_is(scorer, sent):
    page = scorer.entry(sent.form("entry").value("op_id"))
    assert scorer.press(page, "Save hand").status == 303
    assert len(scorer.hands()) == 1


def test_it_offers_the_correction_from_the_form_opened_again(scorer, sent):
    page = scorer.entry(sent.form("entry").value("op_id"))
    offered = scorer.press(page, "Save hand", points_A="120", points_B="42")
    assert offered.status == 422
    change = scorer.press(offered, "See what changes")
    scorer.press(change, "Write the correction")
    assert (scorer.totals(), len(scorer.hands())) == ((21, 4), 1)


def test_it_opens_the_saved_hand_after_the_end_too(keep):
    scorer = keep(SWEPT, SWEPT)
    page = scorer.entry()
    send(scorer, page, contract="A:kapo", kapo="A", doubled="4")
    again = scorer.entry(page.form("entry").value("op_id"))
    assert "This hand is saved" in again.words()


def test_it_says_that_a_saved_hand_was_undone_since(scorer, sent):
    scorer.do("Undo")
    answer = send(scorer, sent, **HAND)
    assert answer.status == 409
    assert "saved and undone since" in answer.words(".//div[@id='message']")
    assert scorer.press(answer, "Save hand").status == 303
    assert len(scorer.hands()) == 1


def test_it_says_so_of_a_voided_hand(scorer, sent):
    scorer.press(scorer.get(f"{scorer.url}hands/2/void"), "Void it")
    assert send(scorer, sent, **HAND).status == 409
    assert send(scorer, sent, **OTHER).status == 409
    assert scorer.hands() == ()


def test_it_opens_a_new_form_where_the_saved_hand_is_gone(scorer, sent):
    scorer.do("Undo")
    page = scorer.entry(sent.form("entry").value("op_id"))
    assert page.status == 302
    assert scorer.get(page.goes_to).form("entry").value("contract") is None


@pytest.mark.parametrize("htmx", [False, True])
def test_it_keeps_what_was_typed_when_the_match_went_on(scorer, htmx):
    page = scorer.entry()
    scorer.save("B:90", 100)
    stale = send(scorer, page, htmx=htmx, **OTHER)
    assert stale.status == 409
    assert "save it as hand 2?" in stale.words(".//div[@id='message']")
    form = stale.form("entry")
    assert {name: form.value(name) for name in OTHER} == OTHER
    assert len(scorer.hands()) == 1


def test_it_saves_the_stale_hand_as_the_next_once_that_is_wanted(scorer):
    page = scorer.entry()
    scorer.save("A:90", 97)
    stale = send(scorer, page, **OTHER)
    assert scorer.press(stale, "Save hand").status == 303
    assert (scorer.totals(), len(scorer.hands())) == ((45, 6), 2)


def test_it_shows_the_stale_hand_by_the_rules_of_its_new_place(keep):
    both = {"declarations_A": "run3", "declarations_B": "run3"}
    tops = {"top_A_run3_0": "K", "top_B_run3_0": "K"}
    scorer = keep(rules="cardrules")
    page = scorer.entry()
    scorer.save("A:90", 97)
    stale = send(scorer, page, **HAND, **both, **tops)
    assert stale.words(".//p[@class='result']") == "117 – 65", "A leads to the second hand"


def test_it_gives_one_of_two_tabs_the_hand_and_tells_the_other(scorer):
    first, second = scorer.entry(), scorer.entry()
    assert send(scorer, first, **HAND).status == 303
    assert send(scorer, second, **OTHER).status == 409
    assert (scorer.totals(), len(scorer.hands())) == ((19, 6), 1)


def test_it_takes_an_operation_of_another_match_for_none_of_this(keep):
    """It must not offer to correct a hand that has only the number in common."""
    scorer = keep(MADE)
    used = keep(MADE).ledger().acts[-1].op_id
    refused = send(scorer, scorer.entry(), **OTHER, op_id=used)
    assert refused.status == 409
    assert refused.form("entry").action == scorer.url + "hand"
    assert refused.form("entry").value("contract") == "B:100"
    assert scorer.press(refused, "Save hand").status == 303
    assert len(scorer.hands()) == 2


@pytest.mark.parametrize("act", ["contract", "stopped"])
def test_it_takes_an_operation_that_wrote_no_hand_for_a_stale_one(keep, act):
    used = new_operation_id()
    data = {"contract": {"bidder": "A", "bid": 80}} if act == "contract" else {}
    scorer = keep(MADE, then=lambda table: table.do(act, op_id=used, **data))
    form = scorer.get(f"{scorer.url}hands/2/correct").form("entry")
    refused = scorer.post(
        scorer.url + "hand", altered(form.filled, op_id=used, points_A="100", points_B="62")
    )
    assert refused.status == 409
    assert len(scorer.hands()) == 1


@pytest.mark.parametrize("token", [None, "", "made up"])
@pytest.mark.parametrize("htmx", [False, True])
def test_it_keeps_what_was_typed_when_the_page_was_too_old(scorer, token, htmx):
    old = send(scorer, scorer.entry(), htmx=htmx, **OTHER, csrf_token=token)
    assert old.status == 409
    assert "too old to save" in old.words(".//div[@id='message']")
    form = old.form("entry")
    assert {name: form.value(name) for name in OTHER} == OTHER
    assert scorer.press(old, "Save hand").status == 303
    assert scorer.totals() == (26, 0)


def test_it_says_that_the_cookie_of_a_hand_was_lost(scorer):
    page = scorer.entry()
    scorer.client.delete_cookie("tefteri_session")
    refused = send(scorer, page, **OTHER)
    assert refused.status == 409
    assert "sent no cookie" in refused.words(".//div[@id='message']")
    assert scorer.press(refused, "Save hand").status == 303
    assert scorer.totals() == (26, 0)


def test_it_writes_one_hand_where_an_old_page_had_saved_it(scorer):
    page = scorer.entry()
    send(scorer, page, **HAND)
    old = send(scorer, page, **HAND, csrf_token="made up")
    assert scorer.press(old, "Save hand").status == 303
    assert len(scorer.hands()) == 1


def test_it_shows_no_form_to_a_stranger_with_an_old_page(scorer, stranger):
    fields = [("op_id", new_operation_id()), ("revision", "1"), ("contract", "A:90")]
    answer = stranger.post(scorer.url + "hand", fields)
    assert answer.status == 400
    assert not answer.has(".//form[@id='entry']")
    assert stranger.post("/m/nowhere/hand", fields).status == 400


def test_it_tells_the_match_page_which_operations_are_done(scorer, sent):
    """The page forgets drafts that the server has stored."""
    done = scorer.page().find(".//main").get("data-last-ops").split()
    assert sent.form("entry").value("op_id") in done


def test_it_tells_a_stranger_no_operations(scorer, sent, stranger):
    """A reader who knows an operation could ask for its answer."""
    assert sent.form("entry").value("op_id") not in stranger.get(scorer.url).html


@pytest.mark.parametrize(
    ("form", "typed", "button"),
    [
        ("adjust", {"points_A": "10"}, "Write it"),
        ("hands/2/correct", {"points_A": "100", "points_B": "62"}, "Write the correction"),
        ("hands/2/insert", HAND, "Insert it"),
        ("change/", {"name_A": "Eagles"}, "Write the change"),
    ],
)
def test_a_form_that_was_written_says_so(keep, form, typed, button):
    """Without scripts the browser's way back leads to it, and it may be sent again."""
    scorer = keep(MADE)
    page = scorer.get(scorer.url + form)
    seen = scorer.press(page, "See what changes", **typed)
    assert scorer.press(seen, button).status == 303
    revision = scorer.ledger().revision
    again = scorer.press(page, "See what changes", **typed)
    assert again.status == 409
    assert "This form was written already" in again.words(".//p[@id='message']")
    assert scorer.ledger().revision == revision
