"""Reads a line as a hand: the grammar of docs/rules.md, part by part."""

from typing import Final, Literal, cast

from scorekeeper.lines.line_cursor import (
    HIGHEST_NUMBER,
    LONGEST_LINE,
    FaultyLine,
    LineCursor,
    LineFault,
)
from scorekeeper.rules.model import (
    HIGHEST_BID,
    KAPO,
    LOWEST_BID,
    OTHER,
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
_OF_NINES: Final[dict[str, DeclarationKind]] = {"9": "nines", "J": "jacks"}


def read_line(line: str, writer: Side | None = "A") -> Hand | LineFault:
    """Read a line as a hand, or find the first piece of it that cannot be read.

    "Us" is the side of its `writer`, and so is a bid without a side. Where that side is not known,
    only the letters of the sides say whose something is.

    >>> read_line("90κ 97").points
    BySide(A=97, B=None)
    >>> read_line("90 κουπς 97").place
    2
    """
    if len(line) > LONGEST_LINE:
        return LineFault("too_long", 1, "", ())
    reader = _LineReader(line, writer)
    try:
        return reader.read()
    except FaultyLine as error:
        return error.fault


class _LineReader:
    """Reads one line; the values of its parts are kept until all are read."""

    def __init__(self, line: str, writer: Side | None) -> None:
        self.cursor = LineCursor(line)
        self.writer = writer
        self.bidder: Side = "A"
        self.names_sides = False
        """Did a side stand behind the contract? Then all that follows names its own."""
        self.points: dict[Side, int] = {}
        self.kapo: Side | None = None
        self.has_extras = False
        self.declarations: dict[Side, list[Declaration]] = {"A": [], "B": []}
        self.told: dict[str, str] = {}
        """The values that may stand only once in a line: pilotta, rulings."""

    def read(self) -> Hand:
        """Read the whole line.

        :raises FaultyLine: the text is no line of a hand.
        """
        cursor = self.cursor
        if not cursor.pieces:
            raise FaultyLine(LineFault("empty", 1, "", ()))
        if cursor.take("passed", "passed") is not None:
            return self._passed_out()
        self.bidder = self._side() or self._seen_by_writer("A", 0)
        bid = self._bid()
        trump, doubled = self._suit_and_doubling()
        cursor.note_end()
        while not cursor.is_at_end:
            self._part()
            cursor.note_end()
        return Hand(
            bidder=self.bidder,
            bid=bid,
            trump=trump,
            doubled=doubled,
            points=BySide(self.points.get("A"), self.points.get("B")),
            kapo=self.kapo,
            declarations=BySide(*(tuple(self.declarations[side]) for side in ("A", "B"))),
            **self.told,  # type: ignore[arg-type]
        )

    def _side(self) -> Side | None:
        """Take a side, if one stands here."""
        place = self.cursor.at
        side = cast(Side | None, self.cursor.take("side", "side"))
        is_letter = side is not None and len(self.cursor.pieces[place].word) == 1
        return side if side is None or is_letter else self._seen_by_writer(side, place)

    def _seen_by_writer(self, side: Side, place: int) -> Side:
        """The side that the writer means, where A is "us".

        :raises FaultyLine: the writer's side is not known.
        """
        if self.writer is None:
            self.cursor.at = place
            self.cursor.refuse("whose")
        return side if self.writer == "A" else OTHER[side]

    def _passed_out(self) -> Hand:
        if not self.cursor.is_at_end:
            self.cursor.note_end()
            self.cursor.refuse()
        return Hand(passed_out=True)

    def _bid(self) -> Bid:
        cursor = self.cursor
        number = cursor.number("bid", _BIDS)
        if number is not None:
            return number * 10 if number in _TENTHS else number
        if cursor.take("kapo", "kapo") is None:
            cursor.refuse()
        return KAPO

    def _suit_and_doubling(self) -> tuple[Trump | None, Literal[1, 2, 4]]:
        """Both in either order, each once at most."""
        trump: str | None = None
        doubled: str | None = None
        for _ in range(2):
            trump = trump or self.cursor.take("suit", "suit")
            doubled = doubled or self.cursor.take("doubled", "doubled")
        return cast(Trump | None, trump), cast(Literal[1, 2, 4], int(doubled or 1))

    def _part(self) -> None:
        """Read the result, or an extra with the side before it."""
        cursor = self.cursor
        is_extra = cursor.take("and") is not None
        if self._ruling():
            self.has_extras = True
            return
        side = self._side()
        if side is None and self.names_sides:
            cursor.refuse()
        self.names_sides = self.names_sides or side is not None
        owner: Side = side or self.bidder
        if not (is_extra or self.has_extras) and self._result(side):
            return
        self._extra(owner)
        self.has_extras = True

    def _result(self, side: Side | None) -> bool:
        """Read card points or a kapo, if they may stand here and do."""
        cursor = self.cursor
        owner: Side = side or self.bidder
        if self.kapo is not None or (self.points and (side is None or owner in self.points)):
            return False
        four_of = cursor.take_four()
        if four_of is not None:
            self._declare_four(owner, four_of)
            self.has_extras = True
            return True
        has_verb = self._verb(side, owner)
        points = cursor.number("points", _POINTS)
        if points is not None:
            self.points[owner] = points
            cursor.take("points")
            return True
        if has_verb:
            cursor.refuse()
        if self.points:
            return False
        if cursor.take("kapo", "kapo") is not None:
            self.kapo = owner
        elif side is None and cursor.take("reversed", "reversed") is not None:
            self.kapo = OTHER[self.bidder]
        return self.kapo is not None

    def _verb(self, side: Side | None, owner: Side) -> bool:
        """Read the verb before card points.

        :raises FaultyLine: it says that we took them, or they, and they are the other side's.
        """
        cursor = self.cursor
        place = cursor.at
        person = cursor.take("took")
        if person:
            person = self._seen_by_writer(cast(Side, person), place)
        if person in (None, "", owner):
            return person is not None
        # Noted is what may stand in the verb's place: whose they are, or behind a side how many.
        cursor.at = place
        if side is None:
            cursor.take("side", "side")
        else:
            cursor.number("points", _POINTS)
        cursor.refuse()

    def _ruling(self) -> bool:
        """Read a ruling: on declarations, on the leader, or on the missing point."""
        cursor = self.cursor
        for role, field in (
            ("declarations", "declarations_to"),
            ("led", "leader"),
            ("missing", "tie_point"),
        ):
            place = cursor.at
            if cursor.take(role, role) is None:  # type: ignore[arg-type]
                continue
            side: str | None = self._side()
            if side is None and field == "declarations_to":
                side = None if cursor.take("nobody", "nobody") is None else "nobody"
            if side is None:
                cursor.refuse()
            self._tell_once(field, side, place)
            self.names_sides = self.names_sides or side != "nobody"
            return True
        return False

    def _extra(self, owner: Side) -> None:
        """Read what a side has besides its points."""
        cursor = self.cursor
        place = cursor.at
        if cursor.take("pilotta", "pilotta") is not None:
            self._tell_once("pilotta", owner, place)
        elif cursor.take("lost", "lost") is not None:
            if cursor.take("pilotta", "pilotta") is None:
                cursor.refuse()
            self._tell_once("pilotta_failed", owner, place)
        elif cursor.take("run", "run") is not None:
            self.declarations[owner].append(self._run())
        elif cursor.take("four", "four") is not None:
            self._declare_four(owner, cursor.take("ranks", "ranks"))
        else:
            ranks = cursor.take_four()
            if ranks is None:
                cursor.refuse()
            self._declare_four(owner, ranks)

    def _run(self) -> Declaration:
        cursor = self.cursor
        cursor.take("of")
        length = cursor.number("run_length", _RUNS)
        if length is None:
            cursor.refuse()
        kind = cast(DeclarationKind, f"run{length}")
        if cursor.take("to", "to") is None:
            return Declaration(kind)
        cursor.take("the")
        number = cursor.number("top", _TOPS)
        top = cursor.take("top") if number is None else str(number)
        if top is None:
            cursor.refuse()
        is_in_trumps = cursor.take("in_trumps", "in_trumps") is not None
        return Declaration(kind, cast(Rank, top), is_in_trumps)

    def _declare_four(self, owner: Side, rank: str | None) -> None:
        kind = _OF_NINES.get(rank or "", "four")
        top = cast(Rank | None, rank) if kind == "four" else None
        self.declarations[owner].append(Declaration(kind, top))

    def _tell_once(self, field: str, value: str, place: int) -> None:
        if field in self.told:
            self.cursor.at = place
            self.cursor.refuse("twice")
        self.told[field] = value
