"""A line cut into pieces: digits, signs of suits, words."""

import re
import unicodedata
from typing import Final, NamedTuple

LONGEST_LINE: Final = 200
_BLANKS: Final = " \t\r\n\u00a0\u2009\u202f"
_BEHIND: Final = ",.;:!·"
_BETWEEN: Final = f"{_BEHIND}/+–—-"
_SIGNS: Final = "♥♡❤♦♢♣♧♠♤×"
_CHUNK: Final = re.compile(f"[^{_BLANKS}]+")
_PIECE: Final = f"[0-9]+|[{_SIGNS}][\ufe0e\ufe0f]?|[^0-9{_SIGNS}{_BLANKS}{_BETWEEN}]+"
_BETWEEN_DIGITS: Final = re.compile(f"[0-9][{_BETWEEN}][0-9]")
_PIECE_AND_SIGN: Final = re.compile(f"({_PIECE})([{_BETWEEN}]*)")
_JOINING: Final = frozenset(["", "-", "–", "—"])


class Piece(NamedTuple):
    """A word, a number in digits or a sign."""

    text: str
    """As it is written."""
    word: str
    """Folded, to be looked up; empty where it is no word of anybody's."""
    is_cut: bool
    """Does a number end here, because a sign such as a comma stands behind it?"""


def cut_line(line: str) -> tuple[Piece, ...]:
    """Cut a line into its pieces.

    >>> [piece.word for piece in cut_line("90κ 97, Πιλόττα.")]
    ['90', 'κ', '97', 'πιλοττα']
    """
    return tuple(piece for chunk in _CHUNK.findall(line) for piece in _pieces_of(chunk))


def _pieces_of(chunk: str) -> list[Piece]:
    # Piece by piece: one pattern for the whole chunk would try every way to cut a long word.
    found = _PIECE_AND_SIGN.findall(chunk)
    is_good = (
        chunk[0] not in _BETWEEN
        and all(len(sign) <= 1 for _, sign in found[:-1])
        and not found[-1][1].strip(_BEHIND)
        and not _BETWEEN_DIGITS.search(chunk)
    )
    if not is_good:
        return [Piece(chunk, "", is_cut=False)]
    return [Piece(text, fold(text), is_cut=sign not in _JOINING) for text, sign in found]


def fold(text: str) -> str:
    """Take away what two spellings of one word may differ in: accents, capitals, the last sigma.

    >>> fold("Εμείς")
    'εμεισ'
    """
    letters = unicodedata.normalize("NFD", text)
    bare = "".join(char for char in letters if unicodedata.category(char) != "Mn")
    return bare.lower().replace("ς", "σ")
