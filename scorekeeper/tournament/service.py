"""Tournaments as owners of acts: who may do what in one (`journal.owner`), and when."""

from typing import Final

from scorekeeper.journal.owner import Loaded, NotAllowed, Organised, Role
from scorekeeper.store.owner_rows import TOURNAMENT_HEADS
from scorekeeper.store.roles import TOURNAMENT_ROLES
from scorekeeper.tournament.acts.desk import PairErased
from scorekeeper.tournament.acts.registrations import RegistrationEnded
from scorekeeper.tournament.state import Tournament, TournamentAct, TournamentBody
from scorekeeper.tournament.tournament_journal import TOURNAMENT_JOURNAL, with_act


class LoadedTournament(Loaded[Tournament]):
    """A tournament as it was loaded."""

    __slots__ = ()

    @property
    def tournament(self) -> Tournament:
        """What its acts come to."""
        return self.state


class _Tournaments(Organised[LoadedTournament, Tournament, TournamentBody, TournamentAct]):
    """Finds tournaments, and writes in them."""

    def state_after(self, loaded: LoadedTournament, act: TournamentAct) -> Tournament:
        return with_act(loaded.tournament, act)

    def may_help_with(self, loaded: LoadedTournament, body: TournamentBody) -> bool:
        # A round that others were drawn from is the organiser's to correct.
        return body.is_for_helpers and body.of_round == len(loaded.tournament.rounds)

    def check_right(
        self, loaded: LoadedTournament, body: TournamentBody, role: Role, phone_id: int | None
    ) -> None:
        """See that no helper writes at a table of which the organiser decided.

        :raises NotAllowed: one does.
        """
        drawn_round = loaded.tournament.round(body.of_round or 0)
        table = drawn_round.table(body.of_table or 0) if drawn_round else None
        is_decided = table is not None and table.result is not None and table.result.is_decided
        if role == "helper" and is_decided:
            raise NotAllowed

    def check_request(self, loaded: LoadedTournament, body: TournamentBody) -> None:
        body.check_request(loaded.tournament)


TOURNAMENTS: Final = _Tournaments(
    TOURNAMENT_JOURNAL, TOURNAMENT_HEADS, TOURNAMENT_ROLES, LoadedTournament, TournamentAct
)
find_tournament = TOURNAMENTS.find


def is_next(tournament: Tournament, op_id: str, revision: int, body: TournamentBody) -> bool:
    """Would the act be written now? Else there is no use in asking whether it is meant.

    It was done already, or something that it rests on was changed since.
    """
    return not (tournament.has_done(op_id) or TOURNAMENTS.is_stale(tournament, revision, body))


def were_names_erased(
    tournament: Tournament, op_id: str, revision: int, pair: str | None = None
) -> bool:
    """Were names erased that this operation, decided at this revision, might bring back?

    With `pair` it can bring back no other pair's. What was done already brings nothing back.
    """
    since = (
        act.body
        for act in tournament.acts[revision:]
        if act.body.is_erasing and not isinstance(act.body, RegistrationEnded)
    )
    return not tournament.has_done(op_id) and any(
        pair is None or not isinstance(body, PairErased) or body.pair == pair for body in since
    )
