"""The named rule sets. Each says only where it differs from the café table.

`docs/rules.md` tells preset by preset what each source says, and what is our reading.
"""

from dataclasses import replace
from typing import Final

from scorekeeper.rules.model import RuleSet

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
