"""Keeping tournaments: reading them, and writing an act.

As in a match each act carries an operation id and the revision it was decided on. It is stale only
where what it rests on was changed since (`acts.rests_on`): four helpers write at four tables.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import reduce
from threading import Lock
from typing import Final, Literal, cast

from cachetools import LRUCache

from scorekeeper.services.matches import new_public_id, now
from scorekeeper.services.phones import enrol_silent, hash_of
from scorekeeper.services.tournaments.acting import check_set_up, with_act
from scorekeeper.services.tournaments.acts import (
    ERASING,
    HELPERS,
    Act,
    Json,
    Kind,
    mark_of,
    rests_on,
    writes,
)
from scorekeeper.services.tournaments.nameless import is_asked_by, says
from scorekeeper.services.tournaments.replaying import replay, replay_further
from scorekeeper.services.tournaments.state import Tournament
from scorekeeper.store import tournament_queries as queries
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
    acts = [act_of(event) for event in queries.events_of(row.id, known.revision if known else 1)]
    changes_past = any(act.kind in ERASING for act in acts[1:])
    if known is None:
        tournament = replay(acts)
    elif acts and acts[0] == known.acts[-1] and not changes_past:
        tournament = reduce(replay_further, acts[1:], known)
    else:
        tournament = replay([act_of(event) for event in queries.events_of(row.id, 1)])
    with _lock:
        _kept[row.id] = tournament
    return tournament


def tournaments_of(phone_id: int) -> list[Held]:
    """The tournaments in which the phone has a role, the newest first."""
    return [find_tournament(public_id) for public_id in queries.tournaments_of(phone_id)]


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
            if not is_same or not says(done.data, "set_up", data):
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
    act = Act(1, "set_up", data, op_id, now(), phone_id, mark_of(data))
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
    """The tournament after the act; a repeat is answered as the first time.

    `asked` is what the phone sent, where the act follows from more than that.

    :raises NoTournament: there is no such tournament.
    :raises NotAllowed: this phone may not do it.
    :raises MovedOn: what it rests on is past `revision`, or the operation was something else.
    :raises Refused: the act is not possible.
    :raises Busy: the database was locked too long.
    """
    with writing(public_id, op_id):
        asked = data if asked is None else asked
        held, is_new = begin(public_id, phone_id, op_id, revision, kind, data, asked)
        return append(held, phone_id, op_id, kind, data, asked) if is_new else held


def begin(
    public_id: str,
    phone_id: int | None,
    op_id: str,
    revision: int,
    kind: Kind,
    data: Json,
    asked: Json,
) -> tuple[Held, bool]:
    """The tournament, and whether the act is still to be written. Belongs into a `writing` block.

    `data` is as much of the act as is known.

    :raises NoTournament, NotAllowed, MovedOn: as of `do`.
    """
    held = find_tournament(public_id)
    role = role_of(held, phone_id)
    if not role:
        raise NotAllowed
    done = queries.event_with(op_id)
    if done is not None:
        was = (done.tournament_id, done.kind, done.phone_id)
        if was != (held.id, kind, phone_id) or not is_asked_by(done.asked, mark_of(asked)):
            raise DoneOtherwise(held)
        return held, False
    if not _may(role, kind, data, held.tournament):
        raise NotAllowed
    if is_stale(held.tournament, revision, kind, data):
        raise MovedOn(held)
    return held, True


def is_stale(tournament: Tournament, revision: int, kind: Kind, data: Json) -> bool:
    """Was something that the act rests on changed after this revision?"""
    if not 0 < revision <= tournament.revision:
        return True
    since = tournament.acts[revision:]
    return not rests_on(kind, data).isdisjoint(frozenset().union(*map(writes, since)))


def were_names_erased(
    tournament: Tournament, op_id: str, revision: int, pair: str | None = None
) -> bool:
    """Were names erased that this operation, decided at this revision, might bring back?

    With `pair` it can bring back no other pair's. What was done already brings nothing back.
    """
    return not tournament.has_done(op_id) and any(
        act.kind in ERASING and (pair is None or act.data.get("pair", pair) == pair)
        for act in tournament.acts[revision:]
    )


def _may(role: str, kind: Kind, data: Json, tournament: Tournament) -> bool:
    if role != "helper":
        return role == "organiser"
    # A round that others were drawn from is the organiser's to correct.
    return kind in HELPERS and data.get("round") == len(tournament.rounds)


def append(
    held: Held, phone_id: int | None, op_id: str, kind: Kind, data: Json, asked: Json
) -> Held:
    """The tournament with the act written. Belongs into a `writing` block.

    :raises Refused: the act is not possible.
    """
    return append_all(held, phone_id, kind, [(op_id, data, asked)])


def append_all(
    held: Held, phone_id: int | None, kind: Kind, told: Iterable[tuple[str, Json, Json]]
) -> Held:
    """The tournament with acts of one kind written: of each its operation id, data, and what asked.

    :raises Refused: one of them is not possible.
    """
    tournament, acts = held.tournament, []
    for op_id, data, asked in told:
        seq, mark = tournament.revision + 1, mark_of(asked)
        acts.append(Act(seq, kind, data, op_id, now(), phone_id, mark))
        tournament = with_act(tournament, acts[-1])
    if acts:
        add(held.id, *acts)
    return replace(held, tournament=tournament)


def add(tournament_id: int, *acts: Act) -> None:
    """Append the acts. Belongs into a `writing` block."""
    queries.add_events([_event_of(tournament_id, act) for act in acts])


def _event_of(tournament_id: int, act: Act) -> queries.TournamentEventRow:
    assert act.at is not None
    assert act.phone is not None
    return queries.TournamentEventRow(
        tournament_id, act.seq, act.op_id, act.kind, act.data, act.at, act.phone, act.asked
    )


def act_of(event: queries.TournamentEventRow) -> Act:
    """An event as the tournament sees it."""
    kind = cast(Kind, event.kind)
    return Act(event.seq, kind, event.data, event.op_id, event.at, event.phone_id, event.asked)
