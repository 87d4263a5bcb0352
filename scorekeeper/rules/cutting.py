"""Cutting for the dealer: each suit names a seat (seed 002)."""

from typing import Literal, NamedTuple

from scorekeeper.rules.match import cut_dealer
from scorekeeper.rules.model import SUITS, RuleSet, Seat, Suit

Chair = Literal["shuffler", "right", "opposite", "left"]


class NamedSeat(NamedTuple):
    """A suit, the seat that it names, and where that is as the shuffler sees it."""

    suit: Suit
    seat: Seat
    chair: Chair


def named_seats(shuffler: Seat, rules: RuleSet) -> tuple[NamedSeat, ...]:
    """Which seat each suit names, ♥ first and then anticlockwise.

    >>> [named.seat for named in named_seats("A1", RuleSet())]
    ['A1', 'B1', 'A2', 'B2']
    """
    chairs: tuple[Chair, ...] = ("shuffler", "right", "opposite", "left")
    return tuple(
        NamedSeat(suit, cut_dealer(shuffler, suit, rules), chair)
        for suit, chair in zip(SUITS, chairs, strict=True)
    )
