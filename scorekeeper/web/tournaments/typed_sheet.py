"""A sheet typed in from paper: its hands are checked, and its total becomes the table's result."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from flask import Response, make_response, render_template, request

from scorekeeper.i18n import sheet_checks
from scorekeeper.printing.tables import ROWS
from scorekeeper.rules.model import SIDES, BySide, Trump
from scorekeeper.rules.sheet_check import Foot, SheetCheck, check_sheet
from scorekeeper.rules.sheet_slips import WrittenHand
from scorekeeper.services.tournaments.acting import LONGEST_REASON
from scorekeeper.services.tournaments.keeping import Held
from scorekeeper.services.tournaments.playing import PlayedTable
from scorekeeper.services.tournaments.state import DrawnRound
from scorekeeper.web.forms import whole_number
from scorekeeper.web.tournaments.blueprint import pages
from scorekeeper.web.tournaments.rights import context_of, helped
from scorekeeper.web.tournaments.table import find_table

_DIGITS: Final = 4
_TRUMPS: Final[tuple[Trump, ...]] = ("none", "all")
"""Those in which a hand has another sum."""
PASSED: Final = "passed"


class TypedHand(NamedTuple):
    """A row of the sheet, as it was typed."""

    number: int
    a: str
    b: str
    mark: str
    """The side that made a kapo, or that the hand was passed out."""
    trump: str

    @property
    def is_empty(self) -> bool:
        """Does nothing stand there?"""
        return not (self.a or self.b or self.mark)

    @property
    def is_unread(self) -> bool:
        """Is something missing, or no number?"""
        return self.mark != PASSED and None in self._points

    @property
    def _points(self) -> tuple[int | None, int | None]:
        return whole_number(self.a, _DIGITS), whole_number(self.b, _DIGITS)

    def written(self) -> WrittenHand | None:
        """The hand; None for one that was passed out."""
        a, b = self._points
        if self.mark == PASSED or a is None or b is None:
            return None
        kapo = next((side for side in SIDES if side == self.mark), None)
        trump = next((one for one in _TRUMPS if one == self.trump), None)
        return WrittenHand(BySide(a, b), kapo, trump)


class TypedSheet(NamedTuple):
    """The sheet, as it was typed."""

    hands: tuple[TypedHand, ...]
    """All rows of it, to the last that is not empty."""
    played: str = ""
    a: str = ""
    b: str = ""
    """What its foot says: hands, and the sums of both sides; nothing where nothing is there."""

    @property
    def unread(self) -> list[int]:
        """The numbers of the hands that cannot be read."""
        return [hand.number for hand in self.hands if hand.is_unread]

    def check(self, held: Held) -> SheetCheck:
        """What its card points come to."""
        a, b = whole_number(self.a, _DIGITS + 1), whole_number(self.b, _DIGITS + 1)
        foot = Foot(whole_number(self.played, 2), None if a is None or b is None else BySide(a, b))
        hands = [hand.written() for hand in self.hands]
        return check_sheet(hands, held.tournament.set_up.rules, foot)


@pages.get("/t/<tournament_id>/rounds/<int:number>/tables/<int:table>/sheet")
def sheet(tournament_id: str, number: int, table: int) -> Response:
    """The form of a sheet."""
    held = helped(tournament_id)
    return _page(held, *find_table(held, number, table), TypedSheet(()))


@pages.post("/t/<tournament_id>/rounds/<int:number>/tables/<int:table>/sheet")
def check_typed_sheet(tournament_id: str, number: int, table: int) -> Response:
    """Whether it adds up, and if not, what slip is likely; then its total can be written."""
    held = helped(tournament_id)
    form = request.form
    foot = (form.get(field, "").strip() for field in ("played", "sum_a", "sum_b"))
    typed = TypedSheet(tuple(_typed_hands()), *foot)
    return _page(held, *find_table(held, number, table), typed, is_checked=True)


def _typed_hands() -> Iterator[TypedHand]:
    rows = [_typed_hand(number) for number in range(1, ROWS + 1)]
    last = max((hand.number for hand in rows if not hand.is_empty), default=0)
    yield from rows[:last]


def _typed_hand(number: int) -> TypedHand:
    fields = ("a", "b", "mark", "trump")
    return TypedHand(number, *(request.form.get(f"{f}{number}", "").strip() for f in fields))


def _page(
    held: Held,
    drawn: DrawnRound,
    played: PlayedTable,
    typed: TypedSheet,
    *,
    is_checked: bool = False,
) -> Response:
    is_wrong = is_checked and (not typed.hands or bool(typed.unread))
    check = typed.check(held) if is_checked and not is_wrong else None
    empty = [TypedHand(n, "", "", "", "") for n in range(len(typed.hands) + 1, ROWS + 1)]
    page = render_template(
        "tournaments/sheet.html",
        **context_of(held),
        drawn=drawn,
        played=played,
        typed=typed,
        rows=[*typed.hands, *empty],
        check=check,
        told=_told(held, played, check) if check else {},
        checks=sheet_checks,
        is_wrong=is_wrong,
        longest=LONGEST_REASON,
        passed=PASSED,
        trumps=_TRUMPS if held.tournament.set_up.rules.trumps == "with_none_all" else (),
    )
    return make_response(page, 422 if is_wrong else 200)


def _told(held: Held, played: PlayedTable, check: SheetCheck) -> dict[int | None, list[str]]:
    """What is to be said beside each hand; under None, of the whole sheet."""
    names = BySide(*(held.tournament.name(key) for key in (played.table.a, played.table.b)))
    told: dict[int | None, list[str]] = {None: []}
    for wrong in check.wrong:
        slips = [sheet_checks.slip_text(slip, names) for slip in wrong.slips]
        told[wrong.number] = [sheet_checks.wrong_hand_text(wrong), *slips]
    for slip in check.slips:
        told.setdefault(slip.hand, []).append(sheet_checks.slip_text(slip, names))
    return told
