"""Tournaments through the API: a new one, how one stands, and pairs that announce themselves.

A pair's code comes with the first answer; it changes or withdraws the pair, and checks it in.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from flask import Response, request, url_for
from werkzeug.exceptions import NotFound

from scorekeeper.export.tournament_export import pair_json
from scorekeeper.journal.act import act_done_by
from scorekeeper.journal.fields import Form, OperationField, any_text, whole
from scorekeeper.journal.identifiers import is_operation_id, new_operation_id
from scorekeeper.journal.json_values import Json, number_or_none, text_in, two_texts_in
from scorekeeper.match.phones import enrol_program
from scorekeeper.rules.model import Problem
from scorekeeper.tournament import announced_pairs, erasure, pair_erasure, service
from scorekeeper.tournament.acts.body import Fault, TournamentRefused
from scorekeeper.tournament.acts.fields import CLUB, PLAYERS
from scorekeeper.tournament.acts.registrations import RegistrationEnded
from scorekeeper.tournament.acts.result_acts import ResultWritten
from scorekeeper.tournament.acts.set_ups import TournamentSetUp
from scorekeeper.tournament.announced_pairs import UnknownCode, registration_with
from scorekeeper.tournament.draw_requests import CannotDraw
from scorekeeper.tournament.drawn_rounds import DrawnRound
from scorekeeper.tournament.played_tables import PlayedTable, play_round, play_table
from scorekeeper.tournament.round_draw import redraw_differences
from scorekeeper.tournament.service import TOURNAMENTS, LoadedTournament, find_tournament
from scorekeeper.tournament.tournament_set_up import Pair, Registration
from scorekeeper.web import limits
from scorekeeper.web.api.access import TOURNAMENT_MEMBERS, organiser_that_starts, owned_act_json
from scorekeeper.web.api.blueprint import answer, answer_with_tag, not_modified, pages, read_body
from scorekeeper.web.api.tournament_problems import refuse_draw
from scorekeeper.web.api.tournament_view import registration_json, round_json, tournament_json
from scorekeeper.web.match.pencil import scorer_address
from scorekeeper.web.operation_table import Unread, read_fields, take_op, without_nulls
from scorekeeper.web.tournament_operations import TOURNAMENT_OPERATIONS, read_new
from scorekeeper.web.tournaments.remembered_pages import mark_now


@pages.post("/tournaments")
@limits.new_matches
def set_up() -> Response:
    """Set up a tournament, and answer with its organiser's secret, which is shown this once."""
    body = TournamentSetUp.read(read_new(read_body()))
    body.check_first()  # before a phone is enrolled for it
    phone_id, secret = organiser_that_starts()
    loaded_tournament = TOURNAMENTS.begin_once(body, phone_id, new_operation_id())
    payload = {"secret": secret, "tournament": tournament_json(loaded_tournament, "organiser")}
    response = answer(payload, 201)
    address = url_for(".tournament", public_id=loaded_tournament.public_id, _external=True)
    response.headers["Location"] = address
    return response


@pages.put("/tournaments/<public_id>/ops/<op_id>")
def write_in_tournament(public_id: str, op_id: str) -> Response:
    """Do it: 201; sent again it is answered the same, as 200, and done once."""
    op_request = TOURNAMENT_MEMBERS.asking(public_id, op_id)
    was_done = op_request.loaded.tournament.has_done(op_id)
    try:
        loaded_tournament = TOURNAMENT_OPERATIONS.perform(op_request)
    except CannotDraw as refusal:
        return refuse_draw(op_request.loaded, refusal)
    return answer(_act_json(loaded_tournament, op_id), 200 if was_done else 201)


def _act_json(loaded_tournament: LoadedTournament, op_id: str) -> Json:
    tournament = loaded_tournament.tournament
    act = act_done_by(op_id, tournament.acts)
    assert act is not None
    payload = owned_act_json(act, loaded_tournament.revision)
    if isinstance(act.body, ResultWritten) and act.body.round < len(tournament.rounds):
        payload["drawn_otherwise"] = list(redraw_differences(tournament))
    return payload


@pages.get("/tournaments/<public_id>")
def tournament(public_id: str) -> Response:
    """The tournament as it stands; its organiser also reads who paid and who is there."""
    loaded_tournament = find_tournament(public_id)
    role = (
        TOURNAMENT_MEMBERS.requesting(public_id).role if "Authorization" in request.headers else ""
    )
    mark = f"{mark_now(loaded_tournament)}-{role}"
    return not_modified(mark) or answer_with_tag(tournament_json(loaded_tournament, role), mark)


@pages.delete("/tournaments/<public_id>/names")
def erase_names_of_tournament(public_id: str) -> Response:
    """Erase the names of a tournament; a repeat changes nothing."""
    member = TOURNAMENT_MEMBERS.organiser(public_id)
    loaded_tournament = erasure.erase_tournament(public_id, member.phone)
    return answer(tournament_json(loaded_tournament, member.role))


@pages.get("/tournaments/<public_id>/pairs/<int:pair>")
def pair_of_tournament(public_id: str, pair: int) -> Response:
    """All that is kept of a pair."""
    loaded_tournament = TOURNAMENT_MEMBERS.organiser(public_id).loaded
    return answer(pair_json(loaded_tournament, _pair(loaded_tournament, pair)))


@pages.delete("/tournaments/<public_id>/pairs/<int:pair>/names")
def erase_names_of_pair(public_id: str, pair: int) -> Response:
    """Erase the names of a pair; a repeat changes nothing."""
    member = TOURNAMENT_MEMBERS.organiser(public_id)
    key = _pair(member.loaded, pair).key
    loaded_tournament = pair_erasure.erase_pair(public_id, member.phone, key)
    return answer(pair_json(loaded_tournament, _pair(loaded_tournament, pair)))


@pages.get("/tournaments/<public_id>/rounds/<int:number>")
def round_of_tournament(public_id: str, number: int) -> Response:
    """A round with its tables, as they stand."""
    loaded_tournament = find_tournament(public_id)
    drawn_round = _round(loaded_tournament, number)
    mark = mark_now(loaded_tournament)
    return not_modified(mark) or answer_with_tag(round_json(loaded_tournament, drawn_round), mark)


@pages.get("/tournaments/<public_id>/rounds/<int:number>/links")
def table_links(public_id: str, number: int) -> Response:
    """The scorers' links of the round's tables, as they are printed on the sheets."""
    loaded_tournament = TOURNAMENT_MEMBERS.organiser(public_id).loaded
    tables = play_round(loaded_tournament, _round(loaded_tournament, number))
    return answer({"links": _table_links(tables)})


@pages.post("/tournaments/<public_id>/rounds/<int:number>/tables/<int:table>/link")
def renew_table_link(public_id: str, number: int, table: int) -> Response:
    """A new link for a table's scorer; the one before, on paper too, opens the match no more."""
    loaded_tournament = TOURNAMENT_MEMBERS.organiser(public_id).loaded
    drawn_round = _round(loaded_tournament, number)
    one = play_table(loaded_tournament, drawn_round, table)
    if one is None or one.live is None:
        raise NotFound
    service.renew_table_link(one.live.match_id, one.live.public_id)
    return answer(_table_links([one])[0], 201)


def _round(loaded_tournament: LoadedTournament, number: int) -> DrawnRound:
    drawn_round = loaded_tournament.tournament.round(number)
    if drawn_round is None:
        raise NotFound
    return drawn_round


def _pair(loaded_tournament: LoadedTournament, number: int) -> Pair:
    """The pair with this number; one that was deleted is kept, too."""
    tournament = loaded_tournament.tournament
    found = {**tournament.deleted, **tournament.pairs}.get(str(number))
    if found is None:
        raise NotFound
    return found


def _table_links(tables: Sequence[PlayedTable]) -> list[Json]:
    """The tables' links; null where the pencil was handed over and all links ended."""
    addresses = [one.live.public_id if one.live else None for one in tables]
    secrets = service.table_links(filter(None, addresses))
    return [
        {
            "table": one.table.number,
            "match": address,
            "secret": secrets.get(address or ""),
            "link": scorer_address(secrets[address]) if address in secrets else None,
        }
        for one, address in zip(tables, addresses, strict=True)
    ]


_CODE: Final = OperationField("code", any_text())
_LAST: Final = OperationField("last", whole(1))
_FORMS: Final[Mapping[str, Form]] = {
    "announce": Form("Announce", (PLAYERS,), (CLUB,)),
    "change": Form("ChangeAnnounced", (_CODE, PLAYERS), (CLUB, _LAST)),
    "withdraw": Form("WithdrawAnnounced", (_CODE,), (_LAST,)),
    "check_in": Form("CheckIn", (_CODE,)),
}
"""The requests of a pair, each with its fields."""


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
    """Count a wrong code, and return the refusal."""
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
