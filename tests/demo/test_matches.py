"""The story of each match of the evening, its times, and that all its pages open."""

import re
from collections import Counter
from datetime import timedelta

import pytest

from scorekeeper.demo.all_stories import STORIES
from scorekeeper.journal import clock
from scorekeeper.rules.model import Hand
from tests.faults.slices import ALL
from tests.phone import Phone

OF_A_KIND = 1000 if ALL else 1
"""Pages of a match that differ in a number alone: so many of them are opened."""
FILES = (".pdf", ".png", ".csv", ".json")
"""Printed and written elsewhere; here only pages are opened."""
TOLD_WHY_NOT = ("/undo", "/bring-back")
"""The pages that answer 409 with a sentence, where other acts are built on an act."""


def test_a_series_stands_at_two_to_one(evening):
    winners = [evening.ledgers[f"series {n}"].standing.winner for n in (1, 2, 3)]
    assert sorted(winners) == ["A", "A", "B"]


def test_the_matches_are_what_their_names_say(evening):
    ledgers = evening.ledgers
    running, long = ledgers["running"], ledgers["forty hands"]
    assert running.match.open
    assert running.standing.end is None
    names = [name for side in long.match.sides for name in (side.name, *side.players)]
    assert (len(long.standing.rows), {len(name) for name in names}) == (40, {40})
    assert ledgers["carried over"].standing.rows[0].entry[:2] == (120, 85)
    assert ledgers["rules changed"].acts[0].data["rules"]["preset"] == "kypros"
    assert ledgers["rules changed"].match.rules.preset == "cafe"
    [wrong] = ledgers["rules changed, a hand undecided"].wrong.values()
    assert wrong[0].code == "tie_point_needed"
    assert len({*ledgers["a guest"].players}) == 2
    assert ledgers["behind the end"].standing.rows[-1].counts is False
    assert ledgers["equal totals"].standing.rows[1].totals == (202, 202)


@pytest.mark.parametrize(
    ("story", "rule"), [("both over, the higher", "higher"), ("both over, the bidder", "bidder")]
)
def test_both_sides_reach_the_target_in_one_hand(evening, story, rule):
    match, standing = evening.ledgers[story].match, evening.ledgers[story].standing
    higher = "A" if standing.totals.A > standing.totals.B else "B"
    assert match.rules.both_over == rule
    assert min(standing.totals) >= match.rules.target
    assert (standing.winner == higher) == (rule == "higher")


@pytest.mark.parametrize(("pass_out", "same"), [("next", False), ("same", True)])
def test_all_passed_and_the_dealer_follows_the_rules(evening, pass_out, same):
    pairs = [
        (row.dealer == after.dealer, row.rules.pass_out)
        for one in evening.ledgers.values()
        for row, after in zip(one.standing.rows, one.standing.rows[1:], strict=False)
        if isinstance(row.entry, Hand) and row.entry.passed_out
    ]
    assert (same, pass_out) in pairs


def test_it_was_played_in_one_evening_that_is_over(evening):
    for one in evening.ledgers.values():
        times = [act.at for act in one.acts]
        assert times == sorted(times)
        assert timedelta() < times[-1] - times[0] < timedelta(hours=4)
    times = [act.at for one in evening.ledgers.values() for act in one.acts]
    assert max(times) - min(times) < timedelta(hours=5)
    assert max(times) < clock.moment().replace(tzinfo=None)


def test_the_clock_is_right_again_after_the_story():
    before = clock.moment()
    with clock.at(before - timedelta(days=1)):
        assert clock.moment() < before
    assert clock.moment() >= before


@pytest.mark.slow
@pytest.mark.parametrize("story", [story.name for story in STORIES])
def test_every_page_of_a_match_opens(evening, story):
    visitor = Phone(evening.app, language="el")
    own = f"/m/{evening.addresses[story]}/"
    found, opened, kinds = [own], set(), Counter()
    while found:
        path = found.pop().split("#")[0]
        kind = re.sub(r"\b\d+\b", "*", path)
        if path in opened or kinds[kind] == OF_A_KIND or path.split("?")[0].endswith(FILES):
            continue
        opened.add(path)
        kinds[kind] += 1
        page = visitor.get(path, follow=True)
        assert page.status == 200 or (page.status == 409 and path.endswith(TOLD_WHY_NOT)), path
        links = {link.split("?")[0] for link in page.links() if link.startswith(own)}
        found += links - opened
    hands = sum("/hands/" in path for path in opened)
    assert hands >= min(OF_A_KIND, len(evening.ledgers[story].hand_ids))
