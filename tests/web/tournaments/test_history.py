"""A tournament's history in words, and undoing from it."""

import pytest

from tests.page import plain
from tests.phone import Phone
from tests.table import SWEPT


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
