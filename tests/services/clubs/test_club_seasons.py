"""A club's season is folded from its tournaments as they stand."""

from datetime import date

import pytest

from scorekeeper.services.club_acts.refusals import ClubRefused
from scorekeeper.services.clubs.club_erasing import erase_club
from scorekeeper.services.clubs.club_seasons import count_season
from tests.club_desk import BY_PLACE, ClubDesk
from tests.desk import Desk

BY_PLAYER = {**BY_PLACE, "by": "player"}


def evening(day, *results, pairs=2):
    """A tournament of one round: the scores of its tables, A's and B's."""
    desk = Desk(pairs, day=date(2026, 2, day), format="round_robin").draw()
    for table, (a, b) in enumerate(results, 1):
        desk.result(table, a, b)
    return desk


def standings(desk, rules=None):
    """Each unit with its place and points."""
    counted = count_season(desk.stored().club, desk.club.seasons[0], rules)
    return [(" ".join(row.unit), row.place, float(row.points)) for row in counted.rows]


@pytest.fixture
def spring():
    """Two evenings of four persons, who have other partners on the second."""
    desk = ClubDesk("Maria", "Giorgos", "Eleni", "Andreas")
    first, second = evening(6, (351, 200)), evening(13, (100, 351))
    desk.belong(first, {"1": ["1", "2"], "2": ["3", "4"]})
    desk.belong(second, {"1": ["1", "3"], "2": ["2", "4"]})
    desk.season(second, first)
    desk.evenings = first, second
    return desk


def test_pairs_are_ranked_over_the_evenings(spring):
    first, second = (one.tournament.last_round.tables[0] for one in spring.evenings)
    assert standings(spring)[0][1:] == (1, 25.0)
    assert len(standings(spring)) == 4, "other partners are another pair"
    assert (first.a, second.a) == ("1", "1")


def test_players_are_ranked_with_whatever_partner(spring):
    assert standings(spring, BY_PLAYER) == [
        ("2", 1, 50.0), ("1", 2, 43.0), ("4", 2, 43.0), ("3", 4, 36.0),
    ]  # fmt: skip


def test_a_correction_moves_the_season(spring):
    spring.evenings[1].result(1, 351, 100, reason="a slip")
    assert standings(spring, BY_PLAYER)[0] == ("1", 1, 50.0)


def test_two_who_are_one_person_are_counted_as_one(spring):
    third = evening(20, (351, 0))
    spring.add("Mairoulla").belong(third, {"1": ["5", ""]})
    spring.season(*spring.evenings, third)
    alone = {unit: points for unit, _, points in standings(spring, BY_PLAYER)}
    assert (alone["1"], alone["5"]) == (43.0, 25.0)
    spring.do("persons_joined", person="1", other="5")
    joined = {unit: points for unit, _, points in standings(spring, BY_PLAYER)}
    assert joined["1"] == 68.0
    assert "5" not in joined
    spring.do("person_parted", person="5")
    assert {unit: points for unit, _, points in standings(spring, BY_PLAYER)} == alone


def test_who_is_not_in_the_roster_stands_there_by_name():
    desk, first = ClubDesk("Maria"), evening(6, (351, 200))
    desk.belong(first, {"1": ["1", ""]}).season(first)
    counted = count_season(desk.club, desk.club.seasons[0])
    names = [[counted.strangers.get(one, one) for one in row.unit] for row in counted.rows]
    assert sorted(map(sorted, names)) == [["1", "Even1"], ["Even2", "Odd2"]]


def test_a_tournament_that_left_or_was_not_begun_counts_for_nothing(spring):
    spring.do("tournament_left", tournament=spring.evenings[0].public_id)
    later = Desk(2)
    spring.belong(later)
    spring.season(spring.evenings[1], later)
    assert [*count_season(spring.club, spring.club.seasons[0]).tournaments] == [
        spring.evenings[1].public_id
    ]


def test_the_results_of_an_evening_are_counted_by_match():
    desk, first = ClubDesk(), evening(6, (351, 200), pairs=3)
    desk.belong(first).season(first)
    counted = count_season(desk.club, desk.club.seasons[0])
    told = sorted(
        (
            one.ranked.wins,
            one.ranked.losses,
            one.ranked.byes,
            one.ranked.score,
            one.ranked.difference,
        )
        for row in counted.rows
        for one in row.results
    )
    assert told == [(0, 0, 1, 351, 151), (0, 1, 0, 200, -151), (1, 0, 0, 351, 151)]


def test_other_rules_in_mid_season_need_a_reason(spring):
    with pytest.raises(ClubRefused) as refused:
        spring.season(*spring.evenings, rules=BY_PLAYER)
    assert refused.value.faults[0].code == "no_reason"
    spring.season(*spring.evenings, rules=BY_PLAYER, reason="voted")
    assert spring.stored().club.seasons[0].reason == "voted"
    assert standings(spring)[0] == ("2", 1, 50.0)


def test_a_season_counts_on_without_names(spring):
    before = standings(spring)
    erase_club(spring.public_id, spring.phone)
    assert standings(spring) == before
