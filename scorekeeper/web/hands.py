"""Writing a hand, correcting it, voiding it."""

from dataclasses import dataclass, replace
from typing import Any

from flask import (
    Blueprint,
    Response,
    abort,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.i18n import reasons
from scorekeeper.rules.codec import read_fields, write_hand
from scorekeeper.rules.match import Row
from scorekeeper.rules.model import SIDES, TRUMPS, Hand, Problem, Seat
from scorekeeper.services import matches
from scorekeeper.services.ledger import Act, Kind, Ledger, Refused, with_act
from scorekeeper.services.matches import Kept, OperationReused, Stale, find_match, new_operation_id
from scorekeeper.web import entry
from scorekeeper.web.acts import operation
from scorekeeper.web.entry import EntryForm, Look, look_at
from scorekeeper.web.fragments import go_to, is_htmx, show
from scorekeeper.web.matches import find_row
from scorekeeper.web.security import phone_id
from scorekeeper.web.words import side_names

pages = Blueprint("hands", __name__, url_prefix="/m/<public_id>")


@dataclass
class Desk:
    """An entry form and all that its page shows around it."""

    kept: Kept
    form: EntryForm
    row: Row | None = None
    """The hand that is corrected; None for a new one."""
    hand_id: int | None = None
    notice: str = ""
    look: Look | None = None
    refused: tuple[Problem, ...] = ()

    @property
    def ledger(self) -> Ledger:
        """The match as it stands."""
        return self.kept.ledger

    @property
    def dealer(self) -> Seat:
        """Who deals this hand."""
        if self.row is not None and self.row.dealer is not None:
            return self.row.dealer
        return self.ledger.standing.dealer

    @property
    def number(self) -> int:
        """The hand's number."""
        if self.row is not None and self.row.number is not None:
            return self.row.number
        return self.ledger.standing.number

    def glance(self, *, typing: bool = False) -> Look:
        """What the entry is worth so far."""
        self.look = look_at(self.form, self.ledger.match, self.dealer, typing=typing)
        return self.look

    def context(self) -> dict[str, Any]:
        """What the templates use."""
        match = self.ledger.match
        look = self.look or self.glance(typing=True)
        names = side_names(match)
        score = look.score
        words = {"headline": "", "summary": ""}
        if score is not None:
            words = {
                "headline": reasons.headline(look.hand, score, match.rules, names),
                "summary": reasons.summary(look.hand, score, match.rules, names),
            }
        return {
            **words,
            "desk": self,
            "form": self.form,
            "kept": self.kept,
            "match": match,
            "rules": match.rules,
            "names": names,
            "sides": SIDES,
            "trumps": TRUMPS,
            "look": look,
            "entry": entry,
            "public_id": self.kept.public_id,
        }


def _desk(public_id: str, hand_id: int | None = None, *, blank: bool = False) -> Desk:
    """The scorer's desk; 403 for anyone else."""
    kept = find_match(public_id)
    if not matches.is_scorer(public_id, phone_id()):
        abort(403)
    form = EntryForm(formdata=None) if blank else EntryForm()
    row = find_row(kept, hand_id) if hand_id is not None else None
    return Desk(kept, form, row, hand_id)


def _show(desk: Desk, status: int = 200) -> Response:
    return show("hands/page.html", "hands/_entry.html", status, **desk.context())


def _prepare(form: EntryForm, revision: int, op_id: str | None = None) -> None:
    form.op_id.data = op_id or new_operation_id()
    form.contract_op_id.data = new_operation_id()
    form.revision.data = str(revision)


@pages.get("/hand")
def new(public_id: str) -> BaseResponse:
    """The form for the next hand, under the operation id of its address.

    If that operation was done already, the hand it wrote is shown, to be corrected.
    """
    op_id = request.args.get("op", "")
    if not matches.is_operation_id(op_id):
        return redirect(url_for(".new", public_id=public_id, op=new_operation_id()))
    desk = _desk(public_id, blank=True)
    done = next((act for act in desk.ledger.acts if act.op_id == op_id), None)
    if done is None and desk.ledger.standing.is_over:
        return redirect(url_for("matches.show", public_id=public_id))
    if done is None:
        if desk.ledger.match.open is not None:
            desk.form.fill(desk.ledger.match.open, desk.ledger.match.rules)
        _prepare(desk.form, desk.kept.revision, op_id)
        return _show(desk)
    if done.kind != "recorded" or desk.ledger.row(done.seq) is None:
        return redirect(url_for(".new", public_id=public_id, op=new_operation_id()))
    _show_saved(desk, done)
    hand, _ = read_fields(done.data["hand"])
    desk.form.fill(hand, desk.ledger.match.rules)
    desk.form.op_id.data = op_id
    return _show(desk)


def _show_saved(desk: Desk, done: Act) -> None:
    """Turn the desk to the hand that is saved."""
    desk.row, desk.hand_id = find_row(desk.kept, done.seq), None
    desk.notice = "saved"
    _prepare(desk.form, done.seq - 1)


@pages.post("/hand")
def record(public_id: str) -> BaseResponse:
    """Save the hand, its contract, or that all passed."""
    desk = _desk(public_id)
    op_id, revision = operation()
    if desk.form.act.data == "contract":
        return _record_contract(desk, revision)
    data = _hand_to_save(desk)
    if data is None:
        return _show(desk, 422)
    try:
        matches.do(public_id, phone_id(), op_id, revision, "recorded", {"hand": data})
    except OperationReused as used:
        return _offer_correction(desk, used)
    except Stale as stale:
        return _went_on(desk, stale.kept)
    except Refused as refused:
        return _refuse(desk, refused)
    return go_to("matches.show", public_id=public_id)


def _hand_to_save(desk: Desk) -> dict[str, Any] | None:
    """The hand as it will be kept, or None where something is wrong, missing or asked."""
    look = desk.glance()
    if not look.is_ready:
        desk.notice = "mend" if look.missing or look.wrong else "ask"
        return None
    # Who led follows from the dealer, and is not kept as if the table had said it.
    return write_hand(replace(look.hand, leader=None))


def _record_contract(desk: Desk, revision: int) -> BaseResponse:
    op_id = desk.form.contract_op_id.data or ""
    if not matches.is_operation_id(op_id):
        abort(400)
    hand, unread = read_fields(desk.form.contract_data())
    data = {"contract": write_hand(hand)}
    try:
        if unread:
            raise Refused(*(Problem("unknown", name) for name in unread))
        matches.do(desk.kept.public_id, phone_id(), op_id, revision, "contract", data)
    except (OperationReused, Stale) as went_on:
        return _went_on(desk, went_on.kept)
    except Refused as refused:
        return _refuse(desk, refused)
    return go_to("matches.show", public_id=desk.kept.public_id)


def _offer_correction(desk: Desk, used: OperationReused) -> Response:
    """The hand is saved already, and something else was typed now: correct it?"""
    done = used.act
    if done.kind != "recorded" or used.kept.ledger.row(done.seq) is None:
        return _went_on(desk, used.kept)
    desk.kept = used.kept
    desk.row, desk.hand_id = find_row(used.kept, done.seq), done.seq
    desk.notice = "saved"
    _prepare(desk.form, used.kept.revision)
    return _show(desk, 422)


def _went_on(desk: Desk, kept: Kept) -> Response:
    """Another hand was written meanwhile; what was typed is kept, for the next one."""
    desk.kept, desk.notice = kept, "stale"
    _prepare(desk.form, kept.revision)
    return _show(desk, 409)


def _refuse(desk: Desk, refused: Refused) -> Response:
    desk.refused, desk.notice = refused.problems, "mend"
    return _show(desk, 422)


@pages.post("/preview")
def preview(public_id: str) -> str:
    """What the entry is worth so far. Writes nothing."""
    typed = request.form.get("hand_id", "")
    desk = _desk(public_id, int(typed[:9]) if typed.isascii() and typed.isdigit() else None)
    desk.glance(typing=True)
    return render_template("hands/_live.html", live_only=True, **desk.context())


@pages.get("/hands/<int:hand_id>/correct")
def correct_form(public_id: str, hand_id: int) -> BaseResponse:
    """The form, filled with the hand as it stands."""
    desk = _desk(public_id, hand_id, blank=True)
    assert desk.row is not None
    assert isinstance(desk.row.entry, Hand)
    desk.form.fill(desk.row.entry, desk.ledger.match.rules)
    _prepare(desk.form, desk.kept.revision)
    return _show(desk)


@pages.post("/hands/<int:hand_id>/correct")
def correct(public_id: str, hand_id: int) -> BaseResponse:
    """Show what a correction changes, and once that is confirmed, write it."""
    desk = _desk(public_id, hand_id)
    data = _hand_to_save(desk)
    if data is None:
        return _show(desk, 422)
    return _change(desk, "corrected", {"hand_id": hand_id, "hand": data})


@pages.route("/hands/<int:hand_id>/void", methods=["GET", "POST"])
def void(public_id: str, hand_id: int) -> BaseResponse:
    """Show what the match is without the hand, and once that is confirmed, void it."""
    desk = _desk(public_id, hand_id, blank=request.method == "GET")
    if request.method == "GET":
        _prepare(desk.form, desk.kept.revision)
    return _change(desk, "voided", {"hand_id": hand_id})


def _change(desk: Desk, kind: Kind, data: dict[str, Any]) -> BaseResponse:
    """Old → new, with every later total and the end decided afresh; written once confirmed."""
    if request.form.get("confirm") != "yes":
        try:
            after = with_act(desk.ledger, Act(desk.kept.revision + 1, kind, data))
        except Refused as refused:
            return _refuse(desk, refused)
        return _show_change(desk, kind, after)
    op_id, revision = operation()
    try:
        matches.do(desk.kept.public_id, phone_id(), op_id, revision, kind, data)
    except (Stale, OperationReused) as went_on:
        desk.kept = went_on.kept
        _prepare(desk.form, desk.kept.revision)
        after = with_act(desk.ledger, Act(desk.kept.revision + 1, kind, data))
        return _show_change(desk, kind, after, stale=True)
    except Refused as refused:
        return _refuse(desk, refused)
    return go_to("matches.show", public_id=desk.kept.public_id)


def _show_change(desk: Desk, kind: Kind, after: Ledger, *, stale: bool = False) -> Response:
    assert desk.hand_id is not None
    before = desk.ledger
    changed = [
        (old, after.row(hand_id))
        for hand_id, old in zip(before.hand_ids, before.standing.rows, strict=True)
        if hand_id >= desk.hand_id and old.counts
    ]
    page = render_template(
        "hands/change.html",
        **desk.context(),
        kind=kind,
        after=after,
        new_row=after.row(desk.hand_id),
        changed=changed,
        typed=[(k, v) for k, v in request.form.items(multi=True) if k not in _NOT_TYPED],
        stale=stale,
        by_htmx=is_htmx(),
    )
    return make_response(page, 409 if stale else 200)


_NOT_TYPED = frozenset({"csrf_token", "op_id", "revision", "confirm"})
