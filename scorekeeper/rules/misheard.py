"""Finds passes that may have been called by players who were out, and taken for another's.

Who is out passes in silence. Where such a player says pass again and nobody notes who it was, the
pass is taken for that of the player whose turn it is, and all later calls stand at other seats.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from scorekeeper.rules.auction import hear_auction, open_auction, seat_after
from scorekeeper.rules.calls import Heard
from scorekeeper.rules.model import RuleSet, Seat

_MOST: Final = 3
"""Hearings that are worth asking about."""


class OtherHearing(NamedTuple):
    """Another way to hear an auction: its calls, with some passes at other seats."""

    passes: tuple[tuple[int, Seat], ...]
    """The place of each, from 1, and who may have said it."""
    mends: int
    """The place of the first wrong call that is right then."""
    calls: tuple[Heard, ...]


def other_hearings(
    calls: Sequence[Heard], dealer: Seat, rules: RuleSet
) -> tuple[OtherHearing, ...]:
    """Find by which other hearings of a pass wrong calls are right, and no right one is wrong.

    >>> from scorekeeper.rules.calls import read_heard
    >>> calls = [read_heard(code) for code in "80c pass 90c pass 100c pass 110c".split()]
    >>> [other.passes for other in other_hearings(calls, "B2", RuleSet())]
    [((6, 'B1'),)]
    """
    wrong = _wrong_places(calls, dealer, rules)
    if not wrong:
        return ()
    found: list[OtherHearing] = []
    for passes in _other_seats(calls[: max(wrong)], dealer, rules):
        calls_so_far = list(calls)
        for place, seat in passes:
            calls_so_far[place - 1] = calls_so_far[place - 1]._replace(seat=seat)
        still = _wrong_places(calls_so_far, dealer, rules)
        if still < wrong:
            found.append(OtherHearing(passes, min(wrong - still), tuple(calls_so_far)))
        if len(found) == _MOST:
            break
    return tuple(found)


def _wrong_places(calls: Sequence[Heard], dealer: Seat, rules: RuleSet) -> set[int]:
    judged_calls = hear_auction(calls, dealer, rules).calls
    return {place for place, one in enumerate(judged_calls, 1) if one.faults}


def _other_seats(
    calls: Sequence[Heard], dealer: Seat, rules: RuleSet
) -> Iterator[tuple[tuple[int, Seat], ...]]:
    """Each way in which players who were skipped may have said the passes that came just then."""
    auction, last = open_auction(dealer, rules), dealer
    for place, call in enumerate(calls, 1):
        waiting = _next_passes(calls[place - 1 :])
        silent_seats = _seats_between(last, auction.expected) if waiting else []
        out = [seat for seat in silent_seats if seat in auction.out]
        for many in range(1, min(waiting, len(out)) + 1):
            for seats in combinations(out, many):
                yield tuple(enumerate(seats, place))
        auction = auction.hear(call)
        last = auction.calls[-1].seat


def _next_passes(calls: Sequence[Heard]) -> int:
    """How many passes come first of which nobody said whose they are."""
    for many, call in enumerate(calls):
        if call.seat or call.call.kind != "pass":
            return many
    return len(calls)


def _seats_between(last: Seat, following: Seat) -> list[Seat]:
    """The seats from the one after `last` to the one before `following`."""
    seats: list[Seat] = []
    seat = seat_after(last)
    while seat != following and len(seats) < 3:
        seats.append(seat)
        seat = seat_after(seat)
    return seats
