"""The sheets of a round, a table after the other, and the cards that stand there."""

from dataclasses import replace
from datetime import date
from io import BytesIO

import pytest
from pypdf import PdfReader

from scorekeeper.explain.table_procedure import short_rules
from scorekeeper.i18n import use_locale
from scorekeeper.printing.pair_cards import CARDS_A_PAGE, pair_cards
from scorekeeper.printing.printed_names import PairNames, TournamentHead
from scorekeeper.printing.stamps import Layouts, stamp
from scorekeeper.printing.tables import (
    RoundPaper,
    TableSheet,
    blank_tables,
    hands_needed,
    table_sheets,
)
from scorekeeper.rules.model import BySide
from scorekeeper.rules.presets import PRESETS
from scorekeeper.tournament.tournament_set_up import SHEET_PLACES, SheetPlace
from tests.support.examples import rarely
from tests.support.paper import letter_sizes, pdf_pages, pdf_text, pdf_words
from tests.support.printed_evening import LONG, ROUND, a_table, some_tables

HEAD = TournamentHead("Κύπελλο Καφενείου Πλάτανος")
LONG_NAME = "Παναγιώτης-Χαράλαμπος Χατζηκωνσταντίνου!"


def made(layout: Layouts) -> bytes:
    return stamp(layout.html, layout.pages, lambda _page, _pages: None)


def sheets_of(*tables: TableSheet, paper: RoundPaper = ROUND) -> list[str]:
    return pdf_pages(made(table_sheets(paper, tables)))


@pytest.mark.slow
def test_each_table_has_a_page_in_order() -> None:
    pages = sheets_of(*some_tables(5))

    assert len(pages) == 5
    for number, page in enumerate(pages, 1):
        assert f"Round 3 Table {number} first dealer" in " ".join(page.split())
        assert f"{2 * number - 1} · Αετοί" in page


@pytest.mark.slow
def test_names_stand_at_their_chairs_and_can_be_copied() -> None:
    sides = BySide(PairNames("7", ("Ἀθηνᾶ", "Ώτις")), PairNames("8", ("ΐΰ ϊϋ", LONG)))
    (page,) = sheets_of(TableSheet("4", sides, "B2", ""))
    told = " ".join(page.split())

    for chair in ("1 Ἀθηνᾶ", "2 ΐΰ ϊϋ", "3 Ώτις", f"4 {LONG}", f"first dealer 4 · {LONG}"):
        assert chair in told


@pytest.mark.slow
def test_it_says_where_when_and_by_which_rules() -> None:
    (page,) = sheets_of(a_table(1))

    for text in (
        "Παγκύπριο Τουρνουά Πιλόττας",
        "Sunday 22 November 2026 · Ὁ Πλάτανος",
        "Round 3",
        "Rules: Café table (version 1) · to 351",
        "Points added for a kapo: 88",
        "hands × 162",
    ):
        assert text in page


@pytest.mark.slow
def test_in_greek_too() -> None:
    with use_locale("el"):
        (page,) = sheets_of(a_table(12, "https://example.org"))

    for text in ("Γύρος 3", "Τραπέζι 12", "πρώτη μοιρασιά", "Κράτα το σκορ σε κινητό"):
        assert text in page


@pytest.mark.slow
@pytest.mark.parametrize(
    ("hands", "minutes", "told"),
    [(0, 0, "to 351"), (12, 0, "hands 12"), (0, 75, "minutes 75")],
)
def test_how_long_a_match_is_played(hands: int, minutes: int, told: str) -> None:
    (page,) = sheets_of(a_table(1), paper=replace(ROUND, hands=hands, minutes=minutes))

    assert page.splitlines()[5].strip() == f"Rules: Café table (version 1) · {told}"


def test_the_next_player_sits_where_the_rules_play() -> None:
    assert 'class="chair right">2<' in table_sheets(ROUND, (a_table(1),)).html
    simple = replace(ROUND, rules=PRESETS["simple"])
    assert 'class="chair left">2<' in table_sheets(simple, (a_table(1),)).html


@pytest.mark.parametrize("preset", PRESETS)
def test_rules_in_short_say_nothing_of_what_is_not_played(preset: str) -> None:
    told = " · ".join(short_rules(PRESETS[preset]))

    assert ("missing point" in told) == (PRESETS[preset].unit == "tenths")


@pytest.mark.slow
def test_without_links_there_is_no_code() -> None:
    words = "Keep the score on a phone"

    assert words in sheets_of(a_table(1, "https://example.org"))[0]
    assert words not in sheets_of(a_table(1))[0]


@pytest.mark.slow
def test_a_blank_sheet_has_the_round_and_nobodys_name() -> None:
    first, second = pdf_pages(made(blank_tables(replace(ROUND, hands=12), 2)))

    assert first == second
    assert "Παγκύπριο Τουρνουά Πιλόττας" in first
    assert "Αετοί" not in first


DAY = date(2026, 11, 22)


HEADS = {
    "short": ROUND,
    "long": replace(
        ROUND, head=TournamentHead("Παγκύπριο Πρωτάθλημα " * 4, DAY, "Ὁ Πλάτανος " * 7)
    ),
    "wide": replace(ROUND, head=TournamentHead("Ω" * 80, DAY, "Ω" * 80), round="Ω" * 20),
}


SIGNED = [
    *(("el", "cafe", head) for head in HEADS),
    ("en", "cardrules", "wide"),
    *(rarely("el", "cardrules", head) for head in HEADS),
    *(rarely("en", "cafe", head) for head in HEADS),
    *(rarely("en", "cardrules", head) for head in ("short", "long")),
]


@pytest.mark.slow
@pytest.mark.parametrize(("language", "preset", "head"), SIGNED)
def test_each_page_with_any_names_has_room_to_sign(language: str, preset: str, head: str) -> None:
    paper = replace(HEADS[head], rules=PRESETS[preset], places=SHEET_PLACES)
    with use_locale(language):
        layouts = table_sheets(paper, (a_table(1, "https://example.org", ("Ω" * 40,)),))
        pdf = made(layouts)

    needed = hands_needed(paper.rules)
    assert len(pdf_pages(pdf)) == len(layouts.pages)
    rows = 0
    for page in range(len(layouts.pages)):
        words = pdf_words(pdf, page + 1)
        following = [word for word in words if word.text == str(rows + 1)]
        assert following, "the rows go on with the next number"
        while any(word.text == str(rows + 1) for word in words if word.top > 150):
            rows += 1
        last_row = next(word for word in reversed(words) if word.text == str(rows))
        signature = [word for word in words if word.text in ("scorer", "σκορ")][-1]
        rules = max(word.bottom for word in words if word.bottom < signature.top)
        assert last_row.bottom < rules
        assert signature.top - rules > 20  # points: 7 mm for a signature
    assert rows >= needed


@pytest.mark.slow
def test_a_match_of_so_many_hands_has_so_many_rows() -> None:
    (page,) = sheets_of(a_table(1), paper=replace(ROUND, hands=12))
    assert " ".join(page.split()).count(" 12 ") >= 1
    assert "13" not in page.split()
    knockout = replace(ROUND, hands=12, needs_winner=True)
    assert "13" in sheets_of(a_table(1), paper=knockout)[0].split(), "a level one is played on"


@pytest.mark.slow
def test_a_longer_match_has_a_second_page_with_heading_code_and_what_is_carried_forward() -> None:
    paper = replace(ROUND, rules=replace(PRESETS["cafe"], target=401))
    layouts = table_sheets(paper, (a_table(4, "https://example.org/x"), a_table(5)))
    first, second, *others = pdf_pages(made(layouts))

    assert len(others) == 2
    for number, page in enumerate((first, second), 1):
        told = " ".join(page.split())
        assert "Round 3 Table 4" in told
        assert f"page {number} of 2" in told
    assert "carried forward" in second
    assert {"total", "carried"} <= {*first.split()}
    assert [texts["link"] for _, texts in layouts.pages[:2]] == ["https://example.org/x"] * 2


@pytest.mark.slow
def test_beside_the_signatures_stand_the_names() -> None:
    layouts = table_sheets(ROUND, (a_table(1),))
    names = [layouts.pages[0][1][f"{side}names"] for side in "AB"]
    assert all(" – " in name for name in names)
    assert all(name in " ".join(pdf_text(made(layouts)).split()) for name in names[:1])


@pytest.mark.parametrize("left_out", SHEET_PLACES)
def test_each_place_can_be_left_out(left_out: SheetPlace) -> None:
    words = {"times": "start<", "winner": "winner<", "penalty": "penalty<", "arbiter": "arbiter<"}
    places = tuple(place for place in SHEET_PLACES if place != left_out)
    html = table_sheets(replace(ROUND, hands=12, places=places), (a_table(1),)).html
    assert [place for place, word in words.items() if f">{word}" not in html] == [left_out]


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        *("\"'&(\\)", "😀 🃏", "مرحبا שלום"),
        *map(rarely, ("<script>x</script>", "日本語", "q\u0301" * 20)),
    ],
)
def test_any_name_is_on_its_own_table_alone(name: str) -> None:
    strange = a_table(2, names=(name,))
    pages = sheets_of(a_table(1), strange, a_table(3))

    assert [page.count("first dealer") for page in pages] == [1, 1, 1]
    seen = pdf_text(made(table_sheets(ROUND, (strange,))))
    assert seen.count("351") == sheets_of(a_table(1))[0].count("351")


@pytest.mark.slow
def test_title_and_language() -> None:
    reader = PdfReader(BytesIO(made(table_sheets(ROUND, (a_table(1),)))), strict=True)

    assert reader.metadata is not None
    assert reader.metadata.title == "Παγκύπριο Τουρνουά Πιλόττας · Round 3"
    assert str(reader.root_object["/Lang"]) == "en"


# --- a card for each pair ---


def printed(*pairs):
    with use_locale("el"):
        cards = pair_cards(HEAD, pairs)
    return stamp(cards.html, cards.pages, lambda _page, _pages: None)


def test_card_has_number_both_names_and_club():
    pdf = printed(PairNames("7", ("Γιώργος Παύλου", "Μαρία Σάββα"), "Αετοί"))
    assert {"7", "Γιώργος Παύλου", "Μαρία Σάββα", "Αετοί"} <= {*pdf_text(pdf).splitlines()}
    assert sorted(letter_sizes(pdf))[1] > 27, "all but the club is read across a table"


def test_name_of_forty_letters_and_emoji_are_whole():
    pdf = printed(PairNames("400", (LONG_NAME, "Ρέα 🂡😀"), "«Αθλητικός» Σύλλογος 😀 Πλάτανο"))
    told = " ".join(pdf_text(pdf).split())
    for text in (LONG_NAME, "Ρέα 🂡😀", "«Αθλητικός» Σύλλογος 😀 Πλάτανο"):
        assert text in told
    assert min(letter_sizes(pdf)) > 10


def test_ninth_card_begins_another_page():
    pairs = [PairNames(str(at), (f"Άννα{at}", f"Νίκος{at}")) for at in range(1, CARDS_A_PAGE + 2)]
    first, second = pdf_pages(printed(*pairs))
    assert "Νίκος8" in first
    assert "Άννα9" in second
    assert second.count(HEAD.name) == CARDS_A_PAGE, "the rest is for latecomers"


def test_tournament_without_pairs_has_a_page_of_empty_cards():
    assert len(PdfReader(BytesIO(printed())).pages) == 1
