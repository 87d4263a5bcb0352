"""The template: one document for the PDF and for the browser, and its rows."""

import re
from html.parser import HTMLParser

import pytest

from scorekeeper.i18n import use_locale
from scorekeeper.printing.picture import Toolbar, render_sheet
from scorekeeper.printing.sheet import blank_sheet, sheet_of
from scorekeeper.printing.sheet_parts import Cells, SheetRow, contract_of, row_of, side_columns
from scorekeeper.rules.model import BySide, RuleSet
from tests.support.paper import contract_text, written
from tests.support.printed_evening import (
    EVENING,
    PASSED_OUT,
    PRINTED_AT,
    WRITTEN,
    Json,
    hand,
    many,
    match,
)
from tests.support.processes import PROJECT

HOSTILE = "<script>alert(1)</script>\"'&{{ 7*7 }}"


def html_of(hands: list[Json], **head: object) -> str:
    return render_sheet(sheet_of(match(hands, **head), PRINTED_AT), "/static/css/print.css")


class Tags(HTMLParser):
    """The elements that a browser would see."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


def test_columns_are_those_of_a_row_and_as_wide_as_the_page() -> None:
    style = (PROJECT / "static/css/print.css").read_text()
    width = {name: int(mm) for name, mm in re.findall(r"\.col-(\S+) {\s*width: (\d+)mm;", style)}
    fields = [column.field for column in side_columns()]
    side = sum(width[field] for field in fields)

    assert fields == list(Cells._fields)
    assert width["side"] == width["number"] + side
    assert width["side-right"] == side
    assert width["side"] + width["contract"] + width["side-right"] == 184


def test_language_title_and_style_sheet() -> None:
    html = html_of(EVENING)

    assert '<html lang="en">' in html
    assert "<title>7 · Αετοί – 23 · Λιοντάρια · Τουρνουά Πιλόττας «Ο Πλάτανος»</title>" in html
    assert '<link rel="stylesheet" href="/static/css/print.css">' in html
    with use_locale("el"):
        assert '<html lang="el">' in html_of(EVENING)


@pytest.mark.parametrize("hands", [[], EVENING, many(40), [PASSED_OUT, {"adjust": {"A": 1}}]])
def test_nothing_needs_more_than_a_strict_policy(hands: list[Json]) -> None:
    for tag, attributes in Tags(html_of(hands, target=5000)).tags:
        assert tag not in ("script", "style", "img", "iframe", "object")
        assert not any(name == "style" or name.startswith("on") for name in attributes)


def test_names_are_text_and_nothing_else() -> None:
    sides = {side: {"name": HOSTILE[:40], "players": [HOSTILE[:40]]} for side in "AB"}
    adjust: Json = {"adjust": {"A": 1}, "reason": HOSTILE}
    html = html_of([adjust], sides=sides, event=HOSTILE, place=HOSTILE, table=HOSTILE)

    assert "script" not in {tag for tag, _ in Tags(html).tags}
    assert "&lt;script&gt;alert(1)&lt;/script&gt;&#34;&#39;&amp;{{ 7*7 }}" in html


def test_a_failed_bid_is_struck_through_and_its_arrow_is_not() -> None:
    bids = re.findall(r'<td class="contract">(.*?)</td>', html_of(EVENING), re.DOTALL)
    plain = [" ".join(re.sub(r"</?span[^>]*>", "", bid).split()) for bid in bids]

    assert plain[0] == "‹ 9 ♥"
    assert plain[1] == '<s class="bid">10 ♠</s> ›'
    assert plain[10] == '<s class="bid">9 ♣ ×2</s> ›'
    assert '<span class="suit red">♥</span>' in bids[0]
    assert '<span class="suit">♠</span>' in bids[1]


def test_a_passed_out_hand_is_a_pass() -> None:
    assert '<td class="contract"><span class="word">pass</span></td>' in html_of([PASSED_OUT])


def test_the_sum_is_written_out() -> None:
    check = re.search(r'<p class="line check">(.*?)</p>', html_of(EVENING), re.DOTALL)
    assert check is not None

    text = "Check: 13 hands × 162 + 1 kapo × 88 = 2194 · points 1254 + 940 = 2194 ✓"
    assert " ".join(check[1].split()) == text


LONG_AND_SHORT = ["Παναγιώτης-Χαράλαμπος Κωνσταντινίδης", "Γιαννάκης"]


def test_long_players_stand_on_two_lines_in_the_head_and_below_the_signature() -> None:
    sides = {"A": {"players": LONG_AND_SHORT}, "B": {"players": ["Μάριος", "Ελένη"]}}
    html = html_of(EVENING, sides=sides)

    assert f"<bdi>{LONG_AND_SHORT[0]}</bdi> –<br><bdi>{LONG_AND_SHORT[1]}</bdi>" in html
    assert f"<bdi>{LONG_AND_SHORT[0]}</bdi>,<br><bdi>{LONG_AND_SHORT[1]}</bdi>" in html
    assert "<bdi>Μάριος</bdi> – <bdi>Ελένη</bdi>" in html
    assert "<bdi>Μάριος</bdi>, <bdi>Ελένη</bdi>" in html


def test_players_stand_below_the_signature_of_a_pair_with_a_long_name() -> None:
    name = "Οι ανίκητοι του καφενείου"
    sides = {side: {"name": name, "players": ["Μάριος", "Ελένη"]} for side in "AB"}
    html = html_of(EVENING, sides=sides)

    assert 'class="signature long"' in html
    assert html.count("<small><bdi>Μάριος</bdi>, <bdi>Ελένη</bdi></small>") == 2


def test_a_blank_sheet_has_lines_to_write_on() -> None:
    html = render_sheet(blank_sheet(RuleSet()), "/print.css")

    assert html.count('class="write') > 12
    assert "printed" not in html


def test_only_the_print_view_has_a_way_back() -> None:
    sheet = sheet_of(match(EVENING), PRINTED_AT)
    view = render_sheet(sheet, "/print.css", Toolbar("/m/x/?a=1&b=2", "/m/x/sheet.pdf"))

    assert '<a href="/m/x/?a=1&amp;b=2">‹ Back</a>' in view
    assert '<a href="/m/x/sheet.pdf">Scoresheet PDF</a>' in view
    assert "<nav" not in render_sheet(sheet, "/print.css")


def rows_of(hands: list[Json], **head: object) -> list[SheetRow]:
    played = match(hands, **{"target": 5000, **head})
    return [row_of(row) for row in played.standing().rows]


def test_an_evening_is_written_as_by_hand() -> None:
    expected = [
        [cell.strip() for cell in line.split("|")] for line in WRITTEN.strip("\n").splitlines()
    ]

    assert [written(row) for row in rows_of(EVENING)] == expected
    assert [row.number for row in rows_of(EVENING)] == [str(n) for n in range(1, 14)]


BIDS = [
    (hand("A", 90, "hearts", 97), "cafe", "‹ 9 ♥", "the arrow points to side A"),
    (hand("B", 90, "hearts", 60), "cafe", "9 ♥ ›", "the arrow points to side B"),
    (hand("A", 90, "spades", 80), "cafe", "‹ ~9 ♠~", "failed: struck, the arrow not"),
    (hand("B", 90, "clubs", 101, doubled=2), "cafe", "~9 ♣ ×2~ ›", "the doubling is struck too"),
    (hand("A", 90, "clubs", 101, doubled=4), "cafe", "‹ 9 ♣ ×4", "redoubled"),
    ({**hand("A", 90, "", 97), "trump": None}, "cafe", "‹ 9", "no suit is known"),
    (hand("A", 90, "diamonds", kapo="A"), "cafe", "‹ 9 ♦ kapo", "a kapo that was not bid"),
    (hand("A", "kapo", "hearts", kapo="A"), "cafe", "‹ kapo ♥", "a kapo bid says it once"),
    (hand("A", "kapo", "hearts", 120), "cafe", "‹ ~kapo ♥~", "a kapo bid and missed"),
    (hand("A", 90, "diamonds", kapo="B"), "cafe", "‹ ~9 ♦~ reversed", "kapo by the defence"),
    (hand("A", 86, "hearts", 97), "palaristi", "‹ 86 ♥", "a bid by the point"),
    (hand("A", 90, "hearts", 97), "cardrules", "‹ 90 ♥", "points are spoken whole"),
    (hand("B", 110, "none", 40), "cardrules", "110 NT ›", "no trump"),
    (hand("B", 110, "all", 100), "cardrules", "110 AT ›", "all trump"),
]


@pytest.mark.parametrize(("told", "rules", "expected", "why"), BIDS, ids=[b[3] for b in BIDS])
def test_contract(told: Json, rules: str, expected: str, why: str) -> None:
    contract = rows_of([told], rules=rules)[0].contract
    assert contract is not None
    assert contract_text(contract) == expected, why


def test_red_suits_are_red() -> None:
    suits = ("hearts", "diamonds", "clubs", "spades")
    contracts = [rows_of([hand("A", 90, suit, 97)])[0].contract for suit in suits]

    assert [c.is_red for c in contracts if c] == [True, True, False, False]


CELLS = [
    (hand("A", 90, "hearts", 97, pilotta="A"), "cafe", "P", "", "a pilotta is a letter"),
    (
        hand("A", 90, "hearts", 97, pilotta="A", declarations={"A": ["run3", "run4"]}),
        "cafe",
        "70 P",
        "",
        "all of a side's declarations together",
    ),
    (
        hand("A", 90, "hearts", 97, declarations={"A": ["run4"], "B": ["run3"]}),
        "cafe",
        "50",
        "(20)",
        "the lesser declaration does not count",
    ),
    (
        hand("A", 100, "hearts", 40, pilotta="A", declarations={"A": ["run4"]}),
        "cafe",
        "50 P",
        "",
        "failed: the defence scores them, and who announced them stays written",
    ),
    (
        hand("A", 100, "hearts", 10, pilotta="A", declarations={"A": ["run4"]}),
        "cardrules",
        "(50) P",
        "",
        "failed under `nobody`: the declarations are lost, the pilotta is not",
    ),
    (
        hand("A", 90, "hearts", kapo="B", pilotta="A", declarations={"A": ["run3"]}),
        "openclose",
        "(20) (P)",
        "",
        "the defence made kapo: under `reversed_extras nobody` all is lost",
    ),
    (hand("A", 90, "hearts", 97, pilotta_failed="B"), "cafe", "", "(P)", "a failed pilotta"),
    (
        hand("A", 90, "hearts", 97, declarations={"A": ["run4"]}, declarations_to="nobody"),
        "cafe",
        "(50)",
        "",
        "the table's ruling",
    ),
    (
        hand("A", 90, "hearts", 97, declarations={"A": ["run3:K"], "B": ["run3:K"]}),
        "cardrules",
        "20",
        "(20)",
        "equal: to the side that led, which follows from the dealer",
    ),
]


@pytest.mark.parametrize(("told", "rules", "a", "b", "why"), CELLS, ids=[c[4] for c in CELLS])
def test_declarations(told: Json, rules: str, a: str, b: str, why: str) -> None:
    cells = rows_of([told], rules=rules)[0].cells
    assert (cells.A.declared, cells.B.declared) == (a, b), why


POINTS = [
    (hand("A", 90, "hearts", kapo="A"), "cafe", "250", "0", "162 + 88"),
    (hand("A", 90, "hearts", kapo="B"), "cafe", "0", "250", "the defence swept"),
    (hand("A", 90, "hearts", kapo="A"), "cardrules", "252", "0", "162 + 90"),
    (hand("A", 90, "hearts", kapo="A"), "simple", "162", "0", "no bonus"),
    (hand("A", 90, "hearts", 162), "cafe", "162", "0", "162 without a kapo: no bonus"),
    (hand("A", 90, "hearts", kapo="A", doubled=2), "cafe", "250", "0", "doubled, full"),
    (hand("A", 90, "hearts", kapo="A", doubled=2), "openclose", "162", "0", "doubled, plain"),
    (hand("A", 90, "none", 80), "simple", "80", "50", "no trump: 130"),
    (hand("A", 90, "all", 100), "simple", "100", "158", "all trump: 258"),
    (hand("A", 90, "all", kapo="A"), "cardrules", "348", "0", "258 + 90"),
]


@pytest.mark.parametrize(("told", "rules", "a", "b", "why"), POINTS, ids=[p[4] for p in POINTS])
def test_card_points(told: Json, rules: str, a: str, b: str, why: str) -> None:
    cells = rows_of([told], rules=rules)[0].cells
    assert (cells.A.points, cells.B.points) == (a, b), why


def test_a_score_below_zero_has_a_minus() -> None:
    row = rows_of([hand("A", 150, "spades", 97, pilotta_failed="A")], rules="cardrules")[0]

    assert row.cells == BySide(Cells("(P)", "97", "−20", "−20"), Cells("", "65", "162", "162"))


def test_a_passed_out_hand_has_its_number_and_scores_nothing() -> None:
    row = rows_of([EVENING[0], PASSED_OUT])[1]

    assert row == SheetRow("passed", "2", BySide(Cells("", "", "–", "19"), Cells("", "", "–", "6")))


def test_an_adjustment_has_no_number_and_its_reason() -> None:
    adjust: Json = {"adjust": {"A": -12, "B": 5}, "reason": "late"}
    rows = rows_of([EVENING[0], adjust, {"adjust": {"A": 3}}, EVENING[1]])

    assert rows[1].kind == "adjust"
    assert (rows[1].number, rows[1].reason) == ("", "late")
    assert rows[1].cells == BySide(Cells(hand="−12", total="7"), Cells(hand="+5", total="11"))
    assert rows[2].cells == BySide(Cells(hand="+3", total="10"), Cells(hand="–", total="11"))
    assert rows[3].number == "2"


def test_an_open_contract_is_never_struck() -> None:
    played = match([], open={"bidder": "A", "bid": 90})
    assert played.open is not None

    assert contract_text(contract_of(played.open, played.rules, failed=False)) == "‹ 9"
