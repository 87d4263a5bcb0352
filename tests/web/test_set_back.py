"""The server is set back to a backup, and other phones write in place of the lost acts. A form from
before then gets a question, because its number is another act now."""

import pytest

from scorekeeper.match.matches import find_match
from tests.support.databases import lose_last_event
from tests.support.page import altered
from tests.support.table import FAILED, MADE, Table

WENT_ON = "The match went on meanwhile"
OTHER = {**MADE, "points": {"A": 85}}
"""Written where the lost hand stood."""


class SamePhone(Table):
    """The scorer's phone, in another tab."""

    def __init__(self, scorer):
        self.kept = find_match(scorer.public_id)
        self.phone = self.kept.ledger.acts[0].phone


def set_back(scorer, wrote=lambda table: table.play(OTHER)):
    """Take the last act away, as a restored backup does, and write this in its place."""
    last = scorer.ledger().revision
    with scorer.app.app_context():
        lose_last_event("match", scorer.public_id)
        wrote(SamePhone(scorer))
    assert scorer.ledger().revision == last, "the same number, another act"


@pytest.fixture
def scorer(keep):
    return keep(MADE, FAILED, claim=True)


def stays(scorer, press):
    """Press, and see that nothing was written."""
    before = scorer.ledger()
    page = press()
    assert (page.status, scorer.ledger()) == (409, before)
    assert WENT_ON in page.words()
    return page


def test_the_next_hand_is_asked_about_and_what_was_typed_is_kept(scorer):
    form = scorer.entry()
    set_back(scorer)
    typed = {"contract": "A:90", "points_A": "111", "trump": "hearts"}
    asked = stays(scorer, lambda: scorer.press(form, "Save hand", **typed))
    assert asked.form("entry").value("points_A") == "111"
    assert scorer.press(asked, "Save hand").status == 303
    assert [hand.points.A for hand in scorer.match().entries] == [97, 85, 111]


def test_the_contract_too(scorer):
    form = scorer.entry().form("entry")
    set_back(scorer)
    fields = altered(form.filled, contract="A:110", act="contract")
    asked = stays(scorer, lambda: scorer.post(form.action, fields))
    assert asked.form("entry").value("contract") == "A:110"


def test_a_form_that_was_refused_before_is_still_about_the_lost_hand(scorer):
    refused = scorer.press(scorer.entry(), "Save hand", contract="A:90")
    assert refused.status == 422
    set_back(scorer)
    stays(scorer, lambda: scorer.press(refused, "Save hand", points_A="111"))


def changes_in(scorer):
    """The pages that ask, each with the button that writes."""
    hand = f"{scorer.url}hands/{scorer.hands()[-1]}"
    correction = scorer.press(
        scorer.get(f"{hand}/correct"), "See what changes", points_A="100", points_B="62"
    )
    typed = {"contract": "A:90", "points_A": "111", "trump": "hearts"}
    forgotten = scorer.press(scorer.get(f"{hand}/insert"), "See what changes", **typed)
    adjusted = scorer.press(scorer.get(f"{scorer.url}adjust"), "See what changes", points_B="20")
    rules = scorer.press(scorer.get(f"{scorer.url}change/"), "See what changes", target="401")
    return {
        "correct": (correction, "Write the correction"),
        "void": (scorer.get(f"{hand}/void"), "Void it"),
        "insert": (forgotten, "Insert it"),
        "adjust": (adjusted, "Write it"),
        "rules": (rules, "Write the change"),
        "undo": (scorer.get(f"{scorer.url}history/3/undo"), "Undo it"),
    }


@pytest.mark.slow
@pytest.mark.parametrize("change", ["correct", "void", "insert", "adjust", "rules", "undo"])
def test_a_change_shows_what_it_would_change_now(scorer, change):
    page, button = changes_in(scorer)[change]
    set_back(scorer)
    asked = stays(scorer, lambda: scorer.press(page, button))
    done = scorer.press(asked, button)
    assert (done.status, done.goes_to) == (303, scorer.url)
    assert scorer.ledger().revision == 4


@pytest.mark.parametrize("button", ["Undo", "Yes, stop"])
def test_a_button_of_the_match_page(scorer, button):
    page = scorer.page()
    set_back(scorer)
    stays(scorer, lambda: scorer.press(page, button))


def test_bringing_back(scorer):
    page = scorer.do("Undo").page()
    set_back(scorer, lambda table: table.undo())
    stays(scorer, lambda: scorer.press(page, "Bring back"))


def test_going_on_with_a_match_that_was_stopped(scorer):
    page = scorer.do("Yes, stop").page()
    set_back(scorer, lambda table: table.do("stopped"))
    stays(scorer, lambda: scorer.press(page, "Go on with the match"))


def test_a_claim(scorer):
    page = scorer.get(f"{scorer.url}claim")
    set_back(scorer)
    stays(scorer, lambda: scorer.press(page, "Claim", side="A", points="340"))


def test_the_same_hand_sent_again_from_the_phone_that_has_it_is_another_writing(scorer):
    """A correction decided before the set-back may now rest on another hand before it."""
    page, button = changes_in(scorer)["correct"]
    op_id = scorer.ledger().acts[-1].op_id
    set_back(scorer, lambda table: table.do("recorded", op_id=op_id, hand=FAILED))
    stays(scorer, lambda: scorer.press(page, button))


def test_a_form_without_the_mark_goes_by_its_number(scorer):
    page, button = changes_in(scorer)["correct"]
    set_back(scorer)
    form = page.form_of(button)
    assert scorer.post(form.action, altered(form.filled, after=None)).status == 303
