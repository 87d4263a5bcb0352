"""The rules in short, for a sheet that lies on the table: what is asked there most."""

from typing import Final

from scorekeeper.explain.switch_words import switch_title, switch_value
from scorekeeper.rules.model import RuleSet

_SWITCHES: Final = (
    "unit",
    "six_six",
    "extras_count",
    "failed_declarations",
    "failed_pilotta",
    "kapo_bonus",
    "doubling",
    "pass_out",
)
_IN_TENTHS: Final = ("six_six",)


def short_rules(rules: RuleSet) -> tuple[str, ...]:
    """A few switches with their values, each as `title: value`."""
    names = [name for name in _SWITCHES if rules.unit == "tenths" or name not in _IN_TENTHS]
    values = [switch_value(name, getattr(rules, name)) for name in names]
    return tuple(
        f"{switch_title(name)}: {value}" for name, value in zip(names, values, strict=True)
    )
