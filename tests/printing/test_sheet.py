"""The sheet around the ledger: head, pages, result, remarks; its length and its low rows."""

import itertools
import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.i18n import use_locale
from scorekeeper.printing.line_fit import HEIGHTS, LEAST, TIGHT, FittedText, fit_text, row_size
from scorekeeper.printing.sheet import blank_sheet, sheet_of
from scorekeeper.printing.sheet_parts import Check, PrintedPair, Sheet, check_of
from scorekeeper.printing.tables import hands_needed
from scorekeeper.rules.match import Party
from scorekeeper.rules.model import TARGETS, BySide, RuleSet
from scorekeeper.rules.presets import PRESETS
from tests.printing.match_lengths import cafe_lengths, lengths
from tests.support.examples import rarely
from tests.support.printed_evening import EVENING, PASSED_OUT, PRINTED_AT, Json, hand, many, match
from tests.support.processes import PROJECT

TODAY = BySide(
    ("Μαρία Χριστοδούλου", "Γιώργος Ιωάννου"), ("Ελένη Παπαδοπούλου", "Ανδρέας Γεωργίου")
)
"""The players at the table of `match`."""
ADJUST: Json = {"adjust": {"A": 1}, "reason": "late"}


def sheet(hands: list[Json], **head: object) -> Sheet:
    return sheet_of(match(hands, **head), PRINTED_AT)


def test_head() -> None:
    made = sheet(EVENING)

    assert made.heading == "Τουρνουά Πιλόττας «Ο Πλάτανος»"
    assert made.facts == ("Sunday 22 November 2026", "Καφενείο Ο Πλάτανος, Λευκωσία", "Round 3")
    assert made.table == "Table 14"
    assert made.terms == (
        "Rules: Café table (version 1)",
        "up to 351",
        "first dealer: Ανδρέας Γεωργίου",
    )
    assert made.sides == BySide(
        PrintedPair("7", "Αετοί", ("Μαρία Χριστοδούλου", "Γιώργος Ιωάννου")),
        PrintedPair("23", "Λιοντάρια", ("Ελένη Παπαδοπούλου", "Ανδρέας Γεωργίου")),
    )
    assert made.title == "7 · Αετοί – 23 · Λιοντάρια · Τουρνουά Πιλόττας «Ο Πλάτανος»"
    assert made.printed == "printed 22.11.2026 18:42"
    assert not made.is_blank


def test_sheet_leaves_out_details_that_the_match_lacks() -> None:
    made = sheet(
        [],
        sides={"A": {"name": ""}, "B": {"name": "Αυτοί", "players": ["", "Νίκος"]}},
        **dict.fromkeys(("event", "place", "round", "table", "started"), ""),
        numbers=None,
    )

    assert made.heading == "Pilotta scoresheet"
    assert (made.facts, made.table, made.result, made.check) == ((), "", "", None)
    assert made.sides == BySide(PrintedPair("", "Side A"), PrintedPair("", "Αυτοί", ("Νίκος",)))
    assert made.pages[0].totals == BySide("", "")


def test_a_first_dealer_without_a_name_is_a_seat() -> None:
    sides = {"A": {"name": "Αετοί"}, "B": {"name": "Λιοντάρια"}}

    assert sheet([], sides=sides).terms[2] == "first dealer: Λιοντάρια 2"


def test_a_match_that_started_nobody_knows_when_has_no_day() -> None:
    assert sheet([], started="", round="").facts == ("Καφενείο Ο Πλάτανος, Λευκωσία",)


def test_house_rules_are_named_as_such() -> None:
    made = sheet([], rules={"preset": "cafe", "kapo_bonus": 100, "version": 3})

    assert made.terms[0] == "Rules: House rules (from Café table) (version 3)"


def test_the_language_is_the_readers() -> None:
    with use_locale("el"):
        made = sheet(EVENING)

    assert made.facts[0] == "Κυριακή 22 Νοεμβρίου 2026"
    assert "2026" in sheet(EVENING).facts[0]
    assert sheet(EVENING).facts[0] != made.facts[0]


# --- guests ---


GUEST = BySide(("Μαρία Χριστοδούλου", "Μάριος"), ("Ελένη Παπαδοπούλου", "Σωτήρης"))


def test_a_sheet_names_who_sits_there_now_and_who_sat_there_first() -> None:
    kept = match(EVENING)
    made = sheet_of(kept, PRINTED_AT, [GUEST] * 7 + [TODAY] * 6)

    assert made.sides == sheet_of(kept, PRINTED_AT).sides
    assert made.terms[2] == "first dealer: Σωτήρης"
    assert made.remarks == (
        "P: pilotta.",
        "From hand 8: Γιώργος Ιωάννου in Μάριος's chair, Ανδρέας Γεωργίου in Σωτήρης's chair.",
    )


@pytest.mark.parametrize("name", ["🃏", "محمد", "יוסף", "王", "Nguyễn", "Қайрат"])
def test_sheet_says_that_letters_of_a_name_may_be_missing(name: str) -> None:
    seated = BySide((name, "Μάριος"), ("Ελένη", "Σωτήρης"))
    made = sheet_of(match(EVENING), PRINTED_AT, [seated] * 13)

    assert made.printed.endswith(" · Letters of a name may be missing here: write them by hand.")


def test_font_has_the_letters_of_european_names() -> None:
    seated = BySide(("Anna ♥", "Zoë «ô» №1"), ("Ёж", "Ἑλένη Ž™"))
    made = sheet_of(match(EVENING), PRINTED_AT, [seated] * 13)

    assert made.printed == "printed 22.11.2026 18:42"


def test_player_seated_after_the_end_is_not_on_the_sheet() -> None:
    made = sheet_of(match(EVENING, ended={"by": "hand"}), PRINTED_AT, [GUEST] * 13)

    assert [pair.players for pair in made.sides] == [*GUEST]
    assert made.remarks == ("P: pilotta.",)


# --- pages ---


@pytest.mark.parametrize(
    ("hands", "pages"), [(0, 1), (1, 1), (23, 1), (24, 1), (25, 2), (48, 2), (49, 3)]
)
def test_a_page_has_up_to_24_hands(hands: int, pages: int) -> None:
    made = sheet(many(hands), target=5000)

    assert len(made.pages) == pages
    assert all(len(page.rows) == 24 for page in made.pages)
    numbers = [row.number for page in made.pages for row in page.rows]
    assert numbers == [str(n) for n in range(1, 24 * pages + 1)]
    assert [page.is_last for page in made.pages] == [False] * (pages - 1) + [True]


def test_a_page_that_is_not_the_last_carries_its_totals_over() -> None:
    made = sheet(many(40), target=5000)

    assert made.pages[0].totals == BySide("478", "265")
    assert made.pages[0].rows[-1].cells.A.total == "478"
    assert made.pages[1].totals == BySide("805", "417")


def test_a_few_adjustments_fit_beside_24_hands() -> None:
    made = sheet([ADJUST, *many(24), ADJUST, ADJUST, ADJUST], target=5000)

    assert [len(page.rows) for page in made.pages] == [28]


def test_many_adjustments_take_another_page() -> None:
    made = sheet([ADJUST] * 29 + many(1), target=5000)

    assert [len(page.rows) for page in made.pages] == [28, 24]
    assert made.pages[1].rows[1].number == "1"
    assert made.pages[1].rows[2].number == "2"


def test_an_open_contract_is_the_last_row() -> None:
    rows = sheet(EVENING, open={"bidder": "B", "bid": 90}).pages[0].rows

    assert (rows[13].kind, rows[13].number) == ("open", "14")
    assert rows[13].cells.A.total == ""
    assert (rows[14].kind, rows[14].number) == ("empty", "15")


def test_an_open_contract_after_24_hands_begins_a_page() -> None:
    made = sheet(many(24), open={"bidder": "B", "bid": 90}, target=5000)

    assert made.pages[1].rows[0].kind == "open"
    assert made.pages[1].totals == BySide("478", "265")


# --- the end ---


def test_a_running_match_goes_on() -> None:
    assert sheet(EVENING).result == "The match goes on."


def test_a_match_that_reached_its_target_has_a_winner() -> None:
    assert sheet(EVENING, target=262).result == "Winner: 7 · Αετοί, 262 – 137"


def test_a_match_that_was_stopped_has_none() -> None:
    assert sheet(EVENING, ended={"by": "hand"}).result == "Stopped by the players."


@pytest.mark.parametrize(("points", "winner"), [(81, "7 · Αετοί"), (80, "23 · Λιοντάρια")])
def test_a_claim_is_told_with_its_sum(points: int, winner: str) -> None:
    claim = {"by": "claim", "side": "A", "points": points}
    made = sheet([hand("A", 90, "hearts", 97)], rules="gamerules", target=100, ended=claim)

    reckoned = f"Claim in mid-hand by 7 · Αετοί: 19 + {points} = {19 + points}."
    assert made.result == f"{reckoned} Winner: {winner}"


def test_hands_after_the_end_are_left_out_and_said_to_be() -> None:
    long = match(many(14), target=5000)
    over = replace(long, rules=replace(long.rules, target=240))
    made = sheet_of(over, PRINTED_AT)

    assert sum(row.kind == "hand" for row in made.pages[0].rows) == 12
    assert made.check is not None
    assert made.check.hands == ((12, 162),)
    assert made.remarks == (
        "P: pilotta.",
        "2 rows after the end of the match are left out.",
    )


def test_signs_of_the_declarations_are_explained() -> None:
    lost = hand("A", 90, "hearts", 97, declarations={"A": ["run4"], "B": ["run3"]})

    assert sheet([lost]).remarks == ("( ): announced, not counted.",)
    assert sheet(EVENING).remarks == ("P: pilotta.",)
    assert sheet(many(1)).remarks == ()


# --- for writing by hand ---


def test_a_blank_sheet_has_the_rules_name_and_24_empty_rows() -> None:
    made = blank_sheet(RuleSet())

    assert made.is_blank
    assert made.terms == ("Rules: Café table (version 1)", "up to 351")
    assert [row.kind for row in made.pages[0].rows] == ["empty"] * 24
    assert (made.printed, made.check, made.result) == ("", None, "")
    assert made.sides == BySide(PrintedPair("", ""), PrintedPair("", ""))


def test_a_blank_sheet_may_have_names() -> None:
    made = blank_sheet(PRESETS["simple"], BySide(Party("Αετοί", ("Μαρία",)), Party("")))

    assert made.sides == BySide(PrintedPair("", "Αετοί", ("Μαρία",)), PrintedPair("", ""))
    assert made.target == "151"


HANDS = 12_000
OFTEN = {151, 351, "cafe", "simple", "cardrules"}


def but_few_rarely(values: Iterable[Any]) -> list[Any]:
    """Most of them are for the long tests: they hold a table that no everyday change touches."""
    return [value if value in OFTEN else rarely(value) for value in values]


@pytest.mark.parametrize("target", but_few_rarely(TARGETS))
def test_the_cafe_s_hands_have_room(target: int) -> None:
    rows = hands_needed(replace(PRESETS["cafe"], target=target))
    found = cafe_lengths(target, HANDS, seed=target)
    over = sum(length > rows for length in found) / len(found)
    assert over <= 0.02, "one of a hundred, and what chance adds to so few matches"
    assert max(found) > rows - 6, "and not much more room than that"


@pytest.mark.parametrize("preset", but_few_rarely(PRESETS))
def test_the_hands_of_every_rules_have_room(preset: str) -> None:
    rules = PRESETS[preset]
    found = lengths(rules, HANDS // 4)
    assert sum(length > hands_needed(rules) for length in found) <= 0.03 * len(found)


def test_hands_and_minutes_say_it_themselves() -> None:
    rules = PRESETS["cafe"]
    assert hands_needed(rules, hands=12) == 12
    assert hands_needed(rules, hands=12, needs_winner=True) == 13
    assert hands_needed(rules, minutes=75) == 25


def test_between_the_targets_of_the_table_it_grows_evenly() -> None:
    needed = [hands_needed(replace(PRESETS["cafe"], target=target)) for target in range(21, 5001)]
    assert needed == sorted(needed)
    assert max(b - a for a, b in itertools.pairwise(needed)) == 1


LATE: Json = {"adjust": {"A": 1}, "reason": "late to the table"}
SIDES = {side: {"name": "Παπαχριστοδούλου " * 2, "players": ["Χ" * 40] * 2} for side in "AB"}


def test_the_style_sheet_has_the_same_heights() -> None:
    css = (PROJECT / "static/css/print.css").read_text()
    heights = re.findall(r"\.rows-(\d) \.row td \{\s*height: ([\d.]+)mm;", css)

    assert heights == [(str(size), str(height)) for size, height in enumerate(HEIGHTS)]


@pytest.mark.parametrize("preset", PRESETS)
def test_blank_sheets_and_plain_ones_have_the_highest_rows(preset: str) -> None:
    plain = sheet_of(match(EVENING, rules=preset), PRINTED_AT) if preset == "cafe" else None
    for sheet in filter(None, (blank_sheet(PRESETS[preset]), plain)):
        assert row_size(sheet, sheet.pages[0]) == 0


@pytest.mark.parametrize(
    ("hands", "head"),
    [
        ([*many(24), LATE, LATE], {}),
        (EVENING, {"sides": SIDES}),
        ([{"adjust": {"A": 1}, "reason": "word " * 16}] * 4 + many(20), {}),
    ],
    ids=["more rows", "long names", "long reasons"],
)
def test_rows_shrink_when_more_rows_long_names_or_reasons_need_room(
    hands: list[Json], head: Json
) -> None:
    sheet = sheet_of(match(hands, target=5000, **head), PRINTED_AT)

    assert 0 < row_size(sheet, sheet.pages[0]) < len(HEIGHTS)


def half(text: str) -> float:
    """Letters half as wide as they are high."""
    return len(text) / 2


def in_place(text: str, height: float = 14, largest: float = 10) -> FittedText:
    """In a place for 20 letters of 10 points, or 28 of the smallest."""
    return fit_text(text, 100, height, largest, half)


TWO_LINES = 2 * LEAST * TIGHT
SET = [
    ("Μαρία", 14, ("Μαρία",), 10, "as large as the place is made for"),
    ("x" * 25, 14, ("x" * 25,), 8, "smaller, to fit its line"),
    ("x" * 28, 14, ("x" * 28,), 50 / 7, "a letter more would be too small"),
    ("x" * 29, 14, ("x" * 27 + "…",), 7, "shortened where there is one line"),
    ("x" * 20 + " " + "y" * 12, 30, ("x" * 20, "y" * 12), 10, "two lines at the space"),
    ("x" * 12 + " " + "y" * 12, 30, ("x" * 12, "y" * 12), 10, "sooner where letters get larger"),
    ("x" * 20 + " y", 14, ("x" * 20 + " y",), 100 / 11, "and not where there is one line"),
    ("x" * 19 + " y", 30, ("x" * 19 + " y",), 200 / 21, "nor for half a point"),
    ("x" * 20 + "-" + "y" * 12, 23, ("x" * 20 + "-", "y" * 12), 9.5, "at a hyphen, which stays"),
    ("x" * 40, TWO_LINES, ("x" * 28, "x" * 12), 7, "a word that is too long is broken"),
    ("x" * 70, TWO_LINES, ("x" * 28, "x" * 27 + "…"), 7, "and shortened at the end"),
    ("abc " * 30, TWO_LINES, ("abc " * 6 + "abc", "abc " * 6 + "abc…"), 7, "between two words"),
    ("ab " * 25, 3 * LEAST * TIGHT, ("ab " * 8 + "ab",) * 2 + ("ab " * 6 + "ab",), 7, "three"),
]


@pytest.mark.parametrize(("text", "height", "lines", "size", "why"), SET, ids=[r[-1] for r in SET])
def test_it_is_set(text: str, height: float, lines: tuple[str, ...], size: float, why: str) -> None:
    setting = in_place(text, height)
    assert setting.lines == lines, why
    assert setting.size == pytest.approx(size), why


@pytest.mark.parametrize("height", [14, TWO_LINES, 30, 50])
@pytest.mark.parametrize("count", range(1, 120, 7))
def test_name_of_any_length_fits_and_stays_readable(count: int, height: float) -> None:
    lines, size = in_place(("Κωνσταντινίδης " * 9)[:count], height)
    assert size >= LEAST
    assert all(size * half(line) < 100.001 for line in lines)
    assert len(lines) == 1 or len(lines) * size * TIGHT <= height


PLAIN = EVENING[0]
KAPO = hand("A", 90, "hearts", kapo="A")
NONE, ALL = hand("A", 90, "none", 80), hand("A", 90, "all", 100)

SUMS = [
    (EVENING, "cafe", ((13, 162),), 1, 2194, "13 × 162 + 88"),
    ([PASSED_OUT, PLAIN, PASSED_OUT], "cafe", ((1, 162),), 0, 162, "passed out: not counted"),
    ([PLAIN, {"adjust": {"A": 50}}], "cafe", ((1, 162),), 0, 162, "adjustments are no points"),
    ([KAPO, KAPO], "cardrules", ((2, 162),), 2, 504, "a bonus of 90"),
    ([KAPO, PLAIN], "simple", ((2, 162),), 1, 324, "a bonus of 0"),
    ([NONE, PLAIN, ALL], "simple", ((1, 162), (1, 130), (1, 258)), 0, 550, "130 and 258"),
    ([NONE, ALL], "cardrules", ((1, 162), (1, 258)), 0, 420, "no trump as 162"),
    ([{**KAPO, "doubled": 2}, KAPO], "openclose", ((2, 162),), 1, 412, "doubled and plain: once"),
]


@pytest.mark.parametrize(
    ("hands", "rules", "counted", "kapos", "total", "why"), SUMS, ids=[s[5] for s in SUMS]
)
def test_sum(
    hands: list[Json],
    rules: str,
    counted: tuple[tuple[int, int], ...],
    kapos: int,
    total: int,
    why: str,
) -> None:
    played = match(hands, rules=rules, target=5000)
    check = check_of(played.standing().rows, played.rules)

    assert check is not None
    assert (check.hands, check.kapos) == (counted, kapos), why
    assert check.expected == sum(check.written) == total, why
    assert check.agrees


def test_it_agrees_only_if_the_points_do() -> None:
    assert not Check(((13, 162),), 1, 88, BySide(1254, 941)).agrees


@pytest.mark.parametrize("hands", [[], [PASSED_OUT], [{"adjust": {"A": 50}}]])
def test_without_a_scored_hand_there_is_nothing_to_check(hands: list[Json]) -> None:
    played = match(hands)

    assert check_of(played.standing().rows, played.rules) is None


@pytest.mark.parametrize(
    ("preset", "figures", "bonus"),
    [
        ("cafe", [162], 88),
        ("cardrules", [162, 258], 90),
        ("simple", [162, 130, 258], 0),
    ],
)
def test_a_blank_sheet_has_the_rules_own_figures(
    preset: str, figures: list[int], bonus: int
) -> None:
    sheet = blank_sheet(PRESETS[preset])

    assert [points for _, points in sheet.figures.hands] == figures
    assert sheet.figures.bonus == bonus
