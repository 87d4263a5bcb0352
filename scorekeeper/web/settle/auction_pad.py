"""The pad on which the calls of an auction are tapped, and the calls round the table."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from scorekeeper.explain.auction_rulings import Called, call_text, what_follows
from scorekeeper.explain.labels import bid_text
from scorekeeper.rules.auction import Auction, JudgedCall
from scorekeeper.rules.match import side_of
from scorekeeper.rules.model import HIGHEST_BID, KAPO, LOWEST_BID, SEATS, Bid, Seat, Side
from scorekeeper.web.settle.settle_table import SettleTable

_CHIPS: Final = 10
"""Bids that have a chip; a kapo is the eleventh."""
_HEARD: Final = LOWEST_BID - 10
"""Nobody may bid it, and somebody will have."""
_LIKELY: Final = 40
"""How far over the first chip the lowest bid may be before the chips move up."""


class BidChip(NamedTuple):
    """A bid on the pad."""

    value: Bid
    text: str
    is_legal: bool
    is_chosen: bool


@dataclass(frozen=True)
class Pad:
    """All that may be tapped now; what may not be called is there too, for it may have been."""

    table: SettleTable
    dealer: Seat
    auction: Auction
    called: Called

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Round the table, the first to call before the others."""
        first = SEATS.index(self.dealer) + 1
        return tuple(SEATS[(first + steps) % len(SEATS)] for steps in range(len(SEATS)))

    def seat_text(self, seat: Seat) -> str:
        """Who sits there."""
        return self.called.who(seat)

    def side(self, seat: Seat) -> Side:
        """Whose seat it is."""
        return side_of(seat)

    def call_text(self, judged_call: JudgedCall) -> str:
        """What was called."""
        return call_text(judged_call.call, self.table.rules)

    def rounds(self) -> Iterator[list[JudgedCall | None]]:
        """The calls in rows of the four seats."""
        row: list[JudgedCall | None] = []
        for judged_call in self.auction.calls:
            place = self.seats.index(judged_call.seat)
            if place < len(row):
                yield _pad_row(row, len(SEATS))
                row = []
            row = [*_pad_row(row, place), judged_call]
        if row:
            yield _pad_row(row, len(SEATS))

    def bids(self) -> list[BidChip]:
        """The bids; where they go up by less than ten, their tens."""
        legal = self.auction.next_bids()
        tens = {bid // 10 * 10 for bid in legal if isinstance(bid, int)}
        lowest = min(tens, default=LOWEST_BID)
        first = lowest - 10 if lowest - LOWEST_BID > _LIKELY else _HEARD
        first = min(first, HIGHEST_BID - 10 * (_CHIPS - 1))
        chips = [
            self._chip(bid, is_legal=bid in tens, is_chosen=bid == lowest)
            for bid in range(first, first + 10 * _CHIPS, 10)
        ]
        return [*chips, self._chip(KAPO, is_legal=KAPO in legal, is_chosen=False)]

    def ones(self) -> list[tuple[int, bool]]:
        """What may be added to a bid, and is it chosen; nothing where bids go up by ten."""
        step = self.table.rules.bid_step
        legal = self.auction.next_bids()
        lowest = legal[0] % 10 if legal and isinstance(legal[0], int) else 0
        return [(ones, ones == lowest) for ones in range(0, 10, step)] if step < 10 else []

    def what_follows(self) -> str:
        """What the table does now that the auction is closed; nothing while it is open."""
        return what_follows(self.auction, self.dealer, self.called)

    def may(self, word: str) -> bool:
        """May somebody call this now?"""
        if word == "double":
            return self.auction.may_double() is not None
        if word == "bid":
            return bool(self.auction.next_bids())
        if word == "redouble":
            return self.auction.may_redouble() is not None
        return not self.auction.is_closed

    def _chip(self, bid: Bid, *, is_legal: bool, is_chosen: bool) -> BidChip:
        return BidChip(bid, bid_text(bid, self.table.rules), is_legal, is_chosen)


def _pad_row(row: list[JudgedCall | None], length: int) -> list[JudgedCall | None]:
    return [*row, *[None] * (length - len(row))]
