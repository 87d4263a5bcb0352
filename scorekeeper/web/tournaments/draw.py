"""Drawing the next round, first its seed; wishes for every draw.

A round is shown with every rule that it breaks, and then drawn so.
"""

from collections.abc import Callable
from typing import TypeAlias

from flask import Response, request
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.explain import tournament_words as words
from scorekeeper.i18n import gettext as _
from scorekeeper.journal.json_values import Json, JsonValue
from scorekeeper.journal.owner import Conflict
from scorekeeper.rules.names import tidy_name
from scorekeeper.tournament import round_draw
from scorekeeper.tournament.acts.body import TournamentRefused
from scorekeeper.tournament.service import LoadedTournament, find_tournament
from scorekeeper.tournament.tournament_set_up import MOST
from scorekeeper.web.forms import Fields, Mistyped, operation, whole_number
from scorekeeper.web.fragments import go_to
from scorekeeper.web.limits import new_matches
from scorekeeper.web.phone_identity import phone_id
from scorekeeper.web.tournaments.chosen_pairs import choose_pair
from scorekeeper.web.tournaments.draw_page import NOT_REFUSED, RefusedForm, draw_page, wishes_of
from scorekeeper.web.tournaments.rights import TOURNAMENT_FORMS, organised, pages


@pages.get("/t/<tournament_id>/wishes")
def lasting_wishes(tournament_id: str) -> BaseResponse:
    """Lead a link from before to the fold of the draw's page."""
    organised(tournament_id)
    return go_to(".draw", tournament_id=tournament_id, open="wishes", _anchor="wishes")


_Fields: TypeAlias = Fields[LoadedTournament]


def _wish_form(name: str, op: str) -> Callable[[_Fields], _Fields]:
    def page(loaded_tournament: LoadedTournament, status: int, wrong: str) -> Response:
        return draw_page(loaded_tournament, status, RefusedForm(name, wrong))

    path = f"/t/<tournament_id>/wishes/{name}"
    keeps = ("fixed", "forbidden")  # typed for the next round alone
    return TOURNAMENT_FORMS.form(path, op, page, ".draw", fold="wishes", keeps=keeps)


@_wish_form("apart", "keep_apart")
def keep_apart(loaded_tournament: LoadedTournament) -> Json:
    """Two pairs never meet, or may meet again."""
    pairs: list[JsonValue] = [_chosen(loaded_tournament, name) for name in ("one", "other")]
    return {"pairs": pairs, "apart": "apart" in request.form}


@_wish_form("table", "keep_table")
def keep_table(loaded_tournament: LoadedTournament) -> Json:
    """A pair keeps a table, or none any more."""
    pair, typed = _chosen(loaded_tournament, "pair"), request.form.get("table", "").strip()
    table = whole_number(typed, digits=3)
    if typed and table is None:
        raise Mistyped(_("A whole number up to %(most)s, or nothing.", most=MOST))
    return {"pair": pair, "kept_table": table or 0}


@_wish_form("clubs", "keep_clubs_apart")
def keep_clubs_apart(_loaded: LoadedTournament) -> Json:
    """Pairs of one club do not meet while it can be avoided, or may meet."""
    return {"apart": "apart" in request.form}


def _chosen(loaded_tournament: LoadedTournament, field: str) -> str:
    pair = choose_pair(loaded_tournament.tournament, request.form.get(field, ""))
    if pair.wrong:
        raise Mistyped(pair.wrong)
    return pair.key


@pages.get("/t/<tournament_id>/draw")
def draw(tournament_id: str) -> Response:
    """The next round as it would be drawn by its seed, once it was proposed."""
    chosen = request.args.get("swap", ""), request.args.get("with", "")
    return draw_page(organised(tournament_id), swap=chosen)


@pages.post("/t/<tournament_id>/draw/seed")
def propose_round(tournament_id: str) -> BaseResponse:
    """Draw the seed of the next round, or, with a reason, another one."""
    loaded_tournament = organised(tournament_id)
    op_id, revision = operation()
    wishes = {name: wishes_of(name) for name in ("fixed", "forbidden")}
    if any(one.unread for one in wishes.values()):
        return draw_page(loaded_tournament, 422, op_id=op_id)
    reason = tidy_name(request.form.get("reason", ""))
    tables: Json = {name: [[*two] for two in one.tables] for name, one in wishes.items()}
    try:
        TOURNAMENT_FORMS.perform(loaded_tournament, "propose", {**tables, "reason": reason})
    except TournamentRefused as refusal:
        wrong = [words.FAULTS.say(one.code) for one in refusal.faults if one.field == "reason"]
        refused = RefusedForm("reason" if wrong else "", " ".join(wrong))
        return _not_drawn(tournament_id, revision, 422, refused, op_id)
    except Conflict:
        return _not_drawn(tournament_id, revision, 409)
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
        return draw_page(loaded_tournament, 422, op_id=op_id)
    try:
        loaded_tournament = round_draw.draw_round(
            tournament_id,
            phone_id(),
            op_id,
            revision,
            fixed_tables.tables,
            forbidden.tables,
            request.form.get("shown", ""),
        )
    except TournamentRefused:
        return _not_drawn(tournament_id, revision, 422, op_id=op_id)
    except Conflict:
        return _not_drawn(tournament_id, revision, 409)
    return go_to(
        ".board", tournament_id=tournament_id, number=len(loaded_tournament.tournament.rounds)
    )


def _not_drawn(
    tournament_id: str,
    revision: int,
    status: int,
    refused: RefusedForm = NOT_REFUSED,
    op_id: str = "",
) -> Response:
    """Return the page after a refusal; if a round was drawn since the revision, it says by whom."""
    loaded_tournament = find_tournament(tournament_id)
    last = loaded_tournament.tournament.last_round
    if last is None or last.act.seq <= revision:
        return draw_page(loaded_tournament, status, refused, op_id=op_id)
    said = (
        _("You have drawn round %(number)s already.", number=last.number)
        if last.act.phone == phone_id()
        else _("Somebody else has just drawn round %(number)s.", number=last.number)
    )
    return draw_page(loaded_tournament, 409, RefusedForm("drawn", said))
