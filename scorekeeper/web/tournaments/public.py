"""A tournament's page, as anybody sees it: where do I sit, who plays, how does it stand?"""

from typing import Any

from flask import render_template, request

from scorekeeper.club.club_tournaments import clubs_to_show
from scorekeeper.explain.club_words import club_name
from scorekeeper.explain.season_words import season_name
from scorekeeper.tournament.finals import is_drawn
from scorekeeper.tournament.pair_names import find_pairs
from scorekeeper.tournament.places import seat_of
from scorekeeper.tournament.service import LoadedTournament, find_tournament
from scorekeeper.web.qr import outside_url, shown_address
from scorekeeper.web.request_roles import role_in_tournament
from scorekeeper.web.tournaments.blueprint import pages
from scorekeeper.web.tournaments.board import board_context, next_step
from scorekeeper.web.tournaments.elsewhere import tournament_preview
from scorekeeper.web.tournaments.remembering import rare_page, remembered_page
from scorekeeper.web.tournaments.rights import context_of
from scorekeeper.web.tournaments.standings import standings_context

_LONGEST = 80
_FOUND = 10
"""The most pairs that a search shows."""
_HEAD = 6
"""Rows of the standings."""


@pages.get("/t/<tournament_id>/")
def show(tournament_id: str) -> bytes:
    """Show a tournament: its round, the standings, and who plays."""
    loaded_tournament = find_tournament(tournament_id)
    name = request.args.get("name", "")[:_LONGEST]
    made_by = rare_page if name else remembered_page
    return made_by(loaded_tournament, lambda: _page(loaded_tournament, name))


def _page(loaded_tournament: LoadedTournament, name: str) -> str:
    tournament = loaded_tournament.tournament
    last = tournament.last_round
    undrawn = {"drawn_round": None, "step": next_step(loaded_tournament, None, ())}
    tables: dict[str, Any] = board_context(loaded_tournament, last) if last else undrawn
    return render_template(
        "tournaments/show.html",
        **{**standings_context(loaded_tournament), **tables},
        name=name,
        clubs=clubs_to_show(
            loaded_tournament,
            is_inside=bool(role_in_tournament(loaded_tournament.public_id)),
        ),
        is_drawn=is_drawn(tournament),
        club_name=club_name,
        season_name=season_name,
        link_preview=None if name else tournament_preview(loaded_tournament),
        seats=[
            seat_of(loaded_tournament, pair) for pair in find_pairs(tournament.pairs, name)[:_FOUND]
        ],
        shown=_HEAD,
    )


@pages.get("/t/<tournament_id>/address")
def address(tournament_id: str) -> str:
    """The tournament's address, for the players' phones."""
    loaded_tournament = find_tournament(tournament_id)
    its = outside_url("tournaments.show", tournament_id=tournament_id)
    return render_template(
        "tournaments/address.html",
        **context_of(loaded_tournament),
        **shown_address(its),
    )
