"""The named rule sets, and seven questions that find the one by which a table plays.

`docs/rules.md` lists by preset what each source says, and our own readings.

A table that scores in points gets other questions than one that cuts to tenths.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, Literal, NamedTuple

from scorekeeper.rules.model import RuleSet
from scorekeeper.rules.switches import SwitchValue, turn_switches

CAFE: Final = RuleSet()

PRESETS: Final[dict[str, RuleSet]] = {
    rules.preset: rules
    for rules in (
        CAFE,
        replace(CAFE, preset="kypros", doubling="off", kapo_bid=False, pass_is_final=False),
        replace(
            CAFE,
            preset="wikipedia",
            failed_pilotta="holder",
            doubling="off",
            kapo_bid=False,
            deal_passes="left",
        ),
        replace(
            CAFE,
            preset="gamerules",
            extras_count=False,
            stake_to="more_points",
            failed_declarations="bidder",
            failed_pilotta="holder",
            doubling="off",
            kapo_bid=False,
            claim=True,
            deal_passes="left",
            pass_out="same",
            leads="bidder",
            overtrump="ruffing",
        ),
        replace(
            CAFE,
            preset="cardrules",
            unit="points",
            stake=False,
            failed_declarations="nobody",
            kapo_bonus=90,
            doubling="all",
            kapo_bid=False,
            trumps="with_none_all",
            none_all_bonus=50,
            declaration_order="cards",
            declaration_tie="leader",
            trump_breaks_tie=False,
            pilotta_failed_penalty=20,
            pass_out="same",
            overtrump="ruffing",
        ),
        replace(
            CAFE,
            preset="simple",
            unit="points",
            stake=False,
            kapo_bonus=0,
            doubling="off",
            kapo_bid=False,
            trumps="with_none_all",
            none_total=130,
            target=151,
            plays="left",
            deal_passes="left",
            overtrump="no",
        ),
        replace(CAFE, preset="online", six_six="bidder", four_beats_run=False, target=201),
        replace(
            CAFE,
            preset="openclose",
            six_six="ask",
            failed_declarations="bidder",
            failed_pilotta="holder",
            kapo_when_doubled="plain",
            reversed_extras="nobody",
            kapo_bid=False,
            target=301,
        ),
        replace(CAFE, preset="palaristi", bid_step=1),
    )
}


def find_preset(name: str) -> RuleSet | None:
    """The preset of that name, or None.

    >>> find_preset("simple").target
    151
    """
    return PRESETS.get(name)


def is_house_rules(rules: RuleSet) -> bool:
    """Does the set differ from its preset in anything but the target?"""
    preset = PRESETS[rules.preset]
    return replace(rules, target=preset.target, version=preset.version) != preset


ANY: Final = "any"
"""The answer of a table that does not know, or does now this and now that."""


class SwitchQuestion(NamedTuple):
    """A switch, and its two values between which the table chooses."""

    switch: str
    values: tuple[SwitchValue, SwitchValue]


_OF_ALL: Final = (
    SwitchQuestion("unit", ("tenths", "points")),
    SwitchQuestion("failed_pilotta", ("defence", "holder")),
    SwitchQuestion("extras_count", (True, False)),
)
_UNIT, _PILOTTA, _EXTRAS = _OF_ALL
QUESTIONS: Final[dict[Literal["tenths", "points"], tuple[SwitchQuestion, ...]]] = {
    "tenths": (
        _UNIT,
        SwitchQuestion("doubling", ("stake", "off")),
        SwitchQuestion("failed_declarations", ("defence", "bidder")),
        _PILOTTA,
        _EXTRAS,
        SwitchQuestion("six_six", ("more_points", "bidder")),
        SwitchQuestion("bid_step", (10, 1)),
    ),
    "points": (
        _UNIT,
        SwitchQuestion("doubling", ("all", "off")),
        SwitchQuestion("failed_declarations", ("defence", "nobody")),
        _PILOTTA,
        _EXTRAS,
        SwitchQuestion("kapo_bonus", (90, 0)),
        SwitchQuestion("declaration_tie", ("nobody", "leader")),
    ),
}
"""The questions of each unit; a table that does not know its unit gets those in tenths."""

Answers = Mapping[str, SwitchValue]
"""The answers of a table so far: a value, or ANY, by switch."""


def questions(answers: Answers) -> tuple[SwitchQuestion, ...]:
    """The seven questions for a table that has answered so far."""
    return QUESTIONS["points" if answers.get("unit") == "points" else "tenths"]


def next_question(answers: Answers) -> SwitchQuestion | None:
    """The first that has no answer yet; None once all have one."""
    return next((one for one in questions(answers) if one.switch not in answers), None)


def differing(preset: RuleSet, answers: Answers) -> dict[str, SwitchValue]:
    """The asked switches that the preset has otherwise, with the table's values."""
    switches = [question.switch for question in questions(answers)]
    return {
        switch: answers[switch]
        for switch in switches
        if answers.get(switch, ANY) not in (ANY, getattr(preset, switch))
    }


def remaining(answers: Answers) -> tuple[RuleSet, ...]:
    """The presets that agree with every answer."""
    return tuple(preset for preset in PRESETS.values() if not differing(preset, answers))


def nearest(answers: Answers) -> RuleSet:
    """The preset with the fewest switches to turn; of equals the first one in the list.

    Never one whose score is kept in another unit, because its target would make no sense.
    """
    near = [preset for preset in PRESETS.values() if "unit" not in differing(preset, answers)]
    return min(near, key=lambda preset: len(differing(preset, answers)))


def playing(
    answers: Answers, switch: str, value: SwitchValue, needs: Mapping[str, tuple[SwitchValue, ...]]
) -> RuleSet | None:
    """Return the preset with this value and the needed ones that is nearest to the answers.

    Return None if no preset plays so. Only whole presets are offered. For one changed switch may
    make rules that no table plays, such as a score in points with a stake.
    """
    all_answers = {**answers, switch: value}
    found = [
        preset
        for preset in PRESETS.values()
        if getattr(preset, switch) == value
        and "unit" not in differing(preset, all_answers)
        and all(getattr(preset, field) in values for field, values in needs.items())
    ]
    return min(found, key=lambda preset: len(differing(preset, all_answers)), default=None)


def rules_of_answers(answers: Answers) -> RuleSet:
    """The nearest preset with the switches turned in which the table differs from it."""
    preset = nearest(answers)
    return turn_switches(preset, differing(preset, answers))
