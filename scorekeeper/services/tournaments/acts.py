"""A tournament's events. Pure.

What each kind of act holds, when it may be done and what it does stands in `tournament_acts`.
"""

from scorekeeper.journal.act import Act
from scorekeeper.services.tournament_acts.body import TournamentBody


class TournamentAct(Act[TournamentBody]):
    """An event as the tournament sees it."""

    __slots__ = ()
