"""Pairs: a pasted list, a file, who is there, substitutes, withdrawals."""

from io import BytesIO

from scorekeeper.services.tournaments.pasting import LARGEST_LIST

FORTY = "\n".join(f"{n}. Μαρία {n}, Γιώργος {n}" for n in range(1, 41))


def add(organiser, text):
    return organiser.press(organiser.page("pairs"), "Add the pairs", text=text)


def names(organiser):
    return [pair.name for pair in organiser.tournament().pairs.values()]


def test_forty_pairs_come_from_a_pasted_list(organise):
    organiser = organise()
    assert add(organiser, FORTY).status == 303
    assert names(organiser)[39] == "Μαρία 40 – Γιώργος 40"
    assert len(names(organiser)) == 40


def test_every_bad_line_is_named_and_nothing_typed_is_lost(organise):
    organiser = organise()
    text = "Maria, Giorgos\nEleni\nPetros;Anna;AEL;first"
    refused = add(organiser, text)
    assert refused.status == 422
    told = refused.words(".//div[@role='alert']")
    assert "Line 2: two names are needed Eleni" in told
    assert "Line 3: the seed is no whole number" in told
    assert refused.form_of("Add the pairs").value("text") is not None
    assert text in "".join(refused.find(".//textarea").itertext())
    assert names(organiser) == []


def test_a_list_without_a_pair_says_so(organise):
    organiser = organise()
    refused = add(organiser, " \n ;; \n")
    assert (refused.status, "There is no pair in it." in refused.words()) == (422, True)


def test_a_pair_is_not_added_twice(organise):
    organiser = organise()
    add(organiser, "Maria, Giorgos")
    refused = add(organiser, "Giorgos, Maria")
    assert "this pair is there already" in refused.words()


def test_a_list_that_is_sent_twice_is_added_once(organise):
    organiser = organise()
    form = organiser.page("pairs").form_of("Add the pairs")
    fields = form.typed(text="Maria, Giorgos")
    assert [organiser.post(form.action, fields).status for _ in range(2)] == [303, 303]
    assert names(organiser) == ["Maria – Giorgos"]


def test_a_form_that_is_sent_again_with_something_else_in_it_writes_nothing(organise):
    organiser = organise(2)
    form = organiser.page("pairs/1").form_of("Save the pair")
    assert organiser.post(form.action, form.typed(club="AEL", paid="1")).status == 303
    assert organiser.post(form.action, form.typed(club="AEL", paid="1")).status == 303
    organiser.press(organiser.page("pairs/1"), "Save the pair", club="APOEL")
    assert organiser.post(form.action, form.typed(club="AEL", paid="1")).status == 303
    assert organiser.post(form.action, form.typed(club="AEL")).status == 409
    assert organiser.tournament().pairs["1"].club == "APOEL"


def test_a_csv_file_is_read_as_a_list_is(organise):
    organiser = organise()
    form = organiser.page("pairs").form_of("Add the pairs")
    content = "Παίκτης 1;Παίκτης 2;Σύλλογος\nΜαρία;Γιώργος;ΑΕΛ\n".encode("cp1253")
    data = {**dict(form.filled), "file": (BytesIO(content), "pairs.csv")}
    answer = organiser.client.post(
        form.action, data=data, headers={"Sec-Fetch-Site": "same-origin"}
    )
    assert answer.status_code == 303
    assert names(organiser) == ["Μαρία – Γιώργος"]


def test_the_longest_list_that_a_draw_can_have_goes_in(organise):
    organiser = organise()
    name = "Χ" * 34
    text = "\n".join(f"{name} {n:04}, {name}-{n:04}" for n in range(1000))
    form = organiser.page("pairs").form_of("Add the pairs")
    data = dict(form.typed(text=text))
    answer = organiser.client.post(
        form.action,
        data=data,
        content_type="multipart/form-data",
        headers={"Sec-Fetch-Site": "same-origin"},
    )
    assert answer.status_code == 303
    assert len(names(organiser)) == 1000


def test_who_is_ticked_is_there(organise):
    organiser = organise(3)
    organiser.press(organiser.page("pairs"), "Save who is there", present=["1", "3"])
    present = [pair.key for pair in organiser.tournament().pairs.values() if pair.present]
    assert present == ["1", "3"]
    organiser.press(organiser.page("pairs"), "Save who is there", present=["1", "2", "3"])
    assert organiser.tournament().acts[-1].data == {"present": ["2"], "absent": []}


def test_a_pair_that_came_while_the_list_was_open_stays(organise):
    organiser = organise(2)
    page = organiser.page("pairs")
    add(organiser, "Late, Comer")
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
    page = organiser.page("pairs")
    many = organiser.press(page, "Add the pairs", text="alone\n" * 40_000)
    assert many.status == 422
    assert len(many.findall(".//li[@class='wrong']")) == 50
    assert "There may be more" in many.words()
    few = organiser.press(page, "Add the pairs", text="alone\n" * 49)
    assert "There may be more" not in few.words()


def test_a_file_may_be_no_larger_than_a_list(organise):
    organiser = organise()
    form = organiser.page("pairs").form_of("Add the pairs")
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
