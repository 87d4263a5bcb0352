"""A typed sheet as a result: kept hand by hand, counted, corrected, compared with the phone."""

import pytest

from scorekeeper.draws.standings import StandingRules
from scorekeeper.export.tournament_export import tournament_json
from scorekeeper.tournament.acts.body import TournamentRefused
from scorekeeper.tournament.standing import standing_of
from scorekeeper.tournament.table_results import SentSheet, is_result_of, result_of
from tests.desk import Desk
from tests.table import MADE, SWEPT

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
