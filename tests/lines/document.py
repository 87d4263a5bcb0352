"""The words of "A hand as a line" in docs/rules.md, and the pieces of a line.

Written from that page and its table, scorekeeper/lines/line_words.py, without a look at the reader.
"""

import re
import unicodedata
from functools import cache
from typing import NamedTuple

from scorekeeper.lines.line_words import LINE_WORDS

LANGUAGES = ("greek", "greeklish", "english")
BEHIND = ",.;:!·"
HYPHENS = "-–—"
SYMBOLS = "♥♡❤♦♢♣♧♠♤×"
LONGEST = 200
DIGITS = re.compile("[0-9]+")
_DASHED = re.compile(r"([0-9])\s*([/\-–—])\s*(?=[0-9])")
PAIR = re.compile(r"([0-9]+)[/\-–—]([0-9]+)")
_PIECE = re.compile(
    rf"[0-9]+(?:[/\-–—][0-9]+)?|[{SYMBOLS}][\ufe0e\ufe0f]?|[^0-9{SYMBOLS}{re.escape(BEHIND)}/+\-–—]+"
)


class Phrase(NamedTuple):
    """A cell's phrase: the word of the grammar, what it means, its words."""

    word: str
    means: str
    language: str
    words: tuple[str, ...]


@cache
def phrases():
    """The table of words, phrase by phrase."""
    return tuple(
        Phrase(row.role.upper().replace("_", " "), row.value, language, tuple(phrase.split()))
        for row in LINE_WORDS
        for language, cell in zip(LANGUAGES, (row.greek, row.greeklish, row.other), strict=True)
        for phrase in filter(None, cell.split(", "))
    )


@cache
def known_words():
    """Every single word that stands somewhere in the grammar, folded."""
    return frozenset(folded(word) for phrase in phrases() for word in phrase.words)


@cache
def folded(text):
    """Without accents, in small letters, ς as σ."""
    plain = "".join(
        c for c in unicodedata.normalize("NFD", text) if unicodedata.category(c) != "Mn"
    )
    return plain.lower().replace("ς", "σ")


class Piece(NamedTuple):
    """A piece, and the sign in front of it: nothing, "-" of any length, or "," for all others."""

    text: str
    sign: str


def pieces(line):
    """Return the line's pieces, or None where a word is unknown."""
    found = []
    behind = ""
    for chunk in _DASHED.sub(r"\1\2", line).split():
        bare = chunk.rstrip(BEHIND)
        sign, at, before = behind, 0, ""
        behind = "," if bare != chunk else ""
        if not bare:
            return None
        while at < len(bare):
            piece = _PIECE.match(bare, at)
            if not piece:
                return None
            text = piece.group()
            if at and sign and before[-1] in "0123456789" and text[0] in "0123456789":
                return None
            found.append(Piece(folded(text), sign))
            before, at, sign = text, piece.end(), ""
            if at < len(bare) and not _PIECE.match(bare, at):
                sign = "-" if bare[at] in HYPHENS else ","
                at += 1
                if at == len(bare):
                    return None
    return found
