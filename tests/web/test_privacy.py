"""The data about people, names as people type them, and a match's names erased."""

from threading import Thread

import pytest

from scorekeeper.config import settings_of
from scorekeeper.i18n import LANGUAGES
from scorekeeper.match import matches
from scorekeeper.match.erasure import erase_match
from scorekeeper.rules.match import Adjust
from scorekeeper.web.match import sheets
from tests.support.phone import Phone
from tests.support.table import MADE
from tests.web.test_start import NAMES, refused

ERASED_NAMES = ("Ours", "Maria", "Giorgos", "Theirs", "Eleni", "Andreas")
PAGES = ("", "history/", "evening", "sheet", "share", "names", "hands/2", "ledger.csv", "big")


def shown(phone, url):
    """The names that any page of the match shows."""
    told = "".join(phone.get(url + page).html for page in PAGES)
    return [name for name in ERASED_NAMES if name in told]


@pytest.fixture
def scorer(keep):
    return keep(MADE)


def erase(scorer):
    return scorer.press(scorer.get(f"{scorer.url}names"), "Erase the names of this match", sure="1")


def test_ticked_box_erases_the_names_from_every_page(scorer, app):
    assert shown(scorer, scorer.url) == list(ERASED_NAMES)
    watcher = Phone(app)
    assert shown(watcher, scorer.url) == list(ERASED_NAMES)
    done = erase(scorer)
    assert (done.status, done.goes_to) == (303, scorer.url)
    assert shown(scorer, scorer.url) == []
    assert shown(watcher, scorer.url) == []
    assert scorer.totals() == (19, 6)


def printed(app):
    """All that was printed of matches and is kept."""
    return b"".join(file.read_bytes() for file in (settings_of(app).instance / "sheets").iterdir())


@pytest.mark.parametrize("path", ["sheet.pdf", "ledger.png"])
def test_file_printed_while_names_are_erased_is_not_kept(scorer, app, monkeypatch, path):
    def erase_elsewhere():
        with app.app_context():
            erase_match(scorer.public_id, None, "operator")

    def print_slowly(html):
        erasing = Thread(target=erase_elsewhere)
        erasing.start()
        erasing.join()
        return html.encode()

    (settings_of(app).instance / "sheets").mkdir()  # the app has made that of the test before
    for kind in ("pdf", "png"):
        monkeypatch.setattr(sheets.PRINTER, kind, str.encode)
    assert "Maria" in scorer.client.get(scorer.url + path).text
    assert b"Maria" in printed(app), "what nobody erased is kept"
    scorer.save("A:90", 97)
    for kind in ("pdf", "png"):
        monkeypatch.setattr(sheets.PRINTER, kind, print_slowly)
    assert "Maria" in scorer.client.get(scorer.url + path).text
    assert b"Maria" not in printed(app)
    assert "Maria" not in scorer.client.get(scorer.url + path).text


def test_nothing_is_erased_without_the_tick(scorer):
    form = scorer.get(f"{scorer.url}names")
    page = scorer.press(form, "Erase the names of this match", sure=None)
    assert page.status == 422
    assert "Tick the box first" in page.words()
    assert shown(scorer, scorer.url) == list(ERASED_NAMES)


def test_it_says_when_they_went_and_so_does_the_history(scorer):
    erase(scorer)
    assert "The names were erased:" in scorer.get(f"{scorer.url}names").words()
    assert "The names were erased" in scorer.get(f"{scorer.url}history/").words()


def test_a_form_that_was_opened_before_brings_no_name_back(scorer):
    form = scorer.get(f"{scorer.url}change/")
    seen = scorer.press(form, "See what changes", dealer="A2", player_A1="Rodanthi")
    erase(scorer)
    assert "Nothing is changed yet." in scorer.press(form, "See what changes").words()
    for page in (scorer.press(form, "See what changes", dealer="A2"), seen):
        scorer.press(page, "Write the change")
    assert scorer.ledger().standing.dealer == "A2"
    assert shown(scorer, scorer.url) == []
    assert "Rodanthi" not in repr(scorer.ledger())


@pytest.fixture
def penalised(keep):
    """A phone whose match has a penalty for what Foteini did."""
    adjust = {"adjust": {"A": -10, "B": 0}, "reason": "Foteini looked"}
    return keep(MADE, then=lambda table: table.do("adjusted", **adjust))


def correcting(scorer):
    return scorer.get(f"{scorer.url}adjustments/3/correct")


@pytest.mark.parametrize("is_seen", [False, True])
def test_a_correction_that_was_opened_before_brings_no_reason_back(penalised, is_seen):
    form = correcting(penalised)
    seen = penalised.press(form, "See what changes", points_A="20")
    assert "Foteini looked" in seen.html
    erase(penalised)
    if is_seen:
        form = penalised.press(seen, "Write it")
    else:
        form = penalised.press(form, "See what changes", points_A="20")
    assert form.status == 409
    assert "write this one again" in form.words()
    assert "Foteini" not in form.html
    seen = penalised.press(form, "See what changes", why="penalty", reason="looked")
    assert penalised.press(seen, "Write it").status == 303
    assert penalised.match().entries[-1] == Adjust(-20, 0, "Penalty: looked")
    assert "Foteini" not in repr(penalised.ledger())


def test_a_correction_without_a_reason_goes_on(penalised):
    form = correcting(penalised)
    erase(penalised)
    seen = penalised.press(form, "See what changes", points_A="20", why="penalty", reason="")
    assert penalised.press(seen, "Write it").status == 303
    assert penalised.match().entries[-1] == Adjust(-20, 0, "Penalty")


def test_a_tap_that_comes_twice_is_told_what_was_written(penalised):
    seen = penalised.press(correcting(penalised), "See what changes", points_A="20")
    assert penalised.press(seen, "Write it").status == 303
    erase(penalised)
    assert penalised.press(seen, "Write it").status == 303
    assert penalised.match().entries[-1] == Adjust(-20, 0, "")


@pytest.mark.parametrize(
    ("opened", "typed", "button"),
    [
        ("adjustments/3/correct", {"points_A": "20"}, "Write it"),
        ("adjust", {"points_A": "5", "why": "penalty", "reason": "Foteini again"}, "Write it"),
        ("change/", {"player_A1": "Foteini"}, "Write the change"),
    ],
)
def test_names_that_go_between_its_reading_and_its_writing_are_not_written(
    penalised, monkeypatch, opened, typed, button
):
    seen = penalised.press(penalised.get(penalised.url + opened), "See what changes", **typed)
    assert "Foteini" in seen.html
    write = matches.append_act

    def erase_and_write(public_id, phone, *asked):
        monkeypatch.setattr(matches, "append_act", write)
        erase_match(public_id, phone)
        return write(public_id, phone, *asked)

    monkeypatch.setattr(matches, "append_act", erase_and_write)
    late = penalised.press(seen, button)
    assert (late.status, "that was not written" in late.words()) == (409, True), late.words()
    assert "Foteini" not in repr(penalised.ledger())
    assert "Foteini" not in late.html


def test_a_form_that_is_opened_after_gives_new_names(scorer):
    erase(scorer)
    form = scorer.get(f"{scorer.url}change/")
    scorer.press(scorer.press(form, "See what changes", player_A1="Rodanthi"), "Write the change")
    assert scorer.match().player_at("A1") == "Rodanthi"
    assert shown(scorer, scorer.url) == []


def test_a_watcher_is_told_whom_to_ask(scorer, app):
    page = Phone(app).get(f"{scorer.url}names")
    assert "Ask whoever holds it" in page.words()
    assert "Erase the names of this match" not in page.words()


def test_a_watcher_who_polls_is_told_the_match_anew(scorer, app):
    watcher = Phone(app)
    mark = scorer.ledger().mark
    assert watcher.get(f"{scorer.url}live?mark={mark}").status == 204
    erase(scorer)
    answer = watcher.get(f"{scorer.url}live?mark={mark}")
    assert answer.status == 200
    assert not [name for name in ERASED_NAMES if name in answer.html]


def test_the_pages_lead_there_and_on(scorer):
    match = scorer.page()
    assert f"{scorer.url}names" in match.links()
    assert "/privacy" in scorer.get(f"{scorer.url}names").links()
    assert "/settings" in scorer.get("/").links()
    assert "/privacy" in scorer.get("/settings").links()


def test_the_match_goes_on_without_names(scorer):
    erase(scorer)
    scorer.save("B:90", 97)
    assert "Us" in scorer.page().words()
    assert shown(scorer, scorer.url) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_tells_how_long_names_are_kept(app, make_app, language):
    for_ever = Phone(app, language).get("/privacy").words()
    days = Phone(make_app(ERASE_AFTER_DAYS=730), language).get("/privacy").words()
    assert "730" not in for_ever
    assert "730" in days


def test_the_page_names_every_cookie(app):
    phone = Phone(app)
    phone.press(phone.get("/settings"), "Dark")
    phone.press(phone.get("/settings"), "Big letters")
    phone.press(phone.get("/settings"), "Ελληνικά")
    phone.press(phone.get("/matches/new"), "Αρχίζουμε", target="first")
    names = {cookie.key for cookie in phone.client._cookies.values()}
    assert names == {"phone", "tefteri_session", "lang", "theme", "letters", "entry"}


LONGEST = "Αθανάσιος Παπακωνσταντίνου-Χατζηγεωργίου"


def test_it_tidies_a_name(new):
    new.start(name_A="  Μαρία \t  Χ. ", name_B="Μαρι\u0301α")
    assert (new.match().sides.A.name, new.match().sides.B.name) == ("Μαρία Χ.", "Μαρία")


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
    assert message == "At most 40 characters, and none hidden or piled up."
    form = page.form("/matches/")
    assert {name: form.value(name) for name in kept} == kept
    assert [form.value(name) for name in NAMES if name != field] == ["Kept"] * 5
    assert form.value(field), "what was typed is there to be mended"


def test_it_takes_the_mended_form(new):
    page = refused(new, name_A=LONGEST + "υ", player_B2="Kept")
    started = new.press(page, "Start match", name_A=LONGEST)
    new.url = started.goes_to
    assert (new.match().sides.A.name, new.match().player_at("B2")) == (LONGEST, "Kept")
