"""The names of a match's sides and players, as words of a line."""

from typing import Final

from scorekeeper.lines.line_cursor import cut_line
from scorekeeper.lines.line_spelling import KNOWN, Phrases, is_digits, number_of
from scorekeeper.rules.match import Match
from scorekeeper.rules.model import SIDES, BySide, Side

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

    A player is called by the whole name, or by one word of it, in any case of Greek. Words of the
    table stay what they are, and later words of under four letters name nobody.

    >>> name_phrases(BySide(("Γιώργος Α.",), ("Μ",)))[-1]
    (('γιωργου',), 'A')
    """
    found: dict[tuple[str, ...], Side | str] = {}
    for side in SIDES:
        for name in getattr(names, side):
            for phrase in _spellings(name):
                found[phrase] = side if found.get(phrase, side) == side else ""
    return tuple(sorted(found.items(), key=lambda one: -len(one[0])))


def _spellings(name: str) -> list[tuple[str, ...]]:
    words = tuple(piece.word for piece in cut_line(name))
    if not words or "" in words:
        return []
    long_words = (word for word in words[1:] if len(word) >= _FEWEST_LETTERS)
    callable_by = [word for word in (words[0], *long_words) if not _is_taken(word)]
    alone = [(spelt,) for word in callable_by for spelt in _cases(word) if not _is_taken(spelt)]
    whole = [] if len(words) == 1 or _is_taken(words[0]) else [words]
    return [*whole, *alone]


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
