"""Starting a match by its form, with its house rules, and its rematch."""

from dataclasses import replace

import pytest

from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.rules.model import SEATS
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.switches import switch_values
from tests.support.page import altered
from tests.support.phone import Scorer
from tests.support.table import MADE, SWEPT

NAMES = ("name_A", "name_B", "player_A1", "player_B1", "player_A2", "player_B2")


def refused(phone, **changes):
    """The form, refused: a request that a browser's own checks would not have let out."""
    filled = phone.get("/matches/new").form("/matches/").filled
    answer = phone.post("/matches/", altered(filled, **changes))
    assert answer.status == 422
    assert not phone.get("/").has(".//a[@class='match-card']"), "no match was started"
    return answer


def test_it_is_two_taps_from_home(new):
    assert "/matches/new" in new.get("/").links()
    match = new.start().match()
    assert (match.rules, match.first_dealer) == (PRESETS["cafe"], "A1")
    assert (match.sides.A.name, match.sides.B.name) == ("", "")


def test_it_keeps_names_players_target_and_dealer(new):
    typed = {name: f"Name {name}" for name in NAMES}
    match = new.start(**typed, target="251", first_dealer="B2").match()
    assert (match.sides.A.name, match.sides.A.players) == (
        "Name name_A",
        ("Name player_A1", "Name player_A2"),
    )
    assert match.player_at("B2") == "Name player_B2"
    assert (match.rules.target, match.first_dealer) == (251, "B2")


@pytest.mark.parametrize("target", ["151", "201", "251", "301", "351", "401"])
def test_it_offers_the_usual_targets(new, target):
    assert new.start(target=target).match().rules.target == int(target)


@pytest.mark.parametrize(
    ("typed", "target"), [("21", 21), ("5000", 5000), (" 77 ", 77), ("0351", 351)]
)
def test_it_takes_a_target_of_ones_own(new, typed, target):
    assert new.start(target="own", target_own=typed).match().rules.target == target


@pytest.mark.parametrize("typed", ["", "20", "5001", "-151", "1e3", "x", "١٥١", "999999999999"])
def test_it_refuses_a_target_beside_its_field_and_loses_nothing(new, typed):
    page = refused(new, target="own", target_own=typed, name_A="Kept")
    field = page.find(".//input[@name='target_own']")
    assert (field.get("aria-invalid"), field.get("value")) == ("true", typed)
    message = page.words(f".//*[@id='{field.get('aria-describedby')}']")
    assert message == "A number from 21 to 5000."
    form = page.form("/matches/")
    assert (form.value("target"), form.value("name_A")) == ("own", "Kept")


def test_it_ignores_a_target_of_ones_own_that_is_not_chosen(new):
    assert new.start(target="151", target_own="x").match().rules.target == 151


@pytest.mark.parametrize(
    "wrong",
    [
        {"preset": "chess"},
        {"preset": ""},
        {"target": "352"},
        {"target": "x"},
        {"first_dealer": "C1"},
        {"shuffler": "C1"},
        {"cut": "none"},
    ],
    ids=str,
)
def test_it_refuses_a_choice_that_there_is_not(new, wrong):
    refused(new, **wrong)


def test_it_draws_every_dealer_by_lot(new):
    drawn = set()
    for _ in range(200):
        drawn.add(new.start(first_dealer="lot").match().first_dealer)
        if drawn == set(SEATS):
            return
    raise AssertionError(f"only {drawn} in 200 draws")


def test_it_draws_the_same_dealer_for_a_form_sent_twice(new):
    page = new.get("/matches/new")
    first, again = (new.press(page, "Start match", first_dealer="lot") for _ in range(2))
    assert first.goes_to == again.goes_to


@pytest.mark.parametrize(
    ("shuffler", "suit", "dealer"),
    [
        ("A1", "hearts", "A1"),
        ("A1", "diamonds", "B1"),
        ("A1", "clubs", "A2"),
        ("A1", "spades", "B2"),
        ("B2", "diamonds", "A1"),
    ],
)
def test_it_names_a_dealer_by_cutting(new, shuffler, suit, dealer):
    new.start(first_dealer="cut", shuffler=shuffler, cut=suit)
    assert new.match().first_dealer == dealer


def test_it_brings_the_last_matchs_defaults_back(new):
    typed = {name: f"The {name}" for name in NAMES}
    new.start(**typed, target="own", target_own="123", preset="online", switch_stake="False")
    new.save("A:90", 97)
    form = new.get("/matches/new").form("/matches/")
    assert {name: form.value(name) for name in NAMES} == typed
    assert (form.value("preset"), form.value("target"), form.value("target_own")) == (
        "online",
        "own",
        "123",
    )
    assert form.value("switch_stake") == "False"
    assert form.value("first_dealer") == "B1", "who deals next"


def test_it_brings_nothing_of_another_phone_back(app, new):
    new.start(name_A="Mine")
    assert Scorer(app).get("/matches/new").form("/matches/").value("name_A") == ""


def test_it_leaves_the_phone_its_right_when_the_first_answer_was_lost(new):
    """The server has the match, the phone never heard of it, and sends the form again."""
    page = new.get("/matches/new")
    lost = Scorer(new.app)
    for cookie in ("tefteri_session", "phone"):
        if new.cookie(cookie):
            lost.client.set_cookie(cookie, new.cookie(cookie).value)
    new.press(page, "Start match")
    lost.url = lost.press(page, "Start match").goes_to
    assert "New hand" in lost.page().words(), "it writes, and does not only watch"
    assert lost.save("A:90", 97).totals() == (19, 6)


def test_it_starts_a_match_even_without_an_operation(new):
    filled = new.get("/matches/new").form("/matches/").filled
    for op_id in ("", "x", None):
        new.url = new.post("/matches/", altered(filled, op_id=op_id)).goes_to
        assert new.page().status == 200


def started_already(page):
    """The form says that it started a match, and leads to it."""
    assert page.status == 422
    message = page.find(".//p[@role='alert']")
    assert "already" in "".join(message.itertext())
    return message.find("a").get("href")


def test_it_says_that_a_form_was_used_and_keeps_what_is_typed_now(new):
    """Back, another name, and Start again."""
    page = new.get("/matches/new")
    new.url = new.press(page, "Start match", name_A="First").goes_to
    again = new.press(page, "Start match", name_A="Second", switch_stake="False")
    assert started_already(again) == new.url
    assert again.form("/matches/").value("name_A") == "Second"
    new.url = new.press(again, "Start match").goes_to
    assert (new.match().sides.A.name, new.match().rules.stake) == ("Second", False)
    assert len(new.get("/").findall(".//a[@class='match-card']")) == 2


def test_it_starts_no_match_under_the_operation_of_a_hand(keep):
    scorer = keep(MADE)
    before, used = scorer.ledger(), scorer.ledger().acts[-1].op_id
    filled = scorer.get("/matches/new").form("/matches/").filled
    refused = scorer.post("/matches/", altered(filled, op_id=used))
    assert started_already(refused) == scorer.url
    assert scorer.ledger() == before
    assert len(scorer.get("/").findall(".//a[@class='match-card']")) == 1


def test_it_gives_nobody_the_match_of_another_phone(keep, new):
    scorer = keep()
    used = scorer.ledger().acts[0].op_id
    filled = new.get("/matches/new").form("/matches/").filled
    assert new.post("/matches/", altered(filled, op_id=used)).status == 422
    assert "You are watching" in new.get(scorer.url).words()


def test_it_answers_htmx_with_where_to_go(new):
    filled = new.get("/matches/new").form("/matches/").filled
    answer = new.post("/matches/", altered(filled, op_id=new_operation_id()), htmx=True)
    assert (answer.status, answer.headers["HX-Redirect"][:3]) == (204, "/m/")


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


def test_it_leads_to_the_source_of_every_switch(new):
    for preset in PRESETS:
        part = new.get("/matches/rules", [("preset", preset)], htmx=True)
        page = new.get(part.find(".//a[.='Each rule, and who says so']").get("href"))
        lists = page.findall(".//details/ul[@class='said']")
        told = [" ".join(one.itertext()) for one in lists]
        assert len(told) >= len(switch_values())
        assert all("Source: " in one for one in told)


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


@pytest.fixture
def won(keep):
    return keep(SWEPT, SWEPT, SWEPT)


def test_it_starts_with_the_same_players_and_the_next_dealer(won):
    rematch = won.press(won.page(), "Rematch")
    before = won.ledger().match
    assert rematch.status == 303
    assert rematch.goes_to != won.url
    won.url = rematch.goes_to
    after = won.ledger().match
    assert (after.sides, after.rules) == (before.sides, before.rules)
    assert (before.first_dealer, after.first_dealer) == ("A1", "B2")
    assert won.totals() == (0, 0)


def test_it_is_written_on_at_once(won):
    won.url = won.press(won.page(), "Rematch").goes_to
    assert won.save("A:90", 97).totals() == (19, 6)


def test_it_follows_a_stopped_match(keep):
    scorer = keep(MADE).do("Yes, stop")
    assert scorer.press(scorer.page(), "Rematch").status == 303


def test_it_is_not_offered_while_the_match_runs(keep):
    assert "Rematch" not in keep(MADE).page().buttons()


def test_it_leaves_the_old_match_as_it_was(won):
    before = won.ledger()
    won.press(won.page(), "Rematch")
    assert won.ledger() == before


def test_first_evening_is_played_to_the_lowest_target_with_a_simple_entry(new):
    new.start(target="first")
    assert new.match().rules == replace(PRESETS["cafe"], target=151)
    assert 'data-entry="first"' in new.get(new.url).html
    new.save("A:90", 97)
    assert new.get(new.url).words(".//span[@class='why']") == (
        "Made: 97, needed 90: 9 + 1 (missing point) + stake 9"
    )


def test_simple_entry_stays_until_another_target_is_chosen(new):
    new.start(target="first")
    form = new.get("/matches/new")
    assert form.has(".//input[@name='target'][@value='first'][@checked]")
    new.start(target="351")
    assert "data-entry" not in new.get(new.url).html


def test_simple_entry_of_the_settings_stays_with_any_target(new):
    new.press(new.get("/settings"), "Simple entry, without declarations")
    assert not new.get("/matches/new").has(".//input[@value='first'][@checked]")
    for target in ("351", "first", "351"):
        new.start(target=target)
        assert 'data-entry="simple"' in new.get(new.url).html


def test_rules_in_the_address_come_before_another_first_evening(new):
    new.start(target="first")
    form = new.get("/matches/new?preset=simple")
    assert not form.has(".//input[@value='first'][@checked]")


def test_settings_take_the_simple_entry_off(new):
    new.start(target="first")
    new.press(new.get("/settings"), "Simple entry, without declarations")
    new.save("A:90", 97)
    page = new.get(new.url)
    assert "data-entry" not in page.html
    assert not page.has(".//span[@class='why']")


def test_first_evening_in_points_has_the_target_of_its_rules(new):
    new.start(target="first", preset="cardrules")
    assert new.match().rules.target == PRESETS["cardrules"].target


def test_first_evening_is_offered_to_no_running_match(new):
    new.start()
    page = new.get(f"{new.url}change/")
    assert not page.has(".//input[@value='first']")
    answer = new.post(
        f"{new.url}change/", altered(page.form(f"{new.url}change/").filled, target="first")
    )
    assert answer.status == 422
