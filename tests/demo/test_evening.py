"""The evening of the demo: each rule, edge, match and club is in it, and each page opens."""

import re
from collections import Counter
from dataclasses import replace
from datetime import timedelta

import pytest

from scorekeeper.club.club_record import counted_matches, record_of
from scorekeeper.club.club_seasons import count_season
from scorekeeper.club.club_service import find_club
from scorekeeper.demo.all_stories import STORIES, default_stories, default_story, switch_story
from scorekeeper.demo.story import match_of, rule_set
from scorekeeper.journal import clock
from scorekeeper.match.acts.body import MatchAct
from scorekeeper.match.acts.head_acts import Started
from scorekeeper.match.acts.registry import BODIES
from scorekeeper.match.match_journal import replay
from scorekeeper.rules.checks import problems
from scorekeeper.rules.declarations import compare, score_of_declarations
from scorekeeper.rules.match import Claim
from scorekeeper.rules.model import OTHER, RULES, TARGETS, TRUMPS, VALUES, Hand
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.scoring import contract_points, missing_point, score_hand
from scorekeeper.rules.switches import switch_values
from scorekeeper.tournament.played_tables import play_round
from scorekeeper.tournament.service import find_tournament
from tests.support.examples import ALL
from tests.support.phone import Phone


def test_it_has_every_line_of_a_score(evening):
    assert {line.rule for row in evening.played for line in row.score.lines} == set(RULES)


def test_it_has_every_preset_and_usual_target(evening):
    rules = [one.match.rules for one in evening.ledgers.values()]
    assert {one.preset for one in rules} == set(PRESETS)
    assert {one.target for one in rules} >= set(TARGETS)


def test_it_has_every_act(evening):
    acts = {act.kind for one in evening.ledgers.values() for act in one.acts}
    play = {kind for kind, body in BODIES.items() if body.is_play}
    assert acts == play, "all but those of the other phones at the table"


def test_it_has_every_declaration_trump_and_doubling(evening):
    hands = [row.scored for row in evening.played]
    declared = {d.kind for hand in hands for side in hand.declarations for d in side}
    assert declared == set(VALUES)
    assert {hand.trump for hand in hands} == set(TRUMPS)
    doubled = {(row.rules.doubling, row.scored.doubled) for row in evening.played}
    assert doubled == {("off", 1), *((way, by) for way in ("stake", "all") for by in (1, 2, 4))}


def test_it_has_every_comparison_of_declarations(evening):
    reasons = {compare(row.scored, row.rules).reason for row in evening.played}
    all_told = {"none", "alone", "table", "value", "four", "length", "top", "trumps"}
    assert reasons == all_told | {"leader", "equal"}


def test_it_has_every_end(evening):
    ledgers = evening.ledgers.values()
    assert {one.standing.end for one in ledgers} == {"target", "claim", "hand", None}
    claims = [one for one in ledgers if isinstance(one.match.ended, Claim)]
    assert {one.standing.winner == one.match.ended.side for one in claims} == {True, False}


@pytest.mark.parametrize(("switch", "values"), switch_values().items())
def test_it_has_every_value_of_every_switch(evening, switch, values):
    assert {getattr(row.rules, switch) for row in evening.rows} == set(values)


SILENT = {
    ("kapo_bid", False),
    ("doubling", "off"),
    ("trumps", "suits"),
    ("bid_step", 10),
    *((switch, value) for switch in ("both_over", "claim", "plays", "deal_passes", "pass_out",
      "leads", "pass_is_final", "overtrump") for value in switch_values()[switch]),
}  # fmt: skip
"""The switches that show in no hand, because nothing is played by them or they change no score."""
SCORING = [(s, v) for s, values in switch_values().items() for v in values if (s, v) not in SILENT]


@pytest.mark.parametrize(("switch", "value"), SCORING)
def test_a_hand_depends_on_every_switch_of_scoring(evening, switch, value):
    others = [other for other in switch_values()[switch] if other != value]
    rows = [row for row in evening.played if getattr(row.rules, switch) == value]
    assert any(_is_other(row, replace(row.rules, **{switch: v})) for row in rows for v in others)


def _is_other(row, rules):
    return bool(problems(row.scored, rules)) or score_hand(row.scored, rules) != row.score


def towards(row):
    return contract_points(row.scored, row.rules, score_of_declarations(row.scored, row.rules))


def lines(row, rule):
    return {line.side: line.points for line in row.score.lines if line.rule == rule}


def takes(row, switch, value, holder):
    """Failed, and what the bidder declared goes where the switch says."""
    declared = row.scored.declarations.of(row.scored.bidder)
    failed = not row.score.made and row.scored.doubled == 1 and declared
    went_to = list(lines(row, "declarations"))
    return (
        failed
        and getattr(row.rules, switch) == value
        and went_to == ([] if holder is None else [holder])
    )


EDGES = {
    "89 on a bid of 90": lambda r, h: h.bid == 90 and towards(r) == 89 and not r.score.made,
    "101–61": lambda r, h: {101, 61} == {*h.points} and r.score.made and not missing(r)[0],
    "the missing point by digit": lambda r, h: missing(r)[0] and not missing(r)[1],
    "76–86 by more points": lambda r, h: tie(r, "more_points") and missing(r)[0] != h.bidder,
    "36–126 by more points": lambda r, h: tie(r, "more_points") and missing(r)[0] == h.bidder,
    "76–86 by the bidder": lambda r, h: tie(r, "bidder") and towards(r) == 96,
    "76–86 by the table": lambda r, h: tie(r, "ask") and h.tie_point is not None,
    "65–65 of 130": lambda r, h: tie(r, "more_points") and h.points == (65, 65),
    "declarations of a failed bid to the defence": lambda r, h: takes(
        r, "failed_declarations", "defence", OTHER[h.bidder]
    ),
    "declarations of a failed bid to the bidder": lambda r, h: takes(
        r, "failed_declarations", "bidder", h.bidder
    ),
    "declarations of a failed bid lost": lambda r, h: takes(
        r, "failed_declarations", "nobody", None
    ),
    "pilotta of a failed bid to the defence": lambda r, h: (
        not r.score.made and h.pilotta == h.bidder and OTHER[h.bidder] in lines(r, "pilotta")
    ),
    "pilotta of a failed bid to its holder": lambda r, h: (
        not r.score.made and h.pilotta == h.bidder and h.bidder in lines(r, "pilotta")
    ),
    "kapo": lambda r, h: h.kapo == h.bidder and h.bid != "kapo" and h.doubled == 1,
    "kapo bid and made": lambda r, h: h.bid == "kapo" and r.score.made,
    "kapo bid and failed": lambda r, h: h.bid == "kapo" and not r.score.made,
    "kapo bid in points": lambda r, h: h.bid == "kapo" and 250 in lines(r, "stake").values(),
    "kapo by the defence": lambda r, h: h.kapo == OTHER[h.bidder] and any(h.declarations),
    "kapo by the defence, extras lost": lambda r, h: (
        h.kapo == OTHER[h.bidder] and h.pilotta and not lines(r, "pilotta")
    ),
    "162–0 without kapo": lambda r, h: h.kapo is None and 162 in h.points and 0 in h.points,
    "doubled kapo, full": lambda r, h: h.doubled == 2 and lines(r, "kapo"),
    "doubled kapo, plain": lambda r, h: h.doubled == 2 and h.kapo and not lines(r, "kapo"),
    "doubled, the others' extras to the winner": lambda r, h: (
        h.doubled == 4
        and h.declarations.of(OTHER[h.bidder])
        and h.bidder in lines(r, "declarations")
    ),
    "doubled, the bonus once": lambda r, h: (
        r.rules.doubling == "stake" and h.doubled == 2 and 5 in lines(r, "none_all_bonus").values()
    ),
    "doubled, the bonus too": lambda r, h: lines(r, "doubled") and lines(r, "none_all_bonus"),
    "a failed pilotta that costs nothing": lambda r, h: (
        h.pilotta_failed and not lines(r, "pilotta_failed")
    ),
    "below zero": lambda r, h: min(r.score.A, r.score.B) < 0,
    "a bid of 86": lambda r, h: h.bid == 86 and 9 in lines(r, "stake").values(),
    "a bid of 85": lambda r, h: h.bid == 85 and 8 in lines(r, "stake").values(),
    "the stake to the defence": lambda r, h: r.score.made and OTHER[h.bidder] in lines(r, "stake"),
    "81–81, the stake to the bidder": lambda r, h: (
        r.rules.stake_to == "more_points" and r.score.made and h.points == (81, 81)
    ),
    "the table's ruling, nobody": lambda r, h: h.declarations_to == "nobody",
    "the table's ruling, the lower": lambda r, h: (
        h.declarations_to
        and compare(replace(h, declarations_to=None), r.rules).side not in (None, h.declarations_to)
    ),
}


def missing(row):
    return missing_point(row.scored, row.rules) if row.score.made else (None, False)


def tie(row, six_six):
    side, is_equal = missing(row)
    return row.rules.six_six == six_six and is_equal and side and lines(row, "missing_point")


@pytest.mark.parametrize("edge", EDGES)
def test_it_has_the_edge(evening, edge):
    assert any(EDGES[edge](row, row.scored) for row in evening.played)


@pytest.mark.parametrize("total", [("none", 162), ("none", 130), ("all", 258), ("all", 162)])
def test_it_has_every_total_without_a_trump_suit(evening, total):
    assert total in {(r.scored.trump, r.rules.total(r.scored.trump)) for r in evening.played}


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


def test_its_seasons_rank_everybody_and_its_record_knows_them(evening):
    with evening.app.app_context():
        loaded_club = find_club(evening.club)
        club = loaded_club.club
        counted = [count_season(club, season) for season in club.seasons]
        [record] = record_of(counted_matches(loaded_club))
    assert [len(one.rows) for one in counted] == [8, 8]
    assert all(row.points > 0 for one in counted for row in one.rows)
    assert [len(one.tournaments) for one in counted] == [3, 3]
    assert {one for persons in record.figures for one in persons} == set("12345678")
    meetings = record.meetings.values()
    assert sum(one.matches for one in meetings) == 10
    assert sum(one.typed for one in meetings) == 36, "six tournaments of six tables"
    assert sum(sum(one.won) for one in meetings) == 46
    assert sum(one.differences.hands for one in meetings) > 50


def test_its_page_lists_its_matches(evening):
    visitor = Phone(evening.app, language="el")
    page = visitor.get(f"/c/{evening.club}/")
    assert page.status == 200
    assert "Μαρία Χαραλάμπους" in page.words()
    assert f"/c/{evening.club}/seasons/2" in page.links()
    assert f"/c/{evening.club}/" in visitor.get("/clubs/").links()


TOURNAMENT_FILES = (".pdf", ".csv", ".json")


@pytest.fixture
def visitor(evening):
    return Phone(evening.app, language="el")


def test_the_first_page_leads_to_it(evening, visitor):
    assert "/tournaments/" in visitor.get("/").links()
    listed = visitor.get("/tournaments/")
    assert f"/t/{evening.tournament}/" in listed.links()
    assert "Ζευγάρια: 12" in listed.words()


def test_a_round_is_played_and_the_next_one_is_under_way(evening):
    with evening.app.app_context():
        held = find_tournament(evening.tournament)
        first, second = (play_round(held, drawn) for drawn in held.tournament.rounds)
    assert {table.state for table in first} == {"over"}
    states = [table.state for table in second]
    assert states == ["over", "over", "playing", "playing", "waiting", "waiting"]
    assert second[1].is_only_live
    assert second[3].silent
    assert [len(table.table.results) for table in first] == [1, 2, 1, 1, 1, 1]
    assert [one.adjustment.pair for one in held.tournament.adjusted] == ["9"]


@pytest.mark.slow
def test_every_page_of_it_opens(evening, visitor):
    own = f"/t/{evening.tournament}/"
    found, opened = [own], set()
    while found:
        path = found.pop().split("#")[0]
        if path in opened or path.split("?")[0].endswith(TOURNAMENT_FILES):
            continue
        opened.add(path)
        page = visitor.get(path, follow=True)
        # An act with later acts on it cannot be undone, and the page names those.
        assert page.status == 200 or (path.endswith("/undo") and page.status == 409), path
        links = {link.split("#")[0] for link in page.links() if link.startswith(own)}
        found += links - opened
    assert len(opened) > 40


SWITCH_VALUES = [(field, value) for field, values in switch_values().items() for value in values]


def sound(story):
    """Is every hand of it one that its rules score?"""
    ledger = replay([MatchAct(1, Started.of(match_of(story)))])
    for step in story.steps:
        step.act(ledger).check(ledger)  # raises what is wrong with it
    return True


def test_nothing_is_told_twice():
    assert default_stories(STORIES) == ()


def test_a_preset_that_nobody_plays_gets_its_match():
    told = [story for story in STORIES if not story.rematch_of]
    others = [story for story in told if rule_set(story.rules).preset != "simple"]
    made = {story.name: story for story in default_stories(others)}
    assert rule_set(made["simple"].rules) == PRESETS["simple"]
    assert len(made["simple"].steps) == 3
    assert sound(made["simple"])
    # Only there does a kapo have no bonus.
    assert {f"kapo_bonus {bonus}" for bonus in (0, 88, 90, 100)} <= {*made}


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_can_be_told(preset):
    story = default_story(preset, PRESETS[preset], ())
    assert rule_set(story.rules) == PRESETS[preset]


@pytest.mark.parametrize(("field", "value"), SWITCH_VALUES)
def test_every_value_of_a_switch_can_be_told(field, value):
    story = switch_story(field, value)
    assert getattr(rule_set(story.rules), field) == value
    assert sound(story)
