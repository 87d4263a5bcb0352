"""Rows for a spreadsheet, and the ledger of a match as one: a column a line rule. Pure.

A spreadsheet opens a file with the separator of its system's language. A reader can ask for another
separator than that of the page.

The columns add up: the line rules of a row give its score, and all scores give the totals. Scores
are in the rule set's unit, bids and card points in points.
"""

import csv
import re
from collections.abc import Iterable, Sequence
from io import StringIO
from typing import Final, Literal

from scorekeeper.explain import labels
from scorekeeper.explain.shown_names import player_in, players_today, seated_at_each, side_names
from scorekeeper.i18n import gettext, pgettext
from scorekeeper.i18n.language import decimal_mark
from scorekeeper.match.agreement import NO_ANSWER, SideAnswer
from scorekeeper.rules.evening import Seated
from scorekeeper.rules.match import Adjust, Match, Row
from scorekeeper.rules.model import (
    KAPO,
    RULES,
    SIDES,
    BySide,
    Hand,
    HandScore,
    Rule,
    RuleSet,
    Seat,
    Side,
)
from scorekeeper.rules.scoring import card_points

Cell = int | float | str
CsvRow = list[Cell]
Separator = Literal["comma", "semicolon", "tab"]
SEPARATORS: Final[dict[Separator, str]] = {"comma": ",", "semicolon": ";", "tab": "\t"}

_FORMULA_START: Final = re.compile(r"""(^|[,;|\t\r\n])(?=[\s"']*[=+@＝＋－＠\t\r\n-])""")
"""The beginning of a formula in a spreadsheet, also in full-width form: at the start of a text, and
behind any character that may end a cell."""


def usual_separator() -> Separator:
    """The separator that the spreadsheet of the language in use opens."""
    return "semicolon" if decimal_mark() == "," else "comma"


def spreadsheet(rows: Iterable[CsvRow], separator: Separator | None = None) -> bytes:
    """Write the rows as the Excel of the language in use opens them.

    Excel takes the system's list separator, a semicolon where the comma is for decimals. The byte
    order mark tells it UTF-8; without one it reads Greek in another alphabet.
    """
    separator = separator or usual_separator()
    mark = "." if separator == "comma" else "," if separator == "semicolon" else decimal_mark()
    text = StringIO(newline="")
    writer = csv.writer(text, delimiter=SEPARATORS[separator], lineterminator="\r\n")
    for cells in rows:
        writer.writerow([_cell_text(cell, mark) for cell in cells])
    return text.getvalue().encode("utf-8-sig")


def _cell_text(cell: Cell, mark: str) -> Cell:
    if isinstance(cell, str):
        return escape_formula(cell)
    return str(cell).replace(".", mark)


def escape_formula(text: str) -> str:
    """The text, with an apostrophe wherever a spreadsheet would begin a formula.

    The spreadsheet decides which sign ends a cell. One that splits at semicolons also opens a file
    with commas.

    >>> escape_formula("=1+1"), escape_formula("x;=1+1"), escape_formula("Μαρία")
    ("'=1+1", "x;'=1+1", 'Μαρία')
    """
    return _FORMULA_START.sub(r"\1'", text)


_NO_CONTRACT: Final[CsvRow] = [""] * 6
_NO_POINTS: Final[CsvRow] = [""] * 2
_NO_LINES: Final[CsvRow] = [""] * (2 * len(RULES))
_NO_SCORE: Final[CsvRow] = [""] * 2


def ledger_csv(
    match: Match,
    seated: Sequence[Seated] = (),
    answered: Sequence[BySide[SideAnswer]] = (),
) -> bytes:
    """The ledger: a row for each hand and adjustment, and one for an open contract.

    `seated` has the players at each of its entries, and so the dealer's name. `answered` has the
    sides' answers to each entry.
    """
    standing = match.standing()
    names = side_names(match)
    answered = answered or [NO_ANSWER] * len(standing.rows)
    told_rows = zip(standing.rows, seated_at_each(match, seated), answered, strict=True)
    rows = [_headings(names), *(_row(*told_row, match, names) for told_row in told_rows)]
    if match.open is not None and standing.end != "target":
        deal: CsvRow = [standing.number, _dealer(standing.dealer, players_today(match), names)]
        contract = _contract(match.open, match.rules, names)
        no_score = _NO_POINTS + _NO_LINES + _NO_SCORE
        rows.append([*deal, *contract, *no_score, *standing.totals, gettext("not yet")])
    return spreadsheet(rows)


def _headings(names: BySide[str]) -> CsvRow:
    points_taken = pgettext("column of a spreadsheet", "points taken")
    hand, total = pgettext("sheet", "hand"), pgettext("sheet", "total")
    return [
        gettext("Hand"),
        gettext("Dealer"),
        gettext("Bidder"),
        gettext("Bid"),
        gettext("Trump"),
        gettext("Doubled"),
        pgettext("column of a spreadsheet", "Kapo by"),
        gettext("Made or failed"),
        *_for_both(points_taken, names),
        *(heading for rule in RULES for heading in _for_both(labels.rule_name(rule), names)),
        *_for_both(hand, names),
        *_for_both(total, names),
        gettext("Note"),
    ]


def _for_both(what: str, names: BySide[str]) -> list[str]:
    return [f"{names.of(side)}: {what}" for side in SIDES]


def _row(
    row: Row,
    players: Seated,
    answers: BySide[SideAnswer],
    match: Match,
    names: BySide[str],
) -> CsvRow:
    if isinstance(row.entry, Adjust):
        points: CsvRow = [row.entry.A, row.entry.B]
        note = row.entry.reason or gettext("adjustment")
        if not row.counts:
            note = ", ".join((note, labels.scores_text(row.entry[:2]), *_after_end(row)))
            points = _NO_SCORE
        return ["", "", *_NO_CONTRACT, *_NO_POINTS, *_NO_LINES, *points, *row.totals, note]
    assert row.number is not None
    assert row.dealer is not None
    assert row.scored is not None
    assert row.score is not None
    hand, score = row.scored, row.score
    return [
        row.number,
        _dealer(row.dealer, players, names),
        *(_NO_CONTRACT if hand.passed_out else _contract(hand, row.rules, names, score.made)),
        *(_NO_POINTS if hand.passed_out else [card_points(hand, s, row.rules) for s in SIDES]),
        *(_scored(score) if row.counts else _NO_LINES + _NO_SCORE),
        *row.totals,
        ", ".join((*_notes(row, hand, match), *_answer_notes(answers, names))),
    ]


def _dealer(seat: Seat, players: Seated, names: BySide[str]) -> str:
    return labels.seat_name(seat, names, player_in(players, seat))


def _contract(
    hand: Hand, rules: RuleSet, names: BySide[str], is_made: bool | None = None
) -> CsvRow:
    assert hand.bidder is not None
    assert hand.bid is not None
    outcome = {True: gettext("made"), False: gettext("failed"), None: ""}
    return [
        names.of(hand.bidder),
        labels.kapo_word() if hand.bid == KAPO else hand.bid,
        labels.trump_name(hand.trump) if hand.trump else "",
        labels.doubled_text(hand.doubled),
        names.of(hand.kapo) if hand.kapo else "",
        outcome[is_made],
    ]


def _scored(score: HandScore) -> CsvRow:
    """The points of each rule, both sides; empty where the rule gave nothing."""
    line_points: dict[tuple[Rule, Side], int] = {}
    for side, points, rule in score.lines:
        line_points[rule, side] = line_points.get((rule, side), 0) + points
    return [
        *(line_points.get((rule, side), "") for rule in RULES for side in SIDES),
        score.A,
        score.B,
    ]


def _answer_notes(answers: BySide[SideAnswer], names: BySide[str]) -> list[str]:
    sides = zip(answers, names, strict=True)
    return [labels.answer_text(answer, name) for answer, name in sides if answer]


def _notes(row: Row, hand: Hand, match: Match) -> list[str]:
    notes = [
        gettext("by the rules before they were changed") if row.rules != match.rules else "",
        gettext("passed out") if hand.passed_out else "",
    ]
    return [*filter(None, notes), *_after_end(row)]


def _after_end(row: Row) -> list[str]:
    return [] if row.counts else [gettext("after the end")]
