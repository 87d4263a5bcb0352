"""The evening: one worked out by hand, and what is true of every evening."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.rules.checks import problems
from scorekeeper.rules.codec import read_fields, read_rules
from scorekeeper.rules.evening import Best, EveningFigures, EveningPlace, Played, Player, evening_of
from scorekeeper.rules.match import Adjust, Claim, Match, Party, standing
from scorekeeper.rules.model import OTHER, SIDES, BySide, Hand
from tests.rules.strategies import hands, house_rules
from tests.support.examples import share_of
from tests.support.table import FAILED, KAPO, MADE, PASSED_OUT, SWEPT

FOUR = BySide(("Maria", "Giorgos"), ("Eleni", "Andreas"))
WITH_GUEST = BySide(("Maria", "Sotiris"), ("Eleni", "Andreas"))
UNNAMED = BySide(("", ""), ("", ""))
RICH = {
    **{"bidder": "B", "bid": 80, "trump": "clubs", "points": {"B": 100}},
    **{"pilotta": "B", "declarations": {"B": ["run3"]}},
}
"""6 – 22: 6; 10, the stake of 8, 2 for the run and 2 for the pilotta."""
REVERSED = {"bidder": "A", "bid": 100, "doubled": 2, "kapo": "B"}
"""0 – 45: 25 and twice the stake of 10 to the defence."""
PLAIN = {"bidder": "B", "bid": 90, "trump": "hearts", "points": {"A": 50}}
"""50 – 112 where every point is written and no stake."""


def played(*entries, rules="cafe", ended=None, seated=FOUR, guests=None, **switches):
    """A match of these entries; `guests` says who sat elsewhere at which row."""
    rule_set, wrong = read_rules({"preset": rules, **switches})
    assert not wrong
    read = tuple(one if isinstance(one, Adjust) else read_fields(one)[0] for one in entries)
    sides = BySide(*(Party("", names) for names in seated))
    match = Match(sides=sides, rules=rule_set, entries=read, ended=ended)
    at_row = tuple((guests or {}).get(place, seated) for place in range(len(read)))
    return Played(match.standing(), rule_set.unit, at_row, seated)


EVENING = (
    # 19 – 6, 45 – 6, passed out, 51 – 28: ours; the fifth hand is behind the end
    played(MADE, FAILED, PASSED_OUT, RICH, FAILED, target=51),
    # 0 – 37, 0 – 82: theirs; a guest sat down for Giorgos at the second hand
    played(KAPO, REVERSED, target=51, guests={1: WITH_GUEST}),
    # 125 – 0, 120 – 10: stopped
    played(SWEPT, Adjust(-5, 10, "a card on the floor"), ended="hand"),
    # 50 – 112 of a thousand: running, without players
    played(PLAIN, rules="simple", target=1000, seated=UNNAMED),
)
sometimes = settings(
    max_examples=share_of(100),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


@pytest.fixture(scope="module")
def evening():
    return evening_of(EVENING)


def test_the_tally_has_the_won_matches_and_tells_the_others_apart(evening):
    assert evening.won == (1, 1)
    assert (evening.running, evening.stopped) == (1, 1)


def test_hands_are_counted_once_and_passed_out_ones_apart(evening):
    assert (evening.hands, evening.passed_out) == (7, 1)


def test_side_figures_count_the_hands_of_each_side(evening):
    ours, theirs = evening.sides
    assert ours == EveningFigures(7, 3, made=2, failed=1, kapos=1, doubled_won=1)
    assert theirs == EveningFigures(7, 4, 3, 1, 2, 1, doubled_won=1, pilottas=1, declarations=1)
    assert [side.bids for side in evening.sides] == [3, 4]


def test_points_of_two_units_are_never_mixed(evening):
    tenths, points = evening.scores
    assert (tenths.unit, tenths.points) == ("tenths", (51 + 0 + 120, 28 + 82 + 10))
    assert tenths.best == (Best(125, EveningPlace(2, 0)), Best(45, EveningPlace(1, 1)))
    assert (points.unit, points.points) == ("points", (50, 112))
    assert points.best == (Best(50, EveningPlace(3, 0)), Best(112, EveningPlace(3, 0)))


def test_the_highest_bid_is_one_that_was_made(evening):
    """A kapo bid is the 250 it stakes; the 100 of the doubled hand failed."""
    assert evening.highest == (Best(250, EveningPlace(2, 0)), Best(120, EveningPlace(1, 0)))


def test_player_figures_count_the_hands_that_each_player_sat_at(evening):
    maria, giorgos, eleni, andreas, sotiris = evening.players
    ours = EveningFigures(hands=6, hands_won=3, made=2, failed=1, kapos=1, doubled_won=1)
    theirs = EveningFigures(6, 3, made=2, failed=1, kapos=2, reversed_kapos=1, doubled_won=1)
    assert maria == Player("Maria", 3, 1, ours)
    assert giorgos == Player("Giorgos", 3, 1, ours._replace(hands=5, failed=0))
    assert eleni == Player("Eleni", 3, 1, theirs._replace(pilottas=1, declarations=1))
    assert andreas == eleni._replace(name="Andreas")
    assert sotiris == Player("Sotiris", 1, 0, EveningFigures(hands=1, failed=1))


def test_a_running_match_counts_its_hands_for_players_and_no_match():
    maria = evening_of([played(MADE)]).players[0]
    assert (maria.name, maria.matches, maria.matches_won, maria.side.hands) == ("Maria", 0, 0, 1)


def test_a_match_is_won_by_who_sat_there_at_its_last_hand():
    """Giorgos came back for the last hand: his substitute has played the match, but not won it."""
    match = played(MADE, FAILED, RICH, target=51, guests={0: WITH_GUEST, 1: WITH_GUEST})
    players = {one.name: (one.matches, one.matches_won) for one in evening_of([match]).players}
    assert (players["Giorgos"], players["Sotiris"]) == ((1, 1), (1, 0))


def test_a_claim_is_won_by_who_sits_there_now():
    match = played(MADE, rules="gamerules", target=51, ended=Claim("B", 50))
    names = {player.name: player.matches_won for player in evening_of([match]).players}
    assert names == {"Maria": 0, "Giorgos": 0, "Eleni": 1, "Andreas": 1}


def test_a_claim_in_the_first_hand_is_a_match_without_a_hand():
    evening = evening_of([played(rules="gamerules", target=51, ended=Claim("A", 60))])
    assert (evening.won, evening.hands) == ((1, 0), 0)
    assert [player.matches_won for player in evening.players] == [1, 1, 0, 0]


def test_a_match_that_only_began_is_running_and_nobody_has_played_it():
    evening = evening_of([played()])
    assert (evening.won, evening.running, evening.hands) == ((0, 0), 1, 0)
    assert evening.sides == (EveningFigures(), EveningFigures())
    assert evening.highest == (None, None)
    assert [(score.points, score.best) for score in evening.scores] == [((0, 0), (None, None))]
    assert evening.players == ()


def test_there_is_an_evening_without_a_match():
    assert evening_of([]).scores == ()


def test_the_same_name_is_the_same_player_however_it_is_spaced():
    spaced = BySide(("  Maria ", "Giorgos"), ("Eleni", "Andreas"))
    evening = evening_of([played(MADE), played(MADE, seated=spaced)])
    assert [player.side.hands for player in evening.players] == [2, 2, 2, 2]


def test_two_of_one_name_at_the_table_are_left_out():
    seated = BySide(("Maria", "Giorgos"), ("Maria", ""))
    assert [one.name for one in evening_of([played(MADE, seated=seated)]).players] == ["Giorgos"]


def test_player_who_changes_sides_has_hands_of_both_sides():
    swapped = BySide(("Eleni", "Giorgos"), ("Maria", "Andreas"))
    evening = evening_of([played(MADE), played(FAILED, seated=swapped)])
    players = {player.name: (player.side.made, player.side.failed) for player in evening.players}
    assert players == {"Maria": (1, 1), "Giorgos": (1, 0), "Eleni": (0, 0), "Andreas": (0, 1)}


def test_a_side_that_scored_in_no_hand_has_no_best_one():
    assert evening_of([played(FAILED)]).scores[0].best == (Best(26, EveningPlace(0, 0)), None)


def test_of_equal_hands_the_first_is_the_best():
    ours = evening_of([played(MADE, MADE)]).scores[0].best.A
    assert ours == Best(19, EveningPlace(0, 0))


def test_equal_scores_are_a_hand_that_nobody_won():
    level = {"bidder": "A", "bid": 80, "points": {"A": 81}}
    evening = evening_of([played(level, rules="online", stake=False, six_six="ask")])
    assert [side.hands_won for side in evening.sides] == [0, 0]


@pytest.mark.parametrize(
    ("rules", "counted"),
    [("cafe", 1), ("cardrules", 0)],  # where the bid fails: to the defence, to no side
)
def test_declarations_count_for_who_announced_them_if_anybody_scores_them(rules, counted):
    hand = {**FAILED, "declarations": {"B": ["run3:A"]}, "points": {"A": 120}}
    assert evening_of([played(hand, rules=rules)]).sides.B.declarations == counted


@st.composite
def evenings(draw):
    """Matches by any rules, of hands that they can score."""
    matches = []
    for _ in range(draw(st.integers(0, 3))):
        rules = draw(house_rules())
        rule_set, _wrong = read_rules(rules)
        told = [read_fields(draw(hands(rules)))[0] for _ in range(draw(st.integers(0, 4)))]
        told += draw(st.sampled_from([[], [Hand(passed_out=True)]]))
        entries = [hand for hand in told if not problems(hand, rule_set)]
        stands = standing(entries, rule_set, "A1", draw(st.sampled_from([None, "hand"])))
        seated = tuple(draw(st.sampled_from([FOUR, WITH_GUEST, UNNAMED])) for _ in entries)
        matches.append(Played(stands, rule_set.unit, seated, FOUR))
    return matches


@sometimes
@given(evenings())
def test_the_sides_figures_add_up_to_the_evening_s(matches):
    evening = evening_of(matches)
    rows = [row for one in matches for row in one.standing.rows if row.counts]
    hands = [row for row in rows if not row.entry.passed_out]
    ours, theirs = evening.sides
    assert sum(evening.won) + evening.running + evening.stopped == len(matches)
    assert ours.hands == theirs.hands == evening.hands == len(hands)
    assert evening.passed_out == len(rows) - len(hands)
    assert ours.bids + theirs.bids == len(hands)
    assert ours.made + theirs.made == sum(row.score.made for row in hands)
    assert ours.kapos + theirs.kapos == sum(row.entry.kapo is not None for row in hands)
    assert ours.doubled_won + theirs.doubled_won == sum(row.entry.doubled > 1 for row in hands)
    assert ours.hands_won + theirs.hands_won == sum(row.score.A != row.score.B for row in hands)
    reversed_kapos = [row for row in hands if row.entry.kapo == OTHER[row.entry.bidder]]
    assert ours.reversed_kapos + theirs.reversed_kapos == len(reversed_kapos)


@sometimes
@given(evenings())
def test_each_side_s_points_and_best_hand_are_the_ledger_s(matches):
    scores = evening_of(matches).scores
    rows = [row for one in matches for row in one.standing.rows if row.counts]
    for side in SIDES:
        total = sum(one.standing.totals.of(side) for one in matches)
        assert sum(score.points.of(side) for score in scores) == total
        best = [score.best.of(side).points for score in scores if score.best.of(side)]
        assert max([0, *best]) == max([0, *(row.score.of(side) for row in rows)])


@sometimes
@given(evenings())
def test_nobody_has_more_than_the_evening(matches):
    evening = evening_of(matches)
    for player in evening.players:
        assert player.matches_won <= player.matches <= len(matches)
        assert player.side.hands <= evening.hands
        assert player.side.made <= sum(side.made for side in evening.sides)
    # Maria and Eleni face each other wherever they are named.
    by_name = {player.name: player.side for player in evening.players}
    if "Maria" in by_name:
        named = sum(
            row.counts and not row.entry.passed_out and seated.A[0] == "Maria"
            for one in matches
            for row, seated in zip(one.standing.rows, one.seated, strict=True)
        )
        assert by_name["Maria"].hands == by_name["Eleni"].hands == named
        assert by_name["Maria"].bids + by_name["Eleni"].bids == named
