"""A side's answers to the hands: ✓ or a flag, on its own phone or on the scorer's."""

from flask import Blueprint, Response, abort, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.explain.shown_names import match_as_read, side_names
from scorekeeper.i18n import gettext as _
from scorekeeper.match import agreement, matches
from scorekeeper.match.acts.body import Refused
from scorekeeper.match.acts.hand_acts import AgreedHere, AnsweredHere, FlaggedHere
from scorekeeper.match.agreement import NO_ANSWER, answers
from scorekeeper.match.matches import LoadedMatch, RevisionConflict, find_match
from scorekeeper.rules.model import OTHER, SEATS, BySide, Side
from scorekeeper.web.forms import operation
from scorekeeper.web.fragments import go_to
from scorekeeper.web.match.matches import (
    find_row,
    match_context,
    own_match,
    render_hand_page,
    stale_page,
)
from scorekeeper.web.match.readers import ANSWERS, ANYBODY, keep_answer, reader_of
from scorekeeper.web.phone_identity import open_match, phone_id

pages = Blueprint("side_answers", __name__, url_prefix="/m/<public_id>")


@pages.get("/side/")
def show(public_id: str) -> str:
    """Ask for the side and, once that is known, for the chair."""
    loaded_match = open_match(public_id)
    # Us and Them would say nothing to a phone that is to choose.
    context = match_context(loaded_match, reader=ANYBODY)
    reader = reader_of(loaded_match)
    chairs = [seat for seat in SEATS if seat[0] == reader.side]
    return render_template("watching/side.html", **{**context, "reader": reader}, chairs=chairs)


@pages.post("/side/")
def choose(public_id: str) -> BaseResponse:
    """Remember the answer on the phone."""
    loaded_match = find_match(public_id)
    answer = request.form.get("answer")
    if answer not in ANSWERS:
        abort(400)
    response = go_to("matches.show", public_id=loaded_match.public_id)
    keep_answer(response, public_id, answer)
    return response


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


@pages.get("/hands/<int:hand_id>/turned/<any(A, B):side>")
def show_turned(public_id: str, hand_id: int, side: Side) -> str:
    """Show the hand to a side across the table, on the scorer's phone."""
    return _turned_page(own_match(public_id), hand_id, side)


@pages.post("/hands/<int:hand_id>/turned/<any(A, B):side>")
def answer_turned(public_id: str, hand_id: int, side: Side) -> BaseResponse:
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
            ".show_turned", public_id=loaded_match.public_id, hand_id=hand_id, side=OTHER[side]
        ),
        across=side_names(across),
        answer=answers(loaded_match.ledger).get(hand_id, NO_ANSWER).of(side),
        reason=reason,
        wrong_reason=wrong,
    )
