"""Words that several pages share: names of sides and players, moments, contracts."""

import re
import unicodedata
from datetime import UTC, datetime

from flask_babel import to_user_timezone
from markupsafe import Markup, escape

from scorekeeper.explain import labels
from scorekeeper.i18n import short_moment
from scorekeeper.i18n.times import clock
from scorekeeper.rules.match import Match
from scorekeeper.rules.model import BySide, Seat


def side_names(match: Match) -> BySide[str]:
    """The sides' names; where none was given, Us and Them in the reader's language."""
    return names_to_show(BySide(match.sides.A.name, match.sides.B.name))


def names_to_show(names: BySide[str]) -> BySide[str]:
    """The names as a page shows them, with “Us” and “Them” where there are none."""
    default = labels.default_side_names()
    return BySide(_apart(names.A) or default.A, _apart(names.B) or default.B)


def _apart(name: str) -> str:
    """The name; from right to left in an isolate, or it would turn the score behind it round."""
    if any(unicodedata.bidirectional(char) in ("R", "AL") for char in name):
        return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}"
    return name


def seat_name(match: Match, seat: Seat) -> str:
    """The player there, or the seat in words where the player has no name."""
    return labels.seat_name(seat, side_names(match), match.player_at(seat))


def deals_text(match: Match, seat: Seat) -> str:
    """Say that this player deals; one without a name is called by side and seat."""
    return labels.deals_text(seat, side_names(match), match.player_at(seat))


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
    """The text with its red suits in red."""
    red = r'<span class="hearts">\g<0></span>'
    return Markup(re.sub("[♥♦]", red, str(escape(text))))


def unbroken(text: str) -> str:
    """The text with each score and comparison on one line, and a real minus: `−20 – 15`.

    A long word may stand before what is divided: only `÷ 10` is kept together.
    """
    text = re.sub(r"(?<!\d)-(?=\d)", "−", text).replace("÷ ", "÷\u00a0")
    return re.sub(r" ([–≥<→]) ", "\u00a0\\1\u00a0", text)
