"""Reads a line as a hand: the grammar of docs/rules.md, part by part."""

from typing import Final, Literal, NamedTuple, NoReturn, cast

from scorekeeper.lines.line_cursor import LONGEST_LINE, FaultyLine, LineCursor, LineFault
from scorekeeper.lines.line_names import NO_NAMES, LineNames, name_phrases
from scorekeeper.lines.line_spelling import HIGHEST_NUMBER
from scorekeeper.rules.model import (
    HIGHEST_BID,
    KAPO,
    LOWEST_BID,
    OTHER,
    PILOTTA,
    Bid,
    BySide,
    Declaration,
    DeclarationKind,
    Hand,
    Rank,
    Side,
    Trump,
)

_TENTHS: Final = range(LOWEST_BID // 10, HIGHEST_BID // 10 + 1)
_BIDS: Final = frozenset([*_TENTHS, *range(LOWEST_BID, HIGHEST_BID + 1)])
_POINTS: Final = range(HIGHEST_NUMBER + 1)
_RUNS: Final = range(3, 9)
_TOPS: Final = range(7, 11)
_PACK: Final = 162
_SWEPT: Final = 250
"""A kapo makes each bid up to this one by all rules."""
_FAILED: Final = "failed"
"""In English a word of the bid, too."""
_OF_NINES: Final[dict[str, DeclarationKind]] = {"9": "nines", "J": "jacks"}


class _Verdict(NamedTuple):
    """The word that a bid was made or failed."""

    is_made: bool
    place: int


class _Extra(NamedTuple):
    """Something that a side has besides its points."""

    field: Literal["pilotta", "pilotta_failed", "declarations"]
    declaration: Declaration | None = None


def read_line(
    line: str, writer: Side | None = "A", names: LineNames = NO_NAMES
) -> Hand | LineFault:
    """Read a line as a hand, or find the one thing that has to be asked.

    "Us" is the side of its `writer`, and so is a bid without a side. Where that side is not known,
    only the letters of the sides and names say whose something is.

    >>> read_line("90κ 97").points
    BySide(A=97, B=None)
    >>> read_line("90 κουπς 97").guess
    'κούπες'
    """
    if len(line) > LONGEST_LINE:
        return LineFault("too_long", 1, "")
    reader = _LineReader(line, writer, names)
    try:
        return reader.read()
    except FaultyLine as error:
        return error.fault


class _LineReader:
    """Reads one line; the values of its parts are kept until all are read."""

    def __init__(self, line: str, writer: Side | None, names: LineNames) -> None:
        self.cursor = LineCursor(line, name_phrases(names))
        self.writer = writer
        self.bidder: Side = "A"
        self.bid: Bid = LOWEST_BID
        self.trump: Trump | None = None
        self.doubled: Literal[1, 2, 4] = 1
        self.is_bidder_told = False
        self.names_bidder = False
        """Does a word, no letter, say whose the bid is?"""
        self.names_sides = False
        """Did a side stand behind the contract? Then all that follows names its own."""
        self.points: dict[Side, int] = {}
        self.doubtful_pair: int | None = None
        """The place of two numbers of which either may be the bidder's."""
        self.kapo: Side | None = None
        self.verdict: _Verdict | None = None
        self.has_extras = False
        self.sideless_extra: int | None = None
        """The place of the first extra without a side, which is the bidder's."""
        self.declarations: dict[Side, list[Declaration]] = {"A": [], "B": []}
        self.told: dict[str, str] = {}
        """The values that may stand only once in a line: pilotta, rulings."""
        self.places: dict[str, int] = {}
        """The place of each."""

    def read(self) -> Hand:
        """Read the whole line.

        :raises FaultyLine: the text is no line of a hand.
        """
        cursor = self.cursor
        if not cursor.pieces:
            raise FaultyLine(LineFault("empty", 1, ""))
        if cursor.take("passed") is not None:
            return self._passed_out()
        self._contract()
        while not cursor.is_at_end:
            self._part()
        self._settle_pair()
        self._check_whole()
        return Hand(
            bidder=self.bidder,
            bid=self.bid,
            trump=self.trump,
            doubled=self.doubled,
            points=BySide(self.points.get("A"), self.points.get("B")),
            kapo=self.kapo,
            declarations=BySide(*(tuple(self.declarations[side]) for side in ("A", "B"))),
            **self.told,  # type: ignore[arg-type]
        )

    def _side(self) -> Side | None:
        """Take a side or a name, if one stands here."""
        cursor = self.cursor
        place = cursor.at
        side = cast(Side | None, cursor.take("side"))
        if side is None:
            return self._name()
        is_letter = len(cursor.pieces[place].word) == 1
        return side if is_letter else self._seen_by_writer(side, place)

    def _name(self) -> Side | None:
        """Take a name with its article, if one stands here."""
        cursor = self.cursor
        start = cursor.at
        cursor.take("article")
        place = cursor.at
        side = cursor.take_name()
        if side is None:
            cursor.at = start
        elif not side:
            cursor.refuse("both_sides", place)
        return cast(Side | None, side)

    def _seen_by_writer(self, side: Side, place: int) -> Side:
        """The side that the writer means, where A is "us".

        :raises FaultyLine: the writer's side is not known.
        """
        if self.writer is None:
            self.cursor.refuse("whose", place)
        return side if self.writer == "A" else OTHER[side]

    def _passed_out(self) -> Hand:
        if not self.cursor.is_at_end:
            self.cursor.refuse("misplaced")
        return Hand(passed_out=True)

    def _contract(self) -> None:
        """Read whose bid it is, the bid, and its trump and doubling in either order."""
        cursor = self.cursor
        side = self._side()
        self.names_bidder = side is not None and len(cursor.pieces[cursor.at - 1].word) > 1
        side = self._said(side) or side
        self.is_bidder_told = side is not None
        start = cursor.at
        if side is None and not cursor.stands("kapo") and cursor.read_number() is None:
            self._refuse_bid()
        self.bidder = side or self._seen_by_writer("A", start)
        self.bid = self._bid()
        for _ in range(2):
            self._suit()
            self._doubling()

    def _said(self, side: Side | None) -> Side | None:
        """Read the verb before a bid.

        :raises FaultyLine: it says that we bid, or they, and another side stands before it.
        """
        place = self.cursor.at
        person = self.cursor.take("said")
        if person is None:
            return None
        said = self._seen_by_writer(cast(Side, person), place) if person else side
        if said is None or side not in (None, said):
            self.cursor.refuse("bidder", place)
        self.names_bidder = True
        return said

    def _bid(self) -> Bid:
        cursor = self.cursor
        number = cursor.number(_BIDS, "bid_range")
        if number is not None:
            return number * 10 if number in _TENTHS else number
        if cursor.take("kapo") is None:
            self._refuse_bid()
        return KAPO

    def _refuse_bid(self) -> NoReturn:
        """Ask for the bid, which may stand behind its suit or its doubling."""
        cursor = self.cursor
        start = cursor.at
        is_late = cursor.take("suit") is not None or cursor.take("doubled") is not None
        number = cursor.read_number() if is_late else None
        is_bid = number is not None and number.value in _BIDS
        is_followed = number is not None and cursor.at + number.size < len(cursor.pieces)
        cursor.refuse("bid_first" if is_bid and is_followed else "bid", start)

    def _suit(self) -> None:
        if self.trump is not None:
            return
        cursor = self.cursor
        start, was_number = cursor.at, cursor.is_behind_number
        trump = cursor.take("suit")
        if trump is None and cursor.take("in") is not None:
            trump = cursor.take("suit")
            if trump is None:
                cursor.at, cursor.is_behind_number = start, was_number
        self.trump = cast(Trump | None, trump)

    def _doubling(self) -> bool:
        place = self.cursor.at
        doubled = self.cursor.take("doubled")
        if doubled is None:
            return False
        if self.doubled != 1:
            self.cursor.refuse("twice", place)
        self.doubled = cast(Literal[2, 4], int(doubled))
        return True

    def _part(self) -> None:
        """Read the result, or an extra with the side before it or behind it."""
        cursor = self.cursor
        was_number = cursor.is_behind_number
        is_joined = cursor.take("and") is not None
        if self._doubling() or self._verdict(None) or self._ruling():
            return
        # "ninety and seven" is no number of ours, but it may be one of the writer's.
        is_sum = is_joined and was_number and cursor.read_number() is not None
        start = cursor.at
        side = self._side()
        if side is not None and self._verdict(side):
            return
        if not (is_sum or self.has_extras) and self._result(side):
            self.names_sides = self.names_sides or side is not None
            return
        self._extra(side, start, is_joined=is_joined)

    def _verdict(self, side: Side | None) -> bool:
        """Read whether the bid was made, which the bidder's side may precede."""
        cursor = self.cursor
        place = cursor.at
        if side is not None and (self.points or self.kapo or self.has_extras):
            return False
        word = cursor.take("verdict")
        if word is None:
            return False
        if self.verdict is not None:
            cursor.refuse("twice", place)
        kind, _, person = word.partition(" ")
        said = self._seen_by_writer(cast(Side, person), place) if person else side
        if said not in (None, self.bidder) or side not in (None, self.bidder):
            cursor.refuse("bidder", place)
        self.verdict = _Verdict(kind == "made", place)
        return True

    def _result(self, side: Side | None) -> bool:
        """Read card points or a kapo, if they may stand here and do."""
        cursor = self.cursor
        owner: Side = side or self.bidder
        if self.kapo is not None or (self.points and (side is None or owner in self.points)):
            return False
        if cursor.stands("four"):
            return False
        took = self._took(side)
        if not self.points and self._pair(took or owner, is_clear=bool(side or took)):
            return True
        start = cursor.at
        points = cursor.number(_POINTS, "points_range")
        if points is not None:
            self.points[took or owner] = points
            is_plain = cursor.take("points") is None and not cursor.pieces[cursor.at - 1].is_cut
            if is_plain and points == PILOTTA and cursor.stands("pilotta"):
                cursor.refuse("points", start)  # the 20 may be the pilotta's
            return True
        if took is not None:
            cursor.refuse("points")
        return not self.points and self._kapo(side)

    def _kapo(self, side: Side | None) -> bool:
        if self.cursor.take("kapo") is not None:
            self.kapo = side or self.bidder
        elif side is None and self.cursor.take("reversed") is not None:
            self.kapo = OTHER[self.bidder]
        return self.kapo is not None

    def _took(self, side: Side | None) -> Side | Literal[""] | None:
        """Read the verb before card points: whose they are, "" where it does not say.

        :raises FaultyLine: the verb names another side than the word before it, or no side has bid.
        """
        cursor = self.cursor
        place = cursor.at
        person = cursor.take("took")
        if not person:
            return None if person is None else ""
        took = self._seen_by_writer(cast(Side, person), place)
        if side is not None and took != side:
            cursor.refuse("owner", place)
        if took != self.bidder and side is None:
            if not self.names_bidder:
                cursor.refuse("owner" if self.is_bidder_told else "bidder", place)
            self.names_sides = True
        return took

    def _pair(self, owner: Side, *, is_clear: bool) -> bool:
        """Read the points of both sides, which make the pack."""
        place = self.cursor.at
        pair = self.cursor.take_pair(_PACK)
        if pair is None:
            return False
        self.points = {owner: pair[0], OTHER[owner]: pair[1]}
        # Of another bidder than us the first number may be theirs, or ours.
        if not is_clear and owner != (self.writer or "A") and pair[0] != pair[1]:
            self.doubtful_pair = place
        self.cursor.take("points")
        return True

    def _settle_pair(self) -> None:
        """Find whose a pair's first number is by the word that the bid was made or failed.

        :raises FaultyLine: it may be either side's.
        """
        if self.doubtful_pair is None:
            return
        orders = [self.points, {side: self.points[OTHER[side]] for side in self.points}]
        fitting = [points for points in orders if self._may_be(points)]
        if self.verdict is None or len(fitting) != 1:
            self.cursor.refuse("order", self.doubtful_pair)
        self.points = fitting[0]

    def _check_whole(self) -> None:
        """Check what only the whole line can tell.

        :raises FaultyLine: points or declarations are missing, or the bid was not as it says.
        """
        to = self.told.get("declarations_to")
        if to in ("A", "B") and not self.declarations[cast(Side, to)]:
            self.cursor.refuse("declared", self.places["declarations_to"])
        if self.verdict is None:
            self._check_failed()
            return
        if not self.points and self.kapo is None:
            self.cursor.refuse("points", len(self.cursor.pieces))
        if not self._may_be(self.points):
            self.cursor.refuse("verdict", self.verdict.place)

    def _check_failed(self) -> None:
        """Ask of a "failed" before a pilotta whether the bid is meant, where that failed."""
        place = self.places.get("pilotta_failed")
        if place is None or not (self.points or self.kapo):
            return
        is_bidders = self.told["pilotta_failed"] == self.bidder
        is_doubtful = is_bidders and self.cursor.pieces[place].word == _FAILED
        if is_doubtful and self._is_made(self.points) is False:
            self.cursor.refuse("lost", place)

    def _may_be(self, points: dict[Side, int]) -> bool:
        """May the bid have been made, or failed, as the line says, with these points?"""
        if self.verdict is None:
            return True
        made = self._is_made(points)
        return made is None or made == self.verdict.is_made

    def _is_made(self, points: dict[Side, int]) -> bool | None:
        """Is the bid made by rules that count declarations? None: other rules may differ."""
        if self.kapo is not None or self.bid == KAPO:
            is_swept = self.kapo == self.bidder
            is_beyond = self.bid != KAPO and self.bid > _SWEPT
            return None if is_swept and is_beyond else is_swept
        own = points.get(self.bidder)
        if own is None:
            if self.trump in ("none", "all"):
                return None
            own = _PACK - points[OTHER[self.bidder]]
        if self.told.get("declarations_to", self.bidder) == self.bidder:
            own += sum(one.value for one in self.declarations[self.bidder])
        if self.told.get("pilotta") == self.bidder:
            own += PILOTTA
        return own >= self.bid

    def _ruling(self) -> bool:
        """Read a ruling: on declarations, on the leader, or on the missing point."""
        cursor = self.cursor
        for role, field in (
            ("declarations", "declarations_to"),
            ("led", "leader"),
            ("missing", "tie_point"),
        ):
            place = cursor.at
            if cursor.take(role) is None:  # type: ignore[arg-type]
                continue
            side: str | None = self._side()
            if side is None and field == "declarations_to":
                side = None if cursor.take("nobody") is None else "nobody"
            if side is None:
                cursor.refuse("side")
            self._tell_once(field, side, place)
            self.names_sides = self.names_sides or side != "nobody"
            self.has_extras = True
            return True
        return False

    def _extra(self, side: Side | None, start: int, *, is_joined: bool) -> None:
        """Read what a side has besides its points, and whose it is."""
        cursor = self.cursor
        place = cursor.at
        extra = self._what(side, start)
        if side is not None:
            is_apart = is_joined or cursor.pieces[start - 1].is_cut
            if cursor.pieces[place - 1].is_cut and not is_apart:
                cursor.refuse("between", start)
            self.names_sides = True
            owner = side
        else:
            owner = self._owner_behind(place)
        self.has_extras = True
        if extra.declaration is not None:
            self.declarations[owner].append(extra.declaration)
        else:
            self._tell_once(extra.field, owner, place)

    def _owner_behind(self, place: int) -> Side:
        """Return the owner of an extra that has no side before it.

        :raises FaultyLine: this extra, or an earlier one, may be either side's.
        """
        side = self._side_behind()
        if side is None:
            if self.names_sides:
                self.cursor.refuse("owner", place)
            if self.sideless_extra is None:
                self.sideless_extra = place
            return self.bidder
        if self.sideless_extra is not None and side != self.bidder:
            self.cursor.refuse("owner", self.sideless_extra)
        self.names_sides = True
        return side

    def _side_behind(self) -> Side | None:
        """Take the side behind an extra, unless it stands before the next one.

        :raises FaultyLine: it may belong to either.
        """
        cursor = self.cursor
        start = cursor.at
        side = self._side()
        if side is None or cursor.is_at_end:
            return side
        is_cut_before = cursor.pieces[start - 1].is_cut
        is_cut_behind = cursor.pieces[cursor.at - 1].is_cut
        if cursor.stands("pilotta", "lost", "run", "four"):
            if is_cut_before == is_cut_behind:
                cursor.refuse("between", start)
            if is_cut_before:
                cursor.at = start
                return None
        elif is_cut_before and not is_cut_behind:
            cursor.refuse("between", start)
        return side

    def _what(self, side: Side | None, start: int) -> _Extra:
        cursor = self.cursor
        if cursor.take("pilotta") is not None:
            return _Extra("pilotta")
        if cursor.take("lost") is not None:
            if cursor.take("pilotta") is None:
                cursor.refuse("lost", cursor.at - 1)
            return _Extra("pilotta_failed")
        if cursor.take("run") is not None:
            return _Extra("declarations", self._run())
        if cursor.take("four") is not None:
            return _four_of(cursor.take("ranks"))
        ranks = cursor.take_four()
        if ranks is None:
            self._refuse_extra(side, start)
        return _four_of(ranks)

    def _refuse_extra(self, side: Side | None, start: int) -> NoReturn:
        """Ask what has to be asked of a piece that begins no extra."""
        cursor = self.cursor
        if not cursor.is_at_end and not cursor.is_known_at(cursor.at):
            cursor.refuse("unknown")
        if side is not None:
            if cursor.stands("declarations"):
                cursor.refuse("declared")
            is_of_kapo = self.kapo is not None and cursor.is_at_end
            cursor.refuse("of_kapo" if is_of_kapo else "of_side", start)
        second = cursor.read_number() if self.points and not self.has_extras else None
        if second is None:
            cursor.refuse("misplaced")
        behind = cursor.at + second.size
        if behind < len(cursor.pieces) and not cursor.is_known_at(behind):
            cursor.refuse("unknown", behind)
        cursor.refuse("pack")

    def _run(self) -> Declaration:
        cursor = self.cursor
        cursor.take("of")
        length = cursor.number(_RUNS, "run_length")
        if length is None:
            cursor.refuse("run_length")
        kind = cast(DeclarationKind, f"run{length}")
        if cursor.take("to") is None:
            return Declaration(kind)
        cursor.take("the")
        number = cursor.number(_TOPS, "top")
        top = cursor.take("top") if number is None else str(number)
        if top is None:
            cursor.refuse("top")
        is_in_trumps = cursor.take("in_trumps") is not None
        return Declaration(kind, cast(Rank, top), is_in_trumps)

    def _tell_once(self, field: str, value: str, place: int) -> None:
        if field in self.told:
            self.cursor.refuse("twice", place)
        self.told[field] = value
        self.places[field] = place


def _four_of(rank: str | None) -> _Extra:
    kind = _OF_NINES.get(rank or "", "four")
    top = cast(Rank | None, rank) if kind == "four" else None
    return _Extra("declarations", Declaration(kind, top))
