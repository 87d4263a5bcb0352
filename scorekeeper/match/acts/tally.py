"""A match's entries while its acts are folded: each one's dealer and score, and the end.

Entries come, go and change anywhere. Scores and sums are made only on demand, and
sums only from the first changed entry on.
"""

from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Final

from scorekeeper.rules.checks import problems
from scorekeeper.rules.match import (
    Adjust,
    Entry,
    Row,
    dealer_after,
    scores_alike,
    winner_at,
    with_leader,
)
from scorekeeper.rules.model import BySide, Hand, HandScore, RuleSet, Seat, Side
from scorekeeper.rules.scoring import score_hand

NO_ROWS: Final[Mapping[int, Row]] = {}


class ScoreMemo:
    """A hand with the side that led, and rules that score it."""

    __slots__ = ("_is_wrong", "_score", "hand", "rules")

    def __init__(self, hand: Hand, rules: RuleSet, score: HandScore | None = None) -> None:
        self.hand: Final = hand
        self.rules: Final = rules
        self._score = score
        self._is_wrong: bool | None = None

    @property
    def score(self) -> HandScore:
        """Its score."""
        if self._score is None:
            self._score = score_hand(self.hand, self.rules)
        return self._score

    @property
    def is_wrong(self) -> bool:
        """Can the rules not score it?"""
        if self._is_wrong is None:
            self._is_wrong = bool(problems(self.hand, self.rules, is_kept=True))
        return self._is_wrong


class Tally:
    """Entries by their places, under one match's rules."""

    def __init__(self, rules: RuleSet, first_dealer: Seat, known: Mapping[int, Row]) -> None:
        """`known` has rows of another fold by their entries' ids: they are not scored again."""
        self.ids: list[int] = []
        self.entries: list[Entry] = []
        self.turning: set[int] = set()
        """The hands without a stated leader, in which the leader may decide the score."""
        self._scored: list[ScoreMemo | None] = []
        """As each hand is scored; None for an adjustment."""
        self._moves: list[int] = []
        """By how many seats the deal goes on behind each entry."""
        self._rules, self._first_dealer, self._known = rules, first_dealer, known
        self._moved = 0
        self._variants: dict[tuple[int, Side | None], ScoreMemo] = {}
        """Each hand as it would be scored now, by its id and by who led."""
        self._alike: dict[int, bool] = {}
        """Do the rules of known rows, by their identities, score as these?"""
        self._sums: BySide[list[int]] = BySide([], [])
        """As far as nothing changed since they were made, or to the end of the match."""
        self._winner: Side | None = None
        """The side that has won with the last entry of the sums."""

    def place_of(self, hand_id: int) -> int | None:
        """The place of the entry; None where it is not there."""
        try:
            return self.ids.index(hand_id)
        except ValueError:
            return None

    def take_over(self, ids: Sequence[int], rows: Sequence[Row], older: Container[int]) -> None:
        """Begin with these rows; `older` has the places of those that other rules score."""
        self.ids = [*ids]
        self.entries = [row.entry for row in rows]
        self._moves = [*map(self._moves_of, self.entries)]
        self._moved = sum(self._moves)
        self._scored = [
            ScoreMemo(row.scored, row.rules, row.score) if row.scored else None for row in rows
        ]
        for place, (hand_id, scored) in enumerate(zip(ids, self._scored, strict=True)):
            if scored is not None and place not in older:
                self._variants[hand_id, scored.hand.leader] = scored
        self.turning = {
            hand_id for hand_id, entry in zip(ids, self.entries, strict=True) if _turns(entry)
        }

    def put(self, place: int, hand_id: int, entry: Entry) -> None:
        """Put the entry in this place, before those that are there."""
        self.ids.insert(place, hand_id)
        self.entries.insert(place, entry)
        self._moves.insert(place, self._moves_of(entry))
        self._moved += self._moves[place]
        self._scored.insert(place, self.variant_at(place))
        if _turns(entry):
            self.turning.add(hand_id)
        self._forget_sums(place)

    def exchange(self, place: int, entry: Entry) -> None:
        """Replace the entry in this place, under its id."""
        hand_id = self.ids[place]
        self.take_out(place)
        self.put(place, hand_id, entry)

    def take_out(self, place: int) -> None:
        """Take out what is in this place."""
        hand_id = self.ids.pop(place)
        del self.entries[place], self._scored[place]
        self._moved -= self._moves.pop(place)
        self.turning.discard(hand_id)
        for leader in (None, "A", "B"):
            self._variants.pop((hand_id, leader), None)
        self._forget_sums(place)

    def change(self, rules: RuleSet, first_dealer: Seat) -> None:
        """Go on under other rules, with another first dealer; each hand is scored as it was."""
        is_alike = scores_alike(rules, self._rules)
        self._rules, self._first_dealer = rules, first_dealer
        self._forget_sums(0)
        if not is_alike:
            self._variants.clear()
            self._alike.clear()
            self._moves = [*map(self._moves_of, self.entries)]
            self._moved = sum(self._moves)

    def scored_at(self, place: int) -> ScoreMemo | None:
        """As the hand in this place is scored; None for an adjustment."""
        return self._scored[place]

    def score_as(self, place: int, scored: ScoreMemo) -> None:
        """Score the hand in this place so."""
        if self._scored[place] is not scored:
            self._scored[place] = scored
            self._forget_sums(place)

    def variant_at(self, place: int, dealer: Seat | None = None) -> ScoreMemo | None:
        """As the rules would score the hand in this place; None for an adjustment."""
        entry, hand_id = self.entries[place], self.ids[place]
        if isinstance(entry, Adjust):
            return None
        if self._rules.declaration_tie == "leader":
            hand = with_leader(entry, dealer or self.dealer_at(place), self._rules)
        else:
            hand = entry
        found = self._variants.get((hand_id, hand.leader))
        if found is None:
            found = ScoreMemo(hand, self._rules, self._known_score(hand_id, hand))
            self._variants[hand_id, hand.leader] = found
        return found

    def _known_score(self, hand_id: int, hand: Hand) -> HandScore | None:
        row = self._known.get(hand_id)
        is_same = row is not None and row.scored == hand and self._is_alike(row.rules)
        return row.score if row is not None and is_same else None

    def _is_alike(self, rules: RuleSet) -> bool:
        if id(rules) not in self._alike:
            self._alike[id(rules)] = scores_alike(rules, self._rules)
        return self._alike[id(rules)]

    def scores(self) -> list[HandScore | None]:
        """The score of each entry; None for an adjustment."""
        return [one.score if one else None for one in self._scored]

    @property
    def dealer(self) -> Seat:
        """The dealer of the hand to come."""
        return dealer_after(self._first_dealer, self._moved, self._rules)

    def dealer_at(self, place: int) -> Seat:
        """The dealer of the hand that is, or would be, in this place."""
        moved = self._moved - sum(self._moves[place:])
        return dealer_after(self._first_dealer, moved, self._rules)

    def dealers_from(self, place: int) -> Iterator[Seat]:
        """The dealers of the entry in this place, and of each that follows."""
        moves = self._moves[place:]
        before = accumulate(moves, initial=self._moved - sum(moves))
        for moved, _moves in zip(before, moves, strict=False):
            yield dealer_after(self._first_dealer, moved, self._rules)

    @property
    def won_at(self) -> int | None:
        """The place of the hand with which the match is won; None where it is not."""
        self._sum_up()
        return len(self._sums.A) - 1 if self._winner else None

    def _sum_up(self) -> None:
        start = len(self._sums.A)
        if self._winner or start == len(self.ids):
            return
        more = zip(self.entries[start:], self._scored[start:], strict=True)
        points = [
            entry[:2] if isinstance(entry, Adjust) else scored.score[1:3]  # type: ignore[union-attr]
            for entry, scored in more
        ]
        for sums, side in zip(self._sums, zip(*points, strict=True), strict=True):
            sums += [*accumulate(side, initial=sums[-1] if sums else 0)][1:]
        if max(map(max, self._sums.A[start:], self._sums.B[start:])) >= self._rules.target:
            self._find_winner(start)

    def _find_winner(self, start: int) -> None:
        for place in range(start, len(self.ids)):
            entry, totals = self.entries[place], BySide(*(sums[place] for sums in self._sums))
            if isinstance(entry, Hand):
                self._winner = winner_at(totals, entry.bidder, self._rules)
                if self._winner:
                    self._forget_sums(place + 1, self._winner)
                    return

    def _forget_sums(self, place: int, winner: Side | None = None) -> None:
        if place < len(self._sums.A):
            self._winner = winner
            for sums in self._sums:
                del sums[place:]

    def _moves_of(self, entry: Entry) -> int:
        stays = isinstance(entry, Adjust) or (entry.passed_out and self._rules.pass_out == "same")
        return int(not stays)


def _turns(entry: Entry) -> bool:
    if isinstance(entry, Adjust) or entry.leader is not None:
        return False
    return bool(entry.declarations.A and entry.declarations.B)
