"""The standings, with the parts of every number; lots, penalties and rulings."""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, Final

from flask import Response, abort, make_response, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.draws.standings import ORDERS, Criterion, Earned, Ranking, StandingsRow
from scorekeeper.explain import tournament_words as words
from scorekeeper.explain.phase_standings import parts_of_entrant, place_teller, shown_phases
from scorekeeper.explain.phase_words import round_name_in
from scorekeeper.explain.standings_words import (
    absence_texts,
    absence_values,
    cell_texts,
    champion_text,
    cross_legend,
    figure_text,
    is_in_halves,
    mark_texts,
    side_winner_texts,
    standings_title,
)
from scorekeeper.journal.owner import Conflict
from scorekeeper.rules.names import tidy_name
from scorekeeper.tournament.acts.body import TournamentRefused
from scorekeeper.tournament.acts.fields import LONGEST_REASON
from scorekeeper.tournament.acts.result_acts import PointsAdjusted
from scorekeeper.tournament.finals import is_played
from scorekeeper.tournament.played_tables import play_round
from scorekeeper.tournament.service import (
    LoadedTournament,
    find_tournament,
    were_names_erased,
)
from scorekeeper.tournament.standing import columns_of, cross_table, standing_of
from scorekeeper.tournament.state import Tournament
from scorekeeper.web.forms import operation
from scorekeeper.web.fragments import go_to
from scorekeeper.web.tournaments.chosen_pairs import choose_pair
from scorekeeper.web.tournaments.elsewhere import standings_preview
from scorekeeper.web.tournaments.remembered_pages import remembered_page
from scorekeeper.web.tournaments.results import moves_to_confirm
from scorekeeper.web.tournaments.rights import (
    TOURNAMENT_FORMS,
    context_of,
    organised,
    pages,
    refusal_text,
)


@pages.get("/t/<tournament_id>/standings")
def standings(tournament_id: str) -> bytes:
    """The rows, the first place first."""
    loaded_tournament = find_tournament(tournament_id)
    return remembered_page(
        loaded_tournament,
        lambda: render_template(
            "tournaments/standings.html",
            **standings_context(loaded_tournament),
            shown=standings_by_phase(loaded_tournament),
            is_played=is_played(loaded_tournament),
            about_phases=_about_phases(loaded_tournament),
            title=standings_title(loaded_tournament),
            champion=champion_text(loaded_tournament),
            side_winners=side_winner_texts(loaded_tournament),
            link_preview=standings_preview(loaded_tournament),
        ),
    )


def _about_phases(loaded_tournament: LoadedTournament) -> list[str]:
    tournament = loaded_tournament.tournament
    last = tournament.last_round
    is_open = last and any(one.score is None for one in play_round(loaded_tournament, last))
    while_playing = words.while_playing_text(tournament.set_up) if is_open else ""
    return [*words.counted_texts(tournament.set_up), *filter(None, [while_playing])]


@pages.get("/t/<tournament_id>/cross")
def cross(tournament_id: str) -> bytes:
    """Show each pair's opponents and results, the first place first."""
    loaded_tournament = find_tournament(tournament_id)
    return remembered_page(
        loaded_tournament,
        lambda: render_template(
            "tournaments/cross.html",
            **context_of(loaded_tournament),
            rows=standing_of(loaded_tournament),
            place_text=place_teller(loaded_tournament),
            cells=cross_table(loaded_tournament),
            cell_texts=cell_texts,
            cross_legend=cross_legend,
        ),
    )


def standings_context(loaded_tournament: LoadedTournament) -> dict[str, Any]:
    """The variables of a table of the standings."""
    by = loaded_tournament.tournament.set_up.standing.by
    rows = standing_of(loaded_tournament)
    return {
        **context_of(loaded_tournament),
        "rows": rows,
        "absences": absence_texts(loaded_tournament.tournament),
        "absence_values": absence_values,
        "marks": mark_texts(loaded_tournament.tournament),
        "columns": columns_of(rows, by),
        "place_text": place_teller(loaded_tournament),
        "first": ORDERS[by],
        "words": words,
        "figure": lambda criterion, points: figure_text(criterion, points, by),
    }


def standings_by_phase(loaded_tournament: LoadedTournament) -> dict[str, Any] | None:
    """The standings of each phase with the numbers to show; None without phases."""
    set_up = loaded_tournament.tournament.set_up
    if not set_up.has_phases:
        return None
    shown = shown_phases(loaded_tournament)
    return {
        **shown._asdict(),
        "is_one_list": shown.is_one_list,
        "columns": {
            one.number: columns_of([row for table in one.tables for row in table.rows], by)
            for one in shown.phases
            for by in [set_up.standing.by]
        },
    }


@pages.get("/t/<tournament_id>/standings/<int:number>")
def sums(tournament_id: str, number: int) -> str:
    """A pair's numbers, each with its parts, match by match."""
    loaded_tournament = find_tournament(tournament_id)
    tournament = loaded_tournament.tournament
    row = next((row for row in standing_of(loaded_tournament) if row.pair == str(number)), None)
    if row is None:
        abort(404)
    context = standings_context(loaded_tournament)
    return render_template(
        "tournaments/sums.html",
        **context,
        row=row,
        round_in=partial(_round_in, tournament),
        pair=tournament.pairs[row.pair],
        parts=[
            {**part._asdict(), "criteria": _criteria(tournament, part.row, context["columns"])}
            for part in parts_of_entrant(loaded_tournament, row)
        ],
    )


def _round_in(tournament: Tournament, number: int, phase: int) -> str:
    """The name of a round, by the phase to which the numbers belong."""
    drawn_round = tournament.rounds[number - 1]
    if len(drawn_round.parts) == 1:
        return words.round_name(tournament, drawn_round)
    return round_name_in(tournament.set_up, drawn_round, phase)


def _criteria(
    tournament: Tournament, row: StandingsRow, columns: Iterable[Criterion]
) -> list[Criterion]:
    """The numbers to show of this row.

    A pair that was level with no other has no tie-break, though it is a column.
    """
    criteria = {*columns, *tournament.set_up.standing.tie_breaks}
    criteria |= {one.adjustment.to for one in tournament.adjusted}
    return [
        name
        for name in dict.fromkeys((*columns, *row.figures))
        if name in criteria and name in row.figures and row.figures[name].parts
    ]


@pages.post("/t/<tournament_id>/lots")
def lots(tournament_id: str) -> BaseResponse:
    """Draw lots for all pairs; the last ones that were drawn count."""
    loaded_tournament = organised(tournament_id)
    TOURNAMENT_FORMS.perform(loaded_tournament, "draw_lots", {})
    return go_to(".standings", tournament_id=tournament_id)


_ADJUST_FIELDS: Final = ("pair", "to", "sign", "points", "reason")
"""The fields of a penalty or a ruling. A form from before has no sign, and a penalty a minus."""


@pages.get("/t/<tournament_id>/adjust")
def adjust_form(tournament_id: str) -> Response:
    """The form of a penalty or a ruling."""
    return _adjust_page(organised(tournament_id), {"pair": request.args.get("pair", "")})


@pages.post("/t/<tournament_id>/adjust")
def adjust(tournament_id: str) -> BaseResponse:
    """Write a penalty or a ruling, with its reason."""
    loaded_tournament = organised(tournament_id)
    op_id, revision = operation()
    typed = {field: request.form.get(field, "") for field in _ADJUST_FIELDS}
    rules = loaded_tournament.tournament.set_up.standing
    to = next((name for name in rules.adjustable if name == typed["to"]), None)
    points = _points(typed["points"], to, rules.by)
    if typed["sign"] == "minus":
        points = -abs(points)
    reason = tidy_name(typed["reason"])
    pair = choose_pair(loaded_tournament.tournament, typed["pair"])
    if pair.wrong:
        return _adjust_page(loaded_tournament, typed, pair.wrong)
    body = PointsAdjusted(pair=pair.key, to=to or "", points=points, reason=reason)
    moved, sure = moves_to_confirm(loaded_tournament, op_id, revision, body)
    if moved:
        return _adjust_page(loaded_tournament, typed, sure=sure, warnings=moved)
    try:
        TOURNAMENT_FORMS.perform(loaded_tournament, "adjust", body.fields())
    except TournamentRefused as refusal:
        return _adjust_page(loaded_tournament, typed, refusal_text(refusal))
    except Conflict as conflict:
        now = find_tournament(conflict.public_id)
        if were_names_erased(now.tournament, op_id, revision):
            raise
        return _adjust_page(now, typed, others_of=pair.key)
    return go_to(".standings", tournament_id=tournament_id)


def _points(text: str, to: Earned | None, by: Ranking) -> int:
    """Return the number as it is stored; 0 for a text that is no number."""
    text = text.strip().replace("−", "-").removeprefix("+")
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 7):
        return 0
    return int(text) * (2 if to is not None and is_in_halves(to, by) else 1)


def _adjust_page(
    loaded_tournament: LoadedTournament,
    typed: dict[str, str],
    wrong: str = "",
    others_of: str = "",
    sure: str = "",
    warnings: Sequence[str] = (),
) -> Response:
    """The form; `others_of` is a pair that another phone adjusted meanwhile.

    If the adjustment would move the final, it asks first: `sure` is the value that confirms it.
    """
    adjusted = loaded_tournament.tournament.adjusted
    page = render_template(
        "tournaments/adjust.html",
        **standings_context(loaded_tournament),
        typed={**dict.fromkeys(_ADJUST_FIELDS, ""), **typed},
        wrong=wrong,
        is_stale=bool(others_of),
        sure=sure,
        warnings=warnings,
        others=[one.adjustment for one in adjusted if one.adjustment.pair == others_of],
        earned=loaded_tournament.tournament.set_up.standing.adjustable,
        longest=LONGEST_REASON,
    )
    return make_response(page, 422 if wrong else 409 if others_of else 200)
