"""What many tests start from: an app on a real database file, a phone, a scorer at a table."""

import shutil

import pytest

from scorekeeper.app import create_app
from scorekeeper.store.db import db
from scorekeeper.store.migrating import bring_up_to_date
from tests.phone import Phone, Scorer

KEY = "8f1c0b6e5d2a47938f1c0b6e5d2a4793"
"""A secret key that is not weak; the app's own is made in tests/test_config.py."""
SETTINGS = {"SECRET_KEY": KEY, "TESTING": True, "PRINT_SECONDS": 60.0}
"""On a busy machine a sheet takes its time."""


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory):
    """A database file with this version's tables and nothing in them."""
    folder = tmp_path_factory.mktemp("migrated")
    app = create_app({"INSTANCE": folder, **SETTINGS})
    with app.app_context():
        bring_up_to_date()
        db.engine.dispose()
    return app.config["DATABASE_FILE"]


@pytest.fixture(scope="session")
def running_app(tmp_path_factory):
    """One app for all tests that need no settings of their own: making one costs a test's time."""
    return create_app({"INSTANCE": tmp_path_factory.mktemp("instance"), **SETTINGS})


@pytest.fixture
def instance(running_app, empty_database):
    """The folder of that app, as it was before its first match."""
    folder = running_app.config["INSTANCE"]
    for file in folder.iterdir():
        shutil.rmtree(file) if file.is_dir() else file.unlink()
    shutil.copy(empty_database, folder)
    return folder


@pytest.fixture
def app(running_app, instance):
    for limiter in running_app.extensions["limiter"]:
        limiter.reset()  # no test pays for what others asked for
    yield running_app
    with running_app.app_context():
        db.engine.dispose()


@pytest.fixture
def make_app(instance):
    """Makes apps with settings of their own on the same database file."""
    made = []

    def make(**settings):
        made.append(create_app({"INSTANCE": instance, **SETTINGS, **settings}))
        return made[-1]

    yield make
    for app in made:
        with app.app_context():
            db.engine.dispose()


@pytest.fixture
def client(app):
    return app.test_client()


@pytest.fixture
def phone(app):
    """A phone that was never here before."""
    return Phone(app)


@pytest.fixture
def scorer(app):
    """A phone that has just started a match by the rules of the café."""
    return Scorer(app).start()
