"""Forms of all owners alike: two taps, a page left behind, other content, tokens."""

import pytest

from scorekeeper.journal.identifiers import new_operation_id
from tests.alike.forms import (
    FORMS,
    POSTED,
    ClubForm,
    MatchForm,
    TournamentForm,
    clubs,
    matches,
    rows_in,
    tournaments,
)
from tests.web.clubs.conftest import keeper
from tests.web.conftest import keep, no_printing, no_printing_process
from tests.web.test_headers import assert_right
from tests.web.tournaments.conftest import organise

__all__ = ["keep", "keeper", "no_printing", "no_printing_process", "organise"]

pytestmark = pytest.mark.usefixtures("no_printing")


@pytest.fixture
def make_form(app, keep, request):
    """Makes a form by its row, with an owner that it may be sent to."""

    def make_form(key):
        if key in matches.ROWS:
            return MatchForm(keep, key)
        if key in tournaments.TOURNAMENT_ROWS:
            return TournamentForm(app, key)
        return ClubForm(request.getfixturevalue("keeper"), key)

    return make_form


@pytest.fixture
def form(make_form, request):
    return make_form(request.param)


def each(keys):
    return pytest.mark.parametrize("form", keys, ids=" ".join, indirect=True)


def named(*names):
    """The forms of these names, all of which there are."""
    found = [key for key in FORMS if key[0] in names]
    assert len(found) == len(names)
    return found


SHOWN_ONCE = ("clubs.make_link", "tournaments.make_link", "clubs.join_person")
"""A secret is shown once, and a joined person is gone: the second tap is refused in words."""


@each(FORMS)
def test_second_tap_writes_nothing_and_gets_the_first_answer(app, form):
    op_id, before = new_operation_id(), rows_in(app)
    first = form.send(op_id)
    written = rows_in(app)
    second = form.send(op_id)
    assert first.status in (200, 303)
    assert written != before
    if form.key[0] in SHOWN_ONCE:
        assert second.status == 422
    else:
        assert (second.status, second.goes_to) == (first.status, first.goes_to)
    assert rows_in(app) == written


DECIDED_ON = named(
    "hands.record",
    *(f"changes.{act}" for act in ("change", "correct", "insert", "void")),
    *(f"adjustments.{act}" for act in ("adjust", "correct", "void")),
    *("history.undo", "history.bring_back", "side_answers.answer_turned"),
    *(f"acts.{act}" for act in ("claim", "reopen", "stop", "undo")),
    *(f"tournaments.{act}" for act in ("draw_round", "swap_tables", "undraw")),
    *(f"tournaments.{act}" for act in ("enter_result", "forfeit", "rule_result")),
    *("tournaments.write_grid", "tournaments.write_sheet", "clubs.set_season_up"),
)
"""The forms that whatever was written last makes stale."""


@each(DECIDED_ON)
def test_form_of_an_older_revision_is_refused_and_writes_nothing(app, form):
    before = rows_in(app)
    refused = form.send(new_operation_id(), revision=str(form.revision - 1))
    assert refused.status == 409
    if form.key in matches.ROWS:
        assert "went on meanwhile" in refused.words()
    assert rows_in(app) == before


OTHER = {
    "hands.record": {"points_A": "100"},
    "changes.correct": {"points_A": "100"},
    "changes.insert": {"points_A": "100"},
    "changes.change": {"target": "201"},
    "adjustments.adjust": {"points_A": "30"},
    "adjustments.correct": {"points_A": "30"},
    "acts.claim": {"points": "1"},
    "acts.undo": {"seq": "2"},
    "watching.set_previews": {"names": "1"},
    "import_export.take": {"text": "{}"},
    "setup.start": {"target": "351"},
    "tournaments.create": {"title": "Other"},
    "tournaments.change": {"title": "Other"},
    "tournaments.change_door": {"check_in": ""},
    "tournaments.change_money": {"fee": "20"},
    "tournaments.change_fees": {"payment-1": "20"},
    "tournaments.change_pair": {"player1": "Anna"},
    "tournaments.confirm_pairs": {"player1-0": "Anna"},
    "tournaments.adjust": {"points": "-2"},
    "tournaments.keep_apart": {"other": "3"},
    "tournaments.keep_table": {"table": "2"},
    "tournaments.propose_round": {"reason": "late"},
    "tournaments.enter_result": {"a": "300"},
    "tournaments.write_grid": {"a1": "300"},
    "tournaments.forfeit": {"by": "b"},
    "tournaments.rule_result": {"ruled_a": "301"},
    "tournaments.write_sheet": {"a1": "98", "b1": "64"},
    "clubs.create": {"name": "Other"},
    "clubs.change": {"name": "Third"},
    "clubs.add_person": {"name": "Anna"},
    "clubs.change_person": {"name": "Anna"},
    "clubs.join_person": {"other": "4"},
    "clubs.know_players": {"1-0": "2"},
    "clubs.set_season_up": {"name": "Winter"},
}
"""Other content for these forms."""


@each(named(*OTHER))
def test_other_content_under_a_used_operation_is_refused(app, form):
    op_id = new_operation_id()
    assert form.send(op_id).status == 303
    written = rows_in(app)
    assert form.send(op_id, **OTHER[form.key[0]]).status in (409, 422)
    assert rows_in(app) == written


OF_ONE_THING = named(
    *(f"tournaments.{act}" for act in ("change", "change_door", "change_money", "change_fees")),
    *(f"tournaments.{act}" for act in ("change_pair", "adjust", "keep_table", "propose_round")),
    *(f"clubs.{act}" for act in ("change", "change_person", "join_person", "know_players")),
)
"""Forms that are stale once somebody changed the same thing."""


@each(OF_ONE_THING)
def test_form_of_a_thing_that_was_changed_meanwhile_is_refused(app, form):
    assert form.send(new_operation_id(), **OTHER[form.key[0]]).status == 303
    changed = rows_in(app)
    assert form.send(new_operation_id()).status == 409
    assert rows_in(app) == changed


def test_forms_without_a_token_of_this_phone_are_refused(app, keep, keeper, organise):
    scorers, stranger_token = matches.matches_for(keep, matches.forms()), keep().token()
    organiser = organise(4)
    held, found = organiser.held(), {}

    def ask(key, token):
        if key in matches.ROWS:
            return matches.ask(scorers[key], key, scorers[key], csrf_token=token)
        if key in tournaments.TOURNAMENT_ROWS:
            return tournaments.ask(organiser, key, held, csrf_token=token)
        return clubs.ask(keeper, key, keeper, csrf_token=token)

    before = rows_in(app)
    for key in POSTED:
        for token in (None, "", "made up", stranger_token):
            refused = ask(key, token)
            assert_right(refused.headers, key[0])
            found[key, token] = refused.status
    # A hand comes back with what was typed (tests/web/test_save_again.py).
    assert found == {one: 409 if one[0][0] == "hands.record" else 400 for one in found}
    assert rows_in(app) == before
