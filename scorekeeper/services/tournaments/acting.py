"""What may be done to a tournament as it stands, and how it would stand then. Pure."""

from typing import Final

from scorekeeper.services.tournament_acts.refusals import CODES, Code, Fault, Refused
from scorekeeper.services.tournament_acts.results import LONGEST_REASON
from scorekeeper.services.tournament_acts.set_ups import LONGEST_TEXT, check_set_up
from scorekeeper.services.tournaments.acts import Act
from scorekeeper.services.tournaments.replaying import replay_further
from scorekeeper.services.tournaments.state import Tournament

__all__ = [
    "CODES",
    "HIGHEST_BYE",
    "LONGEST_REASON",
    "LONGEST_TEXT",
    "MOST",
    "MOST_ROUNDS",
    "Code",
    "Fault",
    "Refused",
    "check_set_up",
    "with_act",
]

MOST_ROUNDS: Final = 99
MOST: Final = 999
"""Hands or minutes of a match, and points for a match."""
HIGHEST_BYE: Final = 9999
"""A bye's score."""


def with_act(tournament: Tournament, act: Act) -> Tournament:
    """The tournament as it would stand after one more act.

    :raises Refused: the act is not possible, with what is wrong with it.
    """
    act.body.check(tournament)
    return replay_further(tournament, act)
