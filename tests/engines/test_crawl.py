"""Every control of every page is where a finger reaches it, in every engine.

`make test` has the time for one page of a kind in the engine of iPhones, and for every second of
these in Firefox. In Chromium tests/browser/test_letter_sizes.py sees what lies over what, too.
`make faults` looks at everything.
"""

import re
from collections import Counter, deque
from contextlib import closing
from html.parser import HTMLParser
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest

from tests.support.examples import ALL
from tests.support.server import HOST, Demo

STARTS = ("/", "/tournaments/", "/clubs/", "/help/offline", "/privacy")
REACH = (Path(__file__).parent / "reach.mjs").read_text().replace("export ", "")
EVERY = {"webkit": 1, "firefox": 2, "chromium": 1}
"""The steps, in pages, from one page that an engine looks at to the next."""
LEAST = 120
"""Pages: a walk that finds less has lost its way."""
CONTROLS = 15
"""On a page, taken all together."""
LEDGERS = 6
"""An evening has matches that run, that are won, and that are long."""
# Paper, pictures and files, and what answers to a program.
_NO_PAGE = re.compile(r"\.(pdf|png|csv|json|svg|crt|webmanifest|js|css)$|^/(api|static|lang)\b")
# States of a page that no link leads to, as their addresses hold them.
STATES = (
    "/rules/cafe?six_six=bidder&stake=perhaps",
    "/rules/compare?a=openclose&b=chess",
    "/rules/which?unit=tenths&doubling=stake",
    "/rules/which?unit=tenths&doubling=stake&failed_declarations=bidder"
    "&failed_pilotta=defence&extras_count=any&six_six=bidder&bid_step=1",
    "/settle/tricks?trump=hearts&cards=Jh&cards=9h&cards=Ah",
    "/settle/tricks?trump=hearts&cards=Jh&cards=9h&cards=Ah&cards=10h&last=1",
    "/settle/declaration?declarations_A=run3&declarations_B=run3",
    "/settle/declaration?trump=hearts&cards_A=7h&cards_B=8d&cards_B=9d",
    "/no-such-page",
    "/offline",
)


@pytest.fixture(scope="session")
def demo(tmp_path_factory):
    """The café evening, with every rule and edge somewhere in it."""
    demo = Demo(tmp_path_factory.mktemp("demo")).start()
    yield demo
    demo.kill()


@pytest.fixture(scope="session")
def pages(demo):
    return Walk(demo, of_a_kind=2 if ALL else 1).pages(*STARTS)


def missed(phone, pages):
    """Return the controls that no finger reaches, page by page, and the number of controls."""
    found, tried = [], 0
    for page in pages:
        phone.goto(page)
        met = phone.browser.ask(f"{REACH} return reach();")
        found += [f"{page}: {one}" for one in met["missed"]]
        tried += met["tried"]
    return found, tried


@pytest.mark.timeout(1200)
def test_a_finger_reaches_every_control_of_every_page(open_phone, demo, pages):
    phone = open_phone("el", at=demo)
    assert len(pages) >= LEAST
    share = pages if ALL else pages[:: EVERY[phone.browser.name]]
    found, tried = missed(phone, share)
    print(f"{phone.browser.name}: {tried} controls on {len(share)} pages")
    assert found == []
    assert tried >= CONTROLS * len(share)


class _Links(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.found = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        href = dict(attrs).get("href")
        if tag == "a" and href:
            self.found.append(href)


class Walk:
    """Goes from page to page, breadth first, as a phone that the server knows by its cookie.

    `of_a_kind` is how many pages of a kind it takes.
    """

    def __init__(self, server, of_a_kind):
        self._server = server
        self._of_a_kind = of_a_kind
        self._cookies = {}

    def pages(self, *starts):
        """The addresses of all pages, those of a kind but for a few."""
        with closing(HTTPConnection(HOST, self._server.port, timeout=60)) as self._connection:
            return self._walk(deque([*starts, *STATES]))

    def _walk(self, waiting):
        seen, kinds, pages = set(), Counter(), []
        while waiting:
            path = waiting.popleft()
            kind = _kind(path)
            if path in seen or kinds[kind] >= self._most(kind):
                continue
            if _NO_PAGE.search(urlsplit(path).path):
                continue
            seen.add(path)
            text = self._read(path)
            if text is None:
                continue
            kinds[kind] += 1
            pages.append(path)
            waiting.extend(self._inside(path, text))
        return pages

    def _most(self, kind):
        return LEDGERS if kind == "/m/*/" else self._of_a_kind

    def _inside(self, path, text):
        """The links of a page that stay on the server, without their fragments."""
        for href in _Links(text).found:
            url = urlsplit(urljoin(f"{self._server.url}{path}", href))
            if f"{url.scheme}://{url.netloc}" == self._server.url:
                yield url.path + (f"?{url.query}" if url.query else "")

    def _read(self, path):
        """Return the page, unless the answer is no page or leads elsewhere."""
        cookies = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        headers = {"Accept": "text/html", "Accept-Language": "el", "Cookie": cookies}
        self._connection.request("GET", path, headers=headers)
        answer = self._connection.getresponse()
        body = answer.read()
        for cookie in answer.headers.get_all("Set-Cookie") or ():
            name, _, value = cookie.partition(";")[0].partition("=")
            self._cookies[name] = value
        is_page = answer.headers.get_content_type() == "text/html"
        return body.decode() if is_page and answer.status != 303 else None


def _kind(path):
    """Return the address without the parts that differ among pages of one kind."""
    if path in STATES:
        return path
    url = urlsplit(path)
    steps = ["*" if re.search(r"\d|^[\w-]{16,}$", step) else step for step in url.path.split("/")]
    return "/".join(steps) + "?" * bool(url.query)
