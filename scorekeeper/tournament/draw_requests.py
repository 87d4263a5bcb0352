"""The request for a draw: pairs, results and wishes. Each draw is made once."""

import json
from collections.abc import Iterable
from functools import lru_cache
from threading import BoundedSemaphore, Lock
from typing import Final

from scorekeeper.draws.codec import read_tournament
from scorekeeper.draws.draw_json import HIGHEST_SEED
from scorekeeper.draws.individual import FOUR
from scorekeeper.draws.individual_codec import read_individual
from scorekeeper.draws.individual_round import draw_individual
from scorekeeper.draws.model import (
    NEWEST,
    Broken,
    Bye,
    Draw,
    DrawProblem,
    PlayedPairing,
    Round,
    Table,
)
from scorekeeper.draws.next_round import draw
from scorekeeper.store.db import DatabaseUnavailable
from scorekeeper.tournament.acts.body import Fault, TournamentRefused
from scorekeeper.tournament.drawn_rounds import (
    DrawRequest,
    PlayedJson,
    entrants_of,
    version_of,
    versioned,
)
from scorekeeper.tournament.pair_names import plain
from scorekeeper.tournament.played_tables import play_round, results_of
from scorekeeper.tournament.service import LoadedTournament
from scorekeeper.tournament.state import Tournament
from scorekeeper.tournament.table_results import side_json, side_of


def next_request(
    loaded_tournament: LoadedTournament,
    seed: int,
    fixed: Iterable[tuple[str, str]],
    forbidden: Iterable[tuple[str, str]],
) -> DrawRequest:
    """Return the request from which the next round of a tournament without phases would be drawn.

    :raises TournamentRefused: a table of the last round is not done.
    """
    tournament = loaded_tournament.tournament
    last = tournament.last_round
    results, is_whole = results_of(tournament, play_round(loaded_tournament, last) if last else ())
    if not is_whole:
        raise TournamentRefused(Fault("not_done", "round"))
    pairs = tournament.pairs_to_draw
    request: DrawRequest = {
        "format": tournament.set_up.format,
        "pairs": pairs,
        "seed": seed % (HIGHEST_SEED + 1),
        "results": results_to_draw_from(tournament, [round_json(one) for one in results]),
    }
    add_wishes(request, tournament, fixed, forbidden)
    kept: list[list[str | int]] = [
        [key, tournament.kept_tables[key]] for key in pairs if key in tournament.kept_tables
    ]
    if kept:
        request["kept_tables"] = kept
    version = version_of(tournament.rounds[0].request) if tournament.rounds else NEWEST
    if version > 1:
        request["version"] = version
    return request


def add_wishes(
    request: DrawRequest,
    tournament: Tournament,
    fixed: Iterable[tuple[str, str]],
    forbidden: Iterable[tuple[str, str]],
    *,
    parts_clubs: bool = True,
) -> None:
    """Write who is absent, the wishes of this draw, and those of every draw, but kept tables."""
    entrants = entrants_of(request)
    if together := [[*two] for two in fixed]:
        request["fixed"] = together
    there = {*entrants}
    always = [two for two in tournament.apart if there.issuperset(two)]
    if apart := [[*two] for two in dict.fromkeys((*forbidden, *always))]:
        request["forbidden"] = apart
    if absent := [key for key in entrants if not tournament.pairs[key].plays]:
        request["absent"] = absent
    if parts_clubs and tournament.clubs_apart and (clubs := clubs_of(tournament, entrants)):
        request["clubs"] = clubs


def clubs_of(tournament: Tournament, pairs: Iterable[str]) -> list[list[str]]:
    """The pairs of each club of which there are several, whatever its accents and capitals."""
    clubs: dict[str, list[str]] = {}
    for key in pairs:
        if club := plain(tournament.pairs[key].club):
            clubs.setdefault(club, []).append(key)
    return [members for members in clubs.values() if len(members) > 1]


def results_to_draw_from(
    tournament: Tournament, results: list[list[PlayedJson]]
) -> list[list[PlayedJson]]:
    """The results from which the round after these is drawn.

    A bracket goes on from the pairs that sat down. So a round from which the next one was drawn
    keeps its results as they were then, without later corrections.
    """
    last = tournament.round(len(results))
    if last is None or last.format != "knockout":
        return results
    return [*last.request["results"], results[-1]]


def round_json(played: Round) -> list[PlayedJson]:
    """Return a played round as a draw's request has it."""
    return [{"bye": one.pair} if isinstance(one, Bye) else _pairing_json(one) for one in played]


def _pairing_json(one: PlayedPairing) -> PlayedJson:
    written: PlayedJson = {
        "a": side_json(one.a),
        "b": side_json(one.b),
        "score": list(one.score),
    }
    return {**written, "forfeit": "both"} if one.forfeit == "both" else written


def draw_command(requests: Iterable[DrawRequest]) -> str:
    """The line that draws a round again part by part, in any shell."""
    lines = [json.dumps(versioned(one), separators=(", ", ": ")) for one in requests]
    if len(lines) == 1:
        return f"echo '{lines[0]}' | python -m scorekeeper draw"
    told = " ".join(f"'{line}'" for line in lines)
    return f"printf '%s\\n' {told} | python -m scorekeeper draw"


_MOST_DRAWS: Final = 32
"""Draws in memory."""
MANY_PAIRS: Final = 200
"""From this number on a draw is made alone: a thousand pairs hold every thread for 0.2 s."""
_places: Final = BoundedSemaphore(2)
"""One that is drawn and one that waits for it: other threads are left for the hands."""
_one_at_a_time: Final = Lock()


class CannotDraw(TournamentRefused):
    """The next round cannot be drawn."""

    def __init__(self, *problems: DrawProblem) -> None:
        super().__init__(Fault("cannot_draw", "draw"))
        self.problems = problems
        """The problems as the draw itself reports them."""


def draw_from(request: DrawRequest) -> Draw:
    """Draw the round of this request.

    :raises CannotDraw: the request is at fault.
    :raises DatabaseUnavailable: other draws of many pairs are under way.
    """
    return _draw_once(json.dumps(versioned(request)))


@lru_cache(_MOST_DRAWS)
def _draw_once(question: str) -> Draw:
    """Draw once: a shown draw is not repeated when it is written, for it can take seconds."""
    request = json.loads(question)
    if request["format"] == "individual":
        return _draw_players(request)
    field, wrong = read_tournament(request)
    if field is None:
        raise CannotDraw(*wrong)
    if len(field.pairs) < MANY_PAIRS:
        return draw(field)
    if not _places.acquire(blocking=False):
        raise DatabaseUnavailable("a draw of many pairs is under way")
    try:
        with _one_at_a_time:
            return draw(field)
    finally:
        _places.release()


def _draw_players(request: dict[str, object]) -> Draw:
    field, wrong = read_individual(request)
    if field is None:
        raise CannotDraw(*wrong)
    if len(field.present) < FOUR:
        raise CannotDraw(DrawProblem("too_few", "absent"))
    drawn = draw_individual(field)
    return Draw(
        tuple(Table(side_of(one.a), side_of(one.b)) for one in drawn.tables),
        drawn.byes,
        tuple(Broken(one.rule, one.players) for one in drawn.broken),
        drawn.numbers,
    )
