"""The outbox over a real connection that is cut, to a real server that dies."""

import pytest

from tests.browser.outbox import Outbox
from tests.faults.proxy import Proxy
from tests.faults.truth import check_file

SCRIPTS = "modules"

POINTS = [97, 100, 120, 89] * 3


@pytest.fixture
def proxy(fragile):
    proxy = Proxy(fragile)
    yield proxy
    proxy.close()


def start_match(phone, server):
    """The outbox of the phone at a match just started."""
    phone.start_match()
    outbox = Outbox(phone, server, phone.match_url.split("/")[-2])
    return outbox.hold_time().open().open_match()


def test_hands_come_once_and_in_order_over_a_connection_that_flaps(open_phone, proxy, fragile):
    outbox = start_match(open_phone(at=proxy), fragile)
    proxy.lose_answers = True
    ids = outbox.add_hands(*POINTS)
    turns = iter(range(1000))

    def is_sent():
        proxy.lose_answers = next(turns) % 2 == 0
        return not outbox.unsent()

    outbox.wait_until(is_sent)
    assert proxy.lost
    assert outbox.wrote() == ids
    assert [act["op_id"] for act in outbox.acts()][1:] == ids
    check_file(fragile)


def test_a_server_that_is_killed_while_it_saves_has_each_hand_once(open_phone, fragile):
    outbox = start_match(open_phone(at=fragile), fragile)
    ids = outbox.add_hands(*POINTS)
    fragile.kill()
    fragile.start()
    outbox.wait_until_sent()
    assert outbox.wrote() == ids
    check_file(fragile)
