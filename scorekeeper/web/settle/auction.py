"""Was the auction right? The calls as they were heard, one tap each, on a pad."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple
from urllib.parse import urlencode

from flask import url_for
from werkzeug.datastructures import MultiDict

from scorekeeper.explain.auction_rulings import (
    Called,
    auction_ruling,
    call_text,
    what_follows,
    whose_pass,
)
from scorekeeper.explain.labels import bid_text
from scorekeeper.explain.ruling import Ruling
from scorekeeper.i18n import gettext as _
from scorekeeper.journal.identifiers import is_public_id
from scorekeeper.journal.owner import NotFound
from scorekeeper.match.matches import find_match
from scorekeeper.rules.auction import Auction, Heard, JudgedCall, hear_auction, read_heard
from scorekeeper.rules.match import side_of
from scorekeeper.rules.misheard_calls import OtherHearing, other_hearings
from scorekeeper.rules.model import (
    HIGHEST_BID,
    KAPO,
    LOWEST_BID,
    SEATS,
    Bid,
    BySide,
    Hand,
    RuleSet,
    Seat,
    Side,
)
from scorekeeper.rules.names import in_sight, is_fit_name, tidy_name
from scorekeeper.web.settle.topic import (
    AddressParameters,
    SettleTable,
    Topic,
    read_seat,
    read_table,
    table_query,
)

_CHIPS: Final = 10
"""Bids that have a chip; a kapo is the eleventh."""
_HEARD: Final = LOWEST_BID - 10
"""A bid below the lowest: the rules forbid it, but it can be heard at a table."""
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
    """The buttons of the pad; forbidden calls have one, too, for players may have made them."""

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
        """Return the name of the player on this seat."""
        return self.called.who(seat)

    def side(self, seat: Seat) -> Side:
        """Return the side of this seat."""
        return side_of(seat)

    def call_text(self, judged_call: JudgedCall) -> str:
        """Return the call in words."""
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
        """Return the ones to add to a bid, and whether each is chosen; empty where bids go up by
        ten.
        """
        step = self.table.rules.bid_step
        legal = self.auction.next_bids()
        lowest = legal[0] % 10 if legal and isinstance(legal[0], int) else 0
        return [(ones, ones == lowest) for ones in range(0, 10, step)] if step < 10 else []

    def what_follows(self) -> str:
        """Return the table's next step after a closed auction; empty while it is open."""
        return what_follows(self.auction, self.dealer, self.called)

    def may(self, word: str) -> bool:
        """May a player call this now?"""
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


LONGEST: Final = 60
"""Calls in one auction: more than anybody can have heard."""
_WORDS: Final = ("pass", "double", "redouble")
_UNDO: Final = "undo"
_NO_SUIT: Final = "bid"
"""The button of a bid whose suit was not heard."""


@dataclass(frozen=True)
class AuctionQuestion:
    """The auction in an address, as far as it is known."""

    table: SettleTable
    dealer: Seat
    auction: Auction
    others: tuple[OtherHearing, ...]
    """The hearings by which a wrong call would be right, or another bid would stand."""
    match: str
    """The public id of the match that it was opened from, or nothing."""
    called: Called
    """The names of the sides and the players."""
    wrong: Mapping[str, str]
    lacks: str

    @property
    def codes(self) -> str:
        """The calls as the address has them, without those that say nothing."""
        return _codes(self.auction, self.dealer)

    @property
    def pad(self) -> Pad:
        """The pad of calls to tap."""
        return Pad(self.table, self.dealer, self.auction, self.called)

    def other_hearings(self) -> list[tuple[str, str]]:
        """Return the question about each other hearing, and the address of the auction heard so."""
        also = {"match": self.match} if self.match else {}
        return [
            (
                whose_pass(other, self.called),
                auction_url(
                    self.dealer,
                    self.table.rules,
                    self.table.given,
                    self.called.players,
                    calls=_codes(
                        hear_auction(other.calls, self.dealer, self.table.rules), self.dealer
                    ),
                    **also,
                ),
            )
            for other in self.others
        ]

    def hand_url(self) -> str:
        """The match's next hand with this contract; empty where no contract is to be written."""
        contract = self._contract_to_write()
        return "" if contract is None or self.is_by_other_rules() else self._url(contract)

    def is_by_other_rules(self) -> bool:
        """Is there a contract to write, and the match is not played by these rules (any more)?"""
        if self._contract_to_write() is None:
            return False
        played, nobody = find_match(self.match).ledger.match.rules, BySide("", "")
        return table_query(played, nobody) != table_query(self.table.rules, nobody)

    def _contract_to_write(self) -> Hand | None:
        contract = self.auction.contract if self.auction.is_closed else None
        is_bid = contract is not None and contract.bid is not None
        return contract if is_bid and self.match else None

    def _url(self, contract: Hand) -> str:
        bid = contract.bid
        ones = bid % 10 if isinstance(bid, int) else 0
        fields = {
            "contract": f"{contract.bidder}:{bid - ones if isinstance(bid, int) else bid}",
            "ones": str(ones or ""),
            "trump": contract.trump or "",
            "doubled": str(contract.doubled) if contract.doubled > 1 else "",
        }
        parameters = {name: value for name, value in fields.items() if value}
        return f"{url_for('hands.new', public_id=self.match)}?{urlencode(parameters)}"


def auction_url(
    dealer: Seat,
    rules: RuleSet,
    typed_names: BySide[str],
    players: Mapping[Seat, str],
    /,
    **also: str,
) -> str:
    """Return the address that settles the auction of a hand by these rules.

    `match` is the match's public id where the contract is still to be written.
    """
    query: dict[str, str] = {"dealer": dealer, **table_query(rules, typed_names), **also}
    query |= {str(seat): name for seat, name in players.items()}
    return f"{url_for('settle.show', topic='auction')}?{urlencode(query)}"


def _codes(auction: Auction, dealer: Seat) -> str:
    """Write the calls as codes, with the seat only where another one was expected."""
    codes: list[str] = []
    auction_so_far = hear_auction((), dealer, auction.rules)
    for judged_call in auction.calls:
        call = Heard(
            judged_call.call,
            judged_call.seat if judged_call.seat != auction_so_far.expected else None,
        )
        codes.append(call.code)
        auction_so_far = auction_so_far.hear(call)
    return " ".join(codes)


def _read(query: AddressParameters) -> AuctionQuestion:
    table = read_table(query)
    wrong: dict[str, str] = {}
    dealer = read_seat(query, "dealer", wrong)
    codes = query.get("calls", "").split()
    read = [call for call in map(read_heard, codes[:LONGEST]) if call]
    if len(read) < len(codes):
        wrong["calls"] = _not_calls(codes)
    auction = hear_auction(read, dealer, table.rules)
    return AuctionQuestion(
        table,
        dealer,
        auction,
        other_hearings(read, dealer, table.rules),
        _match(query),
        _called(query, table),
        wrong,
        "" if read else _("Tap what was called, in turn."),
    )


def _match(query: AddressParameters) -> str:
    public_id = query.get("match", "")
    try:
        return find_match(public_id).public_id if is_public_id(public_id) else ""
    except NotFound:
        return ""


def _called(query: AddressParameters, table: SettleTable) -> Called:
    """The names of the table, and those of the players that stand in the address."""
    typed = {seat: tidy_name(query.get(seat, "")) for seat in SEATS}
    players = {seat: name for seat, name in typed.items() if name and is_fit_name(name)}
    return Called(table.names, players)


def _not_calls(codes: list[str]) -> str:
    strange = [code for code in codes[:LONGEST] if not read_heard(code)]
    if strange:
        return _("No such call: %(calls)s. The others are kept.", calls=in_sight(" ".join(strange)))
    return _("More than %(most)s calls: the first are kept.", most=LONGEST)


def _tidy(query: AddressParameters) -> AddressParameters:
    """The pressed button of the pad among the calls, and what it was made with left out."""
    tidy_query: AddressParameters = MultiDict(
        (name, value)
        for name, value in query.items(multi=True)
        if name not in ("call", "seat", "bid", "ones", "calls")
    )
    codes = query.get("calls", "").split()
    if query.get("call") == _UNDO:
        codes = codes[:-1]
    elif query.get("call"):
        codes.append(_pressed_code(query))
    if codes:
        tidy_query["calls"] = " ".join(codes)
    return tidy_query


def _pressed_code(query: AddressParameters) -> str:
    """The code of the tapped call, with its player where that is an unexpected one."""
    button, seat = query["call"], query.get("seat", "")
    code = button if button in _WORDS else _bid_code(query)
    return (
        f"{seat}:{code}" if seat and seat != _read(_without_pad(query)).auction.expected else code
    )


def _without_pad(query: AddressParameters) -> AddressParameters:
    return MultiDict((name, query[name]) for name in query if name != "call")


def _bid_code(query: AddressParameters) -> str:
    bid, ones = query.get("bid", ""), query.get("ones", "0")
    if bid.isdecimal() and ones.isdecimal():
        bid = str(int(bid[:4]) + int(ones[:1]))
    return bid + ("" if query["call"] == _NO_SUIT else query["call"])


def _rule(question: AuctionQuestion) -> Ruling | None:
    if question.wrong or not question.auction.calls:
        return None
    return auction_ruling(question.auction, question.dealer, question.called, question.others)


TOPIC = Topic(
    "auction",
    read=_read,
    rule=_rule,
    fields=("dealer", "calls"),
    has_more=True,
    stays_open=True,
    scripts=("js/auction.js",),
    tidy=_tidy,
)
