"""A table's own match says where it is played and what ends it there."""

import pytest

from scorekeeper.tournament.played_tables import play_round
from tests.phone import Phone
from tests.table import MADE, MADE_BY_B


def first_match(organiser):
    """The address of the match at the first table."""
    with organiser.app.app_context():
        held = organiser.held()
        return f"/m/{play_round(held, held.tournament.last_round)[0].live.public_id}/"


def test_a_watcher_finds_the_way_from_a_match_to_its_table(app, organise):
    drawn = organise(4, then=lambda desk: desk.draw())
    page = Phone(app).get(first_match(drawn))
    assert "Round 1 of 5, table 1" in page.words()
    assert f"{drawn.url}rounds/1#table-1" in page.links()


@pytest.mark.parametrize(
    ("length", "limit", "said"), [("hands", 10, "10 hands"), ("minutes", 60, "60 min")]
)
def test_match_that_ends_by_hands_or_minutes_shows_no_target(app, organise, length, limit, said):
    drawn = organise(2, length=length, limit=limit, then=lambda desk: desk.draw().write(1, MADE))
    for path in ("", "big", "live?part=page"):
        page = Phone(app).get(first_match(drawn) + path)
        assert said in page.words(), path
        assert "5000" not in page.words(), path


def test_match_that_ends_by_a_target_shows_it(app, organise):
    drawn = organise(2, then=lambda desk: desk.draw())
    assert "to 351" in Phone(app).get(first_match(drawn)).words()


def test_after_the_last_hand_that_counts_the_table_is_told(app, organise):
    drawn = organise(2, length="hands", limit=2, then=lambda desk: desk.draw().write(1, MADE))
    assert "That is the result" not in Phone(app).get(first_match(drawn)).words()
    drawn = organise(2, length="hands", limit=1, then=lambda desk: desk.draw().write(1, MADE))
    assert "Hands played: 1. That is the result" in Phone(app).get(first_match(drawn)).words()


def test_a_knockout_s_match_that_is_level_is_told_to_play_on_and_its_table_says_so(app, organise):
    drawn = organise(
        2,
        length="hands",
        limit=2,
        format="knockout",
        then=lambda desk: desk.draw().write(1, MADE, MADE_BY_B),
    )
    assert "play one more hand" in Phone(app).get(first_match(drawn)).words()
    board = drawn.page("rounds/1")
    assert "level: one more hand" in board.words()
    assert "claim" not in board.words()
    assert f"{drawn.url}rounds/1/tables/1" in drawn.page("draw").links(), (
        "the table that is not done"
    )


def test_drawn_match_keeps_its_limit_when_the_set_up_changes(app, organise):
    drawn = organise(2, length="hands", limit=10, then=lambda desk: desk.draw())
    address, guest = first_match(drawn), Phone(app)
    drawn.press(drawn.page("setup"), "Save the set-up", limit="12")
    assert "10 hands" in guest.get(address).words()
    drawn.press(drawn.page("rounds/1/undraw"), "Take round 1 back")
    drawn.press(drawn.proposal(), "Draw it so")
    assert "12 hands" in guest.get(first_match(drawn)).words()


def test_a_match_of_a_round_that_was_taken_back_is_of_no_table(app, organise):
    drawn = organise(4, then=lambda desk: desk.draw())
    address = first_match(drawn)
    drawn.press(drawn.page("rounds/1/undraw"), "Take round 1 back")
    assert "table 1" not in Phone(app).get(address).words()


def test_its_scorer_changes_who_sits_there_and_no_rule(app, organise):
    drawn = organise(2, then=lambda desk: desk.draw())
    link = drawn.page("rounds/1/tables/1/link").words(".//p[@id='address']")
    scorer = Phone(app)
    scorer.press(scorer.press(scorer.get("/s"), "Go on", secret=link), "Write on this phone, too")
    address = f"{first_match(drawn)}change/"
    refused = scorer.press(scorer.get(address), "See what changes", preset="kypros")
    assert refused.status == 422
    assert "The tournament says which rules are played" in refused.words()
    seen = scorer.press(scorer.get(address), "See what changes", name_A="The substitutes")
    assert scorer.press(seen, "Write the change").status == 303


def test_a_table_s_link_says_which_table_it_is_of(app, organise):
    drawn = organise(2, then=lambda desk: desk.draw())
    link = drawn.page("rounds/1/tables/1/link").words(".//p[@id='address']")
    phone = Phone(app)
    assert "table 1" in phone.press(phone.get("/s"), "Go on", secret=link).words()
