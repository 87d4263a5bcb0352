"""Knockout: seeds apart, byes, the places that are decided, and what organisers change."""

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.draws.codec import answer
from scorekeeper.draws.model import PLACES
from tests.draws import naive_standings
from tests.draws.playing import (
    drawn,
    meetings,
    names,
    played,
    problems,
    request,
    rounds_of,
    rules_broken,
    seated,
)
from tests.support.examples import rarely, share_of

OFTEN = {*range(2, 19), 31, 32, 33, 63, 64, 65, 127, 128, 129, 200}
NUMBERS = [
    count if count in OFTEN else rarely(count)
    for count in (*range(2, 70), 99, 127, 128, 129, 199, 200)
]


def by_seed(reply):
    """The round, won by the better seed at each table."""
    tables = [
        {"a": a, "b": b, "score": [351, 100] if int(a) < int(b) else [100, 351]}
        for a, b in reply["tables"]
    ]
    return tables + [{"bye": pair} for pair in reply["byes"]]


def play(count, win=by_seed, **more):
    """All rounds of a knockout, drawn and played to the end."""
    replies, results = [], []
    while (reply := drawn("knockout", count, results, **more))["tables"]:
        replies.append(reply)
        results.append(win(reply))
    return replies


@pytest.mark.parametrize("count", NUMBERS)
def test_the_first_seeds_meet_as_late_as_they_can(count):
    """If the better pair always wins, the last two are 1 and 2, and the last four 1 to 4."""
    replies = play(count)
    left = count
    for reply in reversed(replies):
        left = 2 if reply is replies[-1] else left * 2
        best = set(names(min(left, count)))
        third = reply["tables"][1:] if reply is replies[-1] else []
        there = {pair for table in reply["tables"] if table not in third for pair in table}
        assert there | set(reply["byes"]) == best
    assert len(replies) == (count - 1).bit_length()


@pytest.mark.parametrize("count", NUMBERS)
def test_the_first_seeds_have_the_byes_and_only_in_the_first_round(count):
    first, *later = play(count)
    assert first["byes"] == names(2 ** (count - 1).bit_length() - count)
    assert [reply["byes"] for reply in later if reply["byes"]] == []
    assert seated(first) == sorted(names(count))


def test_loser_is_not_drawn_again():
    replies = play(20, lambda reply: played(reply, luck=3))
    for reply, after in pairwise(replies[:-1]):
        through = {
            one["bye"]
            if "bye" in one
            else one["a"]
            if one["score"][0] > one["score"][1]
            else one["b"]
            for one in played(reply, luck=3)
        }
        assert seated(after) == sorted(through)


def test_losers_of_the_semifinals_play_for_third_place_beside_the_final():
    replies = play(8)
    assert replies[-2]["tables"] == [["1", "4"], ["2", "3"]]
    assert replies[-1] == {"ok": True, "tables": [["1", "2"], ["4", "3"]], "byes": []}


def test_of_three_the_one_that_lost_first_is_third():
    assert [reply["tables"] for reply in play(3)] == [[["2", "3"]], [["1", "2"]]]


def test_after_the_final_there_is_nothing_to_draw():
    results = [by_seed(reply) for reply in play(5)]
    assert drawn("knockout", 5, results) == {"ok": True, "tables": [], "byes": []}


def test_no_seed_changes_a_bracket():
    assert drawn("knockout", 13, seed=1) == drawn("knockout", 13, seed=2)


def test_neither_does_the_order_of_the_results():
    results = [by_seed(reply) for reply in play(13)[:2]]
    turned = [list(reversed(played)) for played in results]
    assert drawn("knockout", 13, results) == drawn("knockout", 13, turned)


def test_a_match_that_is_drawn_plays_one_more_hand():
    results = [[{"a": "1", "b": "2", "score": [351, 351]}]]
    assert problems(request("knockout", 2, results)) == [
        "drawn results 1 1",
        "drawn results 1 2",
    ]


@pytest.mark.parametrize(
    ("results", "told", "why"),
    [
        ([[{"a": "1", "b": "4", "score": [1, 0]}], [{"bye": "4"}]], "out results 2 4", "it lost"),
        ([[{"bye": "1"}, {"bye": "4"}, {"a": "2", "b": "3", "score": [1, 0]}]], "out results 1",
         "of four that are there nobody has a bye"),
        ([[{"a": "1", "b": "4", "score": [1, 0]}], [{"bye": "2"}]], "out results 2 2",
         "it was not there in the first round"),
    ],
)  # fmt: skip
def test_pair_without_a_place_in_the_bracket_is_named(results, told, why):
    assert problems(request("knockout", 4, results)) == [told], why


def test_a_walkover_goes_on_with_a_bye_and_whoever_was_absent_is_out():
    first = drawn("knockout", 8, absent=["8", "4", "5"])
    assert first["byes"] == ["1"]
    assert first["tables"] == [["2", "7"], ["3", "6"]]
    second = drawn("knockout", 8, [by_seed(first)])
    assert (second["tables"], second["byes"]) == ([["2", "3"]], ["1"])
    final = drawn("knockout", 8, [by_seed(first), by_seed(second)])
    assert (final["tables"], final["byes"]) == ([["1", "2"]], [])


def test_pair_with_the_bye_of_the_bracket_may_be_absent():
    first = drawn("knockout", 6, absent=["1"])
    assert (first["tables"], first["byes"]) == ([["4", "5"], ["3", "6"]], ["2"])
    assert drawn("knockout", 6, [by_seed(first)])["tables"] == [["1", "4"], ["2", "3"]]


def test_a_fixed_table_changes_places_and_the_bracket_goes_on_from_there():
    first = drawn("knockout", 8, fixed=[["1", "2"]])
    assert first["tables"] == [["1", "2"], ["4", "5"], ["8", "7"], ["3", "6"]]
    second = drawn("knockout", 8, [by_seed(first)])
    assert second["tables"] == [["1", "4"], ["7", "3"]]


def test_a_forbidden_table_changes_places_with_the_next():
    first = drawn("knockout", 8, forbidden=[["1", "8"]])
    assert frozenset("18") not in meetings([first])
    assert len(set(meetings([first])) & set(meetings([drawn("knockout", 8)]))) == 2
    assert "broken" not in first
    second = drawn("knockout", 8, [by_seed(first)])
    assert seated(second) == sorted(min(table, key=int) for table in first["tables"])


def test_of_four_that_are_left_any_two_can_meet():
    forbidden = [["1", "4"], ["1", "3"]]
    assert set(meetings([drawn("knockout", 4, forbidden=forbidden)])) == {
        frozenset("12"),
        frozenset("34"),
    }


def test_a_forbidden_table_that_cannot_be_avoided_is_named():
    assert rules_broken(drawn("knockout", 2, forbidden=[["2", "1"]])) == ["forbidden 1 2"]


def test_one_that_is_out_cannot_be_fixed():
    first = by_seed(drawn("knockout", 4))
    assert rules_broken(drawn("knockout", 4, [first], fixed=[["1", "3"]])) == ["fixed 1 3"]


def test_a_fixed_and_a_forbidden_table_beside_byes():
    reply = drawn("knockout", 11, fixed=[["1", "2"]], forbidden=[["9", "8"], ["6", "11"]])
    assert "broken" not in reply
    assert seated(reply) == sorted(names(11))
    assert len(reply["byes"]) == 5
    again = drawn("knockout", 11, [by_seed(reply)])
    assert len(seated(again)) == 8


@pytest.mark.slow
def test_many_rounds_by_luck_leave_one():
    for luck in range(30):
        final = play(23, lambda reply, luck=luck: played(reply, luck))[-1]
        assert len(final["tables"]) == 2
        assert len(rounds_of("knockout", 23, 5, luck)) == 5


@given(st.integers(2, 40), st.randoms(use_true_random=False), st.integers(0, 10**6))
@settings(max_examples=share_of(40), deadline=None)
def test_one_pair_is_left_after_any_changes_by_the_organiser(count, random, luck):
    results = []
    for _ in range((count - 1).bit_length()):
        left = seated(drawn("knockout", count, results))
        if len(left) < 2:
            break
        two = [random.sample(left, 2) for _ in range(3)]
        told = {"fixed": two[:1], "forbidden": [one for one in two[1:] if set(one) != set(two[0])]}
        reply = drawn("knockout", count, results, **told)
        assert seated(reply) == left
        results.append(played(reply, luck))
    assert drawn("knockout", count, results) == {"ok": True, "tables": [], "byes": []}


# --- the first two places, the third too, or each ---


def play_out(count, luck=0, **more):
    """All rounds, drawn and played to the end, as results."""
    results = []
    while (reply := drawn("knockout", count, results, **more))["tables"] or reply["byes"]:
        results.append(played(reply, luck))
    return results


@pytest.mark.parametrize("count", [*range(2, 18), rarely(*[33]), rarely(*[100])])
def test_all_places_are_decided_by_the_trees_of_the_second_reading(count):
    for luck in range(3):
        results = []
        for _ in range((count - 1).bit_length()):
            random = Random(f"{count} {luck} {len(results)}")
            absent = random.sample(names(count), random.choice([0, 0, 1, 2])) if luck else []
            reply = drawn("knockout", count, results, places="all", absent=absent)
            tables, byes = naive_standings.next_round(names(count), results, absent)
            assert (reply["tables"], reply["byes"]) == (tables, byes)
            results.append(played(reply, luck))
        assert drawn("knockout", count, results, places="all") == {
            "ok": True,
            "tables": [],
            "byes": [],
        }


@pytest.mark.parametrize("count", [2, 3, 5, 8, 13, 16])
def test_every_pair_ends_on_a_place_alone(count):
    results = play_out(count, luck=count, places="all")
    trees = naive_standings.trees_after(names(count), results)
    assert sorted(pair for [pair] in trees if pair) == sorted(names(count))
    assert len(results) == (count - 1).bit_length()


def test_loser_beside_an_empty_place_has_a_bye():
    [first, *_] = results = play_out(5, places="all")
    [loser] = {"4", "5"} - set(by_bye_or_win(first))
    assert [{"bye": loser} in later for later in results[1:]] == [True, True]


def by_bye_or_win(result):
    """Return those who go on."""
    return [
        one.get("bye") or one["a" if one["score"][0] > one["score"][1] else "b"] for one in result
    ]


def test_no_places_leave_the_final_alone():
    results = play_out(8, places="none")
    assert [len(result) for result in results] == [4, 2, 1]


@pytest.mark.parametrize("count", [2, 3, 4, 7, 12])
def test_third_place_is_played_for_when_places_are_left_out(count):
    results = play_out(count)
    for rounds in range(len(results) + 1):
        left_out = drawn("knockout", count, results[:rounds])
        assert drawn("knockout", count, results[:rounds], places="third") == left_out
        assert drawn("knockout", count, results[:rounds], places=None) == left_out


def test_match_for_the_third_place_is_out_where_it_is_not_played():
    first = [{"a": "1", "b": "4", "score": [1, 0]}, {"a": "2", "b": "3", "score": [1, 0]}]
    second = [{"a": "1", "b": "2", "score": [1, 0]}, {"a": "4", "b": "3", "score": [1, 0]}]
    assert problems(request("knockout", 4, [first, second])) == []
    assert problems(request("knockout", 4, [first, second], places="all")) == []
    assert problems(request("knockout", 4, [first, second], places="none")) == [
        "out results 2 3",
        "out results 2 4",
    ]


def test_pairs_of_different_trees_cannot_have_met():
    results = [played(drawn("knockout", 8))]
    winner = by_bye_or_win(results[0])[0]
    [loser] = {"1", "8"} - set(by_bye_or_win(results[0]))
    strange = [{"a": winner, "b": loser, "score": [1, 0]}]
    assert problems(request("knockout", 8, [*results, strange], places="all")) == ["out results 2"]


@pytest.mark.parametrize("format_", ["swiss", "ranking", "random", "odd_even"])
def test_places_are_unknown_to_another_format(format_):
    assert problems(request(format_, 4, places="third")) == ["unknown places"]


@pytest.mark.parametrize("places", ["All", 3, ["all"], True])
def test_other_word_is_unknown(places):
    assert problems(request("knockout", 4, places=places)) == ["unknown places"]


def test_finals_have_the_first_tables_and_the_others_go_around_kept_ones():
    results = play_out(8, places="all")[:2]
    plain = drawn("knockout", 8, results, places="all")
    fifth, seventh = plain["tables"][2], plain["tables"][3]
    kept = [[fifth[0], 9], [plain["tables"][0][0], 7]]
    reply = drawn("knockout", 8, results, places="all", kept_tables=kept)
    assert reply["numbers"] == [1, 2, 3, 9]
    assert reply["tables"] == [*plain["tables"][:2], seventh, fifth]
    assert rules_broken(reply) == [f"table {kept[1][0]}"]


@pytest.mark.parametrize("seeds", [range(20), rarely(range(20, 200))])
def test_bracket_goes_on_after_any_wishes(seeds):
    for seed in seeds:
        random = Random(seed)
        count = random.randint(2, 20)
        results = []
        for _ in range((count - 1).bit_length()):
            two = [random.sample(names(count), 2) for _ in range(4)]
            wishes = {
                "fixed": two[:1],
                "forbidden": [one for one in two[1:] if set(one) != set(two[0])],
            }
            reply = answer(request("knockout", count, results, places="all", **wishes))
            assert reply["ok"], (seed, reply)
            there = [pair for table in reply["tables"] for pair in table] + reply["byes"]
            assert sorted(there) == sorted(names(count))
            results.append(played(reply, seed))
        over = drawn("knockout", count, results, places="all")
        assert over == {"ok": True, "tables": [], "byes": []}


def test_every_word_for_places_is_tried():
    assert PLACES == ("none", "third", "all")


def test_forbidden_table_gives_no_bye_to_two_who_can_meet():
    """Of the losers two places are empty side by side, as four were absent."""
    first = drawn("knockout", 16, places="all", absent=["2", "15", "7", "10"])
    results = [played(first)]
    tree = naive_standings.trees_after(names(16), results)[1]
    assert tree[4:6] == [None, None]
    reply = drawn("knockout", 16, results, places="all", forbidden=[tree[:2]])
    losers = {pair for pair in tree if pair}
    assert losers == {pair for table in reply["tables"] for pair in table if pair in losers}
    assert "broken" not in reply
