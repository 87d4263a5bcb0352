"""A tournament's history: every act in words, and undoing an earlier one."""

from typing import Final, NamedTuple

from flask import Response, abort, make_response, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.explain.tournament_effects import effects
from scorekeeper.explain.tournament_history import act_text, is_public, visitor_text
from scorekeeper.explain.tournament_words import actor_text, is_told_by_phone
from scorekeeper.i18n import gettext as _
from scorekeeper.journal.owner import Conflict
from scorekeeper.tournament import corrections
from scorekeeper.tournament.acts.body import TournamentRefused
from scorekeeper.tournament.acts.desk import built_on, can_be_undone, undone_by
from scorekeeper.tournament.acts.rounds import RoundDrawn, Undrawn
from scorekeeper.tournament.service import TOURNAMENTS, LoadedTournament, find_tournament
from scorekeeper.tournament.state import Tournament, TournamentAct
from scorekeeper.web.forms import whole_number
from scorekeeper.web.fragments import go_to
from scorekeeper.web.phone_identity import phone_id, role_in_tournament
from scorekeeper.web.tournaments.remembered_pages import rare_page, remembered_page
from scorekeeper.web.tournaments.rights import (
    TOURNAMENT_FORMS,
    context_of,
    organised,
    pages,
    refusal_text,
)

PAGE: Final = 100
"""Acts on one page."""


class HistoryLine(NamedTuple):
    """An act in words."""

    act: TournamentAct
    text: str
    reason: str
    who: str
    stands: bool
    is_here: bool
    """Did this device do it? A phone's score is written by the device that drew the next round."""
    undo: str = ""
    """The address that undoes it, if this reader may."""
    bring_back: str = ""
    """The address that brings it back, if it was undone and this reader may."""
    round_back: str = ""
    """The address that brings back the round that it withdrew, if this reader may."""
    take_back: str = ""
    """The address that withdraws the round that it drew, if this reader may."""


@pages.get("/t/<tournament_id>/history")
def history(tournament_id: str) -> str | bytes:
    """Show every act that the reader may see, the newest first, in pages."""
    loaded_tournament = find_tournament(tournament_id)
    if role_in_tournament(tournament_id):
        return _history(loaded_tournament)
    made_by = rare_page if "until" in request.args else remembered_page
    return made_by(loaded_tournament, lambda: _history(loaded_tournament))


@pages.route("/t/<tournament_id>/history/<int:seq>/undo", methods=["GET", "POST"])
def undo(tournament_id: str, seq: int) -> BaseResponse:
    """Show the tournament without the act; once that is confirmed, undo it.

    Undoing an undoing brings an act back, and the page says so.
    """
    loaded_tournament = organised(tournament_id)
    act = loaded_tournament.tournament.act(seq)
    if act is None or not undone_by(loaded_tournament.tournament, act).body.is_undoable:
        abort(404)
    if request.method == "GET":
        if seq in loaded_tournament.tournament.undone:  # by the tap before
            return go_to(".history", tournament_id=tournament_id)
        return _proposal(loaded_tournament, act)
    try:
        TOURNAMENT_FORMS.perform(loaded_tournament, "undo", {"seq": seq})
    except TournamentRefused:
        return _proposal(loaded_tournament, act)
    except Conflict as conflict:
        now = find_tournament(conflict.public_id)
        return make_response(_history(now, is_stale=True), 409)
    return go_to(".history", tournament_id=tournament_id)


def _proposal(loaded_tournament: LoadedTournament, act: TournamentAct) -> Response:
    """Show the changes that undoing would make, or with status 409 the obstacle to it."""
    tournament = loaded_tournament.tournament
    wrong, facts = "", []
    try:
        after = TOURNAMENTS.with_state(
            loaded_tournament, corrections.without_act(tournament, act.seq)
        )
        facts = effects(loaded_tournament, after)
    except TournamentRefused as refusal:
        wrong = _why_not(tournament, act, refusal)
    page = render_template(
        "tournaments/undo.html",
        **context_of(loaded_tournament),
        name=act_text(undone_by(tournament, act), tournament),
        is_bringing_back=act.body.undoes is not None,
        brings_round=isinstance(act.body, Undrawn),
        act=act,
        facts=facts,
        wrong=wrong,
    )
    return make_response(page, 409 if wrong else 200)


def _why_not(tournament: Tournament, act: TournamentAct, refusal: TournamentRefused) -> str:
    others = [act_text(one, tournament) for one in built_on(tournament, act)]
    if others:
        return _("It cannot be undone: %(others)s came after it.", others=" · ".join(others))
    return refusal_text(refusal)


def _history(loaded_tournament: LoadedTournament, *, is_stale: bool = False) -> str:
    tournament = loaded_tournament.tournament
    role = role_in_tournament(loaded_tournament.public_id)
    acts = [act for act in tournament.acts if role or is_public(act, tournament)]
    until = whole_number(request.args.get("until"), 6)
    end = len(acts) if until is None else min(max(until, 1), len(acts))
    begin = max(0, end - PAGE)
    return render_template(
        "tournaments/history.html",
        **context_of(loaded_tournament),
        lines=[_line(loaded_tournament, act, role) for act in reversed(acts[begin:end])],
        older=begin,
        newer=min(end + PAGE, len(acts)) if end < len(acts) else None,
        is_stale=is_stale,
    )


def _line(loaded_tournament: LoadedTournament, act: TournamentAct, role: str) -> HistoryLine:
    tournament = loaded_tournament.tournament
    line = HistoryLine(
        act,
        (act_text if role else visitor_text)(act, tournament),
        str(getattr(act.body, "reason", "")),
        actor_text(tournament, act, is_named=bool(role)),
        act.seq not in tournament.undone,
        bool(role) and act.phone == phone_id() and not is_told_by_phone(act),
    )
    if role != "organiser":
        return line
    tournament_id = loaded_tournament.public_id
    last = tournament.last_round
    if isinstance(act.body, RoundDrawn) and last is not None and last.act.seq == act.seq:
        return line._replace(
            take_back=url_for(".draw", tournament_id=tournament_id, open="back", _anchor="back")
        )
    if act.body.undoes is not None or not can_be_undone(tournament, act):
        return line
    if line.stands and isinstance(act.body, Undrawn):
        return line._replace(round_back=url_for(".undo", tournament_id=tournament_id, seq=act.seq))
    if line.stands:
        return line._replace(undo=url_for(".undo", tournament_id=tournament_id, seq=act.seq))
    if isinstance(act.body, Undrawn):  # the round is there: withdrawing it is another act
        return line
    undoing_act = _undoing_of(tournament, act)
    return line._replace(
        bring_back=url_for(".undo", tournament_id=tournament_id, seq=undoing_act.seq)
    )


def _undoing_of(tournament: Tournament, act: TournamentAct) -> TournamentAct:
    """The standing act that undid it."""
    return next(
        one
        for one in reversed(tournament.acts)
        if one.body.undoes == act.seq and one.seq not in tournament.undone
    )
