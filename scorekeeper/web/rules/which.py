"""Which rules do we play? Seven questions, one a page; the address holds the answers."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from flask import render_template, request, url_for

from scorekeeper.explain import labels, switch_words
from scorekeeper.i18n import gettext as _
from scorekeeper.rules import presets
from scorekeeper.rules.examples import Example
from scorekeeper.rules.model import RuleSet
from scorekeeper.rules.presets import ANY, Answers, SwitchQuestion
from scorekeeper.rules.switches import SwitchValue
from scorekeeper.web.rules.showing import new_match_url, pages, rules_url, wrong_value
from scorekeeper.web.rules.switch_page import Playing, switch_page_of
from scorekeeper.web.settle.settle_table import read_switch, switch_code


class Answered(NamedTuple):
    """A question that has its answer."""

    title: str
    answer: str
    again: str
    """The address where it is asked again."""


@pages.get("/which")
def which() -> str:
    """The next question with what either answer comes to; after the last the rules."""
    answers, wrong_ones = _read_answers()
    question = presets.next_question(answers)
    context = {
        "answered": _given_answers(answers),
        "given": _address_values(answers),
        "wrong_ones": wrong_ones,
        "remaining": [labels.preset_name(one.preset) for one in presets.remaining(answers)],
    }
    if question is None:
        return _result_page(answers, context)
    rules = presets.rules_of_answers(answers)
    switch = switch_page_of(question.switch, rules, question.values, by=_playing(question, answers))
    return render_template(
        "rules/which.html",
        **context,
        switch=switch,
        number=presets.questions(answers).index(question) + 1,
        any=ANY,
    )


def _playing(question: SwitchQuestion, answers: Answers) -> Playing:
    def by(example: Example, value: SwitchValue) -> RuleSet | None:
        return presets.playing(answers, question.switch, value, example.needs)

    return by


def _result_page(answers: Answers, context: Mapping[str, object]) -> str:
    rules = presets.rules_of_answers(answers)
    nearest = presets.nearest(answers)
    switch_pages = [
        switch_page_of(field, nearest, (getattr(nearest, field), value))
        for field, value in presets.differing(nearest, answers).items()
    ]
    return render_template(
        "rules/named.html",
        **context,
        name=labels.rules_name(rules),
        note=switch_words.preset_note(rules.preset),
        preset=labels.preset_name(rules.preset),
        turned=switch_pages,
        unasked=_other_switches(rules, answers),
        new_match=new_match_url(rules),
        all_rules=rules_url(rules),
    )


def _other_switches(rules: RuleSet, answers: Answers) -> list[tuple[str, str]]:
    """The switches that no question was about, each with its value by the named rules."""
    switches = {question.switch for question in presets.questions(answers)}
    return [
        (switch_words.switch_title(field), switch_words.switch_value(field, getattr(rules, field)))
        for group in switch_words.SWITCH_GROUPS
        for field in group.fields
        if field not in switches
    ]


def _read_answers() -> tuple[dict[str, SwitchValue], list[str]]:
    """The answers to what is asked, and a sentence for each that is none."""
    answers: dict[str, SwitchValue] = {}
    wrong = []
    for question in presets.questions(request.args):
        answer = request.args.get(question.switch)
        if answer is None:
            continue
        value = ANY if answer == ANY else read_switch(question.switch, answer)
        if value is None:
            wrong.append(wrong_value(question.switch))
        else:
            answers[question.switch] = value
    return answers, wrong


def _address_values(answers: Answers) -> dict[str, str]:
    return {switch: switch_code(value) for switch, value in answers.items()}


def _given_answers(answers: Answers) -> list[Answered]:
    return [
        _answer_words(question, answers)
        for question in presets.questions(answers)
        if question.switch in answers
    ]


def _answer_words(question: SwitchQuestion, answers: Answers) -> Answered:
    answer = answers[question.switch]
    words = (
        _("we do not know") if answer == ANY else switch_words.switch_value(question.switch, answer)
    )
    others: dict[str, Any] = {
        name: text for name, text in _address_values(answers).items() if name != question.switch
    }
    again = url_for("rules_pages.which", **others)
    return Answered(switch_words.switch_title(question.switch), words, again)
