"""Turn a hand to a side that has no phone: it answers on the scorer's, ✓ or a flag."""

from flask import Blueprint, Response, abort, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.explain.shown_names import match_as_read, side_names
from scorekeeper.i18n import gettext as _
from scorekeeper.match import matches
from scorekeeper.match.acting import Refused
from scorekeeper.match.acts.hand_acts import AgreedHere, AnsweredHere, FlaggedHere
from scorekeeper.match.agreement import NO_ANSWER, answers
from scorekeeper.match.matches import LoadedMatch, find_match
from scorekeeper.rules.model import OTHER, BySide, Side
from scorekeeper.web.forms import operation
from scorekeeper.web.fragments import go_to
from scorekeeper.web.match.agreeing import read_shown_score
from scorekeeper.web.match.matches import find_row, match_context, own_match, stale_page
from scorekeeper.web.phone_identity import phone_id

pages = Blueprint("turned_hand", __name__, url_prefix="/m/<public_id>/hands/<int:hand_id>/turned")


@pages.get("/<any(A, B):side>")
def show(public_id: str, hand_id: int, side: Side) -> str:
    """Show the hand to a side across the table, on the scorer's phone."""
    return _turned_page(own_match(public_id), hand_id, side)


@pages.post("/<any(A, B):side>")
def answer(public_id: str, hand_id: int, side: Side) -> BaseResponse:
    """Take the answer that the side gave on the scorer's phone."""
    op_id, revision = operation()
    body = _answer_in_form(hand_id, side)
    try:
        matches.append_act(public_id, phone_id(), op_id, revision, body)
    except Refused as refusal:
        loaded_match = find_match(public_id)
        if {problem.field for problem in refusal.problems} != {"reason"}:
            return stale_page(loaded_match)
        wrong = _("Say in at most 80 characters what you counted, without special signs.")
        reason = request.form.get("reason", "")
        page = _turned_page(loaded_match, hand_id, side, reason=reason, wrong=wrong)
        return Response(page, status=422)
    return go_to("matches.show", public_id=public_id)


def _answer_in_form(hand_id: int, side: Side) -> AnsweredHere:
    shown_id, score = read_shown_score(request.form.get("hand", ""))
    if shown_id != hand_id:
        abort(400)
    if request.form.get("answer") == "agree":
        return AgreedHere(side=side, answers=hand_id, score=BySide(*score))
    reason = request.form.get("chip") or request.form.get("reason", "")
    return FlaggedHere.of(side, hand_id, BySide(*score), reason)


def _turned_page(
    loaded_match: LoadedMatch, hand_id: int, side: Side, *, reason: str = "", wrong: str = ""
) -> str:
    row = find_row(loaded_match, hand_id)
    context = match_context(loaded_match)
    players = loaded_match.ledger.players_at(hand_id)
    across = match_as_read(loaded_match.ledger.match, side, players)
    return render_template(
        "matches/turned.html",
        **context,
        row=row,
        hand=row.scored,
        hand_id=hand_id,
        side=side,
        other_url=url_for(
            ".show", public_id=loaded_match.public_id, hand_id=hand_id, side=OTHER[side]
        ),
        across=side_names(across),
        answer=answers(loaded_match.ledger).get(hand_id, NO_ANSWER).of(side),
        reason=reason,
        wrong_reason=wrong,
    )
