"""Erasing names in a tournament by its pages, and what is kept of a pair as a file."""

import json

import pytest

from scorekeeper.explain.paper_words import PAPERS
from scorekeeper.store.faults import DatabaseLocked
from scorekeeper.tournament import erasure
from scorekeeper.tournament.played_tables import play_round
from tests.support.phone import Phone

PAGES = ("", "standings", "rounds/1", "pairs", "names", "tournament.json", "results.csv", "screen")
NAMES = ("Cup", "Odd1", "Even1", "Odd2", "Even4", "late once")


def story(desk):
    desk.draw().play().do("adjusted", pair="1", to="wins", points=-2, reason="late once")


@pytest.fixture
def organiser(organise):
    return organise(4, then=story)


def shown(phone, url):
    told = "".join(phone.get(url + page).html for page in PAGES)
    return [name for name in NAMES if name in told]


def press(organiser, path, button, **typed):
    return organiser.press(organiser.page(path), button, **typed)


def test_ticked_box_erases_the_names_from_every_page(organiser, app):
    assert shown(organiser, organiser.url) == list(NAMES)
    done = press(organiser, "names", "Erase all names of the tournament", sure="1")
    assert (done.status, done.goes_to) == (303, organiser.url)
    assert shown(organiser, organiser.url) == []
    assert shown(Phone(app), organiser.url) == []


def test_pairs_and_tournament_are_called_what_they_are(organiser):
    press(organiser, "names", "Erase all names of the tournament", sure="1")
    words = organiser.page().words()
    assert "Pair 1" in words
    assert "Tournament" in organiser.page().words(".//h1")
    for path in ("standings", "pairs", "rounds/1", "pairs/1", "screen", "standings/1/wins"):
        assert organiser.page(path).status in (200, 404)


def test_the_names_of_a_pair_go_and_the_others_stay(organiser):
    done = press(organiser, "pairs/1/names", "Erase the names of this pair", sure="1")
    assert (done.status, done.goes_to) == (303, f"{organiser.url}pairs")
    assert shown(organiser, organiser.url) == ["Cup", "Odd2", "Even4"]
    assert "The names were erased:" in organiser.page("pairs/1/names").words()
    assert "The names were erased:" not in organiser.page("pairs/2/names").words()


@pytest.mark.parametrize(
    ("path", "button"),
    [
        ("names", "Erase all names of the tournament"),
        ("pairs/1/names", "Erase the names of this pair"),
    ],
)
def test_nothing_is_erased_without_the_tick(organiser, path, button):
    page = press(organiser, path, button, sure=None)
    assert page.status == 422
    assert "Tick the box first" in page.words()
    assert shown(organiser, organiser.url) == list(NAMES)


def test_names_page_sends_a_watcher_to_the_organiser(organiser, app):
    page = Phone(app).get(f"{organiser.url}names")
    assert "Ask the organiser" in page.words()
    assert "Erase all names" not in page.words()


def test_the_pages_lead_there(organiser):
    assert f"{organiser.url}names" in organiser.page().links()
    assert f"{organiser.url}pairs/1/names" in organiser.page("pairs/1").links()
    assert f"{organiser.url}pairs/1/pair.json" in organiser.page("pairs/1/names").links()


def test_file_of_a_pair_has_its_data_and_no_other_names(organiser):
    page = organiser.page("pairs/1/pair.json")
    assert page.headers["Content-Disposition"] == 'attachment; filename="tefteri-pair-1.json"'
    told = json.loads(page.html)
    (table,) = told["tables"]
    assert told["players"] == ["Odd1", "Even1"]
    assert told["adjustments"] == [{"pair": "1", "to": "wins", "points": -2, "reason": "late once"}]
    assert table["round"] == 1
    assert 351 in table["score"]
    drawn = organiser.tournament().table_of("1", 1)
    mine = drawn.result.score[0 if drawn.a == "1" else 1]
    assert table["score"][0] == mine, "its own points first"
    assert table["against"] == (drawn.b if drawn.a == "1" else drawn.a)
    assert "Odd2" not in page.html, "of others their numbers"


@pytest.mark.parametrize("paper", PAPERS)
def test_everything_can_still_be_printed(organiser, paper):
    press(organiser, "names", "Erase all names of the tournament", sure="1")
    assert organiser.page(f"papers/{paper}?round=1").status == 200


@pytest.mark.parametrize("path", ["pairs/5/names", "pairs/0/names", "pairs/5/pair.json"])
def test_there_must_be_such_a_pair(organiser, path):
    assert organiser.page(path).status == 404


ALL, ONE = "names", "pairs/1/names"


def erase(organiser, path):
    button = "Erase all names of the tournament" if path == ALL else "Erase the names of this pair"
    assert press(organiser, path, button, sure="1").status == 303


@pytest.mark.parametrize("path", [ALL, ONE])
@pytest.mark.parametrize(
    ("form", "button", "typed"),
    [
        ("adjust?pair=2", "Write it", {"points": "-1", "reason": "Odd1 was late"}),
        ("pairs", "Read the list", {"text": "Odd1, Even1"}),
        ("pairs", "Read the list", {"text": "Odd1, Even1\nnobody"}),
        ("pairs/1", "Save the pair", {"player1": "Odd1", "club": "Cup"}),
        ("pairs/1", "Save the pair", {"player1": "Odd1", "seeding": "first"}),
        ("rounds/1/tables/1", "Correct the result", {"a": 1, "b": 2, "reason": "Odd1 counted"}),
    ],
)
def test_a_form_that_was_opened_before_brings_no_name_back(organiser, path, form, button, typed):
    page = organiser.page(form)
    erase(organiser, path)
    before = organiser.tournament()
    late = organiser.press(page, button, **typed)
    assert late.status == 409
    assert "Odd1" not in late.html
    assert organiser.tournament() == before


@pytest.mark.parametrize("path", [ALL, ONE])
def test_a_preview_that_was_opened_before_brings_no_name_back(organiser, path):
    preview = organiser.press(organiser.page("pairs"), "Read the list", text="Odd1, New")
    erase(organiser, path)
    before = organiser.tournament()
    late = organiser.press(preview, "Add the pairs")
    assert (late.status, "Odd1" in late.html) == (409, False)
    assert organiser.tournament() == before


def test_the_names_of_a_deleted_pair_are_erased_too(organise):
    organiser = organise(2)
    organiser.press(organiser.page("pairs/2"), "Delete the pair")
    press(organiser, "pairs/2/names", "Erase the names of this pair", sure="1")
    assert "Odd2" not in organiser.page("pairs").html
    assert organiser.tournament().deleted["2"].players == ("", "")
    assert "Odd2" not in str([act.data for act in organiser.tournament().acts])


def test_a_set_up_that_was_opened_before_brings_no_name_back(organiser):
    page = organiser.page("setup")
    erase(organiser, ALL)
    late = organiser.press(page, "Save the set-up", place="Cup", rounds="6")
    assert (late.status, "Names were erased after" in late.words()) == (409, True)
    form = late.form_of("Save the set-up")
    assert (form.value("title"), form.value("place"), form.value("rounds")) == ("", "", "6")
    assert "Cup" not in late.html


def test_a_set_up_that_was_opened_before_a_pair_went_goes_on(organiser):
    page = organiser.page("setup")
    erase(organiser, ONE)
    assert organiser.press(page, "Save the set-up", place="Pafos").status == 303


def test_another_pair_s_form_that_was_opened_before_goes_on(organiser):
    page = organiser.page("pairs/2")
    erase(organiser, ONE)
    assert organiser.press(page, "Save the pair", club="AEL").status == 303
    assert organiser.tournament().pairs["2"].players == ("Odd2", "Even2")


def test_a_result_without_a_reason_goes_on(organise):
    organiser = organise(4, then=lambda desk: desk.draw())
    pages = [organiser.page(f"rounds/1/tables/{table}") for table in (1, 2)]
    for page, path in zip(pages, (ONE, ALL), strict=True):
        erase(organiser, path)
        assert organiser.press(page, "Write the result", a=351, b=200).status == 303


def test_a_correction_of_an_earlier_round_is_asked_for_without_its_old_reason(organise):
    organiser = organise(4, then=lambda desk: desk.draw().play().draw())
    page = organiser.page("rounds/1/tables/1")
    erase(organiser, ONE)
    late = organiser.press(page, "Correct the result", a=200, b=351, reason="Odd1 counted")
    assert (late.status, "Odd1" in late.html) == (409, False)
    asked = organiser.press(late, "Correct the result", reason="counted anew")
    assert organiser.press(asked, "Yes, correct it").status == 303


def test_a_typed_sheet_that_was_opened_before_brings_no_reason_back(organiser):
    hand = {"a1": 97, "b1": 65, "score_a1": 19, "score_b1": 6}
    sheet = organiser.page("rounds/1/tables/1/sheet")
    page = organiser.press(sheet, "Check the sheet", **hand)
    erase(organiser, ONE)
    before = organiser.tournament()
    button = "Write the sheet" if "Write the sheet" in page.words() else "Write it all the same"
    late = organiser.press(page, button, reason="Odd1 counted")
    assert (late.status, "Odd1" in late.html) == (409, False)
    assert organiser.tournament() == before


def test_one_that_stopped_half_way_says_so_and_goes_on(organiser, monkeypatch):
    def be_busy(*_asked):
        raise DatabaseLocked

    with monkeypatch.context() as patch:
        patch.setattr(erasure, "_redact_rest", be_busy)
        page = press(organiser, "names", "Erase all names of the tournament", sure="1")
    assert page.status == 503
    assert "Only some of the names are erased" in page.words()
    assert "Nothing was saved" not in page.words()
    told = organiser.page("names").words()
    assert "some names are still there" in told
    assert "The names were erased:" not in told
    assert organiser.press(page, "Try again").goes_to == organiser.url
    assert shown(organiser, organiser.url) == []
    assert "some names are still there" not in organiser.page("names").words()


def test_the_history_of_others_says_that_a_reason_went(organise):
    def penalised(desk):
        desk.draw()
        table = next(one for one in desk.tournament.last_round.tables if "1" not in (one.a, one.b))
        desk.act(table.number, "adjusted", adjust={"A": -10}, reason="asked Odd1")

    organiser = organise(4, then=penalised)
    drawn = organiser.tournament().last_round
    (number,) = (one.number for one in drawn.tables if "1" not in (one.a, one.b))
    with organiser.app.app_context():
        address = play_round(organiser.held(), drawn)[number - 1].live.public_id
    assert "asked Odd1" in organiser.get(f"/m/{address}/history/").words()
    erase(organiser, ONE)
    history = organiser.get(f"/m/{address}/history/").words()
    assert "Odd1" not in history
    assert "Reasons that name a pair were erased by the tournament's organiser" in history
    assert "The names were erased:" not in organiser.get(f"/m/{address}/names").words()
