"""A table's forfeit, the arbiter's ruling and the withdrawal of a result, from the table's page."""

from flask import abort, request
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.draws.model import FORFEITS
from scorekeeper.rules.names import tidy_name
from scorekeeper.services.tournament_acts.result_acts import (
    ResultRuled,
    ResultWithdrawn,
    TableForfeited,
)
from scorekeeper.services.tournaments.service import LoadedTournament
from scorekeeper.services.tournaments.table_results import SOURCES
from scorekeeper.web.fragments import go_to
from scorekeeper.web.request_roles import role_in_tournament
from scorekeeper.web.tournaments.blueprint import pages
from scorekeeper.web.tournaments.results import WriteRequest, write_at_table
from scorekeeper.web.tournaments.rights import helped, organised
from scorekeeper.web.tournaments.table import Typed, find_table, table_page


@pages.post("/t/<tournament_id>/rounds/<int:number>/tables/<int:table>/forfeit")
def forfeit(tournament_id: str, number: int, table: int) -> BaseResponse:
    """Write who was not there to play."""
    loaded_tournament = organised(tournament_id)
    find_table(loaded_tournament, number, table)
    write = _write_request()
    by = next((one for one in FORFEITS if one == request.form.get("by")), None)
    if by is None:
        abort(400)
    body = TableForfeited(round=number, table=table, by=by, reason=write.reason)
    return _write(loaded_tournament, body, write, "forfeit")


@pages.post("/t/<tournament_id>/rounds/<int:number>/tables/<int:table>/ruling")
def rule_result(tournament_id: str, number: int, table: int) -> BaseResponse:
    """Write the result that the arbiter sets."""
    loaded_tournament = organised(tournament_id)
    find_table(loaded_tournament, number, table)
    write = _write_request()
    score = tuple(one for one in _typed().score if isinstance(one, int))
    body = ResultRuled(round=number, table=table, score=score, reason=write.reason)
    return _write(loaded_tournament, body, write, "ruling")


@pages.post("/t/<tournament_id>/rounds/<int:number>/tables/<int:table>/withdraw")
def withdraw_result(tournament_id: str, number: int, table: int) -> BaseResponse:
    """Take the result back."""
    loaded_tournament = helped(tournament_id)
    find_table(loaded_tournament, number, table)
    write = _write_request()
    role = role_in_tournament(tournament_id)
    source = next(one for one in SOURCES if one == role)
    body = ResultWithdrawn(round=number, table=table, source=source, reason=write.reason)
    return _write(loaded_tournament, body, write, "withdrawal")


def _typed() -> Typed:
    """What the form that was sent says; the table's page has another one for its result."""
    form = request.form
    why = tidy_name(form.get("why", ""))
    return Typed(form.get("ruled_a", ""), form.get("ruled_b", ""), why)


def _write_request() -> WriteRequest:
    return WriteRequest.of_form()._replace(reason=_typed().reason)


def _write(
    loaded_tournament: LoadedTournament,
    body: TableForfeited | ResultRuled | ResultWithdrawn,
    write: WriteRequest,
    decision: str,
) -> BaseResponse:
    unwritten = write_at_table(loaded_tournament, body, body.data, write)
    if unwritten is not None:
        return table_page(unwritten, body.round, body.table, _typed(), decision)
    at = f"table-{body.table}"
    tournament_id = loaded_tournament.public_id
    return go_to(".board", tournament_id=tournament_id, number=body.round, _anchor=at)
