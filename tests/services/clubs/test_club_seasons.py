"""A club's season is folded from its tournaments as they stand."""

from datetime import date

import pytest

from scorekeeper.club.acts.club_fields import ClubRefused
from scorekeeper.club.club_seasons import count_season, rules_changes, season_mark
from scorekeeper.club.erased_names import erase_club
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.tournament.service import find_tournament
from scorekeeper.tournament.standing import standing_of
from scorekeeper.tournament.tournament_file import open_file, read_file, write_file
from tests.support.desk import BY_PLACE, ClubDesk, Desk, set_up_final

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
    """Two evenings of four persons, with other partners on the second."""
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


def test_player_outside_the_roster_stands_in_the_season_by_name():
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


def evening_with_final(*, is_played=True):
    """A round of four pairs, and a final of the first two that the second of them wins."""
    desk = Desk(4, day=date(2026, 2, 20), rounds=1).draw()
    desk.result(1, 351, 100).result(2, 351, 200)
    main, op_id = desk.held, new_operation_id()
    desk.finalists = [row.pair for row in standing_of(main)][:2]
    final = set_up_final(main.public_id, desk.phone, op_id, main.revision, 2, "Final")
    desk.held = final
    desk.draw()
    if is_played:
        desk.result(1, 201, 351)
    desk.final, desk.held = desk.held, find_tournament(main.public_id)
    return desk


def with_season(evening, ranking, *others, **more):
    """A club whose season counts the evening so, and the others."""
    desk = ClubDesk().belong(evening)
    for one in others:
        desk.do("tournament_belongs", phone=evening.phone, tournament=one.public_id)
    counted = (evening, *others)
    told = {"ranking": ranking} if ranking else {}
    tournaments = [{"tournament": one.public_id, "weight": "1"} for one in counted]
    return desk.do(
        "season_set_up", season=1, name="S", rules=BY_PLACE, tournaments=tournaments, **told, **more
    )


def ranked_in(desk):
    """Of each event its pairs by place, by the numbers that they have in their tournament."""
    counted = count_season(desk.stored().club, desk.club.seasons[0])
    return [
        [(one.pair[0].split(":")[1], one.place) for one in event.ranking]
        for event in counted.played.events
    ]


def test_season_by_the_end_takes_the_order_of_the_final_and_the_others_behind_it():
    evening = evening_with_final()
    first, second = evening.finalists
    [told] = ranked_in(with_season(evening, "end"))
    assert told[:2] == [(second, 1), (first, 2)]
    assert [place for _pair, place in told[2:]] == [3, 4]


def test_season_ranks_a_finalist_who_withdrew_and_played_the_final_alone():
    desk = Desk(4, day=date(2026, 2, 20), rounds=1).draw()
    desk.result(1, 351, 100).result(2, 351, 200).add(("Late", "Pair"))
    main = desk.held
    final = set_up_final(main.public_id, desk.phone, new_operation_id(), main.revision, 4, "Final")
    desk.held = final
    desk.draw()
    desk.held = find_tournament(main.public_id)
    [told] = ranked_in(with_season(desk, "end"))
    desk.change_pair("5", withdrawn=True)
    [told_then] = ranked_in(with_season(desk, "end"))
    assert sorted(told_then) == sorted(told)


@pytest.mark.parametrize("ranking", ["rounds", ""], ids=["said so", "of an earlier version"])
def test_season_by_the_rounds_takes_the_standings_before_the_final(ranking):
    evening = evening_with_final()
    [told] = ranked_in(with_season(evening, ranking))
    assert [pair for pair, _place in told[:2]] == evening.finalists


def test_matches_of_the_final_count_as_played_that_evening():
    desk = with_season(evening_with_final(), "end")
    counted = count_season(desk.club, desk.club.seasons[0])
    winner, loser, *others = counted.played.events[0].ranking
    assert (winner.wins, winner.losses, loser.wins, loser.losses) == (2, 0, 1, 1)
    assert winner.score == 351 + 351
    assert all(one.wins + one.losses == 1 for one in others)


def test_final_is_no_event_of_its_own_where_the_end_counts():
    evening = evening_with_final()
    assert len(ranked_in(with_season(evening, "end", evening.final))) == 1
    other = evening_with_final()
    assert len(ranked_in(with_season(other, "rounds", other.final))) == 2


def test_order_is_changed_by_one_act_with_its_reason():
    evening = evening_with_final()
    desk = with_season(evening, "")
    season = desk.club.seasons[0]
    told = {"season": 1, "name": "S", "rules": BY_PLACE, "ranking": "end"}
    told["tournaments"] = [one._asdict() for one in season.tournaments]
    with pytest.raises(ClubRefused):
        desk.do("season_set_up", **told)
    desk.do("season_set_up", **told, reason="The final counts")
    assert ranked_in(desk)[0][0] == (evening.finalists[1], 1)
    (change,) = rules_changes(desk.club, 1)
    assert (change.ranking, change.reason) == ("rounds", "The final counts")


def test_result_of_the_final_gives_the_season_another_mark():
    evening = evening_with_final(is_played=False)
    desk = with_season(evening, "end")
    before = season_mark(desk.club, desk.club.seasons[0])
    evening.held = evening.final
    evening.result(1, 201, 351)
    assert season_mark(desk.club, desk.club.seasons[0]) != before


def test_evening_whose_final_is_another_file_is_counted_by_the_rounds_alone():
    evening = evening_with_final()
    file = read_file(write_file(evening.held))
    evening.held = open_file(file, evening.phone, new_operation_id())
    desk = with_season(evening, "end")
    counted = count_season(desk.club, desk.club.seasons[0])
    assert (counted.rows, [one.public_id for one in counted.left_out]) == ((), [evening.public_id])
    assert len(ranked_in(with_season(evening, "rounds"))) == 1
