"""The values the rules work on: rule sets, hands, declarations, scores and problems.

All are immutable. A preset's or a hand's JSON field has the same name here, so that a reader of a
match file finds every word again.
"""

from dataclasses import dataclass
from typing import Final, Generic, Literal, NamedTuple, TypeVar, get_args

Side = Literal["A", "B"]
Suit = Literal["hearts", "diamonds", "clubs", "spades"]
Trump = Literal["hearts", "diamonds", "clubs", "spades", "none", "all"]
Rank = Literal["7", "8", "9", "10", "J", "Q", "K", "A"]
Kind = Literal["run3", "run4", "run5", "run6", "run7", "run8", "four", "nines", "jacks"]
Seat = Literal["A1", "B1", "A2", "B2"]
Bid = int | Literal["kapo"]
"""In points (90), or a kapo."""

ENGINE_VERSION: Final = 1
"""Which rules scored a hand. Raised with every change that scores one otherwise, here and in
`static/js/rules/model.js`."""

SIDES: Final[tuple[Side, Side]] = ("A", "B")
SEATS: Final[tuple[Seat, ...]] = ("A1", "B1", "A2", "B2")
"""In the order of play; players 1 and 2 of a side face each other."""
SUITS: Final[tuple[Suit, ...]] = get_args(Suit)
TRUMPS: Final[tuple[Trump, ...]] = get_args(Trump)

OTHER: Final[dict[Side, Side]] = {"A": "B", "B": "A"}

KAPO: Final = "kapo"
"""The bid of a kapo, in place of a number."""
KAPO_BID_POINTS: Final = 250
"""What a kapo bid stakes, in points (25 in tenths)."""
LOWEST_BID: Final = 80
HIGHEST_BID: Final = 400

T = TypeVar("T")


class BySide(NamedTuple, Generic[T]):
    """One thing for each side."""

    A: T
    B: T

    def of(self, side: Side) -> T:
        """What belongs to `side`."""
        return self.A if side == "A" else self.B


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
    """Who gets the missing point when both last digits are equal."""
    extras_count: bool = True
    """Do the bidder's declarations and pilotta count towards the bid."""
    stake: bool = True
    """Is the stake scored at all."""
    stake_to: Literal["contract", "more_points"] = "contract"
    """A made hand's stake: to the bidder, or to the side with more card points."""
    failed_declarations: Literal["defence", "bidder", "nobody"] = "defence"
    """Who scores the bidder's declarations when the bid fails."""
    failed_pilotta: Literal["defence", "holder"] = "defence"
    """Who scores the bidder's pilotta when the bid fails."""
    kapo_bonus: Literal[0, 88, 90, 100] = 88
    """Raw points added to the total for a kapo."""
    kapo_when_doubled: Literal["full", "plain"] = "full"
    """Where the winner takes everything: does a kapo count with its bonus or without."""
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
    """Raw points to whoever wins a no-trump or all-trump contract."""
    declaration_order: Literal["natural", "cards"] = "natural"
    """Which cards form a run, and how runs and fours rank."""
    four_beats_run: bool = True
    """At 100, does a four beat a run, or are the two equal."""
    declaration_tie: Literal["nobody", "leader"] = "nobody"
    """Equal best declarations: nobody scores, or the side that led to the first trick."""
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
    """Who deals after a passed-out hand."""
    leads: Literal["eldest", "bidder"] = "eldest"
    """Who leads to the first trick."""
    pass_is_final: bool = True
    """A player who passed is out of the auction."""
    overtrump: Literal["always", "ruffing", "no"] = "always"
    """Must a trump beat the trumps already in the trick."""

    @property
    def divisor(self) -> int:
        """What raw points are divided by to give the score's unit: 10 or 1."""
        return 10 if self.unit == "tenths" else 1

    def total(self, trump: Trump | None) -> int:
        """The raw card points of a hand with this trump: 162 in a suit."""
        if trump == "none":
            return self.none_total
        return self.all_total if trump == "all" else 162


LOWEST_TARGET: Final = 21
HIGHEST_TARGET: Final = 5000
TARGETS: Final = (151, 201, 251, 301, 351, 401)
"""The targets that cafés play to; any other from 21 to 5000 may be named."""


class Declaration(NamedTuple):
    """A run, four, nines or jacks, as announced in the first trick.

    >>> Declaration("run3", "A").value
    20
    """

    kind: Kind
    top: Rank | None = None
    """A run's highest card, or a four's rank; None where the table did not say."""
    in_trumps: bool = False
    """A run in the trump suit."""

    @property
    def value(self) -> int:
        """Raw points: 20, 50, 100, 150 or 200."""
        return VALUES[self.kind]


VALUES: Final[dict[Kind, int]] = {
    "run3": 20,
    "run4": 50,
    "run5": 100,
    "run6": 100,
    "run7": 100,
    "run8": 100,
    "four": 100,
    "nines": 150,
    "jacks": 200,
}
PILOTTA: Final = 20
"""Raw points of the king and queen of trumps in one hand."""

NO_POINTS: Final[BySide[int | None]] = BySide(None, None)
NO_DECLARATIONS: Final[BySide[tuple[Declaration, ...]]] = BySide((), ())


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """One deal as the table tells it; None where it said nothing (yet).

    A contract whose points are still to come is a Hand without `points` and `kapo`.
    """

    passed_out: bool = False
    bidder: Side | None = None
    bid: Bid | None = None
    trump: Trump | None = None
    doubled: Literal[1, 2, 4] = 1
    points: BySide[int | None] = NO_POINTS
    """Raw card points, the last trick's 10 included; one side is enough."""
    kapo: Side | None = None
    """The side that took all eight tricks."""
    declarations: BySide[tuple[Declaration, ...]] = NO_DECLARATIONS
    declarations_to: Literal["A", "B", "nobody"] | None = None
    """The table's own ruling, in place of a comparison."""
    leader: Side | None = None
    """The side that led to the first trick."""
    pilotta: Side | None = None
    pilotta_failed: Side | None = None
    """The side that announced pilotta and did not play the second card."""
    tie_point: Side | None = None
    """The table's answer where the rules ask who gets the missing point."""

    @property
    def has_result(self) -> bool:
        """Were card points or a kapo told, or was the hand passed out?"""
        return self.passed_out or self.kapo is not None or self.points != NO_POINTS


Rule = Literal[
    "cards",
    "missing_point",
    "all_cards",
    "kapo",
    "stake",
    "declarations",
    "pilotta",
    "none_all_bonus",
    "doubled",
    "pilotta_failed",
]
RULES: Final[tuple[Rule, ...]] = get_args(Rule)
"""In the order in which a hand's lines come."""


class Line(NamedTuple):
    """Part of a hand's score: what one rule gives one side, in the rule set's unit."""

    side: Side
    points: int
    rule: Rule


class HandScore(NamedTuple):
    """A scored hand. Each side's score is the sum of its lines and nothing else."""

    made: bool | None
    """Did the bidder reach the bid; None for a passed-out hand."""
    A: int
    B: int
    lines: tuple[Line, ...]

    def of(self, side: Side) -> int:
        """The score of `side`."""
        return self.A if side == "A" else self.B


Code = Literal[
    "not_json",
    "missing",
    "unknown",
    "bid_range",
    "bid_step",
    "kapo_bid_not_played",
    "trump_not_played",
    "doubling_not_played",
    "points_range",
    "points_sum",
    "points_impossible",
    "kapo_points",
    "declarations_impossible",
    "pilotta_trump",
    "pilotta_twice",
    "declarations_undecided",
    "leader_needed",
    "tie_point_needed",
    "after_end",
    "claim_not_played",
]
CODES: Final[tuple[Code, ...]] = get_args(Code)
"""In the order in which problems are told; the last two are a match file's."""
_CODE_ORDER: Final[dict[Code, int]] = {code: place for place, code in enumerate(CODES)}


class Problem(NamedTuple):
    """Something that keeps a hand or a rule set from being scored: a code, never prose."""

    code: Code
    field: str | None
    """The top-level field of the hand or the rule set."""


def in_order(problems: list[Problem]) -> tuple[Problem, ...]:
    """The problems, each once, by code in the order of `CODES` and then by field."""
    return tuple(sorted(set(problems), key=lambda p: (_CODE_ORDER[p.code], p.field or "")))
