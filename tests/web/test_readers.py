"""Words that are true for their reader: each screen, by the side of the phone that shows it."""

import json
import re

import pytest

from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.match.ledger import Ledger
from scorekeeper.match.links import make_link, open_link
from scorekeeper.match.matches import find_match
from scorekeeper.match.phones import enrol_phone
from scorekeeper.web.match import readers
from tests.support.page import plain
from tests.support.phone import Phone, Scorer
from tests.support.table import FAILED, MADE, SWEPT

OWN = {"en": ("Us", "Them"), "el": ("Εμείς", "Αυτοί")}
TITLES = {"en": "Side A {} – {} Side B", "el": "Ομάδα Α {} – {} Ομάδα Β"}
NO_SIDE = {"A": "", "B": ""}
NOBODY = dict.fromkeys(("A1", "A2", "B1", "B2"), "")
SAYS_OWN = ("", "big", "evening", "hands/2", "race", "history/", "ledger.csv")
"""Screens that call the sides by their words, beginning with side A, which bid."""
FOR_ALL = ("big?turned=1", "overlay", "sheet", "share", "live?part=turned")
"""Screens that are sent on or read by both sides."""


def without_names(table):
    table.do("changed", names=NO_SIDE, players=NOBODY)


@pytest.fixture
def unnamed(keep):
    """The scorer of a match without names."""
    return keep(MADE, FAILED, then=without_names)


def speaking(phone, language):
    """The same phone in this language."""
    phone.headers = {"Accept-Language": language}
    return phone


def with_pencil(app, scorer):
    """A phone that took the pencil by a link."""
    phone = Scorer(app)
    with app.app_context():
        phone_id, secret = enrol_phone()
        link = make_link(scorer.public_id, scorer.ledger().acts[0].phone, "scorer")
        open_link(link, phone_id, new_operation_id())
    phone.client.set_cookie("phone", secret)
    phone.url = scorer.url
    return phone


def answering(phone, url, answer):
    """The phone, after it said which side it is on."""
    form = [("csrf_token", phone.token()), ("answer", answer)]
    assert phone.post(f"{url}side/", form).status == 303
    return phone


def screens(app, url):
    """The address of every page of the match, by the server's routes."""
    values = {"hand_id": 3, "seq": 3, "public_id": url.split("/")[2]}
    for rule in app.url_map.iter_rules():
        is_page = "GET" in rule.methods and rule.rule.startswith("/m/<public_id>/")
        if is_page and rule.arguments <= values.keys():
            yield rule.build({one: values[one] for one in rule.arguments})[1]


def readable(phone, path):
    """Return the text of a screen; "" for a file that readers do not see."""
    page = phone.get(path)
    kind = page.headers.get("Content-Type", "")
    return plain(page.html) if kind.startswith(("text/html", "text/csv")) else ""


def own_words(text, language):
    return re.findall(rf"\b(?:{'|'.join(OWN[language])})\b", text)


@pytest.mark.parametrize("language", ["en", "el"])
@pytest.mark.parametrize("writes", [False, True])
@pytest.mark.parametrize("names", ["none", "players", "sides"])
def test_phone_of_unknown_side_reads_no_us_on_any_screen(
    app, keep, no_printing, names, writes, language
):
    changes = {"none": without_names, "players": lambda t: t.do("changed", names=NO_SIDE)}
    scorer = keep(MADE, FAILED, then=changes.get(names))
    reader = speaking(with_pencil(app, scorer) if writes else Phone(app), language)
    seen = {path: readable(reader, path) for path in screens(app, scorer.url)}
    assert sum(map(bool, seen.values())) >= 15
    found = {path: own_words(text, language) for path, text in seen.items()}
    assert {path: words for path, words in found.items() if words} == {}


@pytest.mark.parametrize("language", ["en", "el"])
@pytest.mark.parametrize("side", ["A", "B"])
def test_known_side_reads_its_own_words_and_side_a_stays_left(app, unnamed, side, language):
    phone = unnamed if side == "A" else answering(Phone(app), unnamed.url, "B")
    speaking(phone, language)
    expected = OWN[language] if side == "A" else OWN[language][::-1]
    for path in SAYS_OWN:
        found = own_words(readable(phone, f"{unnamed.url}{path}"), language)
        assert tuple(dict.fromkeys(found))[:2] == expected, path


@pytest.mark.parametrize("path", FOR_ALL)
def test_screen_that_both_sides_read_says_no_us(app, unnamed, path):
    for phone in (unnamed, answering(Phone(app), unnamed.url, "B")):
        assert not own_words(readable(phone, f"{unnamed.url}{path}"), "en")


def test_side_that_is_typed_reads_alike_on_every_phone(app, keep):
    scorer = keep(MADE)
    for phone in (scorer, Phone(app), answering(Phone(app), scorer.url, "B")):
        assert "Ours 19 – 6 Theirs" in phone.get(scorer.url).words(".//title")


# --- who is known ---


def title(phone, url):
    return phone.get(url).words(".//title")


def asked(phone, url):
    return phone.get(url).has(".//form[@class='which-side']")


def test_phone_that_took_the_pencil_is_asked_once(app, unnamed):
    phone = with_pencil(app, unnamed)
    assert asked(phone, unnamed.url)
    assert title(phone, unnamed.url) == TITLES["en"].format(45, 6)
    assert phone.press(phone.page(), "Side B").status == 303
    assert not asked(phone, unnamed.url)
    assert title(phone, unnamed.url) == "Them 45 – 6 Us"


def test_phone_that_began_is_never_asked(unnamed):
    assert not asked(unnamed, unnamed.url)
    assert f"{unnamed.url}side/" not in unnamed.page().links()
    assert f"{unnamed.url}side/" in unnamed.get(f"{unnamed.url}pencil/").links()


def test_watcher_is_asked_once_and_may_only_watch(app, unnamed):
    phone = Phone(app)
    assert phone.press(phone.get(unnamed.url), "I only watch").status == 303
    assert not asked(phone, unnamed.url)
    assert title(phone, unnamed.url) == TITLES["en"].format(45, 6)


def test_answer_is_changed_in_the_menu(app, unnamed):
    phone = answering(Phone(app), unnamed.url, "B")
    menu = phone.get(unnamed.url).find(".//nav").iter("a")
    assert f"{unnamed.url}side/" in [link.get("href") for link in menu]
    assert phone.press(phone.get(f"{unnamed.url}side/"), "Side A").status == 303
    assert title(phone, unnamed.url) == "Us 45 – 6 Them"


def test_answer_of_a_match_says_nothing_of_another(app, unnamed, keep):
    other = keep(MADE, then=without_names)
    phone = answering(Phone(app), unnamed.url, "B")
    assert title(phone, other.url) == TITLES["en"].format(19, 6)


def test_cookie_keeps_the_newest_answers(app, unnamed, keep):
    phone = answering(Phone(app), unnamed.url, "B")
    for _ in range(3):
        answering(phone, keep().url, "A")
    kept = phone.cookie("sides").value.split(".")
    assert len(kept) == 4
    assert kept[-1] == f"{unnamed.public_id[:8]}B"


def test_answer_that_is_none_is_refused(app, unnamed):
    phone = Phone(app)
    form = [("csrf_token", phone.token()), ("answer", "C")]
    assert phone.post(f"{unnamed.url}side/", form).status == 400


@pytest.mark.parametrize("cookie", ["", "....", "x" * 3000, "AAAAAAAAC", "é", "AAAAAAAAA1A2"])
def test_cookie_that_cannot_be_read_is_no_answer(app, unnamed, cookie):
    phone = Phone(app)
    phone.client.set_cookie("sides", cookie)
    assert title(phone, unnamed.url) == TITLES["en"].format(45, 6)


def test_match_from_a_file_is_of_an_unknown_side(app, unnamed):
    file = unnamed.get(f"{unnamed.url}match.json").html
    phone = Scorer(app)
    page = phone.press(phone.get("/matches/import"), "Take it in", text=file)
    assert title(phone, page.goes_to) == TITLES["en"].format(45, 6)
    assert asked(phone, page.goes_to)


def test_rematch_keeps_the_side_of_each_phone(app, keep):
    scorer = keep(SWEPT, SWEPT, SWEPT, then=without_names)
    watcher = answering(Phone(app), scorer.url, "B")
    theirs = answering(with_pencil(app, scorer), scorer.url, "B")
    rematch = theirs.press(theirs.page(), "Rematch").goes_to
    assert title(theirs, rematch) == "Them 0 – 0 Us"
    assert title(watcher, rematch) == "Them 0 – 0 Us"
    scorer.press(scorer.page(), "Rematch")
    assert title(scorer, rematch) == "Us 0 – 0 Them"
    assert not any(asked(phone, rematch) for phone in (scorer, theirs, watcher))


def test_reader_of_a_late_rematch_has_few_matches_read(app, unnamed, monkeypatch):
    found = []

    def find(public_id):
        found.append(public_id)
        return find_match(public_id)

    monkeypatch.setattr(Ledger, "rematch_of", unnamed.public_id)
    monkeypatch.setattr(readers, "find_match", find)
    with app.test_request_context(headers={"Cookie": "sides=zzzzzzzz-"}):
        assert readers.reader_of(find_match(unnamed.public_id)) == readers.ANYBODY
    assert len(found) == 10


def test_phone_that_answers_for_a_side_is_on_it(app, unnamed):
    phone = answering(with_pencil(app, unnamed), unnamed.url, "A")
    with app.app_context():
        act = unnamed.ledger().acts[0]
        link = make_link(unnamed.public_id, act.phone, "B")
        open_link(link, unnamed.ledger().acts[-1].phone, new_operation_id())
    assert title(phone, unnamed.url) == "Them 45 – 6 Us"


# --- the chair ---


@pytest.mark.parametrize(
    ("chair", "text"),
    [
        ("A1", "you deal"),
        ("A2", "the player opposite you deals"),
        ("B1", "the player on your left deals"),
        ("B2", "the player on your right deals"),
    ],
)
def test_chair_says_where_the_dealer_sits(app, keep, chair, text):
    scorer = keep(then=without_names)
    phone = answering(Phone(app), scorer.url, chair)
    first = ".//div[@class='empty']"
    assert f"First hand: {text}" in phone.get(scorer.url).words(first)
    assert "First hand: we deal (1st)" in scorer.page().words(first)


def test_chair_is_asked_by_who_deals(app, unnamed):
    phone = answering(Phone(app), unnamed.url, "A")
    page = phone.get(f"{unnamed.url}side/")
    assert phone.press(page, "you deal").status == 303
    assert "you deal" in phone.get(unnamed.url).words(".//footer")
    assert title(phone, unnamed.url) == "Us 45 – 6 Them"


# --- bytes that watchers share ---


def test_watchers_without_an_answer_share_one_page(app, unnamed):
    texts = {phone.get(f"{unnamed.url}live").html for phone in (Phone(app), Phone(app))}
    assert len(texts) == 1
    other = answering(Phone(app), unnamed.url, "-")
    assert {other.get(f"{unnamed.url}live").html} == texts


def test_poll_answers_each_side_in_its_words(app, unnamed):
    phones = [Phone(app), *(answering(Phone(app), unnamed.url, side) for side in "AB")]
    asked = f"{unnamed.url}live?mark=abc"
    for _ in range(2):  # the second time from what the first one was sent
        told = [phone.get(asked, htmx=True).words(".//title") for phone in phones]
        assert told == [TITLES["en"].format(45, 6), "Us 45 – 6 Them", "Them 45 – 6 Us"]


def test_poll_of_a_rematch_is_not_shared_with_an_answer_of_the_match_before(app, keep):
    scorer = keep(SWEPT, SWEPT, SWEPT, then=without_names)
    heir = answering(Phone(app), scorer.url, "B")
    rematch = scorer.press(scorer.page(), "Rematch").goes_to
    asked = f"{rematch}live?mark=abc"
    assert heir.get(asked, htmx=True).words(".//title") == "Them 0 – 0 Us"
    assert Phone(app).get(asked, htmx=True).words(".//title") == TITLES["en"].format(0, 0)


def test_phone_is_given_what_it_says_of_each_dealer(unnamed):
    answering(unnamed, unnamed.url, "A2")
    kept = json.loads(unnamed.page().find(".//*[@id='acts']").text)
    assert kept["side"] == "A"
    assert kept["deals"] == {
        "A1": "the player opposite you deals",
        "A2": "you deal",
        "B1": "the player on your left deals",
        "B2": "the player on your right deals",
    }
