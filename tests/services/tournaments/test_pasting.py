"""A pasted list: what is a pair, and which line is none."""

import pytest

from scorekeeper.services.tournaments.pasting import BadRow, decode_list, read_pairs

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
        "3;Maria;Giorgos",
        "3.\tMaria\tGiorgos",
        "3 - Maria - Giorgos",
        "3, Maria – Giorgos",
        '"Maria","Giorgos"',
        "  Maria ,  Giorgos  ",
    ],
)
def test_it_reads_two_names_however_they_are_parted(line):
    pasted = read_pairs(line)
    assert [pair.players for pair in pasted.pairs] == [("Maria", "Giorgos")]
    assert pasted.bad == ()


def test_a_name_may_have_a_dash_in_it():
    assert read_pairs("Anna-Maria, Giorgos").pairs[0].players == ("Anna-Maria", "Giorgos")


def test_it_reads_club_seeding_and_fee():
    (pair,) = read_pairs("Maria;Giorgos;AEL;3;x").pairs
    assert (pair.club, pair.seeding, pair.paid) == ("AEL", 3, True)


def test_the_club_may_follow_two_names_that_a_dash_parts():
    (pair,) = read_pairs("Maria – Giorgos, AEL").pairs
    assert (pair.players, pair.club) == (("Maria", "Giorgos"), "AEL")


def test_it_reads_columns_in_the_order_of_their_names():
    (pair,) = read_pairs(HEADED).pairs
    assert (pair.players, pair.club, pair.paid) == (("Μαρία", "Γιώργος"), "ΑΕΛ", True)


@pytest.mark.parametrize(
    "headings", ["Α/Α;Όνομα;Συμπαίκτης", "No;Name;Partner", "#;Player 1;Player 2"]
)
def test_a_column_of_numbers_is_none_of_names(headings):
    pasted = read_pairs(f"{headings}\n1;Maria;Giorgos\n;Eleni;Andreas")
    players = [pair.players for pair in pasted.pairs]
    assert players == [("Maria", "Giorgos"), ("Eleni", "Andreas")]


def test_a_headed_seed_in_front_is_no_mere_number():
    (pair,) = read_pairs("Seed;Player 1;Player 2\n7;Maria;Giorgos").pairs
    assert (pair.players, pair.seeding) == (("Maria", "Giorgos"), 7)


@pytest.mark.parametrize(
    ("headings", "named"),
    [("Player 1;Player 2;Phone", "Phone"), ("Team;Player 1;Player 2", "Team")],
)
def test_a_column_that_it_does_not_know_is_named(headings, named):
    pasted = read_pairs(f"{headings}\nMaria;Giorgos;Anna")
    assert pasted.bad == (BadRow(1, "column", named),)


def test_a_column_that_stands_twice_is_named_both_times():
    pasted = read_pairs("Club;Club;Player 1;Player 2\nAEL;APOEL;Maria;Giorgos")
    assert pasted.bad == (BadRow(1, "column", "Club"),) * 2


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1253"])
def test_a_file_is_read_as_a_spreadsheet_saves_it(encoding):
    pasted = read_pairs(decode_list(HEADED.encode(encoding)))
    assert [pair.players for pair in pasted.pairs] == [("Μαρία", "Γιώργος")]


def test_what_has_no_letters_is_no_pair():
    pasted = read_pairs(decode_list("Zoë;Anna".encode("cp437") + b"\xd2\xff"))
    assert [row.code for row in pasted.bad] == ["unfit"]


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


@pytest.mark.parametrize("line", [f"a{' ' * 200_000}b", f"{'x' * 200_000},b"])
def test_a_line_that_is_far_too_long_is_not_taken_apart(line):
    """What parts two names took half a minute for 44,000 spaces, and the server with it."""
    [bad] = read_pairs(line).bad
    assert (bad.line, bad.code) == (1, "too_much")
    assert len(bad.text) <= 40
