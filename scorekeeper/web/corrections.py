"""Correcting and voiding a hand: first what it changes, then the change."""

from typing import Any

from flask import Blueprint, Response, make_response, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.rules.model import Hand
from scorekeeper.services import matches
from scorekeeper.services.acting import Refused, with_act
from scorekeeper.services.ledger import Act, Kind, Ledger
from scorekeeper.services.matches import OperationReused, Stale, find_match
from scorekeeper.web.desk import Desk, hand_to_save, open_desk, prepare, refuse, show_desk
from scorekeeper.web.forms import operation
from scorekeeper.web.fragments import go_to
from scorekeeper.web.security import phone_id

pages = Blueprint("corrections", __name__, url_prefix="/m/<public_id>/hands/<int:hand_id>")


@pages.get("/correct")
def correct_form(public_id: str, hand_id: int) -> BaseResponse:
    """The form, filled with the hand as it stands."""
    desk = open_desk(public_id, hand_id, blank=True)
    assert desk.row is not None
    assert isinstance(desk.row.entry, Hand)
    desk.form.fill(desk.row.entry, desk.ledger.match.rules)
    prepare(desk.form, desk.kept.revision)
    return show_desk(desk)


@pages.post("/correct")
def correct(public_id: str, hand_id: int) -> BaseResponse:
    """Show what a correction changes, and once that is confirmed, write it."""
    if _was_done(public_id, hand_id):
        return go_to("matches.show", public_id=public_id)
    desk = open_desk(public_id, hand_id)
    data = hand_to_save(desk)
    if data is None:
        return show_desk(desk, 422)
    return _change(desk, "corrected", {"hand_id": hand_id, "hand": data})


@pages.route("/void", methods=["GET", "POST"])
def void(public_id: str, hand_id: int) -> BaseResponse:
    """Show what the match is without the hand, and once that is confirmed, void it."""
    if _was_done(public_id, hand_id):
        return go_to("matches.show", public_id=public_id)
    desk = open_desk(public_id, hand_id, blank=request.method == "GET")
    if request.method == "GET":
        prepare(desk.form, desk.kept.revision)
    return _change(desk, "voided", {"hand_id": hand_id})


def _was_done(public_id: str, hand_id: int) -> bool:
    """Did this operation change the hand already, which is gone by now? A repeat is no fault."""
    ledger, op_id = find_match(public_id).ledger, request.form.get("op_id")
    done = [act for act in ledger.acts if act.op_id == op_id and act.data.get("hand_id") == hand_id]
    return bool(done) and ledger.row(hand_id) is None


def _change(desk: Desk, kind: Kind, data: dict[str, Any]) -> BaseResponse:
    """Old → new, with every later total and the end decided afresh; written once confirmed."""
    if request.method != "POST" or request.form.get("confirm") != "yes":
        try:
            after = with_act(desk.ledger, Act(desk.kept.revision + 1, kind, data))
        except Refused as refused:
            return refuse(desk, refused)
        return _show_change(desk, kind, after)
    op_id, revision = operation()
    try:
        matches.do(desk.kept.public_id, phone_id(), op_id, revision, kind, data)
    except (Stale, OperationReused) as went_on:
        desk.kept = went_on.kept
        prepare(desk.form, desk.kept.revision)
        try:
            after = with_act(desk.ledger, Act(desk.kept.revision + 1, kind, data))
        except Refused:  # the hand is gone meanwhile: the ledger shows it
            return go_to("matches.show", public_id=desk.kept.public_id)
        return _show_change(desk, kind, after, stale=True)
    except Refused as refused:
        return refuse(desk, refused)
    return go_to("matches.show", public_id=desk.kept.public_id)


def _show_change(desk: Desk, kind: Kind, after: Ledger, *, stale: bool = False) -> Response:
    assert desk.hand_id is not None
    before = desk.ledger
    later = (
        (old, after.row(hand_id))
        for hand_id, old in zip(before.hand_ids, before.standing.rows, strict=True)
        if hand_id >= desk.hand_id
    )
    changed = [(old, new) for old, new in later if old.counts or (new and new.counts)]
    page = render_template(
        "hands/change.html",
        **desk.context(),
        kind=kind,
        after=after,
        new_row=after.row(desk.hand_id),
        changed=changed,
        typed=[(k, v) for k, v in request.form.items(multi=True) if k not in _NOT_TYPED],
        stale=stale,
    )
    return make_response(page, 409 if stale else 200)


_NOT_TYPED = frozenset({"csrf_token", "op_id", "revision", "confirm"})
