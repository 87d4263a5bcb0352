"""The next round of a tournament."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from scorekeeper.draws import fixed_rounds
from scorekeeper.draws.bracket import bracket_of
from scorekeeper.draws.breaking import broken_at, missed_at
from scorekeeper.draws.knockout import draw_knockout
from scorekeeper.draws.meetings import History
from scorekeeper.draws.model import BYE, RULES, Broken, Draw, Format, Table, TournamentToDraw
from scorekeeper.draws.swiss import draw_random, draw_swiss

_SCHEDULES: Final[dict[Format, Callable[[Sequence[str]], fixed_rounds.Schedule]]] = {
    "round_robin": fixed_rounds.round_robin,
    "odd_even": fixed_rounds.odd_even,
}


def draw(tournament: TournamentToDraw) -> Draw:
    """The next round; the tournament must have no problems (`checks.problems`).

    The same tournament has the same draw, on every machine.
    """
    history = History(tournament.pairs, tournament.results)
    drawn = _tables(tournament, history)
    tables = tuple(table for table in drawn if BYE not in table)
    waiting = {pair for table in drawn if BYE in table for pair in table}
    byes = tuple(pair for pair in tournament.pairs if pair in waiting)
    return Draw(tables, byes, rules_broken(tournament, tables, byes))


def _tables(tournament: TournamentToDraw, history: History) -> list[Table]:
    match tournament.format:
        case "swiss":
            return draw_swiss(tournament, history)
        case "random":
            return draw_random(tournament, history)
        case "knockout":
            return draw_knockout(tournament)
        case planned:
            rounds = _SCHEDULES[planned](tournament.pairs)
            return fixed_rounds.next_of(rounds, tournament, history)


def rules_broken(
    tournament: TournamentToDraw, tables: Iterable[Table], byes: Iterable[str]
) -> tuple[Broken, ...]:
    """Find every rule that these tables and byes would break."""
    history = History(tournament.pairs, tournament.results)
    drawn = [*tables, *(Table(pair, BYE) for pair in byes)]
    found = [*missed_at(drawn, tournament), *broken_at(drawn, tournament, history)]
    rounds = _SCHEDULES.get(tournament.format)
    if rounds and not fixed_rounds.is_of(rounds(tournament.pairs), tournament, drawn):
        found.append(Broken("schedule", ()))
    if tournament.format == "knockout":
        bracket, _ = bracket_of(tournament)
        found += [Broken("bracket", table.pairs) for table in drawn if bracket.strays(table)]
    return tuple(sorted(found, key=lambda broken: RULES.index(broken.rule)))
