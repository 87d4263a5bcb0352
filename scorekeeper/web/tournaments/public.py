"""A tournament's pages as anybody sees them, also in a frame of another site.

They are as a stranger sees them, whoever asks, and have no form.
"""

from typing import Any

from flask import abort, render_template, request

from scorekeeper.club.club_tournaments import clubs_to_show
from scorekeeper.explain.club_words import club_name
from scorekeeper.explain.season_words import season_name
from scorekeeper.tournament.finals import is_drawn
from scorekeeper.tournament.pair_names import find_pairs
from scorekeeper.tournament.places import seat_of
from scorekeeper.tournament.service import LoadedTournament, find_tournament
from scorekeeper.web.embedding import in_asked_language
from scorekeeper.web.printing import outside_url, shown_address
from scorekeeper.web.request_roles import role_in_tournament
from scorekeeper.web.tournaments.board import board_context, next_step
from scorekeeper.web.tournaments.elsewhere import tournament_preview
from scorekeeper.web.tournaments.remembering import rare_page, remembered_page
from scorekeeper.web.tournaments.rights import context_of, pages
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


@pages.get("/embed/t/<tournament_id>/standings")
@in_asked_language
def embed_standings(tournament_id: str) -> bytes:
    """The standings of the tournament."""
    loaded_tournament = find_tournament(tournament_id)
    return remembered_page(loaded_tournament, lambda: _standings(loaded_tournament))


@pages.get("/embed/t/<tournament_id>/round")
@in_asked_language
def embed_round(tournament_id: str) -> bytes:
    """The tables of the round that was drawn last."""
    loaded_tournament = find_tournament(tournament_id)
    return remembered_page(loaded_tournament, lambda: _tables(loaded_tournament))


@pages.get("/embed/t/<tournament_id>/tables/<int:table>")
@in_asked_language
def embed_table(tournament_id: str, table: int) -> bytes:
    """One table of the round that was drawn last."""
    loaded_tournament = find_tournament(tournament_id)
    check_table(loaded_tournament, table)
    return remembered_page(loaded_tournament, lambda: _tables(loaded_tournament, table))


def check_table(loaded_tournament: LoadedTournament, number: int) -> None:
    """Answer with 404 where the round that was drawn last has no such table."""
    last = loaded_tournament.tournament.last_round
    if last is None or all(one.number != number for one in last.tables):
        abort(404)


def _standings(loaded_tournament: LoadedTournament) -> str:
    address = outside_url("tournaments.standings", tournament_id=loaded_tournament.public_id)
    context = standings_context(loaded_tournament) | {"role": "", "address": address}
    return render_template("embeds/standings.html", **context)


def _tables(loaded_tournament: LoadedTournament, number: int | None = None) -> str:
    last = loaded_tournament.tournament.last_round
    context = standings_context(loaded_tournament)
    if last is not None:
        context |= board_context(loaded_tournament, last)
        if number is not None:
            context["tables"] = [one for one in context["tables"] if one.table.number == number]
    address = outside_url("tournaments.show", tournament_id=loaded_tournament.public_id)
    more = {"role": "", "last": last, "number": number, "address": address}
    return render_template("embeds/tables.html", **context | more)
