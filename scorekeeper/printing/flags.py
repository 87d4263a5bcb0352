"""What a side has against hands, as the sheet's remarks say it. Pure."""

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.i18n import gettext, labels
from scorekeeper.rules.model import BySide, Side


class Flagged(NamedTuple):
    """A hand that a side flagged."""

    number: int
    side: Side
    reason: str
    is_open: bool


def flag_remarks(flagged: Sequence[Flagged], names: BySide[str], longest: int) -> tuple[str, ...]:
    """A line for each flag; `names` are the sides'.

    Where these have more than `longest` characters, one line says which hands and which are open.
    """
    lines = tuple(_line(flag, names) for flag in flagged)
    if sum(map(len, lines)) <= longest:
        return lines
    short = gettext("Flagged: hands %(hands)s.", hands=_hands(flagged))
    still_open = [flag for flag in flagged if flag.is_open]
    if not still_open:
        return (f"{short} {gettext('All are settled.')}",)
    return (f"{short} {gettext('Still open: %(hands)s.', hands=_hands(still_open))}",)


def _line(flag: Flagged, names: BySide[str]) -> str:
    values = {"number": flag.number, "side": names.of(flag.side), "reason": flag.reason}
    if flag.is_open:
        return gettext("Flag, open: hand %(number)s, %(side)s: “%(reason)s”.", **values)
    return gettext("Flag, settled: hand %(number)s, %(side)s: “%(reason)s”.", **values)


def _hands(flagged: Sequence[Flagged]) -> str:
    return labels.in_runs(sorted({flag.number for flag in flagged}))
