"""Pairs that announce themselves through the API: with no secret but a code of their own.

The code comes with the first answer; it changes or withdraws what it opens, and checks the pair in.
"""

from collections.abc import Callable, Mapping
from typing import Final

from flask import Response

from scorekeeper.journal.act import act_done_by
from scorekeeper.journal.fields import Form, OperationField, any_text, whole
from scorekeeper.journal.identifiers import is_operation_id
from scorekeeper.journal.json_values import Json, number_or_none, text_in, two_texts_in
from scorekeeper.match.phones import enrol_program
from scorekeeper.rules.model import Problem
from scorekeeper.tournament import announced_pairs
from scorekeeper.tournament.acts.body import Fault, TournamentRefused
from scorekeeper.tournament.acts.fields import CLUB, PLAYERS
from scorekeeper.tournament.acts.registrations import RegistrationEnded
from scorekeeper.tournament.announced_pairs import UnknownCode, registration_with
from scorekeeper.tournament.service import LoadedTournament, find_tournament
from scorekeeper.tournament.tournament_set_up import Registration
from scorekeeper.web import limits
from scorekeeper.web.api.blueprint import answer, pages, read_body
from scorekeeper.web.api.tournament_view import registration_json
from scorekeeper.web.operation_table import Unread, read_fields, take_op, without_nulls

_CODE: Final = OperationField("code", any_text())
_LAST: Final = OperationField("last", whole(1))
_FORMS: Final[Mapping[str, Form]] = {
    "announce": Form("Announce", (PLAYERS,), (CLUB,)),
    "change": Form("ChangeAnnounced", (_CODE, PLAYERS), (CLUB, _LAST)),
    "withdraw": Form("WithdrawAnnounced", (_CODE,), (_LAST,)),
    "check_in": Form("CheckIn", (_CODE,)),
}
"""What a pair can ask for, each with its fields."""


@pages.put("/tournaments/<public_id>/come/<op_id>")
@limits.registrations
def come(public_id: str, op_id: str) -> Response:
    """Do it: 201; sent again it is answered the same, as 200, and done once."""
    loaded_tournament, body = find_tournament(public_id), read_body()
    if not is_operation_id(op_id):
        raise Unread(Problem("unknown", "op_id"))
    op, fields = _read(body)
    was_done = loaded_tournament.tournament.has_done(op_id)
    if not was_done:
        _check(loaded_tournament, op, op_id, fields)  # before a phone is enrolled for it
    try:
        done = _DO[op]((public_id, enrol_program(op_id), op_id), fields)
        told = _registration_of(done, op_id, text_in(fields, "code"))
    except UnknownCode:
        raise _no_registration() from None
    return answer(registration_json(done, told), 200 if was_done else 201)


@pages.post("/tournaments/<public_id>/come")
def registration(public_id: str) -> Response:
    """How the registration with this code stands: a code belongs into no address."""
    loaded_tournament = find_tournament(public_id)
    fields, found = read_fields(without_nulls(read_body()), (_CODE,), ())
    if found:
        raise Unread(*found)
    try:
        told = registration_with(loaded_tournament, text_in(fields, "code"))
    except UnknownCode:
        raise _no_registration() from None
    return answer(registration_json(loaded_tournament, told))


def _read(body: Json) -> tuple[str, Json]:
    values = without_nulls(body)
    op = take_op(values, _FORMS)
    fields, found = read_fields(values, _FORMS[op].needed, _FORMS[op].optional)
    if found:
        raise Unread(*found)
    return op, fields


def _check(loaded_tournament: LoadedTournament, op: str, op_id: str, fields: Json) -> None:
    if op == "announce":
        announced_pairs.check(loaded_tournament, op_id, *_names(fields))
        return
    try:
        registration_with(loaded_tournament, text_in(fields, "code"))
    except UnknownCode:
        raise _no_registration() from None


def _no_registration() -> TournamentRefused:
    """Whoever guesses codes is counted."""
    limits.count_failed_secret()
    return TournamentRefused(Fault("no_registration", "code"))


def _names(fields: Json) -> tuple[tuple[str, str], str]:
    return two_texts_in(fields["players"]), text_in(fields, "club")


def _registration_of(loaded_tournament: LoadedTournament, op_id: str, code: str) -> Registration:
    """The one that was announced, or that the code opened."""
    tournament = loaded_tournament.tournament
    act = act_done_by(op_id, tournament.acts)
    if act and isinstance(act.body, RegistrationEnded):
        return tournament.registrations[act.body.registration]
    if code:
        return registration_with(loaded_tournament, code)
    return next(
        one
        for one in tournament.registrations.values()
        if act and f"registration {one.number}" in act.body.writes()
    )


_Who = tuple[str, int, str]
"""The tournament, the phone and the operation."""


def _announce(who: _Who, fields: Json) -> LoadedTournament:
    return announced_pairs.register(*who, *_names(fields)).loaded_tournament


def _change(who: _Who, fields: Json) -> LoadedTournament:
    code, last = text_in(fields, "code"), number_or_none(fields, "last")
    return announced_pairs.change(*who, code, *_names(fields), after=last).loaded_tournament


def _withdraw(who: _Who, fields: Json) -> LoadedTournament:
    return announced_pairs.withdraw(
        *who, text_in(fields, "code"), after=number_or_none(fields, "last")
    )


def _check_in(who: _Who, fields: Json) -> LoadedTournament:
    return announced_pairs.check_in(*who, text_in(fields, "code")).loaded_tournament


_DO: Final[Mapping[str, Callable[[_Who, Json], LoadedTournament]]] = {
    "announce": _announce,
    "change": _change,
    "withdraw": _withdraw,
    "check_in": _check_in,
}
