"""A final of those who stand first: the last phase of the tournament."""

from flask import Response, make_response, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.draws.model import PLACES, Places
from scorekeeper.explain import tournament_words as words
from scorekeeper.explain.phase_words import PLACES_PLAYED
from scorekeeper.explain.standings_words import final_winner_text
from scorekeeper.i18n import gettext as _
from scorekeeper.journal.owner import Conflict
from scorekeeper.tournament import finals
from scorekeeper.tournament.acts.body import TournamentRefused
from scorekeeper.tournament.service import LoadedTournament, find_tournament
from scorekeeper.tournament.state import Tournament
from scorekeeper.web.forms import operation, whole_number
from scorekeeper.web.fragments import go_to
from scorekeeper.web.phone_identity import phone_id
from scorekeeper.web.tournaments.rights import (
    context_of,
    organised,
    pages,
    refusal_text,
)


@pages.get("/t/<tournament_id>/final")
def final(tournament_id: str) -> Response:
    """The sizes that the final may have, and the pairs that would be in it."""
    return _final_page(organised(tournament_id))


@pages.post("/t/<tournament_id>/final")
def add_final(tournament_id: str) -> BaseResponse:
    """Add it as the last phase, and go on to its draw."""
    loaded_tournament = organised(tournament_id)
    op_id, revision = operation()
    count = whole_number(request.form.get("count"), digits=2) or 0
    asked = request.form.get("places")
    places: Places = next((one for one in PLACES if one == asked), "third")
    there_is = _final_there_is(loaded_tournament.tournament)
    is_new = not loaded_tournament.tournament.has_done(op_id)
    if there_is and is_new and request.form.get("instead_of") != there_is:
        return _final_page(
            loaded_tournament,
            422,
            _("Tick first that the new final takes the place of the old one."),
        )
    try:
        finals.add_final(tournament_id, phone_id(), op_id, revision, count, places)
    except TournamentRefused as refusal:
        return _final_page(loaded_tournament, 422, refusal_text(refusal))
    except Conflict as conflict:
        return _final_page(find_tournament(conflict.public_id), 409)
    return go_to(".draw", tournament_id=tournament_id)


def _final_there_is(tournament: Tournament) -> str:
    """The address of its final, or a word for one that is elsewhere; empty without one."""
    return tournament.final or ("elsewhere" if tournament.is_final_elsewhere else "")


def _final_page(
    loaded_tournament: LoadedTournament, status: int = 200, wrong: str = ""
) -> Response:
    there, undrawn = finals.finalists(loaded_tournament), finals.undrawn_final(loaded_tournament)
    page = render_template(
        "tournaments/final.html",
        **context_of(loaded_tournament),
        there_is=_final_there_is(loaded_tournament.tournament),
        there=there[: max(finals.SIZES)],
        sizes=finals.sizes_of(there),
        places=PLACES_PLAYED,
        undrawn=undrawn,
        chosen=undrawn.places if undrawn else "third",
        wrong=wrong,
        is_stale=status == 409,
        final_name=words.final_name,
        champion=final_winner_text(loaded_tournament),
    )
    return make_response(page, status)
