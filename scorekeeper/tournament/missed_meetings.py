"""The meetings that an all-play-all leaves out: a pair came late, or was absent. Pure."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Final

from scorekeeper.draws.codec import read_tournament
from scorekeeper.draws.model import Draw
from scorekeeper.draws.next_round import draw
from scorekeeper.phases.advance import rounds_needed
from scorekeeper.phases.phase_plan import PhaseSeats
from scorekeeper.tournament.draw_requests import add_wishes
from scorekeeper.tournament.drawn_rounds import (
    DrawRequest,
    PlayedJson,
    entrants_of,
    version_of,
    versioned,
)
from scorekeeper.tournament.played_phases import PlayedPart, phases_at
from scorekeeper.tournament.state import Tournament

_MOST: Final = 40
"""The most pairs of a group that are looked at: more never meet everybody in an evening."""


def missed_meetings(tournament: Tournament) -> Mapping[str, tuple[str, ...]]:
    """Return the meetings that the planned rounds leave out, each under one of its pairs.

    It is empty if all pairs sat in every round, or if too few rounds are planned for all meetings.
    It is also empty once a later phase is drawn.
    """
    rounds = tournament.rounds
    if not rounds or any(part.phase > 1 for part in rounds[-1].parts):
        return {}
    if tournament.set_up.format != "round_robin":
        return {}
    phases = phases_at(tournament)
    first = phases.plan[0]
    missed: list[frozenset[str]] = []
    for group, entrants in enumerate(first.drawn or (), 1):
        parts = phases.parts[1, group]
        count = len(entrants_of(parts[0].part.request))
        planned = rounds_needed(first, PhaseSeats((), (entrants,)))
        if not tournament.set_up.has_phases:
            planned = tournament.planned_rounds
        if planned >= count - 1 + count % 2 and len(entrants) <= _MOST:
            missed += _missed_in(tournament, entrants, parts, planned)
    return _by_pair(missed)


def _missed_in(
    tournament: Tournament, entrants: Sequence[str], parts: Sequence[PlayedPart], planned: int
) -> list[frozenset[str]]:
    """The meetings of a group that its rounds leave out, those to come, too."""
    results = [_as_played(part) for part in parts]
    everybody = {*entrants}
    if all(everybody <= _seated(one) for one in results):
        return []
    met = {two for one in results for two in _tables(one)}
    while len(results) < planned:
        results.append(_next_round(tournament, entrants, results, parts))
        met |= _tables(results[-1])
    there = [key for key in entrants if not tournament.pairs[key].withdrawn]
    return [frozenset(two) for two in combinations(there, 2) if frozenset(two) not in met]


def _as_played(played: PlayedPart) -> list[PlayedJson]:
    """The round as the draw reads it; who has won changes nothing where everybody meets."""
    return _round_of(((one.table.a, one.table.b) for one in played.tables), played.part.byes)


def _round_of(tables: Iterable[tuple[str, str]], byes: Iterable[str]) -> list[PlayedJson]:
    played: list[PlayedJson] = [{"a": a, "b": b, "score": [1, 0]} for a, b in tables]
    sitting_out: list[PlayedJson] = [{"bye": key} for key in byes]
    return played + sitting_out


def _next_round(
    tournament: Tournament,
    entrants: Sequence[str],
    results: list[list[PlayedJson]],
    parts: Sequence[PlayedPart],
) -> list[PlayedJson]:
    """The round that comes next; who is absent now is there from the round after it on."""
    request: DrawRequest = {
        "format": "round_robin",
        "pairs": [*entrants],
        "seed": 0,
        "results": results,
        "version": version_of(parts[0].part.request),
    }
    add_wishes(request, tournament, (), ())
    if len(results) > len(parts):
        absent = [key for key in request.get("absent", []) if tournament.pairs[key].withdrawn]
        request["absent"] = absent
    field, _wrong = read_tournament({**versioned(request)})
    drawn = draw(field) if field else Draw((), (), ())
    return _round_of(drawn.tables, drawn.byes)


def _tables(played: Iterable[PlayedJson]) -> set[frozenset[str]]:
    return {frozenset((str(one["a"]), str(one["b"]))) for one in played if "bye" not in one}


def _seated(played: Iterable[PlayedJson]) -> set[str]:
    return {str(one[side]) for one in played for side in ("a", "b", "bye") if side in one}


def _by_pair(missed: Iterable[frozenset[str]]) -> Mapping[str, tuple[str, ...]]:
    """The meetings by the pair that misses most of them; of equals by the one that came last."""
    left, found = [*missed], {}
    while left:
        counts = Counter(key for two in left for key in two)
        key = max(counts, key=lambda one: (counts[one], int(one)))
        others = [other for two in left if key in two for other in two if other != key]
        found[key] = tuple(sorted(others, key=int))
        left = [two for two in left if key not in two]
    return found
