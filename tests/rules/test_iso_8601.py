"""When a match started: a real moment, found without a clock."""

from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.iso_8601 import is_moment
from tests.rules.match_files import match_of, problems_of


@pytest.mark.parametrize(
    "text",
    [
        "2026-11-20",
        "2024-02-29",
        "2000-02-29T00:00",
        "2026-11-20T19:30:00+02:00",
        "2026-11-20 19:30:00.123456Z",
        "2026-11-20T23:59:59-0930",
    ],
)
def test_a_moment_is_taken_as_it_is_written(text):
    assert is_moment(text)
    assert match_of(started=text).started == text


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("2026-13-45", "no such month"),
        ("2026-00-10", "months are counted from 1"),
        ("2026-04-31", "April has 30 days"),
        ("2026-02-29", "2026 is no leap year"),
        ("1900-02-29", "nor was 1900"),
        ("2026-11-20T24:00", "a day ends at 23:59"),
        ("2026-11-20T19:60", "no such minute"),
        ("2026-11-20T19:30:60Z", "no such second"),
        ("2026-11-20T19:30+24:00", "no zone is a day away"),
        ("2026-11-20T19:30+02:60", "no such minute"),
        ("0001-01-01", "in New York it is the year before the first"),
        ("9999-12-31", "in Nicosia it is the year after the last"),
        ("٢٠٢٦-11-20", "digits that ISO 8601 does not know"),
        ("2026-11-20T19:30:00." + "1" * 5000, "nobody measures so well"),
        ("2026-11-20\n", "a line end"),
    ],
)
def test_impossible_date_or_time_is_refused(text, why):
    assert problems_of(started=text) == ["unknown started"], why


def test_a_match_may_have_started_nobody_knows_when():
    assert match_of(started="").started == ""


@given(st.datetimes(), st.sampled_from(["", "Z", "+02:00", "-23:59", "+0545"]))
def test_every_moment_that_python_can_tell_is_one_and_python_reads_every_one(moment, zone):
    text = moment.isoformat() + zone
    assert is_moment(text) == (moment.year not in (1, 9999))
    assert datetime.fromisoformat(text).replace(tzinfo=None) == moment
