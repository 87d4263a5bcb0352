"""Reads rules from an address, and reports the parameters that cannot be read."""

from collections.abc import Mapping

from scorekeeper.explain.problems import problem_text
from scorekeeper.i18n import gettext as _
from scorekeeper.rules.model import HIGHEST_TARGET, LOWEST_TARGET, Problem, RuleSet
from scorekeeper.rules.names import in_sight
from scorekeeper.rules.switches import SwitchValue, switch_values, turn_switches
from scorekeeper.web.forms import whole_number
from scorekeeper.web.settle.settle_table import read_switch


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
