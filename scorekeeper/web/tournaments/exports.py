"""Export a tournament: lists for a spreadsheet, and all of it as JSON."""

from typing import Final, cast, get_args

from flask import Response, abort, jsonify, render_template, request

from scorekeeper.export.spreadsheet import SEPARATORS, usual_separator
from scorekeeper.export.tournament_csv import List, tournament_csv
from scorekeeper.export.tournament_export import tournament_json
from scorekeeper.services.tournaments.service import find_tournament
from scorekeeper.web.limits import prints
from scorekeeper.web.tournaments.blueprint import pages
from scorekeeper.web.tournaments.rights import context_of

_LISTS: Final = get_args(List)


@pages.get("/t/<tournament_id>/files")
def files(tournament_id: str) -> str:
    """Show the lists for a spreadsheet, with the separator that the reader's opens."""
    loaded_tournament = find_tournament(tournament_id)
    asked = request.args.get("separator")
    return render_template(
        "tournaments/files.html",
        **context_of(loaded_tournament),
        separator=asked if asked in SEPARATORS else usual_separator(),
        separators=SEPARATORS,
        usual=usual_separator(),
        lists=[one for one in _LISTS if loaded_tournament.tournament.rounds or one == "pairs"],
    )


@pages.get("/t/<tournament_id>/<wanted>.csv")
@prints
def export_csv(tournament_id: str, wanted: str) -> Response:
    """The draw, the results or the standings, in the reader's language."""
    loaded_tournament = find_tournament(tournament_id)
    if wanted not in _LISTS:
        abort(404)
    separator = next((one for one in SEPARATORS if one == request.args.get("separator")), None)
    content = tournament_csv(loaded_tournament, cast(List, wanted), separator)
    response = Response(content, content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="tefteri-{wanted}.csv"'
    return response


@pages.get("/t/<tournament_id>/tournament.json")
@prints
def export_json(tournament_id: str) -> Response:
    """Pairs, rounds, results and standings."""
    response = jsonify(tournament_json(find_tournament(tournament_id)))
    response.headers["Content-Disposition"] = 'attachment; filename="tefteri-tournament.json"'
    return response
