"""An auction as it was heard, call by call: who is the bidder at what, what went wrong.

A call is `pass`, `double`, `redouble` or a bid. A bid may end in the first letter of its suit:
`90`, `90h`, `kapos`, `100n` for no trump. A call may begin with its player: `B1:100s`.

The player after the dealer in the order of play calls first. Three passes in a row after a bid
close the auction, four without any bid pass the hand out. A player who is out (`pass_is_final`)
passes in silence. Such a pass that is said aloud has to name its player. A double or a redouble
needs no turn. It may still come after the close, before the first card (seed 000).

These are *our readings*, as no source has them. Nothing is higher than a kapo. A bid over a double
is no longer doubled. A wrong call does not stand. Out of turn it is as if unsaid. In turn the
player may call again, and if the next one calls over it, it was a pass.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple, Self, get_args

from scorekeeper.rules.checks import contract_problems
from scorekeeper.rules.match import side_of
from scorekeeper.rules.model import (
    HIGHEST_BID,
    KAPO,
    LOWEST_BID,
    OTHER,
    SEATS,
    TRUMPS,
    Bid,
    Code,
    Hand,
    RuleSet,
    Seat,
    Side,
    Trump,
)

CallKind = Literal["pass", "double", "redouble", "bid"]


class Call(NamedTuple):
    """One call: a bid, or a word."""

    kind: CallKind
    bid: Bid | None = None
    """The bid in points, whether or not it may be bid; None where this call is no bid."""
    trump: Trump | None = None
    """The trump of a bid; None also where its suit was not heard."""

    @property
    def code(self) -> str:
        """The call as an address has it.

        >>> Call("bid", 90, "hearts").code
        '90h'
        """
        return self.kind if self.bid is None else f"{self.bid}{(self.trump or '')[:1]}"


class Heard(NamedTuple):
    """A call as the table heard it."""

    call: Call
    seat: Seat | None = None
    """The seat that called; None for the seat whose turn it was."""

    @property
    def code(self) -> str:
        """The call's code, with the seat in front where it is known."""
        return f"{self.seat}:{self.call.code}" if self.seat else self.call.code


PASS: Final = Call("pass")
DOUBLE: Final = Call("double")
REDOUBLE: Final = Call("redouble")

_WORDS: Final[dict[str, Call]] = {call.code: call for call in (PASS, DOUBLE, REDOUBLE)}
_SEATS: Final[dict[str, Seat]] = {seat: seat for seat in SEATS}
_TRUMPS: Final[dict[str, Trump]] = {trump[0]: trump for trump in TRUMPS}
_BID: Final = re.compile(r"(?P<bid>[0-9]{1,4}|kapo)(?P<trump>[hdcsna]?)")


def read_call(code: str) -> Call | None:
    """Return the call with this code, or None.

    The bid need not be one that a player may make.
    """
    if code in _WORDS:
        return _WORDS[code]
    found = _BID.fullmatch(code)
    if found is None:
        return None
    bid: Bid = KAPO if found["bid"] == KAPO else int(found["bid"])
    return Call("bid", bid, _TRUMPS.get(found["trump"]))


def read_heard(code: str) -> Heard | None:
    """Read a call from its code; None where the code is no call.

    >>> read_heard("B1:kapos")
    Heard(call=Call(kind='bid', bid='kapo', trump='spades'), seat='B1')
    """
    who, colon, call_code = code.rpartition(":")
    call = read_call(call_code)
    if call is None or (colon and who not in _SEATS):
        return None
    return Heard(call, _SEATS.get(who))


AuctionFault = Literal[
    "closed",
    "passed_already",
    "out_of_turn",
    "not_higher",
    "nothing_to_double",
    "own_bid",
    "doubled_already",
    "not_doubled",
    "not_the_bidders",
]
AUCTION_FAULTS: Final[tuple[AuctionFault, ...]] = get_args(AuctionFault)
CallFault = AuctionFault | Code
"""A fault of a call; a bid that can be no contract has the contract's problem."""


class JudgedCall(NamedTuple):
    """A call in its place, and all that is wrong with it."""

    seat: Seat
    call: Call
    faults: tuple[CallFault, ...]
    turn: Seat | None
    """The seat whose turn it was; None where the auction was closed."""
    over: Call | None
    """The bid that stood."""
    doubled: Literal[1, 2, 4] = 1
    """How often that bid was multiplied."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Auction:
    """The state of an auction after some calls."""

    rules: RuleSet
    place: Seat
    """The seat whose turn it is, or would be if the auction were not closed."""
    bidder: Seat | None = None
    bid: Call | None = None
    doubled: Literal[1, 2, 4] = 1
    passes: int = 0
    """Passes in a row, silent ones included."""
    skipped: tuple[Seat, ...] = ()
    """The seats that passed silently in that row."""
    out: frozenset[Seat] = frozenset()
    """The seats that passed and may not bid again."""
    is_spoiled: bool = False
    """The player whose turn it is called wrongly, and nobody has called over it yet."""
    calls: tuple[JudgedCall, ...] = ()

    @property
    def is_closed(self) -> bool:
        """Have three passed in a row after a bid, or all four?"""
        return self.passes >= (3 if self.bid else 4)

    @property
    def turn(self) -> Seat | None:
        """The seat that must call; None when the auction is closed."""
        return None if self.is_closed else self.place

    @property
    def expected(self) -> Seat:
        """The seat assumed to call where nobody says which: the table goes on in turn.

        Behind the close it goes on round the table, past the bidder, who has no more to say. A
        wrong call that would be the last pass is taken to be mended.
        """
        if self.is_closed:
            return self._next_behind_the_close()
        over = self._called_over()
        return over.place if self.is_spoiled and not over.is_closed else self.place

    @property
    def wrong(self) -> tuple[JudgedCall, ...]:
        """Every wrong call, in order."""
        return tuple(judged_call for judged_call in self.calls if judged_call.faults)

    @property
    def contract(self) -> Hand | None:
        """The contract so far, as a hand without points; None before the first bid."""
        if self.bid is None or self.bidder is None:
            return Hand(passed_out=True) if self.is_closed else None
        return Hand(
            bidder=side_of(self.bidder),
            bid=self.bid.bid,
            trump=self.bid.trump,
            doubled=self.doubled,
        )

    def next_bids(self) -> tuple[Bid, ...]:
        """The bids open to the player whose turn it is, lowest first."""
        if self.is_closed or (self.bid and self.bid.bid == KAPO):
            return ()
        step = self.rules.bid_step
        standing = self.bid.bid if self.bid else None
        lowest = standing + step if isinstance(standing, int) else LOWEST_BID
        kapo = (KAPO,) if self.rules.kapo_bid else ()
        return (*range(lowest, HIGHEST_BID + 1, step), *kapo)

    def may_double(self) -> Side | None:
        """The side that may double: the defence, once."""
        if self.rules.doubling == "off" or self.bidder is None or self.doubled > 1:
            return None
        return OTHER[side_of(self.bidder)]

    def may_redouble(self) -> Side | None:
        """The side that may redouble: the bidder's, in answer to a double."""
        return side_of(self.bidder) if self.bidder and self.doubled == 2 else None

    def faults(self, seat: Seat, call: Call) -> tuple[CallFault, ...]:
        """All that is wrong with this call by this player now; () if it may be made.

        A pass by one who has nothing more to say is never wrong.
        """
        if call.kind == "bid":
            return self._faults_of_bid(seat, call)
        if call.kind == "double":
            return tuple(self._faults_of_double(side_of(seat)))
        if call.kind == "redouble":
            return tuple(self._faults_of_redouble(side_of(seat)))
        is_silent = self.is_closed or seat in self.out
        return () if is_silent or seat == self.place else ("out_of_turn",)

    def calls_over(self, seat: Seat) -> bool:
        """Is this the next player after one who called wrongly and has not mended it?"""
        return self.is_spoiled and seat == self._called_over().place

    def hear(self, call: Heard) -> Self:
        """The auction after one more call, right or wrong."""
        seat = call.seat or self.expected
        auction = self._called_over() if self.calls_over(seat) else self
        faults = auction.faults(seat, call.call)
        judged_call = JudgedCall(
            seat, call.call, faults, auction.turn, auction.bid, auction.doubled
        )
        if faults:
            is_spoiled = auction.is_spoiled or seat == auction.turn
            after = replace(auction, is_spoiled=is_spoiled)
        else:
            after = auction._after(seat, call.call)
        return replace(after, calls=(*self.calls, judged_call))

    def _next_behind_the_close(self) -> Seat:
        seat = seat_after(self.calls[-1].seat)
        return seat_after(seat) if seat == self.bidder else seat

    def _called_over(self) -> Self:
        """The wrong call of the player whose turn it is, taken for a pass."""
        return self._after_pass(self.place)

    def _after(self, seat: Seat, call: Call) -> Self:
        if call.kind == "pass":
            return self._after_pass(seat) if seat == self.turn else self
        if call.kind == "bid":
            after = replace(self, bidder=seat, bid=call, doubled=1)
        else:
            after = replace(self, doubled=2 if call.kind == "double" else 4)
        if self.is_closed:
            return after
        after = replace(after, passes=0, skipped=())
        return after._moved_on() if seat == self.place else after

    def _after_pass(self, seat: Seat) -> Self:
        out = self.out | {seat} if self.rules.pass_is_final else self.out
        return replace(self, passes=self.passes + 1, out=out)._moved_on()

    def _moved_on(self) -> Self:
        """The turn with the next player who is still in."""
        place, passes, skipped = seat_after(self.place), self.passes, self.skipped
        while passes < (3 if self.bid else 4) and place in self.out:
            place, passes, skipped = seat_after(place), passes + 1, (*skipped, place)
        return replace(self, place=place, passes=passes, skipped=skipped, is_spoiled=False)

    def _faults_of_bid(self, seat: Seat, call: Call) -> tuple[CallFault, ...]:
        if self.is_closed:
            return ("closed",)
        found: list[CallFault] = []
        if seat in self.out:
            found.append("passed_already")
        elif seat != self.place:
            found.append("out_of_turn")
        hand = Hand(bidder=side_of(seat), bid=call.bid, trump=call.trump)
        found += [problem.code for problem in contract_problems(hand, self.rules)]
        if self.bid and not _is_higher(call, self.bid):
            found.append("not_higher")
        return tuple(found)

    def _faults_of_double(self, side: Side) -> list[CallFault]:
        found: list[CallFault] = ["doubling_not_played"] if self.rules.doubling == "off" else []
        if self.bidder is None:
            return [*found, "nothing_to_double"]
        if side == side_of(self.bidder):
            found.append("own_bid")
        if self.doubled > 1:
            found.append("doubled_already")
        return found

    def _faults_of_redouble(self, side: Side) -> list[CallFault]:
        found: list[CallFault] = ["doubling_not_played"] if self.rules.doubling == "off" else []
        if self.doubled != 2:
            found.append("not_doubled" if self.doubled == 1 else "doubled_already")
        if self.bidder and side != side_of(self.bidder):
            found.append("not_the_bidders")
        return found


def open_auction(dealer: Seat, rules: RuleSet) -> Auction:
    """An auction before its first call."""
    return Auction(rules=rules, place=seat_after(dealer))


def hear_auction(calls: Iterable[Heard], dealer: Seat, rules: RuleSet) -> Auction:
    """The auction after these calls.

    >>> from scorekeeper.rules.auction import read_heard
    >>> calls = [read_heard(code) for code in "pass 90h pass pass pass".split()]
    >>> hear_auction(calls, "B2", RuleSet()).bidder
    'B1'
    """
    auction = open_auction(dealer, rules)
    for call in calls:
        auction = auction.hear(call)
    return auction


def seat_after(seat: Seat) -> Seat:
    """The next player in the order of play."""
    return SEATS[(SEATS.index(seat) + 1) % len(SEATS)]


def _is_higher(call: Call, standing: Call) -> bool:
    if standing.bid == KAPO:
        return False
    return call.bid == KAPO or _points(call) > _points(standing)


def _points(call: Call) -> int:
    return call.bid if isinstance(call.bid, int) else 0
