"""JSON ⇄ values of the draw of players (docs/draws.md), and the problems of a request."""

from typing import Final

from scorekeeper.draws.checks import duplicates, problems_of_kept_tables, problems_of_tables
from scorekeeper.draws.draw_json import (
    kept_tables,
    name,
    names,
    read_request,
    results_of,
    seed,
    table_of_two,
    write_problems,
    write_round,
)
from scorekeeper.draws.individual import FOUR, Foursome, IndividualRound, IndividualToDraw
from scorekeeper.draws.individual_round import draw_individual
from scorekeeper.draws.model import MOST_PAIRS, NEWEST, Bye, DrawProblem, in_order
from scorekeeper.json_parts import PartReader, list_of, made, one_of, row_of, whole

_READERS: Final[dict[str, PartReader]] = {
    "format": one_of(["individual"]),
    "players": names,
    "seed": seed,
    "results": results_of(row_of(name, name), Foursome),
    "forbidden": list_of(table_of_two),
    "absent": made(frozenset, names),
    "kept_tables": kept_tables,
    "version": whole(NEWEST, NEWEST),
}
INDIVIDUAL_FIELDS: Final = _READERS.keys()
_NEEDED: Final = ("players", "seed", "results")


def read_individual(
    data: dict[str, object],
) -> tuple[IndividualToDraw | None, tuple[DrawProblem, ...]]:
    """The tournament of players, or every problem of it."""
    read, found = read_request(data, _READERS, _NEEDED)
    if found:
        return None, in_order(found)
    told = {field: value for field, value in read.items() if field not in ("format", "version")}
    tournament = IndividualToDraw(**told)  # type: ignore[arg-type]
    problems = individual_problems(tournament)
    return (None if problems else tournament), problems


def individual_problems(tournament: IndividualToDraw) -> tuple[DrawProblem, ...]:
    """Every problem, in their order; () if the round can be drawn."""
    known = set(tournament.players)
    found = [
        DrawProblem("twice", "players", pair=player) for player in duplicates(tournament.players)
    ]
    if len(tournament.players) < FOUR:
        found.append(DrawProblem("too_few", "players"))
    if len(tournament.players) > MOST_PAIRS:
        found.append(DrawProblem("too_many", "players"))
    for number, played in enumerate(tournament.results, 1):
        found += _problems_of_round(played, number, known)
    found += problems_of_tables("forbidden", tournament.forbidden, known)
    found += [DrawProblem("stranger", "absent", pair=one) for one in tournament.absent - known]
    found += problems_of_kept_tables(tournament.kept_tables, known)
    return in_order(found)


def _problems_of_round(played: IndividualRound, number: int, known: set[str]) -> list[DrawProblem]:
    there = [
        player
        for result in played
        for player in ((result.pair,) if isinstance(result, Bye) else result.players)
    ]
    return [
        *(DrawProblem("twice", "results", number, player) for player in duplicates(there)),
        *(DrawProblem("stranger", "results", number, player) for player in set(there) - known),
    ]


def answer_individual(fields: dict[str, object]) -> dict[str, object]:
    """The answer to one request: its next round, or every problem."""
    tournament, found = read_individual(fields)
    if tournament is None:
        return write_problems(found)
    drawn = draw_individual(tournament)
    tables = [[list(table.a), list(table.b)] for table in drawn.tables]
    return write_round(tables, drawn.byes, drawn.broken, drawn.numbers)
