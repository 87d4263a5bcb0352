"""Phones in front of a real server. Each test has its own phone and its own matches."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.axe import Axe
from tests.browser.watch import SHIFTS, Watch
from tests.engines.chromium import OPTIONS, program
from tests.support.browser_phone import DESKTOP, PHONE, Phone
from tests.support.examples import rarely
from tests.support.processes import ARTEFACTS
from tests.support.proxy import Proxy
from tests.support.server import Checkout, Server

LOCALES = {"en": "en-GB", "el": "el-GR"}

PATIENCE_MS = 30_000
"""For what must come: six tests at once on two slow cores leave a page little of them."""
GREEK_FIRST = pytest.mark.parametrize("language", ["el", rarely("en")])
"""Greek in every run, for its words are the longer ones; English in a shard."""

expect.set_options(timeout=PATIENCE_MS)


def pytest_collection_modifyitems(items):
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if call.when == "call" and report.failed and "open_phone" in item.fixturenames:
        item.failed = True
    return report


@pytest.fixture(scope="session")
def chromium(playwright):
    browser = playwright.chromium.launch(executable_path=program(), args=OPTIONS)
    browser.program = program()
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def axe():
    return Axe()


@pytest.fixture(scope="session")
def servers(tmp_path_factory):
    """A server that sends scripts in this way, for all modules that want it so."""
    started = {}

    def server_of(scripts):
        if scripts not in started:
            folder = tmp_path_factory.mktemp("instance")
            started[scripts] = Server(folder, SCRIPTS=scripts).start()
        return started[scripts]

    yield server_of
    for server in started.values():
        server.stop()


@pytest.fixture(scope="module")
def scripts_of_module(request):
    """Joined, as people have them; where tests look into a page's modules, which are forty files,
    their module says so as `SCRIPTS`."""
    return getattr(request.module, "SCRIPTS", "joined")


@pytest.fixture(scope="module")
def server(servers, scripts_of_module):
    return servers(scripts_of_module)


@pytest.fixture(scope="module")
def fragile_of_module(request, tmp_path_factory, scripts_of_module):
    """With the settings that a module has as `FRAGILE`."""
    settings = getattr(request.module, "FRAGILE", {})
    folder = tmp_path_factory.mktemp("fragile")
    server = Server(folder, SCRIPTS=scripts_of_module, **settings)
    yield server
    server.kill()


@pytest.fixture
def fragile(fragile_of_module):
    """A server that is there, and may be killed: the next test starts it again."""
    return fragile_of_module if fragile_of_module.is_running else fragile_of_module.start()


@pytest.fixture
def own_server(tmp_path):
    """A server that a test may stop, and upgrade; its pages have modules to look into."""
    server = Checkout(tmp_path, SCRIPTS="modules").start()
    yield server
    server.stop()


@pytest.fixture
def open_phone(request, chromium, server):
    """Opens phones; at the end none of them may have logged a fault."""
    opened = []

    def open_phone(language="en", viewport=PHONE, *, at=server, touch=True, **options):
        # All but what tests/browser/test_installed.py tests works without a service worker, too.
        options.setdefault("service_workers", "block")
        context = chromium.new_context(
            base_url=at.url,
            viewport=viewport,
            locale=LOCALES[language],
            timezone_id="Asia/Nicosia",
            has_touch=touch,
            is_mobile=touch,
            **options,
        )
        context.set_default_timeout(PATIENCE_MS)
        context.add_init_script(SHIFTS)
        watch = Watch(context, at.url)
        phone = Phone(context.new_page(), language, touch=touch)
        phone.watch = watch
        opened.append((context, watch))
        return phone

    yield open_phone
    if getattr(request.node, "failed", False):
        _keep_pictures(request.node.name, [context for context, _ in opened])
        print("the end of the server's log:", server.log.read_text()[-3000:])
    faults = [fault for _, watch in opened for fault in watch.faults]
    for context, _ in opened:
        context.close()
    assert not faults, "\n".join(faults)


@pytest.fixture
def phone(open_phone):
    """A phone of 360 × 640 in English."""
    return open_phone()


@pytest.fixture
def match(phone):
    """The phone at a match just started, by the rules of the café."""
    phone.start_match()
    return phone


@pytest.fixture
def entry(match):
    """The phone at the entry of the first hand."""
    match.open_entry()
    return match


@pytest.fixture
def laptop(open_phone):
    return open_phone(viewport=DESKTOP, touch=False)


@pytest.fixture
def proxy(server):
    """A network to the server that a test may cut."""
    proxy = Proxy(server)
    yield proxy
    proxy.close()


def _keep_pictures(name, contexts):
    ARTEFACTS.mkdir(exist_ok=True)
    pages = [page for context in contexts for page in context.pages]
    for number, page in enumerate(pages, 1):
        safe = re.sub(r"[^\w.-]+", "-", name)
        page.screenshot(path=ARTEFACTS / f"failed-{safe}-{number}.png")
