"""Programs, each at its own match, and one at a club."""

import pytest

from tests.support.program import Program, Secretary

NAMES = ("Maria", "Giorgos", "Eleni", "Andreas")
PAIRS = (("Maria", "Giorgos"), ("Eleni", "Andreas"))
KNOWN = {"1": ["1", "2"], "2": ["3", "4"]}


@pytest.fixture
def program(app):
    """A program that has just started a match by the rules of the café."""
    return Program(app).start()


@pytest.fixture
def other_program(app):
    """One that has the secret of another match."""
    return Program(app).start()


@pytest.fixture
def watcher(app, program):
    """A client with the match's address, but no secret."""
    return Program(app, public_id=program.public_id)


@pytest.fixture
def secretary(app):
    """A club of four."""
    return Secretary(app).begin(*NAMES)


@pytest.fixture
def in_season(secretary):
    """A club of four whose season has counted an evening."""
    secretary.first = secretary.evening(*PAIRS)
    secretary.done("add_tournament", tournament=secretary.first.public_id)
    secretary.done("know_players", tournament=secretary.first.public_id, persons=KNOWN)
    assert secretary.season(secretary.first).status == 201
    return secretary
