"""The places that a knockout decides: the first two, the third too, or each of them."""

from random import Random

import pytest

from scorekeeper.draws.codec import answer
from scorekeeper.draws.model import PLACES
from tests.draws import naive_knockout
from tests.draws.playing import drawn, names, played, problems, request, rules_broken
from tests.examples import rarely


def play(count, luck=0, **more):
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
            tables, byes = naive_knockout.next_round(names(count), results, absent)
            assert (reply["tables"], reply["byes"]) == (tables, byes)
            results.append(played(reply, luck))
        assert drawn("knockout", count, results, places="all") == {
            "ok": True,
            "tables": [],
            "byes": [],
        }


@pytest.mark.parametrize("count", [2, 3, 5, 8, 13, 16])
def test_every_pair_ends_on_a_place_alone(count):
    results = play(count, luck=count, places="all")
    trees = naive_knockout.trees_after(names(count), results)
    assert sorted(pair for [pair] in trees if pair) == sorted(names(count))
    assert len(results) == (count - 1).bit_length()


def test_loser_beside_an_empty_place_has_a_bye():
    [first, *_] = results = play(5, places="all")
    [loser] = {"4", "5"} - set(by_bye_or_win(first))
    assert [{"bye": loser} in later for later in results[1:]] == [True, True]


def by_bye_or_win(result):
    """Return those who go on."""
    return [
        one.get("bye") or one["a" if one["score"][0] > one["score"][1] else "b"] for one in result
    ]


def test_no_places_leave_the_final_alone():
    results = play(8, places="none")
    assert [len(result) for result in results] == [4, 2, 1]


@pytest.mark.parametrize("count", [2, 3, 4, 7, 12])
def test_third_place_is_played_for_when_places_are_left_out(count):
    results = play(count)
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
    results = play(8, places="all")[:2]
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
    tree = naive_knockout.trees_after(names(16), results)[1]
    assert tree[4:6] == [None, None]
    reply = drawn("knockout", 16, results, places="all", forbidden=[tree[:2]])
    losers = {pair for pair in tree if pair}
    assert losers == {pair for table in reply["tables"] for pair in table if pair in losers}
    assert "broken" not in reply
