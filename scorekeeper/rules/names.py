"""Names as people type them: made tidy, or refused."""

import unicodedata
from typing import Final

LONGEST_NAME: Final = 40
_BIDI: Final = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def tidy_name(text: str) -> str:
    """The name in NFC, white space folded to single spaces.

    >>> tidy_name("  Μαρία   Χ. ")
    'Μαρία Χ.'
    """
    return " ".join(unicodedata.normalize("NFC", text).split())


def is_fit_name(text: str, longest: int = LONGEST_NAME) -> bool:
    """Is a tidied name short enough, and free of characters that turn or hide other text?"""
    return len(text) <= longest and not any(
        char in _BIDI or unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp") for char in text
    )
