"""The rounds by their names: of how many, and in a knockout the last ones on screens and paper."""

import pytest

from scorekeeper.draws.model import DrawProblem
from scorekeeper.explain import tournament_words as words
from scorekeeper.i18n import use_locale
from scorekeeper.printing.papers import print_paper
from tests.phone import Phone

STAGES = {
    "en": ["Round 1", "Quarter-finals", "Semi-finals", "Final and third place"],
    "el": ["Γύρος 1", "Προημιτελικά", "Ημιτελικά", "Τελικός και μικρός τελικός"],
}


def rounds(count):
    """Draws and plays rounds, and draws one more."""

    def play(desk):
        for _ in range(count):
            desk.draw().play()
        desk.draw()

    return play


@pytest.fixture
def final(organise):
    return organise(4, format="knockout", then=rounds(1))


@pytest.mark.parametrize("language", ["en", "el"])
def test_the_last_rounds_of_a_knockout_have_names(organise, language):
    tournament = organise(16, format="knockout", then=rounds(3)).tournament()
    with use_locale(language):
        names = [words.round_name(tournament, drawn) for drawn in tournament.rounds]
    assert names == STAGES[language]


def test_a_final_without_a_match_beside_it_is_a_final(organise):
    final = organise(3, format="knockout", then=rounds(1))
    assert final.page("rounds/2").words(".//h1") == "Final"


def test_elsewhere_a_round_is_one_of_so_many_and_one_more_is_told_by_its_number(organise):
    organiser = organise(4, rounds=1, then=rounds(1))
    assert organiser.page("rounds/1").words(".//h1") == "Round 1 of 1"
    assert organiser.page("rounds/2").words(".//h1") == "Round 2"


def test_both_matches_are_named_on_the_screens(final, app):
    guest = Phone(app)
    for path in ("rounds/2", "screen", ""):
        found = guest.get(final.url + path).findall(".//*[@class='stage']")
        assert ["".join(one.itertext()) for one in found] == ["Final", "Third place"], path
    assert final.page("rounds/2/tables/1").words(".//h1") == "Final"
    assert final.page("rounds/2/tables/2/sheet").words(".//h1") == "Sheet: Third place"
    assert "Semi-finals, table 2" in final.page("rounds/1/tables/2").words(".//h1")


def test_a_knockout_tells_no_planned_rounds(final):
    assert "Rounds:" not in final.page().words()


def test_problem_without_a_pair_names_no_pair(final):
    with final.app.test_request_context(), use_locale("en"):
        told = [
            words.draw_problem_text(DrawProblem("out", "results", 1, pair), final.tournament())
            for pair in (None, "2")
        ]
    assert told[0] == "No bracket gives such a round."
    assert told[1].endswith(": 2 Odd2 – Even2")


@pytest.mark.parametrize("paper", ["sheets", "tables", "report"])
def test_and_on_paper(final, paper):
    held = final.held()
    with final.app.test_request_context(), use_locale("en"):
        made = print_paper(held, paper, held.tournament.last_round, lambda secret: secret)
    stamped = " ".join(text for _, texts in made.pages for text in texts.values())
    assert "Final" in stamped
    assert "Third place" in stamped
