"""Take a side's answers to the hands: ✓, or a flag with a reason."""

from flask import Blueprint, Response, abort, request
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.i18n import gettext as _
from scorekeeper.match import agreement
from scorekeeper.match.acting import Refused
from scorekeeper.match.matches import RevisionConflict, find_match
from scorekeeper.web.forms import operation
from scorekeeper.web.fragments import go_to
from scorekeeper.web.match.matches import find_row, render_hand_page
from scorekeeper.web.phone_identity import phone_id

pages = Blueprint("agreeing", __name__, url_prefix="/m/<public_id>")


@pages.post("/agree")
def agree(public_id: str) -> BaseResponse:
    """Agree to the hands that were shown, with the scores that they were shown with."""
    op_id, _revision = operation()
    scores = [read_shown_score(text) for text in request.form.getlist("hand")]
    agreement.agree(public_id, phone_id(), op_id, dict(scores))
    return go_to("matches.show", public_id=public_id)


@pages.post("/hands/<int:hand_id>/flag")
def flag(public_id: str, hand_id: int) -> BaseResponse:
    """Say what this side has against the hand."""
    op_id, _revision = operation()
    reason = request.form.get("reason", "")
    shown_id, score = read_shown_score(request.form.get("hand", ""))
    if shown_id != hand_id:
        abort(400)
    try:
        agreement.flag(public_id, phone_id(), op_id, hand_id, score, reason)
    except RevisionConflict as stale:
        find_row(stale.loaded_match, hand_id)
        wrong = _("The hand was corrected meanwhile. Is it still not so?")
        return Response(
            render_hand_page(stale.loaded_match, hand_id, reason=reason, wrong=wrong), status=409
        )
    except Refused:
        loaded_match = find_match(public_id)
        wrong = _("Say in at most 80 characters what you counted, without special signs.")
        return Response(
            render_hand_page(loaded_match, hand_id, reason=reason, wrong=wrong), status=422
        )
    return go_to("matches.show", public_id=public_id)


def read_shown_score(text: str) -> tuple[int, tuple[int, int]]:
    """A hand's id and the score that it was shown with, of `12:19:6`."""
    parts = text.split(":")
    try:
        hand_id, a, b = (int(part) for part in parts)
    except ValueError:
        abort(400)
    if hand_id < 1 or max(abs(a), abs(b)) > 10_000:
        abort(400)
    return hand_id, (a, b)
