"""Forms of all owners alike: two taps, a page left behind, other content, tokens.

Each that carries an operation has an owner to send it to.
"""

import pytest

from scorekeeper.club.club_service import CLUB_ROLE_LINKS
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.tournament.service import TOURNAMENT_ROLE_LINKS
from tests.alike.owners import let_in_helper, rows_in, secret_of_helper
from tests.support.desk import Desk
from tests.support.desk_phone import DeskPhone
from tests.web import routes as matches
from tests.web.clubs import routes as clubs
from tests.web.test_headers import assert_right
from tests.web.tournaments import routes as tournaments

pytestmark = pytest.mark.usefixtures("no_printing", "no_printing_process")


class MatchForm:
    """A form of a match with two hands, or of no match yet."""

    def __init__(self, keep, key):
        self.key, self.phone = key, matches.match_for(keep, key)
        self.path = matches.address(self.phone.app, key, self.phone.public_id)
        self.revision = self.phone.ledger().revision

    def send(self, op_id, **changes):
        told = {"op_id": op_id, **changes}
        return matches.ask_at(self.phone, self.key, self.path, self.revision, **told)


class TournamentForm:
    """A form of a tournament of four pairs, in its first round unless the form needs another."""

    def __init__(self, app, key):
        prepare, settings = STATES.get(key[0], (Desk.draw, {}))
        with app.app_context():
            desk = Desk(4, length="minutes", limit=60, **settings)
            prepare(desk)
        self.key, self.phone = key, DeskPhone(app, desk.public_id, desk.secret)
        self._held = self.phone.held()
        self._typed = TYPED.get(key[0], {})
        if key[0] == "tournaments.swap_tables":
            one, other = self._held.tournament.last_round.tables
            self._typed = {"one": one.a, "other": other.a}
        self.revision = self._held.revision

    def send(self, op_id, **changes):
        told = {"op_id": op_id, **self._typed, **changes}
        return tournaments.ask(self.phone, self.key, self._held, **told)


class ClubForm:
    """A form of a club of four persons with a season."""

    def __init__(self, keeper, key):
        self.key, self.phone = key, keeper
        if key[0] == "clubs.remove_helper":
            secret_of_helper(keeper, CLUB_ROLE_LINKS)
        self.revision = keeper.held().revision

    def send(self, op_id, **changes):
        told = {"op_id": op_id, "revision": str(self.revision), **TYPED.get(self.key[0], {})}
        return clubs.ask(self.phone, self.key, self.phone, **{**told, **changes})


def help_in(desk):
    let_in_helper(TOURNAMENT_ROLE_LINKS, desk.public_id, desk.phone)


def play(desk):
    desk.draw().play()


STATES = {
    "tournaments.delete_pair": (lambda _desk: None, {}),
    "tournaments.draw_round": (lambda desk: desk.draw().play().propose(), {}),
    "tournaments.propose_round": (play, {}),
    "tournaments.remove_helper": (help_in, {}),
    "tournaments.add_final": (play, {"rounds": 1}),
    "tournaments.withdraw_result": (play, {}),
}
"""The organiser's acts before a form can be sent, and the tournament's set-up."""


TYPED = {
    "tournaments.tick": {"present": ""},
    "clubs.add_person": {"name": "Sotiris"},
    "clubs.change_person": {"name": "Sotiris"},
}
"""Fields in place of those that the row of the route sends, so that the form writes something."""


WITHOUT_OPERATION = {
    *("setup.rules", "changes.change_rules", "tournaments.rules", "tournaments.setup_rules"),
    *("tournaments.add_pairs", "tournaments.check_typed_sheet"),
    *("preferences.choose", "own_phone.sign_out", "own_machine.download", "side_answers.choose"),
    *("home.remove", "home.put_back", "clubs.leave_here", "tournaments.cancel_paper"),
    *("pencil.make_link", "tournaments.renew_link"),
    *(f"{owner}.{act}" for owner in ("clubs", "tournaments") for act in ("look", "open_link")),
    *("pencil.look", "pencil.open_link", "clubs.open_saved", "tournaments.open_saved"),
}
"""These forms show something, make a new link with each tap, or keep a choice."""


OF_OTHERS = {
    *("pencil.ask", "pencil.answer", "side_answers.agree", "side_answers.flag"),
    *(f"match_club.{act}" for act in ("join", "propose", "leave", "seat")),
    *("clubs.give_tournament", "clubs.part_person", "tournaments.undo"),
    *(f"tournaments.{act}" for act in ("register", "open_registration", "change_registration")),
    *(f"tournaments.{act}" for act in ("check_in", "check_in_by_name", "withdraw_registration")),
    *("tournaments.take_registrations", "tournaments.decline_registration"),
    "tournaments.pair_singles",
}
"""These forms need a side's phone, a pair that has announced itself, or another act before."""


ROWS = (*matches.forms(), *tournaments.TOURNAMENT_ROWS, *clubs.CLUB_ROWS)


POSTED = [key for key in ROWS if key[1] == "POST"]


FORMS = [key for key in POSTED if key[0] not in WITHOUT_OPERATION | OF_OTHERS]


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
