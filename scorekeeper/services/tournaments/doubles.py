"""Find players who are named in two pairs. Pure."""

from collections.abc import Hashable, Iterable, Mapping
from typing import TypeVar

from scorekeeper.services.tournaments.pair_names import plain

Place = TypeVar("Place", bound=Hashable)


def named_twice(
    named: Iterable[tuple[Place, Iterable[str]]],
) -> Mapping[Place, tuple[tuple[str, Place], ...]]:
    """The players of each place that another place has, too, with the first such place.

    >>> named_twice([(1, ("Maria", "Anna")), (2, ("Petros", "MARÍA")), (3, ("Eleni", ""))])
    {1: (('Maria', 2),), 2: (('MARÍA', 1),)}
    """
    places = [(place, name) for place, names in named for name in names if name]
    by_name: dict[str, list[Place]] = {}
    for place, name in places:
        by_name.setdefault(plain(name), []).append(place)
    found: dict[Place, tuple[tuple[str, Place], ...]] = {}
    for place, name in places:
        others = [other for other in by_name[plain(name)] if other != place]
        if others:
            found[place] = (*found.get(place, ()), (name, others[0]))
    return found
