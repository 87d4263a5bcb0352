"""A server with a clock that is wrong by more than a month takes forms and hands."""

import pytest

from tests.server import Server
from tests.wrong_clock import clock_off_by

DAYS = 40

pytestmark = pytest.mark.timeout(180)


@pytest.fixture(scope="module", params=[-DAYS, DAYS], ids=["behind", "ahead"])
def wrong(request, tmp_path_factory):
    inside = clock_off_by(request.param)
    server = Server(tmp_path_factory.mktemp("wrong"), inside=inside, SCRIPTS="joined")
    yield server.start()
    server.kill()


def test_a_match_and_a_form_are_taken_by_a_server_with_a_wrong_clock(open_phone, wrong):
    phone = open_phone(at=wrong)
    phone.start_match()
    phone.write("A", 9, "hearts", 97)
    phone.sees_all_sent()
    phone.goto("/")
    phone.tap("Menu", "Settings and more", "Dark")
    phone.holds("return document.documentElement.dataset.theme === 'dark'")
    assert phone.written() == ["started", "recorded"]
