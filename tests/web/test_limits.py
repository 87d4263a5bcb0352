"""How much a request may bring, how often an address may ask, and how many acts a match takes."""

import io
import json
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from threading import Event, current_thread

import pytest
from flask import Blueprint, abort, request
from limits.storage import MemoryStorage

from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.web import limits
from scorekeeper.web.limits import count_failed_secret, turn_to_open
from tests.rules.table import match_file
from tests.services.test_long_matches import fill
from tests.support.phone import Phone, Scorer
from tests.support.table import MADE, Table
from tests.web.routes import ROWS, address, ask, fields, forms, ledgers, matches_for

RECORD = ("hands.record", "POST")
FILES = (
    ("import_export.take", "POST"),
    ("tournaments.open_saved", "POST"),
    ("clubs.open_saved", "POST"),
)
"""The routes with separate limits."""


def refused(answer):
    return answer.status == 413 and "That is too much at once" in answer.words()


@pytest.mark.slow
def test_it_refuses_more_than_a_form_can_hold(keep):
    scorers = matches_for(keep, [key for key in forms() if key not in FILES])
    before = ledgers(scorers.values())
    found = {
        key: refused(ask(scorer, key, scorer, name_A="x" * 66_000))
        for key, scorer in scorers.items()
    }
    assert found == dict.fromkeys(scorers, True)
    assert ledgers(scorers.values()) == before


@pytest.mark.parametrize(
    "more", [{"points_A": "9" * 33_000}, {f"field{number}": "" for number in range(101)}]
)
def test_it_refuses_parts_that_are_too_long_or_too_many(app, keep, more):
    scorer = keep()
    answer = scorer.client.post(
        address(app, RECORD, scorer.public_id),
        data={**dict(fields(RECORD, scorer, 1)), **more},
        content_type="multipart/form-data",
    )
    assert answer.status_code == 413
    assert scorer.ledger().revision == 1


def test_it_takes_a_form_in_parts(app, keep):
    scorer = keep()
    answer = scorer.client.post(
        address(app, RECORD, scorer.public_id),
        data=dict(fields(RECORD, scorer, 1)),
        content_type="multipart/form-data",
    )
    assert answer.status_code == 303
    assert scorer.totals() == (19, 6)


@pytest.fixture
def choosy(make_app):
    return make_app(TRUSTED_HOSTS=["score.example", ".cafe.example"])


def test_it_answers_at_its_own_hosts(choosy):
    hosts = ("score.example", "a.cafe.example", "score.example:8000")
    found = {host: Phone(choosy, origin=f"http://{host}").get("/").status for host in hosts}
    assert found == dict.fromkeys(hosts, 200)


@pytest.mark.parametrize("host", ["a" * 64, f"{'a' * 64}.example", "a..b", ".a"])
@pytest.mark.parametrize("path", ["/", "/nowhere", "/static/icon.svg", "/api/v1/matches/x"])
def test_a_host_that_cannot_be_a_name_is_refused(app, host, path):
    answer = app.test_client().get(path, headers={"Host": host})
    assert answer.status_code == 400
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]


@pytest.mark.parametrize("host", ["evil.example", "score.example.evil", "localhost", "127.0.0.1"])
def test_it_answers_at_no_other_host(choosy, host):
    for path in ("/", "/matches/new", "/nowhere", "/static/icon.svg"):
        answer = Phone(choosy, origin=f"http://{host}").get(path)
        assert answer.status == 400, path
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"], path


def test_it_answers_at_every_host_unless_told(app):
    assert Phone(app, origin="http://192.168.1.7:8000").get("/").status == 200


def test_it_believes_no_proxy_unless_told(app, make_app):
    told = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "score.example"}
    near = app.test_client().get("/", headers=told)
    behind = make_app(PROXY_HOPS=1).test_client().get("/", headers=told)
    assert "Strict-Transport-Security" not in near.headers
    assert "Strict-Transport-Security" in behind.headers


def test_it_takes_forms_behind_a_proxy(make_app, keep):
    """The browser speaks HTTPS with the proxy, the proxy HTTP with the server."""
    scorer, site = keep(MADE), "https://score.example"
    phone = Phone(make_app(PROXY_HOPS=1), origin="http://10.0.0.5:8000")
    phone.client.set_cookie("__Host-phone", scorer.cookie("phone").value, domain="10.0.0.5")
    phone.headers |= {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "score.example"}
    undo = phone.get(scorer.url).form_of("Undo")
    answer = phone.post(undo.action, undo.filled, Origin=site, Referer=f"{site}{scorer.url}")
    assert answer.status == 303
    assert scorer.totals() == (0, 0)


@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "multipart/form-data"])
def test_a_form_that_does_not_say_its_length_is_refused_and_not_cut(app, keep, kind):
    scorer = keep()
    answer = scorer.client.post(
        address(app, RECORD, scorer.public_id),
        input_stream=BytesIO(b"x=1"),
        headers={"Transfer-Encoding": "chunked", "Content-Type": f"{kind}; boundary=x"},
        environ_overrides={"wsgi.input_terminated": True},
    )
    assert answer.status_code == 411
    assert scorer.ledger().revision == 1


TOO_MUCH = "Your network asks for too much at once"
RIGHT = "the right one"


def waits(answer):
    """Is it a page that says to wait, and for how long?"""
    told = answer.status == 429 and TOO_MUCH in answer.words()
    return told and 0 < int(answer.headers["Retry-After"]) <= 600


def from_address(app, address, **told):
    """A phone at this address."""
    phone = Scorer(app, **told)
    phone.client.environ_base["REMOTE_ADDR"] = address
    return phone


@pytest.fixture
def strict(make_app):
    """A server with low limits."""
    return make_app(NEW_MATCHES=2, PRINTS=2, FAILED_SECRETS=2)


def start(phone):
    return phone.press(phone.get("/matches/new"), "Start match", name_A="Kept")


def test_it_starts_no_more_matches_than_its_limit_and_keeps_the_form(strict):
    phone = Phone(strict)
    assert [start(phone).status for _ in range(2)] == [303, 303]
    refused = start(phone)
    assert waits(refused)
    assert refused.form_of("Try again").value("name_A") == "Kept"
    assert waits(phone.press(refused, "Try again")), "it is too early"
    assert waits(start(Phone(strict))), "another browser is no other address"


def test_it_counts_what_was_started_and_not_what_was_mended(strict):
    phone = Phone(strict)
    form = phone.get("/matches/new")
    for _ in range(5):
        assert phone.press(form, "Start match", name_A="x" * 41).status == 422
    assert start(phone).status == 303


def test_it_counts_a_match_from_a_file_with_the_others(strict):
    phone = Phone(strict)
    assert [start(phone).status for _ in range(2)] == [303, 303]
    refused = phone.press(phone.get("/matches/import"), "Take it in", text="{}")
    assert waits(refused)
    assert refused.form_of("Try again").value("text") == "{}"


@pytest.mark.parametrize("path", ["/clubs/saved", "/tournaments/open"])
def test_it_counts_a_file_of_a_club_also_where_it_is_none(app, path):
    phone = Phone(app)
    token = phone.token()

    def open_one():
        return phone.client.post(
            path,
            data={"csrf_token": token, "file": (io.BytesIO(b"{}"), "saved.json")},
            headers={"Sec-Fetch-Site": "same-origin", "Accept-Language": "en"},
        )

    assert {open_one().status_code for _ in range(20)} == {422}
    assert waits(phone._read(open_one()))


def test_it_opens_one_file_at_a_time(app):
    phone = Phone(app)
    form = {"csrf_token": phone.token(), "file": (io.BytesIO(b"{}"), "saved.json")}
    with turn_to_open():
        busy = phone.client.post(
            "/clubs/saved",
            data=form,
            headers={"Sec-Fetch-Site": "same-origin", "Accept-Language": "en"},
        )
    assert busy.status_code == 503
    assert "The server is busy" in busy.text


def test_it_keeps_the_file_that_it_does_not_take_yet(strict):
    phone = Phone(strict)
    start(phone), start(phone)
    file = json.dumps(match_file())
    answer = phone.client.post(
        "/matches/import",
        data={"csrf_token": phone.token(), "file": (io.BytesIO(file.encode()), "match.json")},
        headers={"Sec-Fetch-Site": "same-origin", "Accept-Language": "en"},
    )
    refused = phone._read(answer)
    assert waits(refused)
    assert refused.form_of("Try again").value("text") == file


def test_it_counts_every_address_for_itself(strict):
    here, there = from_address(strict, "192.0.2.1"), from_address(strict, "192.0.2.2")
    assert [start(here).status for _ in range(3)] == [303, 303, 429]
    assert start(there).status == 303


@pytest.mark.parametrize(
    ("other", "status"), [("2001:db8:1:1:ffff::9", 429), ("2001:db8:1:2::1", 303)]
)
def test_it_takes_a_network_of_ipv6_for_one_client(strict, other, status):
    one = from_address(strict, "2001:db8:1:1::1")
    start(one), start(one)
    assert start(from_address(strict, other)).status == status


def test_it_tells_ipv4_addresses_apart_where_they_come_as_ipv6(strict):
    one = from_address(strict, "::ffff:192.0.2.1")
    start(one), start(one)
    assert start(from_address(strict, "::ffff:192.0.2.2")).status == 303


def test_it_takes_whatever_a_proxy_calls_its_client(strict):
    assert start(from_address(strict, "unix:")).status == 303


def test_it_counts_the_client_and_not_the_proxy(make_app):
    app = make_app(NEW_MATCHES=1, PROXY_HOPS=1)
    for client, status in (("192.0.2.1", 303), ("192.0.2.2", 303), ("192.0.2.1", 429)):
        phone = Phone(app)
        phone.headers |= {"X-Forwarded-For": client}
        assert phone.press(phone.get("/matches/new"), "Start match").status == status


PRINTS = [key for key in ROWS if key[0].startswith("sheets.") and key[0] != "sheets.view"]
PRINTS += [("import_export.picture", "GET"), ("settle.picture", "GET"), ("settle.paper", "GET")]
PRINTS += [("watching.card", "GET"), ("watching.evening_picture", "GET"), ("settle.card", "GET")]


@pytest.mark.parametrize("key", PRINTS, ids=" ".join)
def test_it_prints_no_more_than_its_limit(strict, keep, no_printing, key):
    scorer, reader = keep(MADE), Phone(strict)
    answers = [ask(reader, key, scorer) for _ in range(3)]
    assert [one.status for one in answers] == [200, 200, 429]
    assert waits(answers[-1])


def test_it_always_prints_for_the_scorer_of_the_match(strict, keep, no_printing):
    scorer = Scorer(strict)
    kept = keep(MADE)
    scorer.client.set_cookie("phone", kept.cookie("phone").value)
    assert {scorer.get(f"{kept.url}sheet.pdf").status for _ in range(4)} == {200}
    assert {Phone(strict).get(f"{kept.url}sheet.pdf").status for _ in range(2)} == {200}


GUESSES = {
    (f"{whose}.{act}", "POST")
    for whose in ("pencil", "tournaments", "clubs")
    for act in ("look", "open_link")
}
STARTS = (
    *("setup.start", "tournaments.create", "clubs.create", "import_export.take"),
    *("api.create", "api.begin", "api.set_up", "api.begin_club"),
)
COUNTED = {key for key in ROWS if key[0] in STARTS} | set(PRINTS)


@pytest.mark.slow
def test_it_counts_nothing_else(make_app, keep):
    """Forty tables read, poll and write from one address."""
    phone, scorer = Phone(make_app(NEW_MATCHES=1, PRINTS=1, FAILED_SECRETS=1)), keep(MADE)
    for key in ROWS.keys() - COUNTED - GUESSES:
        assert 429 not in {ask(phone, key, scorer).status for _ in range(3)}, key


@pytest.fixture
def guarded(strict):
    """A server with a page that opens to a secret, as the scorer's link will."""
    pages = Blueprint("guarded", __name__)

    @pages.get("/guarded")
    def show():
        if request.args["secret"] != RIGHT:
            count_failed_secret()
            abort(404)
        return "<p>open</p>"

    strict.register_blueprint(pages)
    return strict


def test_it_refuses_wrong_secrets_and_never_the_right_one(guarded):
    one, other = Phone(guarded), from_address(guarded, "192.0.2.2")
    shown = ["wrong", RIGHT, "wrong", RIGHT, "wrong", RIGHT, "wrong", RIGHT]
    answers = [one.get(f"/guarded?secret={secret}") for secret in shown]
    assert [one.status for one in answers] == [404, 200, 404, 200, 429, 200, 429, 200]
    assert waits(answers[-2])
    assert other.get("/guarded?secret=wrong").status == 404


def test_it_speaks_greek_and_htmx(guarded):
    phone = Phone(guarded, language="el")
    pages = [phone.get("/guarded?secret=wrong") for _ in range(3)]
    assert pages[-1].status == 429
    assert TOO_MUCH not in pages[-1].words()
    line = phone.get("/guarded?secret=wrong", htmx=True)
    assert (line.status, line.headers["HX-Retarget"]) == (429, "#message")
    assert line.find("p").get("role") == "alert"


PATIENCE = 10
"""Seconds; a failing test waits that long, a passing one never."""


class _Halting:
    """Lets the first thread halt between making a timer and starting it."""

    first = None
    is_taken = False

    @property
    def timer(self):
        return self._timer

    @timer.setter
    def timer(self, timer):
        self._timer = timer
        if current_thread() is self.first:
            self.first = None
            self.halted.set()
            self.go_on.wait(PATIENCE)


def counts(kind):
    """Such counts, in which no timer runs any more."""
    halting = type("Halting", (_Halting, kind), {"STORAGE_SCHEME": None})()
    halting.halted, halting.go_on = Event(), Event()
    halting.timer.join(PATIENCE)
    return halting


def count_first(halting):
    halting.first = current_thread()
    return halting.incr("one", 60)


def test_library_starts_one_timer_twice():
    """A red result means that the library is mended: then its own counts can be used again."""
    library = counts(MemoryStorage)
    with ThreadPoolExecutor() as pool:
        first = pool.submit(count_first, library)
        assert library.halted.wait(PATIENCE)
        library.incr("two", 60)
        library.go_on.set()
        with pytest.raises(RuntimeError, match="only be started once"):
            first.result(PATIENCE)


def test_two_threads_count_at_the_same_moment(app):
    ours = counts(type(limits._limiter.storage))
    with ThreadPoolExecutor() as pool:
        first = pool.submit(count_first, ours)
        assert ours.halted.wait(PATIENCE)
        second = pool.submit(ours.incr, "two", 60)
        assert not ours._turn.acquire(blocking=False), "the second waits for its turn"
        ours.go_on.set()
        assert (first.result(PATIENCE), second.result(PATIENCE)) == (1, 1)
    assert (ours.get("one"), ours.get("two")) == (1, 1)


@pytest.fixture
def table(app):
    with app.app_context():
        return fill(Table().play(MADE))


@pytest.fixture
def scorer(app, table):
    return Scorer.at(app, table)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "words"), [("en", "This match is full"), ("el", "Η παρτίδα γέμισε")]
)
@pytest.mark.parametrize("htmx", [False, True])
def test_a_hand_and_an_undoing_are_refused_in_so_many_words(app, table, language, words, htmx):
    scorer = Scorer.at(app, table)
    page = scorer.entry()
    scorer.headers, scorer.language = {"Accept-Language": language}, language
    form = page.form_of("Save hand").typed(contract="A:90", points_A="97")
    answers = [scorer.post(f"{scorer.url}hand", form, htmx=htmx)]
    fields = [("csrf_token", scorer.token()), ("op_id", new_operation_id())]
    undo = [*fields, ("revision", table.kept.revision), ("seq", table.kept.revision)]
    answers.append(scorer.post(f"{scorer.url}undo", undo, htmx=htmx))
    for answer in answers:
        assert answer.status == 422
        assert words in answer.words()
    assert scorer.ledger().revision == table.kept.revision


def test_a_program_is_told_so(table, scorer):
    said = {"op": "record", "revision": table.kept.revision, "hand": MADE}
    path = f"/api/v1/matches/{scorer.public_id}/ops/{new_operation_id()}"
    answer = scorer.client.put(path, json=said, headers={"Authorization": f"Bearer {table.secret}"})
    assert (answer.status_code, answer.get_json()["type"]) == (422, "/api/v1/#problem-full")


def test_it_is_stopped_as_any_other(scorer):
    scorer.do("Yes, stop")
    assert scorer.ledger().standing.is_over
