"""Correcting, voiding and inserting a hand: first what it changes, then the change."""

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.i18n import gettext as _
from scorekeeper.match.acts.body import Body
from scorekeeper.match.acts.fields import SentHand
from scorekeeper.match.acts.hand_acts import Corrected, Inserted, Voided
from scorekeeper.match.matches import find_match
from scorekeeper.rules.model import Hand
from scorekeeper.web.fragments import go_to
from scorekeeper.web.match.hand_form_page import (
    HandFormPage,
    bring_line,
    hand_to_save,
    open_hand_form,
    prepare,
    refuse,
    show_hand_form,
)
from scorekeeper.web.match.proposals import ChangeProposal, answer_written, propose
from scorekeeper.web.settle.written import with_count

pages = Blueprint("corrections", __name__, url_prefix="/m/<public_id>/hands/<int:hand_id>")
pages.before_request(answer_written)


@pages.get("/correct")
def correct_form(public_id: str, hand_id: int) -> BaseResponse:
    """The form, filled with the hand as it stands; a count of the tricks comes with the address."""
    page = open_hand_form(public_id, hand_id, blank=True)
    assert page.row is not None
    assert isinstance(page.row.entry, Hand)
    rules = page.ledger.match.rules
    page.form.fill(with_count(page.row.entry, request.args, rules), rules)
    bring_line(page)
    prepare(page.form, page.loaded_match.revision)
    return show_hand_form(page)


@pages.post("/correct")
def correct(public_id: str, hand_id: int) -> BaseResponse:
    """Show what a correction changes, and once that is confirmed, write it."""
    if _was_done(public_id, hand_id):
        return go_to("matches.show", public_id=public_id)
    page = open_hand_form(public_id, hand_id)
    hand = hand_to_save(page)
    if hand is None:
        return show_hand_form(page, 422)
    return _change(page, Corrected(corrects=hand_id, entry=SentHand(hand)))


@pages.get("/insert")
def insert_form(public_id: str, hand_id: int) -> BaseResponse:
    """The form for a hand that was forgotten before this one."""
    page = open_hand_form(public_id, before=hand_id, blank=True)
    bring_line(page)
    prepare(page.form, page.loaded_match.revision)
    return show_hand_form(page)


@pages.post("/insert")
def insert(public_id: str, hand_id: int) -> BaseResponse:
    """Show what the forgotten hand changes, and once that is confirmed, write it in its place."""
    if find_match(public_id).ledger.done_by(request.form.get("op_id", "")):
        return go_to("matches.show", public_id=public_id)
    page = open_hand_form(public_id, before=hand_id)
    hand = hand_to_save(page)
    if hand is None:
        return show_hand_form(page, 422)
    return _change(page, Inserted(before=hand_id, entry=SentHand(hand)))


@pages.route("/void", methods=["GET", "POST"])
def void(public_id: str, hand_id: int) -> BaseResponse:
    """Show what the match is without the hand, and once that is confirmed, void it."""
    if _was_done(public_id, hand_id):
        return go_to("matches.show", public_id=public_id)
    return _change(open_hand_form(public_id, hand_id, blank=True), Voided(voids=hand_id))


def _was_done(public_id: str, hand_id: int) -> bool:
    """Did this operation change the hand already, which is gone by now? A repeat is no fault."""
    ledger = find_match(public_id).ledger
    act = ledger.done_by(request.form.get("op_id", ""))
    return act is not None and act.body.hand_id == hand_id and ledger.row(hand_id) is None


def _change(page: HandFormPage, body: Body) -> BaseResponse:
    return propose(_proposal(page, body), lambda refusal: refuse(page, refusal))


def _proposal(page: HandFormPage, body: Body) -> ChangeProposal:
    number = page.number
    titles = {
        "corrected": _("Correct hand %(number)s?", number=number),
        "voided": _("Void hand %(number)s?", number=number),
        "inserted": _("Insert hand %(number)s?", number=number),
    }
    buttons = {
        "corrected": _("Write the correction"),
        "voided": _("Void it"),
        "inserted": _("Insert it"),
    }
    return ChangeProposal(
        loaded_match=page.loaded_match,
        body=body,
        url=request.path,
        **_way_back(page, body),
        title=titles[body.kind],
        button=buttons[body.kind],
        hand_id=page.hand_id,
    )


def _way_back(page: HandFormPage, body: Body) -> dict[str, str]:
    """To the form, where the browser has kept what is typed; from a void hand to its page."""
    if not isinstance(body, Voided):
        return {"back_url": request.path, "back": _("Back")}
    url = url_for("matches.hand", public_id=page.loaded_match.public_id, hand_id=page.hand_id)
    return {"back_url": url, "back": _("Hand %(number)s", number=page.number)}
