"""All rules in a list, and one set of them from switch to switch."""

from typing import NamedTuple

from flask import Response, make_response, render_template, request

from scorekeeper.i18n import customs, labels, switches
from scorekeeper.rules.model import RuleSet
from scorekeeper.rules.presets import PRESETS
from scorekeeper.web.match_form import turned_switches
from scorekeeper.web.rules_pages.addresses import new_match_url
from scorekeeper.web.rules_pages.blueprint import pages
from scorekeeper.web.rules_pages.reading import read_rules, wrong_preset
from scorekeeper.web.rules_pages.telling import ToldSwitch, tell_switch


class Group(NamedTuple):
    """Switches that belong together."""

    title: str
    switches: list[ToldSwitch]


@pages.get("")
def index() -> str:
    """Every preset, with what to know of it."""
    return render_template("rules/index.html", presets=PRESETS, preset_note=switches.preset_note)


@pages.get("/<preset>")
def show(preset: str) -> Response | str:
    """A preset, or house rules: the preset with the switches that the address turns."""
    if preset not in PRESETS:
        wrong = wrong_preset(preset)
        page = render_template(
            "rules/index.html", presets=PRESETS, preset_note=switches.preset_note, wrong=wrong
        )
        return make_response(page, 404)
    rules, wrong_ones = read_rules(PRESETS[preset], request.args)
    return render_template(
        "rules/rules.html",
        rules=rules,
        name=labels.rules_name(rules),
        note=switches.preset_note(preset),
        groups=_groups(rules),
        turned=turned_switches(rules),
        customs=customs.customs(rules),
        new_match=new_match_url(rules),
        wrong_ones=wrong_ones,
    )


def _groups(rules: RuleSet) -> list[Group]:
    return [
        Group(group.title, [tell_switch(field, rules) for field in group.fields])
        for group in switches.SWITCH_GROUPS
    ]
