"""Days of the calendar and, where it is known, a time of day. Knows no clock."""

import re
from typing import Final

_MOMENT: Final = re.compile(
    r"(?P<year>\d{4})-(?P<month>\d\d)-(?P<day>\d\d)"
    r"([T ](?P<hour>\d\d):(?P<minute>\d\d)(:(?P<second>\d\d)(\.\d{1,9})?)?"
    r"(Z|[+-](?P<east>\d\d):?(?P<east_minute>\d\d))?)?",
    re.ASCII,
)
_DAY: Final = re.compile(r"(\d{4})-(\d\d)-(\d\d)", re.ASCII)
_LAST: Final = {"hour": 23, "minute": 59, "second": 59, "east": 23, "east_minute": 59}
_DAYS: Final = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def is_moment(text: str) -> bool:
    """Is the text a moment in ISO 8601 that was or can be: `2026-11-20T19:30:00+02:00`?

    The calendar's first and last year do not count: another time zone may lie beyond them.

    >>> is_moment("2024-02-29"), is_moment("2026-02-29"), is_moment("2026-11-20T24:00")
    (True, False, False)
    """
    found = _MOMENT.fullmatch(text)
    if found is None:
        return False
    numbers = {name: int(digits) for name, digits in found.groupdict().items() if digits}
    year, month, day = numbers["year"], numbers["month"], numbers["day"]
    if not (1 < year < 9999 and _is_in_calendar(year, month, day)):
        return False
    return all(numbers.get(name, 0) <= last for name, last in _LAST.items())


def is_day(text: str) -> bool:
    """Is the text a day of the calendar: `2026-11-20`?

    >>> is_day("2024-02-29"), is_day("2026-02-29"), is_day("2026-11-20T19:30")
    (True, False, False)
    """
    found = _DAY.fullmatch(text)
    return found is not None and _is_in_calendar(*map(int, found.groups()))


def _is_in_calendar(year: int, month: int, day: int) -> bool:
    return year > 0 and 1 <= month <= 12 and 1 <= day <= _days_of(year, month)


def _days_of(year: int, month: int) -> int:
    is_leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return 29 if month == 2 and is_leap else _DAYS[month - 1]
