"""The club of the demo: two seasons, and a record of who played there."""

from scorekeeper.club.club_record import counted_matches, record_of
from scorekeeper.club.club_seasons import count_season
from scorekeeper.club.club_service import find_club
from tests.phone import Phone


def test_its_seasons_rank_everybody_and_its_record_knows_them(evening):
    with evening.app.app_context():
        loaded_club = find_club(evening.club)
        club = loaded_club.club
        counted = [count_season(club, season) for season in club.seasons]
        [record] = record_of(counted_matches(loaded_club))
    assert [len(one.rows) for one in counted] == [8, 8]
    assert all(row.points > 0 for one in counted for row in one.rows)
    assert [len(one.tournaments) for one in counted] == [3, 3]
    assert {one for persons in record.figures for one in persons} == set("12345678")
    meetings = record.meetings.values()
    assert sum(one.matches for one in meetings) == 10
    assert sum(one.typed for one in meetings) == 36, "six tournaments of six tables"
    assert sum(sum(one.won) for one in meetings) == 46
    assert sum(one.differences.hands for one in meetings) > 50


def test_its_page_lists_its_matches(evening):
    visitor = Phone(evening.app, language="el")
    page = visitor.get(f"/c/{evening.club}/")
    assert page.status == 200
    assert "Μαρία Χαραλάμπους" in page.words()
    assert f"/c/{evening.club}/seasons/2" in page.links()
    assert f"/c/{evening.club}/" in visitor.get("/clubs/").links()
