"""The question which side a phone is on. Its answer is the phone's alone (`web.match.readers`)."""

from flask import Blueprint, abort, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.match.matches import find_match
from scorekeeper.rules.model import SEATS
from scorekeeper.web.fragments import go_to
from scorekeeper.web.match.matches import match_context
from scorekeeper.web.match.readers import ANSWERS, ANYBODY, keep_answer, reader_of
from scorekeeper.web.request_roles import open_match

pages = Blueprint("side_answers", __name__, url_prefix="/m/<public_id>/side")


@pages.get("/")
def show(public_id: str) -> str:
    """Ask for the side and, once that is known, for the chair."""
    loaded_match = open_match(public_id)
    # Us and Them would say nothing to a phone that is to choose.
    context = match_context(loaded_match, reader=ANYBODY)
    reader = reader_of(loaded_match)
    chairs = [seat for seat in SEATS if seat[0] == reader.side]
    return render_template("watching/side.html", **{**context, "reader": reader}, chairs=chairs)


@pages.post("/")
def choose(public_id: str) -> BaseResponse:
    """Remember the answer on the phone."""
    loaded_match = find_match(public_id)
    answer = request.form.get("answer")
    if answer not in ANSWERS:
        abort(400)
    response = go_to("matches.show", public_id=loaded_match.public_id)
    keep_answer(response, public_id, answer)
    return response
