"""A match's acts, and what they leave. Pure: values in, values out.

The kinds of acts are in `match.acts`. An entry's id is the seq of the act that wrote it. So it
stays the same when entries before it come or go.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, reduce
from typing import Final

from scorekeeper.journal.act import Revision, act_done_by, is_decided_on
from scorekeeper.match.acts.body import Body, MatchAct, Told
from scorekeeper.match.acts.draft import End, Players
from scorekeeper.rules.checks import impossible_pilottas, problems
from scorekeeper.rules.codec import hand_problems
from scorekeeper.rules.match import (
    ByOlderRules,
    Ended,
    Entry,
    Match,
    Row,
    Standing,
    with_leader,
)
from scorekeeper.rules.model import Hand, Problem, RuleSet, Seat

MOST_ACTS: Final = 2_000
"""In a match. One of forty hands, each corrected ten times, has fewer than five hundred; without an
end a scorer could make its history as slow as he likes."""
RESERVED_ACTS: Final = 100
"""More acts for passing the pencil on. A full match can always be stopped."""


@dataclass(frozen=True)
class Ledger:
    """A match as its acts leave it."""

    match: Match
    standing: Standing
    acts: tuple[MatchAct, ...]
    """All acts, undone ones too, in order."""
    hand_ids: tuple[int, ...] = ()
    """The id of each of the match's entries."""
    players: tuple[Players, ...] = ()
    """The players at the table at each of the entries."""
    undone: frozenset[int] = frozenset()
    corrected: frozenset[int] = frozenset()
    """The ids of the hands and adjustments that are another than was first written."""

    @property
    def revision(self) -> int:
        """The seq of the last act."""
        return self.acts[-1].seq

    @cached_property
    def played(self) -> int:
        """The seq of the last act of play."""
        return next(act.seq for act in reversed(self.acts) if act.is_play)

    @cached_property
    def mark(self) -> str:
        """Another one for each state of the match."""
        return self.acts[-1].mark

    @property
    def decided_on(self) -> Revision:
        """The revision on which an act is decided: the last that changed the contents of a form.

        It is identified by the last act of play, because erasing names does not change the play.
        """
        return Revision(max(self.played, self.last_erasure), self.acts[self.played - 1].mark)

    def has_room_for(self, body: Body) -> bool:
        """May this be one act more?"""
        most = MOST_ACTS + (RESERVED_ACTS if body.room == "reserved" else 0)
        return body.room == "always" or self.revision < most

    def accepts_revision(self, revision: int) -> bool:
        """May an act that was decided at this revision still be written?"""
        is_current = self.played <= revision <= self.revision
        return is_current and is_decided_on(revision, self.acts[self.played - 1])

    @cached_property
    def last_erasure(self) -> int:
        """The seq of the act that erased names or reasons before it; 0 where none did."""
        erasing = (act.seq for act in reversed(self.acts) if act.body.is_erasing)
        return next(erasing, 0)

    @cached_property
    def told(self) -> Told:
        """The facts that the acts add beside the play."""
        return reduce(lambda told, act: act.body.tell(told, act), self.acts, Told())

    @property
    def last_name_erasure(self) -> int:
        """The seq of the act that erased all names before it; 0 where none did."""
        return self.told.last_name_erasure

    @property
    def rematch_of(self) -> str:
        """The address of the match before, where the same players went on."""
        return self.told.rematch_of

    @cached_property
    def phones(self) -> Mapping[int | None, int]:
        """The numbers by which the table knows the phones: in the order of their first acts."""
        first = dict.fromkeys(act.phone for act in self.acts)
        return {phone: number for number, phone in enumerate(first, 1)}

    @property
    def is_from_file(self) -> bool:
        """Was the match taken from a file? Its acts are all written at one moment."""
        return len(self.acts) > 1 and self.acts[1].at == self.acts[0].at

    def was_begun_by(self, phone: int | None) -> bool:
        """Did this phone begin the match as a new one? Its owner sits on side A.

        This is not known of a rematch or a match from a file. A tournament begins its matches with
        a phone that has no user.
        """
        is_new = not self.rematch_of and not self.is_from_file
        return is_new and phone is not None and self.acts[0].phone == phone

    def held_pencil(self, phone: int | None) -> bool:
        """Did this phone write in the match, or might it have?"""
        handed_over = (self.acts[seq - 1].phone for seq in self.told.handed_over)
        return phone is not None and (phone in self.told.writers or phone in handed_over)

    def row(self, hand_id: int) -> Row | None:
        """Return the ledger's row of that hand or adjustment, or None where it has none."""
        place = self.places.get(hand_id)
        return None if place is None else self.standing.rows[place]

    @cached_property
    def places(self) -> Mapping[int, int]:
        """The place of each entry, by its id."""
        return {hand_id: place for place, hand_id in enumerate(self.hand_ids)}

    def players_at(self, hand_id: int) -> Players:
        """Return the players who sat at this hand or adjustment; it must exist."""
        return self.players[self.places[hand_id]]

    def dealer_at(self, hand_id: int) -> Seat:
        """The dealer of the hand that is, or would be inserted, in the place of this entry."""
        rows = self.standing.rows[self.hand_ids.index(hand_id) :]
        return next((row.dealer for row in rows if row.dealer), self.standing.dealer)

    def number_at(self, hand_id: int) -> int:
        """The number of the hand that is, or would be inserted, in the place of this entry."""
        rows = self.standing.rows[self.hand_ids.index(hand_id) :]
        return next((row.number for row in rows if row.number), self.standing.number)

    # --- what acts are checked against ---

    @property
    def head(self) -> Match:
        """The match."""
        return self.match

    @property
    def rules(self) -> RuleSet:
        """The match's rules."""
        return self.match.rules

    @property
    def end(self) -> End:
        """How the match ended; None where it goes on."""
        return self.standing.end

    @property
    def ended(self) -> Ended:
        """How the players ended it."""
        return self.match.ended

    @property
    def dealer(self) -> Seat:
        """The dealer of the hand to come."""
        return self.standing.dealer

    @cached_property
    def older_rules(self) -> Mapping[int, ByOlderRules]:
        """The hands that the rules cannot score any more, by their ids."""
        older_rules = self.match.older_rules.items()
        return {self.hand_ids[place]: older for place, older in older_rules}

    def entries(self) -> Mapping[int, Entry]:
        """The entries by their ids, in order."""
        return dict(zip(self.hand_ids, self.match.entries, strict=True))

    def entry(self, hand_id: int) -> Entry | None:
        """The entry with this id; None where it is not there (any more)."""
        row = self.row(hand_id)
        return row and row.entry

    def is_behind_end(self, hand_id: int) -> bool:
        """Does the entry count for nothing?"""
        row = self.row(hand_id)
        return row is not None and not row.counts

    @cached_property
    def wrong(self) -> Mapping[int, tuple[Problem, ...]]:
        """The hands that the rules cannot score any more, by their ids, and why."""
        found = {}
        for place, older_rules in sorted(self.match.older_rules.items()):
            dealer = self.standing.rows[place].dealer
            entry = self.match.entries[place]
            assert isinstance(entry, Hand)
            hand = with_leader(entry, dealer, self.match.rules) if dealer else older_rules.hand
            found[self.hand_ids[place]] = problems(hand, self.match.rules, is_kept=True)
        return found

    @cached_property
    def doubted(self) -> Mapping[int, tuple[Problem, ...]]:
        """The hands whose pilotta cannot be, by their ids: from before that was checked."""
        found = {}
        for hand_id, row in zip(self.hand_ids, self.standing.rows, strict=True):
            if row.scored and (doubts := impossible_pilottas(row.scored, row.rules)):
                found[hand_id] = doubts
        return found

    @cached_property
    def wrong_contract(self) -> tuple[Problem, ...]:
        """The faults of the open contract by rules that were changed after it was bid."""
        contract = self.match.open
        if contract is None:
            return ()
        return hand_problems(contract, frozenset(), self.match.rules, contract_only=True)

    def done_by(self, op_id: str) -> MatchAct | None:
        """The act that this operation wrote, if it did."""
        return act_done_by(op_id, self.acts)

    def has_hand_of(self, op_id: str) -> bool:
        """Does the hand that this operation recorded stand in the ledger?"""
        act = self.done_by(op_id)
        return act is not None and act.seq in self.hand_ids

    def act(self, seq: int) -> MatchAct | None:
        """The act with this seq."""
        return self.acts[seq - 1] if 0 < seq <= len(self.acts) else None

    def last_act(self) -> MatchAct | None:
        """The act that Undo would undo: the last that stands; None right after the start."""
        ours = (act for act in reversed(self.acts[1:]) if act.is_play)
        acts = (act for act in ours if act.body.undoes is None)
        return next((act for act in acts if act.seq not in self.undone), None)

    def last_undoing(self) -> MatchAct | None:
        """The undoing that can be taken back; None once something new was written after it."""
        for act in reversed([act for act in self.acts if act.is_play]):
            if act.body.undoes is None:
                return None
            if act.seq not in self.undone and self.acts[act.body.undoes - 1].body.undoes is None:
                return act
        return None

    def undoing_of(self, seq: int) -> MatchAct | None:
        """The undoing by which the act with this seq does not stand."""
        undoings = (act for act in self.acts if act.body.undoes == seq)
        return next((act for act in undoings if act.seq not in self.undone), None)

    def history_of(self, hand_id: int) -> tuple[MatchAct, ...]:
        """Return the acts on this hand, with undone ones and the undoings."""
        entry_seqs: set[int] = set()
        for act in self.acts:
            is_own = act.seq == hand_id or act.body.is_about(hand_id)
            if is_own or act.body.undoes in entry_seqs:
                entry_seqs.add(act.seq)
        return tuple(act for act in self.acts if act.seq in entry_seqs)
