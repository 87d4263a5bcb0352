"""Setting up a final of those who stand first."""

from typing import Final

from flask import Response, make_response, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.explain import tournament_words as words
from scorekeeper.explain.standings_words import final_winner_text
from scorekeeper.i18n import gettext as _
from scorekeeper.journal.owner import Conflict
from scorekeeper.rules.names import shorten
from scorekeeper.tournament import finals
from scorekeeper.tournament.acts.body import TournamentRefused
from scorekeeper.tournament.service import LoadedTournament, find_tournament
from scorekeeper.tournament.state import Tournament
from scorekeeper.tournament.tournament_set_up import LONGEST_TEXT
from scorekeeper.web.forms import operation, whole_number
from scorekeeper.web.fragments import go_to
from scorekeeper.web.limits import new_matches
from scorekeeper.web.phone_identity import phone_id
from scorekeeper.web.tournaments.rights import (
    context_of,
    organised,
    pages,
    refusal_text,
)

LONGEST_NAME_OF_FINAL: Final = LONGEST_TEXT - 12
"""The longest name of a tournament that leaves room for the word that makes it the final's."""


@pages.get("/t/<tournament_id>/final")
def final(tournament_id: str) -> Response:
    """Show of how many pairs the final may be, and which they are."""
    return _final_page(organised(tournament_id))


@pages.post("/t/<tournament_id>/final")
@new_matches
def set_up_final(tournament_id: str) -> BaseResponse:
    """Set it up; the same form again leads to the same tournament."""
    loaded_tournament = organised(tournament_id)
    op_id, revision = operation()
    count = whole_number(request.form.get("count"), digits=1) or 0
    name = _(
        "%(name)s – Final",
        name=shorten(words.title_of(loaded_tournament.tournament.set_up), LONGEST_NAME_OF_FINAL),
    )
    there_is = _final_there_is(loaded_tournament.tournament)
    is_new = not loaded_tournament.tournament.has_done(op_id)
    if there_is and is_new and request.form.get("instead_of") != there_is:
        return _final_page(
            loaded_tournament,
            422,
            _("Tick first that the new final takes the place of the old one."),
        )
    try:
        final = finals.set_up_final(tournament_id, phone_id(), op_id, revision, count, name)
    except TournamentRefused as refusal:
        return _final_page(loaded_tournament, 422, refusal_text(refusal))
    except Conflict as conflict:
        return _final_page(find_tournament(conflict.public_id), 409)
    return go_to(".show", tournament_id=final.public_id)


def _final_there_is(tournament: Tournament) -> str:
    """The address of its final, or a word for one that is elsewhere; empty without one."""
    return tournament.final or ("elsewhere" if tournament.is_final_elsewhere else "")


def _final_page(
    loaded_tournament: LoadedTournament, status: int = 200, wrong: str = ""
) -> Response:
    there = finals.finalists(loaded_tournament)
    page = render_template(
        "tournaments/final.html",
        **context_of(loaded_tournament),
        there_is=_final_there_is(loaded_tournament.tournament),
        there=there[: max(finals.SIZES)],
        sizes=finals.sizes_of(there),
        wrong=wrong,
        is_stale=status == 409,
        final_name=words.final_name,
        champion=final_winner_text(loaded_tournament),
    )
    return make_response(page, status)
