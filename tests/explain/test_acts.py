"""Every kind of act of a match has its sentence in the history."""

import pytest

from scorekeeper.explain.acts import ACTS, SAID, act_text, name_in_ledger
from scorekeeper.i18n import use_locale
from scorekeeper.match.acts.registry import BODIES
from scorekeeper.match.matches import find_match
from tests.services.stored_matches import put_in, stored_matches
from tests.support.table import FAILED, MADE, Table


def test_every_act_of_play_has_a_name():
    play = {kind for kind, body in BODIES.items() if body.is_play} - {"undone"}
    assert ACTS.keys() == {*play, "penalty"}


@pytest.mark.parametrize("language", ["en", "el"])
def test_something_is_said_of_every_kind(context, language):
    _, stored = stored_matches()
    put_in(stored[:60])
    told = set()
    with use_locale(language):
        for one in stored[:60]:
            ledger = find_match(one["public_id"]).ledger
            for act in ledger.acts:
                assert " ".join(act_text(act, ledger)).strip()
                assert not act.is_play or name_in_ledger(act, ledger)
                told.add(act.kind)
    assert told <= BODIES.keys()
    assert len(told) == 20, "those of that time"


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ["Theirs, on the scorer's phone: ✓ hand 1: 19 – 6", "Agreed to hand 1"]),
        ("el", ["Theirs, στο κινητό που γράφει: ✓ χέρι 1: 19 – 6", "Σωστό το χέρι 1"]),
    ],
)
def test_an_answer_on_the_scorers_phone_says_so(context, language, told):
    table = Table().play(MADE)
    shown = {"side": "B", "hand_id": 2, "score": {"A": 19, "B": 6}}
    ledger = table.do("agreed_here", **shown).do("corrected", hand_id=2, hand=FAILED).ledger
    with use_locale(language):
        answer, correction = ledger.acts[-2:]
        words = act_text(answer, ledger).words.replace("\N{NO-BREAK SPACE}", " ")
        assert [words, name_in_ledger(answer, ledger)] == told
        assert act_text(correction, ledger).before, "the hand, and not the answer to it"


@pytest.mark.parametrize(("points", "name"), [(-10, "Penalty"), (10, "Adjustment")])
@pytest.mark.usefixtures("context")
def test_an_adjustment_that_takes_off_is_a_penalty(points, name):
    ledger = Table().do("adjusted", adjust={"B": points}, reason="Friday: late").ledger
    with use_locale("en"):
        assert name_in_ledger(ledger.acts[-1], ledger) == name


@pytest.mark.parametrize("body", BODIES.values(), ids=lambda body: body.kind)
def test_every_kind_has_its_words(body):
    assert body in SAID
