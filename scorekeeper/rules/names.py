"""Names as people type them: made tidy, or refused."""

import re
import unicodedata
from collections.abc import Callable
from typing import Final

LONGEST_NAME: Final = 40
_LONGEST_TEXT: Final = 2000
"""No text of ours is longer, and Unicode's own sorting of accents is quadratic in their number."""
_JOINERS: Final = frozenset("\u200c\u200d")
_MARKS: Final = ("Mn", "Me")
_MOST_MARKS: Final = 2
"""Marks on one letter. More would cover the lines above and below; an emoji has two in a row."""
_SKINS: Final = frozenset(map(chr, range(0x1F3FB, 0x1F400)))
"""Colour the emoji before them."""
_FLAGS: Final = frozenset(map(chr, range(0x1F1E6, 0x1F200)))
"""Two make a flag."""
_BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols that show nothing."""
_EMOJI: Final = "[\u2190-\u2bff\U0001f000-\U0001faff][\ufe0e\ufe0f\U0001f3fb-\U0001f3ff]{0,2}"
"""One that may be joined to another. Ranges, so that a phone with a newer Unicode says the same."""
_SEQUENCE: Final = re.compile(
    f"({_EMOJI}(?:\u200d{_EMOJI})+"
    "|\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f)"
)
"""Several emoji that are joined to one, or a flag of tags, as England's is."""


def tidy_name(text: str) -> str:
    """The name in NFC, white space folded to single spaces; too long a text comes back as it is.

    Soft hyphens go: our own pages break long words with them, and who copies a word has them.

    >>> tidy_name("  Μαρία   Χ. ")
    'Μαρία Χ.'
    """
    if len(text) > _LONGEST_TEXT:
        return text
    return " ".join(unicodedata.normalize("NFC", text.replace("\xad", "")).split())


def is_fit_name(text: str, longest: int = LONGEST_NAME) -> bool:
    """Is a tidied name short enough, and free of characters that turn, hide or cover other text?

    >>> is_fit_name("Μαρία 👩\u200d🦰"), is_fit_name("")
    (True, True)
    >>> is_fit_name("\u200b"), is_fit_name("\u0301"), is_fit_name("Μαρ\u200dία")
    (False, False, False)
    """
    return was_fit_name(text, longest) and not has_loose_joiner(text)


def has_loose_joiner(text: str) -> bool:
    """Whether a joiner or a tag joins no emoji, so that the name looks like another one."""
    return any(_joins(char) for char in _SEQUENCE.sub("", text))


def was_fit_name(text: str, longest: int = LONGEST_NAME) -> bool:
    """Whether the name is fit but for loose joiners, which earlier versions took."""
    if len(text) > longest or any(_hides(char) for char in text) or _is_stacked(text):
        return False
    return not text or not all(char == " " or _is_added(char) for char in text)


def in_sight(text: str, longest: int = LONGEST_NAME) -> str:
    """Cut a stranger's text to a short beginning without hidden letters, fit to be shown.

    >>> in_sight("ch\u202eess")
    'chess'
    """
    return _outside_emoji(_beginning(text, longest), lambda char: _hides(char) or _joins(char))


def without_loose_joiners(text: str) -> str:
    """The text without the joiners and tags that join no emoji, which earlier versions took.

    >>> without_loose_joiners("Μαρ\u200dία 👩\u200d🦰") == "Μαρία 👩\u200d🦰"
    True
    """
    return _outside_emoji(text, _joins)


def _outside_emoji(text: str, is_cut: Callable[[str], bool]) -> str:
    """The text without the characters for which this is true, but for those within emoji."""
    return "".join(
        part
        if place % 2  # a sequence of emoji
        else "".join(char for char in part if not is_cut(char))
        for place, part in enumerate(_SEQUENCE.split(text))
    )


def shorten(text: str, longest: int) -> str:
    """The text, or as much of it as fits before three dots, without a letter or emoji cut in two.

    >>> shorten("Παπαχριστοδούλου", 10), shorten("Μαρία 👩\u200d🦰", 8)
    ('Παπαχριστ…', 'Μαρία…')
    """
    return text if len(text) <= longest else f"{_beginning(text, longest - 1).rstrip()}…"


def letters_of(text: str) -> list[str]:
    """The letters, each with its marks; an emoji of several characters is one, as is a flag.

    >>> len(letters_of("Α\u0301α👩\u200d🦰🇨🇾"))
    4
    """
    letters: list[str] = []
    for char in text:
        if letters and _belongs(char, letters[-1]):
            letters[-1] += char
        else:
            letters.append(char)
    return letters


def _belongs(char: str, letter: str) -> bool:
    """Is the character a part of the letter before it?"""
    if char in _FLAGS and len(letter) == 1 and letter in _FLAGS:
        return True
    return _is_added(char) or char in _SKINS or letter[-1] == "\u200d"


def _is_added(char: str) -> bool:
    """Is it nothing without a letter or an emoji before it?"""
    return _joins(char) or unicodedata.category(char).startswith("M")


def _joins(char: str) -> bool:
    """Does it make one emoji of several?"""
    return char in _JOINERS or "\U000e0020" <= char <= "\U000e007f"


def _beginning(text: str, longest: int) -> str:
    """Return the first whole letters, of at most `longest` characters."""
    beginning = ""
    for letter in letters_of(text[: longest + 1]):
        if len(beginning) + len(letter) > longest:
            break
        beginning += letter
    return beginning


def _is_stacked(text: str) -> bool:
    marks = 0
    for char in text:
        marks = marks + 1 if unicodedata.category(char) in _MARKS else 0
        if marks > _MOST_MARKS:
            return True
    return False


def _hides(char: str) -> bool:
    if _joins(char):
        return False
    return char in _BLANK or unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp")
