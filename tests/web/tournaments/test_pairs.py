"""Pairs: a pasted list, a file, who is there, substitutes, withdrawals."""

from io import BytesIO

import pytest

from scorekeeper.tournament.pasted_list import LARGEST_LIST
from tests.services.tournaments.pasted_lists import COUNT, pasted_list
from tests.support.desk import Desk
from tests.support.page import Page
from tests.support.program import Director

FORTY = "\n".join(f"{n}. Μαρία {n}, Γιώργος {n}" for n in range(1, 41))


HEADERS = {"Sec-Fetch-Site": "same-origin", "Accept-Language": "en"}


def preview(organiser, text):
    return organiser.press(organiser.page("pairs"), "Read the list", text=text)


def add(organiser, text):
    return organiser.press(preview(organiser, text), "Add the pairs")


def names(organiser):
    return [pair.name for pair in organiser.tournament().pairs.values()]


def test_forty_pairs_come_from_a_pasted_list(organise):
    organiser = organise()
    assert add(organiser, FORTY).status == 303
    assert names(organiser)[39] == "Μαρία 40 – Γιώργος 40"
    assert len(names(organiser)) == 40


def test_nothing_is_written_before_it_is_confirmed(organise):
    organiser = organise()
    page = preview(organiser, "4. Maria και Giorgos, AEL 99 123456")
    form = page.form_of("Add the pairs")
    fields = ("number", "player1", "player2", "club", "note")
    assert [form.value(f"{field}-0") for field in fields] == [
        "4", "Maria", "Giorgos", "AEL", "99 123456",
    ]  # fmt: skip
    assert names(organiser) == []
    organiser.press(page, "Add the pairs", **{"player2-0": "Georgia"})
    assert [organiser.tournament().pairs["1"].players] == [("Maria", "Georgia")]
    assert organiser.tournament().pairs["1"].note == "99 123456"
    assert "99 123456" in organiser.page("pairs").words()
    assert "99 123456" not in organiser.page().html


def test_the_list_s_own_numbers_are_kept_where_it_is_ticked(organise):
    organiser = organise()
    page = preview(organiser, "7. Maria, Giorgos\n3. Eleni, Petros\nAnna, Minos")
    organiser.press(page, "Add the pairs", own_numbers="1")
    assert [*organiser.tournament().pairs] == ["3", "7", "8"]
    taken = organiser.press(preview(organiser, "7. Zoe, Ada"), "Add the pairs", own_numbers="1")
    assert (taken.status, "another pair has it" in taken.words()) == (422, True)
    assert organiser.press(taken, "Add the pairs", **{"number-0": "9"}).status == 303
    assert organiser.tournament().pairs["9"].players == ("Zoe", "Ada")


def test_a_line_without_two_names_is_taken_once_it_has_them(organise):
    organiser = organise()
    page = preview(organiser, "Maria, Giorgos\nEleni")
    assert "not taken unless it has two names" in page.words()
    organiser.press(page, "Add the pairs")
    assert names(organiser) == ["Maria – Giorgos"]
    organiser.press(preview(organiser, "Eleni"), "Add the pairs", **{"player2-0": "Anna"})
    assert names(organiser)[1:] == ["Eleni – Anna"]


def test_unread_seed_and_payment_stand_in_the_note_and_block_nothing(organise):
    organiser = organise()
    page = preview(organiser, "Maria, Giorgos\nPetros;Anna;AEL;ναι\nEleni;Zoe;AEL;2;perhaps")
    assert "“ναι” is no seed: it stands in the note" in page.words(".//li[@id='line-2']")
    assert "“perhaps” does not say whether they paid" in page.words(".//li[@id='line-3']")
    assert organiser.press(page, "Add the pairs").status == 303
    told = [(pair.seeding, pair.paid, pair.note) for pair in organiser.tournament().pairs.values()]
    assert told == [(None, False, ""), (None, False, "ναι"), (2, False, "perhaps")]


def test_wrong_seed_that_is_typed_is_reported_and_the_typed_values_stay(organise):
    organiser = organise()
    page = preview(organiser, "Maria, Giorgos\nPetros;Anna;AEL;1")
    refused = organiser.press(page, "Add the pairs", **{"club-0": "Apollon", "seeding-1": "first"})
    assert refused.status == 422
    assert "the seed is no whole number" in refused.words(".//li[@id='line-2']")
    form = refused.form_of("Add the pairs")
    assert (form.value("club-0"), form.value("seeding-1")) == ("Apollon", "first")
    assert names(organiser) == []
    assert organiser.press(refused, "Add the pairs", **{"seeding-1": "1"}).status == 303
    assert organiser.tournament().pairs["2"].seeding == 1


def test_unticked_pair_is_not_added(organise):
    organiser = organise()
    page = preview(organiser, "Maria, Giorgos\nEleni, Anna")
    organiser.press(page, "Add the pairs", **{"take-0": None})
    assert names(organiser) == ["Eleni – Anna"]
    page = preview(organiser, "Petros, Zoe")
    none = organiser.press(page, "Add the pairs", **{"take-0": None})
    assert (none.status, "none is ticked" in none.words()) == (422, True)


def test_lines_that_name_no_pair_are_listed_and_folded(organise):
    chat = "12/10/23, 9:15 - Antri: καλημέρα\n12/10/23, 9:16 - Antri: Maria κι Anna\nΣύνολο;1"
    organiser = organise()
    page = preview(organiser, chat)
    folded = page.words(".//details[@class='left-out']")
    assert "Lines that name no pair, left out: 2" in folded
    assert "12/10/23, 9:15 - Antri: καλημέρα a message that names no pair" in folded
    assert "Σύνολο;1 it reads like a total" in folded
    organiser.press(page, "Add the pairs")
    assert names(organiser) == ["Maria – Anna"]


def test_a_folded_line_that_is_ticked_comes_back_to_be_put_right(organise):
    organiser = organise()
    page = preview(organiser, "Ζευγάρια για την Κυριακή\nMaria, Anna")
    asked = organiser.press(page, "Add the pairs", **{"take-0": "1"})
    assert (asked.status, "two names are needed" in asked.words(".//li[@id='line-1']")) == (
        422,
        True,
    )
    put_right = {"player1-0": "Eleni", "player2-0": "Zoe"}
    assert organiser.press(asked, "Add the pairs", **put_right).status == 303
    assert names(organiser) == ["Eleni – Zoe", "Maria – Anna"]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("Maria και Anna, Eleni και Zoe", "more than two names: one pair a line"),
        ("Εμείς και φέτος", "it reads like a sentence, not like two names"),
        ("Maria, ΜΑΡΙΑ", "both names may be one player's"),
        ("K Petros, Sofia", "a pair with such names is there already"),
    ],
)
def test_a_doubtful_line_is_taken_only_where_it_is_ticked(organise, line, reason):
    organiser = organise()
    add(organiser, "Σοφία, Πέτρος Κ.")
    page = preview(organiser, line)
    assert page.form_of("Add the pairs").value("take-0") is None
    assert reason in page.words(".//li[@id='line-1']")
    refused = organiser.press(page, "Add the pairs")
    assert (refused.status, reason in refused.words(".//li[@id='line-1']")) == (422, True)
    assert organiser.press(refused, "Add the pairs", **{"take-0": "1"}).status == 303
    assert len(names(organiser)) == 2


def test_a_name_without_a_letter_is_refused_in_each_line(organise):
    organiser = organise()
    refused = organiser.press(
        preview(organiser, "Maria, Anna\nEleni"),
        "Add the pairs",
        **{"player2-0": "20", "player2-1": "55%"},
    )
    assert refused.status == 422
    assert "a name has letters" in refused.words(".//li[@id='line-1']")
    assert names(organiser) == []


def test_line_that_got_its_second_name_needs_no_tick(organise):
    organiser = organise()
    page = preview(organiser, "Maria, Anna\nEleni")
    assert page.form_of("Add the pairs").value("take-1") is None
    organiser.press(page, "Add the pairs", **{"player2-1": "Zoe"})
    assert names(organiser) == ["Maria – Anna", "Eleni – Zoe"]


def test_line_that_got_its_second_name_has_a_tick_once_it_is_shown_again(organise):
    organiser = organise()
    page = preview(organiser, "Maria, Anna\nEleni")
    typed = {"player2-1": "Zoe", "player2-0": "20"}
    refused = organiser.press(page, "Add the pairs", **typed)
    assert refused.form_of("Add the pairs").value("take-1") == "1"
    organiser.press(refused, "Add the pairs", **{"player2-0": "Anna", "take-1": None})
    assert names(organiser) == ["Maria – Anna"]


WITHOUT_PARTNER = "Maria, Anna\nΗλίας Ττόφας ψάχνει συμπαίκτη\nEleni, Zoe"


def test_page_after_a_list_names_the_lines_that_stay_out_and_why(organise):
    organiser = organise()
    organiser.press(
        preview(organiser, f"{WITHOUT_PARTNER}\nAda, Rea\nZoe, Eleni"),
        "Add the pairs",
        **{"take-1": "1", "take-3": None},
    )
    page = organiser.page("pairs")
    assert page.words(".//p[@class='message']") == "2 pairs were added. Left out:"
    assert [page.words(f".//ul[@class='notice']/li[{at}]") for at in (1, 2, 3)] == [
        "Line 2 Ηλίας Ττόφας ψάχνει συμπαίκτη two names are needed",
        "Line 4 Ada – Rea it had no tick",
        "Line 5 Zoe – Eleni this pair is there already",
    ]
    again = organiser.page("pairs").words()
    assert "Left out" not in again, "it is said once"


def test_page_after_a_list_says_it_in_greek_and_in_the_right_number(organise):
    organiser = organise(language="el")
    read = organiser.press(organiser.page("pairs"), "Διάβασε τη λίστα", text=WITHOUT_PARTNER)
    organiser.press(read, "Πρόσθεσε τα ζευγάρια")
    told = organiser.page("pairs").words()
    assert "Προστέθηκαν 2 ζευγάρια. Έξω έμεινε: Γραμμή 2 Ηλίας Ττόφας ψάχνει συμπαίκτη" in told
    read = organiser.press(organiser.page("pairs"), "Διάβασε τη λίστα", text="Άννα, Ρέα\nΖωή\nΛία")
    organiser.press(read, "Πρόσθεσε τα ζευγάρια")
    assert "Προστέθηκε 1 ζευγάρι. Έξω έμειναν: Γραμμή 2 Ζωή" in organiser.page("pairs").words()


def test_page_after_two_lists_speaks_of_the_last(organise):
    organiser = organise()
    for page in [preview(organiser, text) for text in (WITHOUT_PARTNER, "Ada, Rea")]:
        assert organiser.press(page, "Add the pairs").status == 303
    assert organiser.page("pairs").words(".//p[@class='message']") == "1 pair was added."


def test_page_after_a_long_list_counts_the_lines_that_it_does_not_name(organise):
    organiser = organise()
    alone = "\n".join(f"Χαράλαμπος Παπαχατζηγεωργίου{letter}" for letter in "αβγδεζηθικλμνξο")
    organiser.press(preview(organiser, f"Maria, Anna\n{alone}"), "Add the pairs")
    told = organiser.page("pairs")
    assert told.words(".//ul[@class='notice']/li[13]") == "and 3 more lines"


def test_refusal_names_the_lines_that_stay_out_too(organise):
    organiser = organise()
    page = preview(organiser, f"{'A' * 41}, Anna\nEleni")
    refused = organiser.press(page, "Add the pairs")
    assert refused.words(".//*[@id='out']") == "This line stays out, too: Line 2 Eleni"
    none = organiser.press(preview(organiser, "Eleni\nZoe"), "Add the pairs")
    assert none.words(".//*[@id='out']") == "These lines stay out: Line 1 Eleni, Line 2 Zoe"


def test_a_refused_list_names_line_and_pair(organise):
    organiser = organise()
    page = preview(organiser, "Maria, Giorgos\nPetros;Anna;AEL;1")
    refused = organiser.press(page, "Add the pairs", **{"seeding-1": "first"})
    alert = refused.words(".//*[@role='alert']")
    assert alert.endswith("Line 2 Petros – Anna")


def test_a_list_without_a_pair_says_so(organise):
    refused = preview(organise(), " \n ;; \n")
    assert (refused.status, "There is no pair in it." in refused.words()) == (422, True)


def test_a_pair_is_not_added_twice_and_a_player_in_two_is_named(organise):
    organiser = organise()
    organiser.add_pairs("Maria, Giorgos")
    page = preview(organiser, "Giorgos, Maria\nΜΑΡΊΑ, Anna\nmaría, Zoe")
    assert "this pair is there already" in page.words()
    assert page.form_of("Add the pairs").value("take-0") is None
    assert "maría is in pair 1, too" in page.words()
    assert "ΜΑΡΊΑ is in pair 1, too" in page.words(), "in other letters"
    ticked = organiser.press(page, "Add the pairs", **{"take-0": "1"})
    assert ticked.status == 422
    organiser.press(page, "Add the pairs")
    assert "Maria is in pair 2, too" in organiser.page("pairs").words()


def test_a_pair_that_has_not_played_is_deleted_and_comes_back(organise):
    organiser = organise(3)
    organiser.press(organiser.page("pairs/2"), "Delete the pair")
    assert [*organiser.tournament().pairs] == ["1", "3"]
    organiser.add_pairs("Maria, Giorgos")
    assert [*organiser.tournament().pairs] == ["1", "3", "4"], "its number stays its own"
    organiser.press(organiser.page("pairs"), "Bring back Odd2 – Even2")
    assert [*organiser.tournament().pairs] == ["1", "2", "3", "4"]


def test_a_pair_that_withdrew_before_all_rounds_is_deleted_and_no_page_misses_it(organise):
    def withdraw(desk):
        desk.change_pair("5", withdrawn=True).draw().do("pair_deleted", pair="5", deleted=True)

    organiser = organise(5, then=withdraw)
    for path in ("", "rounds/1", "screen", "draw", "standings", "cross", "history"):
        page = organiser.page(path)
        assert (page.status, "Withdrawn:" in page.words()) == (200, False), path
    assert organiser.get(f"/embed{organiser.url}round").status == 200
    for paper in ("round", "tables", "names", "report"):
        made = organiser.press(organiser.page(f"papers/{paper}?round=1"), "Make the PDF")
        assert made.status == 303, paper
    organiser.press(organiser.page("pairs"), "Bring back Odd5 – Even5")
    assert "Withdrawn: 5 Odd5" in organiser.page("rounds/1").words()


def test_a_pair_that_is_in_a_draw_is_not_deleted(organise):
    organiser = organise(4)
    page = organiser.page("pairs/4")
    organiser.press(organiser.proposal(), "Draw it so")
    assert "Delete the pair" not in organiser.page("pairs/4").buttons()
    assert organiser.press(page, "Delete the pair").status == 409
    assert "4" in organiser.tournament().pairs


def test_a_form_that_is_sent_again_with_something_else_in_it_writes_nothing(organise):
    organiser = organise(2)
    form = organiser.page("pairs/1").form_of("Save the pair")
    assert organiser.post(form.action, form.typed(club="AEL", paid="1")).status == 303
    assert organiser.post(form.action, form.typed(club="AEL", paid="1")).status == 303
    organiser.press(organiser.page("pairs/1"), "Save the pair", club="APOEL")
    assert organiser.post(form.action, form.typed(club="AEL", paid="1")).status == 303
    assert organiser.post(form.action, form.typed(club="AEL")).status == 409
    assert organiser.tournament().pairs["1"].club == "APOEL"


def send_file(organiser, content, name="pairs.csv"):
    form = organiser.page("pairs").form_of("Read the list")
    data = {**dict(form.filled), "file": (BytesIO(content), name)}
    return Page(organiser.client.post(form.action, data=data, headers=HEADERS))


@pytest.mark.parametrize("encoding", ["cp1253", "utf-16"])
def test_a_csv_file_is_read_as_a_list_is(organise, encoding):
    organiser = organise()
    content = "Παίκτης 1;Παίκτης 2;Σύλλογος\nΜαρία;Γιώργος;ΑΕΛ\n".encode(encoding)
    page = send_file(organiser, content)
    assert page.status == 200
    organiser.press(page, "Add the pairs")
    assert names(organiser) == ["Μαρία – Γιώργος"]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"PK\x03\x04 Maria, Giorgos", "this is a workbook or a document: save it as CSV"),
        (b"\xd0\xcf\x11\xe0 Maria, Giorgos", "this is a workbook or a document: save it as CSV"),
        (b"%PDF-1.7\nMaria, Giorgos", "this is a PDF: copy its lines"),
        (b"Maria, Giorgos\0", "this is no text: save the list as CSV"),
    ],
)
def test_a_file_that_is_no_text_is_refused_as_a_whole(organise, content, reason):
    refused = send_file(organise(), content)
    assert refused.status == 422
    assert reason in refused.words(".//*[@role='alert']")


@pytest.mark.slow
def test_the_longest_list_that_a_draw_can_have_goes_in(organise):
    organiser = organise()
    name = "Χ" * 34
    text = "\n".join(f"{name} {n:04}, Ψ{name[1:]}-{n:04}" for n in range(1000))
    form = organiser.page("pairs").form_of("Read the list")
    data = dict(form.typed(text=text))
    answer = organiser.client.post(
        form.action,
        data=data,
        content_type="multipart/form-data",
        headers=HEADERS,
    )
    organiser.press(Page(answer), "Add the pairs")
    assert len(names(organiser)) == 1000


def test_ticked_pairs_are_present(organise):
    organiser = organise(3)
    organiser.press(organiser.page("pairs"), "Save who is there", present=["1", "3"])
    present = [pair.key for pair in organiser.tournament().pairs.values() if pair.present]
    assert present == ["1", "3"]
    organiser.press(organiser.page("pairs"), "Save who is there", present=["1", "2", "3"])
    assert organiser.tournament().acts[-1].data == {"present": ["2"], "absent": []}


def test_a_pair_that_came_while_the_list_was_open_stays(organise):
    organiser = organise(2)
    page = organiser.page("pairs")
    organiser.add_pairs("Late, Comer")
    organiser.press(page, "Save who is there", present=["1"])
    pairs = organiser.tournament().pairs
    assert [pair.present for pair in pairs.values()] == [True, False, True]


def test_a_pair_is_changed(organise):
    organiser = organise(2)
    done = organiser.press(
        organiser.page("pairs/1"), "Save the pair", club="AEL", seeding="3", paid="1"
    )
    assert done.status == 303
    assert organiser.tournament().acts[-1].data == {
        "pair": "1", "club": "AEL", "seeding": 3, "paid": True,
    }  # fmt: skip


def test_a_substitute_is_told_from_a_name_put_right(organise):
    organiser = organise(2, then=lambda desk: desk.draw().play())
    organiser.press(organiser.page("pairs/1"), "Save the pair", player2="Right")
    assert organiser.tournament().pairs["1"].were == ()
    organiser.press(organiser.page("pairs/1"), "Save the pair", player2="Guest", from_now="1")
    assert organiser.tournament().pairs["1"].were[0].players == ("Odd1", "Right")
    assert "Odd1 – Right" in organiser.page("pairs/1").words()


def test_a_wrong_change_keeps_what_was_typed(organise):
    organiser = organise(2)
    for typed in ({"player2": ""}, {"seeding": "first"}, {"club": "x" * 41}):
        refused = organiser.press(organiser.page("pairs/1"), "Save the pair", **typed)
        assert refused.status == 422
        form = refused.form_of("Save the pair")
        assert all(form.value(field) == value for field, value in typed.items())


def test_two_pairs_are_changed_from_two_pages_that_were_open(organise):
    organiser = organise(2)
    first, second = organiser.page("pairs/1"), organiser.page("pairs/2")
    assert organiser.press(first, "Save the pair", club="AEL").status == 303
    assert organiser.press(second, "Save the pair", club="APOEL").status == 303


def test_a_pair_that_another_changed_meanwhile_is_shown_with_what_was_typed(organise):
    organiser = organise(2)
    first, second = organiser.page("pairs/1"), organiser.page("pairs/1")
    organiser.press(first, "Save the pair", club="AEL", paid="1")
    refused = organiser.press(second, "Save the pair", club="APOEL")
    assert refused.status == 409
    for words in ("What you typed is still here", "There now: AEL", "Paid ticked meanwhile"):
        assert words in refused.words()
    assert organiser.tournament().pairs["1"].club == "AEL"
    organiser.press(refused, "Save the pair")
    assert organiser.tournament().pairs["1"].club == "APOEL"


def test_a_pair_that_is_not_there_is_not_found(organise):
    assert organise(2).page("pairs/9").status == 404


def test_a_withdrawn_pair_is_struck_through(organise):
    organiser = organise(2)
    organiser.press(organiser.page("pairs/2"), "Save the pair", withdrawn="1")
    page = organiser.page()
    assert page.words(".//li[@class='withdrawn']") == "2 Odd2 – Even2"


def test_all_of_it_is_in_greek_too(organise):
    organiser = organise(2, language="el")
    for path in ("", "setup", "pairs", "pairs/1", "links"):
        page = organiser.page(path)
        assert page.root.find(".//html").get("lang") == "el"
        for english in ("Pairs", "Save", "Standings", "Paid"):
            assert english not in page.words(".//main")


def test_a_list_of_faults_is_read_no_further_than_fifty_of_them(organise):
    organiser = organise()
    many = preview(organiser, "alone\n" * 40_000)
    assert many.form_of("Add the pairs").value("rows") == "50"
    assert "There may be more" in many.words()
    assert "There may be more" not in preview(organiser, "alone\n" * 49).words()


def test_a_file_may_be_no_larger_than_a_list(organise):
    organiser = organise()
    form = organiser.page("pairs").form_of("Read the list")
    data = {**dict(form.filled), "file": (BytesIO(b"\n" * (LARGEST_LIST + 1)), "pairs.csv")}
    answer = organiser.client.post(
        form.action, data=data, headers={"Sec-Fetch-Site": "same-origin"}
    )
    assert answer.status_code == 413


def test_two_at_the_check_in_do_not_undo_each_other(organise):
    organiser = organise(4)
    mine, theirs = organiser.page("pairs"), organiser.page("pairs")
    organiser.press(mine, "Save who is there", present=["2", "3", "4"])
    organiser.press(theirs, "Save who is there", present=["1", "3", "4"])
    pairs = organiser.tournament().pairs
    assert [pair.present for pair in pairs.values()] == [False, False, True, True]
    assert organiser.tournament().acts[-1].data == {"present": [], "absent": ["2"]}
    organiser.press(mine, "Save who is there", present=["1", "2", "3", "4"])
    assert not pairs["1"].present, "the form showed it ticked: nothing was changed in it"


def test_the_same_change_of_two_is_one(organise):
    organiser = organise(2)
    mine, theirs = organiser.page("pairs"), organiser.page("pairs")
    organiser.press(mine, "Save who is there", present=["2"])
    acts = organiser.tournament().acts
    assert organiser.press(theirs, "Save who is there", present=["2"]).status == 303
    assert organiser.tournament().acts == acts


def test_a_refused_list_leads_to_its_lines_and_marks_the_wrong_box_alone(organise):
    organiser = organise()
    page = preview(organiser, f"Maria, Giorgos\nEleni\n{'A' * 41}, Anna, AEL")
    refused = organiser.press(page, "Add the pairs")
    assert refused.status == 422
    alert = refused.find(".//*[@role='alert']")
    assert [one.get("href") for one in alert.iter("a")] == ["#line-3"]
    assert refused.has(".//li[@id='line-3']")
    marked = [one.get("name") for one in refused.findall(".//input[@aria-invalid='true']")]
    assert marked == ["player2-1", "player1-2"]
    assert "more than 40 letters" in refused.words(".//li[@id='line-3']")
    assert "not taken unless it has two names" in refused.words(".//li[@id='line-2']")


def test_a_line_that_is_left_out_for_it_is_there_already_still_says_so(organise):
    organiser = organise()
    add(organiser, "Maria, Giorgos")
    refused = organiser.press(preview(organiser, "Giorgos, Maria"), "Add the pairs")
    assert "this pair is there already" in refused.words(".//li[@id='line-1']")


FEW = 12
every_list = pytest.mark.parametrize(
    "places", [range(FEW), pytest.param(range(FEW, COUNT), marks=pytest.mark.faults)]
)


def text_of(lines):
    return "\n".join(line.text for line in lines)


@every_list
def test_the_page_ticks_the_pairs_of_a_pasted_list_and_shows_each_line(organise, places):
    for lines in map(pasted_list, places):
        organiser = organise()
        page = organiser.press(organiser.page("pairs"), "Read the list", text=text_of(lines))
        form = page.form_of("Add the pairs")
        rows = range(int(form.value("rows")))
        ticked = [
            (form.value(f"player1-{at}"), form.value(f"player2-{at}"))
            for at in rows
            if form.value(f"take-{at}") and not form.value(f"open-{at}")
        ]
        assert ticked == [line.pair for line in lines if line.pair]
        shown = [form.value(f"text-{at}") for at in rows]
        assert shown == [line.text.strip() for line in lines if not line.is_frame]


@every_list
def test_a_program_adds_the_pairs_of_a_pasted_list_alone(app, places):
    for lines in map(pasted_list, places):
        with app.app_context():
            desk = Desk()
        director = Director(app, desk.secret, desk.public_id)
        answer = director.do("paste_pairs", text=text_of(lines))
        bad = [number for number, line in enumerate(lines, 1) if not (line.pair or line.is_frame)]
        assert [one["line"] for one in answer.data.get("problems", [])] == bad
        good = [line for line in lines if line.pair or line.is_frame]
        if bad and any(line.pair for line in good):
            director.do("paste_pairs", text=text_of(good))
        assert [tuple(one["players"]) for one in director.tournament()["pairs"]] == [
            line.pair for line in good if line.pair
        ]


def test_list_shows_who_owes_and_who_has_paid(organise):
    def then(desk):
        desk.do("money", fee=1000, prizes=[]).do("fee_paid", pair="1", payment=1000)
        desk.do("fee_paid", pair="2", payment=400)

    rows = organise(3, then=then).page("pairs").findall(".//form[@id='attend']//li")
    told = [" ".join("".join(row.itertext()).split()) for row in rows]
    assert "paid" in told[0]
    assert "owes 6" in told[1]
    assert "owes 10" in told[2]


@pytest.mark.parametrize(
    ("text", "found"), [("odd2", ["2"]), ("EVEN", ["1", "2", "3"]), ("3", ["3"])]
)
def test_search_leaves_the_pairs_that_are_called_so(organise, text, found):
    organiser = organise(3)
    page = organiser.page(f"pairs?name={text}")
    assert [one.get("value") for one in page.findall(".//input[@name='present']")] == found
    organiser.press(page, "Save who is there", present=[])
    there = {key for key, pair in organiser.tournament().pairs.items() if pair.present}
    assert there == {"1", "2", "3"} - {*found}


def test_withdrawal_says_what_happens_to_results_and_later_opponents(organise):
    stays = "What was played stays and counts."
    has_bye = "The opponents to come have a bye."
    assert f"Withdrawn: plays no more {stays} {has_bye}" in (
        organise(5, format="round_robin", rounds=0).page("pairs/2").words(".//main")
    )
    told = organise(4).page("pairs/2").words(".//main")
    assert f"Withdrawn: plays no more {stays}" in told
    assert has_bye not in told


def test_list_of_players_is_read_in_words_about_players(organise):
    organiser = organise(format="individual")
    text = "Ατομικό Κυριακής 5/12\nMaria Savva\nMaria Savva\nKostas"
    page = organiser.press(organiser.page("pairs"), "Read the list", text=text)
    told = page.words(".//main")
    assert "it reads like a sentence, not like a name" in told
    assert "this player is there already" in told
    assert "pair" not in told.lower().replace("pairs'", "")
    organiser.press(page, "Add the players", **{"take-2": None})
    assert [pair.players[0] for pair in organiser.tournament().pairs.values()] == [
        "Maria Savva",
        "Kostas",
    ]
