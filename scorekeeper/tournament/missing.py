"""Who is not in a round: the pairs that are absent, and those that withdrew. Pure."""

from collections.abc import Collection

from scorekeeper.tournament.drawn_rounds import DrawnRound, MissingPairs
from scorekeeper.tournament.state import Tournament


def missing_pairs(tournament: Tournament, seated: Collection[str]) -> MissingPairs:
    """The pairs that are not in the next round, where these sit.

    In a knockout nobody is missed who is out.
    """
    last = tournament.last_round
    expected = set(tournament.pairs)
    if tournament.set_up.format == "knockout" and last is not None:
        expected = _went_on(last)
    missing = [pair for key, pair in tournament.pairs.items() if key in expected - {*seated}]
    return MissingPairs(
        tuple(pair.key for pair in missing if not pair.plays and not pair.withdrawn),
        tuple(pair.key for pair in missing if pair.withdrawn),
    )


def _went_on(last: DrawnRound) -> set[str]:
    """Who is in the next round of a knockout; beside the final those who lost before it, too."""
    is_semi_final = len(last.tables) + len(last.byes) == 2
    went_on = {*last.byes}
    for table in last.tables:
        if is_semi_final or table.result is None or table.result.score[0] > table.result.score[1]:
            went_on.add(table.a)
        if is_semi_final or table.result is None or table.result.score[0] < table.result.score[1]:
            went_on.add(table.b)
    return went_on
