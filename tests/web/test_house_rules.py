"""Presets and house rules, as the form of a new match offers them."""

import pytest

from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.switches import switch_values
from tests.page import altered


@pytest.mark.parametrize("preset", PRESETS)
def test_it_starts_by_each_preset(new, preset):
    page = new.get("/matches/rules", [("preset", preset)])
    started = new.press(page, "Start match")
    new.url = started.goes_to
    assert new.match().rules == PRESETS[preset]


@pytest.mark.parametrize("field", switch_values())
def test_it_turns_every_switch_of_the_house(new, field):
    for value in switch_values()[field]:
        new.start(preset="cafe", **{f"switch_{field}": _choice(field, value)})
        assert getattr(new.match().rules, field) == value


def _choice(field, value):
    """Return the form's value: empty for the preset's own value."""
    return "" if value == getattr(PRESETS["cafe"], field) else str(value)


def test_it_says_of_every_switch_where_it_comes_from(new):
    page = new.get("/matches/new")
    for field in switch_values():
        select = page.find(f".//select[@name='switch_{field}']")
        assert page.words(f".//*[@id='{select.get('aria-describedby')}']")


@pytest.mark.parametrize("switch", [{"switch_stake": "maybe"}, {"switch_jokers": "2"}])
def test_it_refuses_a_switch_that_there_is_not(new, switch):
    filled = new.get("/matches/new").form("/matches/").filled
    refused = new.post("/matches/", altered(filled, **switch))
    assert refused.status == 422
    assert "There is no such rule: reload the page." in refused.words()


def test_it_shows_the_switches_of_another_preset(new):
    part = new.get("/matches/rules", [("preset", "simple")], htmx=True)
    assert [one.get("id") for one in part.root] == ["rules", "target"]
    assert part.find(".//input[@value='151']").get("checked") is not None


def test_it_keeps_what_was_typed_when_the_rules_are_changed_without_scripts(new):
    page = new.get("/matches/new")
    shown = new.press(page, "Show the chosen rules", preset="simple", name_A="Typed")
    form = shown.form("/matches/")
    assert (form.value("preset"), form.value("target"), form.value("name_A")) == (
        "simple",
        "151",
        "Typed",
    )


@pytest.mark.parametrize("preset", ["chess", "", "<b>"])
def test_it_shows_the_cafes_rules_for_a_preset_that_there_is_not(new, preset):
    form = new.get("/matches/rules", [("preset", preset)]).form("/matches/")
    assert form.value("preset") == "cafe"
