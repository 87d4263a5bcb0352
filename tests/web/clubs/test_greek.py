"""The Greek of a club's pages: of one person as of one, and one word for one thing."""

import pytest

from scorekeeper.club.seasons.played_figures import Differences, Share
from scorekeeper.explain.club_words import mean_note, share_note
from scorekeeper.i18n import use_locale


@pytest.fixture
def greek(keeper):
    """The keeper's phone, which reads Greek."""
    keeper.headers["Accept-Language"] = "el"
    return keeper


def test_of_one_person_is_spoken_as_of_one(greek):
    words = greek.page("record/1?since=2090-01-01").words()
    assert "Κανένα χέρι του παίκτη σε αυτές τις παρτίδες." in words
    assert (
        "Κανένα χέρι του ζευγαριού σε αυτές τις παρτίδες."
        in greek.page("record/1-2?since=2090-01-01").words()
    )
    assert "Πώς έπαιξε" in greek.page("persons/1").words()
    assert "Πώς έπαιξε ο καθένας" not in greek.page("persons/1").words()


def test_a_season_counts_points_of_its_own_word(greek):
    season = f"{greek.url}seasons/1"
    for path in (season, f"{season}/screen", f"/embed{season}"):
        words = greek.get(path).words()
        assert "Βαθμοί" in words, path
        assert "Πόντοι" not in words, path
    assert "Βαθμοί" in greek.page("seasons/1/season.csv").html


def test_all_seasons_are_feminine_and_all_rules_masculine(greek):
    page = greek.page("record")
    assert page.words(".//select[@name='season']/option[1]") == "όλες"


def test_an_interval_is_a_guess_and_no_prophecy():
    with use_locale("el"):
        assert (
            share_note(Share(7, 12)) == "μάλλον από 32\N{NO-BREAK SPACE}% ως 81\N{NO-BREAK SPACE}%"
        )
        note = mean_note(Differences(30, 60, 900))
        assert note.startswith("μάλλον από ")
    with use_locale("en"):
        assert share_note(Share(7, 12)).startswith("probably from 32")
