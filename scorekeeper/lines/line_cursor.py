"""A typed line cut into pieces, a place in it, and why it is no hand."""

import re
import unicodedata
from collections.abc import Iterable
from typing import Final, Literal, NamedTuple, NoReturn

from scorekeeper.lines.line_words import LINE_WORDS, WordRole

FaultCode = Literal[
    "empty",
    "too_long",
    "unknown",
    "unexpected",
    "unfinished",
    "number",
    "side_by_side",
    "twice",
    "whose",
]
"""`unknown` is no word of a line, `unexpected` a word of another place. `whose` is a word such as
"us" from a writer whose side is not known."""
LinePart = Literal[
    "side",
    "bid",
    "kapo",
    "passed",
    "suit",
    "doubled",
    "points",
    "reversed",
    "pilotta",
    "lost",
    "run",
    "four",
    "declarations",
    "nobody",
    "led",
    "missing",
    "run_length",
    "to",
    "top",
    "in_trumps",
    "ranks",
    "end",
]
"""A part of a line that the grammar knows."""


class LineFault(NamedTuple):
    """The first piece of a line that cannot be read."""

    code: FaultCode
    place: int
    """Its number among the line's pieces, from 1; one more than there are for the line's end."""
    word: str
    """As it is written; empty at the line's end."""
    expected: tuple[LinePart, ...]
    """The parts that may stand there, in the order of the grammar."""


class FaultyLine(Exception):
    """Ends the reading of a line."""

    def __init__(self, fault: LineFault) -> None:
        super().__init__(fault)
        self.fault: Final = fault


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


HIGHEST_NUMBER: Final = 1000


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
_NUMBERS: Final = {words[0]: int(value) for words, value in PHRASES["number"]}
_KNOWN: Final = frozenset(
    word for phrases in PHRASES.values() for words, _value in phrases for word in words
)
_HUNDRED: Final = "hundred"
_THOUSAND: Final = "thousand"
_AND: Final = "and"
_A: Final = "a"


class ReadNumber(NamedTuple):
    """A number at a place of the line."""

    value: int
    size: int
    """How many pieces it has."""


class LineCursor:
    """Goes through a line once, from left to right."""

    def __init__(self, line: str) -> None:
        """Begin at the line's first piece."""
        self.pieces: Final[tuple[Piece, ...]] = cut_line(line)
        self.at = 0
        self._expected: list[LinePart] = []

    @property
    def is_at_end(self) -> bool:
        """Is nothing left?"""
        return self.at == len(self.pieces)

    def take(self, role: WordRole, part: LinePart | None = None) -> str | None:
        """Take the longest phrase of the role, if one stands here; answer its value.

        If none does, `part` is noted as what might have stood here.
        """
        phrases = () if role == "side" and self._is_article() else PHRASES[role]
        for words, value in phrases:
            here = self.pieces[self.at : self.at + len(words)]
            if tuple(piece.word for piece in here) == words:
                self._go_on(len(words))
                return value
        self._note(part)
        return None

    def number(self, part: LinePart, allowed: Iterable[int]) -> int | None:
        """Take a number, if one stands here.

        :raises FaultyLine: the number is not allowed, or another stands beside it.
        """
        found = self.read_number()
        if found is None:
            self._note(part)
            return None
        if found.value not in allowed:
            self._expected = [part]
            self.refuse("number")
        self._refuse_neighbour(found)
        self._go_on(found.size)
        return found.value

    def take_four(self) -> str | None:
        """Take a 4 and the ranks behind it, if they stand here."""
        found = self.read_number()
        if found is None or found.value != 4:
            return None
        start, expected = self.at, self._expected
        self.at += found.size
        ranks = self.take("ranks")
        if ranks is None:
            self.at, self._expected = start, expected
        return ranks

    def read_number(self) -> ReadNumber | None:
        """Read the number that stands here and stay before it."""
        words = self._words_of_number()
        if not words:
            return None
        if words[0].isdecimal():
            return ReadNumber(int(words[0]), 1) if _is_number(words[0]) else None
        value, size = _hundreds(words)
        if value == HIGHEST_NUMBER:
            return ReadNumber(value, size)
        if size and words[size : size + 1] == [_AND]:
            rest, more = _below_hundred(words[size + 1 :])
            return ReadNumber(value + rest, size + 1 + more) if rest else ReadNumber(value, size)
        rest, more = _below_hundred(words[size:])
        if size and not rest:
            return ReadNumber(value, size)
        return ReadNumber(value + rest, size + more) if more else None

    def refuse(self, code: FaultCode | None = None) -> NoReturn:
        """Refuse the piece that stands here.

        :raises FaultyLine: always.
        """
        if self.is_at_end:
            fault = LineFault("unfinished", self.at + 1, "", tuple(self._expected))
            raise FaultyLine(fault)
        piece = self.pieces[self.at]
        is_known = piece.word in _KNOWN or _is_number(piece.word)
        code = code or ("unexpected" if is_known else "unknown")
        raise FaultyLine(LineFault(code, self.at + 1, piece.text, tuple(self._expected)))

    def note_end(self) -> None:
        """Note that the line might have ended here."""
        self._note("end")

    def _is_article(self) -> bool:
        """Is it the `a` of `a hundred`? A side it may be as well, so it is neither."""
        here = [piece.word for piece in self.pieces[self.at : self.at + 2]]
        if len(here) < 2 or here[0] != _A or self.pieces[self.at].is_cut:
            return False
        return here[1] in (_HUNDRED, _THOUSAND)

    def _refuse_neighbour(self, number: ReadNumber) -> None:
        """Two numbers side by side are two only where both are in digits."""
        start = self.at
        last = self.pieces[start + number.size - 1]
        self.at += number.size
        following = self.read_number()
        if following is not None and not last.is_cut:
            here = self.pieces[self.at].word
            if not (last.word.isdecimal() and here.isdecimal()):
                self._expected = []
                self.refuse("side_by_side")
        self.at = start

    def _words_of_number(self) -> list[str]:
        """The words from here to the sign behind which a number does not go on."""
        words: list[str] = []
        for piece in self.pieces[self.at : self.at + 6]:
            words.append(piece.word)
            if piece.is_cut:
                break
        return words

    def _note(self, part: LinePart | None) -> None:
        if part is not None and part not in self._expected:
            self._expected.append(part)

    def _go_on(self, size: int) -> None:
        self.at += size
        self._expected = []


def _is_number(word: str) -> bool:
    return (
        word.isascii() and word.isdecimal() and len(word) <= 4 and (word == "0" or word[0] != "0")
    )


def _hundreds(words: list[str]) -> tuple[int, int]:
    """Hundreds or a thousand at the beginning, with the number of words; nothing: (0, 0)."""
    first = _NUMBERS.get(words[0], 0)
    if first >= 100:
        return first, 1
    if words[1:2] == [_HUNDRED] and 1 <= first <= 9:
        return first * 100, 2
    if words[1:2] == [_THOUSAND] and first == 1:
        return HIGHEST_NUMBER, 2
    return 0, 0


def _below_hundred(words: list[str]) -> tuple[int, int]:
    """A number below 100 at the beginning, with the number of words; nothing: (0, 0)."""
    first = _NUMBERS.get(words[0]) if words else None
    if first is None or first >= 100:
        return 0, 0
    unit = _NUMBERS.get(words[1], 0) if len(words) > 1 else 0
    if first >= 20 and 1 <= unit <= 9:
        return first + unit, 2
    return first, 1
