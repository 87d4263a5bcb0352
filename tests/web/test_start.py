"""Starting a match by its form."""

import pytest

from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.rules.model import SEATS
from scorekeeper.rules.presets import PRESETS
from tests.page import altered
from tests.phone import Scorer
from tests.table import MADE

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
