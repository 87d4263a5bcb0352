"""Access to a match with the wrong cookie, or none; tests/alike/test_rights.py asks every route."""

import pytest

from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.match import links
from scorekeeper.match.phones import enrol_phone, find_phone
from tests.support.examples import rarely
from tests.support.phone import Phone
from tests.support.table import FAILED, MADE, SWEPT
from tests.web.routes import (
    READS_ONLY,
    ROWS,
    ask,
    ledgers,
    match_for,
    matches_for,
    of_a_match,
    unsafe,
)

pytestmark = pytest.mark.usefixtures("no_printing")

ANYBODY_AT_THE_TABLE = (
    *("side_answers.agree", "side_answers.flag", "pencil.ask", "pencil.answer"),
    *("acts.rematch", "home"),
)
WRITING = [key for key in unsafe() if key in of_a_match() and key[0] not in READS_ONLY]


@pytest.fixture(params=["a phone that had the pencil", "a side's phone"])
def bystander(request, app):
    """Makes a phone that is something in the scorer's match, and may not write in it."""

    def former(scorer):
        with app.app_context():
            link = links.make_link(scorer.public_id, scorer_id(scorer), "hand_over")
            new, _secret = enrol_phone()
            links.open_link(link, new, new_operation_id())
        return scorer

    def of_a_side(scorer):
        phone = Phone(app)
        with app.app_context():
            link = links.make_link(scorer.public_id, scorer_id(scorer), "A")
            new, secret = enrol_phone()
            links.open_link(link, new, new_operation_id())
        phone.client.set_cookie("phone", secret)
        return phone

    return former if "had" in request.param else of_a_side


def scorer_id(scorer):
    return find_phone(scorer.cookie("phone").value)


@pytest.mark.parametrize("key", WRITING, ids=" ".join)
def test_it_is_shut_to_who_is_at_the_table_and_has_no_pencil(keep, bystander, key):
    scorer, row = match_for(keep, key), ROWS[key]
    phone = bystander(scorer)
    before = scorer.ledger()
    status = ask(phone, key, scorer).status
    if key[0].startswith(ANYBODY_AT_THE_TABLE):
        assert status in (row.stranger, 303, 409)  # they say what they count, or play again
        assert scorer.ledger().match == before.match
    else:
        assert status == row.stranger
        assert scorer.ledger() == before


FEW = ("hands.new", "hands.record", "api.write", "acts.undo", "pencil.make_link", "home.remove")


@pytest.mark.parametrize(
    "keys",
    [[key for key in of_a_match() if key[0] in FEW], rarely(of_a_match())],
    ids=["few", "all"],
)
def test_it_takes_no_cookie_but_the_one_it_gave(app, keep, keys):
    scorers, forger, found = matches_for(keep, keys), Phone(app), {}
    before = ledgers(scorers.values())
    for key, scorer in scorers.items():
        for secret in ("", "1", "0" * 43, scorer.cookie("phone").value[:-1]):
            forger.client.set_cookie("phone", secret)
            found[key, secret] = ask(forger, key, scorer).status
    assert found == {one: ROWS[one[0]].stranger for one in found}
    assert ledgers(scorers.values()) == before


@pytest.mark.parametrize("hands", [(), (MADE,), (SWEPT, SWEPT, SWEPT)])
def test_it_shows_a_stranger_no_form_of_the_match(keep, stranger, hands):
    scorer = keep(*hands, claim=True)
    pages = [scorer.url, *(f"{scorer.url}hands/{hand_id}" for hand_id in scorer.hands())]
    for path in pages:
        page = stranger.get(path)
        assert page.findall(".//form") == []
        own = [link for link in page.links() if "/correct" in link or "/void" in link]
        assert own == []
        assert not any("hand?" in link or "/claim" in link for link in page.links())


def test_it_tells_a_stranger_that_another_phone_writes(keep, stranger):
    page = stranger.get(keep(MADE).url)
    assert "You are watching. The scorer's phone writes." in page.words()
    assert page.words(".//section[@id='standing']").startswith("Ours 19")


def test_it_shows_nobody_the_scorers_secret(keep, stranger):
    scorer = keep(MADE, FAILED)
    secret = scorer.cookie("phone").value
    paths = [scorer.url, f"{scorer.url}hands/2", f"{scorer.url}sheet", f"{scorer.url}hand", "/"]
    for path in paths:
        assert secret not in scorer.get(path, follow=True).html
        page = stranger.get(path, follow=True)
        assert secret not in page.html
        assert secret not in str(page.headers)


def test_it_says_in_words_that_only_the_scorer_writes(keep, stranger):
    page = stranger.get(keep(MADE).url + "hands/2/correct")
    assert page.status == 403
    assert "Only the scorer's phone may write here" in page.words()
