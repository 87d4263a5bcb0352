"""The next round of a tournament by its kind, and those that stand beforehand."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Final, NamedTuple

from scorekeeper.draws.checks import broken_at, missed_at
from scorekeeper.draws.knockout import bracket_of
from scorekeeper.draws.knockout_round import draw_knockout
from scorekeeper.draws.model import (
    BYE,
    RULES,
    Broken,
    Draw,
    History,
    PairFormat,
    Table,
    TournamentToDraw,
    draw_lot,
)
from scorekeeper.draws.pairing import pair_up
from scorekeeper.draws.ranked_round import draw_ranked
from scorekeeper.draws.table_numbers import moved_from, number_tables


class Schedule(NamedTuple):
    """Rounds that follow from the pairs alone."""

    length: int
    """How many rounds there are until it begins again."""
    round_at: Callable[[int], list[Table]]
    """The round of a turn, counted from 0."""


def round_robin(pairs: Sequence[str]) -> Schedule:
    """Everyone meets everyone once, by the Berger tables that federations print.

    Where the number is odd, the pair that would meet the left-over place has a bye.

    >>> three = round_robin("1234")
    >>> [[f"{a}-{b}" for a, b in three.round_at(turn)] for turn in range(three.length)]
    [['1-4', '2-3'], ['4-3', '1-2'], ['2-4', '3-1']]
    """
    *ring, last = (*pairs, BYE) if len(pairs) % 2 else pairs
    half = (len(ring) + 1) // 2

    def round_at(turn: int) -> list[Table]:
        # The opponent of the last pair moves on by half a ring; the others meet around that place.
        top = turn * half % len(ring)
        first = Table(last, ring[top]) if turn % 2 else Table(ring[top], last)
        around = (
            Table(ring[(top + step) % len(ring)], ring[top - step]) for step in range(1, half)
        )
        return [first, *around]

    return Schedule(len(ring), round_at)


def circle(pairs: Sequence[str]) -> Schedule:
    """Everyone meets everyone once, by the circle method: as version 1 drew it.

    The first pair keeps its chair and all others move on by one, round after round.

    >>> three = circle("1234")
    >>> [[f"{a}-{b}" for a, b in three.round_at(turn)] for turn in range(three.length)]
    [['1-4', '2-3'], ['3-1', '4-2'], ['1-2', '3-4']]
    """
    first, *ring = (*pairs, BYE) if len(pairs) % 2 else pairs

    def round_at(turn: int) -> list[Table]:
        circle = [first, *ring[len(ring) - turn :], *ring[: len(ring) - turn]]
        half = len(circle) // 2
        tables = list(map(Table, circle[:half], reversed(circle[half:])))
        if turn % 2:  # or the first pair would be side A all the time
            tables[0] = Table(tables[0].b, tables[0].a)
        return tables

    return Schedule(len(ring), round_at)


def odd_even(pairs: Sequence[str]) -> Schedule:
    """Every odd pair meets every even one: odd stays, even moves on by a table.

    A pair is odd or even by its place in `pairs`, counted from 1.

    >>> three = odd_even("123456")
    >>> [[f"{a}-{b}" for a, b in three.round_at(turn)] for turn in range(three.length)]
    [['1-2', '3-4', '5-6'], ['1-6', '3-2', '5-4'], ['1-4', '3-6', '5-2']]
    """
    staying = pairs[0::2]
    moving = (*pairs[1::2], BYE) if len(pairs) % 2 else pairs[1::2]

    def round_at(turn: int) -> list[Table]:
        return [Table(a, moving[place - turn]) for place, a in enumerate(staying)]

    return Schedule(len(staying), round_at)


def next_of(schedule: Schedule, tournament: TournamentToDraw, history: History) -> list[Table]:
    """The schedule's next round, or a later one where that breaks a rule.

    Where all of them break one, everyone is put at a table as is best, if that breaks fewer. Once
    the schedule was played it begins again, and everyone meets everyone again.
    """
    candidates = []
    for tables in _rounds(schedule, tournament):
        if missed_at(tables, tournament):
            continue
        faults = _faults(tables, tournament, history)
        if faults == (0, 0):
            return tables
        candidates.append((faults, tables))
    best, found = min(candidates, key=itemgetter(0), default=((1, 0), []))
    if not best[0] and len(tournament.results) >= schedule.length:
        return found
    own = pair_up(tournament.present, tournament, history, by_score=False)
    return own if not candidates or _faults(own, tournament, history) < best else found


def is_of(schedule: Schedule, tournament: TournamentToDraw, tables: Sequence[Table]) -> bool:
    """Whether the tables are a round of the schedule, as far as the present pairs can play it."""
    target = set(map(frozenset, tables))
    return any(
        set(map(frozenset, schedule_tables)) == target
        for schedule_tables in _rounds(schedule, tournament)
    )


def _rounds(schedule: Schedule, tournament: TournamentToDraw) -> Iterator[list[Table]]:
    """All rounds, the one whose turn it is first."""
    for turn in range(schedule.length):
        tables = schedule.round_at((len(tournament.results) + turn) % schedule.length)
        yield _without_absent(tables, tournament)


def _without_absent(tables: Sequence[Table], tournament: TournamentToDraw) -> list[Table]:
    """The tables; a pair whose opponent is absent has a bye."""
    there = [
        [pair for pair in table if pair != BYE and pair not in tournament.absent]
        for table in tables
    ]
    return [Table(pairs[0], (*pairs[1:], BYE)[0]) for pairs in there if pairs]


def _faults(
    tables: Sequence[Table], tournament: TournamentToDraw, history: History
) -> tuple[int, int]:
    """How many tables are forbidden, and how many a rematch."""
    rules = [broken.rule for broken in broken_at(tables, tournament, history)]
    return rules.count("forbidden"), rules.count("rematch")


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


def _homes(tournament: TournamentToDraw) -> Mapping[str, int]:
    """Return the table of each pair with a fixed one; pairs that keep theirs come first."""
    homes = dict(tournament.kept_tables)
    if tournament.format == "odd_even" and tournament.version > 1:
        for number, pair in enumerate(tournament.pairs[0::2], 1):
            homes.setdefault(pair, number)
    return homes


_SCHEDULES: Final[dict[PairFormat, Callable[[Sequence[str]], Schedule]]] = {
    "round_robin": round_robin,
    "odd_even": odd_even,
}


def _schedule_of(tournament: TournamentToDraw) -> Schedule | None:
    make = _SCHEDULES.get(tournament.format)
    if tournament.format == "round_robin" and tournament.version == 1:
        make = circle
    return make(tournament.pairs) if make else None


def draw(tournament: TournamentToDraw) -> Draw:
    """The next round; the tournament must have no problems (`checks.problems`).

    The same tournament has the same draw, on every machine.
    """
    history = History(tournament.pairs, tournament.results)
    drawn = _tables(tournament, history)
    waiting = {pair for table in drawn if BYE in table for pair in table}
    byes = tuple(pair for pair in tournament.pairs if pair in waiting)
    played = [table for table in drawn if BYE not in table]
    finals = bracket_of(tournament)[0].finals if tournament.format == "knockout" else ()
    heads = sum(frozenset(table) in finals for table in played)
    numbered = number_tables(played, _homes(tournament), heads)
    numbers, tables = zip(*numbered, strict=True) if numbered else ((), ())
    broken = rules_broken(tournament, tables, byes, numbers)
    is_plain = numbers == tuple(range(1, len(tables) + 1))
    return Draw(tables, byes, broken, () if is_plain else numbers)


def _tables(tournament: TournamentToDraw, history: History) -> list[Table]:
    match tournament.format:
        case "swiss":
            return draw_swiss(tournament, history)
        case "ranking" if tournament.results:
            return draw_ranked(tournament, history)
        case "random" | "ranking":
            return draw_random(tournament, history)
        case "knockout":
            return draw_knockout(tournament)
        case "round_robin" | "odd_even":
            schedule = _schedule_of(tournament)
            assert schedule is not None
            return next_of(schedule, tournament, history)


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
    numbered = zip(numbers, tables, strict=True)
    found += [Broken("table", (pair,)) for pair in moved_from(numbered, tournament.kept_tables)]
    schedule = _schedule_of(tournament)
    if schedule and not is_of(schedule, tournament, drawn):
        found.append(Broken("schedule", ()))
    if tournament.format == "knockout":
        bracket, _ = bracket_of(tournament)
        found += [Broken("bracket", table.pairs) for table in drawn if bracket.strays(table)]
    return tuple(sorted(found, key=lambda broken: RULES.index(broken.rule)))
