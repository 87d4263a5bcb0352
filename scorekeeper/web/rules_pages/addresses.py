"""Addresses that name rules: a preset, and the switches that are turned in it."""

from typing import Any

from flask import url_for

from scorekeeper.rules.model import RuleSet
from scorekeeper.rules.presets import PRESETS
from scorekeeper.web.match_form import turned_switches
from scorekeeper.web.rules_pages.blueprint import pages
from scorekeeper.web.settle.settle_table import switch_parameters


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
