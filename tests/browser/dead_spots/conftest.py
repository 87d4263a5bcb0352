"""Phones in dead spots, and what must be true afterwards."""

from pathlib import Path

import pytest

from tests.browser.dead_spots.carried import Carried
from tests.support.http_scorer import Scorer
from tests.support.truth import check_file, check_told


def pytest_collection_modifyitems(items):
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.examples)


@pytest.fixture
def carry(chromium, server, tmp_path):
    """Makes phones, each with its own disk; none of them may have logged a fault."""
    carried = []

    def carry(at=server, **options):
        folder = tmp_path / f"phone-{len(carried)}"
        carried.append(Carried(chromium, folder, at, **options))
        return carried[-1]

    yield carry
    for phone in carried:
        phone.close()
    faults = [fault for phone in carried for watch in phone.watches for fault in watch.faults]
    assert not faults, "\n".join(faults)


@pytest.fixture
def carried(carry):
    """A phone on which Tefteri was opened before."""
    return carry().install()


@pytest.fixture
def check(server, open_phone):
    """Holds what the phone shows, what a watcher is shown and what was typed against the file."""

    def check(phone, points, server=server):
        phone.sees_saved()
        phone.open_ledger()
        watcher = open_phone(at=server)
        watcher.page.goto(f"/m/{phone.match}/")
        assert watcher.ledger() == phone.ledger()
        reader = Scorer(server)
        reader.public_id = phone.match
        check_file(server)
        check_told(reader, points)

    return check
