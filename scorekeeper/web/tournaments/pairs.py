"""The pairs: a pasted list, who is there, and each of them."""

from flask import Response, make_response, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.i18n import tournament_words as words
from scorekeeper.services.tournaments import keeping
from scorekeeper.services.tournaments.acting import Refused
from scorekeeper.services.tournaments.keeping import Held, MovedOn, were_names_erased
from scorekeeper.services.tournaments.pasting import BadRow, decode_list, read_list
from scorekeeper.web.forms import operation
from scorekeeper.web.fragments import go_to
from scorekeeper.web.security import phone_id
from scorekeeper.web.tournaments.blueprint import pages
from scorekeeper.web.tournaments.rights import context_of, organised

_LARGEST = 256 * 1024
"""Bytes of a list: a thousand pairs with the longest Greek names."""
_AROUND = 16 * 1024


@pages.before_app_request
def _let_lists_in() -> None:
    """A list is longer than any other form. Before the form's token is read from it."""
    if request.endpoint == "tournaments.add_pairs":
        request.max_content_length = 2 * (_LARGEST + _AROUND)
        request.max_form_memory_size = _LARGEST + _AROUND


@pages.get("/t/<tournament_id>/pairs")
def pairs(tournament_id: str) -> Response:
    """All pairs, who is there, and a place to paste more."""
    return _page(organised(tournament_id))


@pages.post("/t/<tournament_id>/pairs")
def add_pairs(tournament_id: str) -> BaseResponse:
    """Add the pairs of the list, or none and say of each bad line what is wrong."""
    held = organised(tournament_id)
    op_id, revision = operation()
    text = _list()
    if were_names_erased(held.tournament, op_id, revision):
        raise MovedOn(held)  # nor is it shown again, to be mended
    pasted = read_list(held.tournament, op_id, text)
    if pasted.bad or not pasted.pairs:
        return _page(held, 422, text, pasted.bad, is_empty=not pasted.bad)
    data = {"pairs": list(pasted.pairs)}
    try:
        keeping.do(tournament_id, phone_id(), op_id, revision, "pairs_added", data, {"text": text})
    except Refused as refused:
        return _page(held, 422, text, wrong=words.FAULTS.say(refused.faults[0].code))
    return go_to(".pairs", tournament_id=tournament_id)


@pages.post("/t/<tournament_id>/present")
def attend(tournament_id: str) -> BaseResponse:
    """Write down who is there: of the pairs that the form showed those that are ticked."""
    held = organised(tournament_id)
    op_id, revision = operation()
    shown = [key for key in request.form.getlist("shown") if key in held.tournament.pairs]
    ticked = set(request.form.getlist("present"))
    was = {key: held.tournament.pairs[key].present for key in shown}
    data = {
        "present": [key for key in shown if key in ticked and not was[key]],
        "absent": [key for key in shown if key not in ticked and was[key]],
    }
    if data["present"] or data["absent"]:
        asked = {"shown": shown, "present": sorted(ticked)}
        keeping.do(tournament_id, phone_id(), op_id, revision, "attended", data, asked)
    return go_to(".pairs", tournament_id=tournament_id)


def _list() -> str:
    """The file, or without one what was pasted."""
    file = request.files.get("file")
    content = file.read() if file else b""
    return decode_list(content) if content else request.form.get("text", "")


def _page(
    held: Held,
    status: int = 200,
    text: str = "",
    bad: tuple[BadRow, ...] = (),
    *,
    is_empty: bool = False,
    wrong: str = "",
) -> Response:
    page = render_template(
        "tournaments/pairs.html",
        **context_of(held),
        text=text,
        bad=bad,
        is_empty=is_empty,
        wrong=wrong,
        words=words,
    )
    return make_response(page, status)
