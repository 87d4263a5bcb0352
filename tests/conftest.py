"""The common fixtures: an app on a real database file, phones at a match, at a desk, at a club."""

import gc
import shutil
from collections import Counter
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import settings

from scorekeeper.app import create_app
from scorekeeper.cli import main
from scorekeeper.config import settings_of, use_settings
from scorekeeper.i18n import use_locale
from scorekeeper.operating.logs import EVENTS
from scorekeeper.store.db import db
from scorekeeper.store.schema import close_connections
from scorekeeper.web.match import import_export, sheets
from tests.shards import add_option, leave_out
from tests.support.databases import SETTINGS, InFile, OnServer, kinds_for
from tests.support.desk import ClubDesk, Desk
from tests.support.desk_phone import ClubPhone, DeskPhone
from tests.support.examples import tries_more
from tests.support.phone import Phone, Scorer
from tests.support.postgres import running_cluster
from tests.support.table import MADE, Table

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
def organise(app):
    """Makes an organiser's phone: `organise(8, format="swiss", then=lambda desk: desk.draw())`."""

    def organise(pairs=0, *, then=None, language="en", **changes):
        with app.app_context():
            desk = Desk(pairs, **changes)
            if then is not None:
                then(desk)
        return DeskPhone(app, desk.public_id, desk.secret, language)

    return organise


@pytest.fixture
def keeper(app):
    """The organiser of a club of four, with a season of one evening that was played."""
    with app.app_context():
        desk = ClubDesk("Maria", "Giorgos", "Eleni", "Andreas")
        evening = Desk(day=date(2026, 2, 6), format="round_robin")
        evening.add(("Maria", "Giorgos"), ("Eleni", "Andreas")).draw().result(1, 351, 200)
        desk.belong(evening, {"1": ["1", "2"]}).season(evening)
    return ClubPhone(app, desk.public_id, desk.secret, evening.public_id)


@pytest.fixture
def no_printing_process(monkeypatch):
    """No page starts one ahead of need."""
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
def table(context):
    """A table that has written one hand."""
    return Table().play(MADE)


@pytest.fixture
def run_in(capfd):
    """Runs a command in an app: its status, and what it wrote."""

    def run_command(app, *arguments, lang="en"):
        status = main(lambda: app, [*map(str, arguments), "--lang", lang])
        return status, *capfd.readouterr()

    return run_command
