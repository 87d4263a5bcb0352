"""One pair: its names, club, seed, whether it paid and is there; a substitute; its withdrawal."""

from typing import Any

from flask import Response, abort, make_response, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.i18n import gettext as _
from scorekeeper.journal.json_values import Json
from scorekeeper.journal.owner import Conflict
from scorekeeper.rules.names import LONGEST_NAME, tidy_name
from scorekeeper.tournament import corrections
from scorekeeper.tournament.acts.body import TournamentRefused
from scorekeeper.tournament.acts.fields import LONGEST_NOTE
from scorekeeper.tournament.acts.pair_acts import PairChanged, may_be_deleted
from scorekeeper.tournament.service import (
    LoadedTournament,
    find_tournament,
    were_names_erased,
)
from scorekeeper.tournament.tournament_set_up import Pair
from scorekeeper.web.forms import operation, whole_number
from scorekeeper.web.fragments import go_to
from scorekeeper.web.phone_identity import phone_id
from scorekeeper.web.tournaments.rights import (
    TOURNAMENT_FORMS,
    context_of,
    organised,
    pages,
    refusal_text,
)


@pages.get("/t/<tournament_id>/pairs/<int:number>")
def pair(tournament_id: str, number: int) -> Response:
    """The form of a pair."""
    loaded_tournament = organised(tournament_id)
    found = find_pair(loaded_tournament, number)
    return _page(loaded_tournament, found, _form_values(found))


@pages.post("/t/<tournament_id>/pairs/<int:number>")
def change_pair(tournament_id: str, number: int) -> BaseResponse:
    """Write down what is new about the pair."""
    loaded_tournament = organised(tournament_id)
    op_id, revision = operation()
    found = find_pair(loaded_tournament, number)
    typed = _typed()
    if were_names_erased(loaded_tournament.tournament, op_id, revision, found.key):
        return _moved_on(loaded_tournament, number, typed, op_id, revision)
    seeding = whole_number(typed["seeding"], digits=4)
    if typed["seeding"] and not seeding:
        return _page(
            loaded_tournament, found, typed, 422, _("The seed is a whole number, or nothing.")
        )
    changes = _changed_values(found, {**typed, "seeding": seeding})
    if changes:
        is_substitute = bool(request.form.get("from_now"))
        if "players" in changes and is_substitute:
            changes["from_now"] = True
        body = PairChanged.read({"pair": found.key, **changes})
        request_data = {"pair": found.key, **typed, "from_now": is_substitute}
        try:
            corrections.change_pair(tournament_id, phone_id(), op_id, revision, body, request_data)
        except TournamentRefused as refusal:
            wrong = refusal_text(refusal)
            return _page(loaded_tournament, found, typed, 422, wrong)
        except Conflict as conflict:
            return _moved_on(find_tournament(conflict.public_id), number, typed, op_id, revision)
    return go_to(".pairs", tournament_id=tournament_id)


@pages.post("/t/<tournament_id>/pairs/<int:number>/delete")
def delete_pair(tournament_id: str, number: int) -> BaseResponse:
    """Take a pair that was in no draw out of the list, or bring it back."""
    loaded_tournament = organised(tournament_id)
    found = find_pair(loaded_tournament, number, or_deleted=True)
    fields: Json = {"pair": found.key, "deleted": request.form.get("deleted") == "1"}
    try:
        TOURNAMENT_FORMS.perform(loaded_tournament, "delete_pair", fields)
    except TournamentRefused as refusal:
        wrong = refusal_text(refusal)
        return _page(loaded_tournament, found, _form_values(found), 422, wrong)
    return go_to(".pairs", tournament_id=tournament_id)


def _moved_on(
    loaded_tournament: LoadedTournament,
    number: int,
    typed: dict[str, object],
    op_id: str,
    revision: int,
) -> Response:
    """The form as it was typed, and what is there now; without names that were erased since."""
    found = find_pair(loaded_tournament, number)
    is_erased = were_names_erased(loaded_tournament.tournament, op_id, revision, found.key)
    if is_erased:
        there = _form_values(found)
        typed = {**typed, **{field: there[field] for field in ("players", "club", "note")}}
    return _page(loaded_tournament, found, typed, 409, is_erased=is_erased)


def find_pair(
    loaded_tournament: LoadedTournament, number: int, *, or_deleted: bool = False
) -> Pair:
    """The pair with this number, which may have been deleted; 404 where there is none."""
    tournament = loaded_tournament.tournament
    pairs = {**tournament.deleted, **tournament.pairs} if or_deleted else tournament.pairs
    found = pairs.get(str(number))
    if found is None:
        abort(404)
    return found


def _form_values(pair: Pair) -> dict[str, object]:
    return {
        "players": list(pair.players),
        "club": pair.club,
        "seeding": str(pair.seeding or ""),
        "paid": pair.paid,
        "present": pair.present,
        "withdrawn": pair.withdrawn,
        "note": pair.note,
    }


def _typed() -> dict[str, Any]:
    form = request.form
    return {
        "players": [tidy_name(form.get(field, "")) for field in ("player1", "player2")],
        "club": tidy_name(form.get("club", "")),
        "seeding": form.get("seeding", "").strip(),
        "note": tidy_name(form.get("note", "")),
        **{field: form.get(field) == "1" for field in ("paid", "present", "withdrawn")},
    }


def _changed_values(pair: Pair, typed: dict[str, object]) -> dict[str, Any]:
    was = {**_form_values(pair), "seeding": pair.seeding}
    return {field: value for field, value in typed.items() if value != was[field]}


def _page(
    loaded_tournament: LoadedTournament,
    found: Pair,
    typed: dict[str, object],
    status: int = 200,
    wrong: str = "",
    *,
    is_erased: bool = False,
) -> Response:
    page = render_template(
        "tournaments/pair.html",
        **context_of(loaded_tournament),
        pair=found,
        typed=typed,
        there=_form_values(found) if status == 409 else typed,
        is_stale=status == 409,
        is_erased=is_erased,
        wrong=wrong,
        longest=LONGEST_NAME,
        longest_note=LONGEST_NOTE,
        may_be_deleted=may_be_deleted(loaded_tournament.tournament, found.key),
    )
    return make_response(page, status)
