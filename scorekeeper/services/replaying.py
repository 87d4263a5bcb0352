"""Folding a match's acts into its ledger, all of them or one more. Pure.

An act was checked when it was written (`acting`) and is not checked again.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from scorekeeper.rules.checks import problems
from scorekeeper.rules.codec import read_fields
from scorekeeper.rules.match import (
    Adjust,
    ByOlderRules,
    Claim,
    Ended,
    Entry,
    Match,
    dealers,
    standing_after,
    with_leader,
)
from scorekeeper.rules.match_file import read_adjust, read_match
from scorekeeper.rules.model import BySide, Hand
from scorekeeper.services.ledger import (
    Act,
    Json,
    Kind,
    Ledger,
    Players,
    head_with,
    players_of,
    undone_acts,
)
from scorekeeper.services.nameless import ERASED


def replay(acts: Sequence[Act]) -> Ledger:
    """The ledger that the acts make, the first of which started the match.

    :raises KeyError: an act speaks of an entry that is not there.
    """
    undone = undone_acts(acts)
    draft = _Draft(acts[0].data)
    for act in acts[1:]:
        if act.is_play and act.seq not in undone and act.kind != "undone":
            draft.take(act)
    match = draft.match()
    return Ledger(
        match,
        match.standing(),
        tuple(acts),
        tuple(draft.entries),
        tuple(draft.seated.values()),
        undone,
    )


def heads_at_changes(acts: Sequence[Act]) -> dict[int, tuple[Match, Match]]:
    """By their seq, the match's head before and after each change, as it was written.

    Whatever was undone since stood then, and the other way round. Only heads are folded.
    """
    changed = {act.seq: act for act in acts if act.kind == "changed"}
    heads: dict[tuple[int, ...], Match] = {(): _match_of(_start_of(acts[0].data))}
    standing: tuple[int, ...] = ()
    found = {}
    for act in acts:
        if act.kind == "changed":
            before, standing = heads[standing], (*standing, act.seq)
            heads[standing] = _match_of(head_with(before, act.data))
            found[act.seq] = (before, heads[standing])
        elif act.kind == "undone":
            undone = undone_acts(acts[: act.seq])
            standing = tuple(seq for seq in changed if seq < act.seq and seq not in undone)
            for place in range(1, len(standing) + 1):
                if standing[:place] not in heads:
                    head = head_with(
                        heads[standing[: place - 1]], changed[standing[place - 1]].data
                    )
                    heads[standing[:place]] = _match_of(head)
    return found


def replay_further(ledger: Ledger, act: Act) -> Ledger:
    """The ledger after one more act: what `replay` of them all gives, without starting anew."""
    acts = (*ledger.acts, act)
    if not act.is_play:
        return replace(ledger, acts=acts)
    if act.kind == "contract":
        contract = read_fields(act.data["contract"])[0]
        return replace(ledger, acts=acts, match=replace(ledger.match, open=contract))
    if act.kind == "recorded" and not ledger.standing.is_over:
        hand = read_fields(act.data["hand"])[0]
        match = replace(ledger.match, entries=(*ledger.match.entries, hand), open=None)
        return replace(
            ledger,
            acts=acts,
            match=match,
            standing=standing_after(ledger.standing, hand, match.rules),
            hand_ids=(*ledger.hand_ids, act.seq),
            players=(*ledger.players, players_of(match)),
        )
    return replay(acts)


class _Draft:
    """A match being replayed."""

    def __init__(self, started: Json) -> None:
        self._head = _match_of(_start_of(started))
        self.entries: dict[int, Entry] = {}
        self.seated: dict[int, Players] = {}
        self._kept: dict[int, ByOlderRules] = {}
        self._open: Hand | None = None
        self._ended: Ended = None

    def match(self) -> Match:
        places = {hand_id: place for place, hand_id in enumerate(self.entries)}
        return replace(
            self._head,
            entries=tuple(self.entries.values()),
            open=self._open,
            ended=self._ended,
            kept={places[hand_id]: kept for hand_id, kept in self._kept.items()},
        )

    def take(self, act: Act) -> None:
        _TAKE[act.kind](self, act)

    def _contract(self, act: Act) -> None:
        self._open = _hand(act.data["contract"])

    def _recorded(self, act: Act) -> None:
        self._write(act.seq, _hand(act.data["hand"]), None)
        self._open = None

    def _inserted(self, act: Act) -> None:
        before = self._standing_hands()
        self._write(act.seq, _hand(act.data["hand"]), act.data["before"])
        self._keep_wrong(before)

    def _adjusted(self, act: Act) -> None:
        self._write(act.seq, _adjust(act.data), act.data.get("before"))

    def _corrected(self, act: Act) -> None:
        before, hand_id = self._standing_hands(), act.data["hand_id"]
        if hand_id not in self.entries:
            raise KeyError(hand_id)
        data = act.data
        self.entries[hand_id] = _hand(data["hand"]) if "hand" in data else _adjust(data)
        before.pop(hand_id, None)
        self._kept.pop(hand_id, None)
        self._keep_wrong(before)

    def _voided(self, act: Act) -> None:
        before, hand_id = self._standing_hands(), act.data["hand_id"]
        del self.entries[hand_id]
        del self.seated[hand_id]
        self._kept.pop(hand_id, None)
        self._keep_wrong(before)

    def _changed(self, act: Act) -> None:
        before = self._standing_hands(always="rules" in act.data)
        seated = players_of(self._head)
        self._head = _match_of(head_with(self._head, act.data))
        if not act.data.get("from_now"):
            self._rename(seated, players_of(self._head))
        if "rules" in act.data or "first_dealer" in act.data:
            self._keep_wrong(before)

    def _claimed(self, act: Act) -> None:
        self._ended = Claim(act.data["side"], act.data["points"])

    def _stopped(self, _act: Act) -> None:
        self._ended = "hand"

    def _reopened(self, _act: Act) -> None:
        self._ended = None

    def _write(self, hand_id: int, entry: Entry, before: int | None) -> None:
        """Put the entry at the end, or before another one, whose players it shares."""
        if before is None:
            self.entries[hand_id] = entry
            self.seated[hand_id] = players_of(self._head)
            return
        players = self.seated[before]
        self.entries = _with(self.entries, before, hand_id, entry)
        self.seated = _with(self.seated, before, hand_id, players)

    def _rename(self, old: Players, new: Players) -> None:
        """The players that sit there now had the wrong names, or sat in other chairs.

        A player with a wrong name had it in whatever chair.
        """
        were, are = [*old.A, *old.B], [*new.A, *new.B]
        renamed = {
            wrong: right
            for wrong, right in zip(were, are, strict=True)
            if wrong and wrong not in are and right not in were
        }
        for hand_id, seated in self.seated.items():
            if seated == old:
                self.seated[hand_id] = new
            else:
                sides = [tuple(renamed.get(name, name) for name in names) for names in seated]
                self.seated[hand_id] = BySide(*sides)

    def _standing_hands(self, *, always: bool = False) -> dict[int, ByOlderRules]:
        """How each hand is scored now, where an act may leave it without a score.

        An act that moves the dealer does so only where who led decides.
        """
        if not always and self._head.rules.declaration_tie != "leader":
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
        rules = self._head.rules
        seats = dealers(self.entries.values(), rules, self._head.first_dealer)
        for (hand_id, entry), dealer in zip(self.entries.items(), seats, strict=False):
            if isinstance(entry, Adjust):
                continue
            if not problems(with_leader(entry, dealer, rules), rules):
                self._kept.pop(hand_id, None)
            elif hand_id in before:
                self._kept[hand_id] = before[hand_id]


_TAKE: Final[dict[Kind, Any]] = {
    "contract": _Draft._contract,
    "recorded": _Draft._recorded,
    "inserted": _Draft._inserted,
    "adjusted": _Draft._adjusted,
    "corrected": _Draft._corrected,
    "voided": _Draft._voided,
    "changed": _Draft._changed,
    "claimed": _Draft._claimed,
    "stopped": _Draft._stopped,
    "reopened": _Draft._reopened,
}


def _start_of(started: Json) -> Json:
    return {key: value for key, value in started.items() if key not in ("rematch_of", ERASED)}


def _match_of(head: Json) -> Match:
    match, found = read_match({**head, "hands": []})
    assert match is not None, found
    return match


def _hand(data: Json) -> Hand:
    return read_fields(data)[0]


def _adjust(data: Json) -> Adjust:
    return read_adjust({"adjust": data["adjust"], "reason": data.get("reason", "")})[0]


def _with(entries: dict[int, Any], before: int, hand_id: int, entry: Any) -> dict[int, Any]:
    """The entries with one more before another; KeyError where that is not there."""
    if before not in entries:
        raise KeyError(before)
    written = {}
    for other, value in entries.items():
        if other == before:
            written[hand_id] = entry
        written[other] = value
    return written
