"""Knockout and its bracket: winners go on; the last four play for the third place, too."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.draws.model import (
    BYE,
    Bye,
    DrawProblem,
    PlayedPairing,
    Round,
    Table,
    TournamentToDraw,
    draw_lot,
)
from scorekeeper.draws.pairing import best


def seeding_order(pairs: Sequence[str]) -> list[str]:
    """The bracket's places from top to bottom, `BYE` for an empty place.

    The first two of `pairs` can meet in the final only. The first four cannot meet before the
    semi-finals, and so on; the pairs without an opponent are among the first.

    >>> seeding_order(["1", "2", "3", "4", "5", "6"])
    ['1', '', '4', '5', '2', '', '3', '6']
    """
    seeds = [0]
    while len(seeds) < len(pairs):
        last = 2 * len(seeds) - 1
        seeds = [one for seed in seeds for one in (seed, last - seed)]
    return [pairs[seed] if seed < len(pairs) else BYE for seed in seeds]


@dataclass(frozen=True, slots=True)
class Bracket:
    """The state of a knockout."""

    places: tuple[str, ...]
    """The pairs still in; neighbours meet next, and a single one has won."""
    beaten: tuple[str, ...] = ()
    """The pairs that lost in the last round."""

    @property
    def third_place(self) -> tuple[Table, ...]:
        """Beside the final, the table of the two who lost before it."""
        return (Table(*self.beaten),) if len(self.places) == len(self.beaten) == 2 else ()

    @property
    def is_last(self) -> bool:
        """Is the final next, or over?"""
        return len(self.places) <= 2

    def strays(self, table: Table) -> bool:
        """Does a pair that is out sit there, though the table is not that for the third place?"""
        return any(pair in self.beaten for pair in table) and not any(
            set(table) == set(third) for third in self.third_place
        )

    def is_in(self, pair: str) -> bool:
        """Does the pair play in the next round?"""
        players = self.places if len(self.places) > 1 else ()
        return pair in players or any(pair in table for table in self.third_place)


def bracket_of(tournament: TournamentToDraw) -> tuple[Bracket, tuple[DrawProblem, ...]]:
    """The bracket after the rounds so far; up to the first round with a problem.

    Where others met than the bracket had it, because the organiser changed it, they changed places.
    """
    bracket = Bracket(tuple(seeding_order(tournament.pairs)))
    for number, played in enumerate(tournament.results, 1):
        problems = _problems(bracket, played, number)
        if problems:
            return bracket, problems
        after = _after(bracket, played)
        if after is None and _is_changed_final(bracket, played):
            after = Bracket(())
        if after is None:
            return bracket, (DrawProblem("out", "results", number),)
        bracket = after
    return bracket, ()


def _problems(bracket: Bracket, played: Round, number: int) -> tuple[DrawProblem, ...]:
    drawn = [
        DrawProblem("drawn", "results", number, pair)
        for result in played
        if not isinstance(result, Bye) and result.score[0] == result.score[1]
        for pair in (result.a, result.b)
    ]
    out = [
        DrawProblem("out", "results", number, pair)
        for pair in _opponents(played)
        if not bracket.is_in(pair)
    ]
    return (*drawn, *out)


def _after(bracket: Bracket, played: Round) -> Bracket | None:
    """Return the bracket after this round; None where no order of its places gives these tables."""
    opponents = _opponents(played)
    places = places_by_opponents(bracket.places, opponents)
    if not all(
        _sits(places[place ^ 1], opponents[pair], opponents)
        for place, pair in enumerate(places)
        if pair in opponents
    ):
        return None
    lost = {_loser(result) for result in played}
    tables = list(zip(places[0::2], places[1::2], strict=True))
    return Bracket(
        tuple(_through(table, opponents, lost) for table in tables),
        tuple(pair for table in tables for pair in table if pair in lost),
    )


def _is_changed_final(bracket: Bracket, played: Round) -> bool:
    """Did a finalist change places by hand with one of those who play for the third place?

    Nothing is drawn after it, so that it needs not be known who won the bracket.
    """
    byes = list(_opponents(played).values()).count(BYE)
    return bool(bracket.third_place) and byes < 2


def _through(
    table: tuple[str, str], opponents: Mapping[str, str], lost: Collection[str | None]
) -> str:
    """The pair that goes on; `BYE` if neither was there. Beside an empty place it may be absent."""
    a, b = table
    if BYE in table:
        return b if a == BYE else a
    return next((pair for pair in table if pair in opponents and pair not in lost), BYE)


def _opponents(played: Round) -> dict[str, str]:
    """Find the opponent of everyone who was there in the round."""
    found = {}
    for result in played:
        if isinstance(result, Bye):
            found[result.pair] = BYE
        else:
            found |= {result.a: result.b, result.b: result.a}
    return found


def _loser(result: PlayedPairing | Bye) -> str | None:
    if isinstance(result, Bye):
        return None
    return result.b if result.score[0] > result.score[1] else result.a


def places_by_opponents(places: Sequence[str], opponents: Mapping[str, str]) -> list[str]:
    """The places, changed so that neighbours are pairs that met, as far as possible.

    From top to bottom the first pair of a table keeps its place, and its opponent comes to it.
    """
    found = list(places)
    open_places = set(range(len(found)))
    while here := [place for place in sorted(open_places) if found[place] in opponents]:
        beside = here[0] ^ 1
        open_places -= {here[0], beside}
        opponent = opponents[found[here[0]]]
        if _sits(found[beside], opponent, opponents):
            continue
        there = [place for place in sorted(open_places) if _sits(found[place], opponent, opponents)]
        # A bye beside a pair that needs no opponent comes first: then no pair loses its bye.
        there.sort(key=lambda place: found[place ^ 1] in opponents)
        if there:
            found[beside], found[there[0]] = found[there[0]], found[beside]
    return found


def _sits(pair: str, opponent: str, opponents: Mapping[str, str]) -> bool:
    """Is it the opponent; or, for a pair that had a bye, a pair or `BYE` that did not play?"""
    return pair == opponent or (opponent == BYE and pair not in opponents)


def draw_knockout(tournament: TournamentToDraw) -> list[Table]:
    """The bracket's next tables, from top to bottom, and beside the final that for the third place.

    Empty once one pair is left. A pair that waits for an absent one goes on with a bye.
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

    Pairs move no farther than needed: the sum of the squared ways is the smallest.
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
