"""Who sat at the table when: at each hand, and in whose chair somebody sat down later. Pure.

A match knows today's players. Who sat there before comes from its ledger, for each of its entries;
a match file does not say it, and then today's players sat there from the first hand on.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from scorekeeper.explain import labels
from scorekeeper.i18n import gettext, ngettext
from scorekeeper.rules.evening import Seated
from scorekeeper.rules.match import Match, Standing, side_of
from scorekeeper.rules.model import SEATS, BySide, Seat


class Sitting(NamedTuple):
    """Who sat at the table at a hand."""

    number: int
    """The number of the hand."""
    players: Seated


def player_in(players: Seated, seat: Seat) -> str:
    """The name of the player in that chair, or nothing."""
    return players.of(side_of(seat))[int(seat[1]) - 1]


def players_today(match: Match) -> Seated:
    """Who sits at the table now."""
    at = match.player_at
    return BySide((at("A1"), at("A2")), (at("B1"), at("B2")))


def seated_at_each(match: Match, seated: Sequence[Seated]) -> Sequence[Seated]:
    """Who sat at the table at each of the match's entries; today's players where nobody says it."""
    return seated or [players_today(match)] * len(match.entries)


def sittings(match: Match, standing: Standing, seated: Sequence[Seated] = ()) -> list[Sitting]:
    """Who sat at each hand that counts, and last who sits at the hand to come.

    A player who sat down after the last hand of a match played nothing of it. At least one sitting.
    """
    rows = zip(standing.rows, seated_at_each(match, seated), strict=True)
    sat = [Sitting(row.number, players) for row, players in rows if row.number and row.counts]
    in_play = match.open is not None and standing.end != "target"
    if not sat or in_play or standing.end in (None, "claim"):
        sat.append(Sitting(standing.number, players_today(match)))
    return sat


def seating_remarks(sat: Sequence[Sitting], names: BySide[str], longest: int) -> tuple[str, ...]:
    """A line for each time that others sat down; `names` are the sides'.

    Where these have more than `longest` characters, one line says how often it was.
    """
    changes = [(old, new) for old, new in pairwise(sat) if old.players != new.players]
    lines = tuple(_change(old.players, new, names) for old, new in changes)
    if len(" ".join(lines)) <= longest:
        return lines
    text = ngettext(
        "The players changed at hand %(hand)s.",
        "The players changed %(num)s times, first at hand %(hand)s.",
        len(changes),
        hand=changes[0][1].number,
    )
    return (text,)


def _change(before: Seated, now: Sitting, names: BySide[str]) -> str:
    changed_seats = [
        seat for seat in SEATS if player_in(before, seat) != player_in(now.players, seat)
    ]
    players = ", ".join(_seat_text(seat, before, now.players, names) for seat in changed_seats)
    return gettext("From hand %(hand)s: %(players)s.", hand=now.number, players=players)


def _seat_text(seat: Seat, before: Seated, now: Seated, names: BySide[str]) -> str:
    old, new = player_in(before, seat), player_in(now, seat)
    if not new:
        return gettext("another player in %(old)s's chair", old=old)
    if not old:
        return gettext("%(new)s in the chair %(seat)s", new=new, seat=labels.seat_name(seat, names))
    return gettext("%(new)s in %(old)s's chair", new=new, old=old)
