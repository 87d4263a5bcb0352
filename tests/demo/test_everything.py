"""Every line, act, preset, switch and end occurs somewhere in the evening."""

from dataclasses import replace

import pytest

from scorekeeper.match.acts.registry import BODIES
from scorekeeper.rules.checks import problems
from scorekeeper.rules.declarations import compare
from scorekeeper.rules.match import Claim
from scorekeeper.rules.model import RULES, TARGETS, TRUMPS, VALUES
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.scoring import score_hand
from scorekeeper.rules.switches import switch_values


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
