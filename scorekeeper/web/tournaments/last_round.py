"""The last round, changed by hand or taken back on the page of the draw."""

from flask import request
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.journal.json_values import Json
from scorekeeper.journal.owner import Conflict, NotFound
from scorekeeper.tournament.acts.body import TournamentRefused
from scorekeeper.tournament.acts.rounds import Undrawn
from scorekeeper.tournament.drawn_rounds import DrawnRound
from scorekeeper.tournament.played_tables import play_round
from scorekeeper.tournament.service import LoadedTournament, find_tournament
from scorekeeper.web.forms import operation
from scorekeeper.web.fragments import go_to
from scorekeeper.web.tournaments.draw_page import RefusedForm, draw_page, lost_with, mark_of
from scorekeeper.web.tournaments.rights import (
    TOURNAMENT_FORMS,
    organised,
    pages,
    refusal_text,
)


def find_round(loaded_tournament: LoadedTournament, number: int) -> DrawnRound:
    """Return the round.

    :raises NoRound: no round has this number.
    """
    drawn_round = loaded_tournament.tournament.round(number)
    if drawn_round is None:
        raise no_round(loaded_tournament, number)
    return drawn_round


class NoRound(NotFound):
    """There is no such round, or no such table in it."""

    page = "NO_ROUND"


class RoundTakenBack(NoRound):
    """The round was there once."""

    page = "ROUND_TAKEN_BACK"


def no_round(loaded_tournament: LoadedTournament, number: int) -> NoRound:
    """Return the error that says whether the round was taken back."""
    bodies = (act.body for act in loaded_tournament.tournament.acts)
    was_there = any(isinstance(one, Undrawn) and one.of_round == number for one in bodies)
    return RoundTakenBack() if was_there else NoRound()


@pages.get("/t/<tournament_id>/rounds/<int:number>/swap", endpoint="swap")
@pages.get("/t/<tournament_id>/rounds/<int:number>/undraw", endpoint="take_back")
def from_before(tournament_id: str, **_round: int) -> BaseResponse:
    """Lead a link from before to the fold of the draw's page."""
    organised(tournament_id)
    fold = "back" if request.path.endswith("/undraw") else "swap"
    return go_to(".draw", tournament_id=tournament_id, open=fold, _anchor=fold)


@pages.post("/t/<tournament_id>/rounds/<int:number>/swap")
def swap_tables(tournament_id: str, number: int) -> BaseResponse:
    """Let the two change places."""
    loaded_tournament = organised(tournament_id)
    find_round(loaded_tournament, number)
    one, other = request.form.get("one", ""), request.form.get("other", "")
    try:
        fields: Json = {"round": number, "pairs": [one, other]}
        TOURNAMENT_FORMS.perform(loaded_tournament, "swap", fields)
    except TournamentRefused as refusal:
        refused = RefusedForm("swap", refusal_text(refusal))
        return draw_page(loaded_tournament, 422, refused, swap=(one, other))
    except Conflict as conflict:
        loaded_tournament = find_tournament(conflict.public_id)
        return draw_page(loaded_tournament, 409, RefusedForm("swap"), swap=(one, other))
    return go_to(".board", tournament_id=tournament_id, number=number)


@pages.post("/t/<tournament_id>/rounds/<int:number>/undraw")
def undraw(tournament_id: str, number: int) -> BaseResponse:
    """Take the round back, if what is lost is still what was shown."""
    loaded_tournament = organised(tournament_id)
    was_done = loaded_tournament.tournament.has_done(operation()[0])
    if number == len(loaded_tournament.tournament.rounds) + 1:
        return go_to(".draw", tournament_id=tournament_id)  # a tap before took it back, or another
    drawn_round = find_round(loaded_tournament, number)
    lost = lost_with(play_round(loaded_tournament, drawn_round))
    is_last = drawn_round == loaded_tournament.tournament.last_round
    if is_last and not was_done and request.form.get("lost", "") != mark_of(lost):
        return draw_page(loaded_tournament, 409, RefusedForm("back"))
    try:
        fields: Json = {"round": number, "sure": bool(lost)}
        TOURNAMENT_FORMS.perform(loaded_tournament, "undraw", fields)
    except TournamentRefused as refusal:
        return draw_page(loaded_tournament, 422, RefusedForm("back", refusal_text(refusal)))
    except Conflict as conflict:
        return draw_page(find_tournament(conflict.public_id), 409, RefusedForm("back"))
    return go_to(".draw", tournament_id=tournament_id)
