"""A sheet typed in from paper: checked, written as a result, and shown as it was typed."""

from typing import Final, get_args

from flask import Response, abort, make_response, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.explain import labels, sheet_checks
from scorekeeper.explain import tournament_words as words
from scorekeeper.explain.sheet_checks import doubt_texts
from scorekeeper.i18n import gettext as _
from scorekeeper.lines.line_names import LineNames
from scorekeeper.printing.tables import hands_needed
from scorekeeper.rules.model import BySide, RuleSet
from scorekeeper.tournament.acts.fields import LONGEST_REASON
from scorekeeper.tournament.drawn_rounds import DrawnRound
from scorekeeper.tournament.plausibility import doubts_of
from scorekeeper.tournament.played_tables import PlayedTable
from scorekeeper.tournament.service import LoadedTournament, find_tournament
from scorekeeper.tournament.sheets.sheet_check import SheetCheck
from scorekeeper.tournament.sheets.sheet_codec import MOST_HANDS, SheetHands, totals_of
from scorekeeper.tournament.sheets.sheet_slips import ScoreSlipCode, Slip
from scorekeeper.tournament.table_results import hands_that_count, result_of
from scorekeeper.tournament.tournament_set_up import SetUp
from scorekeeper.web.fragments import go_to
from scorekeeper.web.tournaments.results import (
    Unwritten,
    WriteRequest,
    score_mark,
    write_result,
)
from scorekeeper.web.tournaments.rights import context_of, helped, pages
from scorekeeper.web.tournaments.table import find_table
from scorekeeper.web.tournaments.typed_form import (
    LONGEST_LINES,
    PASSED,
    TRUMPS,
    TypedHand,
    TypedSheet,
    read_sheet_lines,
    typed_sheet,
)

_BLANK: Final = {"number": "{n}", **dict.fromkeys(TypedHand._fields[1:], "")}
"""The row that is there once more for each further hand."""


@pages.get("/t/<tournament_id>/rounds/<int:number>/tables/<int:table>/sheet")
def sheet(tournament_id: str, number: int, table: int) -> Response:
    """The form of a sheet."""
    loaded_tournament = helped(tournament_id)
    return _page(Unwritten(loaded_tournament), number, table, TypedSheet())


@pages.post("/t/<tournament_id>/rounds/<int:number>/tables/<int:table>/sheet")
def check_typed_sheet(tournament_id: str, number: int, table: int) -> Response:
    """Check a sheet: does it add up, and if not, what slip is likely? Then it can be written."""
    loaded_tournament = helped(tournament_id)
    drawn_round, played = find_table(loaded_tournament, number, table)
    rules = drawn_round.set_up.rules
    typed = typed_sheet(request.form).completed(rules)
    faults: dict[int, str] = {}
    if _are_lines_meant(typed):
        seated = (played.table.a, played.table.b)
        pairs = (loaded_tournament.tournament.pair_in(key, number) for key in seated)
        names: LineNames = BySide(*(pair.players for pair in pairs))
        lines = read_sheet_lines(request.form["lines"], rules, names)
        typed, faults = typed._replace(hands=lines.hands), lines.faults
    return _page(Unwritten(loaded_tournament), number, table, typed, faults=faults, is_checked=True)


def _are_lines_meant(typed: TypedSheet) -> bool:
    """Was the button of the lines pressed, or are they all that is typed?"""
    is_asked = "read_lines" in request.form or not typed.hands
    return is_asked and bool(request.form.get("lines", "").strip())


@pages.post("/t/<tournament_id>/rounds/<int:number>/tables/<int:table>/sheet/result")
def write_sheet(tournament_id: str, number: int, table: int) -> BaseResponse:
    """Write the sheet: its hands are stored, and their score is the result."""
    loaded_tournament = helped(tournament_id)
    drawn_round, played = find_table(loaded_tournament, number, table)
    typed = typed_sheet(request.form).completed(drawn_round.set_up.rules)
    unwritten: Unwritten | None = Unwritten(loaded_tournament)
    if typed.is_readable:
        result = result_of(hands_that_count(typed.read(), drawn_round.set_up_at(table)))
        write = WriteRequest.of_form()
        unwritten = write_result(loaded_tournament, number, played, result, write)
    if unwritten is not None:
        return _page(unwritten, number, table, typed, is_checked=True)
    return go_to(".board", tournament_id=tournament_id, number=number)


@pages.get("/t/<tournament_id>/rounds/<int:number>/tables/<int:table>/typed")
def kept_sheet(tournament_id: str, number: int, table: int) -> str:
    """The table's result, opened to the hands of the sheet that counts."""
    loaded_tournament = find_tournament(tournament_id)
    drawn_round, played = find_table(loaded_tournament, number, table)
    if played.table.result is None or not played.table.result.sheet:
        abort(404)
    return render_template(
        "tournaments/kept_sheet.html",
        **context_of(loaded_tournament),
        drawn_round=drawn_round,
        played=played,
        checks=sheet_checks,
    )


def _page(
    unwritten: Unwritten,
    number: int,
    table: int,
    typed: TypedSheet,
    *,
    faults: dict[int, str] | None = None,
    is_checked: bool = False,
) -> Response:
    loaded_tournament = unwritten.loaded_tournament
    drawn_round, played = find_table(loaded_tournament, number, table)
    rules = drawn_round.set_up.rules
    is_unread = is_checked and not typed.is_readable
    check = typed.check(rules) if is_checked and not is_unread else None
    told: dict[int | None, list[str]] = {}
    if check:
        told = _told(loaded_tournament, drawn_round, played, typed, check)
    too_many = {hand.number: off for hand in typed.hands if (off := hand.too_many(rules))}
    for row, off in too_many.items():
        told[row] = [sheet_checks.too_many_text(row, off)]
    for row, fault in (faults or {}).items():
        told[row] = [*told.get(row, []), fault]
    hands = hands_that_count(typed.read(), drawn_round.set_up_at(table))
    page = render_template(
        "tournaments/sheet.html",
        **context_of(loaded_tournament),
        drawn_round=drawn_round,
        played=played,
        typed=typed,
        rows=_rows(drawn_round.set_up_at(table), typed),
        blank=_BLANK,
        most_hands=MOST_HANDS,
        check=check,
        told=told,
        lines=request.form.get("lines", ""),
        is_of_lines="read_lines" in request.form or bool(faults),
        longest_lines=LONGEST_LINES,
        marked=_marked(check) if check else {},
        total=tuple(totals_of(hands)),
        sure=score_mark(tuple(totals_of(hands))),
        count=len(hands) if len(hands) < len(typed.hands) else None,
        checks=sheet_checks,
        is_unread=is_unread,
        unread=[number for number in typed.unread if number not in too_many],
        too_many=too_many,
        unwritten=unwritten,
        needs_reason=check is not None and _needs_reason(played, hands),
        reason="" if unwritten.is_erased else request.form.get("reason", ""),
        longest=LONGEST_REASON,
        passed=PASSED,
        is_doubled=rules.doubling != "off",
        trumps=_trumps(rules),
        plain_total="" if _trumps(rules) else rules.total(None),
    )
    return make_response(page, 422 if is_unread else unwritten.status)


def _rows(set_up: SetUp, typed: TypedSheet) -> list[TypedHand]:
    """The rows that are typed, and empty ones: as many as the paper has, and one at least."""
    ends = {set_up.length: set_up.limit}
    on_paper = hands_needed(
        set_up.rules,
        ends.get("hands", 0),
        ends.get("minutes", 0),
        needs_winner=set_up.needs_winners,
    )
    count = min(max(on_paper, len(typed.hands) + 1), MOST_HANDS)
    return [*typed.hands, *map(TypedHand, range(len(typed.hands) + 1, count + 1))]


def _trumps(rules: RuleSet) -> tuple[tuple[str, str], ...]:
    """The choices where a hand may have been played without a suit."""
    if rules.trumps != "with_none_all":
        return ()
    return ("", _("a suit")), *((trump, labels.trump_name(trump)) for trump in TRUMPS)


def _needs_reason(played: PlayedTable, hands: SheetHands) -> bool:
    """Does it correct what is written, or only say of which hands it is made?"""
    written = played.table.result
    if written is None:
        return False
    return bool(written.sheet) or written.score != tuple(totals_of(hands))


def _told(
    loaded_tournament: LoadedTournament,
    drawn_round: DrawnRound,
    played: PlayedTable,
    typed: TypedSheet,
    check: SheetCheck,
) -> dict[int | None, list[str]]:
    """The remarks beside each hand; under None those about the whole sheet."""
    seated = (played.table.a, played.table.b)
    pairs = (loaded_tournament.tournament.pair_in(key, drawn_round.number) for key in seated)
    names = BySide(*map(words.name_of, pairs))
    hands = hands_that_count(typed.read(), drawn_round.set_up_at(played.table.number))
    total = totals_of(hands)
    doubts = doubts_of((total.A, total.B), drawn_round.set_up, played.live, hands)
    remarks: dict[int | None, list[str]] = {None: doubt_texts(doubts)}
    for wrong in check.wrong:
        remarks[wrong.number] = sheet_checks.wrong_hand_texts(wrong, names)
    for slip in check.slips:
        remarks.setdefault(slip.hand, []).append(sheet_checks.slip_text(slip, names))
    return remarks


def _marked(check: SheetCheck) -> dict[int, str]:
    """The column of each hand's likeliest slip: `points`, `score`, `bid` or `doubled`."""
    found = {wrong.number: "points" for wrong in check.wrong if not wrong.slips}
    accused = {wrong.number for wrong in check.wrong}
    slips = [*(slip for wrong in check.wrong for slip in wrong.slips[:1]), *check.slips]
    for slip in slips:
        if slip.hand is not None and (slip.is_likely or slip.hand in accused):
            found.setdefault(slip.hand, _column_of(slip))
    return found


def _column_of(slip: Slip) -> str:
    match slip.code:
        case "bid_wrong":
            return "bid"
        case "doubling_wrong" | "doubled_shared":
            return "doubled"
        case code:
            return "score" if code in get_args(ScoreSlipCode) else "points"
