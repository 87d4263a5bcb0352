"""The results of every round, the last one first, and the tables of it that have none yet."""

from flask import render_template

from scorekeeper.services.tournaments.playing import PlayedTable, play_round
from scorekeeper.services.tournaments.service import LoadedTournament, find_tournament
from scorekeeper.services.tournaments.table_results import DrawnTable
from scorekeeper.web.tournaments.blueprint import pages
from scorekeeper.web.tournaments.live import RoundSummary
from scorekeeper.web.tournaments.remembering import remembered_page
from scorekeeper.web.tournaments.rights import context_of


@pages.get("/t/<tournament_id>/results")
def results(tournament_id: str) -> bytes:
    """Show the result of each table, and to a helper the way to those that are missing."""
    loaded_tournament = find_tournament(tournament_id)
    return remembered_page(loaded_tournament, lambda: _page(loaded_tournament))


def _page(loaded_tournament: LoadedTournament) -> str:
    tournament = loaded_tournament.tournament
    last = tournament.last_round
    rounds = [
        (
            drawn_round,
            play_round(loaded_tournament, drawn_round)
            if drawn_round == last
            else _written(drawn_round.tables),
        )
        for drawn_round in reversed(tournament.rounds)
    ]
    return render_template(
        "tournaments/results.html",
        **context_of(loaded_tournament),
        rounds=rounds,
        drawn_round=last,
        summary=RoundSummary(rounds[0][1] if rounds else ()),
    )


def _written(tables: tuple[DrawnTable, ...]) -> tuple[PlayedTable, ...]:
    """The tables of a round before the last one: only results that are written count."""
    return tuple(PlayedTable(table, None) for table in tables)
