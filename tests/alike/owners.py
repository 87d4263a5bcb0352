"""Matches, tournaments and clubs, each with the phones and programs that ask for a route.

The rows of an owner have the right request of each page, form and operation, and the status that
each role gets. `asking` has the roles in their order: the one that may change everything is the
last.
"""

import sqlite3
from contextlib import closing

from scorekeeper.club.club_service import CLUB_ROLE_LINKS
from scorekeeper.config import settings_of
from scorekeeper.match.phones import enrol_phone, find_phone
from scorekeeper.tournament.service import TOURNAMENT_ROLE_LINKS
from tests.support.desk import ClubDesk
from tests.support.desk_phone import ClubPhone, DeskPhone
from tests.support.phone import Phone
from tests.support.program import Director, Secretary
from tests.web import routes as matches
from tests.web.api import routes as api
from tests.web.clubs import routes as clubs
from tests.web.tournaments import routes as tournaments


class AtMatch:
    """A match of two hands, or with the act before that the route needs."""

    ROWS = matches.ROWS
    LOOKING_UP = {*matches.of_a_match()}  # noqa: RUF012  never changed
    """The routes that look a match up."""
    MAY_NOT_WRITE = "watcher", "scorer of another match"

    def __init__(self, given, key):
        app, self.key, row = given("app"), key, self.ROWS[key]
        self.owner = matches.match_for(given("keep"), key)
        self.path = matches.address(app, key, self.owner.public_id)
        self.body, self.without_cookie = row.body, row.nobody or row.stranger
        if key[1] != "GET" and row.body is None:
            self.without_cookie = 400  # the form's token is missing
        watcher = Phone(app)
        watcher.get("/matches/new")
        watcher.get(self.owner.url)
        self.asking = {
            "watcher": (watcher, row.stranger),
            "scorer of another match": (given("keep")(), row.stranger),
            "scorer": (self.owner, row.scorer),
        }

        self.url = self.owner.url
        reads = key[1] == "GET" or key[0] in matches.READS_ONLY or key not in self.LOOKING_UP
        self.must_change = not reads

    def ask(self, phone, key=None, public_id=None, headers=None):
        """The phone asks for this match's route, or for another one."""
        key, now = key or self.key, self.owner.ledger().revision
        path = matches.address(phone.app, key, public_id or self.owner.public_id)
        return matches.ask_at(phone, key, path, now, headers=headers)

    def fields(self):
        return matches.fields(self.key, self.owner, 3)

    def kept(self):
        return self.owner.ledger()


class _AtADesk:
    """A tournament or a club with its organiser's phone, and helpers."""

    MAY_NOT_WRITE = "somebody", "organiser of another one"
    must_change = False  # test_forms.py says which forms write

    def _let_in(self, row, stranger, helper):
        self.body, self.without_cookie = None, 400 if self.key[1] == "POST" else row.stranger
        self.asking = {
            "somebody": (Phone(self.owner.app), row.stranger),
            "organiser of another one": (stranger, row.stranger),
            "helper": (helper, row.helper),
            "organiser": (self.owner, row.organiser),
        }


class AtTournament(_AtADesk):
    """A tournament of four pairs in its first round, with a clock."""

    ROWS = LOOKING_UP = tournaments.TOURNAMENT_ROWS

    def __init__(self, given, key):
        app, organise, self.key = given("app"), given("organise"), key
        drawn = {"length": "minutes", "limit": 60, "then": lambda desk: desk.draw()}
        self.owner = organise(4, **drawn)
        self.path = tournaments.address(app, key, self.owner.public_id)
        helper = DeskPhone(app, self.owner.public_id, secret_of_helper(self.owner))
        self._let_in(self.ROWS[key], organise(4), helper)

    def ask(self, phone, key=None, public_id=None, headers=None):
        told = {"public_id": public_id, "headers": headers}
        return tournaments.ask(phone, key or self.key, self.owner.held(), **told)

    def fields(self):
        return tournaments.fields(self.owner, self.key, self.owner.held())

    def kept(self):
        return self.owner.tournament()


class AtClub(_AtADesk):
    """A club of four persons with a season."""

    ROWS = LOOKING_UP = clubs.CLUB_ROWS

    def __init__(self, given, key):
        app, self.owner, self.key = given("app"), given("keeper"), key
        self.path = clubs.address(app, key, self.owner.public_id, self.owner.tournament)
        with app.app_context():
            other = ClubDesk()
        secret = secret_of_helper(self.owner, CLUB_ROLE_LINKS)
        own = self.owner.public_id, secret, self.owner.tournament
        self._let_in(
            self.ROWS[key], ClubPhone(app, other.public_id, other.secret), ClubPhone(app, *own)
        )

    def ask(self, phone, key=None, public_id=None, headers=None):
        key, told = key or self.key, {"public_id": public_id, "headers": headers}
        if phone is self.owner and key[0] in ("clubs.add_person", "clubs.change_person"):
            told["name"] = "Sotiris"  # the helper has written the name of the row
        return clubs.ask(phone, key, self.owner, **told)

    def fields(self):
        return clubs.fields(self.owner, self.key, self.owner)

    def kept(self):
        return self.owner.club()


class _ByApi:
    """A tournament or a club that a program keeps; a second one is a stranger's."""

    MAY_NOT_WRITE = "program of another one", "program without a secret"
    must_change = False

    def __init__(self, key, owner, other):
        self.key, self.owner, row = key, owner, self.ROWS[key]
        self.path = api.address(key, f"/api/v1{owner.path}")
        self.body, self.without_cookie = row.body or {}, row.nobody
        stranger, helper = owner.with_secret(other.secret), owner.helper()
        helper.get(owner.path)  # a link that is shown for the first time is written down
        self.asking = {
            "program of another one": (stranger, row.stranger),
            "program without a secret": (owner.with_secret(None), row.nobody),
            "helper's program": (helper, row.helper),
        }
        if row.helper == 403:  # else the operation is the helper's
            self.asking["organiser's program"] = (owner, row.organiser)

    def fields(self):
        return []

    def ask(self, program, key=None, public_id=None, headers=None):
        path = self.owner.path
        if public_id:
            path = path.replace(self.owner.public_id, public_id)
        return api.ask(program, key or self.key, path, **(headers or {}))


class TournamentByApi(_ByApi):
    ROWS = LOOKING_UP = api.API_ROWS

    def __init__(self, given, key):
        app = given("app")
        director = Director(app).set_up(4)
        director.done("draw")
        super().__init__(key, director, Director(app).set_up(4))

    def kept(self):
        """All but that a program showed its link for the first time."""
        acts = self.owner.held().tournament.acts
        return [act for act in acts if act.kind != "joined"], self.owner.links()


class ClubByApi(_ByApi):
    ROWS = LOOKING_UP = api.CLUB_API_ROWS

    def __init__(self, given, key):
        app = given("app")
        secretary = Secretary(app).begin("Maria", "Giorgos", "Eleni", "Andreas")
        assert secretary.season().status == 201
        super().__init__(key, secretary, Secretary(app).begin())

    def kept(self):
        """All but that a program showed its link for the first time."""
        return [act for act in self.owner.held().club.acts if act.kind != "role_taken"]


def secret_of_helper(organiser, role_links=TOURNAMENT_ROLE_LINKS):
    """The secret of a phone that has opened the link of the helper Kyriakos."""
    with organiser.app.app_context():
        own = find_phone(organiser.cookie("phone").value)
        return let_in_helper(role_links, organiser.public_id, own)


def let_in_helper(role_links, public_id, organiser):
    phone, secret = enrol_phone()
    _, link = role_links.name_helper(public_id, organiser, "Kyriakos")
    role_links.open(link, phone)
    return secret


def rows_in(app):
    """How many rows each table has."""
    with closing(sqlite3.connect(settings_of(app).database_file)) as database:
        names = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        counts = {name: f'SELECT count(*) FROM "{name}"' for (name,) in names.fetchall()}
        return {name: database.execute(count).fetchone() for name, count in counts.items()}
