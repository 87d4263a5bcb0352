"""Check rights in a tournament: an organiser does all, a helper writes results, others read."""

from functools import partial

from scorekeeper.explain import tournament_words as words
from scorekeeper.services.tournaments.service import LoadedTournament, NotAllowed, find_tournament
from scorekeeper.web.security import role_in_tournament


def organised(tournament_id: str) -> LoadedTournament:
    """The tournament, for its organiser.

    :raises NotAllowed: for anyone else.
    """
    held = find_tournament(tournament_id)
    if role_in_tournament(tournament_id) != "organiser":
        raise NotAllowed
    return held


def helped(tournament_id: str) -> LoadedTournament:
    """The tournament, for its organiser and helpers.

    :raises NotAllowed: for anyone else.
    """
    held = find_tournament(tournament_id)
    if not role_in_tournament(tournament_id):
        raise NotAllowed
    return held


def context_of(held: LoadedTournament) -> dict[str, object]:
    """The variables that every page of a tournament has."""
    return {
        "held": held,
        "tournament": held.tournament,
        "set_up": held.tournament.set_up,
        "role": role_in_tournament(held.public_id),
        "round_name": partial(words.round_name, held.tournament),
        "table_name": partial(words.table_name, held.tournament),
        "last_table_name": words.last_table_name,
    }
