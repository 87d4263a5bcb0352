"""Pages of a tournament for a frame in another site: standings, the round, one table.

They are as a stranger sees them, whoever asks, and have no form.
"""

from flask import abort, render_template

from scorekeeper.tournament.service import LoadedTournament, find_tournament
from scorekeeper.web.embed_lines import in_asked_language
from scorekeeper.web.qr import outside_url
from scorekeeper.web.tournaments.blueprint import pages
from scorekeeper.web.tournaments.board import board_context
from scorekeeper.web.tournaments.remembering import remembered_page
from scorekeeper.web.tournaments.standings import standings_context


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
