"""The headers of every answer to a browser, whatever the answer is.

tests/alike/test_rights.py checks those of every route for each role.
"""

import sqlite3
from contextlib import closing

import pytest

from scorekeeper.config import settings_of
from scorekeeper.web import static_files
from scorekeeper.web.match import import_export, sheets
from scorekeeper.web.site import home
from scorekeeper.web.site.shell import views_url
from scorekeeper.web.static_files import static_url
from scorekeeper.web.vocabulary import words_url
from tests.support.phone import Phone
from tests.support.table import MADE

pytestmark = pytest.mark.usefixtures("no_printing")

ALWAYS = {
    "Tefteri": "1",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "same-origin",
    "X-Robots-Tag": "noindex",
}


def policy(headers):
    """Return the content security policy: the allowed sources of each kind."""
    rules = (rule.split() for rule in headers["Content-Security-Policy"].split(";"))
    return {name: set(sources) for name, *sources in rules}


def assert_guarded(headers):
    assert {name: headers.get(name) for name in ALWAYS} == ALWAYS
    rules = policy(headers)
    assert rules["default-src"] == rules["base-uri"] == rules["frame-ancestors"] == {"'none'"}
    allowed = set().union(*rules.values())
    assert allowed == {"'none'", "'self'"}, "nothing unsafe, and no other site"
    for asked in ("camera", "microphone", "geolocation"):
        assert f"{asked}=()" in headers["Permissions-Policy"]


@pytest.mark.parametrize("path", ["/m/%00/", "/nowhere", "/api/v1/nowhere"])
def test_refusal_is_guarded(app, path):
    assert_guarded(app.test_client().get(path).headers)


def assert_right(headers, endpoint):
    """Of a file that no browser shows and runs by itself, only what is heeded there."""
    kind = headers["Content-Type"].partition(";")[0]
    if kind.startswith("text/") or kind.endswith("+xml"):
        assert headers["Content-Type"] == f"{kind}; charset=utf-8"
    is_shown = kind in ("text/html", "image/svg+xml")
    if is_shown or endpoint not in static_files.FILES - {"static"}:
        assert_guarded(headers)
        return
    always = ("Tefteri", "X-Content-Type-Options", "Cross-Origin-Resource-Policy", "X-Robots-Tag")
    assert {name: headers.get(name) for name in always} == {name: ALWAYS[name] for name in always}


def assert_stored_right(headers, endpoint):
    """Nothing but files may be stored."""
    if endpoint in static_files.FILES:
        assert "no-store" not in headers.get("Cache-Control", "")
        assert "ETag" in headers
    elif endpoint == "shell.worker":
        assert headers["Cache-Control"] == "no-cache"
    elif endpoint == "api.document":
        assert headers["Cache-Control"] == "no-cache"
        assert "ETag" in headers
    else:
        assert headers["Cache-Control"] == "no-store"
        assert {"Cookie", "Accept-Language", "HX-Request"} <= set(headers["Vary"].split(", "))


@pytest.mark.parametrize("path", ["/nowhere", "/m/nowhere/", "/static/nowhere.js", "/matches"])
def test_it_guards_what_is_not_there(phone, path):
    assert_guarded(phone.get(path).headers)


def file(name):
    return lambda: static_url(name)


@pytest.mark.parametrize(
    "address_of",
    [file("js/page.js"), file("css/base.css"), file("icons/icon-192.png"), words_url,
     lambda: views_url("entry")],
    ids=["script", "style", "picture", "words", "views"],
)  # fmt: skip
def test_a_part_of_a_page_carries_what_is_heeded_there(app, address_of):
    with app.test_request_context():
        address = address_of()
    with app.test_client().get(address, base_url="https://localhost") as answer:
        headers = answer.headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Tefteri"] == "1"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "Strict-Transport-Security" in headers
    assert "Content-Security-Policy" not in headers
    assert len(str(headers)) < 450, "each of them comes with a first visit"


def test_a_drawing_that_a_browser_opens_by_itself_is_guarded(app):
    with app.test_request_context():
        address = static_url("icon.svg")
    with app.test_client().get(address) as answer:
        assert_guarded(answer.headers)


def not_modified(phone, _url):
    etag = phone.get("/static/icon.svg").headers["ETag"]
    phone.headers |= {"If-None-Match": etag}
    return phone.get("/static/icon.svg")


def nothing_new(phone, url):
    mark = phone.get(f"{url}live").find(".//input[@id='mark']").get("value")
    return phone.get(f"{url}live", [("mark", mark)])


def busy(phone, url):
    with closing(sqlite3.connect(settings_of(phone.app).database_file)) as other:
        other.execute("BEGIN EXCLUSIVE")
        return phone.get(url)


def printed_too_often(phone, _url):
    return [phone.get("/sheets/blank.pdf") for _ in range(2)][-1]


ANSWERS = {
    "a file": (200, lambda phone, _url: phone.get("/static/css/base.css")),
    "a file that is known": (304, not_modified),
    "nothing new": (204, nothing_new),
    "a PDF": (200, lambda phone, url: phone.get(f"{url}sheet.pdf")),
    "a picture": (200, lambda phone, url: phone.get(f"{url}ledger.png")),
    "a redirect": (303, lambda phone, _url: phone.press(phone.get("/matches/new"), "Start match")),
    "an address cut off": (308, lambda phone, url: phone.get(url.rstrip("/"))),
    "a form without a token": (400, lambda phone, _url: phone.post("/preferences", [])),
    "no right": (403, lambda phone, url: phone.get(f"{url}hands/2/correct")),
    "nothing there": (404, lambda phone, _url: phone.get("/nowhere")),
    "another method": (405, lambda phone, url: phone.post(f"{url}share", [])),
    "too much": (413, lambda phone, _url: phone.post("/preferences", [("lang", "x" * 70_000)])),
    "a fault of the form": (
        422,
        lambda phone, _url: phone.press(phone.get("/matches/new"), "Start match", name_A="x" * 41),
    ),
    "too often": (429, printed_too_often),
    "busy": (503, busy),
}


@pytest.mark.parametrize(("status", "answer"), ANSWERS.values(), ids=ANSWERS)
def test_it_guards_every_kind_of_answer_and_insists_on_https_where_it_has_it(
    make_app, keep, status, answer
):
    app, url = make_app(PRINTS=1, BUSY_SECONDS=0.1), keep(MADE).url
    plain = answer(Phone(app), url)
    for limiter in app.extensions["limiter"]:
        limiter.reset()
    secure = answer(Phone(app, origin="https://localhost"), url)
    assert (plain.status, secure.status) == (status, status)
    assert_guarded(plain.headers)
    assert_guarded(secure.headers)
    assert "Strict-Transport-Security" not in plain.headers
    assert secure.headers["Strict-Transport-Security"] == "max-age=31536000"
    cookies = secure.headers.getlist("Set-Cookie")
    assert all("; Secure" in cookie for cookie in cookies)
    is_file = plain.address.startswith("/static/")
    assert is_file or plain.headers["Cache-Control"] == "no-store"


def test_it_guards_a_fault_of_its_own(app, monkeypatch):
    monkeypatch.setattr(home.matches, "matches_of", lambda _phone: 1 / 0)
    monkeypatch.setattr(home, "phone_id", lambda: 1)
    answer = app.test_client().get("/", base_url="https://localhost")
    assert answer.status_code == 500
    assert_guarded(answer.headers)
    assert answer.headers["Strict-Transport-Security"] == "max-age=31536000"
    assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize(
    "host", ["tefteri.example.org", "cafe.com.cy:8443", "TEFTERI.EXAMPLE.ORG", "example.org."]
)
@pytest.mark.parametrize("path", ["/", "/nowhere", "/static/icon.svg"])
def test_a_domain_insists_on_https_with_all_its_subdomains(app, host, path):
    answer = app.test_client().get(path, base_url=f"https://{host}")
    answer.close()
    told = answer.headers["Strict-Transport-Security"]
    assert told == "max-age=31536000; includeSubDomains"


@pytest.mark.parametrize(
    "host",
    [
        *("localhost", "localhost:8443", "tefteri", "192.168.1.7", "192.168.1.7:8443"),
        *("[fd00::7]", "[fd00::7]:8443", "tefteri.local", "tefteri.LAN:8443", "tefteri.local."),
        *("a.home.arpa", "tefteri.internal", "tefteri.home", "a.localhost"),
    ],
)
def test_a_name_of_the_local_network_speaks_for_no_other(app, host):
    """The router's own pages, say, which know no HTTPS."""
    answer = app.test_client().get("/", base_url=f"https://{host}")
    assert answer.headers["Strict-Transport-Security"] == "max-age=31536000"


def test_a_poll_says_the_same(app, keep):
    url = f"{keep(MADE).url}live?part=page"
    mark = Phone(app).get(url, htmx=True).find(".//input[@id='mark']").get("value")
    answer = app.test_client().get(f"{url}&mark={mark}", base_url="https://tefteri.example.org")
    assert answer.status_code == 204
    assert "includeSubDomains" in answer.headers["Strict-Transport-Security"]


def test_with_a_ca_of_its_own_it_insists_on_nothing(make_app):
    """Or a phone could not fetch the certificate any more."""
    answer = make_app(CA_PORT=8444).test_client().get("/", base_url="https://tefteri.example.org")
    assert "Strict-Transport-Security" not in answer.headers


def test_it_guards_the_refusal_of_a_host(make_app):
    answer = Phone(make_app(TRUSTED_HOSTS=["score.example"])).get("/")
    assert answer.status == 400
    assert_guarded(answer.headers)


def test_it_asks_for_nothing_from_elsewhere(keep):
    scorer = keep()
    for path in ("/", "/matches/new", scorer.url, f"{scorer.url}hand", f"{scorer.url}sheet"):
        page = scorer.get(path, follow=True)
        for element in page.root.iter():
            for attribute in ("href", "src", "action", "hx-get", "hx-post"):
                address = element.get(attribute, "/")
                assert address.startswith(("/", "#", "?")), (element.tag, address)


def test_it_has_no_script_and_no_style_in_its_pages(keep):
    scorer = keep()
    for path in ("/", "/matches/new", scorer.url, f"{scorer.url}hand", f"{scorer.url}sheet"):
        page = scorer.get(path, follow=True)
        own = [one for one in page.root.iter("script") if not one.get("src")]
        assert {one.get("type") for one in own} <= {"application/json"}, "data, which is not run"
        assert not page.has(".//style")
        for element in page.root.iter():
            handlers = [name for name in element.attrib if name.startswith("on")]
            assert not handlers
            assert "style" not in element.attrib, "the policy would drop it"


@pytest.mark.parametrize("accepted", ["gzip", "gzip, deflate", "br"])
@pytest.mark.parametrize("path", ["/", "/static/css/base.css"])
def test_pages_and_files_travel_compressed(app, path, accepted):
    plain = app.test_client().get(path)
    small = app.test_client().get(path, headers={"Accept-Encoding": accepted})
    assert small.headers["Content-Encoding"] in accepted
    assert "Accept-Encoding" in small.headers["Vary"]
    assert len(small.data) < len(plain.data) / 2
    small.close()
    plain.close()


@pytest.mark.parametrize("file", ["sheet.pdf", "ledger.png"])
def test_pdf_and_picture_are_not_compressed_again(app, keep, monkeypatch, file):
    large = b"x" * 5000
    monkeypatch.setattr(sheets, "sheet_pdf", lambda *_args, **_kwargs: large)
    monkeypatch.setattr(import_export, "ledger_png", lambda *_args, **_kwargs: large)
    url = keep(MADE).url
    answer = app.test_client().get(url + file, headers={"Accept-Encoding": "gzip"})
    assert answer.data == large
    assert "Content-Encoding" not in answer.headers
