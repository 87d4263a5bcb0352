"""Rules in an address: a preset and the switches turned in it, and what cannot be read."""

from collections.abc import Mapping
from typing import Any

from flask import url_for

from scorekeeper.explain.problems import problem_text
from scorekeeper.i18n import gettext as _
from scorekeeper.rules.model import HIGHEST_TARGET, LOWEST_TARGET, Problem, RuleSet
from scorekeeper.rules.names import in_sight
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.switches import SwitchValue, switch_values, turn_switches
from scorekeeper.web.forms import whole_number
from scorekeeper.web.match.match_form import turned_switches
from scorekeeper.web.rules.blueprint import pages
from scorekeeper.web.settle.settle_table import read_switch, switch_parameters


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
