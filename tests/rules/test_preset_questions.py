"""Which rules a table plays: every preset is found, and other answers name the nearest."""

from itertools import product

import pytest

from scorekeeper.rules.presets import (
    ANY,
    PRESETS,
    QUESTIONS,
    differing,
    nearest,
    next_question,
    questions,
    remaining,
    rules_of_answers,
)
from scorekeeper.rules.switches import switch_values

EVERY_ANSWER = [
    dict(zip([question.switch for question in asked], given, strict=True))
    for unit, asked in QUESTIONS.items()
    for given in product(*((*question.values, ANY) for question in asked))
    if (given[0] == "points") == (unit == "points")
]
"""Of every table that answers all seven."""


def answered_by(rules):
    """Return the answers of a table with these rules, for questions that offer its value."""
    return {
        question.switch: value if value in question.values else ANY
        for question in questions({"unit": rules.unit})
        for value in [getattr(rules, question.switch)]
    }


@pytest.mark.parametrize("asked", QUESTIONS.values(), ids=QUESTIONS)
def test_there_are_seven_questions_on_seven_switches(asked):
    assert len({question.switch for question in asked}) == 7
    for question in asked:
        assert set(question.values) < {*switch_values()[question.switch]} | {ANY}


def test_they_come_one_after_the_other_until_none_is_left():
    answers, asked = {}, []
    while question := next_question(answers):
        asked.append(question.switch)
        answers[question.switch] = question.values[1]
    assert tuple(asked) == tuple(question.switch for question in QUESTIONS["points"])


@pytest.mark.parametrize("preset", PRESETS)
def test_a_table_that_plays_a_preset_is_told_so(preset):
    rules = PRESETS[preset]
    answers = answered_by(rules)
    assert remaining(answers) == (rules,)
    assert rules_of_answers(answers) == rules


def test_only_what_open_closed_asks_the_table_each_time_has_no_answer_of_its_own():
    without = {
        (preset, switch)
        for preset, rules in PRESETS.items()
        for switch, value in answered_by(rules).items()
        if value == ANY
    }
    assert without == {("openclose", "six_six")}


def test_no_answers_give_the_cafe_rules():
    assert remaining({}) == tuple(PRESETS.values())
    assert rules_of_answers({}) == PRESETS["cafe"]


def test_a_table_like_no_preset_is_named_the_nearest_and_what_it_does_otherwise():
    answers = {**answered_by(PRESETS["online"]), "failed_pilotta": "holder"}
    assert remaining(answers) == ()
    assert nearest(answers) == PRESETS["online"]
    assert differing(PRESETS["online"], answers) == {"failed_pilotta": "holder"}


def test_a_score_in_points_is_never_near_one_in_tenths():
    """Though only the unit would have to be turned."""
    answers = {**answered_by(PRESETS["online"]), "unit": "points"}
    assert nearest(answers).unit == "points"


def test_the_rules_have_every_answer_and_no_preset_is_nearer():
    assert len(EVERY_ANSWER) == 3**7
    for answers in EVERY_ANSWER:
        rules, turned = rules_of_answers(answers), differing(nearest(answers), answers)
        given = {switch: value for switch, value in answers.items() if value != ANY}
        asked = {question.switch for question in questions(answers)}
        assert {switch: getattr(rules, switch) for switch in given} == given
        assert set(turned) <= asked
        fewer = [
            preset
            for preset in PRESETS.values()
            if preset.unit == answers["unit"] or answers["unit"] == ANY
            if sum(getattr(preset, one) != value for one, value in given.items()) < len(turned)
        ]
        assert not fewer, answers


def test_every_preset_is_the_nearest_to_some_answers():
    assert {nearest(answers).preset for answers in EVERY_ANSWER} == set(PRESETS)


def test_answer_of_the_cafe_stands_first_in_each_question_of_its_unit():
    cafe = PRESETS["cafe"]
    assert all(one.values[0] == getattr(cafe, one.switch) for one in QUESTIONS[cafe.unit])


def test_answers_about_points_stand_in_the_order_in_which_a_table_reads_them():
    first = {one.switch: one.values[0] for one in QUESTIONS["points"]}
    assert first == {
        "unit": "tenths",
        "doubling": "all",
        "failed_declarations": "defence",
        "failed_pilotta": "defence",
        "extras_count": True,
        "kapo_bonus": 90,
        "declaration_tie": "nobody",
    }


def test_open_answer_is_the_word_of_addresses_that_were_sent():
    assert ANY == "any"
