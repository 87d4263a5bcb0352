"""Drawing the next round: shown first, with its broken rules, and repeatable by anybody."""

import json

import pytest

from scorekeeper.draws.codec import answer
from scorekeeper.journal import clock
from scorekeeper.match.phones import enrol_phone
from scorekeeper.store.roles import TOURNAMENT_ROLES, TournamentRoleRow
from tests.support.desk import Desk
from tests.support.desk_phone import DeskPhone
from tests.support.phone import Phone
from tests.support.table import FAILED, MADE


def told_faults(page):
    return page.words(".//div[@id='wrong']")


def draw(organiser, **wishes):
    page = organiser.proposal()
    if wishes:
        page = organiser.press(page, "Show the draw", **wishes)
    return organiser.press(page, "Draw it so")


def is_open(page, fold):
    """Is this fold of the page open?"""
    (details,) = page.findall(f".//details[@id='{fold}']")
    return details.get("open") is not None


WRONG = ("wrong", "wrong-table", "wrong-swap")
"""Of forms in which a pair is chosen, the refusals."""
PENALTY = {"to": "wins", "points": "-1", "reason": "late"}


def test_draw_has_the_tables_of_the_proposal(organise):
    organiser = organise(8)
    page = organiser.proposal()
    shown = [" ".join("".join(li.itertext()).split()) for li in page.findall(".//ol/li")]
    done = organiser.press(page, "Draw it so")
    assert done.status == 303
    drawn = organiser.tournament().last_round
    names = organiser.tournament().name
    assert shown == [f"{t.number} {t.a} {names(t.a)} {t.b} {names(t.b)}" for t in drawn.tables]


def test_anybody_can_draw_the_round_again(app, organise):
    organiser = organise(7)
    board = Phone(app).get(draw(organiser).goes_to)
    line = "".join(board.find(".//pre").itertext())
    assert line.endswith(" | python -m scorekeeper draw")
    told = answer(json.loads(line.split("'")[1]))
    drawn = organiser.tournament().last_round
    assert told["tables"] == [[table.a, table.b] for table in drawn.tables]
    assert f"Seed {drawn.request['seed']}" in board.words()


def test_the_step_after_the_last_result_proposes_the_round(organise):
    organiser = organise(4, then=lambda desk: desk.draw().play())
    done = organiser.press(organiser.page("rounds/1"), "Draw round 2")
    assert (done.status, done.goes_to) == (303, f"{organiser.url}draw")
    assert "Draw it so" in organiser.get(done.goes_to).buttons()
    assert f"{organiser.url}draw" in organiser.page("rounds/1").links(), "it is proposed already"


def test_a_seed_is_public_at_once_and_another_one_has_its_reason(app, organise):
    organiser = organise(6)
    first = organiser.proposal()
    seed = organiser.tournament().proposed[0].seed
    assert f"Round 1 is proposed with seed {seed}." in Phone(app).get(organiser.url).words()
    for reason in (" ", "x" * 81):
        refused = organiser.press(first, "Draw another seed", reason=reason)
        assert refused.status == 422
        assert refused.form_of("Draw another seed").value("reason") == reason
        assert "Say why" in refused.words(".//span[@id='reason-wrong']")
    done = organiser.press(first, "Draw another seed", reason="Eleni came", fixed="1-2")
    assert done.goes_to == f"{organiser.url}draw?fixed=1-2"
    board = organiser.press(organiser.get(done.goes_to), "Draw it so").goes_to
    told = Phone(app).get(board).words()
    assert f"Seed {seed}" in told
    assert "Why another one: Eleni came" in told
    assert organiser.tournament().last_round.request["seed"] != seed


def test_a_round_that_is_drawn_unproposed_has_its_one_seed_and_keeps_it(app, organise):
    organiser = organise(8)
    form = organiser.page("draw").form_of("Propose the round")
    drawn = organiser.post(f"{organiser.url}draw", form.typed())
    assert drawn.status == 303
    (proposed,) = organiser.tournament().proposals_of(1)
    assert organiser.tournament().last_round.request["seed"] == proposed.seed
    tables = organiser.tournament().last_round.tables
    organiser.press(organiser.page("draw"), "Take round 1 back")
    assert f"with seed {proposed.seed}" in Phone(app).get(organiser.url).words()
    organiser.press(organiser.page("draw"), "Draw it so")
    assert organiser.tournament().proposals_of(1) == (proposed,)
    assert [(one.a, one.b) for one in organiser.tournament().last_round.tables] == [
        (one.a, one.b) for one in tables
    ]


def test_pairs_without_a_table_are_named_before_and_after_the_draw(app, organise):
    def leave(desk):
        desk.do("attended", present=[], absent=["2", "6"])
        desk.do("pair_changed", pair="4", withdrawn=True)

    organiser = organise(8, then=leave)
    page = organiser.proposal()
    board = Phone(app).get(organiser.press(page, "Draw it so").goes_to)
    [bye] = organiser.tournament().last_round.byes
    expected = [
        f"Bye: {bye} Odd{bye} – Even{bye}",
        "Absent: 2 Odd2 – Even2, 6 Odd6 – Even6",
        "Withdrawn: 4 Odd4 – Even4",
    ]
    for told in (page, board, Phone(app).get(organiser.url), organiser.page("screen")):
        lines = told.findall(".//p[@class='not-playing']")
        assert [" ".join("".join(line.itertext()).split()) for line in lines] == expected


def test_lasting_wishes_are_made_and_taken_away_on_the_page_of_the_draw(organise):
    organiser = organise(6)

    def press(button, **typed):
        return organiser.press(organiser.page("draw"), button, **typed)

    done = press("Keep them apart", one="1", other="4")
    assert (done.status, done.goes_to) == (303, f"{organiser.url}draw?open=wishes#wishes")
    refused = press("Keep them apart", one="2", other="2")
    assert (refused.status, refused.words(".//p[@id='wrong-apart']")) == (
        422,
        "These are one and the same pair.",
    )
    assert refused.form_of("Keep them apart").value("other") == "2"
    assert is_open(refused, "wishes")
    assert press("Keep them apart", one=None, other=None).status == 422
    assert press("Keep this table", pair="3", table="2").status == 303
    assert press("Keep this table", pair="5", table="2").status == 422
    assert press("Keep clubs apart").status == 303
    now = organiser.tournament()
    assert (now.apart, now.kept_tables, now.clubs_apart) == ((("1", "4"),), {"3": 2}, True)
    assert "Wishes for every draw: 3" in organiser.page("draw").words()
    assert press("Remove 1–4").status == 303
    assert press("Remove table 2").status == 303
    assert press("Let them meet").status == 303
    now = organiser.tournament()
    assert (now.apart, now.kept_tables, now.clubs_apart) == ((), {}, False)


@pytest.mark.parametrize("text", ["33", "33 Odd33 – Even33", "odd33", " EVEN33 "])
def test_a_pair_is_chosen_by_its_number_or_a_name(organise, text):
    organiser = organise(34)
    kept = organiser.press(organiser.page("draw"), "Keep this table", pair=text, table="2")
    assert kept.status == 303
    assert organiser.tournament().kept_tables == {"33": 2}
    chosen = organiser.press(organiser.page("adjust"), "Write it", pair=text, **PENALTY)
    assert chosen.status == 303
    assert organiser.tournament().adjusted[0].adjustment.pair == "33"


@pytest.mark.parametrize(
    ("text", "said"), [("77", "no such pair"), ("odd3", ""), ("odd", "Several")]
)
def test_a_pair_that_is_not_clear_is_asked_for_again(organise, text, said):
    organiser = organise(34, then=lambda desk: desk.draw())
    for path, name, fields in (
        ("draw", "Keep this table", {"pair": text, "table": "2"}),
        ("adjust", "Write it", {"pair": text, **PENALTY}),
        ("draw", "See what changes", {"swap": text, "with": "4"}),
    ):
        page = organiser.press(organiser.page(path), name, **fields)
        is_refused = page.status == 422
        assert is_refused == bool(said), (path, page.status)
        if said:
            assert said in "".join(
                page.words(f".//*[@id='{id}']") for id in WRONG if page.findall(f".//*[@id='{id}']")
            )
            typed = [one.get("value") for one in page.findall(".//input[@list]")]
            assert text in typed


def test_name_means_the_pair_in_which_a_word_begins_with_it(organise):
    names = [("Πανίκος", "Άννα"), ("Νίκος Κ.", "Τάσος"), ("Ελένη", "Μαρία"), ("Τάκης", "Σάκης")]
    organiser = organise(0, then=lambda desk: desk.add(*names).draw())
    for typed in ("Νίκος", "nikos"):
        page = organiser.page(f"draw?swap={typed}&with=3")
        assert "2 Νίκος Κ. – Τάσος" in [
            one.get("value") for one in page.findall(".//input[@name='swap']")
        ]


def test_name_in_another_case_means_its_pair_beside_a_longer_name(organise):
    names = [("Παπακώστας", "Άννα"), ("Αντρέας Κώστα", "Μαρία")]
    organiser = organise(0, then=lambda desk: desk.add(*names))
    kept = organiser.press(organiser.page("draw"), "Keep this table", pair="Κώστας", table="1")
    assert kept.status == 303
    assert organiser.tournament().kept_tables == {"2": 1}


def test_end_of_another_name_means_no_pair(organise):
    organiser = organise(0, then=lambda desk: desk.add(("Πανίκος", "Άννα"), ("Ελένη", "Μαρία")))
    refused = organiser.press(organiser.page("adjust"), "Write it", pair="Νίκος", **PENALTY)
    assert refused.status == 422
    assert "no such pair" in refused.words()
    assert organiser.tournament().adjusted == ()


def test_change_of_the_last_round_begins_its_page_and_offers_no_other_draw(organise):
    organiser = organise(4, then=lambda desk: desk.draw())
    page = organiser.page("draw?open=swap")
    assert page.words(".//h1").startswith("Round 1")
    assert "Not all tables" not in page.words()
    assert is_open(page, "swap")
    folds = page.findall(".//main//details[@id]")
    assert folds[0].get("id") == "swap"
    assert f"{organiser.url}draw" in page.links(), "the next round's draw is a link away"


@pytest.mark.parametrize(
    ("typed", "marked"),
    [(("odd", "4"), ["swap"]), (("4", "even"), ["with"]), (("odd", "odd"), ["swap", "with"])],
)
def test_a_swap_marks_only_the_box_that_names_several_and_lists_them(organise, typed, marked):
    organiser = organise(8, then=lambda desk: desk.draw())
    page = organiser.page(f"draw?swap={typed[0]}&with={typed[1]}")
    boxes = page.findall(".//input[@list='seated'][@aria-invalid='true']")
    assert [one.get("name") for one in boxes] == marked
    said = page.words(".//*[@id='wrong-swap']")
    assert "Type the number: 1 Odd1 – Even1, 2 Odd2 – Even2," in said
    assert said.count("Several") == 1
    assert said.endswith("6 Odd6 – Even6 …")


def test_a_swap_of_two_at_one_table_marks_both_boxes(organise):
    organiser = organise(4, then=lambda desk: desk.draw())
    table = organiser.tournament().last_round.tables[0]
    page = organiser.page(f"draw?swap={table.a}&with={table.b}")
    assert len(page.findall(".//input[@list='seated'][@aria-invalid='true']")) == 2


def test_a_swap_shows_whom_the_numbers_mean(organise):
    organiser = organise(34, then=lambda desk: desk.draw())
    a, b = (one.a for one in organiser.tournament().last_round.tables[:2])
    page = organiser.page(f"draw?swap={a}&with={b}")
    typed = [one.get("value") for one in page.findall(".//input[@list='seated']")]
    assert typed == [f"{key} Odd{key} – Even{key}" for key in (a, b)]
    offered = [one.get("value") for one in page.findall(".//datalist[@id='seated']/option")]
    assert len(offered) == 34
    assert f"{a} Odd{a} – Even{a} · table 1" in offered


def test_tables_are_fixed_and_forbidden(organise):
    organiser = organise(6)
    draw(organiser, fixed="1-2", forbidden="3-4, 3-5")
    drawn = [{table.a, table.b} for table in organiser.tournament().last_round.tables]
    assert {"1", "2"} in drawn
    assert {"3", "6"} in drawn


def test_a_wish_that_cannot_be_is_named_and_stays_typed(organise):
    organiser = organise(4)
    for typed, fault in {
        "1-9": "No pair has this number: 9",
        "1 and 2": "1 and 2 is no table",
        f"1{' ' * 20_000}x": "is no table",
        "2-2": "Against itself: 2 Odd2 – Even2",
    }.items():
        page = organiser.press(organiser.proposal(), "Show the draw", fixed=typed)
        assert fault in told_faults(page)
        assert page.form_of("Show the draw").value("fixed") == typed


def test_the_rule_that_the_best_draw_breaks_is_named(organise):
    organiser = organise(2, then=lambda desk: desk.draw().play())
    told = organiser.proposal().words(".//div[@class='notice']")
    assert "The best draw breaks a rule" in told
    assert "They have met already" in told


def test_the_next_round_waits_for_all_tables(organise):
    organiser = organise(4, then=lambda desk: desk.draw().result(1, 351, 200))
    page = organiser.proposal()
    assert "Not all tables of the last round have a result" in told_faults(page)
    assert f"{organiser.url}rounds/1" in page.links()


def test_it_names_both_ways_to_end_a_table_that_did_not_play(organise):
    told = told_faults(organise(4, then=lambda desk: desk.draw()).proposal())
    assert "“They did not play” and “The arbiter sets the result”" in told


@pytest.mark.parametrize("button", ["Propose the round", "Draw it so"])
def test_second_organiser_reads_that_the_round_was_just_drawn(app, organise, button):
    with app.app_context():
        desk = Desk(4)
        phone, secret = enrol_phone()
        role = TournamentRoleRow("organiser")
        TOURNAMENT_ROLES.set_role(desk.held.id, phone, role, clock.moment())
        other = DeskPhone(app, desk.public_id, secret)
    organiser = DeskPhone(app, desk.public_id, desk.secret)
    page = organiser.page("draw") if button == "Propose the round" else organiser.proposal()
    draw(other)
    refused = organiser.press(page, button)
    assert refused.status == 409
    assert "Somebody else has just drawn round 1." in refused.words(".//main")
    assert f"{organiser.url}rounds/1" in refused.links()
    assert "Not all tables" not in refused.words()
    assert not refused.findall(".//details[@id='back']")
    assert len(organiser.tournament().rounds) == 1


def test_pair_that_did_not_come_is_left_out_of_the_next_draw_by_one_tap(organise):
    def play(desk):
        desk.draw().result(1, 351, 200).do("forfeited", round=1, table=2, by="b", reason="")

    organiser = organise(5, then=play)
    table = organiser.tournament().last_round.tables[1]
    absent = organiser.tournament().name(table.b)
    page = organiser.press(organiser.proposal(), "Show the draw", forbidden="1-2")
    assert f"{table.b} {absent} did not come in round 1" in page.words()
    left = organiser.press(page, f"Not there in this round either {absent}")
    assert left.goes_to == f"{organiser.url}draw?forbidden=1-2", "the wish stays"
    assert not organiser.tournament().pairs[table.b].present
    assert "did not come" not in organiser.get(left.goes_to).words()


def test_it_leads_to_the_tables_that_it_waits_for(organise):
    organiser = organise(6, then=lambda desk: desk.draw().result(2, 351, 240))
    links = organiser.proposal().links()
    waited_for = [f"{organiser.url}rounds/1/tables/{table}" for table in (1, 2, 3)]
    assert [link in links for link in waited_for] == [True, False, True]


def test_a_draw_that_was_shown_before_somebody_came_is_not_written(organise):
    organiser = organise(4)
    page = organiser.proposal()
    organiser.add_pairs("Late, Comer")
    refused = organiser.press(page, "Draw it so")
    assert refused.status == 409
    assert organiser.tournament().rounds == ()
    assert "Late – Comer" in refused.words(".//main"), "it is drawn anew, and shown"
    assert organiser.press(refused, "Draw it so").status == 303


def test_a_draw_that_a_phone_went_past_is_not_written(app, organise):
    with app.app_context():
        desk = Desk(4, length="hands", limit=1).draw().write(1, MADE).result(2, 351, 200)
    organiser = DeskPhone(app, desk.public_id, desk.secret)
    page = organiser.proposal()
    with app.app_context():
        desk.act(1, "corrected", hand_id=3, hand=FAILED)  # behind the joining
    assert organiser.press(page, "Draw it so").status == 409
    assert len(organiser.tournament().rounds) == 1


def test_a_swap_shows_first_what_it_breaks(organise):
    organiser = organise(4, then=lambda desk: desk.draw().play().draw())
    rounds = organiser.tournament().rounds
    one = rounds[1].tables[0]
    other = next(t.b if t.a == one.a else t.a for t in rounds[0].tables if one.a in (t.a, t.b))
    page = organiser.press(
        organiser.page("draw"), "See what changes", swap=one.b, **{"with": other}
    )
    assert "They have met already" in page.words(".//details[@id='swap']")
    done = organiser.press(page, f"Let {one.b} and {other} change places")
    assert done.status == 303
    assert organiser.tournament().last_round.swaps == ((one.b, other),)
    assert "changed places" in organiser.get(done.goes_to).words()


def test_a_swap_tells_the_two_tables_that_come_out(organise):
    organiser = organise(5, then=lambda desk: desk.draw())
    drawn = organiser.tournament().last_round
    (first, second), (bye,) = drawn.tables, drawn.byes

    def told(one, other):
        page = organiser.page(f"draw?swap={one}&with={other}")
        rows = page.findall(".//*[@id='comes-out']/ul/li")
        return [
            [span.text for span in row.iter("span") if span.get("class") == "number"]
            for row in rows
        ]

    assert told(first.a, second.b) == [[second.b, first.b], [second.a, first.a]]
    assert told(first.a, bye) == [[bye, first.b], [first.a]]


def test_two_at_one_table_cannot_change_places(organise):
    organiser = organise(4, then=lambda desk: desk.draw())
    table = organiser.tournament().last_round.tables[0]
    for other in (table.b, table.a):
        page = organiser.page(f"draw?swap={table.a}&with={other}")
        assert "would stay where they are: at one table" in page.words()
        assert "No rule is broken" not in page.words()


def test_a_swap_of_a_round_that_others_changed_shows_it_as_it_is(organise):
    organiser = organise(6, then=lambda desk: desk.draw())
    a, b, c = (table.a for table in organiser.tournament().last_round.tables)
    pages = [organiser.page(f"draw?swap={a}&with={other}") for other in (b, c)]
    organiser.press(pages[0], f"Let {a} and {b} change places")
    refused = organiser.press(pages[1], f"Let {a} and {c} change places")
    assert refused.status == 409
    assert "See what is there now" in refused.words()
    assert organiser.press(refused, f"Let {a} and {c} change places").status == 303
    assert organiser.tournament().last_round.swaps == ((a, b), (a, c))


def test_a_round_is_taken_back_once_it_was_said_what_is_lost(organise):
    organiser = organise(4, then=lambda desk: desk.draw().write(1, MADE).result(2, 351, 240))
    page = organiser.page("draw")
    lost = page.words(".//ul[@class='ruled lost']")
    assert "Table 1: 19 – 6 from the phone" in lost
    assert "Table 2: 351 – 240" in lost
    assert "The codes of 2 tables" in lost
    assert organiser.press(page, "Take round 1 back").goes_to == f"{organiser.url}draw"
    assert organiser.tournament().rounds == ()


def test_a_round_of_which_more_is_lost_by_now_is_shown_anew(organise):
    desks = []
    organiser = organise(4, then=lambda desk: desks.append(desk.draw()))
    page = organiser.page("draw")
    with organiser.app.app_context():
        desks[0].write(1, MADE)
    shown = organiser.press(page, "Take round 1 back")
    assert shown.status == 409
    assert "Table 1: 19 – 6" in shown.words(".//ul[@class='ruled lost']")
    assert organiser.press(shown, "Take round 1 back").status == 303


def test_an_earlier_round_is_not_taken_back(organise):
    organiser = organise(4, then=lambda desk: desk.draw().play().draw())
    form = organiser.page("draw").form_of("Take round 2 back")
    refused = organiser.post(f"{organiser.url}rounds/1/undraw", form.typed())
    assert (refused.status, "Another round was drawn after it." in refused.words()) == (422, True)
    assert is_open(refused, "back")


def test_a_round_that_two_take_back_at_once_is_taken_back_once(organise):
    organiser = organise(4, then=lambda desk: desk.draw().play().draw())
    forms = [organiser.page("draw").form_of("Take round 2 back") for _ in range(2)]
    for form in (forms[0], forms[0], forms[1]):
        assert organiser.post(form.action, form.filled).goes_to == f"{organiser.url}draw"
    kinds = [act.body.kind for act in organiser.tournament().acts]
    assert (kinds.count("undrawn"), len(organiser.tournament().rounds)) == (1, 1)


def test_a_round_that_is_not_there_is_not_found(organise):
    organiser = organise(4)
    form = organiser.page("draw").form_of("Propose the round").typed()
    sent = [organiser.post(f"{organiser.url}rounds/2/{path}", form) for path in ("swap", "undraw")]
    assert {one.status for one in (organiser.page("rounds/1"), *sent)} == {404}


def test_old_addresses_of_the_draw_lead_to_its_folds(organise):
    organiser = organise(4, then=lambda desk: desk.draw())
    for path, fold in {
        "wishes": "wishes",
        "rounds/1/swap": "swap",
        "rounds/1/undraw": "back",
    }.items():
        page = organiser.page(path)
        assert page.goes_to == f"{organiser.url}draw?open={fold}#{fold}"
        assert [
            one for one in ("wishes", "swap", "back") if is_open(organiser.get(page.goes_to), one)
        ] == [fold]


@pytest.mark.parametrize("typed", ["1000", "-3", "abc"])
def test_table_that_is_no_number_releases_no_kept_table(organise, typed):
    organiser = organise(8)
    organiser.press(organiser.page("draw"), "Keep this table", pair="1", table="2")
    refused = organiser.press(organiser.page("draw"), "Keep this table", pair="1", table=typed)
    assert refused.status == 422
    assert "A whole number up to 999, or nothing." in refused.words()
    assert organiser.tournament().kept_tables == {"1": 2}


def test_draw_names_the_meetings_that_a_late_pair_misses(organise):
    def then(desk):
        desk.draw().play().add(("Late", "Later"))

    told = organise(5, format="round_robin", rounds=0, then=then).proposal()
    assert told.words(".//*[@id='missed']").startswith(
        "6 Late – Later will not meet 1 Odd1 – Even1: the round for it is over. In a round behind"
    )
    assert not organise(5, format="round_robin", rounds=0).proposal().has(".//*[@id='missed']")


def test_tables_of_this_draw_stay_typed_while_a_lasting_wish_is_saved(organise):
    organiser = organise(8)
    page = organiser.press(organiser.proposal(), "Show the draw", fixed="1-8", forbidden="2-7")
    refused = organiser.press(page, "Keep them apart", one="3", other="3")
    done = organiser.press(refused, "Keep them apart", one="3", other="4")
    page = organiser.get(done.goes_to)
    form = page.form_of("Show the draw")
    assert (form.value("fixed"), form.value("forbidden")) == ("1-8", "2-7")
    assert is_open(page, "wishes")
    organiser.press(page, "Draw it so")
    tables = organiser.tournament().last_round.tables
    assert {"1", "8"} in [{one.a, one.b} for one in tables]
