"""The tables of a round. A phone that may write has two fields for each.

The page is one form. A script sends one row of it at a time (`only`), and gets the row back as it
stands then.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple, Self

from flask import Response, make_response, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.explain import tournament_words as words
from scorekeeper.explain.sheet_checks import doubt_texts
from scorekeeper.journal.json_values import Json
from scorekeeper.journal.owner import part_op_id
from scorekeeper.rules.names import tidy_name
from scorekeeper.tournament.acts.fields import LONGEST_REASON
from scorekeeper.tournament.drawn_rounds import DrawnRound
from scorekeeper.tournament.played_tables import PlayedTable, play_round
from scorekeeper.tournament.service import LoadedTournament, find_tournament
from scorekeeper.tournament.table_results import DrawnTable
from scorekeeper.web.forms import operation, whole_number
from scorekeeper.web.fragments import go_to
from scorekeeper.web.phone_identity import role_in_tournament
from scorekeeper.web.tournaments.board import board_context, draw_board
from scorekeeper.web.tournaments.last_round import find_round, no_round
from scorekeeper.web.tournaments.remembered_pages import is_news, remembered_page
from scorekeeper.web.tournaments.results import Unwritten, WriteRequest, score_mark, write_result
from scorekeeper.web.tournaments.rights import helped, pages
from scorekeeper.web.tournaments.table import Typed


class ResultRow(NamedTuple):
    """A table, and the texts in the fields of its row."""

    played: PlayedTable
    typed: Typed
    unwritten: Unwritten | None = None
    """Why the typed result is not written, if it is not."""
    is_saved: bool = False
    """Was it written just now?"""

    @classmethod
    def of(cls, played: PlayedTable, *, is_saved: bool = False) -> Self:
        """The row of a table in which nothing was typed."""
        return cls(played, _written(played), is_saved=is_saved)

    @property
    def table(self) -> DrawnTable:
        """The table of the row."""
        return self.played.table

    @property
    def doubts(self) -> list[str]:
        """The questions about the result that was typed."""
        return doubt_texts(self.unwritten.doubts) if self.unwritten else []

    @property
    def sure(self) -> str:
        """The value that a yes to the question sends."""
        return score_mark(tuple(self.typed.score))

    @property
    def state(self) -> str:
        """How the row stands: saved, asks, conflict, wrong; empty for one that just shows."""
        if self.unwritten is None:
            return "saved" if self.is_saved else ""
        if self.unwritten.is_stale:
            return "conflict"
        return "asks" if self.unwritten.asks else "wrong"


def _written(played: PlayedTable) -> Typed:
    """Return the table's written result, as its fields show it."""
    result = played.table.result
    return Typed(*map(str, result.score)) if result else Typed()


@pages.get("/t/<tournament_id>/rounds/<int:number>")
def board(tournament_id: str, number: int) -> Response:
    """Show the tables of a round as they stand, with fields where the phone may write."""
    loaded_tournament = find_tournament(tournament_id)
    drawn_round = find_round(loaded_tournament, number)
    role = role_in_tournament(tournament_id)
    if role == "organiser" or (role and drawn_round == loaded_tournament.tournament.last_round):
        rows = [ResultRow.of(played) for played in play_round(loaded_tournament, drawn_round)]
        return _page(loaded_tournament, drawn_round, rows)
    return make_response(
        remembered_page(
            loaded_tournament,
            lambda: draw_board(
                loaded_tournament, drawn_round, board_context(loaded_tournament, drawn_round)
            ),
        )
    )


@pages.get("/t/<tournament_id>/rounds/<int:number>/grid")
@pages.get("/t/<tournament_id>/results")
def board_before(tournament_id: str, number: int | None = None) -> BaseResponse:
    """Lead to the tables, which were three pages: older links have their addresses."""
    last = find_tournament(tournament_id).tournament.last_round
    if last is None:
        return go_to(".show", tournament_id=tournament_id)
    return go_to(".board", tournament_id=tournament_id, number=number or last.number)


@pages.get("/t/<tournament_id>/rounds/<int:number>/grid/live")
def live_grid(tournament_id: str, number: int) -> Response:
    """The rows as they stand, or 204 where nothing is new since the mark that the page has."""
    loaded_tournament = helped(tournament_id)
    drawn_round = find_round(loaded_tournament, number)
    if not is_news(loaded_tournament, request.args.get("mark", "")):
        return Response(status=204)
    rows = [ResultRow.of(played) for played in play_round(loaded_tournament, drawn_round)]
    context = _context(loaded_tournament, drawn_round, rows)
    return make_response(render_template("tournaments/_grid_rows.html", **context, is_news=True))


@pages.post("/t/<tournament_id>/rounds/<int:number>/grid")
def write_grid(tournament_id: str, number: int) -> BaseResponse:
    """Write each row in which something new was typed, one operation a row."""
    loaded_tournament = helped(tournament_id)
    drawn_round = find_round(loaded_tournament, number)
    only = whole_number(request.form.get("only"), 4)
    unwritten = dict(_write_rows(loaded_tournament, drawn_round, only))
    if only and only not in unwritten:  # sent before, without an answer
        unwritten[only] = None
    loaded_tournament = find_tournament(tournament_id)
    drawn_round = find_round(loaded_tournament, number)
    rows = [_row(played, unwritten) for played in play_round(loaded_tournament, drawn_round)]
    if only:
        return _row_alone(loaded_tournament, drawn_round, rows, only)
    if any(unwritten.values()):
        return _page(loaded_tournament, drawn_round, rows)
    return go_to(".board", tournament_id=tournament_id, number=number)


def _write_rows(
    loaded_tournament: LoadedTournament, drawn_round: DrawnRound, only: int | None
) -> Iterator[tuple[int, Unwritten | None]]:
    """The tables of which something was typed, each with why it is not written, if it is not."""
    op_id, revision = operation()
    for played in play_round(loaded_tournament, drawn_round):
        table = played.table.number
        typed = _typed(table)
        if only not in (None, table):
            continue
        if _is_cleared(typed, played, only):
            yield table, Unwritten(loaded_tournament, 422, words.FAULTS.say("no_score"))
        if not _is_new(typed, played):
            continue
        write = WriteRequest(
            part_op_id(op_id, table),
            revision,
            typed.reason,
            is_confirmed=bool(sure := request.form.get(f"sure{table}", "")),
            sure=sure,
        )
        result: Json = {"score": typed.score, "hands": [0, 0]}
        yield table, write_result(loaded_tournament, drawn_round.number, played, result, write)


def _typed(table: int) -> Typed:
    form = request.form
    a, b = (form.get(f"{side}{table}", "").strip() for side in ("a", "b"))
    return Typed(a, b, tidy_name(form.get(f"reason{table}", "")))


def _is_new(typed: Typed, played: PlayedTable) -> bool:
    """Was something typed that is neither what the page showed nor what is there by now?"""
    shown = request.form.get(f"was{played.table.number}", ":")
    now = _written(played)
    return score_mark(typed[:2]) not in (shown, score_mark(now[:2]), ":")


def _is_cleared(typed: Typed, played: PlayedTable, only: int | None) -> bool:
    """Were both fields of a written result emptied? Nothing is written so, and it is to be said.

    In the whole form a row is empty, too, where the result came after the page was shown.
    """
    was_shown = only is not None or f"was{played.table.number}" in request.form
    return was_shown and played.table.result is not None and not (typed.a or typed.b)


def _row(played: PlayedTable, unwritten: Mapping[int, Unwritten | None]) -> ResultRow:
    table = played.table.number
    why = unwritten.get(table)
    if why is None:
        return ResultRow.of(played, is_saved=table in unwritten)
    result, role = played.table.result, role_in_tournament(why.loaded_tournament.public_id)
    if result and result.is_decided and role != "organiser":
        return ResultRow(played, _written(played), why)
    typed = _typed(table)
    return ResultRow(played, typed._replace(reason="") if why.is_erased else typed, why)


def _row_alone(
    loaded_tournament: LoadedTournament, drawn_round: DrawnRound, rows: list[ResultRow], only: int
) -> Response:
    """The row that a script sent, as it stands now. It says itself whether it is written.

    :raises NoRound: there is no such table.
    """
    row = next((row for row in rows if row.played.table.number == only), None)
    if row is None:
        raise no_round(loaded_tournament, drawn_round.number)
    context = _context(loaded_tournament, drawn_round, rows)
    return make_response(render_template("tournaments/_grid_row.html", **context, row=row))


def _page(
    loaded_tournament: LoadedTournament, drawn_round: DrawnRound, rows: list[ResultRow]
) -> Response:
    context = _context(loaded_tournament, drawn_round, rows)
    statuses = [row.unwritten.status for row in rows if row.unwritten]
    page = draw_board(loaded_tournament, drawn_round, context)
    return make_response(page, max(statuses, default=200))


def _context(
    loaded_tournament: LoadedTournament, drawn_round: DrawnRound, rows: list[ResultRow]
) -> dict[str, object]:
    undone = [row.played.table.number for row in rows if row.unwritten or row.played.score is None]
    return {
        **board_context(loaded_tournament, drawn_round),
        "grid_rows": rows,
        "missing": len(undone),
        "longest": LONGEST_REASON,
    }
