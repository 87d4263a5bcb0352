"""Nothing that the watch address leads to contains or leads to a secret of the match."""

import hashlib
import sqlite3
from contextlib import closing
from urllib.parse import urljoin, urlsplit

import pytest

from scorekeeper.config import settings_of
from scorekeeper.web.printing import qr_code
from tests.support.phone import Phone
from tests.support.table import FAILED, MADE
from tests.web.test_pencil import answering, shown_link

ADDRESSES = ("href", "src", "action", "hx-get", "hx-post", "formaction")
BUTTONS = (
    "Hand over to another phone",
    "Write on a second phone, too",
    "Code for: Ours",
    "Code for: Theirs",
)
FEWEST = 20
"""Pages and files that a watcher gets to; fewer would mean that the crawl broke off."""


@pytest.fixture
def scorer(keep, app):
    """A match with everything that has a secret: phones, sides, open links."""
    scorer = keep(MADE, FAILED)
    scorer.sides = [answering(app, scorer, side) for side in ("Ours", "Theirs")]
    return scorer


@pytest.fixture
def secrets(scorer):
    """Every secret that opens the match or acts in it: the phones' and those of all links."""
    links = [shown_link(scorer, button) for button in BUTTONS]
    phones = [scorer, *scorer.sides]
    return [
        *(phone.cookie("phone").value for phone in phones),
        *(link.partition("#")[2] for link in links),
    ]


def crawl(phone, start):
    """Every answer that a phone gets which follows all that it is shown, by its address."""
    own = [start, f"{start}live", f"{start}hands/99"]
    found, waiting = {}, [*own, "/nowhere", "/api/v1/", "/shell"]
    while waiting:
        path = waiting.pop()
        if path in found:
            continue
        answer = phone.client.get(path, base_url=phone.origin, headers=phone.headers)
        found[path] = (str(answer.headers), answer.data)
        if answer.location:
            waiting.append(_own(path, answer.location))
        if answer.mimetype == "text/html":
            waiting += _shown(path, phone._read(answer))
        answer.close()
    return found


def _shown(path, page):
    for element in page.root.iter():
        for name in ADDRESSES:
            address = element.get(name)
            if address and not address.startswith("#"):
                yield _own(path, address)


def _own(path, address):
    parts = urlsplit(urljoin(f"http://localhost{path}", address))
    assert parts.netloc == "localhost", address
    assert not parts.fragment or len(parts.fragment) < 20, "a fragment may be a secret"
    query = "" if parts.path in ("/matches/new", "/matches/rules") else parts.query
    return f"{parts.path}?{query}" if query else parts.path


def test_a_watcher_gets_to_no_secret_and_to_neither_acts_nor_operations(
    app, scorer, secrets, no_printing
):
    found = crawl(Phone(app), scorer.url)
    codes = [str(qr_code(f"http://localhost/s#{secret}")) for secret in secrets]
    own = [path for path in found if path.startswith(scorer.url)]
    assert len(own) > FEWEST
    assert_kept(found, [*secrets, *hashes_of(secrets)])
    for path, (_, content) in found.items():
        assert not any(code.encode() in content for code in codes), path
    assert not [path for path, (_, content) in found.items() if ACTS in content]
    assert_kept(found, [act.op_id for act in scorer.ledger().acts])


def hashes_of(secrets):
    return [hashlib.sha256(secret.encode()).hexdigest() for secret in secrets]


def assert_kept(found, secrets):
    """Assert that no answer holds a secret."""
    for path, (headers, content) in found.items():
        for secret in secrets:
            assert secret not in headers, path
            assert secret.encode() not in content, path


ACTS = b'<script id="acts" type="application/json">'


def test_the_acts_in_a_scorers_pages_tell_no_secret(scorer, secrets, no_printing):
    """A phone goes on without the server by the acts in its pages."""
    found = crawl(scorer, scorer.url)
    with_acts = [path for path, (_, content) in found.items() if ACTS in content]
    assert {scorer.url, f"{scorer.url}hands/2"} <= {*with_acts}
    assert any(path.startswith(f"{scorer.url}hand?op=") for path in with_acts)
    assert_kept(found, [*secrets, *hashes_of(secrets)])


def test_the_secrets_that_it_looks_for_are_the_ones_that_open(app, scorer, secrets):
    file = settings_of(app).database_file
    with closing(sqlite3.connect(file)) as database:
        kept = {row[0] for row in database.execute("SELECT secret_hash FROM link")}
        kept |= {row[0] for row in database.execute("SELECT secret_hash FROM phone")}
    assert {hashlib.sha256(one.encode()).hexdigest() for one in secrets} <= kept
    content = file.read_bytes()
    assert not any(one.encode() in content for one in secrets), "only hashes are kept"
