"""Pages are tested with real forms, cookies and tokens, on matches in a real database file."""

import pytest
from sqlalchemy import event

from scorekeeper.store.db import db
from scorekeeper.web.match import import_export, sheets
from scorekeeper.web.site import home
from tests.phone import Scorer
from tests.table import Table


@pytest.fixture
def keep(app):
    """Makes matches: `keep(MADE, FAILED)`, `keep(rules="online", then=lambda t: t.do("stopped"))`.

    Each is kept by another phone.
    """

    def keep(*hands, rules="cafe", then=None, **switches):
        with app.app_context():
            table = Table(rules, **switches).play(*hands)
            if then is not None:
                then(table)
        return Scorer.at(app, table)

    return keep


@pytest.fixture
def stranger(app, keep):
    """A phone that writes only its own match."""
    return keep()


@pytest.fixture(autouse=True)
def no_printing_process(monkeypatch):
    """No page starts one ahead of need, except where a test asks for that."""
    monkeypatch.setattr(sheets.PRINTER, "start", lambda: None)
    monkeypatch.setattr(sheets.PRINT_AHEAD, "enqueue", lambda _key, _state, _make: None)


@pytest.fixture
def no_printing(monkeypatch):
    """Sheets are not printed here: tests/printing does."""
    monkeypatch.setattr(sheets, "sheet_pdf", lambda *_args, **_kwargs: b"%PDF-")
    monkeypatch.setattr(sheets.PRINTER, "pdf", lambda _html: b"%PDF-")
    monkeypatch.setattr(sheets.PRINTER, "png", lambda _html: b"PNG")
    monkeypatch.setattr(import_export, "ledger_png", lambda *_args, **_kwargs: b"PNG")


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
