"""The names of a match's sides and players, as words of a line."""

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias

from scorekeeper.lines.line_cursor import cut_line
from scorekeeper.lines.line_spelling import KNOWN, Phrases, is_digits, number_of
from scorekeeper.rules.match import Match
from scorekeeper.rules.model import SIDES, BySide, Side

Phrase: TypeAlias = tuple[str, ...]
"""The words of a name, as a line has them."""
LineNames = BySide[tuple[str, ...]]
"""The names of each side: its own, and those of its players."""
_FEWEST_LETTERS: Final = 4
"""Of a word behind the first, which may be an article."""
NO_NAMES: Final[LineNames] = BySide((), ())


def names_in(match: Match) -> LineNames:
    """Return the names of a match's sides and of their players."""
    sides = match.sides
    return BySide((sides.A.name, *sides.A.players), (sides.B.name, *sides.B.players))


def name_phrases(names: LineNames) -> Phrases:
    """Return what a line may call each side, the longest first; a name of both sides has none.

    A player is called by the whole name, by its first word, or by a later one of four letters and
    more, in any case of Greek. A surname that is another player's first name means that player.
    Words of the table stay what they are.

    >>> name_phrases(BySide(("Γιώργος Α.",), ("Μ",)))[-1]
    (('γιωργου',), 'A')
    >>> dict(name_phrases(BySide(("Μιχαήλ",), ("Άννα Μιχαήλ",))))[("μιχαηλ",)]
    'A'
    """
    cut = [
        (side, tuple(piece.word for piece in cut_line(name)))
        for side in SIDES
        for name in names.of(side)
    ]
    read = [(side, words) for side, words in cut if words and "" not in words]
    first = _sides((side, phrase) for side, words in read for phrase in _first_phrases(words))
    later = _sides((side, phrase) for side, words in read for phrase in _later_phrases(words))
    return tuple(sorted((later | first).items(), key=lambda one: -len(one[0])))


def _sides(called: Iterable[tuple[Side, Phrase]]) -> dict[Phrase, Side | Literal[""]]:
    """The side that each phrase calls; "" for one that calls both."""
    found: dict[Phrase, Side | Literal[""]] = {}
    for side, phrase in called:
        found[phrase] = side if found.get(phrase, side) == side else ""
    return found


def _first_phrases(words: Phrase) -> list[Phrase]:
    """The whole name, and its first word."""
    if _is_taken(words[0]):
        return []
    return [words, *_alone(words[0])] if len(words) > 1 else _alone(words[0])


def _later_phrases(words: Phrase) -> list[Phrase]:
    long_words = (word for word in words[1:] if len(word) >= _FEWEST_LETTERS)
    return [phrase for word in long_words for phrase in _alone(word)]


def _alone(word: str) -> list[Phrase]:
    return [] if _is_taken(word) else [(case,) for case in _cases(word) if not _is_taken(case)]


def _cases(word: str) -> list[str]:
    """The word in the cases of Greek: Γιώργος, Γιώργο, Γιώργου; Μαρία, Μαρίας."""
    cases = [word]
    if word.endswith("σ"):
        cases.append(word[:-1])
    if word.endswith("οσ"):
        cases.append(f"{word[:-2]}ου")
    if word.endswith(("α", "η", "ω")):
        cases.append(f"{word}σ")
    return cases


def _is_taken(word: str) -> bool:
    return word in KNOWN or is_digits(word) or number_of(word) > 0 or len(word) < 2
