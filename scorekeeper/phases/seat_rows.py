"""The seats of a row: each entrant gets one, at the least cost, the earliest first."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

SeatCosts = Sequence[Sequence[tuple[int, ...]]]
"""For each entrant of a row the costs of each seat: from 0 up, the most important first."""
_NONE: Final = -1


def row_seats(costs: SeatCosts) -> list[int]:
    """Find the seat of each entrant: of the cheapest ways that with the earliest seat of the first.

    Where that leaves several ways, the second has its earliest seat, and so on.

    >>> row_seats([[(1,), (0,)], [(0,), (0,)]])
    [1, 0]
    """
    if not any(any(row[place]) for place, row in enumerate(costs)):
        return list(range(len(costs)))
    return _Assignment(_weights(costs)).earliest()


def _weights(costs: SeatCosts) -> list[list[int]]:
    """Combine each seat's costs into one number: each cost is a digit, in the base of its room."""
    every = {cost for row in costs for cost in row}
    rooms = [1 + len(costs) * max(column) for column in zip(*every, strict=True)]
    combined = {}
    for cost in every:
        weight = 0
        for part, room in zip(cost, rooms, strict=True):
            weight = weight * room + part
        combined[cost] = weight
    return [[combined[cost] for cost in row] for row in costs]


class _Assignment:
    """The cheapest ways to seat a row, by the Hungarian method.

    The prices of an entrant and of a seat never add up to more than the seat costs the entrant.
    Where they add up to just that, the seat is tight; the cheapest ways have tight seats only. Sets
    of seats and of entrants are the bits of whole numbers.
    """

    def __init__(self, weights: list[list[int]]) -> None:
        self.weights = weights
        self.size = len(weights)
        self.prices = [min(row) for row in weights]
        self.seat_prices = [0] * self.size
        self.tight = [
            _set_of(seat for seat, weight in enumerate(row) if weight == price)
            for row, price in zip(weights, self.prices, strict=True)
        ]
        """The tight seats of each entrant."""
        self.seats = [_NONE] * self.size
        """The seat of each entrant."""
        self.sitting = [_NONE] * self.size
        """The entrant on each seat."""
        self.free = (1 << self.size) - 1
        for entrant in range(self.size):
            while not self._has_found_seat(entrant):
                pass

    def _has_found_seat(self, entrant: int) -> bool:
        """Seat one more entrant on a tight seat, or change the prices if none can become free."""
        reached = 0
        before: dict[int, int] = {}
        """The seats that can become free, each with the entrant who would move there."""
        movers = [entrant]
        for mover in movers:
            seats = self.tight[mover] & ~reached
            if seats & self.free:
                self._move(mover, _first(seats & self.free), before)
                return True
            reached |= seats
            for seat in _members(seats):
                before[seat] = mover
                movers.append(self.sitting[seat])
        self._change_prices(movers, reached)
        return False

    def _move(self, mover: int, seat: int, before: dict[int, int]) -> None:
        """Move to the free seat, then to each seat that becomes free by that."""
        self.free &= ~(1 << seat)
        while seat != _NONE:
            left = self.seats[mover]
            self.seats[mover], self.sitting[seat] = seat, mover
            seat, mover = left, before.get(left, _NONE)

    def _change_prices(self, movers: list[int], reached: int) -> None:
        """Make one more seat tight for an entrant who can move."""
        outside = [seat for seat in range(self.size) if not reached >> seat & 1]
        step = min(self._over(mover, seat) for mover in movers for seat in outside)
        for mover in movers:
            self.prices[mover] += step
            self.tight[mover] |= _set_of(seat for seat in outside if not self._over(mover, seat))
        for seat in _members(reached):
            self.seat_prices[seat] -= step
        for entrant in set(range(self.size)).difference(movers):
            self.tight[entrant] &= ~reached

    def _over(self, entrant: int, seat: int) -> int:
        return self.weights[entrant][seat] - self.prices[entrant] - self.seat_prices[seat]

    def earliest(self) -> list[int]:
        """Let one entrant after the other have its earliest seat among the cheapest ways."""
        wanting = [
            _set_of(entrant for entrant in range(self.size) if self.tight[entrant] >> seat & 1)
            for seat in range(self.size)
        ]
        later = (1 << self.size) - 1
        open_seats = later
        for entrant in range(self.size):
            later &= ~(1 << entrant)
            self._take_earliest(entrant, self.tight[entrant] & open_seats, wanting, later)
            open_seats &= ~(1 << self.seats[entrant])
        return self.seats

    def _take_earliest(self, entrant: int, tight: int, wanting: list[int], later: int) -> None:
        """Move to the earliest seat that can become free if those who come later move, too."""
        own = self.seats[entrant]
        before: dict[int, int] = {}
        """The seat to which each later entrant would move."""
        reached = 1 << own
        seats = [own]
        for seat in seats:
            if _first(tight) == _first(tight & reached):
                break
            for other in _members(wanting[seat] & later):
                before[other] = seat
                reached |= 1 << self.seats[other]
                seats.append(self.seats[other])
            later &= ~wanting[seat]
        mover, seat = entrant, _first(tight & reached)
        while mover != _NONE:
            pushed = self.sitting[seat] if seat != own else _NONE
            self.seats[mover], self.sitting[seat] = seat, mover
            mover, seat = pushed, before.get(pushed, own)


def _set_of(members: Iterable[int]) -> int:
    return sum([1 << member for member in members])


def _members(bits: int) -> Iterator[int]:
    while bits:
        yield _first(bits)
        bits &= bits - 1


def _first(bits: int) -> int:
    return (bits & -bits).bit_length() - 1
