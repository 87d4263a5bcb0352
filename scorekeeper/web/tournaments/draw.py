"""Drawing the next round: first its seed is drawn, then it is shown, with every rule that it
breaks, and then drawn so."""

from collections.abc import Sequence

from flask import Response, make_response, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.explain import tournament_words as words
from scorekeeper.explain.standings_words import final_winner_text
from scorekeeper.i18n import gettext as _
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.journal.json_values import Json
from scorekeeper.journal.owner import Conflict
from scorekeeper.rules.names import tidy_name
from scorekeeper.tournament import draw_requests, drawing
from scorekeeper.tournament.acts.body import Fault, TournamentRefused
from scorekeeper.tournament.acts.fields import LONGEST_REASON
from scorekeeper.tournament.draw_requests import CannotDraw, draw_command
from scorekeeper.tournament.drawing import Proposal
from scorekeeper.tournament.drawn_rounds import MissingPairs
from scorekeeper.tournament.finals import is_played
from scorekeeper.tournament.missing import missing_pairs
from scorekeeper.tournament.playing import play_round
from scorekeeper.tournament.service import LoadedTournament, find_tournament
from scorekeeper.web.forms import operation
from scorekeeper.web.fragments import go_to
from scorekeeper.web.limits import count_large_draw, new_matches
from scorekeeper.web.phone_identity import phone_id
from scorekeeper.web.tournaments.rights import TOURNAMENT_FORMS, context_of, organised, pages
from scorekeeper.web.tournaments.wishes_page import Wishes, wishes_of


@pages.get("/t/<tournament_id>/draw")
def draw(tournament_id: str) -> Response:
    """The next round as it would be drawn by its seed, once it was proposed."""
    return _page(organised(tournament_id), new_operation_id())


@pages.post("/t/<tournament_id>/draw/seed")
def propose_round(tournament_id: str) -> BaseResponse:
    """Draw the seed of the next round, or, with a reason, another one."""
    loaded_tournament = organised(tournament_id)
    op_id, _revision = operation()
    wishes = {name: wishes_of(name) for name in ("fixed", "forbidden")}
    if any(one.unread for one in wishes.values()):
        return _page(loaded_tournament, op_id, 422)
    reason = tidy_name(request.form.get("reason", ""))
    tables: Json = {name: [[*two] for two in one.tables] for name, one in wishes.items()}
    try:
        TOURNAMENT_FORMS.perform(loaded_tournament, "propose", {**tables, "reason": reason})
    except TournamentRefused as refusal:
        faults = [fault for fault in refusal.faults if fault.field == "reason"]
        return _page(loaded_tournament, op_id, 422, faults)
    except Conflict as conflict:
        return _page(find_tournament(conflict.public_id), new_operation_id(), 409)
    typed = {name: one.text for name, one in wishes.items() if one.text}
    return go_to(".draw", tournament_id=tournament_id, **typed)


@pages.post("/t/<tournament_id>/draw")
@new_matches
def draw_round(tournament_id: str) -> BaseResponse:
    """Draw it as it was shown."""
    loaded_tournament = organised(tournament_id)
    op_id, revision = operation()
    fixed_tables, forbidden = wishes_of("fixed"), wishes_of("forbidden")
    if fixed_tables.unread or forbidden.unread:
        return _page(loaded_tournament, op_id, 422)
    try:
        loaded_tournament = drawing.draw_round(
            tournament_id,
            phone_id(),
            op_id,
            revision,
            fixed_tables.tables,
            forbidden.tables,
            request.form.get("shown", ""),
        )
    except TournamentRefused:
        return _page(loaded_tournament, op_id, 422)
    except Conflict as conflict:
        return _page(find_tournament(conflict.public_id), new_operation_id(), 409)
    return go_to(
        ".board", tournament_id=tournament_id, number=len(loaded_tournament.tournament.rounds)
    )


def _page(
    loaded_tournament: LoadedTournament, op_id: str, status: int = 200, faults: Sequence[Fault] = ()
) -> Response:
    fixed_tables, forbidden = wishes_of("fixed"), wishes_of("forbidden")
    wrong = _unread(fixed_tables, forbidden)
    proposal: Proposal | None = None
    seed = drawing.seed_of_next(loaded_tournament.tournament)
    if not wrong:
        if len(loaded_tournament.tournament.pairs) >= draw_requests.MANY_PAIRS:
            count_large_draw()
        try:
            # Without a seed it only says whether the round can be drawn.
            proposal = drawing.propose(
                loaded_tournament, seed or 0, fixed_tables.tables, forbidden.tables
            )
        except CannotDraw as refusal:
            wrong = [
                words.draw_problem_text(one, loaded_tournament.tournament)
                for one in refusal.problems
            ]
        except TournamentRefused as refusal:
            wrong = [words.FAULTS.say(fault.code) for fault in refusal.faults]
    context: dict[str, object] = {
        **context_of(loaded_tournament),
        "is_played": is_played(loaded_tournament),
        "champion_of": final_winner_text,
        "op_id": op_id,
        "fixed": fixed_tables.text,
        "forbidden": forbidden.text,
        "wrong": wrong,
        "is_stale": status == 409,
        "undone": [] if proposal else _undone(loaded_tournament),
        "proposal": proposal,
        "is_proposed": seed is not None,
        "missing": _missing(loaded_tournament, proposal) if proposal else None,
        "numbers": proposal.draw.numbers if proposal else (),
        "reason": request.form.get("reason", ""),
        "longest": LONGEST_REASON,
        "reason_wrong": [words.FAULTS.say(fault.code) for fault in faults],
        "command": draw_command(proposal.request) if proposal else "",
        "broken": words.broken_texts(proposal.draw.broken, loaded_tournament.tournament)
        if proposal
        else [],
    }
    return make_response(render_template("tournaments/draw.html", **context), status)


def _missing(loaded_tournament: LoadedTournament, proposal: Proposal) -> MissingPairs:
    seated = [*(pair for table in proposal.draw.tables for pair in table), *proposal.draw.byes]
    return missing_pairs(loaded_tournament.tournament, seated)


def _undone(loaded_tournament: LoadedTournament) -> list[int]:
    """The tables of the last round that have no result."""
    last = loaded_tournament.tournament.last_round
    return (
        [one.table.number for one in play_round(loaded_tournament, last) if one.score is None]
        if last
        else []
    )


def _unread(*wishes: Wishes) -> list[str]:
    unread = [part for one in wishes for part in one.unread]
    return [_("%(text)s is no table: two numbers, such as 3-7.", text=part) for part in unread]
