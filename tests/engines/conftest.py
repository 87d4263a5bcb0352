"""WebKit, Firefox and Chromium behind one interface, and what people do in each of them.

Playwright's own WebKit and Firefox are downloads that no Debian machine has; these are Debian's.
`browser.py` is the interface, `phone.py` a person's phone in front of it. Each test has one browser
of each engine, and a phone with it, in one engine after the other.

A smoke test is in every run in WebKit, and in Firefox where it has `pytest.mark.every_engine`.
"""

from pathlib import Path

import pytest

from tests.engines.browser import PATIENCE
from tests.engines.engines import NAMES, Engines
from tests.engines.phone import Scorer
from tests.support.examples import rarely
from tests.support.processes import ARTEFACTS
from tests.support.server import Server


def pytest_collection_modifyitems(items):
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


def pytest_generate_tests(metafunc):
    if "engine" in metafunc.fixturenames:
        # tests/browser does all of it in Chromium, and most phones without it are iPhones.
        often = {"webkit"}
        if metafunc.definition.get_closest_marker("every_engine"):
            often.add("firefox")
        engines = [name if name in often else rarely(name) for name in NAMES]
        metafunc.parametrize("engine", engines, scope="session")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if call.when == "call":
        item.failed = report.failed
    return report


@pytest.fixture(scope="session")
def engines(request, tmp_path_factory):
    """Every engine's browser, started when it is asked for."""
    engines = Engines(
        tmp_path_factory.mktemp("engines"), lambda: request.getfixturevalue("playwright")
    )
    yield engines
    engines.close()


@pytest.fixture
def browser(engines, engine):
    """A browser of the engine that was never used."""
    browser = engines.get(engine)
    browser.fresh()
    return browser


@pytest.fixture(scope="session")
def server_of_session(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("instance"), SCRIPTS="joined")
    yield server
    server.kill()


@pytest.fixture
def server(server_of_session):
    """A server that is there, and may be killed: the next test starts it again."""
    return server_of_session if server_of_session.is_running else server_of_session.start()


@pytest.fixture
def open_phone(request, engines, engine, server):
    """Makes the engine's browser a phone that was never used; nothing may have thrown in it."""
    used, thrown = [], []

    def open_phone(language="en", *, at=server, dark=False):
        browser = engines.get(engine)
        browser.patience = PATIENCE
        if used:
            thrown.extend(browser.errors())
        browser.fresh(language, dark=dark)
        used.append(browser)
        return Scorer(browser, at, language)

    yield open_phone
    for browser in used[:1]:
        if getattr(request.node, "failed", False):
            _keep_picture(request.node.name, browser)
        assert [*thrown, *browser.errors()] == []


@pytest.fixture
def phone(open_phone):
    """A phone of 360 × 640 in English."""
    return open_phone()


def _keep_picture(name, browser):
    ARTEFACTS.mkdir(exist_ok=True)
    (ARTEFACTS / f"failed-{name}.png").write_bytes(browser.picture())
