"""The tournament of the demo: its second round is being played, and every page of it opens."""

import pytest

from scorekeeper.tournament.played_tables import play_round
from scorekeeper.tournament.service import find_tournament
from tests.phone import Phone

FILES = (".pdf", ".csv", ".json")


@pytest.fixture
def visitor(evening):
    return Phone(evening.app, language="el")


def test_the_first_page_leads_to_it(evening, visitor):
    assert "/tournaments/" in visitor.get("/").links()
    listed = visitor.get("/tournaments/")
    assert f"/t/{evening.tournament}/" in listed.links()
    assert "Ζευγάρια: 12" in listed.words()


def test_a_round_is_played_and_the_next_one_is_under_way(evening):
    with evening.app.app_context():
        held = find_tournament(evening.tournament)
        first, second = (play_round(held, drawn) for drawn in held.tournament.rounds)
    assert {table.state for table in first} == {"over"}
    states = [table.state for table in second]
    assert states == ["over", "over", "playing", "playing", "waiting", "waiting"]
    assert second[1].is_only_live
    assert second[3].silent
    assert [len(table.table.results) for table in first] == [1, 2, 1, 1, 1, 1]
    assert [one.adjustment.pair for one in held.tournament.adjusted] == ["9"]


@pytest.mark.slow
def test_every_page_of_it_opens(evening, visitor):
    own = f"/t/{evening.tournament}/"
    found, opened = [own], set()
    while found:
        path = found.pop().split("#")[0]
        if path in opened or path.split("?")[0].endswith(FILES):
            continue
        opened.add(path)
        page = visitor.get(path, follow=True)
        # An act with later acts on it cannot be undone, and the page names those.
        assert page.status == 200 or (path.endswith("/undo") and page.status == 409), path
        links = {link.split("#")[0] for link in page.links() if link.startswith(own)}
        found += links - opened
    assert len(opened) > 40
