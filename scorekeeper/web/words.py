"""Words that several pages share: moments, and suits in red."""

import re
from datetime import UTC, datetime

from flask_babel import to_user_timezone
from markupsafe import Markup, escape

from scorekeeper.i18n import short_moment
from scorekeeper.i18n.times import clock


def moment(when: datetime | str | None, beside: datetime | None = None) -> str:
    """A moment in the reader's words and the server's time zone; nothing for nothing.

    Beside a moment of the same day, the time of day alone.
    """
    if not when:
        return ""
    local = _local(when)
    if beside and _local(beside).date() == local.date():
        return clock(local)
    return short_moment(local)


def _local(when: datetime | str) -> datetime:
    if isinstance(when, str):
        when = datetime.fromisoformat(when)
    if when.tzinfo is None:
        when = when.replace(tzinfo=UTC)  # as the database keeps it
    local: datetime = to_user_timezone(when)
    return local


def with_suits(text: str) -> Markup:
    """The text with its red suits in red, and no line that ends between a suit and its card."""
    text = re.sub(r"(?<=\d) (?=[♥♦♣♠])|(?<=[♥♦♣♠]) (?=[AKQJ789]|10)", "\N{NO-BREAK SPACE}", text)
    red = r'<span class="hearts">\g<0></span>'
    return Markup(re.sub("[♥♦]", red, str(escape(text))))
