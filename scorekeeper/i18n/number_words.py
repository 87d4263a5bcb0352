"""Numbers, days and times in words.

`static/js/words/spoken.js` is the numbers' twin on the phone. The caller brings moments into
the reader's time zone.
"""

from datetime import date, datetime, timedelta
from typing import Final

from babel.dates import format_date, format_datetime

from scorekeeper.i18n.language import Language, _, current_locale

LARGEST: Final = 999_999
"""The largest number in words; a larger one, or one below its negative, stays in digits."""


def _listed(*lines: str) -> list[str]:
    return " ".join(lines).split()


_GREEK: Final = _listed(
    "μηδέν ένα δύο τρία τέσσερα πέντε έξι επτά οκτώ εννιά δέκα έντεκα δώδεκα δεκατρία δεκατέσσερα",
    "δεκαπέντε δεκαέξι δεκαεπτά δεκαοκτώ δεκαεννιά",
)
_GREEK_TENS: Final = _listed("είκοσι τριάντα σαράντα πενήντα εξήντα εβδομήντα ογδόντα ενενήντα")
_GREEK_HUNDREDS: Final = _listed(
    "εκατόν διακόσια τριακόσια τετρακόσια πεντακόσια εξακόσια επτακόσια οκτακόσια εννιακόσια"
)
_OF_THOUSANDS: Final = {
    "ένα": "μία",
    "τρία": "τρεις",
    "τέσσερα": "τέσσερις",
    "δεκατρία": "δεκατρείς",
    "δεκατέσσερα": "δεκατέσσερις",
}
"""Thousands are feminine, and so is their number."""
_ENGLISH: Final = _listed(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen",
    "sixteen seventeen eighteen nineteen",
)
_ENGLISH_TENS: Final = _listed("twenty thirty forty fifty sixty seventy eighty ninety")


def spell(number: int, language: Language) -> str:
    """The number in words.

    >>> spell(138, "el"), spell(-20, "el"), spell(3104, "el")
    ('εκατόν τριάντα οκτώ', 'μείον είκοσι', 'τρεις χιλιάδες εκατόν τέσσερα')
    >>> spell(138, "en"), spell(-20, "en"), spell(2005, "en")
    ('one hundred and thirty-eight', 'minus twenty', 'two thousand and five')
    """
    if abs(number) > LARGEST:
        return str(number)
    if number < 0:
        return f"{'μείον' if language == 'el' else 'minus'} {spell(-number, language)}"
    return _greek(number) if language == "el" else _english(number)


def _greek(number: int) -> str:
    if number == 0:
        return _GREEK[0]
    thousands, rest = divmod(number, 1000)
    words = [] if thousands else [*_greek_below_1000(rest)]
    if thousands == 1:
        words = ["χίλια", *_greek_below_1000(rest)]
    elif thousands:
        feminine = [_feminine(word) for word in _greek_below_1000(thousands)]
        words = [*feminine, "χιλιάδες", *_greek_below_1000(rest)]
    return " ".join(words)


def _greek_below_1000(number: int) -> list[str]:
    if number == 100:
        return ["εκατό"]
    hundreds, rest = divmod(number, 100)
    words = [_GREEK_HUNDREDS[hundreds - 1]] if hundreds else []
    if rest >= 20:
        words.append(_GREEK_TENS[rest // 10 - 2])
        rest %= 10
    return [*words, _GREEK[rest]] if rest else words


def _feminine(word: str) -> str:
    if word.endswith("κόσια"):
        return f"{word[:-1]}ες"
    return _OF_THOUSANDS.get(word, word)


def _english(number: int) -> str:
    thousands, rest = divmod(number, 1000)
    if not thousands:
        return _english_below_1000(rest)
    words = f"{_english_below_1000(thousands)} thousand"
    if not rest:
        return words
    joint = " and " if rest < 100 else " "
    return f"{words}{joint}{_english_below_1000(rest)}"


def _english_below_1000(number: int) -> str:
    hundreds, rest = divmod(number, 100)
    if hundreds:
        words = f"{_ENGLISH[hundreds]} hundred"
        return f"{words} and {_english_below_1000(rest)}" if rest else words
    if number < 20:
        return _ENGLISH[number]
    tens, ones = divmod(number, 10)
    word = _ENGLISH_TENS[tens - 2]
    return f"{word}-{_ENGLISH[ones]}" if ones else word


def long_date(day: date) -> str:
    """The day in full: `Sunday 22 November 2026`."""
    return str(format_date(day, "EEEE d MMMM y", locale=current_locale()))


def short_moment(moment: datetime) -> str:
    """Day and time in digits: `22.11.2026 18:42`."""
    return str(format_datetime(moment, "dd.MM.y HH:mm", locale=current_locale()))


def clock(moment: datetime) -> str:
    """The time of day: `18:42`."""
    return f"{moment:%H:%M}"


def time_text(time: timedelta) -> str:
    """Hours and minutes: `2 h 50 min`, `55 min`. What took a few seconds took a minute."""
    minutes = max(1, round(time.total_seconds() / 60))
    if minutes < 60:
        return unbroken(_("%(minutes)s min", minutes=minutes))
    hours, minutes = divmod(minutes, 60)
    return unbroken(_("%(hours)s h %(minutes)s min", hours=hours, minutes=minutes))


def unbroken(text: str) -> str:
    """The text on one line, with spaces at which no line breaks."""
    return text.replace(" ", "\N{NO-BREAK SPACE}")
