"""Keeping matches: the operations of a scorer.

Every act carries an operation id chosen by the client and the revision it was decided on. A
repeat of an operation is answered as the first time; nothing is overwritten in silence.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from typing import ClassVar, Final, NamedTuple
from zoneinfo import ZoneInfo

from scorekeeper.config import current_settings
from scorekeeper.journal import clock
from scorekeeper.journal.act import Revision, has_names, is_same_body
from scorekeeper.journal.clock import now
from scorekeeper.journal.identifiers import new_operation_id, new_public_id
from scorekeeper.journal.json_values import Json
from scorekeeper.journal.owner import Loaded, NotFound, Owner, Wanted
from scorekeeper.match.acts.body import Body, Full, MatchAct, Refused
from scorekeeper.match.acts.head_acts import Started
from scorekeeper.match.ledger import Ledger
from scorekeeper.match.match_journal import MATCH_JOURNAL, replay, with_act
from scorekeeper.rules.match import Match
from scorekeeper.store import queries
from scorekeeper.store.database_checks import DamagedEvent
from scorekeeper.store.db import ConnectionLost, DatabaseUnavailable, NotWritable, writing
from scorekeeper.store.match_reader import ReaderForSave
from scorekeeper.store.roles import MATCH_ROLES, RoleRow
from scorekeeper.store.streams import MATCH_EVENTS, StoredEvent

__all__ = [
    "ConnectionLost",
    "DamagedEvent",
    "DatabaseUnavailable",
    "Full",
    "LoadedMatch",
    "NotScorer",
    "NotWritable",
    "OperationIdReused",
    "Refused",
    "RevisionConflict",
]

EARLY_DECISIONS: Final = 3
"""Attempts to decide an act before taking the lock, while its match goes on changing."""
_LONGEST_OFFLINE: Final = timedelta(days=7)
"""How long ago a phone may say that a match started."""


class LoadedMatch(Loaded[Ledger]):
    """A match as it was loaded."""

    __slots__ = ()

    @property
    def ledger(self) -> Ledger:
        """The ledger to which the match's acts fold."""
        return self.state

    @property
    def revision(self) -> Revision:
        """The revision that an act is decided on."""
        return self.ledger.decided_on


class NewMatch(NamedTuple):
    """A match that was just kept."""

    public_id: str
    row_id: int


class NotScorer(Exception):
    """This phone may read the match, and not write in it."""

    page: ClassVar[str] = "NOT_SCORER"


class RevisionConflict(Exception):
    """The match went on since the act was decided; nothing was written."""

    def __init__(self, loaded_match: LoadedMatch) -> None:
        super().__init__(loaded_match.public_id)
        self.loaded_match = loaded_match


class ErasedNamesConflict(RevisionConflict):
    """It has a text in it that was typed before names were erased; nothing else is against it."""


class IdTaken(Exception):
    """There is a match with this id already, and it is another one; nothing was written."""

    def __init__(self, *, is_own: bool) -> None:
        super().__init__()
        self.is_own = is_own
        """Did this phone start it, with something else in it?"""


class OperationIdReused(Exception):
    """The operation was done already, with something else in it; nothing was written."""

    def __init__(self, loaded_match: LoadedMatch, act: MatchAct) -> None:
        super().__init__(loaded_match.public_id)
        self.loaded_match = loaded_match
        self.act = act


class _Matches(Owner[LoadedMatch, Ledger, Body, MatchAct, RoleRow | None]):
    """Finds matches, and writes in them."""

    not_allowed = NotScorer
    keeps_requests = False

    def role_of(self, loaded: LoadedMatch, phone_id: int | None) -> RoleRow | None:
        return MATCH_ROLES.role_of(loaded.id, phone_id) if phone_id is not None else None

    def find_own(self, public_id: str, phone_id: int | None) -> LoadedMatch:
        loaded = self.find(public_id)
        role = self.role_of(loaded, phone_id)
        if role is None or not role.writes:
            raise NotScorer
        return loaded

    def find_wanted(
        self, public_id: str, phone_id: int | None, op_id: str, body: Body
    ) -> Wanted[LoadedMatch, RoleRow | None]:
        reader = ReaderForSave(phone_id, op_id)
        loaded, role = self.find(public_id, reader.read_events), reader.role
        is_scorer = role is not None and role.writes
        if phone_id is None or not (is_scorer or _may_repeat(loaded, phone_id, op_id)):
            raise NotScorer
        return Wanted(loaded, role, is_scorer, reader.is_written)

    def is_done(
        self,
        loaded: LoadedMatch,
        phone_id: int | None,
        op_id: str,
        body: Body,
        operation_request: Json | None,
    ) -> bool:
        return self.is_written(
            loaded, op_id, lambda event: is_same_body(self.journal.act_of(event).body, body)
        )

    def is_said(self, loaded: LoadedMatch, phone_id: int, op_id: str, body: Body) -> bool:
        """Did this very phone say this already under this operation id?

        :raises OperationIdReused: something else was said, or by another phone.
        """

        def is_same(event: StoredEvent) -> bool:
            is_same_phone = event.phone_id == phone_id
            return is_same_phone and is_same_body(self.journal.act_of(event).body, body)

        return self.is_written(loaded, op_id, is_same)

    def state_after(self, loaded: LoadedMatch, act: MatchAct) -> Ledger:
        return with_act(loaded.ledger, act)

    def is_stale(self, state: Ledger, revision: int, body: Body) -> bool:
        return not state.accepts_revision(revision)

    def conflict(self, loaded: LoadedMatch) -> Exception:
        return RevisionConflict(loaded)

    def reused(self, loaded: LoadedMatch, event: StoredEvent) -> Exception:
        return OperationIdReused(loaded, self.journal.act_of(event))


MATCHES: Final = _Matches(MATCH_JOURNAL, LoadedMatch, MatchAct)
find_match = MATCHES.find


def find_match_until(public_id: str, seq: int) -> LoadedMatch:
    """The match as it stood after the event with this seq, also where what follows is damaged.

    :raises NotFound: there is no such match.
    :raises DamagedEvent: something up to there is not what was written.
    """
    events = MATCH_EVENTS.events_at(public_id, 1)
    if not events:
        raise NotFound(public_id)
    some = [event._replace(last=None) for event in events[: max(seq, 1)]]
    return LoadedMatch(public_id, replay(MATCH_JOURNAL.acts_of(some)))


def mark_of(public_id: str) -> str:
    """The mark of the match's present state, at the price of one look into the database.

    :raises NotFound: there is no such match.
    """
    mark = MATCH_JOURNAL.mark_at(public_id)
    if mark is None:
        raise NotFound(public_id)
    return mark


def mark_in_memory(public_id: str) -> str | None:
    """The mark of the match as this process last read or wrote it; None where it does not know."""
    return MATCH_JOURNAL.mark_in_memory(public_id)


def is_match(public_id: str) -> bool:
    """Is there a match with this id?"""
    return MATCH_EVENTS.owner_at(public_id) is not None


def is_scorer(public_id: str, phone_id: int | None) -> bool:
    """May this phone write in this match?"""
    role = MATCH_ROLES.role_at(public_id, phone_id) if phone_id is not None else None
    return role is not None and role.writes


def matches_of(phone_id: int, *, removed: bool = False) -> list[LoadedMatch]:
    """The matches in the phone's list, or those taken out of it, but for damaged ones.

    Running ones first, the newest first among each.
    """
    ledgers = MATCH_JOURNAL.find_all(queries.matches_of(phone_id, removed=removed))
    matches = [LoadedMatch(public_id, ledger) for public_id, ledger in ledgers]
    return sorted(matches, key=lambda one: one.ledger.standing.is_over)


def damaged_of(phone_id: int, whole: Iterable[LoadedMatch], *, removed: bool = False) -> list[str]:
    """The addresses of the others in that list: they are not what was written."""
    whole_ids = {one.public_id for one in whole}
    found = queries.matches_of(phone_id, removed=removed)
    return [public_id for _, public_id in found if public_id not in whole_ids]


def has_removed(phone_id: int) -> bool:
    """Was a match taken out of the phone's list?"""
    return bool(queries.matches_of(phone_id, removed=True))


def is_removed(public_id: str, phone_id: int | None) -> bool:
    """Was this match taken out of the phone's list?"""
    found = queries.matches_of(phone_id, removed=True) if phone_id is not None else []
    return any(address == public_id for _match_id, address in found)


def list_match(public_id: str, phone_id: int | None, *, listed: bool) -> None:
    """Put the match into the phone's list, or take it out; the match and its scorer stay.

    :raises NotFound: there is no such match.
    :raises NotScorer: it was never in this phone's list.
    """
    with writing(public_id):
        match_id = MATCH_EVENTS.owner_at(public_id)
        if match_id is None:
            raise NotFound(public_id)
        removed_at = None if listed else now()
        if phone_id is None or not queries.remove_from_list(match_id, phone_id, removed_at):
            raise NotScorer


def last_match_of(phone_id: int | None) -> LoadedMatch | None:
    """The match that the phone started last; None where that is damaged."""
    newest = queries.newest_match_of(phone_id) if phone_id is not None else None
    with suppress(DamagedEvent):
        return find_match(newest) if newest else None
    return None


def start_match(
    match: Match, phone_id: int, op_id: str, *, rematch_of: str | None = None
) -> tuple[LoadedMatch, bool]:
    """The new match, with this phone as its scorer, and whether it was just made.

    Sent again, the same operation returns the match that the first one made.

    :raises OperationIdReused: the operation id was used for something else.
    """
    with writing(op_id):
        public_id, is_new = start_once(match, phone_id, op_id, rematch_of)
    return find_match(public_id), is_new


def start_match_as(
    public_id: str, match: Match, phone_id: int, op_id: str
) -> tuple[LoadedMatch, bool]:
    """Store the new match with this id, which the phone chose before it reached the server.

    The phone is its scorer. A repeat returns the same match. `match.started` may be given. A moment
    in the future, or more than a week ago, is a wrong clock's: the server's time replaces it.

    :raises IdTaken: the id is another match's.
    :raises OperationIdReused: the operation id was used for something else.
    """
    with writing(public_id, op_id):
        match_id = MATCH_EVENTS.owner_at(public_id)
        if match_id is not None:
            start = find_match(public_id).ledger.acts[0]
            _check_same(start, match, phone_id, is_writer=is_scorer(public_id, phone_id))
        elif event := MATCH_EVENTS.event_with(op_id):
            other = find_match(MATCH_EVENTS.public_id_of(event.owner_id))
            raise OperationIdReused(other, MATCH_JOURNAL.act_of(event))
        else:
            start_once(match, phone_id, op_id, None, public_id)
    return find_match(public_id), match_id is None


def _check_same(start: MatchAct, match: Match, phone_id: int, *, is_writer: bool) -> None:
    # A phone that lost its cookie may be another one by now, which got its match back.
    is_own = start.phone == phone_id or is_writer
    # When it started was decided the first time.
    requested = Started.of(replace(match, started=""))
    assert isinstance(start.body, Started)
    stored = replace(start.body, head=replace(start.body.head, started=""))
    if not is_own or not is_same_body(stored, requested):
        raise IdTaken(is_own=is_own)


def start_once(
    match: Match, phone_id: int, op_id: str, rematch_of: str | None, chosen_id: str | None = None
) -> tuple[str, bool]:
    """The address of the match that this operation starts, and whether it was just made.

    Belongs in a `writing` block.

    :raises OperationIdReused: the operation id was used for something else.
    """
    event = MATCH_EVENTS.event_with(op_id)
    if event is None:
        body = Started.of(replace(match, started=_when_started(match.started)), rematch_of)
        act = MatchAct(1, body, op_id, now(), phone_id)
        return keep_new([act], rematch_of, chosen_id=chosen_id).public_id, True
    earlier_act, public_id = MATCH_JOURNAL.act_of(event), MATCH_EVENTS.public_id_of(event.owner_id)
    stored_start = earlier_act.body.head.started if isinstance(earlier_act.body, Started) else ""
    requested = Started.of(replace(match, started=stored_start), rematch_of)
    if earlier_act.phone != phone_id or not is_same_body(earlier_act.body, requested):
        raise OperationIdReused(find_match(public_id), earlier_act)
    return public_id, False


def keep_new(
    acts: Sequence[MatchAct],
    rematch_of: str | None = None,
    *,
    has_scorer: bool = True,
    chosen_id: str | None = None,
) -> NewMatch:
    """Keep a new match that these acts make; the phone that did them is its scorer.

    Unless it has none. Belongs in a `writing` block.
    """
    public_id = chosen_id or new_public_id()
    at, phone_id = acts[0].at, acts[0].phone
    assert at is not None
    assert phone_id is not None
    match_id = queries.add_match(public_id, at, rematch_of)
    if has_scorer:
        MATCH_ROLES.set_role(match_id, phone_id, RoleRow(writes=True, side=None), at)
    MATCH_JOURNAL.append(match_id, *acts, public_id=public_id)
    return NewMatch(public_id, match_id)


def add_started_matches(matches: Sequence[Match], phone_id: int) -> list[tuple[str, int]]:
    """Add new matches without a scorer, and return their addresses and row ids, in the same order.

    The rows are worked out first, because no other request writes until all are there. Belongs
    into a `writing` block.
    """
    at = now()
    starts = {
        new_public_id(): queries.StartRow(new_operation_id(), Started.of(match).data, at, phone_id)
        for match in matches
    }
    ids = queries.add_matches(starts)
    return [(public_id, ids[public_id]) for public_id in starts]


def append_act(
    public_id: str,
    phone_id: int | None,
    op_id: str,
    revision: int,
    body: Body,
    *,
    known_revision: int | None = None,
) -> tuple[LoadedMatch, bool]:
    """Write the act, and return the match and whether this call wrote it (False: a repeat).

    A phone that wrote the act, or held the pencil once, gets the first answer again.
    `known_revision` is the last revision that the phone had from the server, if it is before
    `revision`. An act of an offline phone rests on that state, and not on the phone's later acts.

    :raises NotFound: there is no such match.
    :raises NotScorer: this phone may not write in it.
    :raises OperationIdReused: the operation id was used for something else.
    :raises RevisionConflict: the match is past `revision`, or another act has that number now.
    :raises ErasedNamesConflict: the act has names in it, and others were erased since.
    :raises Refused: the act is not possible, with every problem of it.
    :raises Full: the match has as many acts as one may have.
    :raises DatabaseUnavailable: the database was locked too long.
    """
    operation = _ActRequest(public_id, phone_id, op_id, revision, body, known_revision)
    for is_last in (*[False] * EARLY_DECISIONS, True):
        decision = None if body.is_quick or is_last else _decide_early(operation)
        try:
            loaded_match, is_new = _append(operation, decision, may_decide=is_last or body.is_quick)
        except _ActUndecided:
            continue
        break
    if is_new:
        MATCH_JOURNAL.remember(public_id, loaded_match.ledger)
    return loaded_match, is_new


class _ActRequest(NamedTuple):
    """The request for an act; see `append_act`."""

    public_id: str
    phone_id: int | None
    op_id: str
    revision: int
    body: Body
    known_revision: int | None


class _ActDecision(NamedTuple):
    """The result of an act that was decided, and the match on which it was decided."""

    ledger: Ledger
    """The match on which it was decided."""
    result: Ledger | Refused | Full

    def holds_for(self, ledger: Ledger) -> bool:
        """Whether the match is still as it was then."""
        return (self.ledger.revision, self.ledger.mark) == (ledger.revision, ledger.mark)


class _ActUndecided(Exception):
    """The match went on while the act was decided; nothing was written."""


def _decide(ledger: Ledger, operation: _ActRequest) -> _ActDecision:
    seq, at = ledger.revision + 1, now()
    act = MatchAct(seq, operation.body, operation.op_id, at, operation.phone_id)
    try:
        return _ActDecision(ledger, with_act(ledger, act))
    except (Refused, Full) as refusal:
        return _ActDecision(ledger, refusal)


def _decide_early(operation: _ActRequest) -> _ActDecision | None:
    """Decide before the lock, behind which others wait; None for an act that is refused there."""
    if not is_scorer(operation.public_id, operation.phone_id):
        return None
    ledger = find_match(operation.public_id).ledger
    is_next = ledger.accepts_revision(operation.revision) and not ledger.done_by(operation.op_id)
    return _decide(ledger, operation) if is_next else None


def _append(
    operation: _ActRequest, decision: _ActDecision | None, *, may_decide: bool
) -> tuple[LoadedMatch, bool]:
    """The match after the act, and whether it was written just now.

    :raises _ActUndecided: it is still to be decided, and not here.
    """
    public_id, phone_id, op_id, revision, body, known_revision = operation
    with writing(public_id, op_id):
        loaded_match, is_new = MATCHES.prepare(public_id, phone_id, op_id, revision, body)
        if not is_new:
            return loaded_match, False
        ledger = loaded_match.ledger
        is_older = min(revision, known_revision or revision) < ledger.last_erasure
        if is_older and has_names(type(body), body.data):
            raise ErasedNamesConflict(loaded_match)
        if decision is None or not decision.holds_for(ledger):
            if not may_decide:
                raise _ActUndecided
            decision = _decide(ledger, operation)
        if not isinstance(decision.result, Ledger):
            raise decision.result
        # Done now, and not when it was decided.
        return MATCHES.append_decided(loaded_match, phone_id, op_id, decision.result), True


def may_ask_again(public_id: str, phone_id: int, op_id: str) -> bool:
    """Is this operation written, in a match in which this phone held the pencil once?

    :raises NotFound: there is no such match.
    """
    return _may_repeat(find_match(public_id), phone_id, op_id)


def _may_repeat(loaded_match: LoadedMatch, phone_id: int, op_id: str) -> bool:
    act = loaded_match.ledger.done_by(op_id)
    return act is not None and (act.phone == phone_id or loaded_match.ledger.held_pencil(phone_id))


def started_now() -> str:
    """Return this moment as a match that starts now stores it."""
    return _in_words_of_the_place(clock.moment())


def _when_started(started: str) -> str:
    """Return the phone's moment of the start where the server can believe it, else this moment."""
    present = clock.moment()
    moment = datetime.fromisoformat(started) if started else present
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=_zone())
    is_credible = present - _LONGEST_OFFLINE <= moment <= present
    return _in_words_of_the_place(moment if is_credible else present)


def _in_words_of_the_place(moment: datetime) -> str:
    # A sheet says the day as the table knew it: after midnight in Nicosia it is tomorrow in UTC.
    return moment.astimezone(_zone()).isoformat(timespec="seconds")


def _zone() -> ZoneInfo:
    return current_settings().zone
