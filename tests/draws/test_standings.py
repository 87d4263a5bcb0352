"""Standings, their lots, and matches that were not played out."""

import subprocess
from dataclasses import replace
from itertools import permutations
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.draws.codec import answer
from scorekeeper.draws.model import ABSENT, BYE, Bye, History, PlayedPairing, draw_lot
from scorekeeper.draws.standings import (
    EARNED,
    ORDERS,
    Adjustment,
    StandingRules,
    TieBreak,
    draw_lots,
    standings,
)
from tests.draws.naive_standings import numbers, places
from tests.draws.playing import drawn, names
from tests.support.examples import share_of

# Everyone against everyone: 1 and 2 won twice, 3 and 4 once; 2 and 3 have the same total.
FOUR = [
    (PlayedPairing("1", "4", (351, 251), (5, 3)), PlayedPairing("2", "3", (351, 301), (6, 4))),
    (PlayedPairing("1", "3", (401, 451), (4, 6)), PlayedPairing("2", "4", (351, 301), (5, 5))),
    (PlayedPairing("1", "2", (351, 301), (7, 2)), PlayedPairing("3", "4", (251, 351), (2, 7))),
]
LEVEL = [(PlayedPairing("1", "2", (200, 200), (3, 5)), PlayedPairing("3", "4", (200, 200), (6, 2)))]
BY_WINS = StandingRules()


def told(figure):
    """The parts of a number: points, round, opponent and reason."""
    return [(one.points, one.round, one.against, one.reason) for one in figure.parts]


def placed(pairs, results, rules=BY_WINS, adjustments=()):
    """The pairs in their order, each with its place."""
    return [(row.place, row.pair) for row in standings(pairs, results, rules, adjustments)]


def row_of(pair, results, rules=BY_WINS, adjustments=()):
    [row] = [row for row in standings(names(4), results, rules, adjustments) if row.pair == pair]
    return row


def table(a, b):
    """A table that was played, or to which neither pair came."""
    number = st.integers(-1, 2)
    both = st.tuples(number, number)
    played = st.tuples(both, st.none() | both).map(lambda numbers: PlayedPairing(a, b, *numbers))
    return played | st.just(PlayedPairing(a, b, (0, 0), (0, 0), "both"))


@st.composite
def tournaments(draw):
    """Pairs, rounds of few different scores (so that many are tied), rules and adjustments."""
    pairs = names(draw(st.integers(2, 8)))
    results = []
    for _ in range(draw(st.integers(0, 4))):
        order = draw(st.permutations(pairs))
        tables = [draw(table(a, b)) for a, b in zip(order[0::2], order[1::2], strict=False)]
        results.append((*tables, *([Bye(order[-1])] if len(pairs) % 2 else [])))
    tie_breaks = draw(st.permutations(get_args(TieBreak)))
    rules = StandingRules(
        by=draw(st.sampled_from(sorted(ORDERS))),
        tie_breaks=tuple(tie_breaks[: draw(st.integers(0, 4))]),
        match_points=draw(st.sampled_from([(2, 1, 0), (3, 1, 0), (4, 2, 1)])),
        bye=draw(st.sampled_from(["mean", (0, 0), (2, 0), (1, 1)])),
        lots=tuple(draw(st.permutations(pairs)))[: draw(st.integers(0, 8))],
    )
    adjustment = st.builds(
        Adjustment,
        st.sampled_from(pairs),
        st.sampled_from(EARNED),
        st.integers(-2, 2),
        st.just("late"),
    )
    return pairs, results, rules, draw(st.lists(adjustment, max_size=3))


@given(tournaments())
@settings(max_examples=share_of(150), deadline=None)
def test_the_pencil_gives_the_same_standings(tournament):
    pairs, results, rules, adjustments = tournament
    rows = standings(pairs, results, rules, adjustments)
    assert {row.pair: row.place for row in rows} == places(pairs, results, rules, adjustments)
    for row in rows:
        for name in EARNED:
            assert row.figures[name].points == numbers(row.pair, results, rules, adjustments, name)


@given(tournaments())
@settings(max_examples=share_of(30), deadline=None)
def test_the_order_in_which_pairs_are_listed_gives_nobody_another_place(tournament):
    pairs, results, rules, adjustments = tournament
    turned = standings(list(reversed(pairs)), results, rules, adjustments)
    assert {(row.place, row.pair) for row in turned} == set(
        placed(pairs, results, rules, adjustments)
    )


@pytest.mark.parametrize(
    ("by", "order"), [("wins", "1243"), ("match_points", "1243"), ("total", "1234")]
)
def test_first_criterion_decides_the_order(by, order):
    assert "".join(pair for _, pair in placed(names(4), FOUR, StandingRules(by=by))) == order


def test_a_number_opens_to_the_matches_that_gave_it():
    difference = row_of("1", FOUR).figures["difference"]
    assert told(difference) == [(100, 1, "4", ""), (-50, 2, "3", ""), (50, 3, "2", "")]
    assert difference.points == 100


def test_a_row_says_what_put_it_below_the_one_above():
    rows = standings(names(4), FOUR, BY_WINS)
    assert [(row.pair, row.decided_by) for row in rows] == [
        ("1", None),
        ("2", "difference"),
        ("4", "wins"),
        ("3", "difference"),
    ]


def test_pairs_that_nothing_tells_apart_share_a_place():
    rules = StandingRules(tie_breaks=())
    level = [(PlayedPairing("1", "2", (200, 200)), PlayedPairing("3", "4", (200, 200)))]
    assert placed(names(4), level, rules) == [(1, "1"), (1, "2"), (1, "3"), (1, "4")]
    assert row_of("4", level, rules).decided_by is None
    assert placed(names(3), [], rules) == [(1, "1"), (1, "2"), (1, "3")]


def test_the_places_after_a_shared_one_are_left_out():
    level = [(PlayedPairing("1", "2", (200, 200)), PlayedPairing("3", "4", (300, 100)))]
    order = placed(names(4), level, StandingRules(tie_breaks=()))
    assert order == [(1, "3"), (2, "1"), (2, "2"), (4, "4")]


def test_a_penalty_is_a_part_with_its_reason():
    late = Adjustment("1", "total", -150, "came late")
    total = row_of("1", FOUR, adjustments=[late]).figures["total"]
    assert told(total)[-1] == (-150, None, "", "came late")
    assert (total.points, total.played) == (953, 1103)
    assert placed(names(4), FOUR, StandingRules(by="total"), [late])[0] == (1, "2")


@pytest.mark.parametrize(
    ("by", "tie_breaks", "adjustable"),
    [
        ("wins", ("buchholz", "lots"), ("wins", "difference")),
        ("match_points", ("head_to_head",), ("match_points",)),
        ("total", ("hands_won",), ("total", "hands_won")),
    ],
)
def test_a_penalty_is_offered_where_it_counts(by, tie_breaks, adjustable):
    assert StandingRules(by=by, tie_breaks=tie_breaks).adjustable == adjustable


def test_nobody_stands_lower_because_an_opponent_was_punished():
    rules = StandingRules(by="match_points", tie_breaks=("buchholz",))
    punished = Adjustment("4", "match_points", -2, "left early")
    for adjustments in ((), (punished,)):
        buchholz = row_of("1", FOUR, rules, adjustments).figures["buchholz"]
        assert told(buchholz) == [(2, 1, "4", ""), (2, 2, "3", ""), (4, 3, "2", "")]
    assert row_of("4", FOUR, rules, (punished,)).figures["match_points"].points == 0


def test_a_bye_is_a_match_won_with_the_score_that_the_organiser_gives_it():
    rules = StandingRules(bye=(351, 200), match_points=(3, 1, 0))
    figures = row_of("1", [(Bye("1"),)], rules).figures
    assert {name: figures[name].points for name in EARNED} == {
        "wins": 2,
        "difference": 151,
        "match_points": 3,
        "total": 351,
        "hands_won": 0,
    }
    assert told(figures["total"]) == [(351, 1, BYE, "")]


def test_a_bye_has_the_mean_score_of_its_round():
    played = [
        (
            Bye("5"),
            PlayedPairing("1", "2", (351, 240)),
            PlayedPairing("3", "4", (199, 360)),
        ),
        (Bye("1"), PlayedPairing("2", "3", (100, 0), forfeit="b"), PlayedPairing("4", "5", (9, 9))),
    ]
    figures = {row.pair: row.figures for row in standings(names(5), played, BY_WINS)}
    assert told(figures["5"]["total"])[0] == (356, 1, BYE, ""), "355.5, half up"
    assert told(figures["5"]["difference"])[0] == (136, 1, BYE, ""), "356 – 220"
    assert told(figures["1"]["total"])[1] == (9, 2, BYE, ""), "a forfeit was not played"
    assert [pair for _, pair in placed(names(5), played[:1])] == ["4", "5", "1", "2", "3"]


def test_a_bye_has_no_score_before_a_table_of_its_round_has_one():
    assert told(row_of("1", [(Bye("1"),)]).figures["total"]) == [(0, 1, BYE, "")]


# Six with a win and a loss by as much; not all of them met.
PARTED = [
    (
        PlayedPairing("1", "2", (10, 5)),
        PlayedPairing("3", "4", (10, 5)),
        PlayedPairing("5", "6", (10, 5)),
    ),
    (
        PlayedPairing("1", "6", (5, 10)),
        PlayedPairing("2", "5", (10, 5)),
        PlayedPairing("3", "4", (5, 10)),
    ),
]


def test_head_to_head_counts_only_where_all_that_are_tied_have_met():
    rules = StandingRules(tie_breaks=("head_to_head",))
    assert [place for place, _ in placed(names(6), PARTED, rules)] == [1] * 6
    two = [
        (PlayedPairing("1", "2", (10, 5)),),
        (PlayedPairing("1", "3", (5, 10)), PlayedPairing("2", "3", (10, 5))),
    ]
    assert [place for place, _ in placed(names(3), two, rules)] == [1, 1, 1], "each beat one"
    met = [two[0], (PlayedPairing("1", "4", (5, 10)), PlayedPairing("2", "3", (10, 5)))]
    assert placed(names(4), met, rules) == [(1, "4"), (2, "1"), (3, "2"), (4, "3")]


def test_the_tie_breaks_are_asked_in_the_organisers_order():
    lots = ("4", "2", "1", "3")
    for tie_breaks in permutations(("hands_won", "lots")):
        order = placed(names(4), LEVEL, StandingRules(tie_breaks=tie_breaks, lots=lots))
        expected = "3214" if tie_breaks[0] == "hands_won" else "".join(lots)
        assert "".join(pair for _, pair in order) == expected


def test_hands_won_decide_where_they_are_known_of_all_who_are_level():
    rules = StandingRules(tie_breaks=("hands_won",))
    assert placed(names(4), LEVEL, rules) == [(1, "3"), (2, "2"), (3, "1"), (4, "4")]
    typed = [(LEVEL[0][0], PlayedPairing("3", "4", (200, 200)))]
    assert [place for place, _ in placed(names(4), typed, rules)] == [1, 1, 1, 1]


def test_unknown_hands_won_leave_the_decision_to_the_next_tie_break():
    rules = StandingRules(tie_breaks=("hands_won", "lots"), lots=("4", "2", "1", "3"))
    typed = [(LEVEL[0][0], PlayedPairing("3", "4", (200, 200)))]
    rows = standings(names(4), typed, rules)
    assert [row.pair for row in rows] == ["4", "2", "1", "3"]
    assert {row.decided_by for row in rows[1:]} == {"lots"}
    known = {row.pair: row.figures["hands_won"].known_points for row in rows}
    assert known == {"1": 3, "2": 5, "3": None, "4": None}


def test_unknown_hands_won_of_a_pair_that_is_not_level_hinder_nobody():
    played = [(LEVEL[0][0], PlayedPairing("3", "4", (351, 200)))]
    rows = standings(names(4), played, StandingRules(tie_breaks=("hands_won",)))
    assert [(row.place, row.pair) for row in rows] == [(1, "3"), (2, "2"), (3, "1"), (4, "4")]


def test_hands_won_are_no_tie_break_unless_they_are_chosen():
    assert "hands_won" not in StandingRules().tie_breaks


def test_lots_are_drawn_once_and_stored():
    drawn = draw_lots(7, names(30))
    assert drawn == draw_lots(7, reversed(names(30)))
    assert drawn != draw_lots(8, names(30))
    rules = replace(BY_WINS, tie_breaks=("lots",), lots=drawn)
    assert tuple(pair for _, pair in placed(names(30), [], rules)) == drawn


def test_pair_that_never_played_stands_last_with_nothing():
    row = standings([*names(4), "late"], FOUR, BY_WINS)[-1]
    assert (row.place, row.pair, row.figures["wins"]) == (5, "late", ((),))


def test_double_forfeit_counts_as_a_forfeit_loss_for_both():
    rules = StandingRules(match_points=(3, 2, 1), forfeit=(80, 10))
    played = [(PlayedPairing("1", "2", (10, 10), forfeit="both"),)]
    for row in standings(["1", "2"], played, rules):
        points = {name: row.figures[name].points for name in EARNED}
        assert points == {
            "wins": 0, "difference": -70, "match_points": 1, "total": 10, "hands_won": 0
        }  # fmt: skip


def test_a_missed_round_is_a_match_lost_against_nobody():
    rules = StandingRules(forfeit=(80, 10), tie_breaks=("buchholz",))
    played = [(PlayedPairing("1", "2", (351, 300)), Bye("4")), (PlayedPairing("3", "4", (1, 2)),)]
    rows = standings(["1", "2", "3", "4"], played, rules, missed={"3": (1,), "1": (2,)})
    figures = {row.pair: row.figures for row in rows}
    assert [part.points for part in figures["3"]["difference"].parts] == [-70, -1]
    assert [part.against for part in figures["3"]["wins"].parts] == [ABSENT, "4"]
    assert [part.round for part in figures["1"]["total"].parts] == [1, 2]
    assert figures["1"]["wins"].points == 2


def test_a_lot_is_what_sha256sum_says():
    text = r'[7, 1, "\u039c\u03b1\u03c1\u03af\u03b1"]'
    said = subprocess.run(
        ["sha256sum"], input=text, text=True, capture_output=True, check=True
    ).stdout
    assert draw_lot(7, 1, "Μαρία") == int(said[:10], 16)


def test_a_random_draw_is_the_order_of_the_lots():
    pairs = ["α", "β", "γ", "δ", "ε"]
    order = sorted(pairs, key=lambda pair: draw_lot(42, 1, pair))
    assert drawn("random", pairs, seed=42) == {
        "ok": True,
        "tables": [order[0:2], order[2:4]],
        "byes": order[4:],
    }


def test_names_that_run_together_have_lots_of_their_own():
    assert draw_lot(7, 1, "1", "23") != draw_lot(7, 1, "12", "3")


FOUR_PAIRS = {"format": "swiss", "pairs": ["1", "2", "3", "4"], "seed": 7}


def ask(**table):
    return answer({**FOUR_PAIRS, "results": [[{"a": "1", "b": "2", "score": [0, 0], **table}]]})


def test_it_is_no_drawn_match():
    played = [(PlayedPairing("1", "2", (0, 0), forfeit="both"), PlayedPairing("3", "4", (0, 0)))]
    history = History(["1", "2", "3", "4"], played)
    assert {pair: history.points[pair] for pair in "1234"} == {"1": 0, "2": 0, "3": 1, "4": 1}
    assert history.met["1"]["2"] == 1


def test_a_program_says_so():
    assert ask(forfeit="both")["ok"]
    assert ask()["ok"]


@pytest.mark.parametrize("forfeit", ["a", "nobody", 1, True])
def test_any_other_forfeit_has_a_score_that_says_who_won(forfeit):
    told = ask(forfeit=forfeit)
    assert [one["code"] for one in told["problems"]] == ["unknown"]


def test_dropped_round_counts_nothing_in_a_total_alone():
    rules = StandingRules(by="total", tie_breaks=())
    rows = standings(("1", "2", "3", "4"), FOUR, rules, dropped={"1": {2}})
    figures = {row.pair: row.figures for row in rows}
    assert (rows[-1].pair, figures["1"]["total"].points) == ("1", 351 + 351)
    assert (figures["1"]["wins"].points, figures["1"]["difference"].points) == (4, 100)


def test_forfeited_match_can_keep_its_score():
    table = PlayedPairing("1", "2", (3, 9), forfeit="both")
    rows = standings(("1", "2"), [(table,)], StandingRules(keeps_forfeits=True))
    found = [
        (row.pair, row.figures["wins"].points, row.figures["difference"].points) for row in rows
    ]
    assert found == [("2", 0, 6), ("1", 0, -6)]
