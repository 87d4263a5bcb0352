"""A season's standings, held against the same counted a second time (naive_season.py)."""

import random
import sys
from itertools import pairwise

import pytest

from scorekeeper.club.seasons.season import deciding_tie, season_standings
from scorekeeper.club.seasons.season_reader import answer, read_season
from tests.seasons import naive_season
from tests.seasons.parts import WildSeason, event, problems, ranked, rows, season
from tests.support.examples import share_of
from tests.support.processes import Conversation

PLACES = {"scheme": "places", "table": [25, 18, 15]}
MANY = [range(share_of(600)), pytest.param(range(1_000, 11_000), marks=pytest.mark.faults)]


@pytest.mark.parametrize("seeds", MANY, ids=["some", "all"])
def test_a_second_count_gives_the_same_standings(seeds):
    for seed in seeds:
        told = WildSeason(seed).season()
        assert answer(told) == naive_season.answer(told), seed


@pytest.mark.parametrize("seeds", MANY, ids=["some", "all"])
def test_a_second_reading_finds_the_same_problems(seeds):
    for seed in seeds:
        told = WildSeason(seed).spoilt()
        assert answer(told) == naive_season.answer(told), seed


def test_the_order_in_which_events_and_pairs_are_listed_is_nothing():
    for seed in range(share_of(100)):
        told, chance = WildSeason(seed).season(), random.Random(seed)
        for number, one in enumerate(told["events"], 1):
            one["date"] = f"2026-01-{number:02}"
        expected = answer(told)
        chance.shuffle(told["events"])
        for one in told["events"]:
            chance.shuffle(one["ranking"])
            for row in one["ranking"]:
                row["pair"].reverse()
        assert answer(told) == expected


def test_a_tie_break_is_named_where_one_decides_between_neighbours():
    named = set()
    for seed in range(share_of(2_000)):
        season_read, _problems = read_season(WildSeason(seed).season())
        classed = [row for row in season_standings(season_read) if row.place is not None]
        for upper, lower in pairwise(classed):
            decided = deciding_tie(upper, lower, season_read)
            is_tie_broken = upper.points == lower.points and upper.place != lower.place
            assert (decided is not None) == is_tie_broken, seed
            if decided is not None:
                tie, at, own, other = decided
                assert other is None or (own is not None and own > other), seed
                assert deciding_tie(lower, upper, season_read) == (tie, at, other, own)
                named.add(tie)
    assert len(named) > 1


def standing(told):
    """Each unit with its place and points."""
    return [(" ".join(row["unit"]), row["place"], row["points"]) for row in rows(told)]


def scores(*by_event, **more):
    """A season in which pairs have these scores: `{"a b": 7}` for each event."""
    listed = []
    for number, told in enumerate(by_event, 1):
        order = sorted(told.values(), reverse=True)
        pairs = [ranked(pair, order.index(n) + 1, score=n) for pair, n in told.items()]
        listed.append(event(number, *pairs))
    return season(*listed, **more)


def test_pairs_that_share_places_get_the_mean_of_their_points():
    ranking = [ranked("a b", 1), ranked("c d", 2), ranked("e f", 2), ranked("g h", 4)]
    assert standing(season(event(1, *ranking), points={**PLACES, "rest": 1})) == [
        ("a b", 1, "25.00"), ("c d", 2, "16.50"), ("e f", 2, "16.50"), ("g h", 4, "1.00"),
    ]  # fmt: skip


def test_results_count_by_match_and_the_score_by_a_thousand():
    scheme = {"scheme": "results", "win": 4, "draw": 0, "loss": 2, "bye": 3, "score_per": 1000}
    row = ranked("a b", 1, wins=3, losses=1, byes=1, score=1605)
    [ours, _] = rows(season(event(1, row), points=scheme, by="player"))
    assert (ours["unit"], ours["points"]) == ("a", "18.61"), "17 and 1.605, half up"


def test_the_best_are_counted_and_the_others_seen():
    told = scores({"a b": 10}, {"a b": 30}, {"a b": -5}, {"a b": 20}, best=2)
    [row] = rows(told)
    assert (row["points"], row["total"]) == ("50.00", "55.00")
    assert (row["counted"], row["dropped"]) == (["e2", "e4"], ["e1", "e3"])


def test_points_below_zero_are_counted_where_there_is_nothing_else():
    assert standing(scores({"a b": -5}, {"a b": 3}, {}, best=2)) == [("a b", 1, "-2.00")]


def test_of_equal_events_the_higher_score_is_counted_then_the_earlier():
    listed = [
        event(number, ranked("a b", 1, score=score)) for number, score in enumerate([5, 7, 7], 1)
    ]
    [row] = rows(season(*listed, points=PLACES, best=1))
    assert row["counted"] == ["e2"]


def test_a_weight_multiplies_an_event():
    first = event(1, ranked("a b", 1, score=3), weight="1.25")
    assert standing(season(first, event(2, ranked("a b", 1, score=1)))) == [("a b", 1, "4.75")]


def test_half_a_hundredth_is_rounded_away_from_zero():
    listed = [ranked("a b", 1, score=1), ranked("c d", 2, score=-1)]
    scheme = {"scheme": "results", "win": 0, "draw": 0, "loss": 0, "bye": 0, "score_per": 200}
    told = season(event(1, *listed), points=scheme)
    assert [points for _, _, points in standing(told)] == ["0.01", "-0.01"]


@pytest.mark.parametrize(
    ("tie", "leader"),
    [
        ("wins", "a b"),
        ("countback", "a b"),
        ("total", "c d"),
        ("difference", "e f"),
        ("events", "c d"),
    ],
)
def test_a_tie_break_tells_those_apart_who_are_equal(tie, leader):
    first = [("a b", 1, 6, 0), ("c d", 2, 5, 0), ("e f", 3, 5, 9)]
    second = [("x y", 1, 0, 0), ("c d", 2, 5, 0), ("a b", 3, 4, 0), ("e f", 4, 5, 0)]
    third = [("x y", 1, 0, 0), ("c d", 2, 1, 0)]
    listed = [
        event(
            number, *(ranked(u, p, score=score, difference=d) for u, p, score, d in rows_of_event)
        )
        for number, rows_of_event in enumerate([first, second, third], 1)
    ]
    told = season(*listed, best=2)
    assert {place for _, place, _ in standing(told)[:3]} == {1}
    assert standing({**told, "ties": [tie]})[0][:2] == (leader, 1)


def test_a_shorter_list_is_less_in_the_countback():
    told = scores({"a b": 5}, {"c d": 5}, {"c d": 0}, ties=["countback"])
    assert standing(told) == [("c d", 1, "5.00"), ("a b", 2, "5.00")]


def test_equal_pairs_share_a_place_in_the_order_of_their_ids():
    told = scores({"d c": 5, "b a": 5, "f e": 7, "h g": 1})
    assert [row[:2] for row in standing(told)] == [("e f", 1), ("a b", 2), ("c d", 2), ("g h", 4)]


def test_pair_below_the_minimum_of_events_stands_last_without_a_place():
    told = scores({"a b": 9, "c d": 1, "e f": 2}, {"c d": 1, "e f": 1}, minimum=2)
    assert [row[:2] for row in standing(told)] == [("e f", 1), ("c d", 2), ("a b", None)]


def test_by_player_nobody_must_keep_a_partner():
    told = scores({"a b": 5}, {"a c": 4}, by="player")
    assert [(row["unit"], row["points"]) for row in rows(told)] == [
        ("a", "9.00"), ("b", "5.00"), ("c", "4.00"),
    ]  # fmt: skip


def test_a_large_number_stays_exact():
    [row] = rows(season(event(1, ranked("a b", 1, score=10**200 + 7), weight="0.5")))
    assert row["points"] == f"{10**200 // 2 + 3}.50"


def test_a_season_without_events_has_no_rows():
    assert rows(season()) == []


# The problems


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({"by": None}, "missing by"),
        ({"by": "team"}, "unknown_value by"),
        ({"by": 1}, "not_a_text by"),
        ({"best": 0}, "out_of_range best"),
        ({"best": "5"}, "not_a_number best"),
        ({"best": 1.5}, "not_a_number best"),
        ({"minimum": True}, "not_a_number minimum"),
        ({"ties": ["wins", "total", "wins"]}, "repeated ties.2"),
        ({"ties": "wins"}, "unknown_value ties"),
        ({"id": 1}, "unknown_field id"),
        ({"points": []}, "unknown_value points"),
        ({"points": {"scheme": "elo", "k": 20}}, "unknown_value points.scheme"),
        ({"points": {"scheme": "places", "table": [25, 100_001]}}, "out_of_range points.table.1"),
        ({"points": {"scheme": "score", "rest": 1}}, "unknown_field points.rest"),
        ({"events": [event(1, date="2026-02-29")]}, "unknown_value events.0.date"),
        ({"events": [event(1, weight=1)]}, "not_a_text events.0.weight"),
        ({"events": [event(1, weight="1,5")]}, "not_a_number events.0.weight"),
        ({"events": [event(1, weight="0.125")]}, "out_of_range events.0.weight"),
        ({"events": [event(1, weight="0.00")]}, "out_of_range events.0.weight"),
        ({"events": [event(1), event(2, id="e1")]}, "repeated events.1.id"),
        ({"events": [event(1, id="x" * 65)]}, "out_of_range events.0.id"),
        ({"events": [event(1, ranked("a", 1))]}, "unknown_value events.0.ranking.0.pair"),
        ({"events": [event(1, ranked("a a", 1))]}, "same_person events.0.ranking.0.pair"),
        ({"events": [event(1, ranked("a b", 0))]}, "out_of_range events.0.ranking.0.place"),
        ({"events": [event(1, ranked("a b", 1, byes=-1))]}, "out_of_range events.0.ranking.0.byes"),
        ({"events": [event(1, ranked("a b", 2))]}, "places_wrong events.0.ranking"),
        (
            {"events": [event(1, ranked("a b", 1), ranked("b a", 2))]},
            "repeated events.0.ranking.1.pair",
        ),
        (
            {"events": [event(1, ranked("a b", 1), ranked("c a", 2))], "by": "player"},
            "repeated events.0.ranking.1.pair.1",
        ),
    ],
)
def test_a_problem_has_its_code_and_its_place(changes, found):
    told = {name: value for name, value in (season() | changes).items() if value is not None}
    assert problems(told) == [found]


def test_a_person_may_stand_in_several_pairs_where_pairs_are_ranked():
    assert problems(season(event(1, ranked("a b", 1), ranked("c a", 2)))) == []


def test_all_problems_come_at_once_as_the_document_has_them():
    told = {"events": [event(1, ranked("a b", 3, draws="x"), weight="x")], "foo": 1, "best": -1}
    assert problems(told) == [
        "not_a_number events.0.ranking.0.draws",
        "places_wrong events.0.ranking",
        "not_a_number events.0.weight",
        "unknown_field foo",
        "out_of_range best",
        "missing by",
        "missing points",
    ]


# --- `python -m scorekeeper season` and `record` ---


@pytest.fixture(scope="module", params=["season", "record"])
def conversation(request):
    with Conversation((sys.executable, "-m", "scorekeeper", request.param)) as talk:
        yield talk


@pytest.mark.parametrize(
    "value", [b"9" * 5000, b"1e999", b"9e307", b"[" * 400 + b"]" * 400, b'"\\ud800"', b"{}"]
)
@pytest.mark.parametrize("field", [b"best", b"events", b"points", b"matches"])
def test_hostile_lines_are_answered(field, value, conversation):
    reply = conversation.ask(b'{"%s": %s}' % (field, value))
    assert reply["ok"] is False
    assert reply["problems"]
