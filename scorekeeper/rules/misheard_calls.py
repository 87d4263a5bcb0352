"""Finds passes that may have been called by players who were out, and taken for another's.

A player who is out passes in silence. Such a player may say pass again without being noted. The
pass is then taken for that of the player whose turn it is. All later calls stand at other seats.
Some of them are wrong then, or another player is the bidder.
"""

from collections.abc import Hashable, Iterator, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from scorekeeper.rules.auction import Auction, Heard, hear_auction, open_auction, seat_after
from scorekeeper.rules.model import RuleSet, Seat

_MOST: Final = 3
"""Hearings that are worth asking about."""


class OtherHearing(NamedTuple):
    """Another way to hear an auction: its calls, with some passes at other seats."""

    passes: tuple[tuple[int, Seat], ...]
    """The place of each, from 1, and who may have said it."""
    mends: int
    """The place of the first wrong call that is right then; 0 where none was wrong."""
    calls: tuple[Heard, ...]


def other_hearings(
    calls: Sequence[Heard], dealer: Seat, rules: RuleSet
) -> tuple[OtherHearing, ...]:
    """Find by which other hearings of a pass wrong calls are right, and no right one is wrong.

    Where no call is wrong: by which the auction is closed with another bidder or bid. Three players
    pass, each once, so that it needs a pass too many: a silent table is never asked.

    >>> from scorekeeper.rules.auction import read_heard
    >>> calls = [read_heard(code) for code in "80c pass 90c pass 100c pass 110c".split()]
    >>> [other.passes for other in other_hearings(calls, "B2", RuleSet())]
    [((6, 'B1'),)]
    """
    wrong = _wrong_places(calls, dealer, rules)
    if not wrong:
        return _other_contracts(calls, dealer, rules)
    found: list[OtherHearing] = []
    for passes in _other_seats(calls[: max(wrong)], dealer, rules):
        other_calls = _with_seats(calls, passes)
        still = _wrong_places(other_calls, dealer, rules)
        if still < wrong:
            found.append(OtherHearing(passes, min(wrong - still), other_calls))
        if len(found) == _MOST:
            break
    return tuple(found)


def _wrong_places(calls: Sequence[Heard], dealer: Seat, rules: RuleSet) -> set[int]:
    judged_calls = hear_auction(calls, dealer, rules).calls
    return {place for place, one in enumerate(judged_calls, 1) if one.faults}


def _with_seats(calls: Sequence[Heard], passes: tuple[tuple[int, Seat], ...]) -> tuple[Heard, ...]:
    seats = dict(passes)
    return tuple(
        call._replace(seat=seats.get(place, call.seat)) for place, call in enumerate(calls, 1)
    )


class _Hearing(NamedTuple):
    """An auction as it may have been, and the passes in it that were said by players out of it."""

    auction: Auction
    last: Seat
    """The seat that called last."""
    passes: tuple[tuple[int, Seat], ...] = ()

    @property
    def contract(self) -> Hashable:
        """The bidder and what was bid."""
        return self.auction.bidder, self.auction.bid, self.auction.doubled

    @property
    def state(self) -> Hashable:
        """All on which the calls to come depend."""
        one = self.auction
        return self.last, one.place, self.contract, one.passes, one.out, one.is_spoiled

    def after(self, place: int, call: Heard) -> Iterator["_Hearing"]:
        """Each way to hear one more call that is right."""
        silent_seats: list[Seat] = []
        if call.seat is None and call.call.kind == "pass" and not self.auction.is_closed:
            between = _seats_between(self.last, self.auction.expected)
            silent_seats = [seat for seat in between if seat in self.auction.out]
        for seat in (call.seat, *silent_seats):
            auction = self.auction.hear(call._replace(seat=seat))
            passes = (*self.passes, (place, seat)) if seat and not call.seat else self.passes
            judged_call = auction.calls[-1]
            if not judged_call.faults:
                yield _Hearing(auction, judged_call.seat, passes)


def _other_contracts(
    calls: Sequence[Heard], dealer: Seat, rules: RuleSet
) -> tuple[OtherHearing, ...]:
    """Find the closed auctions with another bidder or bid that these calls may have been."""
    heard = hear_auction(calls, dealer, rules)
    hearings = [_Hearing(open_auction(dealer, rules), dealer)]
    for place, call in enumerate(calls, 1):
        by_state: dict[Hashable, _Hearing] = {}
        for one in (after for hearing in hearings for after in hearing.after(place, call)):
            by_state.setdefault(one.state, one)
        hearings = sorted(by_state.values(), key=lambda one: len(one.passes))
    by_contract: dict[Hashable, _Hearing] = {_Hearing(heard, dealer).contract: hearings[0]}
    for one in hearings:
        if one.auction.is_closed:
            by_contract.setdefault(one.contract, one)
    _as_heard, *others = by_contract.values()
    return tuple(OtherHearing(one.passes, 0, _with_seats(calls, one.passes)) for one in others)[
        :_MOST
    ]


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
    """Return the number of passes at the beginning that have no named player."""
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
