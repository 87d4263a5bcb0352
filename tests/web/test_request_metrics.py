"""Every request has a number, and the log one line for what is worth one."""

import logging
import re

import pytest

from scorekeeper.operating.logs import Lines
from tests.phone import Phone
from tests.table import MADE

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
