"""Days and times as a sheet writes them. The caller brings them into the reader's time zone."""

from datetime import date, datetime

from babel.dates import format_date, format_datetime

from scorekeeper.i18n.language import current_locale


def long_date(day: date) -> str:
    """The day in full: `Sunday 22 November 2026`."""
    return str(format_date(day, "EEEE d MMMM y", locale=current_locale()))


def short_moment(moment: datetime) -> str:
    """Day and time in digits: `22.11.2026 18:42`."""
    return str(format_datetime(moment, "dd.MM.y HH:mm", locale=current_locale()))
