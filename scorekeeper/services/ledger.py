"""A match's events as its ledger. Pure: values in, values out.

| kind | data |
|---|---|
| started | a match file's head: sides, rules, first_dealer, started …; `rematch_of` |
| contract | `contract`: a hand without points, at the end of the auction |
| recorded | `hand`; `engine` |
| inserted | `hand`; `before`, the id of the entry that it comes before; `engine` |
| adjusted | `adjust`, `reason`; `before`, if not at the end |
| corrected | `hand_id`; `hand` and `engine`, or an adjustment's `adjust` and `reason` |
| voided | `hand_id` |
| changed | what is new and no more: `names`, `players`, `rules`, `first_dealer`; `from_now` |
| claimed | `side`, `points` |
| stopped, reopened | nothing |
| undone | `seq` of the act that is undone; an undoing can itself be undone |
| joined | `as`: `scorer`, or the side that the phone answers for; `alone`: no other writes |
| agreed | `side`; `scores`: of each hand (by id, as text) the score that is agreed to |
| flagged | `side`, `hand_id`, the `score` that it had, `reason` |
| asked | `side`, whose phone asks for the pencil |
| named | `side`; `seq` of the other side's asking, which it agreed to |
| declined | `side`; `seq` of the asking that is withdrawn or refused |
| names_erased | `by`: who erased all names before it (`erasing.By`) |
| reasons_erased | `by`: who erased a pair of a tournament, and the reasons before it that name it |

An entry's id is the seq of the event that wrote it; it stays the same when entries before it come
or go. `from_now`: other players have taken the chairs, and the hands before stay the old ones'.

`engine` is the version of the phone's own engine, where one showed the score before the server did.

From `joined` on the acts lie beside the game: they change nothing in the ledger, are never undone,
and make no hand stale that was begun before them.

An act whose names were erased says so in its data: `erased` (`nameless`).
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any, Final, Literal, NamedTuple

from scorekeeper.rules.checks import problems
from scorekeeper.rules.codec import read_hand, write_hand, write_rules
from scorekeeper.rules.match import Match, Row, Standing, side_of, with_leader
from scorekeeper.rules.match_file import write_match
from scorekeeper.rules.model import SEATS, SIDES, BySide, Hand, Problem, Seat

Kind = Literal[
    "started",
    "contract",
    "recorded",
    "inserted",
    "adjusted",
    "corrected",
    "voided",
    "changed",
    "claimed",
    "stopped",
    "reopened",
    "undone",
    "joined",
    "agreed",
    "flagged",
    "asked",
    "named",
    "declined",
    "names_erased",
    "reasons_erased",
]
ERASING: Final[frozenset[Kind]] = frozenset({"names_erased", "reasons_erased"})
"""The kinds that take something out of the acts before them."""
BESIDE: Final = ERASING | {"joined", "agreed", "flagged", "asked", "named", "declined"}
"""The kinds of acts that change nothing in the ledger."""
Json = dict[str, Any]
Players = BySide[tuple[str, ...]]
"""Who sits at the table: the two players of each side, as far as they have names."""


class Act(NamedTuple):
    """An event as the ledger sees it."""

    seq: int
    kind: Kind
    data: Json
    op_id: str = ""
    at: datetime | None = None
    phone: int | None = None
    """The phone that did it."""

    @property
    def is_play(self) -> bool:
        """Does it say what was played, or set that right?"""
        return self.kind not in BESIDE


@dataclass(frozen=True)
class Ledger:
    """A match as its acts leave it."""

    match: Match
    standing: Standing
    acts: tuple[Act, ...]
    """All of them, undone ones too, in order."""
    hand_ids: tuple[int, ...] = ()
    """The id of each of the match's entries."""
    players: tuple[Players, ...] = ()
    """Who sat at the table at each of the entries."""
    undone: frozenset[int] = field(default_factory=frozenset)

    @property
    def revision(self) -> int:
        """The seq of the last act."""
        return self.acts[-1].seq

    @cached_property
    def played(self) -> int:
        """The seq of the last act that is not beside the game."""
        return next(act.seq for act in reversed(self.acts) if act.is_play)

    @property
    def mark(self) -> str:
        """Another one for each state of the match."""
        return mark_of(self.acts[-1].op_id, self.acts[-1].at)

    @property
    def decided_on(self) -> int:
        """What an act is decided on: the seq of the last that changed what a form shows."""
        return max(self.played, self.erased)

    def is_as_at(self, revision: int, *, has_names: bool = False) -> bool:
        """May an act that was decided at this revision still be written?

        One that `has_names` would bring names back that were erased since.
        """
        since = self.acts[revision:]
        is_past = any(act.is_play for act in since) or (has_names and revision < self.erased)
        return 0 < revision <= self.revision and not is_past

    @cached_property
    def erased(self) -> int:
        """The seq of the act that erased names or reasons before it; 0 where none did."""
        erasing = (act.seq for act in reversed(self.acts) if act.kind in ERASING)
        return next(erasing, 0)

    @cached_property
    def nameless(self) -> int:
        """The seq of the act that erased all names before it; 0 where none did."""
        erasing = (act.seq for act in reversed(self.acts) if act.kind == "names_erased")
        return next(erasing, 0)

    @cached_property
    def phones(self) -> Mapping[int | None, int]:
        """The numbers by which the table knows the phones: in the order of their first acts."""
        first = dict.fromkeys(act.phone for act in self.acts)
        return {phone: number for number, phone in enumerate(first, 1)}

    def held_pencil(self, phone: int | None) -> bool:
        """Did this phone write in the match, or might it have?"""
        named = {act.data["seq"] for act in self.acts if act.kind == "named"}
        return phone is not None and any(
            act.phone == phone
            and (act.kind == "started" or act.data.get("as") == "scorer" or act.seq in named)
            for act in self.acts
        )

    def row(self, hand_id: int) -> Row | None:
        """The ledger's row of that hand or adjustment; None where there is none (any more)."""
        place = self.places.get(hand_id)
        return None if place is None else self.standing.rows[place]

    @cached_property
    def places(self) -> Mapping[int, int]:
        """By its id, the place of each entry."""
        return {hand_id: place for place, hand_id in enumerate(self.hand_ids)}

    def dealer_at(self, hand_id: int) -> Seat:
        """Who deals the hand that is, or would be inserted, in the place of this entry."""
        rows = self.standing.rows[self.hand_ids.index(hand_id) :]
        return next((row.dealer for row in rows if row.dealer), self.standing.dealer)

    def number_at(self, hand_id: int) -> int:
        """The number of the hand that is, or would be inserted, in the place of this entry."""
        rows = self.standing.rows[self.hand_ids.index(hand_id) :]
        return next((row.number for row in rows if row.number), self.standing.number)

    @cached_property
    def wrong(self) -> Mapping[int, tuple[Problem, ...]]:
        """By their ids, the hands that the rules cannot score any more, and why."""
        found = {}
        for place, kept in sorted(self.match.kept.items()):
            dealer = self.standing.rows[place].dealer
            entry = self.match.entries[place]
            assert isinstance(entry, Hand)
            hand = with_leader(entry, dealer, self.match.rules) if dealer else kept.hand
            found[self.hand_ids[place]] = problems(hand, self.match.rules)
        return found

    @cached_property
    def wrong_contract(self) -> tuple[Problem, ...]:
        """Why the open contract is none by the rules, which were changed since it was bid."""
        contract = self.match.open
        if contract is None:
            return ()
        return read_hand(write_hand(contract), self.match.rules, contract_only=True)[1]

    def done_by(self, op_id: str) -> Act | None:
        """The act that this operation wrote, if it did."""
        return next((act for act in self.acts if act.op_id == op_id), None)

    def has_hand_of(self, op_id: str) -> bool:
        """Does the hand that this operation recorded stand in the ledger?"""
        act = self.done_by(op_id)
        return act is not None and act.seq in self.hand_ids

    def act(self, seq: int) -> Act | None:
        """The act with this seq."""
        return self.acts[seq - 1] if 0 < seq <= len(self.acts) else None

    def last_act(self) -> Act | None:
        """The act that Undo would undo: the last that stands; None right after the start."""
        ours = (act for act in reversed(self.acts) if act.is_play)
        acts = (act for act in ours if act.kind not in ("undone", "started"))
        return next((act for act in acts if act.seq not in self.undone), None)

    def last_undoing(self) -> Act | None:
        """The undoing that can be taken back; None once something new was written after it."""
        for act in reversed([act for act in self.acts if act.is_play]):
            if act.kind != "undone":
                return None
            if act.seq not in self.undone and self.acts[act.data["seq"] - 1].kind != "undone":
                return act
        return None

    def undoing_of(self, seq: int) -> Act | None:
        """The undoing by which the act with this seq does not stand."""
        undoings = (a for a in self.acts if a.kind == "undone" and a.data["seq"] == seq)
        return next((act for act in undoings if act.seq not in self.undone), None)

    def history_of(self, hand_id: int) -> tuple[Act, ...]:
        """The acts that made the hand what it is, undone ones and the undoings included."""
        own = [a for a in self.acts if hand_id in (a.seq, a.data.get("hand_id"))]
        own += [a for a in self.acts if str(hand_id) in a.data.get("scores", ())]
        touched = {act.seq for act in own}
        for act in self.acts:
            if act.kind == "undone" and act.data["seq"] in touched:
                own.append(act)
                touched.add(act.seq)
        return tuple(sorted(own))


def mark_of(op_id: str, at: datetime | None) -> str:
    """The mark of a match whose last act this is, also where a backup turned the time back.

    A phone may send an operation again after that; the moment is another then. Watchers have the
    mark and not the operation's id, hence the digest.
    """
    text = f"{op_id}-{at:%Y%m%d%H%M%S%f}" if at else op_id
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def undone_acts(acts: Sequence[Act]) -> frozenset[int]:
    """The seqs of the acts that do not stand. A later undoing decides over an earlier one."""
    undone: set[int] = set()
    for act in reversed(acts):
        if act.kind == "undone" and act.seq not in undone:
            undone.add(act.data["seq"])
    return frozenset(undone)


def head_of(match: Match) -> Json:
    """A match file without its rows: what is known before the first hand."""
    return {k: v for k, v in write_match(match).items() if k not in ("hands", "open", "ended")}


def head_with(match: Match, changed: Json) -> Json:
    """The match's head with what a change makes new in it."""
    head = head_of(match)
    for side, name in changed.get("names", {}).items():
        head["sides"][side]["name"] = name
    new_players = changed.get("players", {})
    for side in {side_of(seat) for seat in new_players}:
        seats = [seat for seat in SEATS if side_of(seat) == side]
        players = [new_players.get(seat, match.player_at(seat)) for seat in seats]
        head["sides"][side]["players"] = players
    head["rules"] |= changed.get("rules", {})
    head["target"] = head["rules"]["target"]
    head["first_dealer"] = changed.get("first_dealer", match.first_dealer)
    return head


def difference(old: Match, new: Match) -> Json:
    """The change that makes the one match's head the other's; nothing where they are alike.

    The version of a preset's text counts only with the preset: it is kept as the match had it.
    """
    old_rules, new_rules = write_rules(old.rules), write_rules(new.rules)
    if old.rules.preset == new.rules.preset:
        new_rules["version"] = old_rules["version"]
    names = {side: party.name for side, party in zip(SIDES, new.sides, strict=True)}
    changed = {
        "names": {side: name for side, name in names.items() if name != old.sides.of(side).name},
        "players": {
            seat: new.player_at(seat)
            for seat in SEATS
            if new.player_at(seat) != old.player_at(seat)
        },
        "rules": {key: value for key, value in new_rules.items() if value != old_rules[key]},
        "first_dealer": new.first_dealer if new.first_dealer != old.first_dealer else None,
    }
    return {key: value for key, value in changed.items() if value}


def start_data(match: Match, rematch_of: str | None = None) -> Json:
    """What a `started` event holds."""
    return head_of(match) | ({"rematch_of": rematch_of} if rematch_of else {})


def players_of(match: Match) -> Players:
    """Who sits at the table, by side, in seat order."""
    named = {seat: match.player_at(seat) for seat in SEATS}
    return BySide((named["A1"], named["A2"]), (named["B1"], named["B2"]))
