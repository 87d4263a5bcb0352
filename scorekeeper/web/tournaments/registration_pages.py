"""We come: a pair announces itself, changes or withdraws that by its own code, and checks in."""

from collections.abc import Callable
from typing import Final

from flask import Response, make_response, render_template, request

from scorekeeper.explain import tournament_words as words
from scorekeeper.i18n import gettext as _
from scorekeeper.journal.identifiers import is_operation_id, new_operation_id
from scorekeeper.journal.owner import Conflict
from scorekeeper.rules.names import LONGEST_NAME, tidy_name
from scorekeeper.tournament import announced_pairs
from scorekeeper.tournament.acts.body import TournamentRefused
from scorekeeper.tournament.announced_pairs import (
    UnknownCode,
    code_of,
    last_act_of,
    may_say_by_name,
    places_of,
)
from scorekeeper.tournament.finals import is_drawn
from scorekeeper.tournament.pair_names import find_pairs
from scorekeeper.tournament.service import LoadedTournament, find_tournament
from scorekeeper.tournament.tournament_set_up import Registration
from scorekeeper.web import limits
from scorekeeper.web.forms import whole_number
from scorekeeper.web.phone_identity import invite_phone, known_phone, phone_id
from scorekeeper.web.tournaments.rights import context_of, pages

_EMPTY: Final = {"player1": "", "player2": "", "club": "", "single": ""}
_FOUND: Final = 10
"""The most pairs that a search shows."""


@pages.get("/t/<tournament_id>/come")
def come(tournament_id: str) -> Response:
    """The form, what this phone announced already, and places for a name and for a code."""
    name = request.args.get("name", "")[: 2 * LONGEST_NAME]
    return _page(find_tournament(tournament_id), name=name)


@pages.post("/t/<tournament_id>/come")
@limits.registrations
def register(tournament_id: str) -> Response:
    """Announce a pair: it waits until the organiser takes it."""
    loaded_tournament = find_tournament(tournament_id)
    typed, op_id = _typed(), _op_id()
    if _lacks_partner(loaded_tournament, typed):
        return _page(loaded_tournament, 422, words.FAULTS.say("one_player"), typed=typed)
    try:
        announced_pairs.check(
            loaded_tournament, op_id, *_names(typed)
        )  # before a phone is enrolled
        registered = announced_pairs.register(
            tournament_id, known_phone(op_id), op_id, *_names(typed)
        )
    except TournamentRefused as refusal:
        wrong = words.FAULTS.say(refusal.faults[0].code)
        return _page(loaded_tournament, 422, wrong, typed=typed)
    return _page(registered.loaded_tournament, shown=registered.registration)


@pages.post("/t/<tournament_id>/come/code")
def open_registration(tournament_id: str) -> Response:
    """Show the registration with this code."""
    loaded_tournament = find_tournament(tournament_id)
    try:
        found = announced_pairs.registration_with(loaded_tournament, request.form.get("code", ""))
    except UnknownCode:
        return _refuse_code(loaded_tournament)
    return _page(loaded_tournament, shown=found)


@pages.post("/t/<tournament_id>/come/change")
@limits.registrations
def change_registration(tournament_id: str) -> Response:
    """Write down other names, as long as the pair waits."""
    typed, loaded_tournament = _typed(), find_tournament(tournament_id)
    if _lacks_partner(loaded_tournament, typed):
        try:
            found = announced_pairs.registration_with(
                loaded_tournament, request.form.get("code", "")
            )
        except UnknownCode:
            return _refuse_code(loaded_tournament)
        wrong = words.FAULTS.say("one_player")
        return _page(loaded_tournament, 422, wrong, shown=found, changed=typed)
    return _do(
        tournament_id,
        lambda code: announced_pairs.change(
            tournament_id, known_phone(code), _op_id(), code, *_names(typed), after=_after()
        ),
        typed,
    )


@pages.post("/t/<tournament_id>/come/here")
@limits.registrations
def check_in(tournament_id: str) -> Response:
    """Write down that the pair is there."""
    return _do(
        tournament_id,
        lambda code: announced_pairs.check_in(tournament_id, known_phone(code), _op_id(), code),
    )


@pages.post("/t/<tournament_id>/come/pair")
@limits.registrations
def check_in_by_name(tournament_id: str) -> Response:
    """Write down that a pair is there which the organiser wrote down."""
    loaded_tournament = find_tournament(tournament_id)
    pair, op_id = request.form.get("pair", ""), _op_id()
    try:
        announced_pairs.check_by_name(loaded_tournament, op_id, pair)  # before a phone is enrolled
        now = announced_pairs.check_in_by_name(tournament_id, known_phone(op_id), op_id, pair)
    except TournamentRefused as refusal:
        return _page(loaded_tournament, 422, words.FAULTS.say(refusal.faults[0].code))
    return _page(now, name=pair, done=_("Saved."))


@pages.post("/t/<tournament_id>/come/withdraw")
@limits.registrations
def withdraw_registration(tournament_id: str) -> Response:
    """Take the registration back, once it is ticked that they do not come."""
    loaded_tournament = find_tournament(tournament_id)
    code, op_id, found = request.form.get("code", ""), _op_id(), None
    try:
        if not loaded_tournament.tournament.has_done(op_id):  # else its code opens nothing any more
            found = announced_pairs.registration_with(loaded_tournament, code)
        if request.form.get("sure") != "1":
            return _page(loaded_tournament, 422, _("Tick first that you do not come."), shown=found)
        withdrawn = announced_pairs.withdraw(
            tournament_id, known_phone(code), op_id, code, after=_after()
        )
    except UnknownCode:
        return _refuse_code(loaded_tournament)
    except TournamentRefused as refusal:
        wrong = words.FAULTS.say(refusal.faults[0].code)
        return _page(loaded_tournament, 422, wrong, shown=found)
    except Conflict as conflict:
        if found is None:  # the operation was something else, and the code is not known to be one
            return _refuse_code(find_tournament(conflict.public_id))
        return _moved_on(find_tournament(conflict.public_id), found.number)
    return _page(withdrawn, done=_("You are off the list."))


def _do(
    tournament_id: str,
    write: Callable[[str], announced_pairs.Registered],
    typed: dict[str, str] | None = None,
) -> Response:
    loaded_tournament = find_tournament(tournament_id)
    code = request.form.get("code", "")
    try:
        found = announced_pairs.registration_with(loaded_tournament, code)
        registered = write(code)
    except UnknownCode:
        return _refuse_code(loaded_tournament)
    except TournamentRefused as refusal:
        wrong = words.FAULTS.say(refusal.faults[0].code)
        return _page(loaded_tournament, 422, wrong, shown=found, changed=typed)
    except Conflict as conflict:
        return _moved_on(find_tournament(conflict.public_id), found.number, typed)
    return _page(registered.loaded_tournament, shown=registered.registration, done=_("Saved."))


def _moved_on(
    loaded_tournament: LoadedTournament, number: int, typed: dict[str, str] | None = None
) -> Response:
    """The registration as another phone left it, beside what was typed here."""
    found = loaded_tournament.tournament.registrations[number]
    return _page(loaded_tournament, 409, shown=found, changed=typed)


def _refuse_code(loaded_tournament: LoadedTournament) -> Response:
    limits.count_failed_secret()
    return _page(loaded_tournament, 422, words.FAULTS.say("no_registration"))


def _after() -> int | None:
    """The last act that the form was read behind; None where it does not say."""
    return whole_number(request.form.get("after"), 7)


def _op_id() -> str:
    op_id = request.form.get("op_id", "")
    return op_id if is_operation_id(op_id) else new_operation_id()


def _typed() -> dict[str, str]:
    return {field: tidy_name(request.form.get(field, "")) for field in _EMPTY}


def _lacks_partner(loaded_tournament: LoadedTournament, typed: dict[str, str]) -> bool:
    """Is the second name of a pair missing, without the tick of a single?"""
    is_pair = not loaded_tournament.tournament.set_up.is_individual and not typed["single"]
    return is_pair and bool(typed["player1"]) and not typed["player2"]


def _names(typed: dict[str, str]) -> tuple[tuple[str, str], str]:
    return (typed["player1"], "" if typed["single"] else typed["player2"]), typed["club"]


def _page(
    loaded_tournament: LoadedTournament,
    status: int = 200,
    wrong: str = "",
    *,
    shown: Registration | None = None,
    typed: dict[str, str] | None = None,
    changed: dict[str, str] | None = None,
    done: str = "",
    name: str = "",
) -> Response:
    """The page; of a registration that is shown by its code, or was made by this phone."""
    invite_phone()  # two taps are of one phone
    page = render_template(
        "tournaments/come.html",
        **context_of(loaded_tournament),
        own=_own(loaded_tournament, shown),
        places=places_of(loaded_tournament.tournament),
        code_of=lambda number: code_of(loaded_tournament.public_id, number),
        is_drawn=is_drawn(loaded_tournament.tournament),
        typed=typed or _EMPTY,
        shown=shown.number if shown else 0,
        changed=changed,
        name=name,
        found=find_pairs(loaded_tournament.tournament.pairs, name)[:_FOUND] if name else (),
        may_say_by_name=may_say_by_name,
        is_stale=status == 409,
        last_act_of=last_act_of,
        wrong=wrong,
        done=done,
        longest=LONGEST_NAME,
    )
    return make_response(page, status)


def _own(loaded_tournament: LoadedTournament, shown: Registration | None) -> list[Registration]:
    phone = phone_id()
    return [
        one
        for one in loaded_tournament.tournament.registrations.values()
        if one.state != "ended"
        and (
            one.number == (shown.number if shown else 0)
            or (one.phone is not None and one.phone == phone)
        )
    ]
