"""The names in a tournament: taking along what is kept of it or of a pair, and erasing them."""

from collections.abc import Callable
from datetime import datetime

from flask import Response, jsonify, make_response, render_template
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.export.tournament_export import pair_json
from scorekeeper.tournament import erasing, pair_erasing
from scorekeeper.tournament.acts.desk import AllNamesErased, PairErased
from scorekeeper.tournament.pair_list import Pair
from scorekeeper.tournament.service import LoadedTournament, find_tournament
from scorekeeper.tournament.state import TournamentBody
from scorekeeper.web.fragments import go_to
from scorekeeper.web.match.privacy import is_sure
from scorekeeper.web.phone_identity import phone_id
from scorekeeper.web.tournaments.blueprint import pages
from scorekeeper.web.tournaments.pair import find_pair
from scorekeeper.web.tournaments.rights import context_of, organised


@pages.get("/t/<tournament_id>/names")
def names(tournament_id: str) -> Response:
    """Show what the tournament says about people, how to export it and how to erase it."""
    return _page(find_tournament(tournament_id))


@pages.post("/t/<tournament_id>/names")
def erase_names(tournament_id: str) -> BaseResponse:
    """Erase all names, once it is ticked that they shall go."""
    loaded_tournament = organised(tournament_id)
    if not is_sure():
        return _page(loaded_tournament, 422)
    erasing.erase_tournament(tournament_id, phone_id())
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
    pair_erasing.erase_pair(tournament_id, phone_id(), pair.key)
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


def _page(loaded_tournament: LoadedTournament, status: int = 200) -> Response:
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
