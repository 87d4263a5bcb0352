"""The API in a browser: its page, and what a page may write by its phone's cookie."""

import pytest

from scorekeeper.journal.identifiers import new_operation_id
from tests.browser.conftest import GREEK_FIRST
from tests.browser.phone import PHONE, SMALL_PHONE
from tests.browser.test_accessible import RULES, RUN
from tests.table import MADE

WIDTH = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
PUT = """
async ([address, headers, body]) => {
  const answer = await fetch(address, {
    method: "PUT",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  return [answer.status, await answer.json()];
}
"""


@pytest.mark.parametrize("screen", [SMALL_PHONE, PHONE])
@GREEK_FIRST
def test_its_page_is_found_and_can_be_read(open_phone, axe, language, screen):
    phone = open_phone(language, screen)
    phone.go_home()
    phone.tap("Menu", "Settings and more", "For programmers")
    phone.arrive("**/api/v1/")
    for summary in phone.page.locator("summary").all():
        summary.click()
    assert phone.page.evaluate(WIDTH) == 0
    phone.page.evaluate(axe)
    for scheme, rules in RULES.items():
        phone.page.emulate_media(color_scheme=scheme)
        assert phone.page.evaluate(RUN, rules) == []


def send(phone, public_id, revision, headers=None):
    address = f"/api/v1/matches/{public_id}/ops/{new_operation_id()}"
    body = {"op": "record", "revision": revision, "hand": MADE}
    return phone.page.evaluate(PUT, [address, headers or {}, body])


def test_a_page_writes_in_its_phones_match_and_in_no_other(match, open_phone):
    public_id = match.match_url.rstrip("/").rpartition("/")[2]
    status, done = send(match, public_id, 1)
    assert (status, done["match"]["standing"]["totals"]) == (201, {"A": 19, "B": 6})
    match.open_ledger()
    match.sees_totals(19, 6)
    other = open_phone()
    other.start_match()
    other.watch.expect("status of 401")
    assert send(other, public_id, 2)[0] == 401
    assert send(match, public_id, 2)[0] == 201


def test_cookie_does_not_count_beside_a_bearer_token(match):
    match.watch.expect("status of 401")
    public_id = match.match_url.rstrip("/").rpartition("/")[2]
    status, problem = send(match, public_id, 1, {"Authorization": "Bearer x"})
    assert (status, problem["type"]) == (401, "/api/v1/#problem-unauthorized")
