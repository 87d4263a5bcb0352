"""A knockout and its bracket after any rounds: who can still meet, and who lost."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.draws.model import (
    BYE,
    Bye,
    DrawProblem,
    Places,
    PlayedPairing,
    Round,
    Table,
    TournamentToDraw,
)


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


Tree = tuple[str, ...]
"""The places of those who can still meet, from top to bottom: neighbours meet next."""


@dataclass(frozen=True, slots=True)
class Bracket:
    """The state of a knockout."""

    places: Tree
    """The pairs still in; a single one has won."""
    beaten: tuple[str, ...] = ()
    """The pairs that lost in the last round."""
    lower: tuple[Tree, ...] = ()
    """With `all` places the trees of those who lost, for the better places first."""
    decides: Places = "third"

    @property
    def trees(self) -> tuple[Tree, ...]:
        """The trees in which pairs can still meet."""
        return (self.places, *self.lower) if len(self.places) > 1 else ()

    @property
    def third_place(self) -> tuple[Table, ...]:
        """Beside the final, the table of the two who lost before it."""
        if self.decides == "third" and len(self.places) == len(self.beaten) == 2:
            return (Table(*self.beaten),)
        return ()

    @property
    def finals(self) -> tuple[frozenset[str], ...]:
        """In the last round the pairs of the final, then those who play for the third place."""
        if len(self.places) != 2:
            return ()
        return tuple(map(frozenset, (self.places, *self.third_place, *self.lower[:1])))

    def strays(self, table: Table) -> bool:
        """Whether a pair of the table is out, or plays for other places."""
        if self.decides == "all":
            return not any(set(table.pairs) <= set(tree) for tree in self.trees)
        return any(pair in self.beaten for pair in table) and not any(
            set(table) == set(third) for third in self.third_place
        )

    def is_in(self, pair: str) -> bool:
        """Does the pair play in the next round?"""
        return any(pair in tree for tree in (*self.trees, *self.third_place))


def bracket_of(tournament: TournamentToDraw) -> tuple[Bracket, tuple[DrawProblem, ...]]:
    """The bracket after the rounds so far; up to the first round with a problem.

    Where others met than the bracket had it, because the organiser changed it, they changed places.
    """
    bracket = Bracket(tuple(seeding_order(tournament.pairs)), decides=tournament.places)
    for number, played in enumerate(tournament.results, 1):
        problems = _problems(bracket, played, number)
        if problems:
            return bracket, problems
        after = _after(bracket, played)
        if after is None and _is_changed_final(bracket, played):
            after = Bracket((), decides=tournament.places)
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
    lost = {_loser(result) for result in played}
    if not bracket.trees:
        return bracket
    halves: list[Tree] = []
    for tree in bracket.trees:
        tables = _tables_met(tree, opponents)
        if tables is None:
            return None
        through = tuple(_through(table, opponents, lost) for table in tables)
        beaten = tuple(_beaten(table, lost) for table in tables)
        halves += [through, beaten]
    places, losers, *others = halves
    return Bracket(
        places,
        tuple(pair for pair in losers if pair != BYE),
        (losers, *others) if bracket.decides == "all" else (),
        bracket.decides,
    )


def _tables_met(tree: Tree, opponents: Mapping[str, str]) -> list[tuple[str, str]] | None:
    """The tree's tables as they were played; None if others met."""
    own = {pair: opponents[pair] for pair in tree if pair in opponents}
    places = places_by_opponents(tree, own)
    if not all(
        _sits(places[place ^ 1], own[pair], own) for place, pair in enumerate(places) if pair in own
    ):
        return None
    return list(zip(places[0::2], places[1::2], strict=True))


def _beaten(table: tuple[str, str], lost: Collection[str | None]) -> str:
    return next((pair for pair in table if pair in lost), BYE)


def _is_changed_final(bracket: Bracket, played: Round) -> bool:
    """Whether a finalist changed places by hand with a pair of the match for the third place.

    Nothing is drawn after it, so the winner of the bracket is not needed.
    """
    opponents = _opponents(played)
    byes = [opponents.get(pair) for final in bracket.finals for pair in final].count(BYE)
    return len(bracket.finals) == 2 and byes < 2


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
    """Whether `pair` may be the opponent. For a bye it may be `BYE` or a pair without a table."""
    return pair == opponent or (opponent == BYE and pair not in opponents)
