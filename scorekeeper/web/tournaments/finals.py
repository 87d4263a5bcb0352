"""Setting up a final of those who stand first, and changing a drawn round by hand."""

from typing import Final

from flask import Response, abort, make_response, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.draws.model import Table
from scorekeeper.explain import tournament_words as words
from scorekeeper.explain.standings_words import final_winner_text
from scorekeeper.i18n import gettext as _
from scorekeeper.journal.json_values import Json
from scorekeeper.journal.owner import Conflict
from scorekeeper.rules.names import shorten
from scorekeeper.tournament import corrections, finals
from scorekeeper.tournament.acts.body import TournamentRefused
from scorekeeper.tournament.drawn_rounds import DrawnRound
from scorekeeper.tournament.played_tables import PlayedTable, play_round
from scorekeeper.tournament.service import LoadedTournament, find_tournament
from scorekeeper.tournament.state import Tournament
from scorekeeper.tournament.tournament_set_up import LONGEST_TEXT
from scorekeeper.web.forms import operation, whole_number
from scorekeeper.web.fragments import go_to
from scorekeeper.web.limits import new_matches
from scorekeeper.web.phone_identity import phone_id
from scorekeeper.web.tournaments.draw import ChosenPair, choose_pair
from scorekeeper.web.tournaments.rights import (
    TOURNAMENT_FORMS,
    context_of,
    organised,
    pages,
    refusal_text,
)


@pages.get("/t/<tournament_id>/rounds/<int:number>/swap")
def swap(tournament_id: str, number: int) -> Response:
    """Which two change places, and what rule the round would break then."""
    loaded_tournament = organised(tournament_id)
    parameters = request.args
    drawn_round = find_round(loaded_tournament, number)
    seated = _seated(drawn_round)
    one, other = (
        choose_pair(loaded_tournament.tournament, parameters[name], seated)
        if parameters.get(name)
        else ChosenPair("")
        for name in ("one", "other")
    )
    wrong = one.wrong or other.wrong
    return _swap_page(loaded_tournament, drawn_round, one.key, other.key, problem=wrong)


@pages.post("/t/<tournament_id>/rounds/<int:number>/swap")
def swap_tables(tournament_id: str, number: int) -> BaseResponse:
    """Let the two change places."""
    loaded_tournament = organised(tournament_id)
    drawn_round = find_round(loaded_tournament, number)
    one, other = request.form.get("one", ""), request.form.get("other", "")
    try:
        fields: Json = {"round": number, "pairs": [one, other]}
        TOURNAMENT_FORMS.perform(loaded_tournament, "swap", fields)
    except TournamentRefused as refusal:
        return _swap_page(loaded_tournament, drawn_round, one, other, refusal)
    except Conflict as conflict:
        return _moved_on(find_tournament(conflict.public_id), number, one, other)
    return go_to(".board", tournament_id=tournament_id, number=number)


def find_round(loaded_tournament: LoadedTournament, number: int) -> DrawnRound:
    """Return the round, or answer 404."""
    drawn_round = loaded_tournament.tournament.round(number)
    if drawn_round is None:
        abort(404)
    return drawn_round


def _moved_on(
    loaded_tournament: LoadedTournament, number: int, one: str = "", other: str = ""
) -> Response:
    """The page as the round is now."""
    page = _swap_page(
        loaded_tournament, find_round(loaded_tournament, number), one, other, is_stale=True
    )
    page.status_code = 409
    return page


def _swap_page(
    loaded_tournament: LoadedTournament,
    drawn_round: DrawnRound,
    one: str = "",
    other: str = "",
    refusal: TournamentRefused | None = None,
    *,
    problem: str = "",
    is_stale: bool = False,
) -> Response:
    seated = _seated(drawn_round)
    tables = {key: loaded_tournament.tournament.table_of(key, drawn_round.number) for key in seated}
    wrong = [fault.code for fault in refusal.faults] if refusal else []
    broken = None
    comes_out: tuple[dict[int, Table], list[str]] = {}, []
    if one in tables and other in tables:
        if tables[one] == tables[other]:
            wrong = ["same_place"]
        else:
            breaks = corrections.swap_breaks(
                loaded_tournament.tournament, drawn_round.number, (one, other)
            )
            broken = words.broken_texts(breaks, loaded_tournament.tournament)
            comes_out = corrections.swapped_tables(
                loaded_tournament.tournament, drawn_round.number, (one, other)
            )
    page = render_template(
        "tournaments/swap.html",
        **context_of(loaded_tournament),
        drawn_round=drawn_round,
        seated=[
            loaded_tournament.tournament.pair_in(key, drawn_round.number)
            for key in sorted(seated, key=int)
        ],
        about={
            key: _("table %(number)s", number=table.number) if table else _("bye")
            for key, table in tables.items()
        },
        one=one,
        other=other,
        broken=broken,
        comes_out=comes_out,
        is_stale=is_stale,
        tables=tables,
        wrong=[*([problem] if problem else ()), *(words.FAULTS.say(code) for code in wrong)],
    )
    return make_response(page, 422 if refusal or problem else 200)


def _seated(drawn_round: DrawnRound) -> set[str]:
    at_tables = {pair for table in drawn_round.tables for pair in (table.a, table.b)}
    return at_tables | {*drawn_round.byes}


@pages.get("/t/<tournament_id>/rounds/<int:number>/undraw")
def take_back(tournament_id: str, number: int) -> Response:
    """Show what is lost: results, hands on the phones, codes that were printed."""
    return _page_to_take_back(organised(tournament_id), number)


@pages.post("/t/<tournament_id>/rounds/<int:number>/undraw")
def undraw(tournament_id: str, number: int) -> BaseResponse:
    """Take the round back, if what is lost is still what was shown."""
    loaded_tournament = organised(tournament_id)
    was_done = loaded_tournament.tournament.has_done(operation()[0])
    if number == len(loaded_tournament.tournament.rounds) + 1:
        return go_to(".draw", tournament_id=tournament_id)  # a tap before took it back, or another
    drawn_round = find_round(loaded_tournament, number)
    lost = _lost(play_round(loaded_tournament, drawn_round))
    if not was_done and request.form.get("lost", "") != _mark(lost):
        return _page_to_take_back(loaded_tournament, number, is_stale=True)
    try:
        fields: Json = {"round": number, "sure": bool(lost)}
        TOURNAMENT_FORMS.perform(loaded_tournament, "undraw", fields)
    except TournamentRefused as refusal:
        return _page_to_take_back(loaded_tournament, number, wrong=refusal_text(refusal))
    except Conflict as conflict:
        return _page_to_take_back(find_tournament(conflict.public_id), number, is_stale=True)
    return go_to(".draw", tournament_id=tournament_id)


def _lost(tables: tuple[PlayedTable, ...]) -> list[PlayedTable]:
    """The tables with a result, or a hand on their phones."""
    return [one for one in tables if one.table.result is not None or one.has_begun]


def _mark(lost: list[PlayedTable]) -> str:
    return ",".join(str(one.table.number) for one in lost)


def _page_to_take_back(
    loaded_tournament: LoadedTournament, number: int, *, is_stale: bool = False, wrong: str = ""
) -> Response:
    drawn_round = find_round(loaded_tournament, number)
    lost = _lost(play_round(loaded_tournament, drawn_round))
    if drawn_round != loaded_tournament.tournament.last_round:
        wrong = words.FAULTS.say("not_last")
    page = render_template(
        "tournaments/take_back.html",
        **context_of(loaded_tournament),
        drawn_round=drawn_round,
        lost=lost,
        mark=_mark(lost),
        is_stale=is_stale,
        wrong=wrong,
    )
    return make_response(page, 422 if wrong else 409 if is_stale else 200)


LONGEST_NAME_OF_FINAL: Final = LONGEST_TEXT - 12
"""The longest name of a tournament that leaves room for the word that makes it the final's."""


@pages.get("/t/<tournament_id>/final")
def final(tournament_id: str) -> Response:
    """Show of how many pairs the final may be, and which they are."""
    return _final_page(organised(tournament_id))


@pages.post("/t/<tournament_id>/final")
@new_matches
def set_up_final(tournament_id: str) -> BaseResponse:
    """Set it up; the same form again leads to the same tournament."""
    loaded_tournament = organised(tournament_id)
    op_id, revision = operation()
    count = whole_number(request.form.get("count"), digits=1) or 0
    name = _(
        "%(name)s – Final",
        name=shorten(words.title_of(loaded_tournament.tournament.set_up), LONGEST_NAME_OF_FINAL),
    )
    there_is = _final_there_is(loaded_tournament.tournament)
    is_new = not loaded_tournament.tournament.has_done(op_id)
    if there_is and is_new and request.form.get("instead_of") != there_is:
        return _final_page(
            loaded_tournament,
            422,
            _("Tick first that the new final takes the place of the old one."),
        )
    try:
        final = finals.set_up_final(tournament_id, phone_id(), op_id, revision, count, name)
    except TournamentRefused as refusal:
        return _final_page(loaded_tournament, 422, refusal_text(refusal))
    except Conflict as conflict:
        return _final_page(find_tournament(conflict.public_id), 409)
    return go_to(".show", tournament_id=final.public_id)


def _final_there_is(tournament: Tournament) -> str:
    """The address of its final, or a word for one that is elsewhere; empty without one."""
    return tournament.final or ("elsewhere" if tournament.is_final_elsewhere else "")


def _final_page(
    loaded_tournament: LoadedTournament, status: int = 200, wrong: str = ""
) -> Response:
    there = finals.finalists(loaded_tournament)
    page = render_template(
        "tournaments/final.html",
        **context_of(loaded_tournament),
        there_is=_final_there_is(loaded_tournament.tournament),
        there=there[: max(finals.SIZES)],
        sizes=finals.sizes_of(there),
        wrong=wrong,
        is_stale=status == 409,
        final_name=words.final_name,
        champion=final_winner_text(loaded_tournament),
    )
    return make_response(page, status)
