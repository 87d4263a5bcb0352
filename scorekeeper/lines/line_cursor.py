"""A typed line cut into pieces, a place in it, and why it is no hand."""

import re
from collections.abc import Iterable
from itertools import pairwise
from typing import Final, Literal, NamedTuple, NoReturn

from scorekeeper.lines.line_spelling import (
    HIGHEST_NUMBER,
    KNOWN,
    NUMBERS,
    PHRASES,
    Phrases,
    fold,
    guess_word,
    is_digits,
    number_of,
)
from scorekeeper.lines.line_words import WordRole

FaultCode = Literal[
    "empty",
    "too_long",
    "guess",
    "unknown",
    "misplaced",
    "bid",
    "bid_first",
    "bid_range",
    "points",
    "points_range",
    "pack",
    "order",
    "verdict",
    "bidder",
    "run_length",
    "top",
    "lost",
    "side",
    "of_side",
    "of_kapo",
    "owner",
    "between",
    "declared",
    "two_suits",
    "both_sides",
    "side_by_side",
    "twice",
    "whose",
]
"""The questions, of one thing each. `guess` is an unknown word that is nearly one of the table.
`whose` is a word such as "us" from a writer whose side is not known."""


class LineFault(NamedTuple):
    """The first piece of a line that cannot be read."""

    code: FaultCode
    place: int
    """Its number among the line's pieces, from 1; one more than there are for the line's end."""
    word: str
    """As it is written; empty at the line's end."""
    guess: str = ""
    """The word that may be meant, or its number in digits."""


class FaultyLine(Exception):
    """Ends the reading of a line."""

    def __init__(self, fault: LineFault) -> None:
        super().__init__(fault)
        self.fault: Final = fault


LONGEST_LINE: Final = 200
_BLANKS: Final = " \t\r\n\u00a0\u2009\u202f"
_BEHIND: Final = ",.;:!·"
_BETWEEN: Final = f"{_BEHIND}/+–—-"
_DIGITS: Final = frozenset("0123456789")
_DASHES: Final = "–—/-"
_SIGNS: Final = "♥♡❤♦♢♣♧♠♤×"
_CHUNK: Final = re.compile(f"[^{_BLANKS}]+")
_DASH_IN_BLANKS: Final = re.compile(f"([0-9])[{_BLANKS}]*([{_DASHES}])[{_BLANKS}]*(?=[0-9])")
_PIECE: Final = (
    f"[0-9]+(?:[{_DASHES}][0-9]+)?|[{_SIGNS}][\ufe0e\ufe0f]?|[^0-9{_SIGNS}{_BLANKS}{_BETWEEN}]+"
)
_PAIR: Final = re.compile(f"([0-9]+)[{_DASHES}]([0-9]+)")
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
    """Cut a line into its pieces; two numbers with a dash between them are one.

    >>> [piece.word for piece in cut_line("90κ 97 - 65, Πιλόττα.")]
    ['90', 'κ', '97-65', 'πιλοττα']
    """
    joined = _DASH_IN_BLANKS.sub(r"\1\2", line)
    return tuple(piece for chunk in _CHUNK.findall(joined) for piece in _pieces_of(chunk))


def _pieces_of(chunk: str) -> list[Piece]:
    # Piece by piece: one pattern for the whole chunk would try every way to cut a long word.
    found = _PIECE_AND_SIGN.findall(chunk)
    texts = [text for text, _ in found]
    is_good = (
        chunk[0] not in _BETWEEN
        and all(len(sign) <= 1 for _, sign in found[:-1])
        and not found[-1][1].strip(_BEHIND)
        and not any(one[-1] in _DIGITS and two[0] in _DIGITS for one, two in pairwise(texts))
    )
    if not is_good:
        return [Piece(chunk, "", is_cut=False)]
    return [Piece(text, fold(text), is_cut=sign not in _JOINING) for text, sign in found]


_HUNDRED: Final = "hundred"
_THOUSAND: Final = "thousand"
_AND: Final = "and"
_A: Final = "a"
_LATIN_S: Final = "s"
"""The letter of the English spades lies on the key of the Greek σ, which is clubs."""


class ReadNumber(NamedTuple):
    """A number at a place of the line."""

    value: int
    size: int
    """How many pieces it has."""


class LineCursor:
    """Goes through a line once, from left to right."""

    def __init__(self, line: str, names: Phrases = ()) -> None:
        """Begin at the line's first piece; names of sides and players are words of the line."""
        self.pieces: Final[tuple[Piece, ...]] = cut_line(line)
        self.at = 0
        self.is_behind_number = False
        self._names = names

    @property
    def is_at_end(self) -> bool:
        """Is nothing left?"""
        return self.at == len(self.pieces)

    def take(self, role: WordRole) -> str | None:
        """Take the longest phrase of the role, if one stands here; answer its value."""
        phrases = () if role == "side" and self._is_article() else PHRASES[role]
        return self._take_of(phrases)

    def take_name(self) -> str | None:
        """Take the longest name, if one stands here; answer its side, or "" for both sides."""
        return self._take_of(self._names)

    def number(self, allowed: Iterable[int], code: FaultCode) -> int | None:
        """Take a number, if one stands here.

        :raises FaultyLine: the number is not allowed, or another stands beside it.
        """
        found = self.read_number()
        if found is None:
            return None
        if found.value not in allowed:
            self.refuse(code)
        self._refuse_neighbour(found)
        self._go_on(found.size)
        self.is_behind_number = True
        return found.value

    def take_four(self) -> str | None:
        """Take a 4 and the ranks behind it, if they stand here."""
        found = self.read_number()
        if found is None or found.value != 4:
            return None
        start = self.at
        self.at += found.size
        ranks = self.take("ranks")
        if ranks is None:
            self.at = start
        return ranks

    def stands(self, *roles: WordRole) -> bool:
        """Does a phrase of one of these roles stand here, or a 4 with its ranks for `four`?"""
        start, was_number = self.at, self.is_behind_number
        is_here = any(self.take(role) is not None for role in roles)
        is_here = is_here or ("four" in roles and self.take_four() is not None)
        self.at, self.is_behind_number = start, was_number
        return is_here

    def take_pair(self, total: int) -> tuple[int, int] | None:
        """Take two numbers in digits: with a dash between them, or side by side for the total."""
        pair = self._dashed()
        size = 1
        if pair is None:
            pair, size = self._side_by_side(), 2
            if pair is None or sum(pair) != total:
                return None
        elif sum(pair) != total:
            self.refuse("pack")
        self._go_on(size)
        self.is_behind_number = True
        return pair

    def read_number(self) -> ReadNumber | None:
        """Read the number that stands here and stay before it."""
        words = self._words_of_number()
        if not words:
            return None
        if words[0].isdecimal():
            return ReadNumber(int(words[0]), 1) if is_digits(words[0]) else None
        value, size = _hundreds(words)
        if value % 100 or value == HIGHEST_NUMBER:
            return ReadNumber(value, size)
        if size and words[size : size + 1] == [_AND]:
            rest, more = _below_hundred(words[size + 1 :])
            return ReadNumber(value + rest, size + 1 + more) if rest else ReadNumber(value, size)
        rest, more = _below_hundred(words[size:])
        if size and not rest:
            return ReadNumber(value, size)
        return ReadNumber(value + rest, size + more) if more else None

    def refuse(self, code: FaultCode, at: int | None = None) -> NoReturn:
        """Ask back at the piece that stands here, or at this place.

        :raises FaultyLine: always. At a word that nobody knows the fault is that.
        """
        place = self.at if at is None else at
        if place == len(self.pieces):
            raise FaultyLine(LineFault(code, place + 1, ""))
        piece = self.pieces[place]
        guess = ""
        if piece.word == _LATIN_S:
            code = "two_suits"
        elif not self.is_known_at(place):
            guess = guess_word(piece.word)
            code = "guess" if guess else "unknown"
        raise FaultyLine(LineFault(code, place + 1, piece.text, guess))

    def is_known_at(self, place: int) -> bool:
        """Whether the piece at this place is a number, in a name, or a word of some line."""
        word = self.pieces[place].word
        if word in KNOWN or is_digits(word) or number_of(word) or _PAIR.fullmatch(word):
            return True
        return any(word in words for words, _side in self._names)

    def _take_of(self, phrases: Phrases) -> str | None:
        for words, value in phrases:
            here = self.pieces[self.at : self.at + len(words)]
            if tuple(piece.word for piece in here) == words:
                self._go_on(len(words))
                return value
        return None

    def _dashed(self) -> tuple[int, int] | None:
        if self.is_at_end:
            return None
        found = _PAIR.fullmatch(self.pieces[self.at].word)
        if found is None or not all(map(is_digits, found.groups())):
            return None
        return int(found[1]), int(found[2])

    def _side_by_side(self) -> tuple[int, int] | None:
        """Two numbers in digits, the second no 4 of a rank."""
        words = [piece.word for piece in self.pieces[self.at : self.at + 2]]
        if len(words) < 2 or not all(map(is_digits, words)):
            return None
        return None if self._is_four_at(self.at + 1) else (int(words[0]), int(words[1]))

    def _is_article(self) -> bool:
        """Is it the `a` of `a hundred`? A side it may be as well, so it is neither."""
        here = [piece.word for piece in self.pieces[self.at : self.at + 2]]
        if len(here) < 2 or here[0] != _A or self.pieces[self.at].is_cut:
            return False
        return here[1] in (_HUNDRED, _THOUSAND)

    def _refuse_neighbour(self, number: ReadNumber) -> None:
        """Two numbers side by side are two only where both are in digits.

        The 4 of a rank may be in words behind digits.
        """
        start, behind = self.at, self.at + number.size
        last = self.pieces[behind - 1]
        self.at = behind
        following = self.read_number()
        if following is not None and not last.is_cut:
            here = self.pieces[behind].word
            in_digits = last.word.isdecimal()
            if not in_digits or not (here.isdecimal() or self._is_four_at(behind)):
                self.refuse("side_by_side")
        self.at = start

    def _is_four_at(self, place: int) -> bool:
        start, was_number = self.at, self.is_behind_number
        self.at = place
        is_four = self.take_four() is not None
        self.at, self.is_behind_number = start, was_number
        return is_four

    def _words_of_number(self) -> list[str]:
        """The words from here to the sign behind which a number does not go on."""
        words: list[str] = []
        for piece in self.pieces[self.at : self.at + 6]:
            words.append(piece.word)
            if piece.is_cut:
                break
        return words

    def _go_on(self, size: int) -> None:
        self.at += size
        self.is_behind_number = False


def _hundreds(words: list[str]) -> tuple[int, int]:
    """Hundreds or a thousand at the beginning, with the number of words; nothing: (0, 0)."""
    first = number_of(words[0])
    if first >= 100:
        return first, 1
    if words[1:2] == [_HUNDRED] and 1 <= first <= 9:
        return first * 100, 2
    if words[1:2] == [_THOUSAND] and first == 1:
        return HIGHEST_NUMBER, 2
    return 0, 0


def _below_hundred(words: list[str]) -> tuple[int, int]:
    """A number below 100 at the beginning, with the number of words; nothing: (0, 0)."""
    if not words:
        return 0, 0
    first = number_of(words[0])
    if first >= 100 or (not first and words[0] not in NUMBERS):
        return 0, 0
    unit = NUMBERS.get(words[1], 0) if len(words) > 1 else 0
    if first >= 20 and not first % 10 and 1 <= unit <= 9:
        return first + unit, 2
    return first, 1
