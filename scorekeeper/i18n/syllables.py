"""Finds where a long word may be broken: names of forty letters must fit into 320 pixels.

Browsers break no Greek word by themselves: most have no dictionary for it, and a name is in none.
"""

import re
from itertools import pairwise
from typing import Final

SOFT_HYPHEN: Final = "\N{SOFT HYPHEN}"
"""Seen only where a line ends in it, and then as a hyphen."""
LONGEST_WHOLE: Final = 7
"""The longest word, in letters, that is never broken, unless the caller asks for another length."""
_LEAST: Final = 2
"""Letters before a break and after it."""
_WORD: Final = re.compile(r"[^\W\d_]+")
_CORE: Final = re.compile(
    r"ου|ού|αι|αί|ει|εί|οι|οί|υι|υί|αυ|αύ|ευ|εύ|ηυ|ηύ|[αάεέηήιίϊΐοόυύϋΰωώ]|[aeiouyà-öø-ÿ]+",
    re.IGNORECASE,
)
"""The core of a syllable: a vowel, or letters that are spoken as one."""
_BEGINNINGS: Final = re.compile(
    "βγ|βδ|βλ|βρ|γδ|γκ|γλ|γν|γρ|δρ|θλ|θν|θρ|κβ|κλ|κν|κρ|κτ|μν|μπ|ντ|πλ|πν|πρ|πτ|σβ|σγ|σθ|σκ|σλ|"
    "σμ|σν|σπ|στ|σφ|σχ|τζ|τμ|τρ|τσ|φθ|φκ|φλ|φρ|φτ|χθ|χλ|χν|χρ|χτ|"
    "[bcfgkp][lr]|[dt]r|[ckpst]h|kn|s[cklmnpt]|t[sz]"
)
"""Consonants with which a word begins, and so a syllable."""


def syllables(text: str, whole: int = LONGEST_WHOLE) -> str:
    """The text with a soft hyphen between the syllables of each word longer than `whole`."""
    return _WORD.sub(lambda word: SOFT_HYPHEN.join(_parts(word[0], whole)), text)


def _parts(word: str, whole: int) -> list[str]:
    if len(word) <= whole:
        return [word]
    cores = list(_CORE.finditer(word))
    breaks = (_break(word, one.end(), other.start()) for one, other in pairwise(cores))
    most = len(word) - _LEAST
    at = [0, *(place for place in breaks if place is not None and _LEAST <= place <= most)]
    return [word[start:end] for start, end in zip(at, [*at[1:], len(word)], strict=True)]


def _break(word: str, start: int, end: int) -> int | None:
    """Find where to part the consonants between two cores; adjacent vowels are not parted."""
    between = word[start:end].lower()
    if not between:
        return None
    is_beginning = len(between) == 1 or _BEGINNINGS.match(between) is not None
    return start if is_beginning else start + 1
