"""The names of a match's sides and players as they are shown: with words where none was given."""

import unicodedata
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from scorekeeper.explain import labels
from scorekeeper.rules.evening import Seated
from scorekeeper.rules.match import Match
from scorekeeper.rules.model import SIDES, BySide, Seat, Side

_LONGEST_PAIR: Final = 24
"""The letters of two names in the two lines over a total."""


def side_names(match: Match) -> BySide[str]:
    """The sides' names; where none was given, words that are true for every reader."""
    return names_to_show(BySide(match.sides.A.name, match.sides.B.name))


def match_as_read(match: Match, reader: Side | None, seated: Seated | None = None) -> Match:
    """The match as a phone of this side reads it; None is a phone whose side is not known.

    A side without a name is Us or Them on a phone that is on a side, and is called by its players
    on any other.
    """
    if reader is None:
        return named_by_players(match, seated)
    own = labels.own_side_names(reader)
    names = BySide(*(match.sides.of(side).name or own.of(side) for side in SIDES))
    return _named(match, names) if names.A != names.B else named_by_players(match)


def named_by_players(match: Match, seated: Seated | None = None) -> Match:
    """The match as everybody may read it: a side without a name has its players', where given.

    `seated` are the players who count, where others sit there today. Players whose names are long
    together are called by the first word of each. Both sides never get one name.
    """
    players = seated or BySide(match.sides.A.players, match.sides.B.players)
    whole = _names_by(match, players, str)
    if whole.A == whole.B:
        return match
    short = _names_by(match, players, lambda name: name.split()[0])
    is_long = max(map(len, whole)) > _LONGEST_PAIR
    return _named(match, short if is_long and short.A != short.B else whole)


def _named(match: Match, names: BySide[str]) -> Match:
    A, B = (match.sides.of(side)._replace(name=names.of(side)) for side in SIDES)
    return replace(match, sides=BySide(A, B))


def _names_by(match: Match, players: Seated, call: Callable[[str], str]) -> BySide[str]:
    A, B = (
        match.sides.of(side).name or " – ".join(map(call, filter(None, players.of(side))))
        for side in SIDES
    )
    return BySide(A, B)


def names_to_show(names: BySide[str], reader: Side | None = None) -> BySide[str]:
    """These names of sides; an empty one is Us or Them to a reader of a side, else Side A or B."""
    default = labels.own_side_names(reader) if reader else labels.default_side_names()
    return BySide(_apart(names.A) or default.A, _apart(names.B) or default.B)


def _apart(name: str) -> str:
    """The name; from right to left in an isolate, or it would turn the score behind it round."""
    if any(unicodedata.bidirectional(char) in ("R", "AL") for char in name):
        return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}"
    return name


def seat_name(match: Match, seat: Seat) -> str:
    """The player there, or the seat in words where the player has no name."""
    return labels.seat_name(seat, side_names(match), match.player_at(seat))


def deals_text(match: Match, seat: Seat, chair: Seat | None = None) -> str:
    """Say that this player deals; without a name, which player of which side.

    To a reader who sits in a `chair`, where the dealer sits.
    """
    player, plays = match.player_at(seat), match.rules.plays
    return labels.deals_text(seat, side_names(match), player, chair, plays)
