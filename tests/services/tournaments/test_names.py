"""Names in typed texts."""

import pytest

from scorekeeper.tournament.pair_names import find_pairs, gives_one_of
from tests.desk import Desk


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Maria", "maria shouted"),
        ("María", "MARIA, twice"),
        ("Maria", "Maria's cards"),
        ("Rea-Lena Kosti", "(Rea Lena, Kosti)"),
        ("Μαρία", "η ΜΑΡΙΑ άργησε"),
        ("Μαρία", "της Μαρίας"),
        ("Γιώργος", "του Γιώργου"),
        ("Γιώργος", "τον Γιώργο"),
        ("Κώστας", "ο κωστας κι ο άλλος"),
        ("Ελένη", "παράπονο της Ελένης"),
        ("Μαρία Παππά", "η Παππά Μαρία φώναξε"),
        ("Γιώργος Παππάς", "του Γιώργου Παππά"),
        ("Maria", "Mar\u200dia shouted"),
        ("Mar\u200cia", "\U000e0041Maria shouted"),
    ],
)
def test_a_name_is_found_as_people_write_it(name, text):
    assert gives_one_of(["Nikos", name], text)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Rea", "a great mistake"),
        ("Maria Pappa", "Maria shouted"),
        ("Maria Pappa", "Maria and Pappa"),
        ("Άννα", "η Αννούλα"),
        ("Maria", ""),
        ("", "late"),
        ("–", "late – twice"),
    ],
)
def test_text_that_only_resembles_a_name_does_not_give_it(name, text):
    assert not gives_one_of([name], text)


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("Mehmet Yılmaz", "yilmaz"),
        ("Mehmet Yılmaz", "YILMAZ"),
        ("Κώστας Σάββα", "kostas"),
        ("Κώστας Σάββα", "κωστας"),
        ("Κώστας Σάββα", "Costas"),
        ("Χρίστος Χατζηγεωργίου", "hadjigeorgiou"),
        ("Χρίστος Χατζηγεωργίου", "xatzigewrgiou"),
        ("Ανδρέας Ευαγγέλου", "andreas evagg"),
        ("Andreas Savva", "Ανδρέας"),
        ("Σοφοκλής Σοφοκλέους", "sofokleous"),
        ("Gülşen Çağlar", "gulsen caglar"),
    ],
)
def test_a_player_is_found_in_whatever_letters_somebody_types(context, name, typed):
    desk = Desk().add(("Μαρία Ιωάννου", name), ("Eleni", "Petros Nikolaou"))
    assert [pair.number for pair in find_pairs(desk.tournament.pairs, typed)] == [1]


def test_name_in_the_alphabet_as_typed_is_found_first(context):
    desk = Desk().add(("Κώστας Α.", "Άννα"), ("Kostas B.", "Eleni"))
    pairs = desk.tournament.pairs
    assert [pair.number for pair in find_pairs(pairs, "kostas")] == [2, 1]
    assert [pair.number for pair in find_pairs(pairs, "ko")] == [2], "two letters are few"
