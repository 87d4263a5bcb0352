"""A match as a fold over its hands: totals, dealer, who leads, the end.

Totals are in the rule set's unit. Adjustments add to both totals and move no dealer.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain, repeat
from typing import Annotated, Literal, NamedTuple

from scorekeeper.rules.model import (
    OTHER,
    SEATS,
    SIDES,
    SUITS,
    BySide,
    Hand,
    HandScore,
    RuleSet,
    Seat,
    Side,
    Suit,
)
from scorekeeper.rules.scoring import score_hand


class Adjust(NamedTuple):
    """A penalty, a ruling, or a score carried over: added to both totals; no hand."""

    A: int
    B: int
    reason: str = ""


class Claim(NamedTuple):
    """A side stopped the match mid-hand and claimed that it has the target (seed 003)."""

    side: Side
    points: int
    """The points that the side claims to have in the unfinished hand, in the rule set's unit."""


Entry = Hand | Adjust
Ended = Claim | Literal["hand"] | None
"""How a match ended other than by its target: by a claim, or stopped by the players."""


class ByOlderRules(NamedTuple):
    """How a hand stays that the match's rules cannot score any more: as it stood before."""

    hand: Hand
    """With the side that led."""
    rules: RuleSet


class Row(NamedTuple):
    """An entry in its place in the ledger."""

    entry: Entry
    rules: RuleSet
    """The rules that score it: the match's, or the older ones (`ByOlderRules`)."""
    totals: BySide[int]
    """After this entry."""
    counts: bool = True
    """False for an entry behind the end of the match: it stays written and adds nothing."""
    number: int | None = None
    """The hand's number, from 1; None for an adjustment, as are the next three."""
    dealer: Seat | None = None
    score: HandScore | None = None
    scored: Hand | None = None
    """The hand as it was scored: with the side that led, where it follows from the dealer."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The standing of a match after its entries."""

    rows: tuple[Row, ...]
    totals: BySide[int]
    number: int
    """The number of the hand to come."""
    dealer: Seat
    """The dealer of the hand to come."""
    winner: Side | None
    end: Literal["target", "claim", "hand"] | None

    @property
    def is_over(self) -> bool:
        """Is the match over, won or stopped?"""
        return self.end is not None

    @property
    def winner_first(self) -> tuple[Side, Side]:
        """Both sides, the winner first; A first where no side has won."""
        return ("B", "A") if self.winner == "B" else ("A", "B")

    @property
    def ordered_totals(self) -> tuple[int, int]:
        """The totals of `winner_first`, in the unit of the ledger."""
        first, second = map(self.totals.of, self.winner_first)
        return first, second


def side_of(seat: Seat) -> Side:
    """The side that sits there."""
    return "A" if seat in ("A1", "A2") else "B"


def _neighbour(seat: Seat, steps: int) -> Seat:
    return SEATS[(SEATS.index(seat) + steps) % 4]


def next_dealer(dealer: Seat, rules: RuleSet, *, passed_out: bool = False) -> Seat:
    """The next dealer after `dealer` (`deal_passes`, `pass_out`)."""
    return dealer_after(dealer, int(not (passed_out and rules.pass_out == "same")), rules)


def dealer_after(dealer: Seat, times: int, rules: RuleSet) -> Seat:
    """Return the dealer after the deal was passed on this many times."""
    return _neighbour(dealer, times if rules.deal_passes == rules.plays else -times)


def dealers(entries: Iterable[Entry], rules: RuleSet, first_dealer: Seat) -> list[Seat]:
    """Return the dealer of each entry, and last that of the hand to come.

    An adjustment has the dealer of the next hand.
    """
    found = [first_dealer]
    for entry in entries:
        dealer = found[-1]
        if isinstance(entry, Hand):
            dealer = next_dealer(dealer, rules, passed_out=entry.passed_out)
        found.append(dealer)
    return found


def leading_side(dealer: Seat, bidder: Side | None, rules: RuleSet) -> Side | None:
    """The side that leads to the first trick; None while the bidder is not known."""
    if rules.leads == "bidder":
        return bidder
    return OTHER[side_of(dealer)]


def leading_seat(dealer: Seat, bidder: Seat, rules: RuleSet) -> Seat:
    """The player who leads to the first trick (`leads`)."""
    return bidder if rules.leads == "bidder" else _neighbour(dealer, 1)


def cut_dealer(shuffler: Seat, suit: Suit, rules: RuleSet) -> Seat:
    """The first dealer by cutting: ♥ the shuffler, then anticlockwise ♦, ♣, ♠ (seed 002).

    *Our reading*: the seed's two examples; its sentence that the cutter is ♥ contradicts them.

    >>> cut_dealer("A1", "spades", RuleSet())  # play is anticlockwise: B2 sits on the left
    'B2'
    """
    anticlockwise = 1 if rules.plays == "right" else -1
    return _neighbour(shuffler, SUITS.index(suit) * anticlockwise)


def with_leader(hand: Hand, dealer: Seat, rules: RuleSet) -> Hand:
    """The hand with the side that led filled in, where it matters and the table did not say it."""
    if rules.declaration_tie != "leader" or hand.leader is not None:
        return hand
    if not (hand.declarations.A and hand.declarations.B):
        return hand
    return replace(hand, leader=leading_side(dealer, hand.bidder, rules))


def winner_at(totals: BySide[int], bidder: Side | None, rules: RuleSet) -> Side | None:
    """The side that has won with these totals after a hand; None: play on, also at a tie."""
    over = [side for side in SIDES if totals.of(side) >= rules.target]
    if len(over) == 1:
        return over[0]
    if not over or totals.A == totals.B:
        return None
    if rules.both_over == "bidder" and bidder is not None:
        return bidder
    return "A" if totals.A > totals.B else "B"


def claim_winner(claim: Claim, totals: BySide[int], rules: RuleSet) -> Side:
    """The claiming side if its total and what it claims reach the target, else the other."""
    has_reached_target = totals.of(claim.side) + claim.points >= rules.target
    return claim.side if has_reached_target else OTHER[claim.side]


NO_OLDER_RULES: Mapping[int, ByOlderRules] = {}


def standing(
    entries: Iterable[Entry],
    rules: RuleSet,
    first_dealer: Seat,
    ended: Ended = None,
    older_rules: Mapping[int, ByOlderRules] = NO_OLDER_RULES,
    scores: Iterable[HandScore | None] = (),
) -> Standing:
    """Fold the entries into where the match stands.

    The hands must have no problems, but for those whose place `older_rules` names. `scores` are
    those of the entries, as far as they are known.
    """
    fold = _Fold(rules, first_dealer)
    known = chain(scores, repeat(None))
    for place, (entry, score) in enumerate(zip(entries, known, strict=False)):
        fold.take(entry, older_rules.get(place), score)
    return fold.standing(ended)


def standing_after(before: Standing, entry: Entry, rules: RuleSet) -> Standing:
    """The standing once one more entry is written at the end of a match that is not over."""
    fold = _Fold(rules, before.dealer)
    fold.rows = list(before.rows)
    fold.a, fold.b = before.totals
    fold.number = before.number
    fold.take(entry, None, None)
    return fold.standing(None)


def scores_alike(rules: RuleSet, other: RuleSet) -> bool:
    """Do both find the same hands right, score them the same, and let the same players deal?

    What differs is read once hands are added up, or is a name.
    """
    return rules is other or other == replace(
        rules,
        preset=other.preset,
        version=other.version,
        target=other.target,
        both_over=other.both_over,
        claim=other.claim,
    )


class _Fold:
    """Totals, dealer and end, entry by entry."""

    def __init__(self, rules: RuleSet, dealer: Seat) -> None:
        self.rules = rules
        self.dealer = dealer
        self.rows: list[Row] = []
        self.a = self.b = 0
        self.number = 1
        self.winner: Side | None = None

    def take(self, entry: Entry, older_rules: ByOlderRules | None, score: HandScore | None) -> None:
        counts = self.winner is None
        if isinstance(entry, Adjust):
            if counts:
                self.a, self.b = self.a + entry.A, self.b + entry.B
            self.rows.append(Row(entry, self.rules, BySide(self.a, self.b), counts))
            return
        hand, rules = older_rules or (with_leader(entry, self.dealer, self.rules), self.rules)
        score = score or score_hand(hand, rules)
        if counts:
            self.a, self.b = self.a + score.A, self.b + score.B
            self.winner = winner_at(BySide(self.a, self.b), entry.bidder, self.rules)
        totals = BySide(self.a, self.b)
        self.rows.append(Row(entry, rules, totals, counts, self.number, self.dealer, score, hand))
        self.number += 1
        self.dealer = next_dealer(self.dealer, self.rules, passed_out=entry.passed_out)

    def standing(self, ended: Ended) -> Standing:
        totals, winner = BySide(self.a, self.b), self.winner
        end: Literal["target", "claim", "hand"] | None = "target" if winner else None
        if winner is None and isinstance(ended, Claim):
            winner, end = claim_winner(ended, totals, self.rules), "claim"
        elif winner is None and ended == "hand":
            end = "hand"
        return Standing(tuple(self.rows), totals, self.number, self.dealer, winner, end)


class Party(NamedTuple):
    """A side's name and, where given, its two players in seat order."""

    name: str
    players: tuple[str, ...] = ()


HeadText = Annotated[str, "head"]
"""The type of a field of a match that is typed freely, beside the names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """All that a match file holds."""

    sides: BySide[Party]
    rules: RuleSet
    first_dealer: Seat = "A1"
    started: str = ""
    """ISO 8601, or nothing."""
    place: HeadText = ""
    event: HeadText = ""
    round: HeadText = ""
    table: HeadText = ""
    numbers: BySide[str] = BySide("", "")
    entries: tuple[Entry, ...] = ()
    open: Hand | None = None
    """A contract whose points are still to come."""
    ended: Ended = None
    older_rules: Mapping[int, ByOlderRules] = field(default_factory=dict)
    """The hands that the rules cannot score any more, by their place among the entries."""

    def standing(self) -> Standing:
        """The match's standing."""
        return standing(self.entries, self.rules, self.first_dealer, self.ended, self.older_rules)

    def player_at(self, seat: Seat) -> str:
        """The player's name there, or nothing."""
        players = self.sides.of(side_of(seat)).players
        place = int(seat[1]) - 1
        return players[place] if place < len(players) else ""
