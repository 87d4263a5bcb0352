"""The words of a line folded, as phrases and numbers, and the word that a misspelt one may be."""

import unicodedata
from collections.abc import Sequence
from typing import Final

from scorekeeper.lines.line_words import LINE_WORDS, WordRole


def fold(text: str) -> str:
    """Take away what two spellings of one word may differ in: accents, capitals, the last sigma.

    >>> fold("Εμείς")
    'εμεισ'
    """
    letters = unicodedata.normalize("NFD", text)
    bare = "".join(char for char in letters if unicodedata.category(char) != "Mn")
    return bare.lower().replace("ς", "σ")


HIGHEST_NUMBER: Final = 1000


Phrases = Sequence[tuple[tuple[str, ...], str]]
"""Words that make phrases, with the meaning of each; the longest first."""


def _phrases() -> dict[WordRole, tuple[tuple[tuple[str, ...], str], ...]]:
    """Return the phrases of each role with their meanings, the longest first."""
    found: dict[WordRole, list[tuple[tuple[str, ...], str]]] = {}
    for row in LINE_WORDS:
        for phrase in row.phrases:
            found.setdefault(row.role, []).append((tuple(map(fold, phrase.split())), row.value))
    return {
        role: tuple(sorted(phrases, key=lambda one: -len(one[0])))
        for role, phrases in found.items()
    }


PHRASES: Final = _phrases()
NUMBERS: Final = {words[0]: int(value) for words, value in PHRASES["number"]}
KNOWN: Final = frozenset(
    word for phrases in PHRASES.values() for words, _value in phrases for word in words
)


def is_digits(word: str) -> bool:
    """Is the word a number in digits that a line may have?"""
    return (
        word.isascii() and word.isdecimal() and len(word) <= 4 and (word == "0" or word[0] != "0")
    )


def number_of(word: str) -> int:
    """The number of a single word, also of two that are written together; 0 for none.

    >>> [number_of(word) for word in ("ογδοντα", "ογδονταπεντε", "εκατονδωδεκα", "εννιαενα")]
    [80, 85, 112, 0]
    """
    if word in NUMBERS:
        return NUMBERS[word]
    for cut in range(3, len(word) - 2):
        first = NUMBERS.get(word[:cut], 0)
        if 20 <= first < 100 and 1 <= NUMBERS.get(word[cut:], 0) <= 9:
            return first + NUMBERS[word[cut:]]
        if 100 <= first < HIGHEST_NUMBER and 1 <= (rest := number_of(word[cut:])) < 100:
            return first + rest
    return 0


_SHORTEST_GUESS: Final = 4
LONGEST_GUESS: Final = 30
_LONG: Final = 7
"""So long a word may have two letters wrong."""
_SPELT: Final = {
    fold(phrase): (row.role, row.value, row.value if row.role == "number" else phrase)
    for row in LINE_WORDS
    for phrase in row.phrases
    if " " not in phrase and len(phrase) >= _SHORTEST_GUESS
}
"""Each single word with its meaning and how it is shown."""


def guess_word(word: str) -> str:
    """Return the word of the table that is nearest to a folded misspelt one, a number in digits.

    Empty if none is near, or if two that are equally near mean two things.

    >>> guess_word(fold("εννενηντα")), guess_word(fold("κουπς")), guess_word(fold("ξυζ"))
    ('90', 'κούπες', '')
    """
    if len(word) < _SHORTEST_GUESS or len(word) > LONGEST_GUESS:
        return ""
    most = 2 if len(word) >= _LONG else 1
    near: list[tuple[int, tuple[str, str, str]]] = []
    for known, meant in _SPELT.items():
        if abs(len(known) - len(word)) <= most:
            far = _distance(known, word)
            if far <= most:
                near.append((far, meant))
    if not near:
        return ""
    least = min(far for far, _ in near)
    nearest = [meant for far, meant in near if far == least]
    return nearest[0][2] if len({meant[:2] for meant in nearest}) == 1 else ""


def _distance(one: str, other: str) -> int:
    """Count the letters to put in, leave out or change to make one word of the other."""
    row = list(range(len(other) + 1))
    for at, letter in enumerate(one, 1):
        before, row = row, [at]
        for place, against in enumerate(other, 1):
            change = before[place - 1] + (letter != against)
            row.append(min(change, before[place] + 1, row[place - 1] + 1))
    return row[-1]
