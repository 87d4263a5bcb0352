"""A register of sentences about acts of a tournament, one for each kind."""

from collections.abc import Callable
from functools import singledispatch
from typing import TypeVar

from scorekeeper.services.tournament_acts.body import TournamentBody
from scorekeeper.services.tournaments.acts import TournamentAct
from scorekeeper.services.tournaments.state import Tournament

B = TypeVar("B", bound=TournamentBody)
ActSentence = Callable[[B, TournamentAct, Tournament], str]


@singledispatch
def words_of_kind(body: TournamentBody, act: TournamentAct, tournament: Tournament) -> str:
    """The words of an act of this kind; `act_text` is how to ask for them."""
    raise TypeError(f"nothing is said of {body.kind}")


def describes(kind: type[B]) -> Callable[[ActSentence[B]], ActSentence[B]]:
    """Register the function that describes this kind of act."""

    def register(describe: ActSentence[B]) -> ActSentence[B]:
        words_of_kind.register(kind, describe)
        return describe

    return register
