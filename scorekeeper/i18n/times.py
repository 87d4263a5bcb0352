"""Days, the time of day, and how long something took, as short as a line of facts needs.

The caller brings moments into the reader's time zone.
"""

from datetime import date, datetime, timedelta

from babel.dates import format_date, format_datetime

from scorekeeper.i18n.language import _, current_locale


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
