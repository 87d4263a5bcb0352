"""The time of day, and how long something took, in as few letters as a line of facts has room for.

The caller brings moments into the reader's time zone.
"""

from datetime import datetime, timedelta

from scorekeeper.i18n.language import _


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
