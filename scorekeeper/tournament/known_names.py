"""Known names, and the one of them that a short or misspelt name may mean. Pure."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Final

from scorekeeper.tournament.pair_names import plain, romanized

_BETWEEN: Final = re.compile(r"[\s.,\-]+")
_FEWEST_OF_SHORT: Final = 3
_FEWEST_OF_MISSPELT: Final = 6
"""The letters of a name that is looked for: fewer are in too many names."""


class NameBook:
    """Known names by all that is written for them.

    >>> book = NameBook(["Γιώργος Παύλου", "Άννα Παύλου", "Άννα Κωστή"])
    >>> [book.meant(text) for text in ("Giorgos", "Α. Κωστή", "Γιόργος Παβλου", "Άννα")]
    ['Γιώργος Παύλου', 'Άννα Κωστή', 'Γιώργος Παύλου', '']
    """

    def __init__(self, names: Iterable[str]) -> None:
        """Read the names; those that sound alike are one."""
        self._by_beginning: Final[defaultdict[str, set[str]]] = defaultdict(set)
        self._by_remainder: Final[defaultdict[str, set[str]]] = defaultdict(set)
        for name in {_sound(one): one for one in names}.values():
            for word in _spelt(name):
                for end in range(1, len(word) + 1):
                    self._by_beginning[word[:end]].add(name)
            for remainder in _remainders(_sound(name)):
                self._by_remainder[remainder].add(name)

    def meant(self, text: str) -> str:
        """The known name that the text shortens or misspells; empty for none, and for several."""
        sound, words = _sound(text), _words(text)
        found: set[str] = set()
        if sum(map(len, words)) >= _FEWEST_OF_SHORT:
            named = [
                self._by_beginning[plain(word)] | self._by_beginning[romanized(word)]
                for word in words
            ]
            found = {name for name in set.intersection(*named) if _shortens(words, name)}
        if not found and len(sound) >= _FEWEST_OF_MISSPELT:
            found = set().union(*(self._by_remainder.get(one, ()) for one in _remainders(sound)))
        return found.pop() if len(found) == 1 else ""


def _words(text: str) -> list[str]:
    return [word for word in _BETWEEN.split(text) if plain(word) and romanized(word)]


def _sound(text: str) -> str:
    return "".join(map(romanized, _words(text)))


def _spelt(name: str) -> Iterator[str]:
    for word in _words(name):
        yield plain(word)
        yield romanized(word)


def _remainders(sound: str) -> set[str]:
    """The sound, and what is left of it without one letter: two names share one over one slip."""
    return {sound, *(sound[:at] + sound[at + 1 :] for at in range(len(sound)))}


def _shortens(words: list[str], name: str) -> bool:
    """Does each word begin another word of the name?"""
    left = [(plain(word), romanized(word)) for word in _words(name)]
    for word in sorted(words, key=len, reverse=True):
        begun = [
            one
            for one in left
            if one[0].startswith(plain(word)) or one[1].startswith(romanized(word))
        ]
        if not begun:
            return False
        left.remove(begun[0])
    return True
