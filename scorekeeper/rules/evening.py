"""An evening as a fold over the matches of a series: its tally, and what sides and players did.

Only hands that count are counted, each as its own rules scored it. The ledger does not have which
partner made a bid, so a bid is the side's and no player's.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from scorekeeper.rules.declarations import compare
from scorekeeper.rules.match import Row, Standing
from scorekeeper.rules.model import (
    KAPO,
    KAPO_BID_POINTS,
    OTHER,
    SIDES,
    BySide,
    Hand,
    HandScore,
    RuleSet,
    Side,
)
from scorekeeper.rules.names import tidy_name

Unit = Literal["tenths", "points"]
Seated = BySide[tuple[str, ...]]
"""The names of each side's two players, "" for one without a name."""


class Played(NamedTuple):
    """A match of the evening, as much of it as is counted."""

    standing: Standing
    unit: Unit
    """The unit of the totals."""
    seated: tuple[Seated, ...]
    """The players at the table at each of the standing's rows."""
    players: Seated
    """The players at the table now."""


class EveningFigures(NamedTuple):
    """A side's record over one or more hands, all in numbers of hands but the declarations."""

    hands: int = 0
    """Hands that were played; a passed-out hand does not count."""
    hands_won: int = 0
    """Hands in which it scored more than the other side."""
    made: int = 0
    """Bids of the side that were made."""
    failed: int = 0
    """Bids of the side that failed."""
    kapos: int = 0
    """Hands in which it took every trick, as the bidder or not."""
    reversed_kapos: int = 0
    """Kapos that the side made in the defence."""
    doubled_won: int = 0
    """Doubled contracts that it won, as the bidder or in the defence."""
    pilottas: int = 0
    """Pilottas that it held and played."""
    declarations: int = 0
    """Declarations that it announced and that counted, for whichever side."""

    @property
    def bids(self) -> int:
        """Its contracts, made and failed."""
        return self.made + self.failed


class EveningPlace(NamedTuple):
    """A hand of the evening: the place of its match, and of its row in that match, both from 0."""

    match: int
    row: int


class Best(NamedTuple):
    """The most of something in one hand, and the first hand that had it."""

    points: int
    place: EveningPlace


class Score(NamedTuple):
    """The points scored in one unit. Tenths and points are never added or compared."""

    unit: Unit
    points: BySide[int]
    """The totals of its matches, adjustments included."""
    best: BySide[Best | None]
    """Each side's highest score in one hand; None for a side that scored in none."""


class Player(NamedTuple):
    """One player's figures, from the hands at which the name sat."""

    name: str
    matches: int
    """Matches in which the player sat at a hand, or at the end; not the one that goes on."""
    matches_won: int
    """Matches at whose last hand the player sat with the winners."""
    side: EveningFigures
    """The record of the player's side, over the hands at which the player sat."""


@dataclass(frozen=True, slots=True)
class Evening:
    """The matches of a series together."""

    won: BySide[int]
    """The tally: matches won by each side. A stopped match counts for no side."""
    running: int
    stopped: int
    passed_out: int
    """Hands."""
    sides: BySide[EveningFigures]
    scores: tuple[Score, ...]
    """One for each unit that was played in, the first one first."""
    highest: BySide[Best | None]
    """Each side's highest bid that was made, in raw points; a kapo bid is the 250 it stakes."""
    players: tuple[Player, ...]
    """Everyone with a name, in the order in which they came to the table."""

    @property
    def hands(self) -> int:
        """The hands that were played; passed-out ones are counted apart."""
        return self.sides.A.hands


class _Hand(NamedTuple):
    """A hand that counts and was played."""

    place: EveningPlace
    hand: Hand
    score: HandScore
    rules: RuleSet
    seated: Seated
    figures: BySide[EveningFigures]


def evening_of(matches: Sequence[Played]) -> Evening:
    """The evening of these matches, in the order in which they were started."""
    hands = [hand for number, match in enumerate(matches) for hand in _hands_of(number, match)]
    ends = [match.standing.end for match in matches]
    return Evening(
        won=matches_won(match.standing for match in matches),
        running=ends.count(None),
        stopped=ends.count("hand"),
        passed_out=sum(_is_pass(row) for match in matches for row in match.standing.rows),
        sides=BySide(*(_sum(hand.figures.of(side) for hand in hands) for side in SIDES)),
        scores=_scores(matches, hands),
        highest=BySide(*(_most(_made_bids(hands, side)) for side in SIDES)),
        players=_players(matches, hands),
    )


def matches_won(standings: Iterable[Standing]) -> BySide[int]:
    """Count the matches that each side won; a running or stopped one counts for none."""
    winners = [standing.winner for standing in standings]
    return BySide(*map(winners.count, SIDES))


def _hands_of(number: int, match: Played) -> Iterator[_Hand]:
    for place, (row, seated) in enumerate(zip(match.standing.rows, match.seated, strict=True)):
        hand, score, rules = row.scored, row.score, row.rules
        if row.counts and hand is not None and score is not None and not hand.passed_out:
            figures = BySide(*(_figures(hand, score, rules, side) for side in SIDES))
            yield _Hand(EveningPlace(number, place), hand, score, rules, seated, figures)


def _is_pass(row: Row) -> bool:
    return row.counts and row.scored is not None and row.scored.passed_out


def _figures(hand: Hand, score: HandScore, rules: RuleSet, side: Side) -> EveningFigures:
    """Return the side's record in one hand."""
    bids = hand.bidder == side
    swept = hand.kapo == side
    has_declarations = any(line.rule == "declarations" for line in score.lines)
    declares = has_declarations and compare(hand, rules).side == side
    return EveningFigures(
        hands=1,
        hands_won=score.of(side) > score.of(OTHER[side]),
        made=bids and score.made is True,
        failed=bids and score.made is False,
        kapos=swept,
        reversed_kapos=swept and not bids,
        doubled_won=hand.doubled > 1 and bids == score.made,
        pilottas=hand.pilotta == side,
        declarations=len(hand.declarations.of(side)) if declares else 0,
    )


def _sum(figures: Iterable[EveningFigures]) -> EveningFigures:
    return EveningFigures(*map(sum, zip(EveningFigures(), *figures, strict=True)))


def _scores(matches: Sequence[Played], hands: Sequence[_Hand]) -> tuple[Score, ...]:
    # A hand that its match's rules cannot score any more may be in another unit than the totals.
    units = [match.unit for match in matches] + [hand.rules.unit for hand in hands]
    return tuple(_score(unit, matches, hands) for unit in dict.fromkeys(units))


def _score(unit: Unit, matches: Sequence[Played], hands: Sequence[_Hand]) -> Score:
    totals = [match.standing.totals for match in matches if match.unit == unit]
    scored = [hand for hand in hands if hand.rules.unit == unit]
    return Score(
        unit,
        BySide(*(sum(total.of(side) for total in totals) for side in SIDES)),
        BySide(*(_most(Best(h.score.of(side), h.place) for h in scored) for side in SIDES)),
    )


def _made_bids(hands: Iterable[_Hand], side: Side) -> Iterator[Best]:
    for one in hands:
        bid = KAPO_BID_POINTS if one.hand.bid == KAPO else one.hand.bid
        if one.figures.of(side).made and isinstance(bid, int):
            yield Best(bid, one.place)


def _most(found: Iterable[Best]) -> Best | None:
    """The first of the highest that is more than nothing."""
    positive = [best for best in found if best.points > 0]
    return max(positive, key=lambda best: best.points, default=None)


def _players(matches: Sequence[Played], hands: Sequence[_Hand]) -> tuple[Player, ...]:
    sat_at: dict[str, list[EveningFigures]] = {}
    matches_of: dict[str, list[bool]] = {}
    for number, match in enumerate(matches):
        own = [hand for hand in hands if hand.place.match == number]
        came: dict[str, bool] = {}
        for hand in own:
            for name, side in _sides_of(hand.seated):
                sat_at.setdefault(name, []).append(hand.figures.of(side))
                came[name] = False
        if own or match.standing.winner:
            for name, side in _sides_of(_seated_at_the_end(match)):
                came[name] = side == match.standing.winner
        for name, won in came.items():
            matches_of.setdefault(name, []).extend([won] if match.standing.is_over else [])
    return tuple(
        Player(name, len(won), sum(won), _sum(sat_at.get(name, ())))
        for name, won in matches_of.items()
    )


def _seated_at_the_end(match: Played) -> Seated:
    """The players who won or lost the match: at its last hand, or now if it was not finished."""
    rows = zip(match.standing.rows, match.seated, strict=True)
    hands = [seated for row, seated in rows if row.counts and row.scored is not None]
    return hands[-1] if hands and match.standing.end != "claim" else match.players


def _sides_of(seated: Seated) -> Iterator[tuple[str, Side]]:
    """Each name with its side. Two of one name are ambiguous, and left out."""
    names = [(tidy_name(name), side) for side in SIDES for name in seated.of(side)]
    every = [name for name, _ in names]
    return ((name, side) for name, side in names if name and every.count(name) == 1)
