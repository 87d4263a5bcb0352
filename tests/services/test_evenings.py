"""The evening of matches that were written through the services, and its times."""

from datetime import UTC, datetime, timedelta

import pytest

from scorekeeper.club import rematches
from scorekeeper.journal import clock
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.journal.owner import NotFound
from scorekeeper.match import evenings
from scorekeeper.match.evenings import series_of
from scorekeeper.match.import_export import import_match, read_file
from tests.support.table import FAILED, KAPO, MADE, PASSED_OUT, SWEPT, Table, whole_rules

EIGHT = datetime(2026, 11, 22, 20, 0)
"""In the evening, as the database keeps it."""
GUEST = {"A2": "Sotiris"}
"""In Giorgos's chair."""


def after(minutes):
    """Let it be so many minutes past eight."""
    return clock.at(EIGHT.replace(tzinfo=UTC) + timedelta(minutes=minutes))


def again(table):
    """The table's rematch is its match from now on."""
    table.kept = rematches.rematch(table.kept.public_id, table.phone, new_operation_id())
    return table


def evening_at(table):
    return series_of(table.kept.public_id).evening


@pytest.fixture
def timed(context):
    """Two matches: from eight to half past, and from twenty to nine to nine."""
    with after(0):
        table = Table(target=51)
    with after(20):
        table.play(MADE)
    with after(30):
        table.play(FAILED, MADE)
    with after(40):
        again(table)
    with after(60):
        return table.play(KAPO, KAPO)


def test_rematches_are_one_evening_from_whichever_it_is_asked(context):
    table = Table(target=51).play(MADE, FAILED, MADE)
    first = table.kept.public_id
    again(table).play(KAPO, KAPO)
    second = table.kept.public_id
    again(table).play(MADE)
    series = series_of(first)
    assert [one.public_id for one in series.matches] == [first, second, table.kept.public_id]
    assert (series.evening.won, series.evening.running) == ((1, 1), 1)
    assert series_of(second) == series_of(table.kept.public_id) == series


def test_another_table_is_another_evening(table):
    other = Table().play(MADE)
    assert evening_at(table).hands == 0
    assert evening_at(other).hands == 1


def test_a_match_alone_is_an_evening(table):
    table.play(SWEPT, SWEPT, SWEPT)
    assert (evening_at(table).won, evening_at(table).hands) == ((1, 0), 3)


def test_there_is_no_evening_without_its_match(context):
    with pytest.raises(NotFound):
        series_of("nowhere")


def test_undone_or_voided_hand_counts_for_nothing(table):
    table.play(MADE, FAILED, KAPO, PASSED_OUT, SWEPT).void(3).undo().bring_back()
    evening = evening_at(table.undo())
    assert (evening.hands, evening.sides.B.kapos, evening.passed_out) == (4, 1, 1)
    evening = evening_at(table.bring_back())
    assert (evening.hands, evening.sides.B.kapos) == (3, 0)


def test_a_corrected_hand_counts_as_it_stands(table):
    assert evening_at(table.play(MADE).correct(1, FAILED)).sides.B.failed == 1


def test_an_adjustment_is_no_hand_and_counts_in_the_points(table):
    table.play(MADE).do("adjusted", adjust={"A": -3, "B": 4}, reason="carried over")
    evening = evening_at(table)
    assert (evening.hands, evening.scores[0].points) == (1, (16, 10))


def test_a_hand_after_the_end_does_not_count(table):
    table.play(SWEPT, MADE, SWEPT, FAILED).correct(2, SWEPT)
    assert (evening_at(table).hands, evening_at(table).sides.B.failed) == (3, 0)


def test_a_guest_has_the_hands_at_which_he_sat(table):
    table.play(MADE).do("changed", players=GUEST, from_now=True).play(FAILED, KAPO)
    hands = {player.name: player.side.hands for player in evening_at(table).players}
    assert hands == {"Maria": 3, "Giorgos": 1, "Eleni": 3, "Andreas": 3, "Sotiris": 2}


def test_a_name_that_was_wrong_is_one_player(table):
    table.play(MADE).do("changed", players=GUEST).play(FAILED)
    players = evening_at(table).players
    assert [player.name for player in players] == ["Maria", "Sotiris", "Eleni", "Andreas"]
    assert {player.side.hands for player in players} == {2}


def test_rules_may_change_between_matches(table):
    table.play(MADE)
    rules = whole_rules("simple", target=1000)
    again(table.do("stopped")).do("changed", rules=rules).play(MADE)
    assert [score.unit for score in evening_at(table).scores] == ["tenths", "points"]


def test_a_match_is_played_from_its_start_to_its_last_hand(timed):
    first, second = series_of(timed.kept.public_id).matches
    assert (first.began, first.ended, first.time) == (EIGHT, *until(30))
    assert (second.began, second.time) == (EIGHT + timedelta(minutes=40), timedelta(minutes=20))


def until(minutes):
    return EIGHT + timedelta(minutes=minutes), timedelta(minutes=minutes)


def test_the_evening_s_time_leaves_out_what_lies_between(timed):
    series = series_of(timed.kept.public_id)
    assert series.time == timedelta(minutes=50)
    assert (series.began, series.ended) == (EIGHT, EIGHT + timedelta(minutes=60))


def test_a_correction_of_the_next_day_takes_no_time(timed):
    with after(24 * 60):
        timed.correct(1, MADE | {"points": {"A": 100}})
    assert series_of(timed.kept.public_id).time == timedelta(minutes=50)


def test_a_hand_that_was_undone_takes_no_time(timed):
    with after(90):
        again(timed)
    with after(95):
        timed.play(MADE)
    with after(200):
        timed.play(MADE).undo()
    assert series_of(timed.kept.public_id).time == timedelta(minutes=55)


@pytest.mark.parametrize("kind", ["stopped", "claimed"])
def test_a_match_lasts_until_it_is_stopped_or_claimed(context, kind):
    with after(0):
        table = Table("gamerules")
    with after(7):
        table.do(kind, **({"side": "A", "points": 5} if kind == "claimed" else {}))
    assert series_of(table.kept.public_id).time == timedelta(minutes=7)


def test_a_match_without_a_hand_has_no_time(timed):
    with after(70):
        again(timed)
    assert series_of(timed.kept.public_id).matches[2].time is None


def test_a_match_from_a_file_has_no_time(table):
    file = (
        '{"format": 1, "sides": {"A": {"name": ""}, "B": {"name": ""}}, "rules": "cafe",'
        ' "first_dealer": "A1", "hands": [{"bidder": "A", "bid": 90, "points": {"A": 97}}]}'
    )
    kept, _ = import_match(read_file(file.encode()), table.phone, new_operation_id())
    series = series_of(kept.public_id)
    assert series.evening.hands == 1
    assert (series.time, series.began, series.ended) == (None, None, None)
    assert evenings.series_in([(kept.public_id, kept.ledger)]) == series
