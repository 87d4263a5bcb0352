"""The pairs: announced ones, attendance, and all data on each."""

from collections.abc import Callable, Collection
from typing import Any

from flask import Response, abort, jsonify, make_response, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.explain import tournament_words as words
from scorekeeper.explain.standings_words import money_text
from scorekeeper.explain.tournament_words import there_text
from scorekeeper.i18n import gettext as _
from scorekeeper.journal.json_values import Json, JsonValue
from scorekeeper.journal.owner import Conflict
from scorekeeper.rules.names import LONGEST_NAME, tidy_name
from scorekeeper.tournament import announced_pairs, corrections
from scorekeeper.tournament.accounts import accounts_of
from scorekeeper.tournament.acts.body import TournamentRefused
from scorekeeper.tournament.acts.fields import LONGEST_NOTE
from scorekeeper.tournament.acts.pair_acts import PairChanged, may_be_deleted
from scorekeeper.tournament.announced_pairs import code_of, places_of
from scorekeeper.tournament.pair_names import find_pairs
from scorekeeper.tournament.pasted_list import named_twice
from scorekeeper.tournament.service import LoadedTournament, find_tournament, were_names_erased
from scorekeeper.tournament.tournament_set_up import MOST, Pair
from scorekeeper.web.forms import Fields, Mistyped, operation, whole_number
from scorekeeper.web.fragments import go_to
from scorekeeper.web.phone_identity import phone_id
from scorekeeper.web.tournaments.phones_names import known_names
from scorekeeper.web.tournaments.rights import (
    TOURNAMENT_FORMS,
    context_of,
    organised,
    pages,
    refusal_text,
)
from scorekeeper.web.tournaments.told_once import ListAdded, told_once


@pages.get("/t/<tournament_id>/pairs/<int:number>")
def pair(tournament_id: str, number: int) -> Response:
    """The form of a pair."""
    loaded_tournament = organised(tournament_id)
    found = find_pair(loaded_tournament, number)
    return _pair_page(loaded_tournament, found, _form_values(found))


@pages.post("/t/<tournament_id>/pairs/<int:number>")
def change_pair(tournament_id: str, number: int) -> BaseResponse:
    """Write the changes of the pair."""
    loaded_tournament = organised(tournament_id)
    op_id, revision = operation()
    found = find_pair(loaded_tournament, number)
    typed = _typed()
    if were_names_erased(loaded_tournament.tournament, op_id, revision, found.key):
        return _moved_on(loaded_tournament, number, typed, op_id, revision)
    seeding = whole_number(typed["seeding"], digits=4)
    if typed["seeding"] and not seeding:
        return _pair_page(
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
            return _pair_page(loaded_tournament, found, typed, 422, wrong)
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
        return _pair_page(loaded_tournament, found, _form_values(found), 422, wrong)
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
    return _pair_page(loaded_tournament, found, typed, 409, is_erased=is_erased)


def find_pair(
    loaded_tournament: LoadedTournament, number: int, *, or_deleted: bool = False
) -> Pair:
    """Return the pair with this number, which may have been deleted, or answer 404."""
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


def _pair_page(
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
        known=known_names(loaded_tournament),
        may_be_deleted=may_be_deleted(loaded_tournament.tournament, found.key),
    )
    return make_response(page, status)


@pages.get("/t/<tournament_id>/door")
def door(tournament_id: str) -> BaseResponse:
    """Lead to the part of the pairs' page that opens and closes announcements and check-in."""
    organised(tournament_id)
    return go_to(".pairs", tournament_id=tournament_id, open="door", _anchor="door")


@pages.get("/t/<tournament_id>/door/live")
def live_door(tournament_id: str) -> Response:
    """Send the waiting pairs, or 204 where nothing is new since the mark that the page has."""
    loaded_tournament = organised(tournament_id)
    if request.args.get("mark") == _mark(loaded_tournament):
        return Response(status=204)
    context = _context(loaded_tournament)
    return make_response(render_template("tournaments/_waiting.html", **context, is_news=True))


def _context(
    loaded_tournament: LoadedTournament, renamed: Collection[int] = ()
) -> dict[str, object]:
    """The variables of those who wait."""
    tournament = loaded_tournament.tournament
    return {
        **context_of(loaded_tournament),
        "places": places_of(tournament),
        "doubles": announced_pairs.doubles_of(tournament),
        "code_of": lambda number: code_of(loaded_tournament.public_id, number),
        "renamed": renamed,
        "mark": _mark(loaded_tournament),
    }


def _mark(loaded_tournament: LoadedTournament) -> str:
    return f"{loaded_tournament.revision:d}-{loaded_tournament.revision.after}"


def _refuse_at_door(loaded_tournament: LoadedTournament, status: int, fault: str) -> Response:
    return pairs_page(loaded_tournament, status, fault=fault)


def _form(
    path: str, op: str, to: str = ".pairs"
) -> Callable[[Fields[LoadedTournament]], Fields[LoadedTournament]]:
    return TOURNAMENT_FORMS.form(f"/t/<tournament_id>/door{path}", op, _refuse_at_door, to)


@_form("", "door", ".door")
def change_door(_loaded: LoadedTournament) -> Json:
    """Open or close the check-in, or the list of announced pairs."""
    form = request.form
    most = whole_number(form.get("most"), digits=3)
    if form.get("most") and most is None:
        raise Mistyped(_("A whole number up to %(most)s, or nothing.", most=MOST))
    return {
        **{name: form[name] == "1" for name in ("check_in", "coming") if name in form},
        "nobody_yet": form.get("nobody_yet") == "1" and form.get("check_in") == "1",
        **({"most": most or 0} if "most" in form else {}),
    }


@_form("/take", "take_pairs")
def take_registrations(_loaded: LoadedTournament) -> Json:
    """Make a pair of one that waits, or of all that have a place."""
    wanted = request.form.get("take", "")
    return {} if wanted == "all" else {"registration": whole_number(wanted) or 0}


@_form("/singles", "pair_singles")
def pair_singles(_loaded: LoadedTournament) -> Json:
    """Make a pair of the two ticked singles, or pairs of all by lot."""
    if request.form.get("by") == "lot":
        return {}
    singles: list[JsonValue] = [whole_number(one) or 0 for one in request.form.getlist("single")]
    if len(singles) != 2:
        raise Mistyped(_("Tick two players who look for a partner."))
    return {"singles": singles}


@_form("/decline", "decline_pair")
def decline_registration(_loaded: LoadedTournament) -> Json:
    """Decline one that waits, or let it wait again."""
    return {
        "registration": whole_number(request.form.get("registration")) or 0,
        "declined": request.form.get("declined") == "1",
    }


@pages.post("/t/<tournament_id>/present")
def attend(tournament_id: str) -> BaseResponse:
    """Write the attendance of the pairs in the form whose tick was changed.

    Another phone may have ticked other pairs meanwhile: those stay as they are. The button on the
    draw's page leads back there, with the tables that were typed.
    """
    loaded_tournament = organised(tournament_id)
    pairs = loaded_tournament.tournament.pairs
    form = request.form
    present_keys = set(form.getlist("present"))
    was_shown = dict.fromkeys(form.getlist("was_present"), True)
    was_shown |= dict.fromkeys(form.getlist("was_absent"), False)
    for key in (key for key in form.getlist("shown") if key in pairs):
        is_here = key in present_keys
        if was_shown.get(key) != is_here != pairs[key].present:
            _attend(loaded_tournament, key, is_here=is_here, part=key)
    if "draw" not in form:
        return go_to(".pairs", tournament_id=tournament_id)
    typed = {name: form[name] for name in ("fixed", "forbidden") if form.get(name)}
    return go_to(".draw", tournament_id=tournament_id, **typed)


@pages.post("/t/<tournament_id>/pairs/<int:number>/present")
def tick(tournament_id: str, number: int) -> Response:
    """Write down one tick, and answer with all of them as they are now."""
    loaded_tournament = organised(tournament_id)
    op_id, _revision = operation()
    pair = find_pair(loaded_tournament, number)
    is_here = request.form.get("present") == "1"
    if pair.present != is_here or loaded_tournament.tournament.has_done(op_id):
        loaded_tournament = _attend(loaded_tournament, pair.key, is_here=is_here)
    return _ticks(loaded_tournament)


@pages.get("/t/<tournament_id>/present.json")
def ticks(tournament_id: str) -> Response:
    """The pairs that are there now, as others have ticked them."""
    return _ticks(organised(tournament_id))


def _ticks(loaded_tournament: LoadedTournament) -> Response:
    tournament = loaded_tournament.tournament
    present = [pair.key for pair in tournament.pairs.values() if pair.present]
    return jsonify({"present": present, "there": there_text(tournament)})


def _attend(
    loaded_tournament: LoadedTournament, key: str, *, is_here: bool, part: str = ""
) -> LoadedTournament:
    fields: Json = {"present" if is_here else "absent": [key]}
    return TOURNAMENT_FORMS.perform(loaded_tournament, "attend", fields, part)


@pages.get("/t/<tournament_id>/pairs")
def pairs(tournament_id: str) -> Response:
    """Show all pairs with attendance and debts, who waits, and a place to paste more.

    After a list was added, it says once what became of its lines.
    """
    return pairs_page(organised(tournament_id), added=told_once(tournament_id))


def pairs_page(
    loaded_tournament: LoadedTournament,
    status: int = 200,
    text: str = "",
    wrong: str = "",
    *,
    fault: str = "",
    added: ListAdded | None = None,
) -> Response:
    """The page of all pairs, or of those that are looked for, below those that wait.

    `text` is a list with a fault, and `wrong` the fault. `fault` is that of a form of the door.
    `added` is the list that was added just now.
    """
    tournament, is_stale = loaded_tournament.tournament, status == 409
    every, name = tournament.pairs.values(), request.args.get("name", "")[:LONGEST_NAME]
    renamed = announced_pairs.renamed_in(tournament.acts[operation()[1] :]) if is_stale else ()
    page = render_template(
        "tournaments/pairs.html",
        **_context(loaded_tournament, renamed),
        listed=find_pairs(tournament.pairs, name) if name else every,
        name=name,
        text=text,
        wrong=wrong,
        fault=fault,
        added=added,
        words=words,
        is_stale=is_stale,
        declined=[one for one in tournament.registrations.values() if one.state == "declined"],
        most=request.form.get("most", tournament.door.most or ""),
        accounts={one.pair.key: one for one in accounts_of(tournament)},
        money_text=money_text,
        also=named_twice((pair.number, pair.players) for pair in every),
    )
    return make_response(page, status)
