"""Writing a hand: the form, its live result, and saving it."""

from urllib.parse import urlencode

from flask import Blueprint, Response, abort, redirect, request, url_for
from flask_wtf.csrf import CSRFError
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.journal.act import Revision
from scorekeeper.journal.identifiers import is_operation_id, new_operation_id
from scorekeeper.match import matches
from scorekeeper.match.acts.body import MatchAct, Refused
from scorekeeper.match.acts.fields import SentHand
from scorekeeper.match.acts.hand_acts import Contract, Recorded
from scorekeeper.match.matches import LoadedMatch, OperationIdReused, RevisionConflict
from scorekeeper.rules.codec import read_fields
from scorekeeper.rules.model import Hand, Problem
from scorekeeper.web import errors
from scorekeeper.web.form_sessions import has_session_come
from scorekeeper.web.forms import operation
from scorekeeper.web.fragments import go_to
from scorekeeper.web.match.entry import CONTRACT_FIELDS, EntryForm
from scorekeeper.web.match.hand_form_page import (
    FIELD,
    HandFormPage,
    bring_line,
    hand_to_save,
    open_hand_form,
    prepare,
    refuse,
    show_hand_form,
)
from scorekeeper.web.match.matches import find_row
from scorekeeper.web.phone_identity import open_match, phone_id, role_in

pages = Blueprint("hands", __name__, url_prefix="/m/<public_id>")


@pages.get("/hand")
def new(public_id: str) -> BaseResponse:
    """The form for the next hand, under the operation id of its address.

    The address may bring a contract. If that operation was done already, the hand it wrote is
    shown, to be corrected.
    """
    op_id = request.args.get("op", "")
    contract = _told_contract()
    if not is_operation_id(op_id):
        line = {FIELD: request.args[FIELD]} if FIELD in request.args else {}
        query = urlencode({"op": new_operation_id(), **contract, **line})
        return redirect(f"{url_for('.new', public_id=public_id)}?{query}")
    page = open_hand_form(public_id, blank=True)
    act = page.ledger.done_by(op_id)
    if act is None and page.ledger.standing.is_over:
        return redirect(url_for("matches.show", public_id=public_id))
    if act is None:
        if page.ledger.match.open is not None:
            page.form.fill(page.ledger.match.open, page.ledger.match.rules)
            # Values that the changed rules do not know have no control: say that they are left out.
            page.refused = page.ledger.wrong_contract
        if contract:
            page.form.bring(contract)
        bring_line(page)
        prepare(page.form, page.loaded_match.revision, op_id)
        return show_hand_form(page)
    if not isinstance(act.body, Recorded) or page.ledger.row(act.seq) is None:
        return redirect(url_for(".new", public_id=public_id, op=new_operation_id()))
    _show_saved(page, act)
    assert page.row is not None
    assert isinstance(page.row.entry, Hand)
    page.form.fill(page.row.entry, page.ledger.match.rules)
    page.form.op_id.data = op_id
    return show_hand_form(page)


def _told_contract() -> dict[str, str]:
    """The contract in the address; none without a bid, for a suit alone is no contract."""
    if "contract" not in request.args:
        return {}
    return {name: request.args[name] for name in CONTRACT_FIELDS if name in request.args}


def _show_saved(page: HandFormPage, act: MatchAct) -> None:
    """Turn the page to the hand that is saved."""
    page.row, page.hand_id = find_row(page.loaded_match, act.seq), None
    page.notice = "saved"
    prepare(page.form, Revision(act.seq - 1))


@pages.post("/hand")
def record(public_id: str) -> BaseResponse:
    """Save the hand, its contract, or that all passed."""
    op_id, revision = operation()
    page = HandFormPage(open_match(public_id), EntryForm(request.form))
    if not role_in(public_id).writes:
        return _tell_again(page, op_id)
    if page.form.act.data == "contract":
        return _record_contract(page, revision)
    hand = hand_to_save(page)
    if hand is None:
        return show_hand_form(page, 422)
    try:
        recorded = Recorded(entry=SentHand(hand))
        loaded_match, is_new = matches.append_act(public_id, phone_id(), op_id, revision, recorded)
    except OperationIdReused as error:
        return _offer_correction(page, error)
    except RevisionConflict as stale:
        return _went_on(page, stale.loaded_match)
    except Refused as refusal:
        return refuse(page, refusal)
    if not is_new and not loaded_match.ledger.has_hand_of(op_id):
        return _went_on(page, loaded_match, "undone")
    return go_to("matches.show", public_id=public_id)


def _tell_again(page: HandFormPage, op_id: str) -> BaseResponse:
    """Show the match to a phone that wrote this very hand before the pencil went on; else 403."""
    act = page.ledger.done_by(op_id)
    if act is None or act.phone is None or act.phone != phone_id():
        abort(403)
    hand = hand_to_save(page)
    if hand is None or act.body != Recorded(entry=SentHand(hand)):
        abort(403)
    return go_to("matches.show", public_id=page.loaded_match.public_id)


@pages.errorhandler(CSRFError)
def on_expired(_error: CSRFError) -> Response:
    """The form outlived its token: the same form with a new one, and all that was typed."""
    public_id = (request.view_args or {}).get("public_id", "")
    if request.endpoint != "hands.record" or not matches.is_scorer(public_id, phone_id()):
        return errors.show_stale_form()
    is_old = has_session_come()
    page = open_hand_form(public_id)
    page.notice = "expired" if is_old else "no_session"
    return show_hand_form(page, 409)


def _record_contract(page: HandFormPage, revision: Revision) -> BaseResponse:
    op_id = page.form.contract_op_id.data or ""
    if not is_operation_id(op_id):
        abort(400)
    hand, unread = read_fields(page.form.contract_data())
    try:
        if unread:
            raise Refused(*(Problem("unknown", name) for name in unread))
        contract = Contract(entry=SentHand(hand))
        matches.append_act(page.loaded_match.public_id, phone_id(), op_id, revision, contract)
    except (OperationIdReused, RevisionConflict) as went_on:
        return _went_on(page, went_on.loaded_match)
    except Refused as refusal:
        return refuse(page, refusal)
    return go_to("matches.show", public_id=page.loaded_match.public_id)


def _offer_correction(page: HandFormPage, error: OperationIdReused) -> BaseResponse:
    """The hand is saved already, and something else was typed now: correct it?"""
    if not error.loaded_match.ledger.has_hand_of(error.act.op_id):
        return _went_on(page, error.loaded_match)
    hand_id = error.act.seq
    row = find_row(error.loaded_match, hand_id)
    assert isinstance(row.entry, Hand)
    if hand_to_save(page) == row.entry:
        return go_to(
            "matches.show", public_id=error.loaded_match.public_id
        )  # as it was corrected since
    page.turn_to(error.loaded_match, row, hand_id)
    page.notice = "saved"
    return show_hand_form(page, 422)


def _went_on(page: HandFormPage, loaded_match: LoadedMatch, notice: str = "stale") -> Response:
    """Show the changed match; the typed fields are kept for the next hand."""
    page.turn_to(loaded_match)
    page.notice = "over" if loaded_match.ledger.standing.is_over else notice
    return show_hand_form(page, 409)
