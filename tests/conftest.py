"""The common fixtures: an app on a real database file, a phone, a scorer at a table."""

import gc
import shutil
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import settings

from scorekeeper.app import create_app
from scorekeeper.config import settings_of, use_settings
from scorekeeper.i18n import use_locale
from scorekeeper.operating.logs import EVENTS
from scorekeeper.store.db import db
from scorekeeper.store.schema import close_connections
from tests.databases import KEY, SETTINGS, InFile, OnServer, kinds_for
from tests.examples import tries_more
from tests.phone import Phone, Scorer
from tests.postgres import running_cluster
from tests.shards import add_option, leave_out

__all__ = ["KEY", "SETTINGS"]

# How long an example takes is the machine's, and measured by `make bench`.
settings.register_profile("tefteri", deadline=None)
settings.load_profile("tefteri")


def pytest_addoption(parser):
    add_option(parser)


def pytest_generate_tests(metafunc):
    kinds = kinds_for(metafunc.definition.path, metafunc.definition.name)
    if kinds and "kept_in" in metafunc.fixturenames:
        metafunc.parametrize("kept_in", kinds.values(), ids=kinds.keys(), indirect=True)


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Ten thousand tests stay until the end. A search of them for garbage is half of finding them,
    and each test's garbage would start it again. An app leaves a thousand objects in a moment. A
    search after each thousand would be a fifth of a run."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(50_000)
        gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    """Leave out slow tests of other shards. Mark what tries more in `make faults`, which selects it
    by that, before anything is left out by a mark."""
    leave_out(config, items)
    for test in items:
        if tries_more(test):
            test.add_marker(pytest.mark.examples)


def pytest_terminal_summary(terminalreporter):
    """Show what tests counted: kills, say, and the hands that were acknowledged meanwhile."""
    for report in terminalreporter.getreports("passed"):
        figures = dict(report.user_properties).get("figures")
        if figures and report.when == "call":
            terminalreporter.write_line(f"{report.nodeid}: {figures}")


@pytest.fixture(scope="session")
def playwright():
    """There may be one in a process."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def cluster():
    """A PostgreSQL of the tests' own."""
    with running_cluster() as cluster:
        yield cluster


@pytest.fixture(scope="session")
def kept_in(request, tmp_path_factory):
    """The store of the matches: a file, unless the test asks for another."""
    folder = tmp_path_factory.mktemp("migrated")
    if getattr(request, "param", InFile) is OnServer:
        kept_in = OnServer(request.getfixturevalue("cluster"), folder)
    else:
        kept_in = InFile(folder)
    yield kept_in
    kept_in.close()


@pytest.fixture(scope="session")
def running_app(kept_in, tmp_path_factory):
    """One app for all tests without special settings: making one costs a test's time."""
    folder = tmp_path_factory.mktemp("instance")
    app = create_app({"INSTANCE": folder, **kept_in.settings, **SETTINGS})
    yield app
    with app.app_context():
        db.engine.dispose()


@pytest.fixture
def instance(running_app, kept_in, monkeypatch):
    """The folder of that app, as it was before its first match; no test has others' refusals in
    its log."""
    monkeypatch.setattr(EVENTS, "_counts", Counter())
    folder = settings_of(running_app).instance
    for file in folder.iterdir():
        shutil.rmtree(file) if file.is_dir() else file.unlink()
    kept_in.empty(folder)
    return folder


@pytest.fixture
def app(running_app, instance, kept_in):
    for limiter in running_app.extensions["limiter"]:
        limiter.reset()  # no test pays for what others asked for
    settings = settings_of(running_app)
    yield running_app
    use_settings(running_app, settings)  # a command tells its app the server's address
    with running_app.app_context():
        kept_in.end_test()


@pytest.fixture
def context(app):
    """The app, whose context the test is in."""
    with app.app_context():
        yield app


@pytest.fixture
def change_settings(app, monkeypatch):
    """Gives the app other settings for one test."""

    def change(**settings):
        changed = replace(settings_of(app), **settings)
        monkeypatch.setitem(app.extensions, "settings", changed)

    return change


@pytest.fixture
def make_app(instance, kept_in):
    """Makes apps with special settings on the same database file."""
    made = []

    def make(**settings):
        made.append(create_app({"INSTANCE": instance, **kept_in.settings, **SETTINGS, **settings}))
        return made[-1]

    yield make
    for app in made:
        with app.app_context():
            close_connections()


@pytest.fixture
def english():
    """The words in the code."""
    with use_locale("en"):
        yield


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
