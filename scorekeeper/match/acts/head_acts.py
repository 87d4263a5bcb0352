"""A match's head: its data from before the first hand. Later acts change the head."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Annotated, Self

from scorekeeper.journal.act import undone_seqs
from scorekeeper.journal.json_values import Json, JsonValue
from scorekeeper.journal.record import Inlined
from scorekeeper.match.acts.body import Body, MatchAct, MixedUnits, Position, Refused, Told
from scorekeeper.match.acts.draft import Draft, without_rows
from scorekeeper.match.acts.fields import (
    NamesBySeat,
    NamesBySide,
    NewDealer,
    OwnerAddress,
    Switches,
    YesOrNo,
)
from scorekeeper.match.ledger import Ledger
from scorekeeper.rules.checks import problems
from scorekeeper.rules.codec import write_rules
from scorekeeper.rules.match import Adjust, Claim, Entry, Match, dealers, side_of, with_leader
from scorekeeper.rules.match_file import HEAD_TEXTS, read_match, write_head, write_match
from scorekeeper.rules.model import SEATS, SIDES, Problem, RuleSet, Seat, Side
from scorekeeper.rules.names import has_loose_joiner


def match_of(head: Json) -> Match:
    """The match with this head and no rows."""
    match, found = read_match({**head, "hands": []}, is_kept=True)
    assert match is not None, found
    return replace(match, rules=_shared(match.rules))


@lru_cache(maxsize=256)
def _shared(rules: RuleSet) -> RuleSet:
    """The same value for the same rules: in memory once, and compared in no time."""
    return rules


Head = Annotated[Match, Inlined(match_of, write_head, texts=("sides", "numbers", *HEAD_TEXTS))]


class Started(Body, kind="started"):
    """The first act: sides, rules, first dealer, when and where."""

    head: Head
    rematch_of: OwnerAddress = ""
    """The address of the match before, if the same players go on."""

    @classmethod
    def of(cls, match: Match, rematch_of: str | None = None) -> Self:
        """How this match begins, whatever was played in it."""
        return cls(head=without_rows(match), rematch_of=rematch_of or "")

    def tell(self, told: Told, act: MatchAct) -> Told:
        return told._replace(rematch_of=self.rematch_of, writers=told.writers | {act.phone})


class Changed(Body, kind="changed"):
    """The fields of the match's head that are new."""

    names: NamesBySide = field(default_factory=dict)
    players: NamesBySeat = field(default_factory=dict)
    rules: Switches = field(default_factory=dict)
    """The switches that have other values, by their names; the target, too."""
    first_dealer: NewDealer = None
    from_now: YesOrNo = False
    """Have other players taken the chairs? Then the hands before stay the old ones'."""

    def head_of(self, match: Match) -> Json:
        """The match's head with the new values."""
        sides: Json = {
            side: {
                "name": self.names.get(side, party.name),
                "players": self._players_of(side, match) or list(party.players),
            }
            for side, party in zip(SIDES, match.sides, strict=True)
        }
        rules: Json = {**write_rules(match.rules), **self.rules}
        return {
            **write_head(match),
            "sides": sides,
            "rules": rules,
            "target": rules["target"],
            "first_dealer": self.first_dealer or match.first_dealer,
        }

    def _players_of(self, side: Side, match: Match) -> list[JsonValue]:
        """The players of the side now; none where nothing is new."""
        seats = [seat for seat in SEATS if side_of(seat) == side]
        if not self.players.keys() & set(seats):
            return []
        return [self.players.get(seat, match.player_at(seat)) for seat in seats]

    def check(self, position: Position) -> None:
        claim = position.ended if isinstance(position.ended, Claim) else None
        old, known = position.head, self._heads[0] if self._heads else None
        if known is None or known.old is not old or claim not in known.checked_with:
            self._check_head(old, claim)
            known = self._head_from(old)
            known.checked_with.add(claim)
        if known.new.rules.unit != old.rules.unit:
            _check_unit(position, known.new)

    def _check_head(self, old: Match, claim: Claim | None) -> None:
        head = self.head_of(old)
        if head == write_head(old):
            raise Refused(Problem("missing", "changed"))
        file = write_match(replace(old, entries=(), open=None, ended=claim))
        # Old values may be from a version that took more; new ones may not.
        _match, found = read_match({**file, **head}, is_kept=True)
        wrong = [Problem(code, field) for _row, code, field in found]
        if any(map(has_loose_joiner, (*self.names.values(), *self.players.values()))):
            wrong.append(Problem("unknown", "sides"))
        if wrong:
            raise Refused(*wrong)

    def apply(self, draft: Draft, act: MatchAct) -> Draft:
        draft.change(
            self._head_from(draft.head).new,
            from_now=self.from_now,
            has_rules=bool(self.rules),
            has_dealer=self.first_dealer is not None,
        )
        return draft

    def _head_from(self, old: Match) -> _ChangedHead:
        known = self._heads[0] if self._heads else None
        if known is None or known.old is not old:
            known = _ChangedHead(old, match_of(self.head_of(old)))
            self._heads[:] = [known]
        return known

    @cached_property
    def _heads(self) -> list[_ChangedHead]:
        """The head that it changed last: a match is folded again and again."""
        return []

    def writes(self) -> frozenset[str]:
        return frozenset(["first dealer"] if self.first_dealer else []).union(
            (f"name {side}" for side in self.names),
            (f"player {seat}" for seat in self.players),
            (f"rule {switch}" for switch in self.rules),
        )


@dataclass
class _ChangedHead:
    """A head, and what a change made of it."""

    old: Match
    new: Match
    checked_with: set[Claim | None] = field(default_factory=set)
    """The claims with which it was found right."""


def difference(old: Match, new: Match) -> Changed:
    """The change that makes the one match's head the other's; an empty one where they are alike.

    The version of a preset's text counts only with the preset: it is kept as the match had it.
    """
    old_rules, new_rules = write_rules(old.rules), write_rules(new.rules)
    if old.rules.preset == new.rules.preset:
        new_rules["version"] = old_rules["version"]
    names = {side: party.name for side, party in zip(SIDES, new.sides, strict=True)}
    return Changed(
        names={side: name for side, name in names.items() if name != old.sides.of(side).name},
        players={
            seat: new.player_at(seat)
            for seat in SEATS
            if new.player_at(seat) != old.player_at(seat)
        },
        rules={key: value for key, value in new_rules.items() if value != old_rules[key]},
        first_dealer=new.first_dealer if new.first_dealer != old.first_dealer else None,
    )


def heads_at_changes(acts: Sequence[MatchAct]) -> dict[int, tuple[Match, Match]]:
    """The match's head before and after each change, by the change's seq, as it was written.

    Whatever was undone since stood then, and the other way round. Only heads are folded.
    """
    start = acts[0].body
    assert isinstance(start, Started)
    changes = {act.seq: act.body for act in acts if isinstance(act.body, Changed)}
    heads: dict[tuple[int, ...], Match] = {(): start.head}
    standing: tuple[int, ...] = ()
    found = {}
    for act in acts:
        if act.seq in changes:
            before, standing = heads[standing], (*standing, act.seq)
            heads[standing] = match_of(changes[act.seq].head_of(before))
            found[act.seq] = (before, heads[standing])
        elif act.body.undoes is not None:
            undone = undone_seqs(acts[: act.seq])
            standing = tuple(seq for seq in changes if seq < act.seq and seq not in undone)
            for place in range(1, len(standing) + 1):
                if standing[:place] not in heads:
                    change, before = changes[standing[place - 1]], heads[standing[: place - 1]]
                    heads[standing[:place]] = match_of(change.head_of(before))
    return found


def _check_unit(position: Position, new: Match) -> None:
    """Refuse rules that leave an entry behind in the other unit: the two units are never added."""
    entries, rules = position.entries(), new.rules
    seats = dealers(entries.values(), rules, new.first_dealer)

    def stays_behind(hand_id: int, entry: Entry, dealer: Seat) -> bool:
        if isinstance(entry, Adjust):
            return True
        older_rules = position.older_rules.get(hand_id)
        kept_by = older_rules.rules if older_rules else position.rules
        is_wrong = bool(problems(with_leader(entry, dealer, rules), rules, is_kept=True))
        return is_wrong and kept_by.unit != rules.unit

    hands_in_other_unit = tuple(
        hand_id
        for (hand_id, entry), dealer in zip(entries.items(), seats, strict=False)
        if stays_behind(hand_id, entry, dealer)
    )
    if hands_in_other_unit or isinstance(position.ended, Claim):
        raise MixedUnits(hands_in_other_unit)


def draft_of(start: MatchAct, known: Ledger | None = None) -> Draft:
    """The match before its first hand."""
    assert isinstance(start.body, Started)
    if known is None:
        return Draft(start.body.head)
    return Draft(start.body.head, dict(zip(known.hand_ids, known.standing.rows, strict=True)))
