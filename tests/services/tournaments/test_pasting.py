"""A pasted list: what is a pair, and which line is none."""

import pytest

from scorekeeper.services.tournaments.pasting import BadRow, read_pairs

HEADED = """Παίκτης 1;Παίκτης 2;Σύλλογος;Πλήρωσε
Μαρία;Γιώργος;ΑΕΛ;ναι
"""


@pytest.mark.parametrize(
    "line",
    [
        "Maria, Giorgos",
        "Maria – Giorgos",
        "Maria - Giorgos",
        "Maria/Giorgos",
        "Maria & Giorgos",
        "Maria\tGiorgos",
        "Maria; Giorgos;;",
        "3. Maria, Giorgos",
        '"Maria","Giorgos"',
        "  Maria ,  Giorgos  ",
    ],
)
def test_it_reads_two_names_however_they_are_parted(line):
    pasted = read_pairs(line)
    assert [pair["players"] for pair in pasted.pairs] == [["Maria", "Giorgos"]]
    assert pasted.bad == ()


def test_a_name_may_have_a_dash_in_it():
    assert read_pairs("Anna-Maria, Giorgos").pairs[0]["players"] == ["Anna-Maria", "Giorgos"]


def test_it_reads_club_seeding_and_fee():
    (pair,) = read_pairs("Maria;Giorgos;AEL;3;x").pairs
    assert (pair["club"], pair["seeding"], pair["paid"]) == ("AEL", 3, True)


def test_the_club_may_follow_two_names_that_a_dash_parts():
    (pair,) = read_pairs("Maria – Giorgos, AEL").pairs
    assert (pair["players"], pair["club"]) == (["Maria", "Giorgos"], "AEL")


def test_it_reads_columns_in_the_order_of_their_names():
    (pair,) = read_pairs(HEADED).pairs
    assert (pair["players"], pair["club"], pair["paid"]) == (["Μαρία", "Γιώργος"], "ΑΕΛ", True)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("Maria", "one_name"),
        ("Maria,", "one_name"),
        ("Maria, Giorg\u202eos", "unfit"),
        ("Maria, " + "G" * 41, "unfit"),
        ("Γιωργος, ΜΑΡΊΑ", "twice"),
        ("Maria;Giorgos;AEL;first", "seeding"),
        ("Maria;Giorgos;AEL;0", "seeding"),
        ("Maria;Giorgos;AEL;1;perhaps", "paid"),
        ("Maria;Giorgos;AEL;1;x;more", "too_much"),
    ],
)
def test_it_names_a_bad_line_and_reads_the_others(line, code):
    pasted = read_pairs(f"Eleni, Andreas\n\n{line}\nPetros, Anna", [("Μαρία", "Γιώργος")])
    assert pasted.bad == (BadRow(3, code, line.strip()),)
    assert len(pasted.pairs) == 2


def test_it_takes_no_more_than_a_draw_can_have():
    pasted = read_pairs("\n".join(f"A{n}, B{n}" for n in range(1001)))
    assert [(row.line, row.code) for row in pasted.bad] == [(1001, "too_many")]
