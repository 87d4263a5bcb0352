"""Taking the last round back: first what is lost by it, then it is done."""

from flask import Response, make_response, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.explain import tournament_words as words
from scorekeeper.journal.owner import Conflict
from scorekeeper.services.tournament_acts.body import TournamentRefused
from scorekeeper.services.tournaments import swapping
from scorekeeper.services.tournaments.playing import PlayedTable, play_round
from scorekeeper.services.tournaments.service import LoadedTournament, find_tournament
from scorekeeper.web.forms import operation
from scorekeeper.web.fragments import go_to
from scorekeeper.web.phone_identity import phone_id
from scorekeeper.web.tournaments.blueprint import pages
from scorekeeper.web.tournaments.rights import context_of, organised
from scorekeeper.web.tournaments.swap import find_round


@pages.get("/t/<tournament_id>/rounds/<int:number>/undraw")
def take_back(tournament_id: str, number: int) -> Response:
    """Show what is lost: results, hands on the phones, codes that were printed."""
    return _page(organised(tournament_id), number)


@pages.post("/t/<tournament_id>/rounds/<int:number>/undraw")
def undraw(tournament_id: str, number: int) -> BaseResponse:
    """Take the round back, if what is lost is still what was shown."""
    loaded_tournament = organised(tournament_id)
    op_id, revision = operation()
    was_done = loaded_tournament.tournament.has_done(op_id)
    if number == len(loaded_tournament.tournament.rounds) + 1:
        return go_to(".draw", tournament_id=tournament_id)  # a tap before took it back, or another
    drawn_round = find_round(loaded_tournament, number)
    lost = _lost(play_round(loaded_tournament, drawn_round))
    if not was_done and request.form.get("lost", "") != _mark(lost):
        return _page(loaded_tournament, number, is_stale=True)
    try:
        swapping.undraw(tournament_id, phone_id(), op_id, revision, number, is_sure=bool(lost))
    except TournamentRefused as refusal:
        return _page(loaded_tournament, number, wrong=words.FAULTS.say(refusal.faults[0].code))
    except Conflict as conflict:
        return _page(find_tournament(conflict.public_id), number, is_stale=True)
    return go_to(".draw", tournament_id=tournament_id)


def _lost(tables: tuple[PlayedTable, ...]) -> list[PlayedTable]:
    """The tables with a result, or a hand on their phones."""
    return [one for one in tables if one.table.result is not None or one.has_begun]


def _mark(lost: list[PlayedTable]) -> str:
    return ",".join(str(one.table.number) for one in lost)


def _page(
    loaded_tournament: LoadedTournament, number: int, *, is_stale: bool = False, wrong: str = ""
) -> Response:
    drawn_round = find_round(loaded_tournament, number)
    lost = _lost(play_round(loaded_tournament, drawn_round))
    if drawn_round != loaded_tournament.tournament.last_round:
        wrong = words.FAULTS.say("not_last")
    page = render_template(
        "tournaments/take_back.html",
        **context_of(loaded_tournament),
        drawn_round=drawn_round,
        lost=lost,
        mark=_mark(lost),
        is_stale=is_stale,
        wrong=wrong,
    )
    return make_response(page, 422 if wrong else 409 if is_stale else 200)
