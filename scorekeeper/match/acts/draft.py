"""A match while its acts are folded, one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Literal, Self

from scorekeeper.match.acts.tally import NO_ROWS, Tally
from scorekeeper.rules.match import (
    ByOlderRules,
    Claim,
    Ended,
    Entry,
    Match,
    Row,
    Standing,
    scores_alike,
    standing,
)
from scorekeeper.rules.model import SEATS, BySide, Hand, RuleSet, Seat

End = Literal["target", "claim", "hand"] | None
"""How a match ended; None where it goes on."""
Players = BySide[tuple[str, ...]]
"""The players at the table: two of each side, as far as they have names."""


def players_of(match: Match) -> Players:
    """The players at the table, by side, in seat order."""
    names = {seat: match.player_at(seat) for seat in SEATS}
    return BySide((names["A1"], names["A2"]), (names["B1"], names["B2"]))


def without_rows(match: Match) -> Match:
    """The match before its first hand."""
    return replace(match, entries=(), open=None, ended=None, older_rules={})


class Draft:
    """A match being folded: its head, its entries by their ids, and who sits at each of them."""

    def __init__(self, head: Match, known: Mapping[int, Row] = NO_ROWS) -> None:
        """`known` has the rows of another fold, by the ids of their entries."""
        self.head = head
        self.open: Hand | None = None
        self.ended: Ended = None
        self.corrected: frozenset[int] = frozenset()
        """The ids of the entries that are another than was first written."""
        self._tally = Tally(head.rules, head.first_dealer, known)
        self._sittings = [players_of(head)]
        """Those who sit at the table now last."""
        self._seated: dict[int, int] = {}
        """The place of each entry's players among the sittings."""
        self._older: dict[int, ByOlderRules] = {}
        """The hands that the rules cannot score any more, as they stay."""
        self._unchecked: set[int] = set()
        """The hands that were not checked against the rules since these changed."""

    @classmethod
    def of(
        cls,
        match: Match,
        rows: Sequence[Row],
        hand_ids: Sequence[int],
        players: Sequence[Players],
        corrected: frozenset[int],
    ) -> Self:
        """A match to go on with, with its rows, their ids, and who sat at each."""
        draft = cls(without_rows(match))
        draft.open, draft.ended, draft.corrected = match.open, match.ended, corrected
        draft._tally.take_over(hand_ids, rows, match.older_rules)
        draft._older |= {hand_ids[place]: older for place, older in match.older_rules.items()}
        draft._unchecked |= {*hand_ids}
        sittings = dict.fromkeys(players)
        draft._sittings = [*sittings, *draft._sittings]
        places = {them: place for place, them in enumerate(sittings)}
        draft._seated = dict(zip(hand_ids, map(places.__getitem__, players), strict=True))
        return draft

    # --- as it stands ---

    @property
    def rules(self) -> RuleSet:
        """The rules by which it is played now."""
        return self.head.rules

    @property
    def end(self) -> End:
        """How it ended; None where it goes on."""
        if self._tally.won_at is not None:
            return "target"
        return "claim" if isinstance(self.ended, Claim) else self.ended

    @property
    def dealer(self) -> Seat:
        """The dealer of the hand to come."""
        return self._tally.dealer

    def entry(self, hand_id: int) -> Entry | None:
        """The entry with this id; None where it is not there."""
        place = self._tally.place_of(hand_id)
        return None if place is None else self._tally.entries[place]

    def dealer_at(self, hand_id: int) -> Seat:
        """The dealer of the hand that is, or would be inserted, in the place of this entry."""
        return self._tally.dealer_at(self._place_of(hand_id))

    def is_behind_end(self, hand_id: int) -> bool:
        """Does the entry count for nothing?"""
        won_at = self._tally.won_at
        return won_at is not None and self._place_of(hand_id) > won_at

    def entries(self) -> dict[int, Entry]:
        """The entries by their ids, in order."""
        return dict(zip(self._tally.ids, self._tally.entries, strict=True))

    @property
    def older_rules(self) -> Mapping[int, ByOlderRules]:
        """The hands that the rules cannot score any more, by their ids."""
        return self._older

    def match(self) -> Match:
        """The match as far as it is folded."""
        places = {hand_id: place for place, hand_id in enumerate(self._tally.ids)}
        older_rules = {places[hand_id]: older for hand_id, older in self._older.items()}
        return replace(
            self.head,
            entries=tuple(self._tally.entries),
            open=self.open,
            ended=self.ended,
            older_rules=older_rules,
        )

    def standing_of(self, match: Match) -> Standing:
        """The standing of a match that the draft's `match` returned."""
        return standing(
            match.entries,
            match.rules,
            match.first_dealer,
            match.ended,
            match.older_rules,
            self._tally.scores(),
        )

    @property
    def hand_ids(self) -> tuple[int, ...]:
        """The entries' ids, in order."""
        return tuple(self._tally.ids)

    @property
    def players(self) -> tuple[Players, ...]:
        """The players at the table at each of the entries."""
        return tuple(self._sittings[self._seated[hand_id]] for hand_id in self._tally.ids)

    # --- what acts do ---

    def write(self, hand_id: int, entry: Entry, before: int | None = None) -> None:
        """Put the entry at the end, or before another one, whose players it shares."""
        if before is None:
            place, sitting = len(self._tally.ids), len(self._sittings) - 1
        else:
            place, sitting = self._place_of(before), self._seated[before]
        self._tally.put(place, hand_id, entry)
        self._seated[hand_id] = sitting
        self._unchecked.add(hand_id)

    def insert(self, hand_id: int, hand: Hand, before: int) -> None:
        """Put a forgotten hand in its place; the dealers of later hands may change."""
        self.write(hand_id, hand, before)
        self._deal_anew(self._place_of(hand_id), own=hand_id)

    def correct(self, hand_id: int, entry: Entry) -> None:
        """Put the entry in the place of the one with this id."""
        place = self._place_of(hand_id)
        self._older.pop(hand_id, None)
        self._tally.exchange(place, entry)
        self.corrected |= {hand_id}
        self._unchecked.add(hand_id)
        self._deal_anew(place, own=hand_id)

    def void(self, hand_id: int) -> None:
        """Take the entry out."""
        place = self._place_of(hand_id)
        self._tally.take_out(place)
        del self._seated[hand_id]
        self._older.pop(hand_id, None)
        self._unchecked.discard(hand_id)
        self._deal_anew(place)

    def change(self, head: Match, *, from_now: bool, has_rules: bool, has_dealer: bool) -> None:
        """Give the match another head; `from_now` other players have taken the chairs."""
        before, seated, seated_now = self.rules, self._sittings[-1], players_of(head)
        self.head = head
        if from_now:
            self._sittings.append(seated_now)
        elif seated_now != seated:
            self._rename(seated, seated_now)
        if has_rules or has_dealer:
            self._tally.change(head.rules, head.first_dealer)
        if has_rules:
            self._judge_anew(before)
        if has_rules or has_dealer:
            self._deal_anew(0, before=before)

    def _place_of(self, hand_id: int) -> int:
        place = self._tally.place_of(hand_id)
        if place is None:
            raise KeyError(hand_id)
        return place

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
        for place, seated in enumerate(self._sittings):
            if seated == old:
                self._sittings[place] = new
            else:
                sides = [_with_new_names(names, new_names) for names in seated]
                self._sittings[place] = BySide(*sides)

    def _deal_anew(
        self, place: int, *, own: int | None = None, before: RuleSet | None = None
    ) -> None:
        """Score again the hands whose dealer may have changed from this place on, but not `own`.

        A dealer moves a score only where the leader decides. `before` are the rules until now.
        """
        if self.rules.declaration_tie != "leader":
            return
        tally, before = self._tally, before or self.rules
        self._rescore_unchecked(before, but=own)
        if tally.turning - {own}:
            for at, dealer in enumerate(tally.dealers_from(place), place):
                if tally.ids[at] in tally.turning and tally.ids[at] != own:
                    self._rescore(at, dealer, before)

    def _judge_anew(self, before: RuleSet) -> None:
        """Other rules score the hands than these before."""
        tally = self._tally
        if scores_alike(before, self.rules):
            self._rescore_unchecked(before)
            return
        for at, dealer in enumerate(tally.dealers_from(0)):
            self._rescore(at, dealer, before)
        self._unchecked.clear()

    def _rescore_unchecked(self, before: RuleSet, but: int | None = None) -> None:
        tally = self._tally
        for hand_id in self._unchecked - {but}:
            at = tally.ids.index(hand_id)
            self._rescore(at, tally.dealer_at(at), before)
        self._unchecked &= {but}

    def _rescore(self, place: int, dealer: Seat, rules: RuleSet) -> None:
        """Score the hand as the match's rules do now, or else as these do, by which it stood."""
        scored, now = self._tally.scored_at(place), self._tally.variant_at(place, dealer)
        if scored is None or now is None:
            return
        hand_id = self._tally.ids[place]
        if not now.is_wrong:
            self._older.pop(hand_id, None)
            self._tally.score_as(place, now)
        elif hand_id not in self._older:
            self._older[hand_id] = ByOlderRules(scored.hand, rules)


def _with_new_names(names: Iterable[str], new_names: dict[str, str]) -> tuple[str, ...]:
    return tuple(new_names.get(name, name) for name in names)
