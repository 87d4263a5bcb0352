"""Words about the usual ways to play a tournament, and their choices."""

from typing import Final

from scorekeeper.i18n.language import Sentences, _l
from scorekeeper.phases.phase_plan import PhaseRanking
from scorekeeper.tournament.ways_to_play import Consolation, Way

WAYS: Final[Sentences[Way]] = Sentences(
    {
        "rounds": _l("Rounds, then perhaps a final"),
        "groups": _l("Groups, then a knockout"),
        "everybody": _l("Everyone meets everyone"),
        "ranking": _l("Neighbours in the standings"),
        "individual": _l("Everyone for themselves"),
        "knockout": _l("Knockout"),
    }
)
ABOUT_WAYS: Final[Sentences[Way]] = Sentences(
    {
        "rounds": _l("All pairs play each round; winners meet winners, or by lot."),
        "groups": _l("In a group everyone meets everyone, and the first ones go on."),
        "everybody": _l("Each pair meets each other pair once."),
        "ranking": _l("The first meets the second, the third the fourth, as they stand."),
        "individual": _l("Players come alone, and have another partner in each round."),
        "knockout": _l("The loser is out, or plays on for the other places."),
    }
)
CONSOLATIONS: Final[Sentences[Consolation]] = Sentences(
    {
        "none": _l("nobody"),
        "rest": _l("everybody else"),
        "losers": _l("those who lose in the first round of the knockout"),
    }
)
COUNTED: Final[Sentences[PhaseRanking]] = Sentences(
    {"wins": _l("Wins, then the difference"), "total": _l("All points, added up")}
)
