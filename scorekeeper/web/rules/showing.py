"""The rules from switch to switch, two presets side by side, and rules in an address."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from flask import Blueprint, Response, make_response, render_template, request, url_for

from scorekeeper.explain import example_words, labels, switch_words, table_procedure
from scorekeeper.explain.problems import problem_text
from scorekeeper.i18n import gettext as _
from scorekeeper.rules.checks import outcome
from scorekeeper.rules.examples import EXAMPLES
from scorekeeper.rules.model import HIGHEST_TARGET, LOWEST_TARGET, Hand, Problem, RuleSet
from scorekeeper.rules.names import in_sight
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.switches import SwitchValue, switch_values, turn_switches
from scorekeeper.web.forms import whole_number
from scorekeeper.web.match.match_form import turned_switches
from scorekeeper.web.rules.switch_page import SwitchPage, switch_page_of
from scorekeeper.web.settle.settle_table import read_switch, switch_parameters

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
    """The page of these rules; what differs from the preset is in the address."""
    target = None if rules.target == PRESETS[rules.preset].target else rules.target
    # A parameter of None is left out.
    parameters: dict[str, Any] = {"target": target, **switch_parameters(rules)}
    return url_for("rules_pages.show", preset=rules.preset, **parameters)


def new_match_url(rules: RuleSet) -> str:
    """The form of a new match, with these rules chosen."""
    parameters: dict[str, Any] = {
        f"switch_{field}": value for field, value in turned_switches(rules).items()
    }
    return url_for("setup.new", preset=rules.preset, **parameters)


_DEFAULT_PRESETS: Final = {"a": "cafe", "b": "kypros"}
"""Where the address names none."""


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
    """A hand in words, and what it comes to by the page's rules."""

    text: str
    score: str
    reason: str


_HANDS: Final = (EXAMPLES["unit"][0], EXAMPLES["failed_declarations"][0], EXAMPLES["kapo_bonus"][0])
"""One that is made, one that fails, a kapo: what rules come to at a glance."""


@pages.get("")
def index() -> str:
    """Every preset, with what to know of it."""
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
