"""Calls of an auction, and their codes in an address.

`pass`, `double`, `redouble`, a bid with the first letter of its suit (`90h`, `100n` for no trump,
`kapos`) or without (`90`); before it, where it needs saying, who said it (`B1:100s`).
"""

import re
from typing import Final, Literal, NamedTuple

from scorekeeper.rules.model import KAPO, SEATS, TRUMPS, Bid, Seat, Trump

CallKind = Literal["pass", "double", "redouble", "bid"]


class Call(NamedTuple):
    """One call: a bid, or a word."""

    kind: CallKind
    bid: Bid | None = None
    """In points, whether or not it may be bid; None where this is no bid."""
    trump: Trump | None = None
    """None also where the suit of a bid was not heard."""

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
    """The call of that code, or None where it is none; a bid may be one that nobody may make."""
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
