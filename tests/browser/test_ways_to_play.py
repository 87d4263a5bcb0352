"""The set-up page shows the choices of the chosen way to play alone, without scripts."""

import pytest

CHOICES = {
    "rounds": {"rounds", "final", "format"},
    "groups": {"groups", "first", "consolation"},
    "everybody": {"rounds", "final"},
    "ranking": {"rounds", "final", "counted"},
    "individual": {"rounds", "counted", "sit_out"},
    "knockout": {"places", "losers"},
}


@pytest.fixture
def page(open_phone):
    page = open_phone("el", java_script_enabled=False).page
    page.goto("/tournaments/new")
    page.get_by_text("Βαθμολογία", exact=True).click()
    return page


def shown(page, within):
    controls = page.locator(f"{within} [name]").all()
    return {one.get_attribute("name") for one in controls if one.is_visible()}


@pytest.mark.slow
def test_chosen_way_to_play_shows_its_choices_alone(page):
    for way, names in CHOICES.items():
        page.locator(f"[name=way][value={way}]").check()
        assert shown(page, ".its-choices") == names, way


@pytest.mark.slow
def test_choice_opens_what_follows_from_it(page):
    for way in ("rounds", "everybody", "ranking"):
        page.locator(f"[name=way][value={way}]").check()
        page.locator("label:has([name=final][value='4'])").click()
        assert "places" in shown(page, ".its-choices"), way
    page.locator("label:has([name=counted][value=total])").click()
    assert "drop" in shown(page, ".its-choices")
    page.locator("[name=way][value=knockout]").check()
    page.locator("label:has([name=places][value=all])").click()
    assert "losers" not in shown(page, ".its-choices")


@pytest.mark.slow
def test_standings_ask_nothing_that_players_do_not_have(page):
    asked = {"by", "tie_break_1", "points_won", "bye"}
    assert shown(page, ".lines-that-open") >= asked
    page.locator("[name=way][value=ranking]").check()
    assert asked & shown(page, ".lines-that-open") == asked - {"by"}
    page.locator("[name=way][value=individual]").check()
    assert not asked & shown(page, ".lines-that-open")
