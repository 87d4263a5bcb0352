"""Knockout: who wins goes on; the last four play for the third place, too."""

from collections.abc import Sequence

from scorekeeper.draws.bracket import bracket_of, places_by_opponents
from scorekeeper.draws.lots import draw_lot
from scorekeeper.draws.matching import best
from scorekeeper.draws.model import BYE, Table, TournamentToDraw


def draw_knockout(tournament: TournamentToDraw) -> list[Table]:
    """The bracket's next tables, from top to bottom, and beside the final that for the third place.

    None once one pair is left. Who waits for one who is absent, goes on with a bye.
    """
    bracket, _ = bracket_of(tournament)
    if len(bracket.places) < 2:
        return []
    fixed_tables = [table for table in tournament.fixed if set(bracket.places).issuperset(table)]
    places = _with_forbidden(
        _place_fixed_tables(bracket.places, fixed_tables), fixed_tables, tournament
    )
    there = [
        _who_is_there(table, tournament) for table in zip(places[0::2], places[1::2], strict=True)
    ]
    third = [table for table in bracket.third_place if tournament.absent.isdisjoint(table)]
    return [table for table in there if table.a != BYE] + third


def _place_fixed_tables(places: Sequence[str], fixed_tables: Sequence[Table]) -> list[str]:
    """Move the second pair of each fixed table beside the first."""
    found = list(places)
    for a, b in fixed_tables:
        beside, there = found.index(a) ^ 1, found.index(b)
        found[beside], found[there] = found[there], found[beside]
        if found[there] == found[there ^ 1] == BYE:
            _share_byes(found, there, fixed_tables)
    return found


def _share_byes(places: list[str], nobody: int, fixed_tables: Sequence[Table]) -> None:
    """Give the byes of two that meet now to the nearest two that would have met."""
    seated = {pair for table in fixed_tables for pair in table} | {BYE}
    others = [
        place
        for place in range(1, len(places), 2)
        if seated.isdisjoint(places[place - 1 : place + 1])
    ]
    if others:
        nearest = min(others, key=lambda place: abs(place - nobody))
        places[nobody], places[nearest] = places[nearest], places[nobody]


def _with_forbidden(
    places: list[str], fixed_tables: Sequence[Table], tournament: TournamentToDraw
) -> list[str]:
    """The places, changed where neighbours are forbidden to meet, or are of one club at first.

    Nobody meets somebody farther off than need be: the squares of the ways add up to least.
    """
    forbidden = set(map(frozenset, tournament.forbidden))
    # Later the bracket goes on as it is.
    mates = {} if tournament.results else tournament.club_mates
    neighbours = [places[top : top + 2] for top in range(0, len(places), 2)]
    if not any(frozenset((a, b)) in forbidden or b in mates.get(a, ()) for a, b in neighbours):
        return places
    seated = {pair for table in fixed_tables for pair in table}
    free = [place for place, pair in enumerate(places) if pair not in seated]
    # Among twice as many as are forbidden to any of them, everyone finds another to meet.
    most = max(
        sum(pair in table for table in forbidden) + len(mates.get(pair, ()))
        for pair in tournament.pairs
    )
    levels = {}
    for at, a in enumerate(free):
        for b in free[at + 1 : at + 4 * (most + 1)]:
            if {places[a], places[b]} == {BYE}:
                continue
            lot = draw_lot(tournament.seed, len(tournament.results) + 1, places[a], places[b])
            levels[a, b] = (
                frozenset((places[a], places[b])) in forbidden,
                places[b] in mates.get(places[a], ()),
                (a // 2 - b // 2) ** 2,
                lot,
            )
    meeting = [*fixed_tables, *(Table(places[a], places[b]) for a, b in best(levels))]
    opponents = {one: other for table in meeting for one, other in (table, table[::-1])}
    opponents.pop(BYE, None)
    return places_by_opponents(places, opponents)


def _who_is_there(table: tuple[str, str], tournament: TournamentToDraw) -> Table:
    there = [pair for pair in table if pair != BYE and pair not in tournament.absent]
    return Table(*(*there, BYE, BYE)[:2])
