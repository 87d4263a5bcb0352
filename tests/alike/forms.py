"""The forms of all owners that carry an operation, each with an owner to send it to."""

import sqlite3
from contextlib import closing

from scorekeeper.club.club_service import CLUB_ROLE_LINKS
from scorekeeper.config import settings_of
from scorekeeper.match.phones import enrol_phone, find_phone
from scorekeeper.tournament.service import TOURNAMENT_ROLE_LINKS
from tests.desk import Desk
from tests.web import routes as matches
from tests.web.clubs import routes as clubs
from tests.web.tournaments import routes as tournaments
from tests.web.tournaments.conftest import DeskPhone


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
            with keeper.app.app_context():
                own = find_phone(keeper.cookie("phone").value)
                open_link_of_helper(CLUB_ROLE_LINKS, keeper.public_id, own)
        self.revision = keeper.held().revision

    def send(self, op_id, **changes):
        told = {"op_id": op_id, "revision": str(self.revision), **TYPED.get(self.key[0], {})}
        return clubs.ask(self.phone, self.key, self.phone, **{**told, **changes})


def open_link_of_helper(role_links, public_id, organiser):
    _, link = role_links.name_helper(public_id, organiser, "Kyriakos")
    role_links.open(link, enrol_phone()[0])


def help_in(desk):
    open_link_of_helper(TOURNAMENT_ROLE_LINKS, desk.public_id, desk.phone)


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


def rows_in(app):
    """How many rows each table has."""
    with closing(sqlite3.connect(settings_of(app).database_file)) as database:
        names = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        counts = {name: f'SELECT count(*) FROM "{name}"' for (name,) in names.fetchall()}
        return {name: database.execute(count).fetchone() for name, count in counts.items()}
