"""Knockout: winners go on, and those who lost play for the places that are decided."""

from collections.abc import Sequence

from scorekeeper.draws.knockout import Bracket, Tree, bracket_of, places_by_opponents
from scorekeeper.draws.model import BYE, Table, TournamentToDraw, draw_lot
from scorekeeper.draws.pairing import best


def draw_knockout(tournament: TournamentToDraw) -> list[Table]:
    """The next tables of each tree, from top to bottom, and beside the final for the third place.

    Empty once one pair is left. A pair that waits for an absent one goes on with a bye.
    """
    bracket, _ = bracket_of(tournament)
    tables = [table for tree in bracket.trees for table in _tables_of(tree, bracket, tournament)]
    third = [table for table in bracket.third_place if tournament.absent.isdisjoint(table)]
    return [table for table in tables if table.a != BYE] + third


def _tables_of(tree: Tree, bracket: Bracket, tournament: TournamentToDraw) -> list[Table]:
    """The tree's tables, of those who are there."""
    has_few_byes = tree is bracket.places
    fixed_tables = [table for table in tournament.fixed if set(tree).issuperset(table)]
    places = _place_fixed_tables(tree, fixed_tables, shares_byes=has_few_byes)
    places = _with_forbidden(places, fixed_tables, tournament, parts_empty=has_few_byes)
    return [
        _who_is_there(table, tournament) for table in zip(places[0::2], places[1::2], strict=True)
    ]


def _place_fixed_tables(
    places: Sequence[str], fixed_tables: Sequence[Table], *, shares_byes: bool
) -> list[str]:
    """Move the second pair of each fixed table beside the first."""
    found = list(places)
    for a, b in fixed_tables:
        beside, there = found.index(a) ^ 1, found.index(b)
        found[beside], found[there] = found[there], found[beside]
        if shares_byes and found[there] == found[there ^ 1] == BYE:
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
    places: list[str],
    fixed_tables: Sequence[Table],
    tournament: TournamentToDraw,
    *,
    parts_empty: bool,
) -> list[str]:
    """The places, changed where neighbours are forbidden to meet, or are of one club at first.

    Pairs move no farther than needed: the sum of the squared ways is the smallest. In a tree with
    few empty places no two of them come together (`parts_empty`).
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
            if parts_empty and {places[a], places[b]} == {BYE}:
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
