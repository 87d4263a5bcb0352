"""A season says which order an evening with a final gives, and its organiser changes it."""

import pytest

from tests.club_desk import ClubDesk
from tests.services.clubs.test_club_seasons import evening_with_final, with_season
from tests.web.clubs.conftest import ClubPhone


@pytest.fixture
def open_season(app):
    """Makes the phone of a club whose season counts an evening with a final in this way."""

    def open_season(ranking):
        with app.app_context():
            desk = with_season(evening_with_final(), ranking)
        return ClubPhone(app, desk.public_id, desk.secret)

    return open_season


def test_season_of_before_says_that_it_counts_an_evening_without_its_final(open_season):
    words = open_season("").page("seasons/1").words()
    assert "an evening with a final: as it stood before its final" in words


def test_organiser_lets_the_final_count_by_one_choice_with_a_reason(open_season):
    keeper = open_season("")
    page = keeper.page("seasons/1/setup")
    refused = keeper.press(page, "Save the season", ranking="end")
    assert (refused.status, "say why" in refused.words()) == (422, True)
    keeper.press(refused, "Save the season", ranking="end", reason="The final counts")
    assert keeper.club().seasons[0].ranking == "end"
    words = keeper.page("seasons/1").words()
    assert "an evening with a final: as its final ended" in words
    assert "before: Pairs" in words
    assert words.count("as it stood before its final") == 1


def test_new_season_counts_an_evening_as_its_final_ended(app):
    with app.app_context():
        desk = ClubDesk("Maria")
    keeper = ClubPhone(app, desk.public_id, desk.secret)
    keeper.press(keeper.page("seasons/1/setup"), "Begin the season")
    assert keeper.club().seasons[0].ranking == "end"
