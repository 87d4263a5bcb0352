"""A tournament's history in words, undoing from it, and a server that was set back to a backup.

Other phones then write in place of the lost acts. A form from before is refused, because its number
is another act now.
"""

import pytest

from scorekeeper.journal.identifiers import new_operation_id
from tests.support.databases import lose_last_event
from tests.support.page import altered, plain
from tests.support.phone import Phone
from tests.support.table import SWEPT, do_in_tournament

PAIR = {"club": "", "seeding": None, "paid": False, "present": True}
TIMED = {"length": "minutes", "limit": 40}
RESULT = {"round": 1, "table": 2, "hands": [0, 0], "source": "organiser"}


def correct(desk):
    desk.draw().result(1, 351, 240).change_pair("2", paid=True)
    desk.result(1, 240, 351, reason="the sides were confused")


@pytest.fixture
def organiser(organise):
    return organise(4, then=correct)


def lines(page):
    """The acts, each on one line."""
    return [plain(" ".join(one.itertext())) for one in page.findall(".//ol/li")]


def test_it_tells_who_did_what_the_newest_first(organiser, help_in):
    helper = help_in(organiser, "Μαρία")
    helper.press(helper.page("rounds/1/tables/2"), "Write the result", a="351", b="100")
    told = lines(organiser.page("history"))
    for text, one in zip(
        [
            ("Round 1, table 2: 351 – 100", "Μαρία"),
            ("A device helps", "Μαρία"),
            ("A link for helper 1", "the organiser", "(this device)"),
            ("Round 1, table 1: 240 – 351 (was 351 – 240)", "the sides were confused"),
            ("Pair 2: paid",),
            ("Round 1, table 1: 351 – 240", "the organiser"),
            ("Round 1 was drawn: 2 tables", "Take it back"),
            ("Round 1 was proposed with seed",),
            ("Pairs 1–4 were added",),
            ("The tournament was set up",),
        ],
        told,
        strict=True,
    ):
        assert all(part in one for part in text), one


def test_result_of_a_table_s_phone_is_not_called_this_device_s(organise):
    organiser = organise(2, rounds=2, then=lambda desk: desk.draw().write(1, *[SWEPT] * 3))
    organiser.press(organiser.proposal(), "Draw it so")
    told = lines(organiser.page("history"))
    (taken,) = [one for one in told if "the table's phone" in one]
    assert "375 – 0" in taken
    assert "this device" not in taken
    assert "this device" in told[0]


def test_a_result_stays_on_one_line(organiser):
    told = organiser.page("history").find(".//ol/li//span[@class='what']").text
    # A line may end between the dash and the no-break space; the word joiner forbids it.
    assert "240\N{NO-BREAK SPACE}–\N{WORD JOINER}\N{NO-BREAK SPACE}351" in told


def test_a_visitor_reads_it_without_helpers_names_and_the_desk_s_own(app, organiser, help_in):
    help_in(organiser, "Μαρία")
    guest = Phone(app)
    assert f"{organiser.url}history" in guest.get(organiser.url).links()
    page = guest.get(f"{organiser.url}history")
    told = " ".join(lines(page))
    assert "Helper 1" in told
    assert not [word for word in ("Μαρία", "paid", "Odd1", "Undo") if word in told]
    assert len(lines(page)) == len(lines(organiser.page("history"))) - 1


def test_undoing_an_act_makes_it_no_more_public(app, organise):
    def undo(desk):
        desk.do("door", coming=True)
        desk.do("registered", registration=1, players=["Maria", "Anna"])
        for kind, told in (
            ("fee_paid", {"pair": "1", "due": 5678, "payment": 1234}),
            ("attended", {"present": [], "absent": ["3"]}),
            ("pair_declined", {"registration": 1, "declined": True}),
            ("pair_changed", {"pair": "2", "club": "AEL", "note": "99", "paid": True}),
            ("pair_changed", {"pair": "2", "present": False, "withdrawn": True}),
        ):
            desk.do(kind, **told)
            desk.do("undone", seq=desk.held.revision)
            desk.do("undone", seq=desk.held.revision)

    organiser = organise(4, then=undo)
    guest = Phone(app).get(f"{organiser.url}history")
    told = [plain("".join(one.itertext())) for one in guest.findall(".//ol//span[@class='what']")]
    assert told == [
        "brought back: Pair 2: withdrawn",
        "undone: Pair 2: withdrawn",
        "Pair 2: withdrawn",
        "brought back: Pair 2: club",
        "undone: Pair 2: club",
        "Pair 2: club",
        "At the door: the list was opened",
        "Pairs 1–4 were added",
        "The tournament was set up",
    ]
    assert len(lines(organiser.page("history"))) == 19


def test_undo_shows_its_effects_first_and_can_be_reversed(organiser):
    page = organiser.page("history")
    seq = len(organiser.tournament().acts)
    assert f"{organiser.url}history/{seq}/undo" in page.links()
    asked = organiser.page(f"history/{seq}/undo")
    assert "Round 1, table 1: 240 – 351 → 351 – 240" in asked.words(".//ul[@class='ruled effects']")
    assert organiser.tournament().rounds[0].tables[0].result.score == (240, 351)
    assert organiser.press(asked, "Undo it").goes_to == f"{organiser.url}history"
    assert organiser.tournament().rounds[0].tables[0].result.score == (351, 240)
    told = organiser.page("history")
    assert "undone: Round 1, table 1: 240 – 351" in lines(told)[0]
    back = organiser.page(f"history/{seq + 1}/undo")
    assert "Bring it back?" in back.words()
    organiser.press(back, "Bring it back")
    assert organiser.tournament().rounds[0].tables[0].result.score == (240, 351)
    assert "brought back: Round 1, table 1: 240 – 351" in lines(organiser.page("history"))[0]


def test_undo_of_an_earlier_act_is_refused_with_the_act_that_came_after(organiser):
    first = organiser.page("history/5/undo")
    assert first.status == 409
    assert "Round 1, table 1: 240 – 351 (was 351 – 240) came" in first.words(".//*[@role='alert']")
    assert not first.has(".//main//form")


def test_a_result_that_others_rest_on_is_corrected_at_its_table(organise):
    organiser = organise(4, rounds=3, then=lambda desk: desk.draw().play().draw())
    seq = next(act.seq for act in organiser.tournament().acts if act.kind == "result")
    page = organiser.page(f"history/{seq}/undo")
    assert "It cannot be undone" in page.words()
    table = next(one for one in page.links() if "/rounds/1/tables/" in one)
    assert "Correct the result" in organiser.get(table).words()


def test_a_result_whose_round_was_taken_back_leads_to_no_table(organise):
    organiser = organise(4, rounds=3, then=lambda desk: desk.draw().play())
    seq = next(act.seq for act in organiser.tournament().acts if act.kind == "result")
    organiser.press(organiser.page("draw"), "Take round 1 back")
    assert not [one for one in organiser.page(f"history/{seq}/undo").links() if "/tables/" in one]


def test_a_round_that_was_taken_back_is_in_it_and_comes_back(app, organiser):
    organiser.press(organiser.page("draw"), "Take round 1 back")
    guest = Phone(app).get(f"{organiser.url}history")
    assert "Round 1 was taken back" in lines(guest)[0]
    seq = organiser.tournament().revision
    asked = organiser.page(f"history/{seq}/undo")
    assert "Round 1: – → 2 tables, results: 1" in asked.words(".//ul[@class='ruled effects']")
    assert lines(organiser.page("history"))[0].count("Bring it back") == 1
    organiser.press(asked, "Bring it back")
    assert organiser.tournament().rounds[0].tables[0].result.score == (240, 351)


def test_a_second_tap_undoes_nothing_else(organiser):
    seq = organiser.tournament().revision
    pages = [organiser.page(f"history/{seq}/undo") for _ in range(2)]
    organiser.press(pages[0], "Undo it")
    assert organiser.press(pages[0], "Undo it").status == 303, "the same operation"
    assert organiser.press(pages[1], "Undo it").status == 409
    assert organiser.page(f"history/{seq}/undo").goes_to == f"{organiser.url}history"


def test_undo_page_is_missing_for_acts_that_cannot_be_undone(organiser):
    assert {organiser.page(f"history/{seq}/undo").status for seq in (1, 2, 3, 4, 99)} == {404}


def test_a_long_one_has_pages(organise):
    def write_much(desk):
        desk.draw()
        for count in range(110):
            desk.do("adjusted", pair="1", to="difference", points=count + 1, reason="counted anew")

    organiser = organise(2, then=write_much)
    page = organiser.page("history")
    assert len(lines(page)) == 100
    (older,) = [link for link in page.links() if "until=" in link]
    assert "The tournament was set up" in lines(organiser.get(older))[-1]


def test_many_other_places_are_summed_up_in_one(organise):
    organiser = organise(12, then=lambda desk: desk.draw().play())
    organiser.press(organiser.page("draw"), "Take round 1 back")
    asked = organiser.page(f"history/{organiser.tournament().revision}/undo")
    effects = asked.findall(".//ul[@class='ruled effects']/li")
    told = [" ".join(" ".join(one.itertext()).split()) for one in effects]
    assert [text for text in told if "place" in text] == [told[-1]]
    assert "pairs have another place. The first three: 1, 2, 3 →" in told[-1]


@pytest.mark.parametrize(
    ("to", "typed", "told"),
    [("wins", "-1", "−1 (Wins)"), ("difference", "20", "−20 (Difference)")],
)
def test_a_penalty_is_told_as_it_was_typed(organiser, to, typed, told):
    """Wins are kept in halves."""
    asked = organiser.page("adjust?pair=1")
    organiser.press(asked, "Write it", to=to, points=typed, reason="late")
    assert f"Pair 1: {told}" in lines(organiser.page("history"))[0]
    undoing = organiser.page(f"history/{organiser.tournament().revision}/undo")
    effects = [
        " ".join(one.itertext()) for one in undoing.findall(".//ul[@class='ruled effects']/li")
    ]
    assert told.split()[0] in next(one for one in effects if "Penalty" in one)


# --- set back ---


@pytest.fixture
def playing(organise):
    """Two tables, of which the second is done."""
    return organise(4, then=lambda desk: desk.draw().result(2, 351, 200))


@pytest.fixture
def ready(organise):
    """Before the first draw."""
    return organise(4, then=lambda desk: desk.add(("Last", "One")))


@pytest.fixture
def played(organise):
    """A tournament that is ready for the draw of its second round."""
    return organise(4, then=lambda desk: desk.draw().result(1, 351, 200).result(2, 351, 200))


def set_back(phone):
    """Take the last act away, and write another of its kind in its place, from another page."""
    before = phone.tournament()
    with phone.app.app_context():
        lose_last_event("tournament", phone.public_id)
        act = before.acts[-1]
        data = {
            "result": {**RESULT, "score": [351, 300], "reason": act.data.get("reason")},
            "pairs_added": {"pairs": [{**PAIR, "players": ["Other", "Two"]}]},
        }[act.kind]
        at = phone.public_id, act.phone, new_operation_id(), before.revision - 1
        do_in_tournament(*at, act.kind, data)
    assert phone.tournament().revision == before.revision, "the same number, another act"


def stays(phone, page, button, **typed):
    """Press, and see that nothing was written."""
    set_back(phone)
    before = phone.tournament().acts
    refused = phone.press(page, button, **typed)
    assert (refused.status, phone.tournament().acts) == (409, before)
    return refused


def test_a_result_is_asked_about_and_what_was_typed_is_kept(playing):
    page = playing.page("rounds/1/tables/1")
    refused = stays(playing, page, "Write the result", a="351", b="240")
    form = refused.form_of("Write the result")
    assert (form.value("a"), form.value("b")) == ("351", "240")
    assert playing.press(refused, "Write the result").status == 303


def test_a_helper_is_asked_too(organise, help_in):
    organiser = organise(4, then=lambda desk: desk.draw())
    helper = help_in(organiser)
    organiser.press(organiser.page("rounds/1/tables/2"), "Write the result", a="351", b="200")
    stays(helper, helper.page("rounds/1/tables/1"), "Write the result", a="351", b="240")


def test_a_sheet(playing):
    typed = {"a1": "97", "b1": "65", "score_a1": "19", "score_b1": "6"}
    sheet = playing.page("rounds/1/tables/1/sheet")
    stays(playing, playing.press(sheet, "Check the sheet", **typed), "Write the sheet")


def test_the_set_up(ready):
    refused = stays(ready, ready.page("setup"), "Save the set-up", place="Pafos")
    assert refused.form_of("Save the set-up").value("place") == "Pafos"
    assert ready.press(refused, "Save the set-up").status == 303


def test_a_pair(ready):
    refused = stays(ready, ready.page("pairs/5"), "Save the pair", club="APOEL")
    assert "Other" in refused.words()
    assert refused.form_of("Save the pair").value("club") == "APOEL"
    assert ready.press(refused, "Save the pair").status == 303


def test_stale_list_of_present_pairs_is_refused(ready):
    stays(ready, ready.page("pairs"), "Save who is there", present=["1", "5"])


def test_more_pairs(ready):
    preview = ready.press(ready.page("pairs"), "Read the list", text="Late, Comer")
    stays(ready, preview, "Add the pairs")


def test_the_next_draw(ready):
    refused = stays(ready, ready.page("draw"), "Propose the round")
    assert ready.press(refused, "Propose the round").status == 303


def test_an_adjustment(playing):
    given = {"pair": "1", "to": "wins", "points": "-1", "reason": "late"}
    stays(playing, playing.page("adjust"), "Write it", **given)


def test_lots(played):
    stays(played, played.page("standings"), "Draw lots")


def test_the_clock(organise):
    playing = organise(4, then=lambda desk: desk.draw().result(2, 351, 200), **TIMED)
    stays(playing, playing.page("rounds/1"), "Start the clock")


def test_two_that_change_places(organise):
    organiser = organise(6, then=lambda desk: desk.draw().result(2, 351, 200))
    first, third = (organiser.tournament().last_round.tables[place].a for place in (0, 2))
    page = organiser.get(f"{organiser.url}draw?swap={first}&with={third}")
    stays(organiser, page, f"Let {first} and {third} change places")


def test_a_final(organise):
    last = {"number": 1, "reason": "counted again"}
    organiser = organise(
        8, rounds=1, then=lambda desk: desk.draw().play().result(2, 351, 150, **last)
    )
    stays(organiser, organiser.page("final"), "Semi-finals of the first 4")


def test_a_form_without_the_mark_goes_by_its_number(playing):
    form = playing.page("rounds/1/tables/1").form_of("Write the result")
    set_back(playing)
    fields = altered(form.typed(a="351", b="240"), after=None)
    assert playing.post(form.action, fields).status == 303


def test_a_page_that_is_kept_for_a_minute_is_not_from_before(organise):
    """It would carry the mark of the lost act."""
    playing = organise(4, then=lambda desk: desk.draw().result(2, 351, 200), **TIMED)
    playing.page("rounds/1")
    set_back(playing)
    assert playing.press(playing.page("rounds/1"), "Start the clock").status == 303
