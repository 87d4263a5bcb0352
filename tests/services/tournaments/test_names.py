"""Names in what somebody typed."""

import pytest

from scorekeeper.services.tournaments.pair_names import gives_one_of


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
def test_what_only_looks_like_it_is_left(name, text):
    assert not gives_one_of([name], text)
