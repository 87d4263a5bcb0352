"""The pairs: a place for a list of more, who is there, and each of them."""

from flask import Response, make_response, render_template

from scorekeeper.services.tournaments.doubles import named_twice
from scorekeeper.services.tournaments.service import LoadedTournament
from scorekeeper.web.tournaments.blueprint import pages
from scorekeeper.web.tournaments.rights import context_of, organised


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
