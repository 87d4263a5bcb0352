"""A match while its acts are folded."""

from collections.abc import Iterable
from dataclasses import replace
from typing import TypeVar

from scorekeeper.rules.checks import problems
from scorekeeper.rules.match import (
    Adjust,
    ByOlderRules,
    Ended,
    Entry,
    Match,
    dealers,
    with_leader,
)
from scorekeeper.rules.model import BySide, Hand
from scorekeeper.services.match_acts.heads import Players, players_of

_Value = TypeVar("_Value")


class Draft:
    """A match being folded: its head, and its entries by their ids."""

    def __init__(self, head: Match) -> None:
        self.head = head
        self.open: Hand | None = None
        self.ended: Ended = None
        self.entries: dict[int, Entry] = {}
        self.seated: dict[int, Players] = {}
        self._older_rules: dict[int, ByOlderRules] = {}

    def match(self) -> Match:
        """The match as far as it is folded."""
        places = {hand_id: place for place, hand_id in enumerate(self.entries)}
        return replace(
            self.head,
            entries=tuple(self.entries.values()),
            open=self.open,
            ended=self.ended,
            older_rules={
                places[hand_id]: older_rules for hand_id, older_rules in self._older_rules.items()
            },
        )

    def write(self, hand_id: int, entry: Entry, before: int | None = None) -> None:
        """Put the entry at the end, or before another one, whose players it shares."""
        if before is None:
            self.entries[hand_id] = entry
            self.seated[hand_id] = players_of(self.head)
            return
        players = self.seated[before]
        self.entries = _with(self.entries, before, hand_id, entry)
        self.seated = _with(self.seated, before, hand_id, players)

    def insert(self, hand_id: int, hand: Hand, before: int) -> None:
        """Put a forgotten hand in its place; others may be dealt by somebody else now."""
        standing = self._standing_hands()
        self.write(hand_id, hand, before)
        self._keep_wrong(standing)

    def correct(self, hand_id: int, entry: Entry) -> None:
        """Put the entry in the place of the one with this id."""
        standing = self._standing_hands()
        if hand_id not in self.entries:
            raise KeyError(hand_id)
        self.entries[hand_id] = entry
        standing.pop(hand_id, None)
        self._older_rules.pop(hand_id, None)
        self._keep_wrong(standing)

    def void(self, hand_id: int) -> None:
        """Take the entry out."""
        standing = self._standing_hands()
        del self.entries[hand_id]
        del self.seated[hand_id]
        self._older_rules.pop(hand_id, None)
        self._keep_wrong(standing)

    def change(self, head: Match, *, from_now: bool, has_rules: bool, has_dealer: bool) -> None:
        """Give the match another head; `from_now` other players have taken the chairs."""
        standing = self._standing_hands(always=has_rules)
        seated = players_of(self.head)
        self.head = head
        if not from_now:
            self._rename(seated, players_of(head))
        if has_rules or has_dealer:
            self._keep_wrong(standing)

    def _rename(self, old: Players, new: Players) -> None:
        """The players that sit there now had the wrong names, or sat in other chairs.

        A player with a wrong name had it in whatever chair.
        """
        were, are = [*old.A, *old.B], [*new.A, *new.B]
        new_names = {
            wrong: right
            for wrong, right in zip(were, are, strict=True)
            if wrong and wrong not in are and right not in were
        }
        for hand_id, seated in self.seated.items():
            if seated == old:
                self.seated[hand_id] = new
            else:
                sides = [_with_new_names(names, new_names) for names in seated]
                self.seated[hand_id] = BySide(*sides)

    def _standing_hands(self, *, always: bool = False) -> dict[int, ByOlderRules]:
        """How each hand is scored now, where an act may leave it without a score.

        An act that moves the dealer does so only where who led decides.
        """
        if not always and self.head.rules.declaration_tie != "leader":
            return {}
        rows = self.match().standing().rows
        return {
            hand_id: ByOlderRules(row.scored, row.rules)
            for hand_id, row in zip(self.entries, rows, strict=True)
            if row.scored is not None
        }

    def _keep_wrong(self, before: dict[int, ByOlderRules]) -> None:
        """Let the hands that the rules cannot score now stay as they stood before."""
        if not before:
            return
        rules = self.head.rules
        seats = dealers(self.entries.values(), rules, self.head.first_dealer)
        for (hand_id, entry), dealer in zip(self.entries.items(), seats, strict=False):
            if isinstance(entry, Adjust):
                continue
            if not problems(with_leader(entry, dealer, rules), rules):
                self._older_rules.pop(hand_id, None)
            elif hand_id in before:
                self._older_rules[hand_id] = before[hand_id]


def _with_new_names(names: Iterable[str], new_names: dict[str, str]) -> tuple[str, ...]:
    return tuple(new_names.get(name, name) for name in names)


def _with(
    entries: dict[int, _Value], before: int, hand_id: int, entry: _Value
) -> dict[int, _Value]:
    """The entries with one more before another; KeyError where that is not there."""
    if before not in entries:
        raise KeyError(before)
    new_entries = {}
    for other, value in entries.items():
        if other == before:
            new_entries[hand_id] = entry
        new_entries[other] = value
    return new_entries
