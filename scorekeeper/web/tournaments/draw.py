"""Drawing the next round, first its seed; wishes for every draw; pairs chosen by number or name.

A round is shown with every rule that it breaks, and then drawn so. A plain list of pairs would be
searched by letters: typing 33 there leads from pair 3 to pair 30.
"""

import re
from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Final, NamedTuple, TypeAlias

from flask import Response, make_response, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.explain import tournament_words as words
from scorekeeper.explain.standings_words import final_winner_text
from scorekeeper.i18n import gettext as _
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.journal.json_values import Json, JsonValue
from scorekeeper.journal.owner import Conflict
from scorekeeper.rules.names import shorten, tidy_name
from scorekeeper.tournament import draw_requests, round_draw
from scorekeeper.tournament.acts.body import Fault, TournamentRefused
from scorekeeper.tournament.acts.fields import LONGEST_REASON
from scorekeeper.tournament.draw_requests import CannotDraw, clubs_of, draw_command
from scorekeeper.tournament.drawn_rounds import MissingPairs
from scorekeeper.tournament.finals import is_played
from scorekeeper.tournament.pair_names import find_pairs, plain
from scorekeeper.tournament.played_tables import play_round
from scorekeeper.tournament.round_draw import Proposal
from scorekeeper.tournament.service import LoadedTournament, find_tournament
from scorekeeper.tournament.stages import missing_pairs
from scorekeeper.tournament.state import Tournament
from scorekeeper.tournament.tournament_set_up import MOST
from scorekeeper.web.forms import Fields, Mistyped, operation, whole_number
from scorekeeper.web.fragments import go_to
from scorekeeper.web.limits import count_large_draw, new_matches
from scorekeeper.web.phone_identity import phone_id
from scorekeeper.web.tournaments.rights import TOURNAMENT_FORMS, context_of, organised, pages

LONGEST_CHOICE: Final = 120
"""A number and two names, as the list offers them."""
_NUMBER: Final = re.compile(r"\s*([0-9]{1,4})\b")


class ChosenPair(NamedTuple):
    """A typed text, and the pair that it means."""

    key: str
    """The pair's; as it was typed where it means none."""
    wrong: str = ""
    """Why it means no pair."""


def choose_pair(
    tournament: Tournament, text: str, among: Collection[str] | None = None
) -> ChosenPair:
    """The pair that is meant, of all or of these: by the number in front, else by a name."""
    keys = tournament.pairs.keys() if among is None else among
    number = _NUMBER.match(text)
    if number and (key := str(int(number[1]))) in keys:
        return ChosenPair(key)
    text = text[:LONGEST_CHOICE]
    found = [pair for pair in find_pairs(tournament.pairs, text) if pair.key in keys]
    whole = [pair for pair in found if plain(text) in map(plain, pair.players)]
    found = whole or found
    if len(found) == 1:
        return ChosenPair(found[0].key)
    if found:
        return ChosenPair(text, _("Several pairs are called so: type the number."))
    return ChosenPair(text, words.FAULTS.say("no_pair"))


_TABLE: Final = re.compile(r"\s*(\d{1,4})\s*[-–—:/ ]\s*(\d{1,4})\s*")
_BETWEEN: Final = re.compile(r"[,;\n]+")
_LONGEST: Final = 20
"""The longest text of a table, with white space in it."""


class Wishes(NamedTuple):
    """Tables that were typed to be fixed or forbidden: the text, and the tables in it."""

    text: str
    tables: tuple[tuple[str, str], ...]
    unread: tuple[str, ...]
    """The parts of the text that are no table."""


def wishes_of(field: str) -> Wishes:
    """Read the tables that the request has in this field."""
    text = request.values.get(field, "")
    parts = [part.strip() for part in _BETWEEN.split(text) if part.strip()]
    read = {part: _TABLE.fullmatch(part) if len(part) <= _LONGEST else None for part in parts}
    tables = tuple((str(int(one[1])), str(int(one[2]))) for one in read.values() if one)
    unread = (shorten(part, _LONGEST) for part, one in read.items() if not one)
    return Wishes(text, tables, tuple(unread))


@pages.get("/t/<tournament_id>/wishes")
def lasting_wishes(tournament_id: str) -> Response:
    """The wishes that hold, and the forms of new ones."""
    return _wishes_page(organised(tournament_id))


def _wishes_page(
    loaded_tournament: LoadedTournament, status: int = 200, wrong: str = "", *, form: str = ""
) -> Response:
    tournament = loaded_tournament.tournament
    page = render_template(
        "tournaments/lasting_wishes.html",
        **context_of(loaded_tournament),
        clubs=[
            [tournament.pairs[key] for key in keys]
            for keys in clubs_of(tournament, tournament.pairs)
        ],
        typed=request.form if wrong else {},
        wrong_form=form if wrong else "",
        wrong=wrong,
        is_stale=status == 409,
    )
    return make_response(page, status)


_Fields: TypeAlias = Fields[LoadedTournament]


def _wish_form(name: str, op: str) -> Callable[[_Fields], _Fields]:
    path = f"/t/<tournament_id>/wishes/{name}"
    return TOURNAMENT_FORMS.form(path, op, partial(_wishes_page, form=name), ".lasting_wishes")


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
    return _draw_page(organised(tournament_id), new_operation_id())


@pages.post("/t/<tournament_id>/draw/seed")
def propose_round(tournament_id: str) -> BaseResponse:
    """Draw the seed of the next round, or, with a reason, another one."""
    loaded_tournament = organised(tournament_id)
    op_id, _revision = operation()
    wishes = {name: wishes_of(name) for name in ("fixed", "forbidden")}
    if any(one.unread for one in wishes.values()):
        return _draw_page(loaded_tournament, op_id, 422)
    reason = tidy_name(request.form.get("reason", ""))
    tables: Json = {name: [[*two] for two in one.tables] for name, one in wishes.items()}
    try:
        TOURNAMENT_FORMS.perform(loaded_tournament, "propose", {**tables, "reason": reason})
    except TournamentRefused as refusal:
        faults = [fault for fault in refusal.faults if fault.field == "reason"]
        return _draw_page(loaded_tournament, op_id, 422, faults)
    except Conflict as conflict:
        return _draw_page(find_tournament(conflict.public_id), new_operation_id(), 409)
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
        return _draw_page(loaded_tournament, op_id, 422)
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
        return _draw_page(loaded_tournament, op_id, 422)
    except Conflict as conflict:
        return _draw_page(find_tournament(conflict.public_id), new_operation_id(), 409)
    return go_to(
        ".board", tournament_id=tournament_id, number=len(loaded_tournament.tournament.rounds)
    )


def _draw_page(
    loaded_tournament: LoadedTournament, op_id: str, status: int = 200, faults: Sequence[Fault] = ()
) -> Response:
    fixed_tables, forbidden = wishes_of("fixed"), wishes_of("forbidden")
    wrong = _unread(fixed_tables, forbidden)
    proposal: Proposal | None = None
    seed = round_draw.seed_of_next(loaded_tournament.tournament)
    if not wrong:
        if len(loaded_tournament.tournament.pairs) >= draw_requests.MANY_PAIRS:
            count_large_draw()
        try:
            # Without a seed it only says whether the round can be drawn.
            proposal = round_draw.propose(
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
