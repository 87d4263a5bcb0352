"""Wishes for every draw, and pairs chosen by number or name.

A list alone would be searched by letters: who types 33 there is led on from pair 3 to pair 30.
"""

import re
from collections.abc import Callable, Collection
from functools import partial
from typing import Final, NamedTuple

from flask import Response, make_response, render_template, request

from scorekeeper.explain import tournament_words as words
from scorekeeper.i18n import gettext as _
from scorekeeper.journal.json_values import Json, JsonValue
from scorekeeper.rules.names import shorten
from scorekeeper.tournament.draw_requests import clubs_of
from scorekeeper.tournament.pair_names import find_pairs, plain
from scorekeeper.tournament.service import LoadedTournament
from scorekeeper.tournament.state import Tournament
from scorekeeper.web.forms import Fields, Mistyped, whole_number
from scorekeeper.web.tournaments.rights import TOURNAMENT_FORMS, context_of, organised, pages

LONGEST_CHOICE: Final = 120
"""A number and two names, as the list offers them."""
_NUMBER: Final = re.compile(r"\s*([0-9]{1,4})\b")


class ChosenPair(NamedTuple):
    """What was typed, and whom it means."""

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
    return _page(organised(tournament_id))


def _page(
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


def _form(name: str, op: str) -> Callable[[Fields], Fields]:
    path = f"/t/<tournament_id>/wishes/{name}"
    return TOURNAMENT_FORMS.form(path, op, partial(_page, form=name), ".lasting_wishes")


@_form("apart", "keep_apart")
def keep_apart(loaded_tournament: LoadedTournament) -> Json:
    """Two pairs never meet, or may meet again."""
    pairs: list[JsonValue] = [_chosen(loaded_tournament, name) for name in ("one", "other")]
    return {"pairs": pairs, "apart": "apart" in request.form}


@_form("table", "keep_table")
def keep_table(loaded_tournament: LoadedTournament) -> Json:
    """A pair keeps a table, or none any more."""
    table = whole_number(request.form.get("table"), 3)
    return {"pair": _chosen(loaded_tournament, "pair"), "kept_table": table or 0}


@_form("clubs", "keep_clubs_apart")
def keep_clubs_apart(_loaded: LoadedTournament) -> Json:
    """Pairs of one club do not meet while it can be avoided, or may meet."""
    return {"apart": "apart" in request.form}


def _chosen(loaded_tournament: LoadedTournament, field: str) -> str:
    pair = choose_pair(loaded_tournament.tournament, request.form.get(field, ""))
    if pair.wrong:
        raise Mistyped(pair.wrong)
    return pair.key
