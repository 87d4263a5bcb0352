"""A tournament as files: saved as one and opened elsewhere, and exported for programs."""

from typing import Final, cast, get_args

from flask import Response, abort, jsonify, make_response, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.export.spreadsheet import SEPARATORS, usual_separator
from scorekeeper.export.tournament_csv import List, tournament_csv
from scorekeeper.export.tournament_export import tournament_json
from scorekeeper.i18n import gettext as _
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.tournament.opening import open_file
from scorekeeper.tournament.service import find_tournament
from scorekeeper.tournament.tournament_file import (
    LARGEST_TOURNAMENT,
    NoTournamentFile,
    read_file,
    write_file,
)
from scorekeeper.web.forms import sent_file
from scorekeeper.web.fragments import go_to
from scorekeeper.web.limits import new_matches, opened_files, prints, turn_to_open
from scorekeeper.web.phone_identity import invite_phone, known_phone
from scorekeeper.web.tournaments.blueprint import pages
from scorekeeper.web.tournaments.rights import context_of, organised

_AROUND = 16 * 1024


@pages.before_app_request
def _let_files_in() -> None:
    """A tournament is longer than any other form. Before the form's token is read from it."""
    if request.endpoint == "tournaments.open_saved":
        request.max_content_length = request.max_form_memory_size = LARGEST_TOURNAMENT + _AROUND


@pages.get("/t/<tournament_id>/saved.json")
@prints
def save_file(tournament_id: str) -> Response:
    """The whole tournament, for its organiser: notes and payments are in it, and no secret."""
    content = write_file(organised(tournament_id))
    response = Response(content, content_type="application/json")
    file = f"tefteri-tournament-{tournament_id[:6]}.json"
    response.headers["Content-Disposition"] = f'attachment; filename="{file}"'
    return response


@pages.get("/tournaments/open")
def ask_for_file() -> Response:
    """A place for such a file."""
    return _page()


@pages.post("/tournaments/open")
@opened_files
@new_matches
def open_saved() -> BaseResponse:
    """Keep the tournament of the file; this phone organises it."""
    content, op_id = sent_file()
    if not content:
        return _page(422, _("Choose the file of a tournament."))
    try:
        with turn_to_open():
            file = read_file(content)  # before a phone is made known for nothing
            loaded_tournament = open_file(file, known_phone(op_id), op_id)
    except NoTournamentFile:
        return _page(422, _("This is no file of a tournament, or it is damaged. Nothing was kept."))
    return go_to(".show", tournament_id=loaded_tournament.public_id)


def _page(status: int = 200, wrong: str = "") -> Response:
    invite_phone()
    page = render_template(
        "tournaments/open_saved.html",
        wrong=wrong,
        op_id=new_operation_id(),
    )
    return make_response(page, status)


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
