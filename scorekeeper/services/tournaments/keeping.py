"""Keeping tournaments: reading them, and writing an act.

As in a match each act carries an operation id and the revision it was decided on. It is stale only
where what it rests on was changed since (`TournamentBody.rests_on`): four helpers write at four
tables.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from threading import Lock
from typing import Final, Literal, NamedTuple, cast

from cachetools import LRUCache

from scorekeeper.services.matches import new_public_id, now
from scorekeeper.services.phones import enrol_silent, hash_of
from scorekeeper.services.stored_body import Json
from scorekeeper.services.tournament_acts.beside import PairErased
from scorekeeper.services.tournament_acts.body import Kind, TournamentBody
from scorekeeper.services.tournament_acts.registry import read_body
from scorekeeper.services.tournament_acts.set_ups import TournamentSetUp
from scorekeeper.services.tournaments.acting import check_set_up, with_act
from scorekeeper.services.tournaments.acts import Act, mark_of
from scorekeeper.services.tournaments.nameless import is_asked_by, says
from scorekeeper.services.tournaments.replaying import replay, replay_further
from scorekeeper.services.tournaments.state import Tournament
from scorekeeper.store import tournament_queries as queries
from scorekeeper.store.checking import DamagedEvent
from scorekeeper.store.db import writing

Role = Literal["", "organiser", "helper"]
"""What a phone is in a tournament; nothing is whoever has its address."""


@dataclass(frozen=True, slots=True)
class Held:
    """A tournament as it is kept here."""

    id: int
    public_id: str
    phone: int
    """The phone that it is itself."""
    tournament: Tournament

    @property
    def revision(self) -> int:
        """What an act is decided on."""
        return self.tournament.revision


class NoTournament(Exception):
    """There is no such tournament."""


class NotAllowed(Exception):
    """This phone may read the tournament, and not do this."""


class MovedOn(Exception):
    """What the act rests on was changed meanwhile, or was written otherwise; nothing was."""

    def __init__(self, held: Held) -> None:
        super().__init__(held.public_id)
        self.held = held


class DoneOtherwise(MovedOn):
    """The operation was done already, with something else in it."""


_KEPT: Final = 64
_kept: LRUCache[int, Tournament] = LRUCache(_KEPT)
_lock: Final = Lock()


def find_tournament(public_id: str) -> Held:
    """The tournament with this address.

    :raises NoTournament: there is none.
    :raises DamagedEvent: something of it is not what was written.
    """
    row = queries.tournament_at(public_id)
    if row is None:
        raise NoTournament(public_id)
    return Held(row.id, public_id, row.phone_id, _read(row))


def _read(row: queries.TournamentRow) -> Tournament:
    """The tournament, of which only what was written since it was last read is folded.

    Memory is never believed: its last act must be the database's event of that seq, and no names
    erased since.
    """
    with _lock:
        known = _kept.get(row.id)
    acts = [act_of(event) for event in queries.events_of(row.id, known.revision)] if known else []
    changes_past = any(act.body.is_erasing for act in acts[1:])
    if known is not None and acts and acts[0] == known.acts[-1] and not changes_past:
        tournament = reduce(replay_further, acts[1:], known)
    else:
        tournament = replay(acts_of(queries.events_of(row.id, 1)))
    if tournament.revision < row.revision:  # it was read before the events, and may be the older
        raise DamagedEvent(f"/t/{queries.public_id_of(row.id)}/", tournament.revision + 1)
    with _lock:
        _kept[row.id] = tournament
    return tournament


class Listed(NamedTuple):
    """The tournaments in which a phone has a role, the newest first."""

    held: list[Held]
    damaged: list[str]
    """The addresses of those that are not what was written."""


def list_of(phone_id: int) -> Listed:
    """The tournaments in which the phone has a role."""
    listed = Listed([], [])
    for public_id in queries.tournaments_of(phone_id):
        try:
            listed.held.append(find_tournament(public_id))
        except DamagedEvent:
            listed.damaged.append(public_id)
    return listed


def tournaments_of(phone_id: int) -> list[Held]:
    """Those of them that are whole."""
    return list_of(phone_id).held


def find_role(public_id: str, secret: str | None) -> Role:
    """What the phone with this secret is in the tournament with this address."""
    found = queries.role_with(public_id, hash_of(secret)) if secret else None
    return cast(Role, found[1]) if found else ""


def role_of(held: Held, phone_id: int | None) -> Role:
    """What this phone is in the tournament."""
    role = queries.role_of(held.id, phone_id) if phone_id is not None else None
    return cast(Role, role or "")


def set_up(data: Json, phone_id: int, op_id: str) -> Held:
    """The new tournament, which this phone organises.

    The same operation again gives the tournament that the first one made.

    :raises Refused: a text of it is unfit.
    :raises DoneOtherwise: the operation id was used for something else.
    """
    with writing(op_id):
        done = queries.event_with(op_id)
        if done is not None:
            held = find_tournament(queries.public_id_of(done.tournament_id))
            is_same = (done.kind, done.phone_id) == ("set_up", phone_id)
            asked = TournamentSetUp.read(data)
            if not is_same or not says(read_body(done.kind, done.data), asked):
                raise DoneOtherwise(held)
            return held
        public_id = add_tournament(data, phone_id, op_id).public_id
    return find_tournament(public_id)


def add_tournament(data: Json, phone_id: int, op_id: str) -> Held:
    """A new tournament, which this phone organises. Belongs into a `writing` block.

    :raises Refused: a text of it is unfit.
    """
    check_set_up(data)
    public_id, phone = new_public_id(), enrol_silent()
    tournament_id = queries.add_tournament(public_id, phone, now())
    queries.set_role(tournament_id, phone_id, "organiser", now())
    act = Act(1, TournamentSetUp.read(data), op_id, now(), phone_id, mark_of(data))
    add(tournament_id, act)
    return Held(tournament_id, public_id, phone, replay([act]))


def do(
    public_id: str,
    phone_id: int | None,
    op_id: str,
    revision: int,
    kind: Kind,
    data: Json,
    asked: Json | None = None,
) -> Held:
    """Write an act that is told as JSON: see `write`."""
    body, asked = read_body(kind, data), data if asked is None else asked
    return write(public_id, phone_id, op_id, revision, body, asked)


def write(
    public_id: str,
    phone_id: int | None,
    op_id: str,
    revision: int,
    body: TournamentBody,
    asked: Json | None = None,
) -> Held:
    """The tournament after the act; a repeat is answered as the first time.

    `asked` is what the phone sent, where the act follows from more than that.

    :raises NoTournament: there is no such tournament.
    :raises NotAllowed: this phone may not do it.
    :raises MovedOn: what it rests on is past `revision`, or the operation was something else.
    :raises Refused: the act is not possible.
    :raises DatabaseUnavailable: the database was locked too long.
    """
    with writing(public_id, op_id):
        asked = body.data if asked is None else asked
        held, is_new = begin(public_id, phone_id, op_id, revision, body, asked)
        return append(held, phone_id, op_id, body, asked) if is_new else held


def begin(
    public_id: str,
    phone_id: int | None,
    op_id: str,
    revision: int,
    body: TournamentBody,
    asked: Json,
) -> tuple[Held, bool]:
    """The tournament, and whether the act is still to be written. Belongs into a `writing` block.

    `body` is as much of the act as is known.

    :raises NoTournament, NotAllowed, MovedOn: as of `write`.
    """
    held = find_tournament(public_id)
    role = role_of(held, phone_id)
    if not role:
        raise NotAllowed
    done = queries.event_with(op_id)
    if done is not None:
        was = (done.tournament_id, done.kind, done.phone_id)
        if was != (held.id, body.kind, phone_id) or not is_asked_by(done.asked, mark_of(asked)):
            raise DoneOtherwise(held)
        return held, False
    if not _may(role, body, held.tournament):
        raise NotAllowed
    if is_stale(held.tournament, revision, body):
        raise MovedOn(held)
    return held, True


def is_stale(tournament: Tournament, revision: int, body: TournamentBody) -> bool:
    """Was something that the act rests on changed after this revision?"""
    if not 0 < revision <= tournament.revision:
        return True
    since = (act.body.writes() for act in tournament.acts[revision:])
    return not body.rests_on().isdisjoint(frozenset().union(*since))


def were_names_erased(
    tournament: Tournament, op_id: str, revision: int, pair: str | None = None
) -> bool:
    """Were names erased that this operation, decided at this revision, might bring back?

    With `pair` it can bring back no other pair's. What was done already brings nothing back.
    """
    since = (act.body for act in tournament.acts[revision:] if act.body.is_erasing)
    return not tournament.has_done(op_id) and any(
        pair is None or not isinstance(body, PairErased) or body.pair == pair for body in since
    )


def _may(role: str, body: TournamentBody, tournament: Tournament) -> bool:
    if role != "helper":
        return role == "organiser"
    # A round that others were drawn from is the organiser's to correct.
    return body.is_for_helpers and body.of_round == len(tournament.rounds)


def append(held: Held, phone_id: int | None, op_id: str, body: TournamentBody, asked: Json) -> Held:
    """The tournament with the act written. Belongs into a `writing` block.

    :raises Refused: the act is not possible.
    """
    return append_all(held, phone_id, [(op_id, body, asked)])


def append_all(
    held: Held, phone_id: int | None, told: Iterable[tuple[str, TournamentBody, Json]]
) -> Held:
    """The tournament with acts written: of each its operation id, its body, and what asked.

    :raises Refused: one of them is not possible.
    """
    tournament, acts = held.tournament, []
    for op_id, body, asked in told:
        seq, mark = tournament.revision + 1, mark_of(asked)
        acts.append(Act(seq, body, op_id, now(), phone_id, mark))
        tournament = with_act(tournament, acts[-1])
    if acts:
        add(held.id, *acts)
    return replace(held, tournament=tournament)


def add(tournament_id: int, *acts: Act) -> None:
    """Append the acts. Belongs into a `writing` block."""
    queries.add_events([event_of(tournament_id, act) for act in acts])


def event_of(tournament_id: int, act: Act) -> queries.TournamentEventRow:
    """The act as an event of the tournament with this row id, to be written."""
    assert act.at is not None
    assert act.phone is not None
    return queries.TournamentEventRow(
        tournament_id, act.seq, act.op_id, act.kind, act.data, act.at, act.phone, act.asked
    )


def acts_of(events: Sequence[queries.TournamentEventRow]) -> list[Act]:
    """All events of a tournament, as it sees them.

    :raises DamagedEvent: one of them is not what was written, or is missing.
    """
    for seq, event in enumerate(events, 1):
        if event.seq != seq:
            raise DamagedEvent(f"/t/{event.public_id}/", seq)
    return [act_of(event) for event in events]


def act_of(event: queries.TournamentEventRow) -> Act:
    """An event as the tournament sees it.

    :raises DamagedEvent: it is not what was written.
    """
    if not event.is_whole:
        raise DamagedEvent(f"/t/{event.public_id}/", event.seq)
    body = read_body(event.kind, event.data)
    return Act(event.seq, body, event.op_id, event.at, event.phone_id, event.asked)
