"""`/metrics`, `/healthz`, and the log's line for each request."""

import logging
import math
import os
import re
import sqlite3
import tempfile
from types import SimpleNamespace
from urllib.parse import quote

import pytest
from prometheus_client.parser import text_string_to_metric_families

from scorekeeper import __version__
from scorekeeper.cli.gunicorn_settings import pre_fork
from scorekeeper.config import settings_of
from scorekeeper.jobs.payloads import GONE_AFTER, beat
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.operating import metrics
from scorekeeper.operating.logs import Lines
from scorekeeper.store.backends.sqlite import journal_mode
from scorekeeper.store.schema import newest_migration
from tests.support.phone import Phone, Scorer
from tests.support.processes import PROJECT
from tests.support.program import Program
from tests.support.table import MADE

SECRET = "0123456789abcdef" * 2
NAME, ODD = "Zqzqzq", 'x"} 1\n# HELP'
LABELS = {"what", "status", "le", "of", "state", "version"}


@pytest.fixture
def open_app(make_app):
    """An app that shows its figures."""
    return make_app(METRICS_SECRET=SECRET)


def read(app):
    """Return the answer to a client with the secret."""
    return app.test_client().get("/metrics", headers={"Authorization": f"Bearer {SECRET}"})


def figures_of(app):
    """Every sample by its name and labels."""
    families = text_string_to_metric_families(read(app).text)
    return {
        (sample.name, *sorted(sample.labels.items())): sample.value
        for family in families
        for sample in family.samples
    }


def grown(app, name, *labels, by):
    """By how much the figure grows while this is done."""
    key = (name, *labels)
    before = figures_of(app).get(key, 0)
    by()
    return figures_of(app)[key] - before


def test_nobody_reads_them_where_no_secret_is_set(app):
    for headers in ({}, {"Authorization": "Bearer "}, {"Authorization": "Bearer None"}):
        assert app.test_client().get("/metrics", headers=headers).status_code == 404


@pytest.mark.parametrize(
    "shown", [None, "Bearer", "Bearer x", f"Basic {SECRET}", SECRET, "Bearer é"]
)
def test_wrong_or_missing_secret_reads_no_metrics(open_app, shown):
    headers = {} if shown is None else {"Authorization": shown.encode().decode("latin-1")}
    answer = open_app.test_client().get("/metrics", headers=headers)
    assert (answer.status_code, answer.text) == (401, "")
    assert answer.headers["WWW-Authenticate"] == "Bearer"


@pytest.mark.slow
def test_it_is_in_the_usual_format(open_app):
    answer = read(open_app)
    assert answer.status_code == 200
    assert answer.content_type.startswith("text/plain; version=")
    assert figures_of(open_app)["tefteri_maintenance",] == 0


@pytest.mark.parametrize(
    ("what", "status", "method", "path", "headers"),
    [
        ("read", "2xx", "GET", "/", {}),
        ("read", "2xx", "HEAD", "/", {}),
        ("read", "4xx", "GET", "/nowhere", {}),
        ("write", "4xx", "BREW", "/", {}),
        ("write", "4xx", "DELETE", "/", {}),
        ("write", "4xx", "POST", "/matches/new", {"Sec-Fetch-Site": "cross-site"}),
    ],
)
def test_request_is_counted_as_read_or_write(open_app, what, status, method, path, headers):
    def ask():
        open_app.test_client().open(path, method=method, headers=headers)

    labels = (("status", status), ("what", what))
    assert grown(open_app, "tefteri_request_seconds_count", *labels, by=ask) == 1 + (
        what == "read" and status == "2xx"
    ), "and the look at the figures, which is counted once it is answered"


def test_a_buckets_count_holds_those_below_it():
    labels = {"a": ["x"], "b": ["y"]}
    durations = metrics.Durations("a_test_of_buckets", "", labels, [0.1, 1.0])
    for seconds in (0.05, 0.1, 0.5, 7.0):
        durations.add("x", "y", seconds=seconds)
    [family] = durations.collect()
    found = {(sample.name, sample.labels.get("le")): sample.value for sample in family.samples}
    assert found == {
        ("a_test_of_buckets_bucket", "0.1"): 2,
        ("a_test_of_buckets_bucket", "1.0"): 3,
        ("a_test_of_buckets_bucket", "+Inf"): 4,
        ("a_test_of_buckets_count", None): 4,
        ("a_test_of_buckets_sum", None): pytest.approx(7.65),
    }


@pytest.mark.slow
def test_it_counts_an_act_once_it_is_kept_and_no_repeat_of_it(open_app):
    scorer = Scorer(open_app).start()
    program = Program(open_app).start()
    op_id = new_operation_id()

    def save():
        scorer.save("A:90", 97)
        for _ in range(2):
            program.do("record", hand=MADE, op_id=op_id, revision=1)

    assert grown(open_app, "tefteri_saves_total", ("of", "match"), by=save) == 2


@pytest.mark.slow
def test_poll_is_counted_with_and_without_news(open_app, keep):
    url = f"{keep(MADE).url}live?part=page"
    mark = Phone(open_app).get(url, htmx=True).find(".//input[@id='mark']").get("value")

    def ask(query):
        return lambda: open_app.test_client().get(url + query)

    labels = (("status", "2xx"), ("what", "poll"))
    for query in ("", f"&mark={mark}"):
        assert grown(open_app, "tefteri_request_seconds_count", *labels, by=ask(query)) == 1


@pytest.mark.slow
def test_it_counts_conflicts_and_refusals(make_app):
    app = make_app(METRICS_SECRET=SECRET, NEW_MATCHES=1)
    program = Program(app).start()

    def be_late():
        program.do("record", hand=MADE, revision=1)
        program.do("record", hand=MADE, revision=1)

    assert grown(app, "tefteri_conflicts_total", by=be_late) == 1
    assert (
        grown(app, "tefteri_refusals_total", by=lambda: Program(app).send("POST", "/matches", {}))
        == 1
    )


@pytest.mark.slow
def test_it_tells_how_large_the_database_is(open_app):
    file = settings_of(open_app).database_file
    assert figures_of(open_app)["tefteri_database_bytes",] == file.stat().st_size


@pytest.mark.slow
def test_it_tells_since_when_no_worker_was_there(open_app):
    name = ("tefteri_worker_silent_seconds",)
    assert figures_of(open_app)[name] == math.inf
    with open_app.app_context():
        beat()
    assert 0 <= figures_of(open_app)[name] < GONE_AFTER


@pytest.mark.slow
def test_missing_database_file_counts_as_zero_bytes(open_app, monkeypatch):
    settings_of(open_app).database_file.unlink()
    assert figures_of(open_app)["tefteri_database_bytes",] == 0


def test_a_worker_that_takes_anothers_place_goes_on_in_its_column():
    counter = metrics.Counter("a_test_of_columns", "")
    for column in (1, 2, 1):
        child = os.fork()
        if not child:
            metrics.use_column(column)
            counter.add()
            os._exit(0)
        os.waitpid(child, 0)
    counter.add()
    [family] = counter.collect()
    assert [sample.value for sample in family.samples] == [4]


def columns_of(workers):
    """Those that so many at once count in, as gunicorn makes them."""
    made = {}
    for number in range(workers):
        worker = SimpleNamespace()
        pre_fork(SimpleNamespace(WORKERS=made), worker)
        made[number] = worker
    return [worker.column for worker in made.values()]


def test_each_worker_counts_in_a_column_of_its_own_and_none_in_that_of_the_worker_for_jobs():
    columns = [metrics.OF_JOBS, *columns_of(metrics.COLUMNS - 1)]
    assert sorted(columns) == list(range(metrics.COLUMNS))


def test_of_too_many_workers_at_once_each_counts_somewhere():
    assert set(columns_of(metrics.COLUMNS + 1)) == set(range(1, metrics.COLUMNS))


def test_nothing_that_anybody_sent_is_told(open_app):
    """A hostile session: names, addresses, methods, headers."""
    scorer = Scorer(open_app)
    scorer.start(name_A=NAME, name_B=NAME)
    scorer.save("A:90", 97)
    client = open_app.test_client()
    for odd in (NAME, ODD, "../../etc", "%00", "é"):
        client.get(f"/{quote(odd)}")
        client.get(f"/m/{quote(odd)}/live?mark={quote(odd)}&part={quote(odd)}")
        client.get(
            "/", headers={"X-Request-Id": NAME, "User-Agent": NAME, "Cookie": f"lang={NAME}"}
        )
        client.open("/", method=NAME)
        client.post(f"/m/{quote(odd)}/hands", data={NAME: NAME})
    text = read(open_app).text
    for secret in (NAME, scorer.public_id, scorer.cookie("phone").value, SECRET, "etc"):
        assert secret not in text
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            assert set(sample.labels) <= LABELS
            assert sample.labels.get("what", "read") in ("poll", "read", "write")


def test_the_document_tells_of_every_figure(open_app):
    text = (PROJECT / "docs" / "operating.md").read_text()
    told = set(re.findall(r"^\| (tefteri_\w+) \|", text, re.MULTILINE))
    asked = re.findall(r"^# TYPE (\S+)", read(open_app).text, re.MULTILINE)
    assert told == {name for name in asked if not name.startswith("a_test")}


GIVEN = "a-proxys_own-number-1"


def number_of(app, path="/", **headers):
    told = {name.replace("_", "-"): value for name, value in headers.items()}
    with app.test_client().get(path, headers=told) as answer:
        return answer.headers["X-Request-Id"]


@pytest.mark.parametrize(
    "path", ["/", "/nowhere", "/static/icon.svg", "/api/v1/nowhere", "/healthz"]
)
def test_each_answer_has_a_number_of_its_own(app, path):
    numbers = {number_of(app, path) for _ in range(3)}
    assert len(numbers) == 3
    assert all(re.fullmatch("[0-9a-f]{8}", number) for number in numbers)


def test_a_poll_that_finds_nothing_new_has_one_too(app, keep):
    url = f"{keep(MADE).url}live?part=page"
    mark = Phone(app).get(url, htmx=True).find(".//input[@id='mark']").get("value")
    answer = app.test_client().get(f"{url}&mark={mark}")
    assert (answer.status_code, len(answer.headers["X-Request-Id"])) == (204, 8)


def test_a_proxys_number_is_taken_where_there_is_a_proxy(app, make_app):
    assert number_of(make_app(PROXY_HOPS=1), X_Request_Id=GIVEN) == GIVEN
    assert number_of(app, X_Request_Id=GIVEN) != GIVEN


@pytest.mark.parametrize(
    "odd", ["", "short", "x" * 65, "a b c d e f g", "<script>alert", "ααααααααα"]
)
def test_malformed_request_id_is_replaced(make_app, odd):
    odd = odd.encode().decode("latin-1")
    assert number_of(make_app(PROXY_HOPS=1), X_Request_Id=odd) != odd


@pytest.fixture
def lines(caplog):
    """The lines of the log, as they are written."""
    return lambda: [Lines().format(record) for record in caplog.records]


def test_a_fault_is_two_lines_with_the_requests_number(app, broken, caplog):
    handler = logging.StreamHandler(stream := Stream())
    handler.setFormatter(Lines())
    logging.getLogger().addHandler(handler)
    try:
        number = number_of(app)
    finally:
        logging.getLogger().removeHandler(handler)
    fault, answer = stream.lines
    assert f"] {number} scorekeeper.web.errors: GET home.show | Traceback" in fault
    assert "two lines" in fault
    assert f"] {number} scorekeeper.web.request_metrics: 500 GET home.show, " in answer


class Stream:
    """Keeps what is written, by the line."""

    def __init__(self):
        self.lines = []

    def write(self, text):
        self.lines += text.splitlines()


def test_an_answer_that_took_long_is_a_line(make_app, lines):
    app = make_app(SLOW_SECONDS=0)
    number = number_of(app, "/matches/new")
    [line] = lines()
    assert f"] {number} scorekeeper.web.request_metrics: 200 GET setup.new, " in line
    assert line.endswith(" s")
    assert line.split()[1] == "WARNING"


def test_nothing_else_is_one(app, lines):
    for path in ("/", "/nowhere", "/static/icon.svg"):
        number_of(app, path)
    assert lines() == []


@pytest.mark.slow
def test_a_line_tells_no_address_of_a_match(make_app, keep, lines):
    scorer = keep(MADE)
    number_of(make_app(SLOW_SECONDS=0), scorer.url)
    assert len(lines()) == 1
    assert scorer.public_id not in lines()[0]


def health(app):
    answer = app.test_client().get("/healthz")
    assert answer.mimetype == "application/json"
    return answer.status_code, answer.get_json()


def test_it_tells_what_it_runs_on(app):
    status, told = health(app)
    assert (status, told["ok"], told["version"]) == (200, True, __version__)
    with app.app_context():
        newest = newest_migration()
    assert told["database"] == {
        "ok": True,
        "sqlite": sqlite3.sqlite_version,
        "journal": journal_mode(),
        "migration": newest,
    }
    assert set(told["pdf"]) == {"ready", "missing"}


def test_it_is_not_well_at_another_migration(app):
    connection = sqlite3.connect(settings_of(app).database_file)
    connection.execute("UPDATE alembic_version SET version_num = 'older'")
    connection.commit()
    connection.close()
    status, told = health(app)
    assert (status, told["ok"], told["database"]["migration"]) == (503, False, "older")


def test_it_is_not_well_without_tables(app):
    settings_of(app).database_file.write_bytes(b"")
    status, told = health(app)
    assert (status, told["ok"]) == (503, False)


def test_it_is_not_well_where_the_file_is_no_database(app):
    settings_of(app).database_file.write_bytes(b"These are no tables." * 400)
    status, told = health(app)
    assert (status, told["database"]) == (503, {"ok": False, "fault": "DatabaseError"})


def test_jobs_that_cannot_be_kept_are_told_and_no_reason_to_stop(app):
    assert health(app)[1]["jobs"] == {"ok": True}
    jobs = settings_of(app).instance / "tefteri-jobs.sqlite3"
    jobs.write_bytes(b"These are no tables." * 400)
    status, told = health(app)
    assert (status, told["jobs"]) == (200, {"ok": False, "fault": "DatabaseError"})
    jobs.unlink()
    jobs.mkdir()
    status, told = health(app)
    assert (status, told["jobs"]) == (200, {"ok": False, "fault": "NoAccess"})


def test_temporary_folder_without_room_is_told(app, monkeypatch, tmp_path):
    assert health(app)[1]["temporary"] == {"ok": True}
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))
    status, told = health(app)
    assert (status, told["temporary"]) == (200, {"ok": False, "fault": "NotWritable"})


def test_it_tells_no_path_and_no_secret(app):
    Phone(app).get("/matches/new")
    text = app.test_client().get("/healthz").text
    assert str(settings_of(app).instance) not in text
    assert app.secret_key not in text
