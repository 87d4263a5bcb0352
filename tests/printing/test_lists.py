"""Lists on the wall and the final report: each pair in its place, with a mark for an absent one."""

import re
from dataclasses import replace

import pytest

from scorekeeper.i18n import use_locale
from scorekeeper.printing.lists import (
    ROWS_OF_TWO,
    ROWS_WITH_CLUBS,
    CrossRow,
    ListedResult,
    ListedTable,
    Report,
    RoundDraw,
    RoundResults,
    StandingRow,
    Standings,
    cross_list,
    draw_by_name,
    draw_by_table,
    final_report,
    standings_list,
)
from scorekeeper.printing.papers import print_paper
from scorekeeper.printing.printed_names import PairNames
from scorekeeper.printing.stamps import Layouts, stamp
from scorekeeper.printing.tables import TableSheet, table_sheets
from scorekeeper.rules.model import BySide
from tests.support.desk import Desk
from tests.support.examples import rarely
from tests.support.paper import letter_sizes, pdf_pages, pdf_text
from tests.support.printed_evening import HEAD, LONG, ROUND


def a_pair(number: int, club: str = "") -> PairNames:
    return PairNames(str(number), (f"Άννα{number}", f"ώτις{number}"), club)


def a_draw(tables: int) -> RoundDraw:
    listed = (
        ListedTable(str(table), a_pair(2 * table - 1), a_pair(2 * table))
        for table in range(1, tables + 1)
    )
    return RoundDraw("Round 3", tuple(listed), (a_pair(2 * tables + 1),))


def lines_of(layouts: Layouts) -> list[list[str]]:
    """The lines of each page, with single spaces."""
    pages = pdf_pages(stamp(layouts.html, layouts.pages, lambda _page, _pages: None))
    return [
        [" ".join(line.split()) for line in page.splitlines() if line.split()] for page in pages
    ]


def test_the_draw_by_table() -> None:
    first, second = lines_of(draw_by_table(HEAD, a_draw(ROWS_OF_TWO + 2)))

    assert first[:3] == [
        "Παγκύπριο Τουρνουά Πιλόττας",
        "Sunday 22 November 2026 · Ὁ Πλάτανος",
        "Round 3",
    ]
    assert {"Άννα1 Άννα2", "1 1 2", "ώτις1 ώτις2"} <= set(first)
    assert {"Άννα45 Άννα46", "23 45 46", "Άννα47", "bye 47"} <= set(second)
    assert [page[-1] for page in (first, second)] == ["Tefteri 1/2", "Tefteri 2/2"]


def test_the_draw_by_name_reads_down_and_then_right() -> None:
    [page] = lines_of(draw_by_name(HEAD, a_draw(2)))

    assert "Round 3: where do I sit?" in page
    assert [line for line in page if "νν" in line or "τις" in line] == [
        "Άννα1 1 1 ώτις1 1 1",
        "Άννα2 2 1 ώτις2 2 1",
        "Άννα3 3 2 ώτις3 3 2",
        "Άννα4 4 2 ώτις4 4 2",
        "Άννα5 5 bye ώτις5 5 bye",
    ]


def with_clubs(tables: int) -> RoundDraw:
    """Every third pair is of no club."""
    draw = a_draw(tables)

    def of_club(pair: PairNames) -> PairNames:
        return replace(pair, club="" if int(pair.number) % 3 == 0 else f"ΑΕΛ {pair.number}")

    return replace(
        draw,
        tables=tuple(replace(t, a=of_club(t.a), b=of_club(t.b)) for t in draw.tables),
        byes=tuple(map(of_club, draw.byes)),
    )


def test_the_draw_by_table_has_the_clubs_where_there_are_some() -> None:
    first, second = lines_of(draw_by_table(HEAD, with_clubs(ROWS_OF_TWO + 3)))

    assert {"Άννα1 Άννα2", "1 1 ώτις1 2 ώτις2", "ΑΕΛ 1 ΑΕΛ 2", "ΑΕΛ 4"} <= set(first)
    assert {"17 33 ώτις33 34 ώτις34", "ΑΕΛ 34", "ΑΕΛ 35"} <= set(second)


def test_the_draw_by_name_has_the_clubs_where_there_are_some() -> None:
    draw = with_clubs(ROWS_WITH_CLUBS - 2)
    first, second = lines_of(draw_by_name(HEAD, draw))

    assert {"Άννα1 1 1 Άννα32 32 16", "ΑΕΛ 1 ΑΕΛ 32", "ΑΕΛ 10"} <= set(first)
    assert {"ώτις12 12 6 ώτις32 32 16", "ΑΕΛ 32"} <= set(second)


LOWER_ROWS_OF_ONE = 44
"""On a page, where a list of so many names needs a page less by them."""
LONGEST = PairNames("400", (LONG, "Ω" * 40), "«Αθλητικός» Σύλλογος Καφενείου 😀 Πλάτανο")
NOTE = 'το φύλλο είχε λάθος στο χέρι 7 και το υπέγραψαν ξανά "Άννα" & Κώστας'[:80]


PAPERS = ("tables", "names", "standings", "report")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("paper", "language"),
    [
        *((paper, "el") for paper in PAPERS),
        *(rarely(paper, "en") for paper in PAPERS),
        *(("sheets", language) for language in ("el", "en")),
    ],
)
def test_the_longest_names_can_be_read_on_every_paper(paper: str, language: str) -> None:
    table = ListedTable("200", LONGEST, replace(LONGEST, club=""))
    draw = RoundDraw("Round 12", (table,), (LONGEST,))
    figures = ("123½", "−12345", "123456")
    standings = Standings(figures, (StandingRow("400.", LONGEST, figures),), (NOTE * 2,))
    played = RoundResults("Round 12", (ListedResult(table, ("−1234", "12345"), NOTE),), (LONGEST,))
    sheet = TableSheet("200", BySide(LONGEST, LONGEST), "B2", "https://example.org")
    with use_locale(language):
        made = {
            "tables": lambda: draw_by_table(HEAD, draw),
            "names": lambda: draw_by_name(HEAD, draw),
            "standings": lambda: standings_list(HEAD, standings),
            "report": lambda: final_report(Report(HEAD, (NOTE,), standings, (played,))),
            "sheets": lambda: table_sheets(ROUND, (sheet,)),
        }[paper]()
    pdf = stamp(made.html, made.pages, lambda _page, _pages: None)

    assert min(letter_sizes(pdf)) >= 6.99
    assert "Παπαχριστοδουλοπουλάκης" in pdf_text(pdf)


@pytest.mark.slow
def test_a_report_cuts_no_name_and_no_reason() -> None:
    """Of forty letters, which is as long as a name may be, and of a hundred and sixty."""
    name = "Παναγιώτης-Χαράλαμπος Χατζηκωνσταντίνου!"
    reason = (
        "Μίλησαν στο παιχνίδι, και ο διαιτητής το άκουσε από το διπλανό τραπέζι. " * 2
        + "Τέλος εδώ."
    )
    pair = PairNames("123", (name, name), "")
    played = RoundResults(
        "2ος γύρος", (ListedResult(ListedTable("200", pair, pair), ("−1234", "12345"), reason),)
    )
    with use_locale("el"):
        report = final_report(Report(HEAD, (), STANDINGS, (played,)))
        pdf = stamp(report.html, report.pages, lambda _page, _pages: None)

    text = " ".join(pdf_text(pdf).split())
    assert text.count(name) == 4
    assert f"Τραπέζι 200: {reason}" in text


def test_two_hundred_tables_by_name() -> None:
    draw = a_draw(200)
    pages = draw_by_name(HEAD, draw).pages
    names = [text for _, texts in pages for key, text in texts.items() if key.endswith("name")]

    assert sorted(names) == sorted(
        f"{name}{number}" for name in ("Άννα", "ώτις") for number in range(1, 402)
    )
    assert len(pages) == -(-802 // (2 * LOWER_ROWS_OF_ONE))


STANDINGS = Standings(
    ("Wins", "Difference"),
    (
        StandingRow("1", PairNames("7", (LONG, "Γιώργος"), "Αετοί"), ("4½", "+120")),
        StandingRow("2", a_pair(3), ("4", "−12")),
    ),
    ("Pair 3: −1 win, came late",),
)


def test_the_standings() -> None:
    [page] = lines_of(standings_list(HEAD, STANDINGS, "After round 3"))

    assert "After round 3" in page
    assert "Pair Club Wins Difference" in page
    assert {LONG, "1 7 Αετοί 4½ +120", "Γιώργος", "2 3 4 −12"} <= set(page)
    assert page.index("Notes") < page.index("Pair 3: −1 win, came late")


def test_notes_of_longer_standings_are_on_a_page_of_their_own() -> None:
    rows = tuple(StandingRow(str(n), a_pair(n), ("4½", "+120")) for n in range(1, ROWS_OF_TWO + 1))
    first, notes = lines_of(standings_list(HEAD, replace(STANDINGS, rows=rows)))

    assert "Pair 3: −1 win, came late" not in first
    assert "Pair 3: −1 win, came late" in notes


def test_beside_many_figures_clubs_stand_below_the_names() -> None:
    columns = ("Wins", "Difference", "Points", "Head to head", "Hands won")
    row = StandingRow("1.", replace(a_pair(1), club="ΑΕΛ"), ("4", "+12", "999", "2", "60"))
    [page] = lines_of(standings_list(HEAD, Standings(columns, (row,))))

    assert "Club" not in " ".join(page)
    assert "ΑΕΛ" in page


def test_the_cross_table_has_five_rounds_beside_each_other() -> None:
    cells = tuple((f"{n} +", f"351 – {n}") for n in range(1, 8))
    rounds = tuple(map(str, range(1, 8)))
    rows = tuple(CrossRow(f"{n}.", a_pair(n), cells) for n in range(1, 20))
    first, second = lines_of(cross_list(HEAD, rounds, rows))

    assert "Pair 1 2 3 4 5" in first
    assert "351 – 5" in " ".join(first)
    assert "Pair 6 7" in second
    assert "351 – 7" in " ".join(second)


def test_without_clubs_there_is_no_column_for_them() -> None:
    [page] = lines_of(
        standings_list(HEAD, Standings(("Wins",), (StandingRow("1", a_pair(1), ("0",)),)))
    )

    assert "Pair Wins" in page


def test_the_report_has_everything_in_order() -> None:
    draw = a_draw(1)
    played = tuple(
        RoundResults(number, (ListedResult(draw.tables[0], ("351", "240"), note),), draw.byes)
        for number, note in (("Round 1", ""), ("Round 2", "corrected"))
    )
    [page] = lines_of(final_report(Report(HEAD, ("Swiss, 2 rounds",), STANDINGS, played)))

    assert {"Swiss, 2 rounds", "Pair 3: −1 win, came late"} <= set(page)
    told = [page.index(line) for line in ("Report", "Standings", "Round 1", "Round 2")]
    assert told == sorted(told)
    assert {"1 1 351 – 240 2", "bye 3", "1 1 351 – 240 * 2"} <= set(page)
    assert {"Round 2: remarks", "Table 1: corrected"} <= set(page)


def a_report(*tables: int) -> Report:
    """Two pairs' standings, and rounds of so many tables each."""
    results = tuple(ListedResult(table, ("351", "240")) for table in a_draw(20).tables)
    rounds = (RoundResults(f"Round {n}", results[:count]) for n, count in enumerate(tables, 1))
    return Report(HEAD, ("Swiss",), STANDINGS, tuple(rounds), "Standings after round 9")


def test_a_report_leaves_no_page_half_empty_but_the_last() -> None:
    pages = lines_of(final_report(a_report(20, 8, 8, 2, 2)))
    told = [
        [line for line in page if line.startswith(("Report", "Standings", "Round"))]
        for page in pages
    ]

    assert told == [
        ["Report", "Standings after round 9", "Round 1"],
        ["Round 1", "Round 2"],
        ["Round 3", "Round 4", "Round 5"],
    ]
    assert {"20 39 351 – 240 40", "Άννα39 Άννα40"} <= set(pages[1])


def test_report_of_41_pairs_has_more_than_thirteen_lines_on_each_page() -> None:
    facts = tuple(f"Fact {n}" for n in range(1, 14))
    rows = tuple(StandingRow(f"{n}.", a_pair(n), ("4", "+120")) for n in range(1, 42))
    report = replace(a_report(20, 20, 20, 20, 20), facts=facts)
    report = replace(report, standings=replace(STANDINGS, rows=rows, notes=()))
    pages = final_report(report).pages

    counts = [len({key for key in texts if re.fullmatch(r"\d+\.\d+", key)}) for _, texts in pages]
    assert min(counts[:-1]) > 13
    assert sum(counts) == len(facts) + 41 + 5 * 20
    played = [text for _, texts in pages for key, text in texts.items() if key.endswith(".table")]
    assert played == [str(n) for n in range(1, 21)] * 5, "each table once, in order"


@pytest.mark.slow
def test_both_lists_of_41_pairs_are_a_page_each() -> None:
    """Absent and withdrawn pairs have a line below the tables, in whole words."""
    draw = a_draw(19)
    gone = (("λείπει", a_pair(40)), ("αποχώρησε", a_pair(41)))
    with use_locale("el"):
        for layouts in (made(HEAD, replace(draw, missing=gone)) for made in _BOTH):
            pdf = stamp(layouts.html, layouts.pages, lambda _page, _pages: None)
            [page] = pdf_pages(pdf)
            assert "αποχώρησε" in page
            page_number, smallest = sorted(set(letter_sizes(pdf)))[:2]
            assert (page_number, smallest > 8.9) == (7.5, True)


@pytest.mark.parametrize("by_name", [False, True])
def test_list_of_41_pairs_with_clubs_is_one_page(by_name: bool) -> None:
    club = "Σύλλογος Πάφου"
    people = [("Χαράλαμπος Νικολάου", "Δήμητρα Παπαδοπούλου")] * 42
    pairs = [PairNames(str(n), people[n], club) for n in range(1, 42)]
    tables = [ListedTable(str(n), pairs[2 * n - 2], pairs[2 * n - 1]) for n in range(1, 21)]
    draw = RoundDraw("Γύρος 3", tuple(tables), (pairs[40],))
    with use_locale("el"):
        made = _BOTH[by_name](HEAD, draw)
    pdf = stamp(made.html, made.pages, lambda _page, _pages: None)
    [page] = pdf_pages(pdf)

    assert page.count(club) == (82 if by_name else 41)
    assert min(letter_sizes(pdf)) >= 7


_BOTH = (draw_by_table, draw_by_name)


def test_the_cross_table_tells_what_its_signs_mean_on_each_page() -> None:
    rows = tuple(CrossRow(f"{n}.", a_pair(n), (("2 +", "351 – 9"),)) for n in range(1, 42))
    pages = lines_of(cross_list(HEAD, ("1",), rows, "* forfeited"))

    assert [page[-1] for page in pages] == [f"Tefteri · * forfeited {n}/2" for n in (1, 2)]


def test_an_empty_list_is_a_page() -> None:
    assert len(draw_by_table(HEAD, RoundDraw("Round 1", ())).pages) == 1


@pytest.mark.slow
def test_in_greek_too() -> None:
    draw = replace(a_draw(1), round="Γύρος 3")
    with use_locale("el"):
        [tables] = lines_of(draw_by_table(HEAD, draw))
        [names] = lines_of(draw_by_name(HEAD, draw))

    assert {"Γύρος 3", "Τραπέζι Ζευγάρι Ζευγάρι", "ρεπό 3"} <= set(tables)
    assert "Γύρος 3: πού κάθομαι;" in names


@pytest.fixture
def desk(context):
    """Pair 3 was not there, and a pair of the only table went home."""
    desk = Desk(3).do("attended", present=[], absent=["3"]).draw()
    return desk.do("forfeited", round=1, table=1, by="b", reason="went home")


def texts(desk, paper):
    layouts = print_paper(desk.held, paper, None, str)
    return [text for _layout, cells in layouts.pages for text in cells.values()]


def test_the_standings_mark_them_and_say_what_it_counts(desk):
    told = texts(desk, "standings")
    assert sorted(text for text in told if text.endswith(".*")) == ["2.*", "3.*"]
    notes = "\n".join(told)
    loser = desk.tournament.last_round.tables[0].b
    assert "* 3 Odd3 – Even3: absent in round 1" in notes
    assert f"* {loser} " in notes
    assert "forfeited round 1" in notes
    assert "A forfeited match counts 100 – 0." in notes
    assert "counts for it: nothing" in notes


def test_the_report_says_which_result_was_not_played(desk):
    loser = desk.tournament.last_round.tables[0].b
    assert f"Table 1: forfeited by {loser}, went home" in texts(desk, "report")


def test_without_any_nothing_is_marked(context):
    desk = Desk(2).draw().play()
    assert not [text for text in texts(desk, "standings") if "*" in text or "forfeited" in text]
