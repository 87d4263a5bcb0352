"""Swiss: winners meet winners. And random: the lot alone, without regard to scores."""

from scorekeeper.draws.lots import draw_lot
from scorekeeper.draws.meetings import History
from scorekeeper.draws.model import Table, TournamentToDraw
from scorekeeper.draws.pairing import pair_up


def draw_swiss(tournament: TournamentToDraw, history: History) -> list[Table]:
    """The best draw in score groups; within a group the lot puts them in order."""
    order = sorted(_by_lot(tournament), key=lambda pair: -history.points[pair])
    return pair_up(order, tournament, history, by_score=True)


def draw_random(tournament: TournamentToDraw, history: History) -> list[Table]:
    """Neighbours by lot meet, unless they met before; the last one has the bye."""
    return pair_up(_by_lot(tournament), tournament, history, by_score=False)


def _by_lot(tournament: TournamentToDraw) -> list[str]:
    """The pairs that play, in the order of this round's lots."""
    number = len(tournament.results) + 1
    return sorted(tournament.present, key=lambda pair: draw_lot(tournament.seed, number, pair))
