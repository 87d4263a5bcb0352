"""Players who change partners; held against every round that there is, or every exchange."""

from time import process_time

import pytest

from scorekeeper.draws.codec import answer
from scorekeeper.draws.individual import INDIVIDUAL_RULES
from scorekeeper.draws.individual_round import EXACT_PLAYERS
from scorekeeper.draws.next_round import round_robin
from tests.draws import naive_individual
from tests.draws.playing import names, problems, rules_broken, wild_individual
from tests.support.examples import rarely

FOURSOME = {"a": ["1", "2"], "b": ["3", "4"], "score": [120, 80]}


def request(players, results=(), **more):
    """A tournament of players as JSON; `players` may be their number."""
    named = names(players) if isinstance(players, int) else players
    return {"format": "individual", "players": named, "seed": 7, "results": [*results], **more}


def drawn(players, results=(), **more):
    """The next round of a tournament without a problem."""
    reply = answer(request(players, results, **more))
    assert reply["ok"], reply
    return reply


def played(reply):
    """The round with a result at each table."""
    tables = [{"a": a, "b": b, "score": [1, 0]} for a, b in reply["tables"]]
    return tables + [{"bye": player} for player in reply["byes"]]


def results_of(players, rounds, **more):
    """Return the results of rounds that were drawn one after the other."""
    results = []
    for seed in range(rounds):
        results.append(played(drawn(players, results, seed=seed, **more)))
    return results


def assert_everybody_has_one_place(line, reply):
    seats = [player for table in reply["tables"] for side in table for player in side]
    there = naive_individual.there(line)
    assert sorted(seats + reply["byes"]) == sorted(there)
    assert len(reply["byes"]) == len(there) % 4


def test_five_players_have_one_table_and_a_bye_for_a_player_without_one():
    reply = drawn(5, [[FOURSOME, {"bye": "5"}]])
    assert reply == {"ok": True, "tables": [[["1", "3"], ["4", "5"]]], "byes": ["2"]}


@pytest.mark.parametrize("seeds", [range(60), *(rarely(range(n, n + 80)) for n in (60, 140, 220))])
def test_few_players_have_the_least_of_all_rounds(seeds):
    for seed in seeds:
        line = wild_individual(seed, most=9)
        reply = answer(line)
        assert_everybody_has_one_place(line, reply)
        told = naive_individual.numbers(line, reply["tables"], reply["byes"])
        assert told == naive_individual.least(line), line


@pytest.mark.parametrize("seeds", [range(3), rarely(range(3, 12))])
def test_ten_to_twelve_players_have_the_least_of_all_rounds(seeds):
    for seed in seeds:
        line = wild_individual(seed, 10, EXACT_PLAYERS)
        reply = answer(line)
        told = naive_individual.numbers(line, reply["tables"], reply["byes"])
        assert told == naive_individual.least(line), line


@pytest.mark.parametrize("seeds", [range(8), *(rarely(range(n, n + 30)) for n in (8, 38, 68))])
def test_no_exchange_of_two_players_is_better(seeds):
    for seed in seeds:
        line = wild_individual(seed, 16, 44, rounds=40)
        reply = answer(line)
        assert_everybody_has_one_place(line, reply)
        assert naive_individual.better_exchange(line, reply["tables"]) is None, line


@pytest.mark.slow
@pytest.mark.parametrize("seeds", [range(80), rarely(range(80, 300))])
def test_partners_are_new_before_half_of_the_rounds_and_byes_are_the_fewest(seeds):
    for seed in seeds:
        line = wild_individual(seed, 16, 60, rounds=31)
        reply = answer(line)
        out, _, partners, _ = naive_individual.numbers(line, reply["tables"], reply["byes"])
        byes = naive_individual.counts(line)[2]
        had = sorted(byes.get(player, 0) for player in naive_individual.there(line))
        assert out == sum(had[: len(reply["byes"])]), line
        if "forbidden" not in line and len(line["results"]) < 2 * len(reply["tables"]):
            assert partners == 0, line


@pytest.mark.parametrize("count", [16, 24, 40])
def test_partners_are_new_where_each_half_has_used_up_its_own(count):
    """The players of a half were all partners of each other: no history leaves fewer new ones."""
    half = count // 2
    halves = [round_robin(names(count)[:half]), round_robin(names(count)[half:])]
    results = []
    for turn in range(half - 1):
        sides = [list(side) for schedule in halves for side in schedule.round_at(turn)]
        pairs = zip(sides[0::2], sides[1::2], strict=True)
        results.append([{"a": a, "b": b, "score": [1, 0]} for a, b in pairs])
    for seed in range(5):
        line = request(count, results, seed=seed)
        reply = answer(line)
        assert naive_individual.numbers(line, reply["tables"], reply["byes"])[2] == 0
        assert naive_individual.better_exchange(line, reply["tables"]) is None


def test_exchange_that_the_second_reading_finds_is_better():
    tables = [[["1", "2"], ["3", "4"]], [["5", "6"], ["7", "8"]]]
    assert naive_individual.better_exchange(request(8, [[FOURSOME]]), tables) is not None


@pytest.mark.parametrize("count", [4, 7, 9, 14, 21])
def test_players_sit_out_in_turn(count):
    results = results_of(count, 2 * count)
    byes = [one["bye"] for result in results for one in result if "bye" in one]
    had = {byes.count(player) for player in names(count)}
    assert max(had) - min(had) <= 1


@pytest.mark.parametrize("absent", [["1"], ["1", "3", "4"], ["1", "2", "3", "4"]])
def test_fewer_than_four_who_are_there_sit_out(absent):
    left = [player for player in names(4) if player not in absent]
    assert drawn(4, absent=absent) == {"ok": True, "tables": [], "byes": left}


def test_same_line_draws_the_same_and_other_seeds_draw_others():
    for count in (9, 24):
        rounds = [str(drawn(count, seed=seed)) for seed in (1, 1, 2, 3, 4)]
        assert rounds[0] == rounds[1]
        assert len(set(rounds)) == 4


def test_rules_that_the_round_breaks_are_named():
    reply = drawn(
        5, [[FOURSOME, {"bye": "5"}]], absent=["5"], forbidden=[["2", "1"]], kept_tables=[["3", 2]]
    )
    assert rules_broken(reply) == ["forbidden 1 2"]
    everybody = [[{"a": a, "b": b, "score": [1, 0]}] for a, b in THREE_WAYS]
    twice = drawn(4, everybody, kept_tables=[["3", 2], ["4", 3]])
    [[[a, b], [c, d]]] = twice["tables"]
    assert twice["numbers"] == [2]
    assert rules_broken(twice) == [f"partner {a} {b}", f"partner {c} {d}", "table 4"]
    sat_out = drawn(5, [[FOURSOME, {"bye": "5"}]], absent=["1", "2"])
    assert rules_broken(sat_out) == ["second_bye 5"]


THREE_WAYS = [
    (["1", "2"], ["3", "4"]),
    (["1", "3"], ["2", "4"]),
    (["1", "4"], ["2", "3"]),
]


def test_every_rule_is_named_by_the_test_before():
    assert INDIVIDUAL_RULES == ("forbidden", "partner", "second_bye", "table")


def test_forfeited_table_counts_like_any_other():
    forfeited = [{**FOURSOME, "forfeit": "both"}]
    assert drawn(4, [forfeited]) == drawn(4, [[FOURSOME]])


def together(reply, one, other):
    """Do these two sit at one table?"""
    return any(
        {one, other} <= {player for side in table for player in side} for table in reply["tables"]
    )


@pytest.mark.parametrize("seed", range(20))
def test_kept_tables_have_their_numbers(seed):
    reply = drawn(16, seed=seed, kept_tables=[["7", 9], ["3", 2]])
    at = {
        player: number
        for number, table in zip(reply["numbers"], reply["tables"], strict=True)
        for side in table
        for player in side
    }
    assert at["7"] == 9
    assert at["3"] == (9 if together(reply, "3", "7") else 2)


ROWS = [
    ({"players": None}, ["missing players"]),
    ({"seed": None, "results": None}, ["missing results", "missing seed"]),
    ({"players": ["1", 2]}, ["unknown players"]),
    ({"players": names(3)}, ["too_few players"]),
    ({"players": names(1001)}, ["too_many players"]),
    ({"players": ["1", "2", "3", "4", "1"]}, ["twice players 1"]),
    ({"pairs": ["1", "2"]}, ["unknown pairs"]),
    ({"fixed": []}, ["unknown fixed"]),
    ({"clubs": [["1", "2"]]}, ["unknown clubs"]),
    ({"order": names(4)}, ["unknown order"]),
    ({"places": "third"}, ["unknown places"]),
    ({"shade": None}, ["unknown shade"]),
    ({"version": 1}, ["unknown version"]),
    ({"version": True}, ["unknown version"]),
    ({"version": 2, "forbidden": None, "absent": [], "kept_tables": None}, []),
    ({"pairs": None, "fixed": None, "clubs": None, "order": None, "places": None}, []),
    ({"results": [[{**FOURSOME, "b": ["3", "1"]}]]}, ["twice results 1 1"]),
    ({"results": [[{**FOURSOME, "a": ["1", "1"]}]]}, ["twice results 1 1"]),
    ({"results": [[FOURSOME, {"bye": "2"}]]}, ["twice results 1 2"]),
    ({"results": [[], [{**FOURSOME, "b": ["3", "9"]}]]}, ["stranger results 2 9"]),
    ({"results": [[{"a": "1", "b": "2", "score": [1, 0]}]]}, ["unknown results 1"]),
    ({"results": [[{"a": ["1", "2"], "b": ["3"], "score": [1, 0]}]]}, ["unknown results 1"]),
    ({"results": [[{"a": ["1", "2"], "b": ["3", "4"]}]]}, ["unknown results 1"]),
    ({"forbidden": [["1", "1"]]}, ["itself forbidden 1"]),
    ({"forbidden": [["1", "9"]]}, ["stranger forbidden 9"]),
    ({"absent": ["9"]}, ["stranger absent 9"]),
    ({"kept_tables": [["1", 2], ["2", 2]]}, ["twice kept_tables 1", "twice kept_tables 2"]),
    ({"kept_tables": [["9", 2]]}, ["stranger kept_tables 9"]),
]


@pytest.mark.parametrize(("changed", "told"), ROWS)
def test_problem_is_told_with_its_field(changed, told):
    assert problems({**request(4), **changed}) == told


@pytest.mark.parametrize("format_", ["swiss", "ranking", "knockout"])
def test_players_are_unknown_to_a_format_of_pairs(format_):
    line = {"format": format_, "pairs": names(4), "seed": 1, "results": []}
    assert problems({**line, "players": names(4)}) == ["unknown players"]
    assert problems({**line, "players": None}) == []


@pytest.mark.parametrize("rounds", [2, rarely(10), rarely(40)])
def test_many_players_are_drawn_in_half_a_second(rounds):
    results = results_of(200, rounds)
    began = process_time()
    drawn(200, results)
    assert process_time() - began < 0.5
