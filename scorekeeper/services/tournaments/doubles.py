"""Find players who are named in two pairs. Pure."""

from collections.abc import Hashable, Iterable, Mapping
from typing import TypeVar

from scorekeeper.services.tournaments.pair_names import plain, sounding_names

Place = TypeVar("Place", bound=Hashable)


def named_twice(
    named: Iterable[tuple[Place, Iterable[str]]],
) -> Mapping[Place, tuple[tuple[str, Place], ...]]:
    """The players of each place that another place has, too, with the first such place.

    Names in another order, without a dot, or in other letters are the same.

    >>> named_twice([(1, ("Maria K.", "Anna")), (2, ("Petros", "Κ ΜΑΡΊΑ")), (3, ("Eleni", ""))])
    {1: (('Maria K.', 2),), 2: (('Κ ΜΑΡΊΑ', 1),)}
    """
    places = [(place, name, _keys(name)) for place, names in named for name in names if name]
    by_key: dict[Hashable, list[Place]] = {}
    for place, _name, keys in places:
        for key in keys:
            by_key.setdefault(key, []).append(place)
    found: dict[Place, tuple[tuple[str, Place], ...]] = {}
    for place, name, keys in places:
        others = [other for key in keys for other in by_key[key] if other != place]
        if others:
            found[place] = (*found.get(place, ()), (name, others[0]))
    return found


def _keys(name: str) -> Iterable[Hashable]:
    return sorted(sounding_names([name])) or (plain(name),)
