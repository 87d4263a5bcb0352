"""A tournament as files, and its names: saved, exported, erased."""

from collections.abc import Callable
from datetime import datetime
from typing import Final, cast, get_args

from flask import Response, abort, jsonify, make_response, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.club.club_tournaments import clubs_to_show
from scorekeeper.explain.club_words import club_name
from scorekeeper.export.spreadsheet import SEPARATORS, usual_separator
from scorekeeper.export.tournament_export import List, pair_json, tournament_csv, tournament_json
from scorekeeper.i18n import gettext as _
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.match.saved_files import NoSavedFile
from scorekeeper.tournament import erasure, pair_erasure
from scorekeeper.tournament.acts.desk import AllNamesErased, PairErased
from scorekeeper.tournament.service import LoadedTournament, find_tournament
from scorekeeper.tournament.state import TournamentBody
from scorekeeper.tournament.tournament_file import (
    LARGEST_TOURNAMENT,
    open_file,
    read_file,
    write_file,
)
from scorekeeper.tournament.tournament_set_up import Pair
from scorekeeper.web.forms import sent_file
from scorekeeper.web.fragments import go_to
from scorekeeper.web.limits import large_form, new_matches, opened_files, prints, turn_to_open
from scorekeeper.web.match.privacy import is_sure
from scorekeeper.web.phone_identity import invite_phone, known_phone, phone_id, role_in_club
from scorekeeper.web.tournaments.pairs import find_pair
from scorekeeper.web.tournaments.rights import context_of, organised, pages


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
    return _file_page()


@pages.post("/tournaments/open")
@large_form(LARGEST_TOURNAMENT)
@opened_files
@new_matches
def open_saved() -> BaseResponse:
    """Keep the tournament of the file; this phone organises it."""
    content, op_id = sent_file()
    if not content:
        return _file_page(422, _("Choose the file of a tournament."))
    try:
        with turn_to_open():
            file = read_file(content)  # before a phone is made known for nothing
            loaded_tournament = open_file(file, known_phone(op_id), op_id)
    except NoSavedFile:
        return _file_page(
            422, _("This is no file of a tournament, or it is damaged. Nothing was kept.")
        )
    return go_to(".show", tournament_id=loaded_tournament.public_id)


def _file_page(status: int = 200, wrong: str = "") -> Response:
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
    """Show the lists with the separator that the reader's opens; the whole for its organiser."""
    loaded_tournament = find_tournament(tournament_id)
    asked = request.args.get("separator")
    return render_template(
        "tournaments/files.html",
        **context_of(loaded_tournament),
        separator=asked if asked in SEPARATORS else usual_separator(),
        separators=SEPARATORS,
        usual=usual_separator(),
        lists=[one for one in _LISTS if loaded_tournament.tournament.rounds or one == "pairs"],
        clubs=[
            one
            for one in clubs_to_show(loaded_tournament, is_inside=True)
            if role_in_club(one.public_id) == "organiser"
        ],
        club_name=club_name,
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


@pages.get("/t/<tournament_id>/names")
def names(tournament_id: str) -> Response:
    """Show what the tournament says about people, how to export it and how to erase it."""
    return _names_page(find_tournament(tournament_id))


@pages.post("/t/<tournament_id>/names")
def erase_names(tournament_id: str) -> BaseResponse:
    """Erase all names, once it is ticked that they shall go."""
    loaded_tournament = organised(tournament_id)
    if not is_sure():
        return _names_page(loaded_tournament, 422)
    erasure.erase_tournament(tournament_id, phone_id())
    return go_to(".show", tournament_id=tournament_id)


@pages.get("/t/<tournament_id>/pairs/<int:number>/names")
def pair_names(tournament_id: str, number: int) -> Response:
    """Show what the tournament says about one pair, and how to erase it."""
    loaded_tournament = organised(tournament_id)
    return _pair_page(loaded_tournament, find_pair(loaded_tournament, number, or_deleted=True))


@pages.post("/t/<tournament_id>/pairs/<int:number>/names")
def erase_pair_names(tournament_id: str, number: int) -> BaseResponse:
    """Erase the names of a pair, once it is ticked that they shall go."""
    loaded_tournament = organised(tournament_id)
    pair = find_pair(loaded_tournament, number, or_deleted=True)
    if not is_sure():
        return _pair_page(loaded_tournament, pair, 422)
    pair_erasure.erase_pair(tournament_id, phone_id(), pair.key)
    return go_to(".pairs", tournament_id=tournament_id)


@pages.get("/t/<tournament_id>/pairs/<int:number>/pair.json")
def export_pair(tournament_id: str, number: int) -> Response:
    """All that is kept of a pair."""
    loaded_tournament = organised(tournament_id)
    response = jsonify(
        pair_json(loaded_tournament, find_pair(loaded_tournament, number, or_deleted=True))
    )
    file = f"tefteri-pair-{number}.json"
    response.headers["Content-Disposition"] = f'attachment; filename="{file}"'
    return response


def _names_page(loaded_tournament: LoadedTournament, status: int = 200) -> Response:
    erasing_act = loaded_tournament.tournament.erasing
    return _erasing_page(
        "names",
        loaded_tournament,
        status,
        erased_at=_last(loaded_tournament, lambda body: isinstance(body, AllNamesErased)),
        begun_at=erasing_act.at if erasing_act else None,
    )


def _pair_page(loaded_tournament: LoadedTournament, pair: Pair, status: int = 200) -> Response:
    erased_at = _last(
        loaded_tournament, lambda body: isinstance(body, PairErased) and body.pair == pair.key
    )
    return _erasing_page("pair_names", loaded_tournament, status, pair=pair, erased_at=erased_at)


def _last(
    loaded_tournament: LoadedTournament, is_it: Callable[[TournamentBody], bool]
) -> datetime | None:
    """When it was done last; None for never."""
    return next(
        (act.at for act in reversed(loaded_tournament.tournament.acts) if is_it(act.body)), None
    )


def _erasing_page(
    name: str, loaded_tournament: LoadedTournament, status: int, **shown: object
) -> Response:
    page = render_template(
        f"tournaments/{name}.html",
        **context_of(loaded_tournament),
        is_unsure=status == 422,
        **shown,
    )
    return make_response(page, status)
