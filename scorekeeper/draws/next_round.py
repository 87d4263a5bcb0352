"""The next round of a tournament by its kind, and the numbers of its tables."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import count
from typing import Final

from scorekeeper.draws import fixed_rounds
from scorekeeper.draws.checks import broken_at, missed_at
from scorekeeper.draws.knockout import bracket_of, draw_knockout
from scorekeeper.draws.model import (
    BYE,
    RULES,
    Broken,
    Draw,
    Format,
    History,
    Table,
    TournamentToDraw,
    draw_lot,
)
from scorekeeper.draws.pairing import pair_up


def draw_swiss(tournament: TournamentToDraw, history: History) -> list[Table]:
    """The best draw in score groups; within a group the lot puts them in order."""
    order = sorted(_by_lot(tournament), key=lambda pair: -history.points[pair])
    return pair_up(order, tournament, history, by_score=True)


def draw_random(tournament: TournamentToDraw, history: History) -> list[Table]:
    """Neighbours by lot meet, unless they met before; the last one has the bye."""
    return pair_up(_by_lot(tournament), tournament, history, by_score=False)


def _by_lot(tournament: TournamentToDraw) -> list[str]:
    """The pairs that play, in the order of this round's lots."""
    number = len(tournament.results) + 1
    return sorted(tournament.present, key=lambda pair: draw_lot(tournament.seed, number, pair))


def number_tables(
    tournament: TournamentToDraw, tables: Sequence[Table], *, is_final: bool = False
) -> list[tuple[int, Table]]:
    """The tables with their numbers, ascending. A number may be left out; the rest follow in order.

    The final comes first, and the match for the third place second, whoever keeps a table.
    """
    homes = {} if is_final else _homes(tournament)
    numbers: dict[Table, int] = {}
    for pair, home in homes.items():
        table = next((one for one in tables if pair in one), None)
        if table and table not in numbers and home not in numbers.values():
            numbers[table] = home
    taken = frozenset(numbers.values())
    free = (number for number in count(1) if number not in taken)
    numbers |= {table: next(free) for table in tables if table not in numbers}
    return sorted((number, table) for table, number in numbers.items())


def moved_from(tournament: TournamentToDraw, numbers: Iterable[tuple[int, Table]]) -> list[Broken]:
    """The pairs that keep a table and do not sit there."""
    kept = dict(tournament.kept_tables)
    return [
        Broken("table", (pair,))
        for number, table in numbers
        for pair in table.pairs
        if kept.get(pair, number) != number
    ]


def _homes(tournament: TournamentToDraw) -> Mapping[str, int]:
    """The table of each pair that has one of its own, those who keep theirs first."""
    homes = dict(tournament.kept_tables)
    if tournament.format == "odd_even" and tournament.version > 1:
        for number, pair in enumerate(tournament.pairs[0::2], 1):
            homes.setdefault(pair, number)
    return homes


_SCHEDULES: Final[dict[Format, Callable[[Sequence[str]], fixed_rounds.Schedule]]] = {
    "round_robin": fixed_rounds.round_robin,
    "odd_even": fixed_rounds.odd_even,
}


def _schedule_of(tournament: TournamentToDraw) -> fixed_rounds.Schedule | None:
    make = _SCHEDULES.get(tournament.format)
    if tournament.format == "round_robin" and tournament.version == 1:
        make = fixed_rounds.circle
    return make(tournament.pairs) if make else None


def draw(tournament: TournamentToDraw) -> Draw:
    """The next round; the tournament must have no problems (`checks.problems`).

    The same tournament has the same draw, on every machine.
    """
    history = History(tournament.pairs, tournament.results)
    drawn = _tables(tournament, history)
    waiting = {pair for table in drawn if BYE in table for pair in table}
    byes = tuple(pair for pair in tournament.pairs if pair in waiting)
    numbered = number_tables(
        tournament,
        [table for table in drawn if BYE not in table],
        is_final=tournament.format == "knockout" and bracket_of(tournament)[0].is_last,
    )
    numbers, tables = zip(*numbered, strict=True) if numbered else ((), ())
    broken = rules_broken(tournament, tables, byes, numbers)
    is_plain = numbers == tuple(range(1, len(tables) + 1))
    return Draw(tables, byes, broken, () if is_plain else numbers)


def _tables(tournament: TournamentToDraw, history: History) -> list[Table]:
    match tournament.format:
        case "swiss":
            return draw_swiss(tournament, history)
        case "random":
            return draw_random(tournament, history)
        case "knockout":
            return draw_knockout(tournament)
        case "round_robin" | "odd_even":
            schedule = _schedule_of(tournament)
            assert schedule is not None
            return fixed_rounds.next_of(schedule, tournament, history)


def rules_broken(
    tournament: TournamentToDraw,
    tables: Iterable[Table],
    byes: Iterable[str],
    numbers: Iterable[int],
) -> tuple[Broken, ...]:
    """Find every rule that these tables, with these numbers, and byes would break."""
    tables = list(tables)
    history = History(tournament.pairs, tournament.results)
    drawn = [*tables, *(Table(pair, BYE) for pair in byes)]
    found = [*missed_at(drawn, tournament), *broken_at(drawn, tournament, history)]
    found += moved_from(tournament, zip(numbers, tables, strict=True))
    schedule = _schedule_of(tournament)
    if schedule and not fixed_rounds.is_of(schedule, tournament, drawn):
        found.append(Broken("schedule", ()))
    if tournament.format == "knockout":
        bracket, _ = bracket_of(tournament)
        found += [Broken("bracket", table.pairs) for table in drawn if bracket.strays(table)]
    return tuple(sorted(found, key=lambda broken: RULES.index(broken.rule)))
