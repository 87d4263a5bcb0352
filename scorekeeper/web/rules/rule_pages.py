"""The rules from switch to switch, two presets side by side, and which of them a table plays."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from flask import Blueprint, Response, make_response, render_template, request, url_for

from scorekeeper.explain import example_words, labels, switch_words, table_procedure
from scorekeeper.explain.problems import problem_text
from scorekeeper.i18n import gettext as _
from scorekeeper.rules import presets
from scorekeeper.rules.checks import outcome
from scorekeeper.rules.examples import EXAMPLES, Example
from scorekeeper.rules.model import HIGHEST_TARGET, LOWEST_TARGET, Hand, Problem, RuleSet
from scorekeeper.rules.names import in_sight
from scorekeeper.rules.presets import ANY, PRESETS, Answers, SwitchQuestion
from scorekeeper.rules.switches import SwitchValue, switch_values, turn_switches
from scorekeeper.web.forms import whole_number
from scorekeeper.web.match.match_form import turned_switches
from scorekeeper.web.rules.switch_page import Playing, SwitchPage, switch_page_of
from scorekeeper.web.settle.topic import read_switch, switch_code, switch_parameters

pages = Blueprint("rules_pages", __name__, url_prefix="/rules")


def read_rules(preset: RuleSet, parameters: Mapping[str, str]) -> tuple[RuleSet, list[str]]:
    """The preset with the switches that are given, and a sentence for each that cannot be read.

    Other names are no concern of ours: chats add their own to an address.
    """
    switches: dict[str, SwitchValue] = {}
    wrong = []
    for field in (*switch_values(), "target"):
        if field in parameters:
            value = _read(field, parameters[field])
            if value is None:
                wrong.append(wrong_value(field))
            else:
                switches[field] = value
    return turn_switches(preset, switches), wrong


def _read(field: str, text: str) -> SwitchValue | None:
    if field != "target":
        return read_switch(field, text)
    number = whole_number(text)
    return number if LOWEST_TARGET <= (number or 0) <= HIGHEST_TARGET else None


def wrong_value(field: str) -> str:
    """Say which values the switch has."""
    return problem_text(Problem("unknown", field))


def wrong_preset(name: str) -> str:
    """Say that there is no such preset."""
    return _("There are no rules of the name “%(name)s”.", name=in_sight(name))


@pages.app_template_global()
def rules_url(rules: RuleSet) -> str:
    """The page of these rules; differences from the preset are in the address."""
    target = None if rules.target == PRESETS[rules.preset].target else rules.target
    # `url_for` leaves out a parameter that is None.
    parameters: dict[str, Any] = {"target": target, **switch_parameters(rules)}
    return url_for("rules_pages.show", preset=rules.preset, **parameters)


def new_match_url(rules: RuleSet) -> str:
    """The form of a new match, with these rules chosen."""
    parameters: dict[str, Any] = {
        f"switch_{field}": value for field, value in turned_switches(rules).items()
    }
    return url_for("setup.new", preset=rules.preset, **parameters)


_DEFAULT_PRESETS: Final = {"a": "cafe", "b": "kypros"}
"""The presets that are compared where the address names none."""


class Choice(NamedTuple):
    """A preset of the two, as it is named in the address."""

    preset: str
    wrong: str = ""


@pages.get("/compare")
def compare() -> str:
    """Every switch in which the two differ, with an example by the first and that switch alone."""
    a, b = (_choice(name) for name in _DEFAULT_PRESETS)
    first, second = PRESETS[a.preset], PRESETS[b.preset]
    differing = [
        switch_page_of(field, first, (getattr(first, field), getattr(second, field)))
        for group in switch_words.SWITCH_GROUPS
        for field in group.fields
        if getattr(first, field) != getattr(second, field)
    ]
    return render_template(
        "rules/compare.html", choices={"a": a, "b": b}, presets=PRESETS, differing=differing
    )


def _choice(name: str) -> Choice:
    code = request.args.get(name, _DEFAULT_PRESETS[name])
    if code in PRESETS:
        return Choice(code)
    return Choice(_DEFAULT_PRESETS[name], wrong_preset(code))


class ShownSwitchGroup(NamedTuple):
    """Switches that belong together."""

    title: str
    switches: list[SwitchPage]


class PlayedHand(NamedTuple):
    """A hand in words, and its score by the page's rules."""

    text: str
    score: str
    reason: str


_HANDS: Final = (EXAMPLES["unit"][0], EXAMPLES["failed_declarations"][0], EXAMPLES["kapo_bonus"][0])
"""One made hand, one failed hand and a kapo: the rules' effects at a glance."""


@pages.get("")
def index() -> str:
    """Show every preset, with its note."""
    return render_template(
        "rules/index.html", presets=PRESETS, preset_note=switch_words.preset_note
    )


@pages.get("/<preset>")
def show(preset: str) -> Response | str:
    """A preset, or house rules: the preset with the switches that the address turns."""
    if preset not in PRESETS:
        wrong = wrong_preset(preset)
        page = render_template(
            "rules/index.html", presets=PRESETS, preset_note=switch_words.preset_note, wrong=wrong
        )
        return make_response(page, 404)
    rules, wrong_ones = read_rules(PRESETS[preset], request.args)
    return render_template(
        "rules/rules.html",
        rules=rules,
        name=labels.rules_name(rules),
        note=switch_words.preset_note(preset),
        hands=[_play(example.hand, rules) for example in _HANDS],
        groups=_groups(rules),
        turned=turned_switches(rules),
        customs=table_procedure.table_procedure(rules),
        new_match=new_match_url(rules),
        wrong_ones=wrong_ones,
    )


def _play(hand: Hand, rules: RuleSet) -> PlayedHand:
    found = outcome(hand, rules)
    return PlayedHand(
        example_words.played(hand, rules),
        example_words.score_words(found),
        example_words.reason_words(hand, found, rules),
    )


def _groups(rules: RuleSet) -> list[ShownSwitchGroup]:
    return [
        ShownSwitchGroup(str(group.title), [switch_page_of(field, rules) for field in group.fields])
        for group in switch_words.SWITCH_GROUPS
    ]


class Answered(NamedTuple):
    """A question that has its answer."""

    title: str
    answer: str
    again: str
    """The address that asks the question again."""


@pages.get("/which")
def which() -> str:
    """Show the next question with the results of both answers; after the last one, the rules."""
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
    """Return the answers to the questions, and a sentence for each text that is no answer."""
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
