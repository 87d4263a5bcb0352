"""The match as a fold: totals, dealer, leader, the end, a claim, the first dealer."""

from dataclasses import replace

import pytest

from scorekeeper.rules.checks import contract_problems, outcome, problems
from scorekeeper.rules.codec import read_hand, read_rules
from scorekeeper.rules.match import (
    Adjust,
    Claim,
    Match,
    Party,
    Row,
    claim_winner,
    cut_dealer,
    dealers,
    leading_seat,
    leading_side,
    next_dealer,
    scores_alike,
    side_of,
    standing,
    with_leader,
)
from scorekeeper.rules.model import SEATS, BySide, Declaration, Hand, Problem

PASSED_OUT = {"passed_out": True}


def rules_of(preset="cafe", **switches):
    rules, wrong = read_rules({"preset": preset, **switches})
    assert wrong == ()
    return rules


def bid(bidder, points, amount=80, **more):
    """A bid and the card points that the bidder took."""
    return {"bidder": bidder, "bid": amount, "points": {bidder: points}, **more}


def play(*rows, rules=None, first_dealer="A1", ended=None):
    """Return the standing after hands as JSON and adjustments as (A, B)."""
    rules = rules or rules_of()
    entries = [Adjust(*row) if isinstance(row, tuple) else read_hand(row, rules)[0] for row in rows]
    return standing(entries, rules, first_dealer, ended)


MADE = bid("A", 100)  # 18-6
FAILED = bid("A", 70)  # 0-24


# Totals


def test_before_the_first_hand():
    now = play()
    assert (now.totals, now.number, now.dealer, now.end) == ((0, 0), 1, "A1", None)
    assert not now.is_over


def test_totals_are_sums_of_hands():
    now = play(MADE, FAILED, PASSED_OUT, MADE)
    assert [row.totals for row in now.rows] == [(18, 6), (18, 30), (18, 30), (36, 36)]
    assert now.totals == (36, 36)
    assert [row.number for row in now.rows] == [1, 2, 3, 4]
    assert now.number == 5


def test_an_adjustment_adds_to_both_totals_and_is_no_hand():
    now = play(MADE, (-10, 5), MADE)
    assert [row.totals for row in now.rows] == [(18, 6), (8, 11), (26, 17)]
    assert [row.number for row in now.rows] == [1, None, 2]
    assert [row.dealer for row in now.rows] == ["A1", None, "B1"]
    assert now.rows[1].score is None


def test_a_total_may_be_below_zero():
    rules = rules_of("cardrules")
    now = play(bid("A", 70, pilotta_failed="A"), rules=rules)
    assert now.totals == (-20, 162)


def test_a_score_is_told_by_side():
    score = play(MADE).rows[0].score
    assert [score.of(side) for side in ("A", "B")] == [18, 6]


def test_an_adjustment_needs_no_reason():
    assert Adjust(5, 0).reason == ""


# The dealer


@pytest.mark.parametrize(
    ("switches", "dealers", "why"),
    [
        ({}, "A1 B1 A2 B2 A1", "play and deal go to the right: seat by seat"),
        ({"deal_passes": "left"}, "A1 B2 A2 B1 A1", "play to the right, deal to the left"),
        ({"plays": "left"}, "A1 B2 A2 B1 A1", "play to the left, deal to the right"),
        ({"plays": "left", "deal_passes": "left"}, "A1 B1 A2 B2 A1", "both to the left"),
    ],
)
def test_the_deal_passes(switches, dealers, why):
    now = play(MADE, MADE, MADE, MADE, rules=rules_of(**switches))
    assert " ".join([*(row.dealer for row in now.rows), now.dealer]) == dealers, why


@pytest.mark.parametrize(
    ("preset", "dealers", "why"),
    [
        ("cafe", "B2 A1 B1 A2", "after a passed-out hand the next one deals"),
        ("cardrules", "B2 A1 A1 B1", "after a passed-out hand the same one deals again"),
        ("gamerules", "B2 A2 A2 B1", "the same, and the deal passes to the left"),
        ("wikipedia", "B2 A2 B1 A1", "the next, to the left"),
    ],
)
def test_deal_after_a_passed_out_hand_goes_by_the_preset(preset, dealers, why):
    now = play(MADE, PASSED_OUT, MADE, rules=rules_of(preset, target=5000), first_dealer="B2")
    assert " ".join([*(row.dealer for row in now.rows), now.dealer]) == dealers, why


def test_a_hand_that_is_not_called_passed_out_was_played():
    assert next_dealer("A1", rules_of(pass_out="same")) == "B1"


def test_every_entry_has_its_dealer_and_the_hand_to_come_too():
    rules = rules_of("cardrules")
    played, passed_out = Hand(), Hand(passed_out=True)
    entries = [played, Adjust(5, 0), passed_out, played]
    assert dealers(entries, rules, "A1") == ["A1", "B1", "B1", "B1", "A2"]


def test_an_adjustment_moves_no_dealer():
    assert play(MADE, (5, 0), (0, 5)).dealer == "B1"


# The leader


def test_eldest_leads_a_neighbour_of_the_dealer():
    rules = rules_of(leads="eldest")
    assert [leading_side(seat, "A", rules) for seat in SEATS] == ["B", "A", "B", "A"]
    assert leading_side("A1", None, rules) == "B"


def test_the_bidder_leads():
    rules = rules_of(leads="bidder")
    assert [leading_side("A1", side, rules) for side in ("A", "B", None)] == ["A", "B", None]


@pytest.mark.parametrize("leads", ["eldest", "bidder"])
def test_the_player_who_leads_is_of_the_side_that_leads(leads):
    rules = rules_of(leads=leads)
    for dealer in SEATS:
        for bidder in SEATS:
            seat = leading_seat(dealer, bidder, rules)
            assert side_of(seat) == leading_side(dealer, side_of(bidder), rules)
            assert leads == "eldest" or seat == bidder


EQUAL_RUNS = bid("A", 100, declarations={"A": ["run3:A"], "B": ["run3:A"]})


@pytest.mark.parametrize(
    ("switches", "told", "first_dealer", "totals", "why"),
    [
        ({"leads": "eldest"}, {}, "A1", (18, 8), "A deals, so B leads and its run counts"),
        ({"leads": "eldest"}, {}, "B2", (20, 6), "B deals, so A leads"),
        ({"leads": "bidder"}, {}, "A1", (20, 6), "the bidder leads, whoever deals"),
        ({"leads": "eldest"}, {"leader": "A"}, "A1", (20, 6), "the table overrules the dealer"),
    ],
)
def test_equal_declarations_follow_the_leader(switches, told, first_dealer, totals, why):
    rules = rules_of(declaration_tie="leader", **switches)
    now = play({**EQUAL_RUNS, **told}, rules=rules, first_dealer=first_dealer)
    assert now.totals == totals, why


def test_nobody_leads_a_passed_out_hand():
    assert with_leader(Hand(passed_out=True), "A1", rules_of()).leader is None


# The end


def test_the_match_ends_with_the_hand_that_reaches_the_target():
    now = play((340, 100), MADE)
    assert (now.winner, now.end, now.is_over) == ("A", "target", True)


def test_one_short_is_not_over():
    now = play((332, 100), MADE)
    assert now.totals == (350, 106)
    assert not now.is_over


def test_entries_behind_the_end_count_nothing_and_stay():
    now = play((333, 100), MADE, (-30, 300), FAILED, (0, 5))
    assert (now.totals, now.winner) == ((351, 106), "A")
    assert [row.counts for row in now.rows] == [True, True, False, False, False]
    assert {row.totals for row in now.rows[1:]} == {(351, 106)}


def test_entries_count_again_where_the_end_moves_back():
    now = play((332, 100), MADE, (-30, 300), FAILED, (0, 5))
    assert (now.totals, now.winner) == ((320, 430), "B")
    assert [row.counts for row in now.rows] == [True, True, True, True, False]


def test_exactly_the_target_wins():
    assert play((333, 100), MADE).winner == "A"


def test_an_adjustment_alone_ends_nothing():
    now = play((351, 0))
    assert now.winner is None
    assert play((351, 0), FAILED).winner == "A"


@pytest.mark.parametrize(
    ("both_over", "rows", "winner", "why"),
    [
        ("higher", ((350, 340), bid("B", 100)), "B", "356 and 358: the higher total"),
        ("higher", ((350, 346), bid("A", 80)), "A", "366 and 354: the higher total"),
        ("bidder", ((340, 350), bid("A", 100)), "A", "358 and 356: the bidder, higher too"),
        ("bidder", ((335, 350), bid("A", 100)), "A", "353 and 356: the bidder, though lower"),
        ("higher", ((335, 350), bid("A", 100)), "B", "353 and 356: the higher total"),
        ("bidder", ((350, 335), bid("B", 100)), "B", "356 and 353: the bidder, though lower"),
        ("bidder", ((330, 350), bid("A", 100)), "B", "only one side is over: it has won"),
    ],
)
def test_both_over(both_over, rows, winner, why):
    now = play(*rows, rules=rules_of(both_over=both_over))
    assert (now.winner, now.end) == (winner, "target"), why


def test_both_over_without_a_bidder():
    """Both were carried over the target, and the first hand was passed out."""
    now = play((360, 355), PASSED_OUT, rules=rules_of(both_over="bidder"))
    assert (now.winner, now.end) == ("A", "target")


@pytest.mark.parametrize("both_over", ["higher", "bidder"])
def test_equal_past_the_target_plays_on(both_over):
    rules = rules_of(both_over=both_over)
    level = ((340, 352), MADE)
    assert play(*level, rules=rules).totals == (358, 358)
    assert not play(*level, rules=rules).is_over
    assert not play(*level, PASSED_OUT, rules=rules).is_over
    assert play(*level, FAILED, rules=rules).winner == ("B" if both_over == "higher" else "A")
    assert play(*level, MADE, rules=rules).winner == "A"


def test_hands_after_the_end_stay_written_and_count_not():
    now = play((340, 100), MADE, bid("B", 162, 400), MADE)
    assert [row.counts for row in now.rows] == [True, True, False, False]
    assert now.totals == (358, 106)
    assert now.winner == "A"
    assert now.rows[2].score is not None


@pytest.mark.parametrize("target", [21, 151, 201, 251, 301, 351, 401, 5000])
def test_the_target_is_the_rule_sets(target):
    rules = rules_of(target=target)
    assert play((target - 19, 0), MADE, rules=rules).winner is None
    assert play((target - 18, 0), MADE, rules=rules).winner == "A"


def test_one_failed_hand_ends_a_match_to_151():
    assert play(bid("A", 70), rules=rules_of("simple")).winner == "B"


def test_stopped_by_the_players():
    now = play(MADE, ended="hand")
    assert (now.end, now.winner, now.is_over) == ("hand", None, True)


def test_a_match_that_reached_its_target_needs_no_word():
    now = play((340, 0), MADE, ended="hand")
    assert (now.end, now.winner) == ("target", "A")


# A claim (seed 003)


@pytest.mark.parametrize(
    ("totals", "claim", "winner", "why"),
    [
        ((340, 100), Claim("A", 11), "A", "340 and 11 are 351"),
        ((340, 100), Claim("A", 10), "B", "350 are not: the other side has won"),
        ((340, 350), Claim("A", 11), "A", "whatever the other total"),
        ((100, 350), Claim("B", 1), "B", "351"),
        ((351, 0), Claim("A", 0), "A", "an adjustment brought it there"),
    ],
)
def test_a_claim(totals, claim, winner, why):
    rules = rules_of("gamerules")
    assert claim_winner(claim, BySide(*totals), rules) == winner, why
    now = play(totals, rules=rules, ended=claim)
    assert (now.winner, now.end, now.totals) == (winner, "claim", totals), why


def test_no_claim_takes_back_a_match_that_is_won():
    now = play((340, 100), MADE, rules=rules_of("gamerules"), ended=Claim("B", 0))
    assert (now.winner, now.end) == ("A", "target")


# The first dealer by cutting (seed 002)


@pytest.mark.parametrize(
    ("plays", "suit", "dealer", "why"),
    [
        ("right", "hearts", "A1", "hearts: the shuffler"),
        ("right", "diamonds", "B1", "one place anticlockwise, where play goes"),
        ("right", "clubs", "A2", "the partner"),
        ("right", "spades", "B2", "the player on the shuffler's left"),
        ("left", "hearts", "A1", "hearts: the shuffler"),
        ("left", "diamonds", "B2", "still anticlockwise: against the direction of play"),
        ("left", "clubs", "A2", "the partner"),
        ("left", "spades", "B1", "on the left, who is the next to play here"),
    ],
)
def test_the_suit_cut_names_the_dealer(plays, suit, dealer, why):
    assert cut_dealer("A1", suit, rules_of(plays=plays)) == dealer, why


def test_cutting_goes_round_from_any_shuffler():
    cuts = [cut_dealer(seat, "diamonds", rules_of()) for seat in SEATS]
    assert cuts == ["B1", "A2", "B2", "A1"]


def test_a_player_is_named_by_the_seat_or_not_at_all():
    match = Match(sides=BySide(Party("Us", ("Μαρία", "Γιώργος")), Party("Them")), rules=rules_of())
    assert [match.player_at(seat) for seat in SEATS] == ["Μαρία", "", "Γιώργος", ""]


def test_a_match_that_says_no_more_has_empty_texts_and_a1_deals():
    match = Match(sides=BySide(Party("Us"), Party("Them")), rules=rules_of())
    assert [match.started, match.place, match.event, match.round, match.table] == [""] * 5
    assert (match.numbers, match.first_dealer) == (("", ""), "A1")


def test_players_1_and_2_of_a_side_face_each_other():
    assert [side_of(seat) for seat in SEATS] == ["A", "B", "A", "B"]


def test_changing_a_rule_set_changes_no_other():
    rules = rules_of()
    assert replace(rules, target=151) != rules
    assert rules.target == 351


def test_rules_that_differ_in_their_target_score_alike():
    café = rules_of()
    assert scores_alike(café, café)
    assert scores_alike(café, rules_of(target=151))
    assert not scores_alike(café, rules_of(six_six="bidder"))


def test_row_counts_unless_it_stands_behind_the_end():
    assert Row(Adjust(0, 0), rules_of(), BySide(0, 0)).counts


def test_impossible_pilotta_is_refused_as_typed_and_scored_as_kept():
    fours = BySide((Declaration("four", "K"),), ())
    contract = Hand(bidder="A", bid=90, trump="hearts", declarations=fours, pilotta="B")
    hand = replace(contract, points=BySide(100, 62))
    impossible = (Problem("pilotta_impossible", "pilotta"),)
    assert problems(hand, rules_of()) == impossible
    assert contract_problems(contract, rules_of()) == impossible
    assert outcome(hand, rules_of()).problems == ()
