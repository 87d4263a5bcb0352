"""The list of pairs and who is there: each tick is an act, so two at the door undo nothing."""

from flask import Response, jsonify, make_response, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.journal.owner import part_op_id
from scorekeeper.tournament.acts.pair_acts import Attended
from scorekeeper.tournament.row_checks import named_twice
from scorekeeper.tournament.service import TOURNAMENTS, LoadedTournament
from scorekeeper.web.forms import operation
from scorekeeper.web.fragments import go_to
from scorekeeper.web.phone_identity import phone_id
from scorekeeper.web.tournaments.blueprint import pages
from scorekeeper.web.tournaments.pair import find_pair
from scorekeeper.web.tournaments.rights import context_of, organised


@pages.post("/t/<tournament_id>/present")
def attend(tournament_id: str) -> BaseResponse:
    """Write down who is there: of the pairs that the form showed those whose tick was changed.

    Somebody else may have ticked others on another phone meanwhile: those stay as they are.
    """
    loaded_tournament = organised(tournament_id)
    op_id, revision = operation()
    pairs = loaded_tournament.tournament.pairs
    form = request.form
    present_keys = set(form.getlist("present"))
    was_shown = dict.fromkeys(form.getlist("was_present"), True)
    was_shown |= dict.fromkeys(form.getlist("was_absent"), False)
    for key in (key for key in form.getlist("shown") if key in pairs):
        is_here = key in present_keys
        if was_shown.get(key) != is_here != pairs[key].present:
            _write(loaded_tournament, part_op_id(op_id, key), revision, key, is_here=is_here)
    return go_to(".pairs", tournament_id=tournament_id)


@pages.post("/t/<tournament_id>/pairs/<int:number>/present")
def tick(tournament_id: str, number: int) -> Response:
    """Write down one tick, and answer with all of them as they are now."""
    loaded_tournament = organised(tournament_id)
    op_id, revision = operation()
    pair = find_pair(loaded_tournament, number)
    is_here = request.form.get("present") == "1"
    if pair.present != is_here or loaded_tournament.tournament.has_done(op_id):
        loaded_tournament = _write(loaded_tournament, op_id, revision, pair.key, is_here=is_here)
    return _ticks(loaded_tournament)


@pages.get("/t/<tournament_id>/present.json")
def ticks(tournament_id: str) -> Response:
    """The pairs that are there now, as others have ticked them."""
    return _ticks(organised(tournament_id))


def _ticks(loaded_tournament: LoadedTournament) -> Response:
    pairs = loaded_tournament.tournament.pairs.values()
    return jsonify({"present": [pair.key for pair in pairs if pair.present]})


def _write(
    loaded_tournament: LoadedTournament, op_id: str, revision: int, key: str, *, is_here: bool
) -> LoadedTournament:
    body = Attended(present=(key,) if is_here else (), absent=() if is_here else (key,))
    return TOURNAMENTS.write(loaded_tournament.public_id, phone_id(), op_id, revision, body)


@pages.get("/t/<tournament_id>/pairs")
def pairs(tournament_id: str) -> Response:
    """All pairs, who is there, and a place to paste more."""
    return pairs_page(organised(tournament_id))


def pairs_page(
    loaded_tournament: LoadedTournament, status: int = 200, text: str = "", wrong: str = ""
) -> Response:
    """The page of all pairs, with a list that is to be mended and what is wrong with it."""
    every = loaded_tournament.tournament.pairs.values()
    page = render_template(
        "tournaments/pairs.html",
        **context_of(loaded_tournament),
        text=text,
        wrong=wrong,
        also=named_twice((pair.number, pair.players) for pair in every),
    )
    return make_response(page, status)
