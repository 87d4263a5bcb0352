"""Every kind of act of a tournament has its sentence in the history."""

import pytest

from scorekeeper.explain.tournament_history import act_text, is_public, words_of_kind
from scorekeeper.i18n import use_locale
from scorekeeper.services.tournament_acts.pair_acts import Attended, PairChanged
from scorekeeper.services.tournament_acts.registry import BODIES
from tests.services.wild_desk import WildDesk


@pytest.mark.parametrize("body", BODIES.values(), ids=lambda body: body.kind)
def test_every_kind_has_its_words(body):
    assert words_of_kind.dispatch(body) is not words_of_kind.dispatch(object)


def test_something_is_said_of_every_act_in_both_languages(context):
    desk = WildDesk(20)
    desk.play_wildly(60)
    tournament = desk.stored().tournament
    assert len({act.kind for act in tournament.acts}) > 12
    for language in ("en", "el"):
        with use_locale(language):
            for act in tournament.acts:
                assert act_text(act, tournament).strip()


@pytest.mark.parametrize(
    ("body", "is_it"),
    [
        (Attended(present=("1",), absent=()), False),
        (PairChanged(pair="1", paid=True), False),
        (PairChanged(pair="1", paid=True, club="AEL"), True),
        (PairChanged(pair="1", withdrawn=True), True),
    ],
)
def test_who_paid_and_who_is_there_is_the_desk_s_own(body, is_it):
    assert is_public(body) == is_it
