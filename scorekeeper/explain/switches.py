"""Every switch of a rule set as a player reads it: title, values, source, in groups."""

from typing import Final, NamedTuple

from flask_babel.speaklater import LazyString

from scorekeeper.explain.sources import switch_source
from scorekeeper.explain.switch_words import PRESET_NOTES, TITLES, VALUES, YES_NO
from scorekeeper.i18n.language import _l

__all__ = [
    "SWITCH_GROUPS",
    "SwitchGroup",
    "preset_note",
    "switch_source",
    "switch_title",
    "switch_value",
]


class SwitchGroup(NamedTuple):
    """Switches that belong together on the house-rules form."""

    key: str
    fields: tuple[str, ...]
    lazy_title: LazyString

    @property
    def title(self) -> str:
        """The group's heading."""
        return str(self.lazy_title)


SWITCH_GROUPS: Final[tuple[SwitchGroup, ...]] = (
    SwitchGroup(
        "counting", ("unit", "six_six", "extras_count", "stake", "stake_to"), _l("Counting")
    ),
    SwitchGroup("failed", ("failed_declarations", "failed_pilotta"), _l("A failed bid")),
    SwitchGroup("kapo", ("kapo_bonus", "kapo_bid", "reversed_extras"), _l("Kapo")),
    SwitchGroup("doubling", ("doubling", "kapo_when_doubled"), _l("Doubling")),
    SwitchGroup(
        "contracts",
        ("bid_step", "trumps", "none_total", "all_total", "none_all_bonus"),
        _l("Bids and contracts"),
    ),
    SwitchGroup(
        "declarations",
        (
            "declaration_order",
            "four_beats_run",
            "declaration_tie",
            "trump_breaks_tie",
            "pilotta_failed_penalty",
        ),
        _l("Declarations and pilotta"),
    ),
    SwitchGroup("match", ("target", "both_over", "claim"), _l("The match")),
    SwitchGroup(
        "table",
        ("plays", "deal_passes", "pass_out", "leads", "pass_is_final", "overtrump"),
        _l("At the table"),
    ),
)
"""Every field of a rule set but `preset` and `version`, once, in the form's order."""


def switch_title(field: str) -> str:
    """What the switch decides."""
    return str(TITLES[field])


def switch_value(field: str, value: object) -> str:
    """What a value of the switch means."""
    if isinstance(value, bool):
        return str(YES_NO[value])
    return str(VALUES[field][value]) if field in VALUES else str(value)


def preset_note(preset: str) -> str:
    """What a player should know of a preset before choosing it."""
    return str(PRESET_NOTES[preset])
