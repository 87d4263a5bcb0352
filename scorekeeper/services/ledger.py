"""A match's events replayed into its ledger. Pure: values in, values out.

| kind | data |
|---|---|
| started | a match file's head: sides, rules, first_dealer, started … |
| contract | `contract`: a hand without points, at the end of the auction |
| recorded | `hand` |
| corrected | `hand_id`, `hand` |
| voided | `hand_id` |
| claimed | `side`, `points` |
| stopped, reopened | nothing |
| undone | `seq` of the act that is undone; an undoing can itself be undone |

A hand's id is the seq of the event that recorded it; it stays the same when hands before it go.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Final, Literal, NamedTuple

from scorekeeper.rules.codec import read_hand
from scorekeeper.rules.match import Adjust, Claim, Entry, Match, Row, Standing
from scorekeeper.rules.match_file import read_match, read_match_hand, write_match
from scorekeeper.rules.model import Hand, Problem

Kind = Literal[
    "started",
    "contract",
    "recorded",
    "corrected",
    "voided",
    "claimed",
    "stopped",
    "reopened",
    "undone",
]
Json = dict[str, Any]


class Act(NamedTuple):
    """An event as the ledger sees it."""

    seq: int
    kind: Kind
    data: Json
    op_id: str = ""
    at: datetime | None = None


class Refused(Exception):
    """The act cannot be done as the match stands; nothing changed."""

    def __init__(self, *problems: Problem, hand: Hand | None = None) -> None:
        super().__init__(problems)
        self.problems = problems
        self.hand = hand


@dataclass(frozen=True, slots=True)
class Ledger:
    """A match as its acts leave it."""

    match: Match
    acts: tuple[Act, ...]
    """All of them, undone ones too, in order."""
    hand_ids: tuple[int, ...] = ()
    """The id of each of the match's entries."""
    undone: frozenset[int] = frozenset()
    standing: Standing = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "standing", self.match.standing())

    @property
    def revision(self) -> int:
        """The seq of the last act."""
        return self.acts[-1].seq

    def row(self, hand_id: int) -> Row | None:
        """The ledger's row of that hand; None where there is none (any more)."""
        if hand_id not in self.hand_ids:
            return None
        return self.standing.rows[self.hand_ids.index(hand_id)]

    def has_hand_of(self, op_id: str) -> bool:
        """Does the hand that this operation recorded stand in the ledger?"""
        return any(act.op_id == op_id and act.seq in self.hand_ids for act in self.acts)

    def last_act(self) -> Act | None:
        """The act that Undo would undo: the last that stands; None right after the start."""
        acts = (a for a in reversed(self.acts) if a.kind not in ("undone", "started"))
        return next((act for act in acts if act.seq not in self.undone), None)

    def last_undoing(self) -> Act | None:
        """The undoing that can be taken back; None once something new was written after it."""
        kinds = {act.seq: act.kind for act in self.acts}
        for act in reversed(self.acts):
            if act.kind != "undone":
                return None
            if act.seq not in self.undone and kinds[act.data["seq"]] != "undone":
                return act
        return None

    def history_of(self, hand_id: int) -> tuple[Act, ...]:
        """The acts that made the hand what it is, undone ones and the undoings included."""
        own = [a for a in self.acts if a.seq == hand_id or a.data.get("hand_id") == hand_id]
        touched = {act.seq for act in own}
        for act in self.acts:
            if act.kind == "undone" and act.data["seq"] in touched:
                own.append(act)
                touched.add(act.seq)
        return tuple(sorted(own))


def replay(acts: Sequence[Act]) -> Ledger:
    """The ledger that the acts make, the first of which started the match."""
    undone = undone_acts(acts)
    head = {key: value for key, value in acts[0].data.items() if key != "rematch_of"}
    match, problems = read_match({**head, "hands": []})
    assert match is not None, problems
    ledger = _Draft(match)
    for act in acts[1:]:
        if act.seq not in undone and act.kind != "undone":
            ledger.take(act)
    return Ledger(ledger.match(), tuple(acts), tuple(ledger.entries), undone)


def undone_acts(acts: Sequence[Act]) -> frozenset[int]:
    """The seqs of the acts that do not stand. A later undoing decides over an earlier one."""
    undone: set[int] = set()
    for act in reversed(acts):
        if act.kind == "undone" and act.seq not in undone:
            undone.add(act.data["seq"])
    return frozenset(undone)


def start_data(match: Match, rematch_of: str | None = None) -> Json:
    """What a `started` event holds."""
    head = {k: v for k, v in write_match(match).items() if k not in ("hands", "open", "ended")}
    return {**head, "rematch_of": rematch_of} if rematch_of else head


class _Draft:
    """A match being replayed."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self.entries: dict[int, Entry] = {}
        self._open: Hand | None = None
        self._ended: Any = None

    def match(self) -> Match:
        return replace(
            self._match, entries=tuple(self.entries.values()), open=self._open, ended=self._ended
        )

    def take(self, act: Act) -> None:
        """Let the act stand. It was checked when it was written, and is not checked again."""
        _TAKE[act.kind](self, act)

    def _contract(self, act: Act) -> None:
        self._open = self._read(act.data["contract"])

    def _recorded(self, act: Act) -> None:
        self.entries[act.seq] = self._read(act.data["hand"])
        self._open = None

    def _corrected(self, act: Act) -> None:
        self.entries[act.data["hand_id"]] = self._read(act.data["hand"])

    def _voided(self, act: Act) -> None:
        del self.entries[act.data["hand_id"]]

    def _claimed(self, act: Act) -> None:
        self._ended = Claim(act.data["side"], act.data["points"])

    def _stopped(self, act: Act) -> None:
        self._ended = "hand"

    def _reopened(self, act: Act) -> None:
        self._ended = None

    def _read(self, data: Json) -> Hand:
        return read_hand(data, self._match.rules)[0]


_TAKE: Final[dict[Kind, Any]] = {
    "contract": _Draft._contract,
    "recorded": _Draft._recorded,
    "corrected": _Draft._corrected,
    "voided": _Draft._voided,
    "claimed": _Draft._claimed,
    "stopped": _Draft._stopped,
    "reopened": _Draft._reopened,
}


def with_act(ledger: Ledger, act: Act) -> Ledger:
    """The ledger as it would stand after one more act.

    :raises Refused: the act is not possible, with every problem of it.
    """
    _CHECKS[act.kind](ledger, act.data)
    return replay((*ledger.acts, act))


def _check_running(ledger: Ledger) -> None:
    if ledger.standing.is_over:
        raise Refused(Problem("after_end", "hands"))


def _check_recorded(ledger: Ledger, data: Json) -> None:
    _check_running(ledger)
    hand, problems = read_match_hand(data["hand"], ledger.match.rules, ledger.standing.dealer)
    if problems:
        raise Refused(*problems, hand=hand)


def _check_contract(ledger: Ledger, data: Json) -> None:
    _check_running(ledger)
    hand, problems = read_hand(data["contract"], ledger.match.rules, contract_only=True)
    if problems:
        raise Refused(*problems, hand=hand)


def _check_corrected(ledger: Ledger, data: Json) -> None:
    row = ledger.row(data["hand_id"])
    if row is None or row.dealer is None:
        raise Refused(Problem("missing", "hand"))
    hand, problems = read_match_hand(data["hand"], ledger.match.rules, row.dealer)
    if problems:
        raise Refused(*problems, hand=hand)


def _check_voided(ledger: Ledger, data: Json) -> None:
    row = ledger.row(data["hand_id"])
    if row is None or isinstance(row.entry, Adjust):
        raise Refused(Problem("missing", "hand"))


def _check_claimed(ledger: Ledger, data: Json) -> None:
    if not ledger.match.rules.claim:
        raise Refused(Problem("claim_not_played", "ended"))
    _check_running(ledger)
    if data["side"] not in ("A", "B"):
        raise Refused(Problem("unknown", "side"))
    if not isinstance(data["points"], int) or not 0 <= data["points"] <= 9999:
        raise Refused(Problem("unknown", "points"))


def _check_stopped(ledger: Ledger, _data: Json) -> None:
    _check_running(ledger)


def _check_reopened(ledger: Ledger, _data: Json) -> None:
    if ledger.standing.end not in ("claim", "hand"):
        raise Refused(Problem("unknown", "ended"))


def _check_undone(ledger: Ledger, data: Json) -> None:
    possible = {act.seq for act in (ledger.last_act(), ledger.last_undoing()) if act}
    if data["seq"] not in possible:
        raise Refused(Problem("missing", "seq"))


_CHECKS: Final[dict[Kind, Any]] = {
    "contract": _check_contract,
    "recorded": _check_recorded,
    "corrected": _check_corrected,
    "voided": _check_voided,
    "claimed": _check_claimed,
    "stopped": _check_stopped,
    "reopened": _check_reopened,
    "undone": _check_undone,
}
