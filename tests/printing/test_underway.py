"""A print that nobody fetched is not kept."""

import time

import pytest

from scorekeeper.match.erasure import erase_match
from scorekeeper.printing import printer
from scorekeeper.printing.printer import PRINTS, Prints
from tests.table import MADE, Table

WHAT = ("an address", "el", 1)
PATIENCE = 10


def printed(prints):
    prints.ask(WHAT, lambda: b"names").result(PATIENCE)


def wait_for(is_so):
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_it_is_forgotten_in_time_although_nobody_asks_again(monkeypatch):
    monkeypatch.setattr(printer, "KEPT_SECONDS", 0.05)
    prints = Prints()
    printed(prints)
    wait_for(lambda: prints.find(WHAT) is None)
    wait_for(lambda: prints._timer is None)


def test_unfinished_print_is_forgotten_after_it_is_made(monkeypatch):
    monkeypatch.setattr(printer, "KEPT_SECONDS", 0.05)
    prints = Prints()
    prints.ask(WHAT, lambda: (time.sleep(0.2), b"late")[1])
    wait_for(lambda: prints.find(WHAT) is None)


@pytest.mark.usefixtures("context")
def test_it_is_forgotten_once_names_are_erased():
    table = Table().play(MADE)
    printed(PRINTS)
    erase_match(table.kept.public_id, None, "operator")
    assert PRINTS.find(WHAT) is None
