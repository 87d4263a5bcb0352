"""Starting a match by its form."""

import pytest

from scorekeeper.rules.codec import switch_values
from scorekeeper.rules.model import SEATS
from scorekeeper.rules.presets import PRESETS
from scorekeeper.services.matches import new_operation_id
from tests.phone import Scorer, altered
from tests.table import MADE

NAMES = ("name_A", "name_B", "player_A1", "player_B1", "player_A2", "player_B2")
LONGEST = "Αθανάσιος Παπακωνσταντίνου-Χατζηγεωργίου"


@pytest.fixture
def new(app):
    """A phone that has started nothing yet."""
    return Scorer(app)


def match_of(scorer):
    return scorer.ledger().match


def refused(phone, **changes):
    """The form, refused: a request that a browser's own checks would not have let out."""
    filled = phone.get("/matches/new").form("/matches/").filled
    answer = phone.post("/matches/", altered(filled, **changes))
    assert answer.status == 422
    assert phone.get("/").findall(".//li") == [], "no match was started"
    return answer


def test_it_is_two_taps_from_home(new):
    assert "/matches/new" in new.get("/").links()
    match = match_of(new.start())
    assert (match.rules, match.first_dealer) == (PRESETS["cafe"], "A1")
    assert (match.sides.A.name, match.sides.B.name) == ("", "")


def test_it_keeps_names_players_target_and_dealer(new):
    typed = {name: f"Name {name}" for name in NAMES}
    match = match_of(new.start(**typed, target="251", first_dealer="B2"))
    assert (match.sides.A.name, match.sides.A.players) == (
        "Name name_A",
        ("Name player_A1", "Name player_A2"),
    )
    assert match.player_at("B2") == "Name player_B2"
    assert (match.rules.target, match.first_dealer) == (251, "B2")


@pytest.mark.parametrize("preset", PRESETS)
def test_it_starts_by_each_preset(new, preset):
    page = new.get("/matches/rules", [("preset", preset)])
    started = new.press(page, "Start match")
    new.url = started.goes_to
    assert match_of(new).rules == PRESETS[preset]


@pytest.mark.parametrize("target", ["151", "201", "251", "301", "351", "401"])
def test_it_offers_the_usual_targets(new, target):
    assert match_of(new.start(target=target)).rules.target == int(target)


@pytest.mark.parametrize(
    ("typed", "target"), [("21", 21), ("5000", 5000), (" 77 ", 77), ("0351", 351)]
)
def test_it_takes_a_target_of_ones_own(new, typed, target):
    assert match_of(new.start(target="own", target_own=typed)).rules.target == target


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
    assert match_of(new.start(target="151", target_own="x")).rules.target == 151


HOSTILE = {
    "quotes": '"O\'Hara" & Sons',
    "markup": "<script>alert(1)</script>",
    "a template": "{{ 7 * 7 }}{% raw %}",
    "emoji": "👨‍👩‍👧‍👦 🇨🇾",
    "the longest Greek": LONGEST,
    "Arabic": "محمد",
    "Hebrew": "אברהם",
    "a formula": "=1+1",
    "percents": "%(side)s %s %d",
}


@pytest.mark.parametrize("name", HOSTILE.values(), ids=HOSTILE)
def test_it_shows_every_name_as_it_was_typed_and_nothing_else(new, name):
    new.start(**dict.fromkeys(NAMES, name)).save("A:90", 97).save("B:90", 60)
    assert match_of(new).sides.A.name == name
    paths = [new.url, f"{new.url}hands/2", f"{new.url}hand", f"{new.url}hands/2/correct"]
    for path in [*paths, f"{new.url}hands/2/void", f"{new.url}sheet", "/", "/matches/new"]:
        page = new.get(path, follow=True)
        assert name in page.html.replace("&#34;", '"').replace("&#39;", "'").replace(
            "&lt;", "<"
        ).replace("&gt;", ">").replace("&amp;", "&")
        assert "<script>" not in page.html
        assert "49" not in page.words(".//h1")


def test_it_tidies_a_name(new):
    new.start(name_A="  Μαρία \t  Χ. ", name_B="Μαρι\u0301α")
    assert (match_of(new).sides.A.name, match_of(new).sides.B.name) == ("Μαρία Χ.", "Μαρία")


UNFIT = {
    "41 characters": LONGEST + "υ",
    "a right-to-left override": "abc\u202edef",
    "an isolate": "\u2067abc",
    "a control character": "a\x07b",
    "a null": "a\x00b",
    "a line separator": "a\u2028b\u200f",
}


@pytest.mark.parametrize(
    ("field", "name"),
    [
        *((field, UNFIT["41 characters"]) for field in NAMES),
        *(("name_A", n) for n in UNFIT.values()),
    ],
)
def test_it_refuses_a_name_beside_its_field_and_loses_nothing(new, field, name):
    kept = {"target": "251", "preset": "online", "first_dealer": "cut", "cut": "clubs"}
    page = refused(new, **{**dict.fromkeys(NAMES, "Kept"), field: name, **kept})
    shown = page.find(f".//input[@name='{field}']")
    assert shown.get("aria-invalid") == "true"
    message = page.words(f".//*[@id='{shown.get('aria-describedby')}']")
    assert message == "At most 40 characters, and no hidden ones."
    form = page.form("/matches/")
    assert {name: form.value(name) for name in kept} == kept
    assert [form.value(name) for name in NAMES if name != field] == ["Kept"] * 5
    assert form.value(field), "what was typed is there to be mended"


def test_it_takes_the_mended_form(new):
    page = refused(new, name_A=LONGEST + "υ", player_B2="Kept")
    started = new.press(page, "Start match", name_A=LONGEST)
    new.url = started.goes_to
    assert (match_of(new).sides.A.name, match_of(new).player_at("B2")) == (LONGEST, "Kept")


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


def test_it_draws_a_dealer_by_lot(new, monkeypatch):
    for seat in SEATS:
        monkeypatch.setattr("secrets.choice", lambda seats, seat=seat: seats[SEATS.index(seat)])
        assert match_of(new.start(first_dealer="lot")).first_dealer == seat


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
    assert match_of(new).first_dealer == dealer


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


@pytest.mark.parametrize("field", switch_values())
def test_it_turns_every_switch_of_the_house(new, field):
    for value in switch_values()[field]:
        new.start(preset="cafe", **{f"switch_{field}": _choice(field, value)})
        assert getattr(match_of(new).rules, field) == value


def _choice(field, value):
    """What the form holds: nothing for the preset's own value."""
    return "" if value == getattr(PRESETS["cafe"], field) else str(value)


def test_it_says_of_every_switch_where_it_comes_from(new):
    page = new.get("/matches/new")
    for field in switch_values():
        select = page.find(f".//select[@name='switch_{field}']")
        assert page.words(f".//*[@id='{select.get('aria-describedby')}']")


def test_it_ignores_a_switch_that_there_is_not(new):
    filled = new.get("/matches/new").form("/matches/").filled
    started = new.post("/matches/", altered(filled, switch_stake="maybe", switch_jokers="2"))
    new.url = started.goes_to
    assert match_of(new).rules == PRESETS["cafe"]


def test_it_shows_the_switches_of_another_preset(new):
    part = new.get("/matches/rules", [("preset", "simple")], htmx=True)
    assert [one.get("id") for one in part.root] == ["rules"]
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


def test_it_starts_one_match_for_a_form_sent_twice(new):
    page = new.get("/matches/new")
    first, again = new.press(page, "Start match"), new.press(page, "Start match")
    assert (first.status, again.status) == (303, 303)
    assert first.goes_to == again.goes_to
    assert len(new.get("/").findall(".//li")) == 1


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


def test_it_starts_no_match_under_the_operation_of_a_hand(keep):
    scorer = keep(MADE)
    used = scorer.ledger().acts[-1].op_id
    filled = scorer.get("/matches/new").form("/matches/").filled
    before = scorer.ledger()
    assert scorer.post("/matches/", altered(filled, op_id=used)).goes_to == scorer.url
    assert scorer.ledger() == before
    assert len(scorer.get("/").findall(".//li")) == 1


def test_it_answers_htmx_with_where_to_go(new):
    filled = new.get("/matches/new").form("/matches/").filled
    answer = new.post("/matches/", altered(filled, op_id=new_operation_id()), htmx=True)
    assert (answer.status, answer.headers["HX-Redirect"][:3]) == (204, "/m/")
