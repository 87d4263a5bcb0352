"""Begin a tournament: its row, its first act and its organiser."""

from scorekeeper.journal.clock import now
from scorekeeper.journal.identifiers import new_public_id
from scorekeeper.journal.redaction import is_same_body
from scorekeeper.services.phones import enrol_silent
from scorekeeper.services.tournament_acts.registry import read_body
from scorekeeper.services.tournament_acts.set_ups import TournamentSetUp
from scorekeeper.services.tournaments.acts import TournamentAct, request_digest
from scorekeeper.services.tournaments.replaying import replay
from scorekeeper.services.tournaments.service import (
    LoadedTournament,
    TournamentOperationReused,
    find_tournament,
)
from scorekeeper.services.tournaments.tournament_journal import TOURNAMENT_JOURNAL
from scorekeeper.store import tournament_queries as queries
from scorekeeper.store.db import writing
from scorekeeper.store.roles import TOURNAMENT_ROLES, TournamentRoleRow
from scorekeeper.store.streams import TOURNAMENT_EVENTS


def set_up(body: TournamentSetUp, phone_id: int, op_id: str) -> LoadedTournament:
    """The new tournament, which this phone organises.

    Sent again, the same operation returns the tournament that the first one made.

    :raises TournamentRefused: a text of it is unfit.
    :raises TournamentOperationReused: the operation id was used for something else.
    """
    with writing(op_id):
        event = TOURNAMENT_EVENTS.event_with(op_id)
        if event is not None:
            loaded_tournament = find_tournament(TOURNAMENT_EVENTS.public_id_of(event.owner_id))
            is_same = (event.kind, event.phone_id) == (TournamentSetUp.kind, phone_id)
            if not is_same or not is_same_body(read_body(event.kind, event.data), body):
                raise TournamentOperationReused(loaded_tournament)
            return loaded_tournament
        public_id = add_tournament(body, phone_id, op_id).public_id
    return find_tournament(public_id)


def add_tournament(body: TournamentSetUp, phone_id: int, op_id: str) -> LoadedTournament:
    """A new tournament, which this phone organises. Belongs into a `writing` block.

    :raises TournamentRefused: a text of it is unfit.
    """
    body.check_texts()
    public_id, phone = new_public_id(), enrol_silent()
    tournament_id = queries.add_tournament(public_id, phone, now())
    TOURNAMENT_ROLES.set_role(tournament_id, phone_id, TournamentRoleRow("organiser"), now())
    act = TournamentAct(1, body, op_id, now(), phone_id, request_digest(body.data))
    TOURNAMENT_JOURNAL.append(tournament_id, act, public_id=public_id)
    return LoadedTournament(tournament_id, public_id, phone, replay([act]))
