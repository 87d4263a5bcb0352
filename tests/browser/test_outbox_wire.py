"""The outbox over a real connection that is cut, to a real server that dies."""

import pytest

from tests.browser.outbox import Outbox
from tests.faults.proxy import Proxy
from tests.faults.truth import check_file
from tests.server import Server

pytestmark = pytest.mark.faults
POINTS = [97, 100, 120, 89] * 3


@pytest.fixture
def fragile(tmp_path):
    """A server of the test's own, which may be killed."""
    server = Server(tmp_path / "instance").start()
    yield server
    server.kill()


@pytest.fixture
def proxy(fragile):
    proxy = Proxy(fragile)
    yield proxy
    proxy.close()


@pytest.fixture
def outbox(open_phone, fragile, proxy):
    """The outbox of a phone at a match just started, behind the proxy."""
    phone = open_phone(at=proxy)
    phone.start_match()
    return Outbox(phone, fragile, phone.match_url.split("/")[-2]).hold_time().open().open_match()


def test_hands_come_once_and_in_order_over_a_connection_that_flaps(outbox, proxy, fragile):
    proxy.lose_answers = True
    ids = outbox.add_hands(*POINTS)
    turns = iter(range(1000))

    def is_sent():
        proxy.lose_answers = next(turns) % 4 != 0
        return not outbox.unsent()

    outbox.wait_until(is_sent)
    assert proxy.lost
    assert outbox.wrote() == ids
    assert [act["op_id"] for act in outbox.acts()][1:] == ids
    check_file(fragile)


def test_a_server_that_is_killed_again_and_again_has_each_hand_once(outbox, fragile):
    ids = []
    for points in (POINTS[:4], POINTS[4:8], POINTS[8:]):
        ids += outbox.add_hands(*points, after=ids[-1] if ids else None)
        fragile.kill()
        fragile.start()
    outbox.wait_until_sent()
    assert outbox.wrote() == ids
    check_file(fragile)
