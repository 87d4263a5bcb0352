"""A pasted list: pairs, lines without one, whole lists as people paste them, and names."""

import json

import pytest

from scorekeeper.tournament.list_words import BadRow
from scorekeeper.tournament.pair_names import find_pairs, gives_one_of
from scorekeeper.tournament.pasted_list import RowCheck, decode_list, read_pairs, read_rows
from tests.services.tournaments import ordinary_lists, pasted_lists
from tests.support.desk import Desk

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
        "Maria and Giorgos",
        "Maria και Giorgos",
        "Maria ΚΙ Giorgos",
        "Maria κ Giorgos",
        "Maria+Giorgos",
        "Maria&Giorgos",
        "Maria-Giorgos",
        "Maria- Giorgos",
        "Maria –Giorgos",
        "4-Maria-Giorgos",
        "4. Maria / Giorgos",
        "4) Maria and Giorgos",
        "(4) Maria and Giorgos",
        "#4 Maria and Giorgos",
        "4 Maria and Giorgos",
        "4\ufe0f\u20e3 Maria and Giorgos",
        "• Maria and Giorgos",
        "- Maria - Giorgos",
        "✅ Maria, Giorgos",
        "12/10/2023, 21:15 - Άντρη Π.: Maria and Giorgos",
        "12/10/23, 9:15\u202fμ.μ. - +357 99 123456: 4. Maria and Giorgos",
        "[12/10/2023, 21:15:33] Άντρη: Maria and Giorgos",
        "\u200e[12/10/23, 9:15:33 PM] ~\u202fAntri: Maria and Giorgos <This message was edited>",
        "[ 8 Οκτωβρίου 2018 5:32 μ.μ. ] \u2068Νίκος\u2069: Maria - Giorgos",
        "12/10/2023,21:15:33,Νίκος,+35799123456,Maria & Giorgos",
        "12 Οκτ 2023, 21:15 - Άντρη: Maria - Giorgos",
        "Oct 12, 2023 at 9:15 PM - Antri: Maria - Giorgos",
        "Maria με Giorgos",
        "Maria μαζί με Giorgos",
        "Maria kai Giorgos",
        "Maria me Giorgos",
        *(f"Maria {dash} Giorgos" for dash in "‐‑‒―−"),
        "|4|Maria|Giorgos|",
        "Maria     Giorgos",
        "Ομάδα 3, Maria, Giorgos",
        "Pair 7: Maria - Giorgos",
        "9η: Maria & Giorgos",
        "No 12 Maria / Giorgos",
        "1st - Maria - Giorgos",
        "1\ufe0f\u20e31\ufe0f\u20e3 Maria - Giorgos",
        '"Maria", "Giorgos"',
        "*4. Maria - Giorgos*",
        "~_Maria - Giorgos_~",
        "•\tMaria - Giorgos",
        "o\tMaria - Giorgos",
        "Maria - Giorgos!",
        "[ ] Maria - Giorgos",
        "- [x] Maria - Giorgos",
        "\u200eMaria - Giorgos",
        "\u2068Maria\u2069 και \u2068Giorgos\u2069",
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


@pytest.mark.parametrize(
    ("line", "note"),
    [
        ("Maria, Giorgos 99 123456", "99 123456"),
        ("Maria, Giorgos \u202a+357 99 123456\u202c", "+357 99 123456"),
        ("Maria - Giorgos - 99-123456 😊👍", "99-123456, 😊👍"),
        ("Maria and Giorgos (τηλ. +357 99123456)", "+357 99123456"),
        ("Maria 99123456 & Giorgos 99654321", "99123456, 99654321"),
        ("Maria\tGiorgos\t\t\t\t99123456", "99123456"),
        ("Maria & Giorgos ❤️", "❤️"),
        ("Maria & Giorgos €20", "€20"),
        ("Maria, Giorgos, 20", "20"),
        ("Maria; Giorgos; 55,3%", "55,3%"),
        ("Maria - Giorgos 20", "20"),
    ],
)
def test_a_number_to_call_and_emoji_at_the_end_are_a_note(line, note):
    (pair,) = read_pairs(line).pairs
    assert (pair.players, pair.club, pair.note) == (("Maria", "Giorgos"), "", note)


@pytest.mark.parametrize(
    ("line", "note"),
    [
        ("Μαρία και Γιώργος πλήρωσε", ""),
        ("Μαρία, Γιώργος, ΠΛΗΡΩΣΑΝ!", ""),
        ("Μαρία & Γιώργος 99 123456 (πλήρωσαν)", "99 123456"),
        ("Μαρία - Γιώργος - paid 20€ 🙂", "20€, 🙂"),
        ("Μαρία, Γιώργος: πλήρωσαν", ""),
    ],
)
def test_word_paid_behind_the_names_ticks_the_pair_as_paid(line, note):
    (pair,) = read_pairs(line).pairs
    told = (pair.players, pair.club, pair.note, pair.paid)
    assert told == (("Μαρία", "Γιώργος"), "", note, True)


@pytest.mark.parametrize(
    ("line", "note"),
    [
        ("Μαρία & Γιώργος ✅", ""),
        ("Μαρία & Γιώργος ✔\ufe0f", ""),
        ("Μαρία & Γιώργος 💶✅", "💶"),
        ("Μαρία - Γιώργος 20€ ✅", "20€"),
        ("Μαρία\tΓιώργος\t20\tναι", "20"),
        ("6.\tΜαρία\tΓιώργος\t20\tΝΑΙ", "20"),
        ("Μαρία\tΓιώργος\t€20\tx", "€20"),
        ("Μαρία;Γιώργος;20;✓", "20"),
        ("Μαρία - Γιώργος 20 ναι", "20"),
        ("Maria, Giorgos, 20 euros: yes", "20 euros"),
    ],
)
def test_tick_or_yes_behind_an_amount_says_that_they_paid(line, note):
    (pair,) = read_pairs(line).pairs
    assert pair.players in (("Μαρία", "Γιώργος"), ("Maria", "Giorgos"))
    assert (pair.club, pair.seeding, pair.note, pair.paid) == ("", None, note, True)


@pytest.mark.parametrize("answer", ["όχι", "ΟΧΙ", "no"])
def test_no_behind_an_amount_says_that_they_have_not_paid(answer):
    *_first, pair = read_pairs(f"Άννα\tΖωή\nΜαρία\tΓιώργος\t20\t{answer}").pairs
    assert (pair.seeding, pair.note, pair.paid) == (None, "20", False)


@pytest.mark.parametrize("mark", ["✅", "✔", "ναι", "NAI"])
def test_column_of_payments_is_read_with_a_tick_or_yes(mark):
    (pair,) = read_pairs(f"Παίκτης 1;Παίκτης 2;Πλήρωσε\nMaria;Giorgos;{mark}").pairs
    assert pair.paid


@pytest.mark.parametrize("remark", ["χορτοφάγες!", "δεν πλήρωσαν", "πλήρωσε η Άννα", "Vegetarian"])
def test_remark_in_brackets_behind_the_names_is_a_note(remark):
    (pair,) = read_pairs(f"20. ΑΝΤΡΙΑΝΑ ΜΙΧΑΗΛ - ΑΝΝΑ ΖΑΧΑΡΙΟΥ ({remark})").pairs
    assert pair.players == ("ΑΝΤΡΙΑΝΑ ΜΙΧΑΗΛ", "ΑΝΝΑ ΖΑΧΑΡΙΟΥ")
    assert (pair.note, pair.paid) == (remark, False)


@pytest.mark.parametrize("nickname", ["(Μαίρη)", "(τζίμης)", "(ο ψηλός)", "(ο γιος της)"])
def test_nickname_in_brackets_stays_in_the_name(nickname):
    (pair,) = read_pairs(f"Μαρία - Άννα {nickname}").pairs
    assert (pair.players[1], pair.note) == (f"Άννα {nickname}", "")


def test_opponents_in_a_line_are_no_pair():
    [bad] = read_pairs("19. Σάββας Σάββα vs Σάββας Σαββίδης").bad
    assert bad.code == "one_name"


@pytest.mark.parametrize(
    "line",
    [
        "Μαρία και Γιώργος δεν πλήρωσαν",
        "Μαρία και Γιώργος δεν μας πλήρωσαν",
        "Maria, Giorgos not paid",
        "Maria, Giorgos not yet paid",
        "Μαρία και Γιώργος (δεν πλήρωσαν)",
        "Μαρία, Γιώργος: όχι πληρωμένο",
        "Maria, Giorgos (not paid)",
        "Maria, Giorgos haven’t paid",
        "Maria, Giorgos - never paid",
    ],
)
def test_pair_that_has_not_paid_is_not_ticked_as_paid(line):
    (row,) = read_rows(line).rows
    assert not row.is_paid


@pytest.mark.parametrize(
    "remark",
    [
        "πλήρωσε μόνο ο Φοίβος",
        "ΠΛΗΡΩΣΕ ΜΟΝΟ Ο ΦΟΙΒΟΣ",
        "πληρώνω εγώ",
        "χρωστά 10",
        "only one paid yet",
        "owes 10",
        "θα αργήσουν",
        "έρχονται στις 9",
    ],
)
@pytest.mark.parametrize("between", [", ", ";", "\t"])
def test_remark_behind_two_names_is_a_note_and_no_club(remark, between):
    (pair,) = read_pairs(between.join(["Φοίβος Ιακώβου", "Όθωνας Φραγκούδης", remark])).pairs
    assert pair.players == ("Φοίβος Ιακώβου", "Όθωνας Φραγκούδης")
    assert (pair.club, pair.note, pair.paid) == ("", remark, False)


def test_remark_in_the_column_of_clubs_is_a_note():
    (pair,) = read_pairs("Παίκτης 1;Παίκτης 2;Σύλλογος\nMaria;Giorgos;χρωστά 10").pairs
    assert (pair.club, pair.note) == ("", "χρωστά 10")
    (pair,) = read_pairs("Παίκτης 1;Παίκτης 2;Σύλλογος\nMaria;Giorgos;Late Night Club!").pairs
    assert (pair.club, pair.note) == ("Late Night Club!", "")


@pytest.mark.parametrize(
    "club", ["ΑΕΛ", "Λέσχη φίλων της πιλόττας", "Καφενείο στην Πλατεία", "Our Club"]
)
def test_club_behind_two_names_stays_a_club(club):
    (pair,) = read_pairs(f"Maria, Giorgos, {club}").pairs
    assert (pair.club, pair.note) == (club, "")


def test_the_list_s_own_number_is_read_and_only_kept_where_it_shall_be():
    rows = read_rows("7. Maria, Giorgos\n12-Eleni-Anna\nPetros, Minos").rows
    assert [row.number for row in rows] == ["7", "12", ""]
    assert [pair.number for pair in read_pairs("7. Maria, Giorgos").pairs] == [None]
    check = RowCheck(numbers=[7])
    assert [check.fault_of(row) for row in rows] == ["number", None, None]


def test_a_chat_s_own_lines_are_known_from_those_of_the_list():
    lines = "12/10/23, 9:15 - Maria added Giorgos\nEleni\n12/10/23, 9:16 - Maria: yes, us"
    rows = read_rows(lines).rows
    assert [(row.is_chat, row.is_whole) for row in rows] == [
        (True, False), (False, False), (True, True),
    ]  # fmt: skip


def test_the_club_may_follow_two_names_that_a_dash_parts():
    (pair,) = read_pairs("Maria – Giorgos, AEL").pairs
    assert (pair.players, pair.club) == (("Maria", "Giorgos"), "AEL")


def test_it_reads_columns_in_the_order_of_their_names():
    (pair,) = read_pairs(HEADED).pairs
    assert (pair.players, pair.club, pair.paid) == (("Μαρία", "Γιώργος"), "ΑΕΛ", True)


@pytest.mark.parametrize("above", ["sep=;", "Τουρνουά;;", "Τουρνουά Πιλόττας\nΖευγάρια"])
def test_the_names_of_columns_may_stand_below_a_title(above):
    pasted = read_pairs(f"{above}\nΑ/Α;ΠΑΙΚΤΗΣ Α;ΠΑΙΚΤΗΣ Β\n7;Maria;Giorgos")
    assert [pair.players for pair in pasted.pairs] == [("Maria", "Giorgos")]


@pytest.mark.parametrize("headings", ["Α/Α;Ζευγάρι;Club", "No;Name;Club", "#;Παίκτες;Club"])
def test_one_column_of_players_has_both_names(headings):
    (pair,) = read_pairs(f"{headings}\n7;Maria - Giorgos;AEL").pairs
    assert (pair.players, pair.club) == (("Maria", "Giorgos"), "AEL")


def test_one_column_of_players_with_two_pairs_in_a_cell_is_asked_about():
    [bad] = read_pairs("No;Pair\n7;Maria & Giorgos & Anna & Zoe").bad
    assert bad.code == "more_names"


def test_a_name_that_ends_in_a_number_keeps_it_where_both_do():
    (pair,) = read_pairs("Maria 40, Giorgos 40").pairs
    assert pair.players == ("Maria 40", "Giorgos 40")


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
    [("Player 1;Player 2;Shoe", "Shoe"), ("Team;Player 1;Player 2", "Team")],
)
def test_a_column_that_it_does_not_know_is_named(headings, named):
    pasted = read_pairs(f"{headings}\nMaria;Giorgos;Anna")
    assert pasted.bad == (BadRow(1, "column", named),)


def test_a_column_that_stands_twice_is_named_both_times():
    pasted = read_pairs("Club;Club;Player 1;Player 2\nAEL;APOEL;Maria;Giorgos")
    assert pasted.bad == (BadRow(1, "column", "Club"),) * 2


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1253", "utf-16"])
def test_a_file_is_read_as_a_spreadsheet_saves_it(encoding):
    pasted = read_pairs(decode_list(HEADED.encode(encoding)))
    assert [pair.players for pair in pasted.pairs] == [("Μαρία", "Γιώργος")]


def test_row_that_cannot_be_decoded_is_unfit():
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
    check = RowCheck([("Μαρία", "Γιώργος")])
    pasted = read_pairs(f"Eleni, Andreas\n\n{line}\nPetros, Anna", check)
    assert pasted.bad == (BadRow(3, code, line.strip()),)
    assert len(pasted.pairs) == 2


def test_it_takes_no_more_than_a_draw_can_have():
    pasted = read_pairs("\n".join(f"A{n}, B{n}" for n in range(1001)))
    assert [(row.line, row.code) for row in pasted.bad] == [(1001, "too_many")]


@pytest.mark.parametrize("line", [f"a{' ' * 200_000}b", f"{'x' * 200_000},b"])
def test_a_line_that_is_far_too_long_is_not_taken_apart(line):
    """The search between two names once took half a minute for 44,000 spaces, and blocked the
    server.
    """
    [bad] = read_pairs(line).bad
    assert (bad.line, bad.code) == (1, "too_much")
    assert len(bad.text) <= 40


def test_a_capital_kappa_is_an_initial_and_one_with_a_dot_a_title():
    (pair,) = read_pairs("Μαρία Κ Παπά, κ. Γιώργος").pairs
    assert pair.players == ("Μαρία Κ Παπά", "κ. Γιώργος")


def has_letter(name):
    return any(map(str.isalpha, name))


def test_ordinary_lists_are_read_as_before():
    kept = json.loads(ordinary_lists.KEPT.read_text())
    lists = map(ordinary_lists.ordinary_list, range(ordinary_lists.COUNT))
    assert [ordinary_lists.digest(text) for text in lists] == kept


def test_ordinary_lists_raise_no_doubt():
    for place in range(ordinary_lists.COUNT):
        check = RowCheck()
        for row in read_rows(ordinary_lists.ordinary_list(place)).rows:
            assert check.problem_of(row.without_number()) in (None, "twice"), row


@pytest.mark.slow
def test_each_pasted_line_is_taken_as_it_was_meant_or_not_at_all():
    for place in range(pasted_lists.COUNT):
        lines = pasted_lists.pasted_list(place)
        text = "\n".join(line.text for line in lines)
        taken = [pair.players for pair in read_pairs(text).pairs]
        assert taken == [line.pair for line in lines if line.pair], text
        assert all(map(has_letter, (name for pair in taken for name in pair)))


def test_each_pasted_line_is_listed():
    for place in range(pasted_lists.COUNT):
        lines = pasted_lists.pasted_list(place)
        reading = read_rows("\n".join(line.text for line in lines))
        assert [row.line for row in reading.rows] == [
            number for number, line in enumerate(lines, 1) if not line.is_frame
        ]  # fmt: skip


def test_the_list_s_own_numbers_are_read_and_amounts_are_notes():
    for place in range(pasted_lists.COUNT):
        lines = pasted_lists.pasted_list(place)
        rows = {row.line: row for row in read_rows("\n".join(line.text for line in lines)).rows}
        for number, line in enumerate(lines, 1):
            if line.pair:
                assert rows[number].number == line.number, line
                assert line.note in rows[number].note
                assert rows[number].club in ("", "ΑΕΛ"), line


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
