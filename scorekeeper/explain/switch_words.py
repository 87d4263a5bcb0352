"""Every switch of a rule set as a player reads it: its title, its values and its sources."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from flask_babel.speaklater import LazyString

from scorekeeper.explain.label_words import PRESET_NOTES
from scorekeeper.i18n.language import _, _l, lazy_pgettext
from scorekeeper.rules.switches import SWITCHES, SwitchValue

SOURCE_NAMES: Final[dict[str, LazyString]] = {
    "kypros": _l("kypros.org"),
    "gamerules": _l("gamerules"),
    "wikipedia": _l("Wikipedia"),
    "cardrules": _l("cardrulesplus"),
    "simple": _l("rule card to 151"),
    "online": _l("online game"),
    "openclose": _l("open–closed scorer"),
    "code": _l("public Cypriot code"),
}
"""The sources, by the preset that follows each; `code` is programs of Cypriot authors."""


def named_sources(sources: tuple[str, ...]) -> str:
    """Return these sources' names, or `Tefteri's reading` without any."""
    if not sources:
        return our_reading()
    return ", ".join(str(SOURCE_NAMES[source]) for source in sources)


def reading_of(sources: tuple[str, ...]) -> str:
    """Say that these sources are read so: `Tefteri's reading of kypros.org`."""
    return _("Tefteri's reading of %(sources)s", sources=named_sources(sources))


def our_reading() -> str:
    """Return the name for our own reading, where no source decides."""
    return _("Tefteri's reading")


class SwitchWords(NamedTuple):
    """A switch in players' words."""

    title: LazyString
    values: Mapping[SwitchValue, LazyString] = {}
    """The meaning of each value; empty for a switch of yes and no, or of plain numbers."""


class SwitchGroup(NamedTuple):
    """Switches that belong together on the house-rules form."""

    key: str
    title: LazyString
    fields: tuple[str, ...]
    """The names of its switches, in the form's order."""


GROUP_TITLES: Final[Mapping[str, LazyString]] = {
    "counting": _l("Counting"),
    "failed": _l("A failed bid"),
    "kapo": _l("Kapo"),
    "doubling": _l("Doubling"),
    "contracts": _l("Bids and contracts"),
    "declarations": _l("Declarations and pilotta"),
    "match": _l("The match"),
    "table": _l("At the table"),
}
"""In the form's order."""
SWITCH_WORDS: Final[Mapping[str, SwitchWords]] = {
    "unit": SwitchWords(
        _l("The score is kept"),
        {
            "tenths": _l("in tenths (16 a hand)"),
            "points": _l("in points (162 a hand)"),
        },
    ),
    "six_six": SwitchWords(
        _l("Equal last digits: the missing point"),
        {
            "more_points": _l("to the side with more points"),
            "bidder": _l("to the bidder"),
            "ask": _l("the table says each time"),
        },
    ),
    "extras_count": SwitchWords(_l("Declarations and pilotta help the bid")),
    "stake": SwitchWords(_l("The stake is scored")),
    "stake_to": SwitchWords(
        _l("The stake of a made bid"),
        {
            "contract": _l("to the bidder"),
            "more_points": _l("to the side with more card points"),
        },
    ),
    "failed_declarations": SwitchWords(
        _l("The bidder's declarations when the bid fails"),
        {
            "defence": _l("to the defence"),
            "bidder": _l("stay with the bidder"),
            "nobody": _l("lost"),
        },
    ),
    "failed_pilotta": SwitchWords(
        _l("The bidder's pilotta when the bid fails"),
        {
            "defence": _l("to the defence"),
            "holder": lazy_pgettext("pilotta", "stays with its holder"),
        },
    ),
    "kapo_bonus": SwitchWords(
        _l("Points added for a kapo"),
        {
            0: _l("none: 162"),
            88: _l("88 (162 + 88 = 250)"),
            90: _l("90 (162 + 90 = 252)"),
            100: _l("100 (162 + 100 = 262)"),
        },
    ),
    "kapo_bid": SwitchWords(_l("Kapo may be bid")),
    "reversed_extras": SwitchWords(
        _l("The bidder's extras when the defence makes kapo"),
        {
            "as_failed": _l("as in any failed bid"),
            "nobody": _l("lost"),
        },
    ),
    "doubling": SwitchWords(
        _l("Doubling (×2, ×4)"),
        {
            "off": lazy_pgettext("doubling", "not played"),
            "stake": _l("multiplies the stake; the winner takes everything"),
            "all": _l("multiplies both sides' scores"),
        },
    ),
    "kapo_when_doubled": SwitchWords(
        _l("A kapo in a doubled hand"),
        {
            "full": _l("with its bonus"),
            "plain": _l("without its bonus"),
        },
    ),
    "bid_step": SwitchWords(
        _l("Bids go up"),
        {
            10: _l("by 10"),
            5: _l("by 5"),
            1: _l("by the point"),
        },
    ),
    "trumps": SwitchWords(
        _l("Contracts"),
        {
            "suits": _l("the four suits"),
            "with_none_all": _l("the suits, no trump and all trump"),
        },
    ),
    "none_total": SwitchWords(
        _l("Card points in a no-trump hand"),
        {
            162: _l("162 (an ace counts 19)"),
            130: _l("130 (plain cards)"),
        },
    ),
    "all_total": SwitchWords(
        _l("Card points in an all-trump hand"),
        {
            258: _l("258 (trump values everywhere)"),
            162: _l("162 (J 14, 9 9, A 6, 10 5, K 3, Q 1)"),
        },
    ),
    "none_all_bonus": SwitchWords(
        _l("Bonus for winning a no-trump or all-trump hand"),
        {
            0: lazy_pgettext("points", "none"),
            50: _l("50 points"),
            80: _l("80 points"),
        },
    ),
    "declaration_order": SwitchWords(
        _l("Order of the cards in a run"),
        {
            "natural": _l("7 8 9 10 J Q K A"),
            "cards": _l("7 8 9 J Q K 10 A"),
        },
    ),
    "four_beats_run": SwitchWords(_l("At 100 a four beats a run")),
    "declaration_tie": SwitchWords(
        _l("Equal best declarations"),
        {
            "nobody": _l("nobody scores"),
            "leader": _l("the side that led to the first trick scores"),
        },
    ),
    "trump_breaks_tie": SwitchWords(_l("Of two equal runs the one in trumps is better")),
    "pilotta_failed_penalty": SwitchWords(
        _l("Points off for a failed pilotta"),
        {
            0: lazy_pgettext("points", "none"),
            20: _l("20 points"),
        },
    ),
    "target": SwitchWords(_l("The match is played to")),
    "both_over": SwitchWords(
        _l("Both sides reach the target in one hand"),
        {
            "higher": _l("the higher total wins"),
            "bidder": _l("the bidder wins"),
        },
    ),
    "claim": SwitchWords(_l("A side may stop the match and claim it")),
    "plays": SwitchWords(
        _l("Deal, auction and play go"),
        {
            "right": _l("to the right (anticlockwise)"),
            "left": _l("to the left (clockwise)"),
        },
    ),
    "deal_passes": SwitchWords(
        _l("The next dealer sits"),
        {
            "right": lazy_pgettext("next dealer", "on the dealer's right"),
            "left": lazy_pgettext("next dealer", "on the dealer's left"),
        },
    ),
    "pass_out": SwitchWords(
        _l("After four passes deals"),
        {
            "next": _l("the next dealer"),
            "same": _l("the same dealer again"),
        },
    ),
    "leads": SwitchWords(
        _l("To the first trick leads"),
        {
            "eldest": _l("the player after the dealer"),
            "bidder": _l("the player who won the auction"),
        },
    ),
    "pass_is_final": SwitchWords(_l("Whoever passed is out of the auction")),
    "overtrump": SwitchWords(
        _l("A trump must beat the trumps in the trick"),
        {
            "always": _l("always"),
            "ruffing": _l("only when one cannot follow suit"),
            "no": _l("never"),
        },
    ),
}
"""In the form's order within a group."""
SWITCH_GROUPS: Final = tuple(
    SwitchGroup(key, title, tuple(field for field in SWITCH_WORDS if SWITCHES[field].group == key))
    for key, title in GROUP_TITLES.items()
)
_YES_NO: Final[dict[bool, LazyString]] = {True: _l("yes"), False: _l("no")}


def switch_title(field: str) -> str:
    """Return the question that the switch decides."""
    return str(SWITCH_WORDS[field].title)


def switch_value(field: str, value: SwitchValue) -> str:
    """Return the meaning of a value of the switch."""
    if isinstance(value, bool):
        return str(_YES_NO[value])
    return str(SWITCH_WORDS[field].values.get(value, value))


def switch_sources(field: str, value: SwitchValue) -> tuple[str, ...]:
    """The sources that say so, as keys of `SOURCE_NAMES`."""
    return tuple(SWITCHES[field].sources.get(value, "").split())


def switch_readings(field: str, value: SwitchValue) -> tuple[str, ...]:
    """The sources that are read so, though they do not quite say it."""
    return tuple(SWITCHES[field].readings.get(value, "").split())


def switch_source(field: str, value: SwitchValue) -> str:
    """The sources of a value, in a word or two: `kypros.org, gamerules`, or `Tefteri's reading`."""
    sources, readings = switch_sources(field, value), switch_readings(field, value)
    if not readings:
        return named_sources(sources)
    return f"{named_sources(sources)}, {reading_of(readings)}"


def preset_note(preset: str) -> str:
    """Return a player's note on a preset, to read before choosing it."""
    return str(PRESET_NOTES[preset])
