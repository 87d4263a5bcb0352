"""The numbers of tables: those who keep a table sit there, and the rest follow in order."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import TypeVar

_Seats = TypeVar("_Seats", bound=Collection[str])


def number_tables(
    tables: Sequence[_Seats], homes: Mapping[str, int], heads: int = 0
) -> list[tuple[int, _Seats]]:
    """The tables with their numbers, ascending. A number may be left out.

    `homes` are the tables of those who keep one, who has the first right to one first. So many
    `heads` are numbered from 1 before all: the final is at the first table.
    """
    numbers = {place: 1 + place for place in range(heads)}
    for who, home in homes.items():
        place = next((place for place, table in enumerate(tables) if who in table), None)
        if place is not None and place not in numbers and home not in numbers.values():
            numbers[place] = home
    taken = frozenset(numbers.values())
    free = (number for number in count(1) if number not in taken)
    return sorted(
        ((numbers.get(place) or next(free), table) for place, table in enumerate(tables)),
        key=lambda numbered: numbered[0],
    )


def moved_from(
    numbered: Iterable[tuple[int, Iterable[str]]], kept_tables: Iterable[tuple[str, int]]
) -> Iterator[str]:
    """Yield those who keep a table and do not sit there."""
    kept = dict(kept_tables)
    for number, table in numbered:
        yield from (who for who in table if kept.get(who, number) != number)
