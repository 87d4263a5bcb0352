"""Switches in an address: what can be read is kept, and what cannot is told."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from scorekeeper.i18n import gettext as _
from scorekeeper.i18n import switches
from scorekeeper.rules.codec import switch_values
from scorekeeper.rules.model import HIGHEST_TARGET, LOWEST_TARGET, RuleSet
from scorekeeper.web.forms import whole_number

_LONGEST: Final = 40
"""Of a wrong value that is told again."""


def read_rules(preset: RuleSet, given: Mapping[str, str]) -> tuple[RuleSet, list[str]]:
    """The preset with the switches that are given, and a sentence for each that cannot be read.

    Other names are no concern of ours: chats add their own to an address.
    """
    turned: dict[str, Any] = {}
    wrong = []
    for field in (*switch_values(), "target"):
        if field in given:
            value = read_value(field, given[field])
            if value is None:
                wrong.append(wrong_value(field, given[field]))
            else:
                turned[field] = value
    return replace(preset, **turned), wrong


def read_value(field: str, text: str) -> Any:
    """The value of the switch that this text names; None for any other text."""
    if field == "target":
        number = whole_number(text)
        return number if LOWEST_TARGET <= (number or 0) <= HIGHEST_TARGET else None
    return next((value for value in switch_values()[field] if str(value) == text), None)


def wrong_value(field: str, text: str) -> str:
    """What is wrong with it."""
    title = switches.switch_title(field)
    return _("“%(value)s” is no value of: %(switch)s", value=text[:_LONGEST], switch=title)
