"""A card for each pair, to stand at its table."""

from io import BytesIO

from pypdf import PdfReader

from scorekeeper.i18n import use_locale
from scorekeeper.printing.pair_cards import CARDS_A_PAGE, pair_cards
from scorekeeper.printing.printed_names import PairNames, TournamentHead
from scorekeeper.printing.stamps import stamp
from tests.printing.paper import letter_sizes, pdf_pages, pdf_text

HEAD = TournamentHead("Κύπελλο Καφενείου Πλάτανος")
LONG = "Παναγιώτης-Χαράλαμπος Χατζηκωνσταντίνου!"


def printed(*pairs):
    with use_locale("el"):
        cards = pair_cards(HEAD, pairs)
    return stamp(cards.html, cards.pages, lambda _page, _pages: None)


def test_card_has_number_both_names_and_club():
    pdf = printed(PairNames("7", ("Γιώργος Παύλου", "Μαρία Σάββα"), "Αετοί"))
    assert {"7", "Γιώργος Παύλου", "Μαρία Σάββα", "Αετοί"} <= {*pdf_text(pdf).splitlines()}
    assert sorted(letter_sizes(pdf))[1] > 27, "all but the club is read across a table"


def test_name_of_forty_letters_and_emoji_are_whole():
    pdf = printed(PairNames("400", (LONG, "Ρέα 🂡😀"), "«Αθλητικός» Σύλλογος 😀 Πλάτανο"))
    told = " ".join(pdf_text(pdf).split())
    for text in (LONG, "Ρέα 🂡😀", "«Αθλητικός» Σύλλογος 😀 Πλάτανο"):
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
