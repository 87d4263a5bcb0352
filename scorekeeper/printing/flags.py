"""Puts flagged hands into words, for the sheet's remarks. Pure."""

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.explain import labels
from scorekeeper.i18n import gettext
from scorekeeper.rules.model import BySide, Side


class FlaggedEntry(NamedTuple):
    """A hand that a side flagged."""

    number: int
    side: Side
    reason: str
    is_open: bool
    is_here: bool = False
    """Was it raised on the scorer's phone?"""


def flag_remarks(
    flagged: Sequence[FlaggedEntry], names: BySide[str], longest: int
) -> tuple[str, ...]:
    """A line for each flag, those first that are open; `names` are the sides'.

    Of flags for which there is no room in `longest` characters one line says the hands.
    """
    lines: list[str] = []
    waiting = sorted(flagged, key=lambda flag: not flag.is_open)
    while waiting and len("".join(lines)) + len(line := _line(waiting[0], names)) <= longest:
        lines.append(line)
        waiting.pop(0)
    if waiting:
        hands = labels.number_ranges(sorted({flag.number for flag in waiting}))
        lines.append(gettext("Flagged besides: hands %(hands)s.", hands=hands))
    return tuple(lines)


def _line(flag: FlaggedEntry, names: BySide[str]) -> str:
    side = names.of(flag.side)
    if flag.is_here:
        side = gettext("%(side)s (on the scorer's phone)", side=side)
    values = {"number": flag.number, "side": side, "reason": flag.reason}
    if flag.is_open:
        return gettext("Flag, open: hand %(number)s, %(side)s: “%(reason)s”.", **values)
    return gettext("Flag, settled: hand %(number)s, %(side)s: “%(reason)s”.", **values)
