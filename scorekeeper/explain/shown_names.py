"""The names of a match's sides and players as they are shown: with words where none was given."""

import unicodedata

from scorekeeper.explain import labels
from scorekeeper.rules.match import Match
from scorekeeper.rules.model import BySide, Seat


def side_names(match: Match) -> BySide[str]:
    """The sides' names; where none was given, Us and Them in the reader's language."""
    return names_to_show(BySide(match.sides.A.name, match.sides.B.name))


def names_to_show(names: BySide[str]) -> BySide[str]:
    """These names of sides; where one is empty, Us or Them in the reader's language."""
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
    """Say that this player deals; without a name, which player of which side."""
    return labels.deals_text(seat, side_names(match), match.player_at(seat))
