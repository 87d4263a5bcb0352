"""The server is set back to a backup, and others write in place of what it lost: a form that was
opened before is refused, for its number is another act now."""

import pytest

from scorekeeper.journal.identifiers import new_operation_id
from tests.databases import lose_last_event
from tests.page import altered
from tests.table import do_in_tournament

PAIR = {"club": "", "seeding": None, "paid": False, "present": True}
TIMED = {"length": "minutes", "limit": 40}
RESULT = {"round": 1, "table": 2, "hands": [0, 0], "source": "organiser"}


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
