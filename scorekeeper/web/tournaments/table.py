"""A table: its scorer's link, its phone, its result as it is written, and what is ruled there."""

from typing import NamedTuple, Self

from flask import Response, abort, make_response, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.draws.model import FORFEITS
from scorekeeper.explain import sheet_checks
from scorekeeper.explain.sheet_checks import doubt_texts
from scorekeeper.journal.json_values import Json, JsonValue
from scorekeeper.rules.names import tidy_name
from scorekeeper.tournament import service
from scorekeeper.tournament.acts.fields import LONGEST_REASON
from scorekeeper.tournament.acts.result_acts import ResultRuled, ResultWithdrawn, TableForfeited
from scorekeeper.tournament.drawn_rounds import DrawnRound
from scorekeeper.tournament.played_tables import PlayedTable, play_table
from scorekeeper.tournament.service import LoadedTournament
from scorekeeper.tournament.table_results import SOURCES
from scorekeeper.web.fragments import go_to
from scorekeeper.web.match.pencil import scorer_address
from scorekeeper.web.phone_identity import role_in_tournament
from scorekeeper.web.printing import shown_address
from scorekeeper.web.tournaments.last_round import find_round, no_round
from scorekeeper.web.tournaments.results import (
    Unwritten,
    WriteRequest,
    score_mark,
    write_at_table,
    write_result,
)
from scorekeeper.web.tournaments.rights import context_of, helped, organised, pages


class Typed(NamedTuple):
    """A result as it was typed."""

    a: str = ""
    b: str = ""
    reason: str = ""

    @property
    def score(self) -> list[JsonValue]:
        """The two numbers; a text that is no number stays as it was typed."""
        return [typed_number(self.a), typed_number(self.b)]

    @classmethod
    def of_form(cls) -> Self:
        """Read the form that was sent."""
        form = request.form
        return cls(form.get("a", ""), form.get("b", ""), tidy_name(form.get("reason", "")))


def typed_number(text: str) -> int | str:
    """Return the number; a text that is no number stays as it was typed."""
    text = text.strip().replace("−", "-")
    is_number = text.removeprefix("-").isascii() and text.removeprefix("-").isdigit()
    return int(text) if is_number and len(text) < 10 else text


@pages.get("/t/<tournament_id>/rounds/<int:number>/tables/<int:table>")
def table(tournament_id: str, number: int, table: int) -> Response:
    """The table, with a form for its result."""
    loaded_tournament = helped(tournament_id)
    return table_page(Unwritten(loaded_tournament), number, table, Typed())


@pages.post("/t/<tournament_id>/rounds/<int:number>/tables/<int:table>")
def enter_result(tournament_id: str, number: int, table: int) -> BaseResponse:
    """Write the result. Where rounds were drawn after it, first show what it changes."""
    loaded_tournament = helped(tournament_id)
    _drawn, played = find_table(loaded_tournament, number, table)
    typed = Typed.of_form()
    result: Json = {"score": typed.score, "hands": [0, 0]}
    unwritten = write_result(loaded_tournament, number, played, result, WriteRequest.of_form())
    if unwritten is not None:
        return table_page(unwritten, number, table, typed)
    at = f"table-{table}"
    return go_to(".board", tournament_id=tournament_id, number=number, _anchor=at)


@pages.get("/t/<tournament_id>/rounds/<int:number>/tables/<int:table>/link")
def table_link(tournament_id: str, number: int, table: int) -> Response:
    """The scorer's link of the table, as it is printed on its sheet."""
    loaded_tournament = organised(tournament_id)
    drawn_round, played = find_table(loaded_tournament, number, table)
    secret = service.table_link(played.live.public_id) if played.live else None
    page = render_template(
        "tournaments/table_link.html",
        **context_of(loaded_tournament),
        drawn_round=drawn_round,
        played=played,
        **(shown_address(scorer_address(secret)) if secret is not None else {"code": None}),
    )
    return make_response(page)


@pages.post("/t/<tournament_id>/rounds/<int:number>/tables/<int:table>/link")
def renew_link(tournament_id: str, number: int, table: int) -> BaseResponse:
    """A new link; the one before, on paper too, opens the match no more."""
    loaded_tournament = organised(tournament_id)
    _drawn, played = find_table(loaded_tournament, number, table)
    if played.live is None:
        abort(404)
    service.renew_table_link(played.live.match_id, played.live.public_id)
    return go_to(".table_link", tournament_id=tournament_id, number=number, table=table)


def find_table(
    loaded_tournament: LoadedTournament, number: int, table: int
) -> tuple[DrawnRound, PlayedTable]:
    """Return the table of the round.

    :raises NoRound: there is no such round, or no such table in it.
    """
    drawn_round = find_round(loaded_tournament, number)
    played = play_table(loaded_tournament, drawn_round, table)
    if played is None:
        raise no_round(loaded_tournament, number)
    return drawn_round, played


def table_page(
    unwritten: Unwritten, number: int, table: int, typed: Typed, decision: str = ""
) -> Response:
    """The page of the table; `decision` is the form that was sent, if it was not the result's."""
    drawn_round, played = find_table(unwritten.loaded_tournament, number, table)
    if unwritten.is_erased:
        typed = typed._replace(reason="")
    page = render_template(
        "tournaments/table.html",
        **context_of(unwritten.loaded_tournament),
        drawn_round=drawn_round,
        played=played,
        typed=typed,
        unwritten=unwritten,
        decision=decision,
        by=request.form.get("by", ""),
        doubts=doubt_texts(unwritten.doubts),
        sure=score_mark(tuple(typed.score)),
        longest=LONGEST_REASON,
        checks=sheet_checks,
    )
    return make_response(page, unwritten.status)


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
    """Read the ruling that was sent; the table's page has another form for its result."""
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
