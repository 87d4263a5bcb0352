"""The sheet around the ledger: head, pages, result, remarks."""

from dataclasses import replace

import pytest

from scorekeeper.i18n import use_locale
from scorekeeper.printing.sheet import blank_sheet, sheet_of
from scorekeeper.printing.sheet_parts import PrintedPair, Sheet
from scorekeeper.rules.match import Party
from scorekeeper.rules.model import BySide, RuleSet
from scorekeeper.rules.presets import PRESETS
from tests.printing.evening import EVENING, PRINTED_AT, Json, hand, many, match

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
        "From hand 8: Γιώργος Ιωάννου in Μάριος's chair, Ανδρέας Γεωργίου in Σωτήρης's chair.",
    )


def test_player_seated_after_the_end_is_not_on_the_sheet() -> None:
    made = sheet_of(match(EVENING, ended={"by": "hand"}), PRINTED_AT, [GUEST] * 13)

    assert [pair.players for pair in made.sides] == [*GUEST]
    assert made.remarks == ()


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
    assert made.remarks == ("2 rows after the end of the match are left out.",)


def test_brackets_are_explained() -> None:
    lost = hand("A", 90, "hearts", 97, declarations={"A": ["run4"], "B": ["run3"]})

    assert sheet([lost]).remarks == ("( ): announced, not counted.",)
    assert sheet(EVENING).remarks == ()


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
