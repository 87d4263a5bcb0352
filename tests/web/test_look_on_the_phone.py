"""A phone without a network reads the entry form as the server does (static/js/look.js)."""

import pytest
from flask import request
from werkzeug.datastructures import MultiDict

from tests.node import answers, difference
from tests.web.wild_forms import WildForm, fields_of, look_told, new_form, shown

FORMS = 3000
HANDS = 1000


@pytest.fixture
def looks(running_app):
    """What is asked of Node about many forms, and what the server says of them."""
    found = []
    for seed in range(FORMS):
        wild = WildForm(seed)
        with running_app.test_request_context():
            typed = wild.typed()
        with running_app.test_request_context(method="POST", data=MultiDict(typed)):
            told = look_told(wild, new_form(request.form))
        question = {"dealer": wild.dealer, "typing": wild.typing, "rules": wild.rules_told}
        found.append(({**question, "typed": typed}, told))
    return found


def assert_alike(pairs):
    given = answers("look.mjs", [asked for asked, _ in pairs])
    found = [
        f"{where}\nin {asked}"
        for (asked, expected), answer in zip(pairs, given, strict=True)
        if (where := difference(expected, answer))
    ]
    assert not found, "\n\n".join(found[:3])


def test_the_phone_reads_a_form_as_the_server_does(looks):
    assert_alike(looks)
    told = [expected for _, expected in looks]
    assert {one["asks"] for one in told} == {None, "swept", "declarations", "tie_point"}
    assert sum(one["isReady"] for one in told) > FORMS / 4
    assert any(one["tops"] for one in told)


def test_the_phone_shows_a_hand_as_the_server_does(running_app):
    wilds = [WildForm(seed) for seed in range(HANDS)]
    with running_app.test_request_context():
        pairs = [pair_of(wild) for wild in wilds]
    given = answers("look.mjs", [asked for asked, _ in pairs])
    for (asked, expected), answer in zip(pairs, given, strict=True):
        assert sorted(map(tuple, answer)) == sorted(expected), asked


def pair_of(wild):
    from scorekeeper.rules.codec import write_hand

    hand = wild.hand_shown()
    expected = fields_of(shown(hand, wild.rule_set))
    return {"hand": write_hand(hand), "rules": wild.rules_told}, expected
