"""All rules in a list, and one set of them from switch to switch."""

from typing import Final, NamedTuple

from flask import Response, make_response, render_template, request

from scorekeeper.explain import example_words, labels, switch_words, table_procedure
from scorekeeper.rules.examples import EXAMPLES
from scorekeeper.rules.model import Hand, RuleSet
from scorekeeper.rules.outcome import outcome
from scorekeeper.rules.presets import PRESETS
from scorekeeper.web.match.match_form import turned_switches
from scorekeeper.web.rules.blueprint import pages
from scorekeeper.web.rules.reading import new_match_url, read_rules, wrong_preset
from scorekeeper.web.rules.switch_page import SwitchPage, switch_page_of


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
