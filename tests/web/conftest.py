"""Pages are tested with real forms, cookies and tokens, on matches in a real database file."""

import pytest
from sqlalchemy import event

from scorekeeper.store.db import db
from scorekeeper.web.site import home
from tests.support.phone import Scorer


@pytest.fixture(autouse=True)
def no_page_prints_ahead(no_printing_process):
    """A test may set the real printer in again."""


@pytest.fixture
def stranger(app, keep):
    """A phone that writes only its own match."""
    return keep()


@pytest.fixture
def new(app):
    """A phone that has started nothing yet."""
    return Scorer(app)


@pytest.fixture
def broken(monkeypatch):
    """The home page breaks."""

    def fail(_phone):
        raise ZeroDivisionError("a secret of the program\nin two lines")

    monkeypatch.setattr(home, "phone_id", lambda: 1)
    monkeypatch.setattr(home.matches, "matches_of", fail)


@pytest.fixture
def statements(app):
    """Every SQL statement from now on."""
    said = []
    with app.app_context():
        engine = db.engine
    # SQLite's own word: a poll goes past the session.
    listener = (engine, "checkout", lambda one, *_: one.set_trace_callback(said.append))
    event.listen(*listener)
    yield said
    event.remove(*listener)
