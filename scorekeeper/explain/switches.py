"""Every switch of a rule set as a player reads it, a row each: title, values and sources."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from flask_babel.speaklater import LazyString

from scorekeeper.explain.label_words import PRESET_NOTES
from scorekeeper.explain.sources import named_sources
from scorekeeper.i18n.language import _l, lazy_pgettext


class Switch(NamedTuple):
    """A switch in players' words."""

    lazy_title: LazyString
    values: Mapping[object, LazyString] = MappingProxyType({})
    """What each value means; nothing of what is answered by yes or no, or a plain number."""
    sources: Mapping[object, str] = MappingProxyType({})
    """Who says so, as keys of `SOURCE_NAMES` between blanks; all else is our reading."""


class SwitchGroup(NamedTuple):
    """Switches that belong together on the house-rules form."""

    key: str
    lazy_title: LazyString
    switches: Mapping[str, Switch]

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of its switches, in the form's order."""
        return tuple(self.switches)

    @property
    def title(self) -> str:
        """The group's heading."""
        return str(self.lazy_title)


SWITCH_GROUPS: Final[tuple[SwitchGroup, ...]] = (
    SwitchGroup(
        "counting",
        _l("Counting"),
        {
            "unit": Switch(
                _l("The score is kept"),
                {
                    "tenths": _l("in tenths (16 a hand)"),
                    "points": _l("in points (162 a hand)"),
                },
                {"tenths": "gamerules kypros", "points": "cardrules simple"},
            ),
            "six_six": Switch(
                _l("Equal last digits: the missing point"),
                {
                    "more_points": _l("to the side with more points"),
                    "bidder": _l("to the bidder"),
                    "ask": _l("the table says each time"),
                },
                {"more_points": "gamerules kypros", "bidder": "online", "ask": "openclose"},
            ),
            "extras_count": Switch(
                _l("Declarations and pilotta help the bid"),
                sources={True: "cardrules online openclose", False: "gamerules"},
            ),
            "stake": Switch(_l("The stake is scored"), sources={True: "gamerules kypros"}),
            "stake_to": Switch(
                _l("The stake of a made bid"),
                {
                    "contract": _l("to the bidder"),
                    "more_points": _l("to the side with more card points"),
                },
                {"contract": "online openclose", "more_points": "gamerules"},
            ),
        },
    ),
    SwitchGroup(
        "failed",
        _l("A failed bid"),
        {
            "failed_declarations": Switch(
                _l("The bidder's declarations when the bid fails"),
                {
                    "defence": _l("to the defence"),
                    "bidder": _l("stay with the bidder"),
                    "nobody": _l("lost"),
                },
                {
                    "defence": "kypros online",
                    "bidder": "gamerules openclose",
                    "nobody": "cardrules",
                },
            ),
            "failed_pilotta": Switch(
                _l("The bidder's pilotta when the bid fails"),
                {
                    "defence": _l("to the defence"),
                    "holder": lazy_pgettext("pilotta", "stays with its holder"),
                },
                {"defence": "cardrules online", "holder": "gamerules wikipedia openclose"},
            ),
        },
    ),
    SwitchGroup(
        "kapo",
        _l("Kapo"),
        {
            "kapo_bonus": Switch(
                _l("Points added for a kapo"),
                {
                    0: _l("none: 162"),
                    88: _l("88 (162 + 88 = 250)"),
                    90: _l("90 (162 + 90 = 252)"),
                    100: _l("100 (162 + 100 = 262)"),
                },
                {88: "gamerules kypros online", 90: "cardrules", 100: "cardrules"},
            ),
            "kapo_bid": Switch(_l("Kapo may be bid"), sources={True: "online"}),
            "reversed_extras": Switch(
                _l("The bidder's extras when the defence makes kapo"),
                {
                    "as_failed": _l("as in any failed bid"),
                    "nobody": _l("lost"),
                },
                {"nobody": "openclose"},
            ),
        },
    ),
    SwitchGroup(
        "doubling",
        _l("Doubling"),
        {
            "doubling": Switch(
                _l("Doubling (×2, ×4)"),
                {
                    "off": _l("not played"),
                    "stake": _l("multiplies the stake; the winner takes everything"),
                    "all": _l("multiplies both sides' scores"),
                },
                {"stake": "online openclose", "all": "cardrules"},
            ),
            "kapo_when_doubled": Switch(
                _l("A kapo in a doubled hand"),
                {
                    "full": _l("with its bonus"),
                    "plain": _l("without its bonus"),
                },
                {"full": "online", "plain": "openclose"},
            ),
        },
    ),
    SwitchGroup(
        "contracts",
        _l("Bids and contracts"),
        {
            "bid_step": Switch(
                _l("Bids go up"),
                {
                    10: _l("by 10"),
                    5: _l("by 5"),
                    1: _l("by the point"),
                },
                {10: "cardrules simple wikipedia gamerules kypros", 1: "cardrules wikipedia"},
            ),
            "trumps": Switch(
                _l("Contracts"),
                {
                    "suits": _l("the four suits"),
                    "with_none_all": _l("the suits, no trump and all trump"),
                },
                {"with_none_all": "cardrules simple"},
            ),
            "none_total": Switch(
                _l("Card points in a no-trump hand"),
                {
                    162: _l("162 (an ace counts 19)"),
                    130: _l("130 (plain cards)"),
                },
                {162: "cardrules", 130: "simple"},
            ),
            "all_total": Switch(
                _l("Card points in an all-trump hand"),
                {
                    258: _l("258 (trump values everywhere)"),
                    162: _l("162 (J 14, 9 9, A 6, 10 5, K 3, Q 1)"),
                },
            ),
            "none_all_bonus": Switch(
                _l("Bonus for winning a no-trump or all-trump contract"),
                {
                    0: lazy_pgettext("points", "none"),
                    50: _l("50 points"),
                    80: _l("80 points"),
                },
            ),
        },
    ),
    SwitchGroup(
        "declarations",
        _l("Declarations and pilotta"),
        {
            "declaration_order": Switch(
                _l("Order of the cards in a run"),
                {
                    "natural": _l("7 8 9 10 J Q K A"),
                    "cards": _l("7 8 9 J Q K 10 A"),
                },
                {"natural": "gamerules kypros", "cards": "cardrules"},
            ),
            "four_beats_run": Switch(_l("At 100 a four beats a run"), sources={True: "wikipedia"}),
            "declaration_tie": Switch(
                _l("Equal best declarations"),
                {
                    "nobody": _l("nobody scores"),
                    "leader": _l("the side that led to the first trick scores"),
                },
                {"nobody": "online", "leader": "cardrules"},
            ),
            "trump_breaks_tie": Switch(
                _l("Of two equal runs the one in trumps is better"), sources={True: "code"}
            ),
            "pilotta_failed_penalty": Switch(
                _l("Points off for a failed pilotta"),
                {
                    0: lazy_pgettext("points", "none"),
                    20: _l("20 points"),
                },
                {20: "cardrules"},
            ),
        },
    ),
    SwitchGroup(
        "match",
        _l("The match"),
        {
            "target": Switch(
                _l("The match is played to"),
                sources={
                    151: "cardrules simple wikipedia",
                    251: "cardrules wikipedia",
                    351: "cardrules wikipedia gamerules",
                    401: "cardrules",
                },
            ),
            "both_over": Switch(
                _l("Both sides reach the target in one hand"),
                {
                    "higher": _l("the higher total wins"),
                    "bidder": _l("the bidder wins"),
                },
            ),
            "claim": Switch(
                _l("A side may stop the match and claim it"), sources={True: "gamerules"}
            ),
        },
    ),
    SwitchGroup(
        "table",
        _l("At the table"),
        {
            "plays": Switch(
                _l("Deal, auction and play go"),
                {
                    "right": _l("to the right (anticlockwise)"),
                    "left": _l("to the left (clockwise)"),
                },
                {"right": "cardrules wikipedia", "left": "simple"},
            ),
            "deal_passes": Switch(
                _l("The next dealer sits"),
                {
                    "right": lazy_pgettext("next dealer", "on the dealer's right"),
                    "left": lazy_pgettext("next dealer", "on the dealer's left"),
                },
                {"right": "cardrules online", "left": "wikipedia gamerules"},
            ),
            "pass_out": Switch(
                _l("After four passes deals"),
                {
                    "next": _l("the next dealer"),
                    "same": _l("the same dealer again"),
                },
                {"next": "online", "same": "cardrules gamerules"},
            ),
            "leads": Switch(
                _l("To the first trick leads"),
                {
                    "eldest": _l("the player after the dealer"),
                    "bidder": _l("the player who won the auction"),
                },
                {"eldest": "cardrules simple wikipedia kypros", "bidder": "gamerules"},
            ),
            "pass_is_final": Switch(
                _l("Who passed is out of the auction"),
                sources={True: "cardrules gamerules", False: "kypros"},
            ),
            "overtrump": Switch(
                _l("A trump must beat the trumps in the trick"),
                {
                    "always": _l("always"),
                    "ruffing": _l("only when one cannot follow suit"),
                    "no": _l("never"),
                },
                {"always": "wikipedia kypros", "ruffing": "cardrules gamerules"},
            ),
        },
    ),
)
"""Every field of a rule set but `preset` and `version`, once, in the form's order. The sources are
listed with their addresses in `docs/rules.md`, whose table is checked against these."""
SWITCHES: Final[Mapping[str, Switch]] = {
    field: switch for group in SWITCH_GROUPS for field, switch in group.switches.items()
}
_YES_NO: Final[dict[bool, LazyString]] = {True: _l("yes"), False: _l("no")}


def switch_title(field: str) -> str:
    """What the switch decides."""
    return str(SWITCHES[field].lazy_title)


def switch_value(field: str, value: object) -> str:
    """What a value of the switch means."""
    if isinstance(value, bool):
        return str(_YES_NO[value])
    return str(SWITCHES[field].values.get(value, value))


def switch_sources(field: str, value: object) -> tuple[str, ...]:
    """The sources that say so, as keys of `SOURCE_NAMES`."""
    return tuple(SWITCHES[field].sources.get(value, "").split())


def switch_source(field: str, value: object) -> str:
    """Who says so, in a word or two: `kypros.org, gamerules`, or `Tefteri's reading`."""
    return named_sources(switch_sources(field, value))


def preset_note(preset: str) -> str:
    """What a player should know of a preset before choosing it."""
    return str(PRESET_NOTES[preset])
