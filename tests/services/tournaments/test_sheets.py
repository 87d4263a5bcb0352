"""A typed sheet as a result, and what is asked about it."""

from dataclasses import replace

import pytest

from scorekeeper.draws.standings import StandingRules
from scorekeeper.export.tournament_export import tournament_json
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.rules.presets import PRESETS
from scorekeeper.tournament.acts.body import TournamentRefused
from scorekeeper.tournament.acts.result_acts import ResultWritten
from scorekeeper.tournament.plausibility import (
    doubts_about,
    doubts_of,
    highest_of_hand,
    least_of_hand,
    most_of_match,
)
from scorekeeper.tournament.standing import standing_of
from scorekeeper.tournament.table_results import SentSheet, is_result_of, result_of
from tests.support.desk import Desk, set_up_of
from tests.support.table import MADE, SWEPT

WON = {"points": [97, 65], "score": [19, 6]}
KAPO = {"points": [250, 0], "score": [61, 0], "kapo": "A", "trump": "none", "doubled": 4}
LOST = {"points": [40, 122], "score": [0, 25]}


def table(desk):
    return desk.tables()[0]


def test_its_hands_stand_in_the_act_and_are_read_again():
    desk = Desk(2).draw().sheet(1, WON, None, KAPO, LOST)
    assert desk.tournament.acts[-1].data["sheet"] == [WON, None, KAPO, LOST]
    kept = desk.stored().tournament.last_round.tables[0].result
    assert (kept.score, kept.hands) == ((80, 31), (2, 1))
    assert result_of(kept.sheet)["sheet"] == [WON, None, KAPO, LOST]
    assert kept.running[-1] == kept.score


def test_hands_won_break_a_tie():
    rules = StandingRules(by="wins", tie_breaks=("hands_won",))
    desk = Desk(4, standing=rules).draw()
    even = {"points": [81, 81], "score": [8, 8]}
    desk.sheet(1, WON, {**WON, "score": [7, 20]}, even).sheet(2, {**WON, "score": [34, 34]})
    first = standing_of(desk.held)[0]
    assert first.figures["hands_won"].points == 1
    a, b = desk.tournament.last_round.tables[0].a, desk.tournament.last_round.tables[0].b
    assert {first.pair, standing_of(desk.held)[1].pair} == {a, b}


def test_hands_won_are_known_of_phones_and_sheets_and_not_of_typed_totals():
    desk = Desk(2).draw().sheet(1, WON).draw().write(1, SWEPT, SWEPT, SWEPT).draw()
    desk.result(1, 351, 200)
    assert unknown_rounds(desk, "1") == [3]
    told = [row["hands_won"] for row in tournament_json(desk.held)["standings"]]
    assert told == [None, None]


def unknown_rounds(desk, pair):
    [row] = [row for row in standing_of(desk.held) if row.pair == pair]
    return [part.round for part in row.figures["hands_won"].parts if part.points is None]


def test_hands_won_are_not_known_of_a_phone_that_took_over_from_paper():
    carried = {"adjust": {"A": 120, "B": 85}, "reason": "from paper"}
    desk = Desk(2).draw().act(1, "adjusted", **carried).write(1, SWEPT, SWEPT)
    assert unknown_rounds(desk, "1") == [1]
    desk.draw()
    assert desk.tournament.rounds[0].tables[0].result.source == "live"
    assert unknown_rounds(desk, "1") == [1]


def test_a_sheet_says_of_which_hands_a_total_is_made_and_needs_no_reason():
    desk = Desk(2).draw().result(1, 19, 6).sheet(1, WON)
    assert [result.sheet for result in table(desk).table.results] == [
        (),
        SentSheet.read([WON]).hands,
    ]


@pytest.mark.parametrize(
    ("code", "act"),
    [
        ("same_score", lambda desk: desk.sheet(1, WON, reason="again")),
        ("same_score", lambda desk: desk.result(1, 19, 6, reason="again")),
        ("no_reason", lambda desk: desk.sheet(1, {**WON, "points": [96, 66]})),
        ("no_reason", lambda desk: desk.sheet(1, LOST)),
    ],
)
def test_a_correction_of_a_sheet_says_why_and_changes_something(code, act):
    desk = Desk(2).draw().sheet(1, WON)
    with pytest.raises(TournamentRefused) as refused:
        act(desk)
    assert refused.value.faults[0].code == code


def test_a_correction_keeps_the_sheet_before():
    desk = Desk(2).draw().sheet(1, WON).sheet(1, LOST, reason="of another table")
    before, now = desk.stored().tournament.last_round.tables[0].results
    assert (before.score, now.score, now.reason) == ((19, 6), (0, 25), "of another table")
    assert before.sheet == SentSheet.read([WON]).hands


def is_sheet_of(data):
    return is_result_of(SentSheet.read(data["sheet"]).hands, data["score"], data["hands"])


UNFIT = [
    ("hands that come to another score", {"score": [18, 6]}),
    ("hands that were won otherwise", {"hands": [0, 1]}),
    ("no list", {"sheet": {}}),
    ("no hand", {"sheet": []}),
    ("too many hands", {"sheet": [None] * 100}),
    ("a hand that is no object", {"sheet": ["97"]}),
    ("a hand without its score", {"sheet": [{"points": [97, 65]}]}),
    ("a hand with half its points", {"sheet": [{**WON, "points": [97]}]}),
    ("points that are no number", {"sheet": [{**WON, "points": [97, "65"]}]}),
    ("points beyond all sheets", {"sheet": [{**WON, "points": [97, 10_000]}]}),
    ("a kapo of nobody", {"sheet": [{**WON, "kapo": "C"}]}),
    ("doubled by true", {"sheet": [{**WON, "doubled": True}]}),
    ("doubled three times", {"sheet": [{**WON, "doubled": 3}]}),
    ("a trump that adds up as any other", {"sheet": [{**WON, "trump": "hearts"}]}),
    ("a field that does not exist", {"sheet": [{**WON, "bid": 90}]}),
]


@pytest.mark.parametrize(("why", "changes"), UNFIT, ids=[why for why, _ in UNFIT])
def test_it_is_no_sheet_of_its_result(why, changes):
    data = {"score": [19, 6], "hands": [1, 0], "sheet": [WON]}
    assert is_sheet_of(data)
    assert not is_sheet_of(data | changes), why
    desk = Desk(2).draw()
    with pytest.raises(TournamentRefused) as refused:
        desk.sheet(1, WON, **changes)
    assert refused.value.faults[0].code == "no_sheet"


def test_a_sheet_of_more_hands_than_count_is_no_result():
    desk = Desk(2, length="hands", limit=1).draw()
    with pytest.raises(TournamentRefused) as refused:
        desk.sheet(1, WON, WON)
    assert refused.value.faults[0].code == "late_hands"
    assert table(desk.sheet(1, WON)).score == (19, 6)


def test_a_knockout_counts_hands_until_somebody_has_more():
    even = {"points": [81, 81], "score": [8, 8]}
    desk = Desk(2, format="knockout", length="hands", limit=1).draw()
    assert table(desk.sheet(1, even, even, WON)).score == (35, 22)
    with pytest.raises(TournamentRefused) as refused:
        desk.sheet(1, even, WON, WON, reason="one more")
    assert refused.value.faults[0].code == "late_hands"


def test_the_first_hand_that_differs_from_the_phone_is_found():
    desk = Desk(2).draw().write(1, MADE, SWEPT)
    assert table(desk).difference is None, "no sheet"
    desk.sheet(1, WON, LOST)
    found = table(desk).difference
    assert (found.number, found.phone.written.points, found.sheet.score) == (2, (250, 0), (0, 25))
    assert table(desk).score == (19, 31), "the phone overwrites nothing"


def test_a_phone_that_wrote_nothing_differs_in_nothing():
    assert table(Desk(2).draw().sheet(1, WON)).difference is None


def test_a_phone_that_ended_before_the_sheet_does_differs():
    desk = Desk(2).draw().write(1, MADE).act(1, "stopped").sheet(1, WON, LOST)
    assert (table(desk).difference.number, table(desk).difference.phone) == (2, None)


TARGET = set_up_of()
HANDS = set_up_of(length="hands", limit=10)
MINUTES = set_up_of(length="minutes", limit=60)
PENALTY = {"rules": replace(PRESETS["cardrules"], target=151)}
"""A failed pilotta takes 20 off there, of a hand's 162."""
PENALTY_TARGET = set_up_of(**PENALTY)
PENALTY_HANDS = set_up_of(**PENALTY, length="hands", limit=2)


def codes(score, set_up=TARGET, live=None):
    return [doubt.code for doubt in doubts_of(score, set_up, live)]


@pytest.mark.parametrize(
    ("score", "set_up", "found", "why"),
    [
        ((351, 240), TARGET, [], "a match to 351"),
        ((240, 351), TARGET, [], "the other way round"),
        ((590, -20), TARGET, ["below_zero"], "a kapo in the last hand, and a penalty"),
        ((12, 9), TARGET, ["target_missed"], "the digits of something else"),
        ((350, 0), TARGET, ["target_missed"], "one is missing"),
        ((3520, 240), TARGET, ["too_much"], "a digit too many"),
        ((360, 360), TARGET, ["level"], "one more hand is played"),
        ((200, 200), TARGET, ["target_missed"], "level as well, and of no consequence"),
        ((0, 0), TARGET, ["nothing"], "asked alone"),
        ((0, 0), HANDS, ["nothing"], "asked alone"),
        ((170, 130), HANDS, [], "ten hands"),
        ((150, 150), HANDS, [], "so many hands may end level"),
        ((12, 9), HANDS, ["too_little"], "one hand has more"),
        ((2421, 0), HANDS, ["too_much"], "ten of the best hands have less"),
        ((60, 40), MINUTES, [], "a slow table"),
        ((50, 50), MINUTES, [], "the clock may find it level"),
        ((9, 8), MINUTES, ["too_little"], "less than one hand"),
        ((60 * 242 + 1, 0), MINUTES, ["too_much"], "more than a hand a minute"),
        ((-20, 162), PENALTY_TARGET, [], "a pilotta that failed, and one hand was enough"),
        ((-40, 162), PENALTY_TARGET, ["below_zero"], "one hand has one such penalty"),
        ((-40, 324), PENALTY_TARGET, [], "two hands have two"),
        ((-20, 304), PENALTY_HANDS, [], "both hands lacked one"),
        ((-20, 303), PENALTY_HANDS, ["too_little"], "two hands have more, penalties taken off"),
        (
            (-20, 162),
            set_up_of(rules=replace(PENALTY["rules"], pilotta_failed_penalty=0)),
            ["below_zero"],
            "these rules take nothing off",
        ),
    ],
)
def test_it_asks_by_what_ends_the_match(score, set_up, found, why):
    assert codes(score, set_up) == found, why


@pytest.mark.parametrize("preset", PRESETS)
def test_no_match_that_rules_give_is_too_much(preset):
    rules = PRESETS[preset]
    assert least_of_hand(rules) >= (16 if rules.unit == "tenths" else 130)
    assert highest_of_hand(rules) > 3 * least_of_hand(rules)
    assert most_of_match(set_up_of(rules=rules)) == rules.target - 1 + highest_of_hand(rules)


def test_it_asks_where_the_others_won_by_what_the_phone_says(context):
    desk = Desk(2).draw().write(1, SWEPT, SWEPT, SWEPT)
    live = desk.tables()[0].live
    assert codes((240, 351), live=live) == ["other_won"]
    assert codes((351, 240), live=live) == [], "another total, and the same winner"
    assert doubts_of((240, 351), TARGET, live)[0].numbers == (375, 0)


def test_a_penalty_that_the_phone_has_is_asked_about_no_more(context):
    one_hand = set_up_of(length="hands", limit=1)
    desk = Desk(2, length="hands", limit=1).draw().write(1, MADE)
    desk.act(1, "adjusted", adjust={"A": -15, "B": 0}, reason="late")
    live = desk.tables()[0].live
    assert live.is_over
    assert codes(live.totals, one_hand) == ["too_little"]
    assert codes(live.totals, one_hand, live) == []


def test_a_phone_that_still_plays_says_nothing_yet(context):
    desk = Desk(2).draw().write(1, MADE)
    assert codes((240, 351), live=desk.tables()[0].live) == []


def test_by_the_clock_a_phone_need_not_say_that_it_is_over(context):
    desk = Desk(2, length="minutes", limit=60).draw().write(1, MADE)
    assert codes((90, 100), MINUTES, desk.tables()[0].live) == ["other_won"]


def test_typed_score_against_a_won_claim_is_doubted(context):
    rules = replace(PRESETS["cafe"], claim=True)
    desk = Desk(2, rules=rules).draw().write(1, MADE)
    desk.act(1, "claimed", side="B", points=400)
    live = desk.tables()[0].live
    assert codes((351, 300), set_up_of(rules=rules), live) == ["other_won"]


def test_it_asks_the_phone_of_the_table_with_that_number():
    desk = Desk(5, format="odd_even").draw().play().draw()
    assert [one.table.number for one in desk.tables()] == [2, 3]
    desk.write(2, SWEPT, SWEPT, SWEPT)
    asked = {number: asked_of_table(desk, number, (240, 351)) for number in (2, 3)}
    assert asked == {2: ["other_won"], 3: []}


def asked_of_table(desk, number, score):
    """Return the doubts before this score of a table is written in the last round."""
    written = {"round": len(desk.tournament.rounds), "table": number, "score": [*score]}
    rest = {"hands": [0, 0], "source": "organiser", "reason": ""}
    body = ResultWritten.read({**written, **rest})
    doubts = doubts_about(desk.held, body, new_operation_id(), desk.held.revision)
    return [doubt.code for doubt in doubts]


def test_of_a_sheet_it_is_known_how_many_hands_were_passed_out():
    hand = SentSheet.read([{"points": [97, 65], "score": [19, 6]}]).hands[0]
    three = set_up_of(length="hands", limit=3)
    assert codes((38, 12), three) == ["too_little"]
    assert doubts_of((38, 12), three, None, (hand, None, hand)) == ()


def test_hands_behind_the_target_are_asked_about():
    hands = SentSheet.read([{"points": [162, 0], "kapo": "A", "score": [125, 0]}] * 4).hands
    at = {count: doubts_of((125 * count, 0), TARGET, None, hands[:count]) for count in (3, 4)}
    assert [doubt.code for doubt in at[3]] == []
    assert [(doubt.code, doubt.numbers) for doubt in at[4]] == [("after_target", (351, 3))]
