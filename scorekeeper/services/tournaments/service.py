"""Keeping tournaments: reading them, and writing an act.

As in a match each act carries an operation id and the revision it was decided on. It is stale only
where what it rests on was changed since (`TournamentBody.rests_on`): four helpers write at four
tables.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar, Literal, NamedTuple, cast

from scorekeeper.journal.clock import now
from scorekeeper.journal.identifiers import hash_of
from scorekeeper.journal.journal import event_of
from scorekeeper.journal.json_values import Json
from scorekeeper.journal.revision import Revision
from scorekeeper.services.tournament_acts.body import TournamentBody
from scorekeeper.services.tournaments.acting import with_act
from scorekeeper.services.tournaments.acts import TournamentAct, is_asked_by, request_digest
from scorekeeper.services.tournaments.conflicts import is_stale
from scorekeeper.services.tournaments.state import Tournament
from scorekeeper.services.tournaments.tournament_journal import TOURNAMENT_JOURNAL
from scorekeeper.store import tournament_queries as queries
from scorekeeper.store.checking import DamagedEvent
from scorekeeper.store.db import writing
from scorekeeper.store.roles import TOURNAMENT_ROLES
from scorekeeper.store.streams import TOURNAMENT_EVENTS

Role = Literal["", "organiser", "helper"]
"""The role of a phone in a tournament; empty for one that has only its address."""


@dataclass(frozen=True, slots=True)
class LoadedTournament:
    """A tournament as it was loaded: its row id, its address and its state."""

    id: int
    public_id: str
    phone: int
    """The phone that it is itself."""
    tournament: Tournament

    @property
    def revision(self) -> Revision:
        """The revision that an act is decided on."""
        last = self.tournament.acts[-1]
        return Revision(last.seq, last.mark)


class NoTournament(Exception):
    """There is no such tournament."""

    page: ClassVar[str] = "NOT_FOUND"


class NotAllowed(Exception):
    """This phone may read the tournament, and not do this."""

    page: ClassVar[str] = "NOT_ORGANISER"


class TournamentConflict(Exception):
    """Something that the act rests on was changed meanwhile; nothing was written."""

    page: ClassVar[str] = "REVISION_CONFLICT"

    def __init__(self, loaded_tournament: LoadedTournament) -> None:
        super().__init__(loaded_tournament.public_id)
        self.loaded_tournament = loaded_tournament


class TournamentOperationReused(TournamentConflict):
    """The operation was done already, with something else in it."""


def find_tournament(public_id: str) -> LoadedTournament:
    """The tournament with this address.

    :raises NoTournament: there is none.
    :raises DamagedEvent: something of it is not what was written.
    """
    row = queries.tournament_at(public_id)
    if row is None:
        raise NoTournament(public_id)
    found = TOURNAMENT_JOURNAL.find(public_id)
    if found is None:  # it lost all of its events
        raise DamagedEvent(f"/t/{public_id}/", 1)
    return LoadedTournament(row.id, public_id, row.phone_id, found[1])


def find_tournaments(addresses: Iterable[str]) -> list[LoadedTournament]:
    """The tournaments with these addresses, in order, without those that are damaged or not there.

    However many they are, it is as many looks into the database.
    """
    listed = [*addresses]
    rows = queries.tournaments_at(listed)
    found = TOURNAMENT_JOURNAL.find_all([(rows[one].id, one) for one in listed if one in rows])
    return [
        LoadedTournament(rows[address].id, address, rows[address].phone_id, tournament)
        for address, tournament in found
    ]


def find_organised(public_id: str, phone_id: int | None) -> LoadedTournament:
    """The tournament, for a phone that organises it.

    :raises NoTournament: there is no such tournament.
    :raises NotAllowed: this phone does not organise it.
    """
    loaded_tournament = find_tournament(public_id)
    if role_of(loaded_tournament, phone_id) != "organiser":
        raise NotAllowed
    return loaded_tournament


class TournamentList(NamedTuple):
    """The tournaments in which a phone has a role, the newest first."""

    tournaments: list[LoadedTournament]
    damaged: list[str]
    """The addresses of those that are not what was written."""


def list_of(phone_id: int) -> TournamentList:
    """The tournaments in which the phone has a role."""
    found_tournaments = TournamentList([], [])
    for public_id in queries.tournaments_of(phone_id):
        try:
            found_tournaments.tournaments.append(find_tournament(public_id))
        except DamagedEvent:
            found_tournaments.damaged.append(public_id)
    return found_tournaments


def tournaments_of(phone_id: int) -> list[LoadedTournament]:
    """The tournaments in which the phone has a role, but for damaged ones."""
    return list_of(phone_id).tournaments


def find_role(public_id: str, secret: str | None) -> Role:
    """The role of the phone with this secret in the tournament with this address."""
    found = TOURNAMENT_ROLES.role_with(public_id, hash_of(secret)) if secret else None
    return cast(Role, found[1].role) if found else ""


def role_of(loaded_tournament: LoadedTournament, phone_id: int | None) -> Role:
    """The role of this phone in the tournament."""
    role = (
        TOURNAMENT_ROLES.role_of(loaded_tournament.id, phone_id) if phone_id is not None else None
    )
    return cast(Role, role.role if role else "")


def write(
    public_id: str,
    phone_id: int | None,
    op_id: str,
    revision: int,
    body: TournamentBody,
    operation_request: Json | None = None,
) -> LoadedTournament:
    """The tournament after the act; a repeat is answered as the first time.

    `operation_request` is what the phone sent, where the act follows from more than that.

    :raises NoTournament: there is no such tournament.
    :raises NotAllowed: this phone may not do it.
    :raises TournamentConflict: what it rests on is past `revision`, or the operation was something
        else.
    :raises TournamentRefused: the act is not possible.
    :raises DatabaseUnavailable: the database was locked too long.
    """
    with writing(public_id, op_id):
        operation_request = body.data if operation_request is None else operation_request
        loaded_tournament, is_new = begin(
            public_id, phone_id, op_id, revision, body, operation_request
        )
        if not is_new:
            return loaded_tournament
        body.check_request(loaded_tournament.tournament)
        return append(loaded_tournament, phone_id, op_id, body, operation_request)


def begin(
    public_id: str,
    phone_id: int | None,
    op_id: str,
    revision: int,
    body: TournamentBody,
    operation_request: Json,
) -> tuple[LoadedTournament, bool]:
    """The tournament, and whether the act is still to be written. Belongs into a `writing` block.

    `body` is as much of the act as is known.

    :raises NoTournament, NotAllowed, TournamentConflict: as of `write`.
    """
    loaded_tournament = find_tournament(public_id)
    role = role_of(loaded_tournament, phone_id)
    if not role:
        raise NotAllowed
    if is_repeat(loaded_tournament, phone_id, op_id, body.kind, operation_request):
        return loaded_tournament, False
    if not _may_write(role, body, loaded_tournament.tournament):
        raise NotAllowed
    if is_stale(loaded_tournament.tournament, revision, body):
        raise TournamentConflict(loaded_tournament)
    if role == "helper" and _is_decided(loaded_tournament.tournament, body):
        raise NotAllowed
    return loaded_tournament, True


def is_repeat(
    loaded_tournament: LoadedTournament,
    phone_id: int | None,
    op_id: str,
    kind: str,
    operation_request: Json,
) -> bool:
    """Was this operation done already, for the same phone and as it is asked now?

    :raises TournamentOperationReused: it was done with something else in it.
    """
    event = TOURNAMENT_EVENTS.event_with(op_id)
    if event is None:
        return False
    was = (event.owner_id, event.kind, event.phone_id)
    if was != (loaded_tournament.id, kind, phone_id) or not is_asked_by(
        event.request_digest, request_digest(operation_request)
    ):
        raise TournamentOperationReused(loaded_tournament)
    return True


def _may_write(role: str, body: TournamentBody, tournament: Tournament) -> bool:
    if role != "helper":
        return role == "organiser"
    # A round that others were drawn from is the organiser's to correct.
    return body.is_for_helpers and body.of_round == len(tournament.rounds)


def _is_decided(tournament: Tournament, body: TournamentBody) -> bool:
    """Is it about a table of which the organiser decided? Then only the organiser decides anew."""
    drawn_round = tournament.round(body.of_round or 0)
    table = drawn_round.table(body.of_table or 0) if drawn_round else None
    return table is not None and table.result is not None and table.result.is_decided


def append(
    loaded_tournament: LoadedTournament,
    phone_id: int | None,
    op_id: str,
    body: TournamentBody,
    operation_request: Json,
) -> LoadedTournament:
    """The tournament with the act written. Belongs into a `writing` block.

    :raises TournamentRefused: the act is not possible.
    """
    return append_all(loaded_tournament, phone_id, [(op_id, body, operation_request)])


def append_all(
    loaded_tournament: LoadedTournament,
    phone_id: int | None,
    operations: Iterable[tuple[str, TournamentBody, Json]],
) -> LoadedTournament:
    """The tournament with acts written: of each its operation id, its body, and what asked.

    :raises TournamentRefused: one of them is not possible.
    """
    tournament, acts = loaded_tournament.tournament, []
    for op_id, body, operation_request in operations:
        seq, mark = tournament.revision + 1, request_digest(operation_request)
        acts.append(TournamentAct(seq, body, op_id, now(), phone_id, mark))
        tournament = with_act(tournament, acts[-1])
    if acts:
        TOURNAMENT_JOURNAL.append(
            loaded_tournament.id, *acts, public_id=loaded_tournament.public_id
        )
    return replace(loaded_tournament, tournament=tournament)


def append_decided(
    loaded_tournament: LoadedTournament,
    phone_id: int | None,
    op_id: str,
    after: Tournament,
    operation_request: Json,
) -> LoadedTournament:
    """The tournament with the last act of `after` written, by which it becomes that.

    Belongs into a `writing` block.
    """
    act = after.acts[-1]._replace(
        op_id=op_id, at=now(), phone=phone_id, request_digest=request_digest(operation_request)
    )
    TOURNAMENT_JOURNAL.append(loaded_tournament.id, act, public_id=loaded_tournament.public_id)
    tournament = replace(after, acts=(*after.acts[:-1], act))
    return replace(loaded_tournament, tournament=tournament)


def rewrite(loaded_tournament: LoadedTournament, acts: Iterable[TournamentAct]) -> None:
    """Store acts of the tournament again, without names. Belongs into a `writing` block."""
    TOURNAMENT_EVENTS.rewrite(
        [event_of(loaded_tournament.id, act, loaded_tournament.public_id) for act in acts]
    )
