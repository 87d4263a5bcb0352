"""The evening of the demo, made once for all tests that only read it."""

import pytest

from scorekeeper.app import create_app
from scorekeeper.demo.all_stories import tell_evening
from scorekeeper.demo.organised_evenings import tell_club, tell_tournament
from scorekeeper.journal.identifiers import new_secret
from scorekeeper.match import matches
from scorekeeper.match.phones import enrol_phone
from scorekeeper.store.db import db
from scorekeeper.store.migrator import bring_up_to_date
from tests.support.databases import SETTINGS


class Told:
    """The evening, made once: its app, the ledgers by their stories' names, the rows of all."""

    def __init__(self, folder):
        secret = new_secret()
        self.app = create_app({"INSTANCE": folder, "DEMO_PHONE": secret, **SETTINGS})
        with self.app.app_context():
            bring_up_to_date()
            phone_id, _secret = enrol_phone(secret)
            self.addresses = tell_evening(phone_id)
            self.tournament = tell_tournament(phone_id)
            self.club = tell_club(phone_id)
            kept = {name: matches.find_match(at) for name, at in self.addresses.items()}
        self.ledgers = {name: one.ledger for name, one in kept.items()}
        self.rows = [row for one in self.ledgers.values() for row in one.standing.rows]
        self.played = [row for row in self.rows if row.scored and not row.scored.passed_out]


@pytest.fixture(scope="session")
def evening(tmp_path_factory):
    told = Told(tmp_path_factory.mktemp("demo"))
    yield told
    with told.app.app_context():
        db.engine.dispose()
