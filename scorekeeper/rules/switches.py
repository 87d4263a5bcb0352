"""Every switch of the rules: its field in a rule set, and a row with all its facts.

A switch is described here alone. The phone's data, the house-rules form, the examples, the API's
schema and the table in `docs/rules.md` follow from it. Its words are in `explain/switch_words.py`,
and its effect is in `rules/scoring.py`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cache
from typing import Final, Literal, NamedTuple, get_args, get_type_hints

SwitchValue = str | int | bool
"""A value of a switch, as JSON has it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """Every rule on which tables differ, as one flat value. The defaults are the café table's.

    House rules are `dataclasses.replace(preset, field=value, …)`; a match keeps its own copy.
    """

    preset: str = "cafe"
    """The preset this set is, or was made from."""
    version: int = 1
    """The version of the preset's text; kept with a match, never used in scoring."""

    unit: Literal["tenths", "points"] = "tenths"
    """Is the score kept in tenths (16 a hand) or in raw points."""
    six_six: Literal["more_points", "bidder", "ask"] = "more_points"
    """The side that gets the missing point when both last digits are equal."""
    extras_count: bool = True
    """Do the bidder's declarations and pilotta count towards the bid."""
    stake: bool = True
    """Is the stake scored at all."""
    stake_to: Literal["contract", "more_points"] = "contract"
    """A made hand's stake: to the bidder, or to the side with more card points."""
    failed_declarations: Literal["defence", "bidder", "nobody"] = "defence"
    """The side that scores the bidder's declarations when the bid fails."""
    failed_pilotta: Literal["defence", "holder"] = "defence"
    """The side that scores the bidder's pilotta when the bid fails."""
    kapo_bonus: Literal[0, 88, 90, 100] = 88
    """Raw points added to the total for a kapo."""
    kapo_when_doubled: Literal["full", "plain"] = "full"
    """Does a kapo count with its bonus where the winner takes everything."""
    reversed_extras: Literal["as_failed", "nobody"] = "as_failed"
    """The bidder's extras when the defence makes kapo."""
    doubling: Literal["off", "stake", "all"] = "stake"
    """Not played; the stake multiplied and all to the winner; or both sides' scores multiplied."""
    kapo_bid: bool = True
    """May "kapo" be bid."""
    bid_step: Literal[10, 5, 1] = 10
    """Bids go up from 80 in these steps."""
    trumps: Literal["suits", "with_none_all"] = "suits"
    """Are no-trump and all-trump contracts played."""
    none_total: Literal[162, 130] = 162
    """Card points in a no-trump hand."""
    all_total: Literal[258, 162] = 258
    """Card points in an all-trump hand."""
    none_all_bonus: Literal[0, 50, 80] = 0
    """Raw points to the winner of a no-trump or all-trump contract."""
    declaration_order: Literal["natural", "cards"] = "natural"
    """Which cards form a run, and how runs and fours rank."""
    four_beats_run: bool = True
    """At 100, does a four beat a run, or are the two equal."""
    declaration_tie: Literal["nobody", "leader"] = "nobody"
    """Equal best declarations: neither side scores, or the side that led to the first trick."""
    trump_breaks_tie: bool = True
    """Of two runs of equal length and top card, is the one in trumps better."""
    pilotta_failed_penalty: Literal[0, 20] = 0
    """Raw points off for announcing pilotta and not playing the second card."""
    target: int = 351
    """Points that win the match (21 to 5000), in the rule set's unit."""
    both_over: Literal["higher", "bidder"] = "higher"
    """Both sides reach the target in one hand: the higher total wins, or the bidder."""
    claim: bool = False
    """May a side stop the match mid-hand and claim that it has the target."""
    plays: Literal["right", "left"] = "right"
    """The direction of deal, auction and play; right is anticlockwise."""
    deal_passes: Literal["right", "left"] = "right"
    """To which neighbour the deal passes."""
    pass_out: Literal["next", "same"] = "next"
    """The dealer after a passed-out hand."""
    leads: Literal["eldest", "bidder"] = "eldest"
    """The player who leads to the first trick."""
    pass_is_final: bool = True
    """A player who passed is out of the auction."""
    overtrump: Literal["always", "ruffing", "no"] = "always"
    """Must a trump beat the trumps already in the trick."""

    @property
    def divisor(self) -> int:
        """The divisor from raw points to the score's unit: 10 or 1."""
        return 10 if self.unit == "tenths" else 1

    def total(self, trump: str | None) -> int:
        """The raw card points of a hand with this trump: 162 in a suit."""
        if trump == "none":
            return self.none_total
        return self.all_total if trump == "all" else 162


class ExampleHand(NamedTuple):
    """A hand that side A bids, and the switches without which it would show nothing."""

    hand: Mapping[str, object]
    """The hand in JSON, without the bidder."""
    needs: Mapping[str, tuple[SwitchValue, ...]] = {}
    """The values of a switch that will do; the first is taken where the rules have none of them."""


class Switch(NamedTuple):
    """The data about a switch, beside its field."""

    group: str
    """The part of the house-rules form that it is in, a key of `explain.switches.GROUP_TITLES`."""
    sources: Mapping[SwitchValue, str] = {}
    """The rules' sources that play each value, as keys of `SOURCE_NAMES` between blanks.

    A value without a source is our own reading.
    """
    examples: tuple[ExampleHand, ...] = ()
    """Hands on which its values differ. Switches without effect on scores: `table_examples`."""
    decides: tuple[str, ...] = ()
    """The lines of a score, or the `contract`, that it may decide in any hand.

    Where that depends on the hand, `explain/score_explanation.py` says when."""
    readings: Mapping[SwitchValue, str] = {}
    """The sources that do not quite say a value and are read so, by value."""


_NINE: Final = {"bid": 90, "trump": "hearts", "points": {"A": 97}}
_NO_TRUMP: Final = {"bid": 100, "trump": "none", "points": {"A": 104}}
_WITH_NONE_ALL: Final = {"trumps": ("with_none_all",)}
_RUN: Final = {"A": ["run3:K"]}

SWITCHES: Final[Mapping[str, Switch]] = {
    "unit": Switch(
        "counting",
        {"tenths": "gamerules kypros", "points": "cardrules simple"},
        (ExampleHand(_NINE),),
    ),
    "six_six": Switch(
        "counting",
        {"more_points": "gamerules kypros", "bidder": "online", "ask": "openclose"},
        (
            ExampleHand(
                {"bid": 80, "trump": "hearts", "points": {"A": 76}, "pilotta": "A"},
                {"unit": ("tenths",), "extras_count": (True,)},
            ),
        ),
    ),
    "extras_count": Switch(
        "counting",
        {True: "cardrules online openclose", False: "gamerules"},
        (ExampleHand({"bid": 90, "trump": "spades", "points": {"A": 82}, "pilotta": "A"}),),
        ("contract",),
    ),
    "stake": Switch("counting", {True: "gamerules kypros"}, (ExampleHand(_NINE),), ("stake",)),
    "stake_to": Switch(
        "counting",
        {"contract": "online openclose", "more_points": "gamerules"},
        (ExampleHand({"bid": 80, "trump": "clubs", "points": {"A": 80}}, {"stake": (True,)}),),
    ),
    "failed_declarations": Switch(
        "failed",
        {"defence": "kypros online", "bidder": "gamerules openclose", "nobody": "cardrules"},
        (
            ExampleHand(
                _NINE | {"bid": 100, "trump": "diamonds", "points": {"A": 70}, "declarations": _RUN}
            ),
        ),
    ),
    "failed_pilotta": Switch(
        "failed",
        {"defence": "online", "holder": "gamerules wikipedia openclose"},
        (ExampleHand({"bid": 120, "trump": "hearts", "points": {"A": 92}, "pilotta": "A"}),),
        readings={"defence": "cardrules"},
    ),
    "kapo_bonus": Switch(
        "kapo",
        {88: "gamerules kypros online", 90: "cardrules", 100: "cardrules"},
        (ExampleHand({"bid": 90, "trump": "spades", "kapo": "A"}),),
        ("contract", "kapo"),
    ),
    "kapo_when_doubled": Switch(
        "doubling",
        {"full": "online", "plain": "openclose"},
        (
            ExampleHand(
                {"bid": 90, "trump": "hearts", "kapo": "A", "doubled": 2},
                {"doubling": ("stake",), "kapo_bonus": (88, 90, 100)},
            ),
        ),
        ("kapo",),
    ),
    "reversed_extras": Switch(
        "kapo",
        {"nobody": "openclose"},
        (ExampleHand({"bid": 90, "trump": "clubs", "kapo": "B", "pilotta": "A"}),),
    ),
    "doubling": Switch(
        "doubling",
        {"stake": "online openclose", "all": "cardrules"},
        (ExampleHand(_NINE | {"doubled": 2}),),
        ("doubled",),
    ),
    "kapo_bid": Switch(
        "kapo",
        {True: "online"},
        (ExampleHand({"bid": "kapo", "trump": "spades", "kapo": "A"}),),
    ),
    "bid_step": Switch(
        "contracts",
        {10: "cardrules simple wikipedia gamerules kypros", 1: "cardrules wikipedia"},
        (ExampleHand(_NINE | {"bid": 85}), ExampleHand(_NINE | {"bid": 86})),
    ),
    "trumps": Switch("contracts", {"with_none_all": "cardrules simple"}, (ExampleHand(_NO_TRUMP),)),
    "none_total": Switch(
        "contracts",
        {162: "cardrules", 130: "simple"},
        (ExampleHand(_NO_TRUMP, _WITH_NONE_ALL),),
    ),
    "all_total": Switch(
        "contracts", examples=(ExampleHand(_NO_TRUMP | {"trump": "all"}, _WITH_NONE_ALL),)
    ),
    "none_all_bonus": Switch(
        "contracts",
        examples=(ExampleHand(_NO_TRUMP, _WITH_NONE_ALL),),
        decides=("none_all_bonus",),
    ),
    "declaration_order": Switch(
        "declarations",
        {"natural": "gamerules kypros", "cards": "cardrules"},
        (ExampleHand(_NINE | {"declarations": _RUN | {"B": ["run3:10"]}}),),
    ),
    "four_beats_run": Switch(
        "declarations",
        {True: "wikipedia"},
        (ExampleHand(_NINE | {"declarations": {"A": ["four:A"], "B": ["run5:K"]}, "leader": "B"}),),
    ),
    "declaration_tie": Switch(
        "declarations",
        {"nobody": "online", "leader": "cardrules"},
        (ExampleHand(_NINE | {"declarations": _RUN | {"B": ["run3:K"]}, "leader": "A"}),),
    ),
    "trump_breaks_tie": Switch(
        "declarations",
        {True: "code"},
        (ExampleHand(_NINE | {"declarations": _RUN | {"B": ["run3:K:t"]}, "leader": "A"}),),
    ),
    "pilotta_failed_penalty": Switch(
        "declarations",
        {20: "cardrules"},
        (ExampleHand(_NINE | {"pilotta_failed": "A"}),),
        ("pilotta_failed",),
    ),
    "target": Switch(
        "match",
        {
            151: "cardrules simple wikipedia",
            251: "cardrules wikipedia",
            351: "cardrules wikipedia gamerules",
            401: "cardrules",
        },
    ),
    "both_over": Switch("match"),
    "claim": Switch("match", {True: "gamerules"}),
    "plays": Switch("table", {"right": "cardrules wikipedia", "left": "simple"}),
    "deal_passes": Switch("table", {"right": "cardrules online", "left": "wikipedia gamerules"}),
    "pass_out": Switch("table", {"next": "online", "same": "cardrules gamerules"}),
    "leads": Switch(
        "table",
        {"eldest": "cardrules simple", "bidder": "gamerules"},
        readings={"eldest": "wikipedia kypros"},
    ),
    "pass_is_final": Switch("table", {True: "cardrules gamerules", False: "kypros"}),
    "overtrump": Switch("table", {"always": "wikipedia kypros", "ruffing": "cardrules gamerules"}),
}
"""A row for every field of a rule set but `preset` and `version`. The sources are listed with their
addresses in `docs/rules.md`."""


@cache
def switch_values() -> dict[str, tuple[SwitchValue, ...]]:
    """Every switch and its values, read off the types of a rule set's fields, in their order.

    The target is left out: it is any number of a range.
    """
    hints = get_type_hints(RuleSet)
    return {
        field.name: (True, False) if hints[field.name] is bool else get_args(hints[field.name])
        for field in fields(RuleSet)
        if field.name not in ("preset", "version", "target")
    }


def differing_switches(ours: RuleSet, theirs: RuleSet) -> list[str]:
    """The switches in which two rule sets differ.

    >>> differing_switches(RuleSet(), RuleSet(six_six="bidder", target=201))
    ['six_six']
    """
    return [name for name in switch_values() if getattr(ours, name) != getattr(theirs, name)]


def turn_switches(rules: RuleSet, values: Mapping[str, SwitchValue]) -> RuleSet:
    """The rules with these switches, and the target, at these values.

    >>> turn_switches(RuleSet(), {"target": 201}) == RuleSet(target=201)
    True
    """
    # Whether a switch has such a value is the reader's to check.
    return replace(rules, **values)  # type: ignore[arg-type]
