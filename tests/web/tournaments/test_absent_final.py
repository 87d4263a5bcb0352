"""A tournament whose final is not here: it names no winner and no prizes, and says why."""

import pytest

from scorekeeper.i18n import use_locale
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.printing.papers import print_paper
from scorekeeper.tournament import finals
from scorekeeper.tournament.service import TOURNAMENT_JOURNAL, find_tournament
from tests.databases import change_event
from tests.web.tournaments.conftest import DeskPhone
from tests.web.tournaments.test_listing import listed
from tests.web.tournaments.test_saved_file import address_in, opened, saved

ABSENT = "Its final is another file."


@pytest.fixture
def organiser(organise):
    """One round of four, and a final that the second of the standings wins."""

    def play(desk):
        desk.do("money", fee=1000, prizes=[10000, 5000]).draw().play()
        now, op_id = desk.held.revision, new_operation_id()
        main = desk.held
        desk.held = finals.set_up_final(desk.public_id, desk.phone, op_id, now, 2, "Cup – Final")
        desk.draw().result(1, 201, 351)
        desk.held = find_tournament(main.public_id)

    return organise(4, rounds=1, then=play)


@pytest.fixture
def elsewhere(app, organiser):
    """The organiser of the copy that was opened from the tournament's file."""
    public_id = address_in(opened(organiser, saved(organiser)))
    return DeskPhone(app, public_id, organiser.cookie("phone").value)


def papers_of(phone):
    """The texts of its standings and its report, each on paper."""
    with phone.app.app_context(), use_locale("en"):
        for paper in ("standings", "report"):
            pages = print_paper(phone.held(), paper, None, str).pages
            yield [text for _, texts in pages for text in texts.values()]


def test_opened_tournament_names_no_winner_on_any_page_or_paper(organiser, elsewhere):
    assert "Champions" in organiser.page("standings").words()
    words = elsewhere.page("standings").words()
    assert ABSENT in words
    assert "Champions" not in words
    assert ABSENT in elsewhere.page().words()
    for texts in papers_of(elsewhere):
        assert ABSENT in texts
        assert not [text for text in texts if "Champions" in text]


def test_opened_tournament_says_in_the_list_that_its_final_is_another_file(organiser, elsewhere):
    texts, headings = listed(elsewhere)
    assert texts[0] == f"Cup {ABSENT} Pairs: 4"
    assert headings == ["Played to the end"]


def test_opened_tournament_pays_nobody(organiser, elsewhere):
    assert "100 €" in organiser.page("fees").words().replace("\u00a0", " ")
    words = elsewhere.page("fees").words().replace("\u00a0", " ")
    assert "Prizes as it stands" not in words
    assert f"{ABSENT} It decides who wins the prizes." in words


def test_opened_tournament_is_saved_and_opened_as_the_same_again(app, organiser, elsewhere):
    public_id = address_in(opened(elsewhere, saved(elsewhere)))
    again = DeskPhone(app, public_id, elsewhere.cookie("phone").value)
    assert ABSENT in again.page("standings").words()
    assert "Without its final" in again.page().words()


def test_new_final_takes_the_place_of_the_absent_one_once_that_is_ticked(organiser, elsewhere):
    page = elsewhere.page("final")
    assert ABSENT in page.words()
    refused = elsewhere.press(page, "Final of the first 2")
    assert (refused.status, "Tick first" in refused.words()) == (422, True)
    assert elsewhere.press(refused, "Final of the first 2", instead_of="elsewhere").status == 303
    assert ABSENT not in elsewhere.page().words()
    assert "Its final is to be played" in listed(elsewhere)[0][1]


def test_correction_that_moves_who_is_in_the_absent_final_is_asked_about(organiser, elsewhere):
    table = elsewhere.tournament().rounds[0].table(1)
    score = dict(zip("ab", table.result.score[::-1], strict=True))
    page = elsewhere.page("rounds/1/tables/1")
    asked = elsewhere.press(page, "Correct the result", reason="Read wrongly", **score)
    assert "other pairs would be in the final" in asked.words()


def test_final_that_is_damaged_here_leaves_the_tournament_without_a_winner(app, organiser):
    with app.app_context():
        final = find_tournament(organiser.tournament().final)
        change_event("'{}'", "tournament_event", op_id=final.tournament.acts[-1].op_id)
    TOURNAMENT_JOURNAL.forget_all()
    words = organiser.page("standings").words()
    assert "Champions" not in words
    assert "Its final is damaged on the server." in words
    assert "Prizes as it stands" not in organiser.page("fees").words()
