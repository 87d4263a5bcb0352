"""Check an act against a tournament, and fold the tournament as it would stand then. Pure."""

from typing import Final

from scorekeeper.services.match_acts.body import Full
from scorekeeper.services.tournaments.replaying import replay_further
from scorekeeper.services.tournaments.state import Tournament, TournamentAct

MOST_ACTS: Final = 10_000
"""Two hundred tables of fifteen rounds, each sheet typed and twice corrected, are fewer."""
RESERVED_ACTS: Final = 1_000
"""So many more, by which its organiser goes on. Its names can always be erased."""


class TournamentFull(Full):
    """The tournament has as many acts as one may have; nothing changed."""

    page = "TOURNAMENT_FULL"


def with_act(tournament: Tournament, act: TournamentAct) -> Tournament:
    """The tournament as it would stand after one more act.

    :raises TournamentFull: there is no room for it.
    :raises TournamentRefused: the act is not possible, with what is wrong with it.
    """
    if tournament.revision >= MOST_ACTS + (0 if act.body.is_for_helpers else RESERVED_ACTS):
        raise TournamentFull
    act.body.check(tournament)
    return replay_further(tournament, act)
