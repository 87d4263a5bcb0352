"""Players at tables of four: the best tables of a few, and good ones of many.

Players are numbers from 0. A cost is one whole number, so that costs can be added up and compared.
In it a later level never outweighs an earlier one.
"""

from collections import deque
from collections.abc import Sequence
from itertools import combinations
from typing import Final, NamedTuple

Four = tuple[int, int, int, int]
"""The players at a table; the first two are partners, and so are the last two."""

_PAIRINGS: Final = ((0, 1, 2, 3), (0, 2, 1, 3), (0, 3, 1, 2))


class FoursomeCosts(NamedTuple):
    """The cost of two players at one table, by their numbers in either order."""

    beside: Sequence[Sequence[int]]
    """As partners."""
    against: Sequence[Sequence[int]]
    """As opponents."""

    def of_table(self, four: Four) -> int:
        """The cost of a table."""
        a, b, c, d = four
        beside, against = self
        return (
            beside[a][b]
            + beside[c][d]
            + against[a][c]
            + against[a][d]
            + against[b][c]
            + against[b][d]
        )

    def best_table(self, players: Sequence[int]) -> Four:
        """The best of the three ways in which these four can be partners."""
        ways = [(players[a], players[b], players[c], players[d]) for a, b, c, d in _PAIRINGS]
        return min(ways, key=self.of_table)


class BestFoursomes:
    """The best tables of any few players, found by looking at all of them."""

    def __init__(self, costs: FoursomeCosts) -> None:
        self._costs = costs
        self._known: dict[tuple[int, ...], tuple[int, tuple[Four, ...]]] = {(): (0, ())}

    def of(self, players: tuple[int, ...]) -> tuple[int, tuple[Four, ...]]:
        """The least cost, and the first of the tables that have it; four divides the number."""
        if players not in self._known:
            self._known[players] = self._best(players)
        return self._known[players]

    def _best(self, players: tuple[int, ...]) -> tuple[int, tuple[Four, ...]]:
        first, *others = players
        if len(others) < 4:
            table = self._costs.best_table(players)
            return self._costs.of_table(table), (table,)
        ways = []
        for three in combinations(others, 3):
            cost, tables = self.of((first, *three))
            more, rest = self.of(tuple(one for one in others if one not in three))
            ways.append((cost + more, tables + rest))
        return min(ways, key=lambda way: way[0])


ENOUGH: Final = 400
"""Players after whom no other beginning is tried: 13 to 16 players begin 25 times, 200 twice."""


def good_foursomes(costs: FoursomeCosts) -> list[Four]:
    """Tables of all players that no exchange of two of them makes better.

    Let each player have at least half of the players as possible new partners. Then all partners
    are new in the end. Proof: let x and y be partners again. Then there are partners u and v such
    that u is new to x, and v to y. So an exchange of y and u leaves fewer partners again.
    """
    players = range(len(costs.beside))
    ways = []
    for start in range(0, ENOUGH, len(players)):
        first = start // len(players)
        seating = _Seating(costs, _first_tables(costs, [*players[first:], *players[:first]]))
        seating.improve()
        ways.append(seating.tables)
    return min(ways, key=lambda tables: sum(map(costs.of_table, tables)))


def _first_tables(costs: FoursomeCosts, players: list[int]) -> list[Four]:
    """Tables of the partners, then of the sides, who cost least one after the other."""
    sides = []
    while players:
        one = players.pop(0)
        other = min(players, key=costs.beside[one].__getitem__)
        players.remove(other)
        sides.append((one, other))
    tables = []
    while sides:
        side = sides.pop(0)
        other_side = min(sides, key=lambda other: costs.of_table((*side, *other)))
        sides.remove(other_side)
        tables.append((*side, *other_side))
    return tables


class _Seat(NamedTuple):
    player: int
    partner: int
    left: int
    right: int
    cost: int
    """The cost of the player here: with the partner, and with both opponents."""


class _Seating:
    """Tables that exchanges make better."""

    def __init__(self, costs: FoursomeCosts, tables: Sequence[Four]) -> None:
        self.costs = costs
        self.tables = list(tables)
        self.seats: list[_Seat] = []
        """Those of the first table, then those of the second one, and so on."""
        for table in tables:
            self.seats += self._seats_at(table)

    def _seats_at(self, table: Four) -> list[_Seat]:
        a, b, c, d = table
        beside, against = self.costs
        return [
            _Seat(x, y, o, p, beside[x][y] + against[x][o] + against[x][p])
            for x, y, o, p in ((a, b, c, d), (b, a, c, d), (c, d, a, b), (d, c, a, b))
        ]

    def improve(self) -> None:
        """Exchange two as long as that costs less.

        Whether an exchange does, depends on its tables alone: the others need no second look.
        """
        waiting = deque(range(len(self.tables)))
        while waiting:
            changed = self._improve_table(waiting.popleft())
            waiting.extend(number for number in changed if number not in waiting)

    def _improve_table(self, number: int) -> tuple[int, ...]:
        """Make an exchange at this table or with another one; the tables that it changed."""
        table = self.tables[number]
        best = self.costs.best_table(table)
        if self.costs.of_table(best) < self.costs.of_table(table):
            self._seat(number, best)
            return (number,)
        for seat in range(4 * number, 4 * number + 4):
            other = self._best_exchange(seat)
            if other is not None:
                self._exchange(seat, other)
                return number, other // 4
        return ()

    def _best_exchange(self, seat: int) -> int | None:
        """The seat at another table with which an exchange is best; None if none costs less."""
        player, partner, left, right, cost = self.seats[seat]
        beside, against = self.costs
        mine, my_opponents = beside[player], against[player]
        with_partner, with_left, with_right = beside[partner], against[left], against[right]
        more = [
            mine[their_partner]
            + my_opponents[their_left]
            + my_opponents[their_right]
            + with_partner[other]
            + with_left[other]
            + with_right[other]
            - their_cost
            for other, their_partner, their_left, their_right, their_cost in self.seats
        ]
        own = seat // 4 * 4
        more[own : own + 4] = [cost] * 4
        least = min(more)
        return more.index(least) if least < cost else None

    def _exchange(self, seat: int, other: int) -> None:
        one, two = self.seats[seat].player, self.seats[other].player
        for number, gone, come in ((seat // 4, one, two), (other // 4, two, one)):
            a, b, c, d = (come if player == gone else player for player in self.tables[number])
            self._seat(number, (a, b, c, d))

    def _seat(self, number: int, table: Four) -> None:
        self.tables[number] = table
        self.seats[4 * number : 4 * number + 4] = self._seats_at(table)
