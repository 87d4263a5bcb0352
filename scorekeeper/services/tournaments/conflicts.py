"""See whether an act was decided on something that has changed since. Pure."""

from scorekeeper.journal.owner import is_stale
from scorekeeper.services.tournament_acts.desk import PairErased
from scorekeeper.services.tournament_acts.registrations import RegistrationEnded
from scorekeeper.services.tournaments.state import Tournament, TournamentBody


def is_next(tournament: Tournament, op_id: str, revision: int, body: TournamentBody) -> bool:
    """Would the act be written now? Else there is no use in asking whether it is meant.

    It was done already, or something that it rests on was changed since.
    """
    return not (tournament.has_done(op_id) or is_stale(tournament, revision, body))


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
