"""The tables of a round: playing, done, flagged, or silent for long."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property, partial
from typing import Final, Literal, Protocol, TypeVar

from flask import Response, make_response, render_template, request
from markupsafe import Markup
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.explain import tournament_words as words
from scorekeeper.explain.phase_words import part_heading
from scorekeeper.explain.standings_words import champion_text, final_winner_text, side_winner_texts
from scorekeeper.i18n import current_locale
from scorekeeper.journal.clock import now
from scorekeeper.journal.json_values import Json
from scorekeeper.journal.owner import Conflict
from scorekeeper.tournament.acts.body import TournamentRefused
from scorekeeper.tournament.draw_requests import draw_command
from scorekeeper.tournament.drawn_rounds import DrawnRound
from scorekeeper.tournament.finals import finalists, is_played
from scorekeeper.tournament.played_tables import PlayedTable, play_round
from scorekeeper.tournament.round_draw import has_redraw_difference
from scorekeeper.tournament.service import LoadedTournament, find_tournament
from scorekeeper.tournament.state import Tournament
from scorekeeper.tournament.table_results import DrawnTable
from scorekeeper.web.fragments import go_to
from scorekeeper.web.page_memory import cached_part
from scorekeeper.web.phone_identity import role_in_tournament
from scorekeeper.web.tournaments.last_round import find_round
from scorekeeper.web.tournaments.remembered_pages import is_news, mark_on_page, remembered_page
from scorekeeper.web.tournaments.rights import TOURNAMENT_FORMS, context_of, organised, pages

Step = Literal["pairs", "draw", "clock", "sheets", "result", "report", ""]
"""The next thing for an organiser or a helper to do; "" for a reader."""
Stand = Literal["done", "playing", "silent", "waiting"]
STANDS: Final[tuple[Stand, ...]] = ("done", "playing", "silent", "waiting")
_FEWEST_PAIRS: Final = 2


@dataclass(frozen=True)
class RoundSummary:
    """The tables of a round, counted."""

    tables: Sequence[PlayedTable]

    def count(self, stand: Stand) -> int:
        """How many tables stand so."""
        return self.stands.count(stand)

    @cached_property
    def stands(self) -> list[Stand]:
        """One for each table, those that are done first."""
        return sorted(map(stand_of, self.tables), key=STANDS.index)

    @property
    def undone(self) -> list[PlayedTable]:
        """The tables without a result."""
        return [table for table in self.tables if table.score is None]

    @property
    def calling(self) -> list[PlayedTable]:
        """The tables that need a helper."""
        return [table for table in self.tables if needs_somebody(table)]


def stand_of(table: PlayedTable) -> Stand:
    """How the table stands."""
    if table.score is not None:
        return "done"
    if table.silent:
        return "silent"
    return "waiting" if table.state == "waiting" else "playing"


def needs_somebody(table: PlayedTable) -> bool:
    """Is it silent or flagged, do phone and paper differ, or waits a claim for the organiser?"""
    waits = table.state == "over" and table.score is None
    return bool(table.silent or table.flags or table.disagrees or waits)


def next_step(
    loaded_tournament: LoadedTournament,
    drawn_round: DrawnRound | None,
    tables: Sequence[PlayedTable],
) -> Step:
    """The next step of the reader in this round; none in a round that others were drawn after."""
    role = role_in_tournament(loaded_tournament.public_id)
    if not role or drawn_round != loaded_tournament.tournament.last_round:
        return ""
    undone = any(table.score is None for table in tables)
    if role == "helper":
        return "result" if undone else ""
    if drawn_round is None:
        return "draw" if len(loaded_tournament.tournament.pairs) >= _FEWEST_PAIRS else "pairs"
    if undone:
        return _while_played(drawn_round, tables)
    return "report" if is_played(loaded_tournament) else "draw"


def _while_played(drawn_round: DrawnRound, tables: Sequence[PlayedTable]) -> Step:
    if drawn_round.set_up.length == "minutes" and drawn_round.clock is None:
        return "clock"
    has_begun = any(table.state != "waiting" for table in tables)
    return "result" if has_begun else "sheets"


def draw_board(
    loaded_tournament: LoadedTournament, drawn_round: DrawnRound, context: Mapping[str, object]
) -> str:
    """The page of a round; for a phone that may write, `context` has fields for the results."""
    return render_template(
        "tournaments/board.html",
        **context,
        broken=words.broken_texts(drawn_round.broken, loaded_tournament.tournament),
        command=draw_command(part.request for part in drawn_round.parts),
        is_otherwise=_is_otherwise(loaded_tournament, drawn_round),
    )


@pages.get("/t/<tournament_id>/rounds/<int:number>/live")
def live_board(tournament_id: str, number: int) -> Response:
    """The tables, or 204 where nothing is new since the mark that the page has."""
    loaded_tournament = find_tournament(tournament_id)
    drawn_round = find_round(loaded_tournament, number)
    if not is_news(loaded_tournament, request.args.get("mark", "")):
        return Response(status=204)
    return make_response(
        remembered_page(
            loaded_tournament,
            lambda: render_template(
                "tournaments/_news.html", **board_context(loaded_tournament, drawn_round)
            ),
        )
    )


@pages.post("/t/<tournament_id>/rounds/<int:number>/clock")
def start_clock(tournament_id: str, number: int) -> BaseResponse:
    """Start the clock of the last round, or start it anew; pause it, let it go on, add minutes."""
    loaded_tournament = organised(tournament_id)
    find_round(loaded_tournament, number)
    op, more = _CLOCK_FORMS.get(request.form.get("act", ""), ("start_clock", {}))
    try:
        TOURNAMENT_FORMS.perform(loaded_tournament, op, {"round": number, **more})
    except TournamentRefused as refusal:
        # Only the page of the last round has the button: another was drawn since.
        raise Conflict(loaded_tournament) from refusal
    return go_to(".board", tournament_id=tournament_id, number=number)


_CLOCK_FORMS: Final[Mapping[str, tuple[str, Json]]] = {
    "pause": ("pause_clock", {}),
    "resume": ("resume_clock", {}),
    "more": ("add_minutes", {"minutes": 5}),
    "fewer": ("add_minutes", {"minutes": -5}),
}


def board_context(
    loaded_tournament: LoadedTournament, drawn_round: DrawnRound
) -> dict[str, object]:
    """The variables of the tables of a round."""
    tables = play_round(loaded_tournament, drawn_round)
    state = (
        loaded_tournament.public_id,
        loaded_tournament.revision,
        loaded_tournament.revision.after,
        drawn_round.number,
    )
    return {
        **context_of(loaded_tournament),
        "drawn_round": drawn_round,
        "tables": tables,
        "summary": RoundSummary(tables),
        "step": next_step(loaded_tournament, drawn_round, tables),
        "left": drawn_round.time_left(now()),
        "mark": mark_on_page(loaded_tournament),
        "minutes": _minutes,
        "champion_of": final_winner_text,
        "winners_of": champion_text,
        "side_winners_of": side_winner_texts,
        "finalists": finalists,
        "row_of": partial(_row_of, state),
        "by_part": partial(_by_part, loaded_tournament.tournament, drawn_round),
    }


class _AtTable(Protocol):
    """A table as some page shows it."""

    @property
    def table(self) -> DrawnTable: ...


_Shown = TypeVar("_Shown", bound=_AtTable)


def _by_part(
    tournament: Tournament, drawn_round: DrawnRound, tables: Sequence[_Shown]
) -> list[tuple[str, list[_Shown]]]:
    """The tables below the headings of their parts; below an empty one where there is one part."""
    if len(drawn_round.parts) == 1:
        return [("", [*tables])]
    return [
        (part_heading(tournament.set_up, part), there)
        for part in drawn_round.parts
        if (there := [one for one in tables if one.table.number in part.tables])
    ]


def _minutes(time: timedelta) -> int:
    return int(time.total_seconds() // 60)


def _row_of(
    state: tuple[Hashable, ...], played: PlayedTable, role: str, caller: Callable[[], str]
) -> Markup:
    """The row of a table, made once for each state: after a hand one row of 200 is new.

    `caller` is the body of the template's `call` block. After an act of the tournament, a result
    say, all rows are new.
    """
    silent = played.silent
    key = (
        "table",
        *state,
        played.table.number,
        played.live and played.live.ledger.mark,
        silent and _minutes(silent),
        bool(role),
        current_locale(),
        request.script_root,
    )
    return cached_part(key, caller)


def _is_otherwise(loaded_tournament: LoadedTournament, drawn_round: DrawnRound) -> bool:
    """Is the organiser to be warned? Other readers do not wait for that draw."""
    is_organiser = role_in_tournament(loaded_tournament.public_id) == "organiser"
    return is_organiser and has_redraw_difference(loaded_tournament.tournament, drawn_round)
