"""The values the rules work on: rule sets, hands, declarations, scores and problems.

All are immutable. The JSON fields of presets and hands have the same names here: a reader of a
match file finds them.
"""

from dataclasses import dataclass
from typing import Final, Generic, Literal, NamedTuple, TypeVar, get_args

# A rule set is imported from here as every other value; its module knows nothing of hands.
from scorekeeper.rules.switches import RuleSet as RuleSet

Side = Literal["A", "B"]
Suit = Literal["hearts", "diamonds", "clubs", "spades"]
Trump = Literal["hearts", "diamonds", "clubs", "spades", "none", "all"]
Rank = Literal["7", "8", "9", "10", "J", "Q", "K", "A"]
DeclarationKind = Literal["run3", "run4", "run5", "run6", "run7", "run8", "four", "nines", "jacks"]
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
"""The stake of a kapo bid, in points (25 in tenths)."""
LOWEST_BID: Final = 80
HIGHEST_BID: Final = 400

T = TypeVar("T")


class BySide(NamedTuple, Generic[T]):
    """One thing for each side."""

    A: T
    B: T

    def of(self, side: Side) -> T:
        """Return the value that belongs to `side`."""
        return self.A if side == "A" else self.B


LOWEST_TARGET: Final = 21
HIGHEST_TARGET: Final = 5000
TARGETS: Final = (151, 201, 251, 301, 351, 401)
"""The targets that cafés play to; any other from 21 to 5000 may be named."""


class Declaration(NamedTuple):
    """A run, four, nines or jacks, as announced in the first trick.

    >>> Declaration("run3", "A").value
    20
    """

    kind: DeclarationKind
    top: Rank | None = None
    """A run's highest card, or a four's rank; None where the table did not say."""
    in_trumps: bool = False
    """A run in the trump suit."""

    @property
    def value(self) -> int:
        """Raw points: 20, 50, 100, 150 or 200."""
        return VALUES[self.kind]


VALUES: Final[dict[DeclarationKind, int]] = {
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
    """One deal as the table reports it; None for a value not reported (yet).

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
        """Has the hand card points or a kapo, or was it passed out?"""
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
    """Part of a hand's score: the points by one rule for one side, in the rule set's unit."""

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
    "pilotta_impossible",
    "pilotta_twice",
    "declarations_undecided",
    "leader_needed",
    "tie_point_needed",
    "after_end",
    "claim_not_played",
]
CODES: Final[tuple[Code, ...]] = get_args(Code)
"""In the order in which problems are listed; the last two are a match file's."""
_CODE_ORDER: Final[dict[Code, int]] = {code: place for place, code in enumerate(CODES)}


class Problem(NamedTuple):
    """Something that keeps a hand or a rule set from being scored: a code, never prose."""

    code: Code
    field: str | None
    """The top-level field of the hand or the rule set."""


def in_order(problems: list[Problem]) -> tuple[Problem, ...]:
    """The problems, each once, by code in the order of `CODES` and then by field."""
    return tuple(sorted(set(problems), key=lambda p: (_CODE_ORDER[p.code], p.field or "")))
