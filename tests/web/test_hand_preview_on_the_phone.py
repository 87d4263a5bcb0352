"""A phone without a network reads the entry form as the server does (static/js/hand_preview.js)."""

from itertools import product

import pytest
from flask import request
from werkzeug.datastructures import MultiDict

from scorekeeper.rules.codec import write_hand
from tests.node import assert_alike
from tests.web.wild_forms import WildForm, fields_of, new_form, preview_data, shown

TABLES = 800
FORMS_AT_EACH = 3


@pytest.fixture
def looks(running_app):
    """The questions to Node about many forms, and the server's answers."""
    wilds = [WildForm(seed) for seed in range(TABLES)]
    with running_app.test_request_context():
        filled = [wild.filled() for wild in wilds]
    return [
        look(running_app, wild, wild.typed(fields))
        for wild, fields in zip(wilds, filled, strict=True)
        for _ in range(FORMS_AT_EACH)
    ]


def look(app, wild, typed):
    with app.test_request_context(method="POST", data=MultiDict(typed)):
        told = preview_data(wild, new_form(request.form))
    question = {"dealer": wild.dealer, "typing": wild.typing, "rules": wild.rules_told}
    return {**question, "typed": typed}, told


@pytest.mark.slow
def test_the_phone_reads_a_form_as_the_server_does(looks):
    assert_alike("hand_preview.mjs", looks)
    told = [expected for _, expected in looks]
    asked = {(one["asks"], one["isAnswered"]) for one in told}
    questions = ("swept", "declarations", "tie_point")
    assert asked == {(None, True), *product(questions, (True, False))}
    assert sum(one["isReady"] for one in told) > len(told) / 4
    assert any(one["tops"] for one in told)


def test_the_phone_shows_a_hand_as_the_server_does(running_app):
    wilds = [WildForm(seed) for seed in range(TABLES)]
    with running_app.test_request_context():
        pairs = [pair_of(wild) for wild in wilds]
    assert_alike("hand_preview.mjs", pairs)


def pair_of(wild):
    hand = wild.hand_shown()
    expected = sorted(map(list, fields_of(shown(hand, wild.rule_set))))
    return {"hand": write_hand(hand), "rules": wild.rules_told}, expected
