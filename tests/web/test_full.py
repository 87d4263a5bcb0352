"""A match that has as many acts as one may have: every way to write says so."""

import pytest

from scorekeeper.journal.identifiers import new_operation_id
from tests.phone import Scorer
from tests.services.test_full import fill
from tests.table import MADE, Table


@pytest.fixture
def table(app):
    with app.app_context():
        return fill(Table().play(MADE))


@pytest.fixture
def scorer(app, table):
    return Scorer.at(app, table)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "words"), [("en", "This match is full"), ("el", "Η παρτίδα γέμισε")]
)
@pytest.mark.parametrize("htmx", [False, True])
def test_a_hand_and_an_undoing_are_refused_in_so_many_words(app, table, language, words, htmx):
    scorer = Scorer.at(app, table)
    page = scorer.entry()
    scorer.headers, scorer.language = {"Accept-Language": language}, language
    form = page.form_of("Save hand").typed(contract="A:90", points_A="97")
    answers = [scorer.post(f"{scorer.url}hand", form, htmx=htmx)]
    fields = [("csrf_token", scorer.token()), ("op_id", new_operation_id())]
    undo = [*fields, ("revision", table.kept.revision), ("seq", table.kept.revision)]
    answers.append(scorer.post(f"{scorer.url}undo", undo, htmx=htmx))
    for answer in answers:
        assert answer.status == 422
        assert words in answer.words()
    assert scorer.ledger().revision == table.kept.revision


def test_a_program_is_told_so(table, scorer):
    said = {"op": "record", "revision": table.kept.revision, "hand": MADE}
    path = f"/api/v1/matches/{scorer.public_id}/ops/{new_operation_id()}"
    answer = scorer.client.put(path, json=said, headers={"Authorization": f"Bearer {table.secret}"})
    assert (answer.status_code, answer.get_json()["type"]) == (422, "/api/v1/#problem-full")


def test_it_is_stopped_as_any_other(scorer):
    scorer.do("Yes, stop")
    assert scorer.ledger().standing.is_over
