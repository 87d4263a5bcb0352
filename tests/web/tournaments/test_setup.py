"""Setting a tournament up, and changing it."""

import pytest

from scorekeeper.draws.standings import StandingRules


def set_up(phone, **typed):
    return phone.press(
        phone.get("/tournaments/new"), "Set it up", **{"title": "Christmas Cup", **typed}
    )


def test_it_is_set_up_by_its_name_alone(phone):
    made = set_up(phone)
    assert made.status == 303
    assert "Christmas Cup" in phone.get("/tournaments/").words()
    assert "/tournaments/" in phone.get("/").links()


def test_it_keeps_all_that_was_chosen(phone, app):
    made = set_up(
        phone,
        day="2026-12-20",
        place="Kafeneio, Larnaka",
        organiser="Eleni",
        format="round_robin",
        rounds="7",
        length="hands",
        limit="12",
        preset="simple",
        by="match_points",
        tie_break_1="buchholz",
        tie_break_2="buchholz",
        tie_break_3="",
        tie_break_4="lots",
        points_won="3",
        bye="given",
        bye_own="351",
    )
    page = phone.get(made.goes_to.replace("pairs", ""))
    for words in ("20 December 2026", "Kafeneio, Larnaka", "Eleni", "12 hands", "Rounds: 7"):
        assert words in page.words()
    again = phone.get(made.goes_to.replace("pairs", "setup")).form_of("Save the set-up")
    for field, value in {
        "format": "round_robin", "length": "hands", "limit": "12", "by": "match_points",
        "tie_break_1": "buchholz", "tie_break_2": "lots", "tie_break_3": "",
        "points_won": "3", "bye": "given", "bye_own": "351", "preset": "simple",
    }.items():  # fmt: skip
        assert again.value(field) == value, field


@pytest.mark.parametrize(
    "typed",
    [
        {"title": ""},
        {"title": "x" * 81},
        {"place": "x\u202e"},
        {"day": "tomorrow"},
        {"rounds": "0"},
        {"rounds": "many"},
        {"length": "hands", "limit": ""},
        {"length": "minutes", "limit": "1000"},
        {"points_won": "-1"},
        {"target": "own", "target_own": "7"},
    ],
)
def test_it_shows_what_is_wrong_and_keeps_what_was_typed(phone, typed):
    refused = set_up(phone, **{"organiser": "Eleni Andreou", **typed})
    assert refused.status == 422
    assert refused.has(".//*[@class='wrong']")
    form = refused.form_of("Set it up")
    assert form.value("organiser") == "Eleni Andreou"
    assert all(form.value(field) == value for field, value in typed.items())
    assert phone.get("/tournaments/").findall(".//li") == []


def test_another_preset_brings_its_switches(phone):
    part = phone.get("/tournaments/rules", [("preset", "simple")], htmx=True)
    assert part.find(".//input[@name='rules_of']").get("value") == "simple"
    whole = phone.press(phone.get("/tournaments/new"), "Show the chosen rules", title="Cup")
    assert whole.form_of("Set it up").value("title") == "Cup"


def test_a_change_is_written_and_nothing_else(organise):
    organiser = organise(2)
    page = organiser.page("setup")
    done = organiser.press(page, "Save the set-up", place="Pafos", rounds="6")
    assert done.goes_to == organiser.url
    act = organiser.tournament().acts[-1]
    assert (act.kind, act.data) == ("changed", {"place": "Pafos", "rounds": 6})


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({"format": "round_robin"}, "Rounds: 7"),
        ({"format": "round_robin", "rounds": "3"}, "Rounds: 3"),
        ({"format": "swiss"}, "Rounds: 5"),
    ],
)
def test_all_play_all_plans_as_many_rounds_as_it_takes(organise, typed, told):
    organiser = organise(7)
    organiser.press(organiser.page("setup"), "Save the set-up", **{"rounds": "", **typed})
    assert told in organiser.get(organiser.url).words()
    assert organiser.page("setup").form_of("Save the set-up").value("rounds") in ("", "3", "5")


def test_another_format_keeps_no_rounds_that_nobody_typed(organise):
    organiser = organise(8)
    for format_, rounds in (("round_robin", 7), ("swiss", 5)):
        organiser.press(organiser.page("setup"), "Save the set-up", format=format_)
        assert organiser.tournament().planned_rounds == rounds


def test_another_format_keeps_the_rounds_that_were_typed(organise):
    organiser = organise(8, rounds=3)
    organiser.press(organiser.page("setup"), "Save the set-up", format="round_robin")
    assert organiser.tournament().planned_rounds == 3


def test_the_mean_of_a_bye_is_told_by_an_example(phone, organise):
    words = phone.get("/tournaments/new").words()
    assert "in a round that ended 351 – 240 and 361 – 200 it is 356 – 220." in words
    organiser = organise(3, then=lambda desk: desk.draw().result(1, 351, 240))
    told = organiser.page("standings").words()
    assert "A bye is a match won, with the mean score of its round." in told
    bye = organiser.tournament().last_round.byes[0]
    assert "bye 351" in organiser.page(f"standings/{bye}").words(".//table[@id='total']")


def test_no_change_is_no_act(organise):
    organiser = organise(2)
    before = organiser.tournament()
    organiser.press(organiser.page("setup"), "Save the set-up")
    assert organiser.tournament() == before
    assert before.set_up.standing == StandingRules()


def test_two_who_change_it_at_once_do_not_overwrite_each_other(organise):
    organiser = organise(2)
    first, second = organiser.page("setup"), organiser.page("setup")
    organiser.press(first, "Save the set-up", place="Pafos")
    refused = organiser.press(second, "Save the set-up", place="Larnaka")
    assert refused.status == 409
    assert "What you typed is still here" in refused.words()
    assert "There now: Pafos" in refused.words()
    assert organiser.tournament().set_up.place == "Pafos"
    organiser.press(refused, "Save the set-up")
    assert organiser.tournament().set_up.place == "Larnaka"


def test_late_set_up_form_names_the_choice_made_meanwhile(organise):
    organiser = organise(2)
    first, second = organiser.page("setup"), organiser.page("setup")
    organiser.press(first, "Save the set-up", format="random")
    refused = organiser.press(second, "Save the set-up", by="total")
    assert "By lot chosen meanwhile" in refused.words()
    form = refused.form_of("Save the set-up")
    assert (form.value("by"), form.value("format")) == ("total", "swiss")
