"""A sheet as it is typed in: texts in rows, and what can be read of them."""

from collections.abc import Iterator, Mapping
from typing import Final, Literal, NamedTuple, cast

from scorekeeper.explain.line_fault_words import KAPO_TYPED
from scorekeeper.i18n import gettext as _
from scorekeeper.lines.line_names import NO_NAMES, LineNames
from scorekeeper.rules.model import (
    HIGHEST_BID,
    KAPO,
    LOWEST_BID,
    OTHER,
    SIDES,
    Bid,
    BySide,
    Hand,
    RuleSet,
    Side,
    Trump,
)
from scorekeeper.rules.scoring import card_points, score_hand
from scorekeeper.tournament.list_lines import without_chat
from scorekeeper.tournament.sheets.sheet_check import Foot, SheetCheck, bonus_counts
from scorekeeper.tournament.sheets.sheet_codec import MOST_HANDS, check_hands
from scorekeeper.tournament.sheets.sheet_slips import SheetHand, WrittenHand
from scorekeeper.web.forms import whole_number
from scorekeeper.web.match.hand_form_page import read_typed_line

PASSED: Final = "passed"
TRUMPS: Final[tuple[Trump, ...]] = ("none", "all")
"""The trumps with which a hand has another sum."""
_DIGITS: Final = 4
_OTHER_PAIR: Final = {
    "sum_a": "sum_b",
    "sum_b": "sum_a",
    "total_a": "total_b",
    "total_b": "total_a",
}
_KAPO_WORDS: Final = frozenset({"kapo", "capot", "k", "καπό", "καπο", "κ"})
_DOUBLED: Final = {"2": 2, "4": 4}


class TypedHand(NamedTuple):
    """A row of the sheet, as it was typed."""

    number: int
    a: str = ""
    b: str = ""
    score_a: str = ""
    score_b: str = ""
    mark: str = ""
    """The side that made a kapo, or that the hand was passed out."""
    doubled: str = ""
    trump: str = ""
    bid: str = ""
    """The bid as it is spoken or in points, if it is written."""

    @property
    def is_empty(self) -> bool:
        """Does nothing stand there?"""
        return not (self._has_numbers or self.mark)

    @property
    def is_unread(self) -> bool:
        """Is something missing, or no number?"""
        if self.mark == PASSED:
            return False
        return None in (*self._points, *self._score) or (bool(self.bid) and _bid(self.bid) is None)

    @property
    def is_passed_and_played(self) -> bool:
        """Was it passed out, with numbers beside that?"""
        return self.mark == PASSED and self._has_numbers

    @property
    def _has_numbers(self) -> bool:
        return bool(self.a or self.b or self.score_a or self.score_b or self.bid)

    @property
    def _points(self) -> tuple[int | None, int | None]:
        return whole_number(self.a, _DIGITS), whole_number(self.b, _DIGITS)

    @property
    def _score(self) -> tuple[int | None, int | None]:
        """The score of the hand; where one side has a number, an empty box of the other is 0."""
        if not (self.score_a or self.score_b):
            return None, None
        return _signed(self.score_a or "0"), _signed(self.score_b or "0")

    def completed(self, rules: RuleSet) -> "TypedHand":
        """The hand with the card points that follow from those of the other side, or from a kapo.

        What cannot follow stays empty.
        """
        kapo = next((side for side in SIDES if side == self.mark), None)
        if kapo is not None and not (self.a or self.b) and self._has_numbers:
            return self._completed(rules, 0, OTHER[kapo])
        typed = {
            side: whole_number(text, _DIGITS)
            for side, text in zip(SIDES, (self.a, self.b), strict=True)
        }
        known = [side for side in SIDES if typed[side] is not None]
        if self.mark == PASSED or len(known) != 1 or (self.a and self.b):
            return self
        return self._completed(rules, typed[known[0]] or 0, known[0])

    def _completed(self, rules: RuleSet, points: int, of_side: Side) -> "TypedHand":
        kapo = next((side for side in SIDES if side == self.mark), None)
        trump = next((one for one in TRUMPS if one == self.trump), None)
        hand = Hand(
            kapo=kapo, trump=trump, doubled=cast(Literal[1, 2, 4], _DOUBLED.get(self.doubled, 1))
        )
        total = rules.total(trump) + (rules.kapo_bonus if bonus_counts(hand, rules) else 0)
        if points > total and points != total + rules.kapo_bonus:  # a kapo that is not marked
            return self
        own, other = str(points), str(max(total - points, 0))
        return self._replace(a=own, b=other) if of_side == "A" else self._replace(a=other, b=own)

    def too_many(self, rules: RuleSet) -> int:
        """By how much one side's card points, which stand alone, are more than a hand has."""
        trump = next((one for one in TRUMPS if one == self.trump), None)
        typed = [points for points in self._points if points is not None]
        is_alone = len(typed) == 1 and not (self.a and self.b)
        return max(typed[0] - rules.total(trump), 0) if is_alone and self.mark != PASSED else 0

    def read(self) -> SheetHand | None:
        """The hand; None for one that was passed out."""
        (a, b), (score_a, score_b) = self._points, self._score
        if self.mark == PASSED or a is None or b is None or score_a is None or score_b is None:
            return None
        kapo = next((side for side in SIDES if side == self.mark), None)
        trump = next((one for one in TRUMPS if one == self.trump), None)
        doubled = cast(Literal[1, 2, 4], _DOUBLED.get(self.doubled, 1))
        written_hand = WrittenHand(BySide(a, b), kapo, trump, doubled, _bid(self.bid))
        return SheetHand(written_hand, BySide(score_a, score_b))


class TypedSheet(NamedTuple):
    """The sheet, as it was typed."""

    hands: tuple[TypedHand, ...] = ()
    """All rows of it, to the last that is not empty."""
    played: str = ""
    sum_a: str = ""
    sum_b: str = ""
    total_a: str = ""
    total_b: str = ""
    """The foot of the sheet: hands, both sides' card points and totals; empty where not typed."""

    @property
    def unread(self) -> list[int]:
        """The numbers of the hands that cannot be read."""
        return [hand.number for hand in self.hands if hand.is_unread]

    @property
    def passed_and_played(self) -> list[int]:
        """The numbers of the hands that are passed out and have numbers all the same."""
        return [hand.number for hand in self.hands if hand.is_passed_and_played]

    @property
    def unread_foot(self) -> list[str]:
        """The fields of the foot that are no number, or empty where the other pair's is not."""
        typed = self._asdict()
        return [
            field
            for field, number in self._foot.items()
            if number is None and (typed[field] or typed[_OTHER_PAIR.get(field, field)])
        ]

    @property
    def is_readable(self) -> bool:
        """Is there a hand, and can everything be read?"""
        return bool(self.hands) and not (self.unread or self.passed_and_played or self.unread_foot)

    @property
    def _foot(self) -> dict[str, int | None]:
        return {
            "played": whole_number(self.played, 2),
            "sum_a": whole_number(self.sum_a, _DIGITS + 1),
            "sum_b": whole_number(self.sum_b, _DIGITS + 1),
            "total_a": _signed(self.total_a),
            "total_b": _signed(self.total_b),
        }

    def completed(self, rules: RuleSet) -> "TypedSheet":
        """The sheet with the card points that follow from the others."""
        return self._replace(hands=tuple(hand.completed(rules) for hand in self.hands))

    def read(self) -> tuple[SheetHand | None, ...]:
        """The hands of the sheet."""
        return tuple(hand.read() for hand in self.hands)

    def check(self, rules: RuleSet) -> SheetCheck:
        """Check the sheet by the rules: hands, sums and totals."""
        foot = self._foot
        sums, totals = (_both(foot[f"{name}_a"], foot[f"{name}_b"]) for name in ("sum", "total"))
        return check_hands(self.read(), rules, Foot(foot["played"], sums), totals)


def typed_sheet(form: Mapping[str, str]) -> TypedSheet:
    """The sheet of a form."""
    foot = (form.get(field, "").strip() for field in TypedSheet._fields[1:])
    return TypedSheet(tuple(_typed_hands(form)), *foot)


def _typed_hands(form: Mapping[str, str]) -> Iterator[TypedHand]:
    rows = [_typed_hand(form, number) for number in range(1, MOST_HANDS + 1)]
    last = max((hand.number for hand in rows if not hand.is_empty), default=0)
    yield from rows[:last]


def _typed_hand(form: Mapping[str, str], number: int) -> TypedHand:
    texts = (form.get(f"{field}{number}", "").strip() for field in TypedHand._fields[1:])
    return TypedHand(number, *texts)


def _bid(text: str) -> Bid | None:
    """A bid as tables write it: 9 and 90 are the same, and kapo is a word.

    >>> _bid("9"), _bid("90"), _bid("Καπό"), _bid("7")
    (90, 90, 'kapo', None)
    """
    if text.casefold() in _KAPO_WORDS:
        return KAPO
    number = whole_number(text, _DIGITS)
    if number is not None and number < LOWEST_BID:
        number *= 10
    return number if number is not None and LOWEST_BID <= number <= HIGHEST_BID else None


def _signed(text: str) -> int | None:
    digits = text.replace("−", "-")
    number = whole_number(digits.removeprefix("-"), _DIGITS)
    return -number if number is not None and digits.startswith("-") else number


def _both(a: int | None, b: int | None) -> BySide[int] | None:
    return None if a is None or b is None else BySide(a, b)


LONGEST_LINES: Final = 20_000
"""The most characters of a whole sheet; the rest is not read."""


class SheetLines(NamedTuple):
    """The lines of a sheet, and their results."""

    hands: tuple[TypedHand, ...]
    """A row for each line; an empty one where it is no hand."""
    faults: dict[int, str]
    """The fault of each wrong row, by its number."""


def read_sheet_lines(text: str, rules: RuleSet, names: LineNames = NO_NAMES) -> SheetLines:
    """Read each line that is not blank as a hand, and score it by these rules.

    `names` are words for the sides. A line may be a message of an exported chat,
    with its date and sender.
    """
    lines = [line for line in text[:LONGEST_LINES].splitlines() if line.strip()]
    hands: list[TypedHand] = []
    faults: dict[int, str] = {}
    for number, line in enumerate(lines[:MOST_HANDS], 1):
        found = read_typed_line(without_chat(line)[0], rules, names=names)
        if isinstance(found, str):
            faults[number] = found
        hands.append(TypedHand(number) if isinstance(found, str) else _row(number, found, rules))
    if len(lines) > MOST_HANDS:
        faults[MOST_HANDS] = _("A sheet has at most %(most)s hands.", most=MOST_HANDS)
    return SheetLines(tuple(hands), faults)


def _row(number: int, hand: Hand, rules: RuleSet) -> TypedHand:
    """The row that a helper would have typed for the hand; its score follows from the rules."""
    if hand.passed_out:
        return TypedHand(number, mark=PASSED)
    score = score_hand(hand, rules)
    is_kapo = hand.kapo is not None
    typed = TypedHand(
        number,
        "" if is_kapo else str(card_points(hand, "A", rules)),
        "" if is_kapo else str(card_points(hand, "B", rules)),
        str(score.A),
        str(score.B),
        hand.kapo or "",
        str(hand.doubled) if hand.doubled > 1 else "",
        hand.trump if hand.trump in TRUMPS else "",
        str(KAPO_TYPED) if hand.bid == KAPO else str(hand.bid),
    )
    return typed.completed(rules)
