"""The next round of players: who sits out, who sits with whom, and the rules that it breaks."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final

from scorekeeper.draws.foursomes import BestFoursomes, Four, FoursomeCosts, good_foursomes
from scorekeeper.draws.individual import (
    FOUR,
    INDIVIDUAL_RULES,
    BrokenForPlayers,
    Foursome,
    IndividualDraw,
    IndividualToDraw,
)
from scorekeeper.draws.model import Bye, draw_lot
from scorekeeper.draws.table_numbers import moved_from, number_tables

EXACT_PLAYERS: Final = 12
"""The most players who are there for whom no other round is better than the drawn one."""


class PlayersHistory:
    """How often each two were partners and opponents, and how often each player sat out."""

    def __init__(self, tournament: IndividualToDraw) -> None:
        self.partners: Counter[frozenset[str]] = Counter()
        self.opponents: Counter[frozenset[str]] = Counter()
        self.byes: Counter[str] = Counter()
        for result in (result for played in tournament.results for result in played):
            if isinstance(result, Bye):
                self.byes[result.pair] += 1
                continue
            self.partners.update(map(frozenset, (result.a, result.b)))
            self.opponents.update(map(frozenset, result.opponents))

    def costs(self, players: Sequence[str], forbidden: Iterable[Iterable[str]]) -> FoursomeCosts:
        """The costs of these: those forbidden, then partners again, then opponents again.

        Each level has room for all that the later ones can come to.
        """
        beside, against = _squares(self.partners, players), _squares(self.opponents, players)
        of_partners = 1 + len(players) * max(map(max, against))
        of_forbidden = of_partners * (1 + len(players) * max(map(max, beside)))
        beside = [[square * of_partners for square in row] for row in beside]
        for a, b in _numbered(set(map(frozenset, forbidden)), players):
            beside[a][b] += of_forbidden
            against[a][b] += of_forbidden
        return FoursomeCosts(beside, against)


def _squares(times: Counter[frozenset[str]], players: Sequence[str]) -> list[list[int]]:
    """The square of how often each two of these were together, by their numbers."""
    found = [[0] * len(players) for _ in players]
    names = dict(enumerate(players))
    for a, b in _numbered(times, players):
        found[a][b] = times[frozenset((names[a], names[b]))] ** 2
    return found


def _numbered(twos: Iterable[frozenset[str]], players: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield the numbers of each two that are both among these, in either order."""
    numbers = {player: number for number, player in enumerate(players)}
    for one, other in map(tuple, twos):
        if one in numbers and other in numbers:
            yield numbers[one], numbers[other]
            yield numbers[other], numbers[one]


def draw_individual(tournament: IndividualToDraw) -> IndividualDraw:
    """The next round; the tournament must have no problems (`individual_problems`).

    The same tournament has the same draw, on every machine.
    """
    history = PlayersHistory(tournament)
    by_players = {table.players: table for table in _tables(tournament, history)}
    numbered = number_tables([*by_players], dict(tournament.kept_tables))
    numbers = tuple(number for number, _ in numbered)
    tables = tuple(by_players[players] for _, players in numbered)
    seated = {player for players in by_players for player in players}
    byes = tuple(player for player in tournament.present if player not in seated)
    is_plain = numbers == tuple(range(1, len(tables) + 1))
    broken = rules_broken_by_players(tournament, tables, byes, numbers)
    return IndividualDraw(tables, byes, broken, () if is_plain else numbers)


def rules_broken_by_players(
    tournament: IndividualToDraw,
    tables: Sequence[Foursome],
    byes: Iterable[str],
    numbers: Iterable[int],
) -> tuple[BrokenForPlayers, ...]:
    """Find every rule that these tables, with these numbers, and byes would break."""
    history = PlayersHistory(tournament)
    numbered = [(number, table.players) for number, table in zip(numbers, tables, strict=True)]
    broken = (
        *_broken_at(tables, tournament, history),
        *(BrokenForPlayers("second_bye", (player,)) for player in byes if history.byes[player]),
        *(
            BrokenForPlayers("table", (player,))
            for player in moved_from(numbered, tournament.kept_tables)
        ),
    )
    return tuple(sorted(broken, key=lambda one: INDIVIDUAL_RULES.index(one.rule)))


def _tables(tournament: IndividualToDraw, history: PlayersHistory) -> list[Foursome]:
    """The tables; they, their sides and players stand in the order of the list."""
    number = len(tournament.results) + 1
    players = sorted(
        tournament.present, key=lambda player: draw_lot(tournament.seed, number, "partner", player)
    )
    players.sort(key=history.byes.__getitem__)
    if len(players) < FOUR:
        return []
    if len(players) <= EXACT_PLAYERS:
        tables: Iterable[Four] = _best(players, tournament, history)
    else:
        players = players[len(players) % FOUR :]
        tables = good_foursomes(history.costs(players, tournament.forbidden))
    places = {player: place for place, player in enumerate(tournament.players)}
    named = [_in_order([players[one] for one in table], places) for table in tables]
    return sorted(named, key=lambda table: places[table.a[0]])


def _in_order(table: Sequence[str], places: Mapping[str, int]) -> Foursome:
    """The table of these, the first two partners; its sides and players are in order."""
    a, b = sorted(table[:2], key=places.__getitem__)
    c, d = sorted(table[2:], key=places.__getitem__)
    one, other = sorted([(a, b), (c, d)], key=lambda side: places[side[0]])
    return Foursome(one, other)


def _best(
    players: Sequence[str], tournament: IndividualToDraw, history: PlayersHistory
) -> Iterable[Four]:
    """The best tables over all choices of who sits out among the players with the fewest byes."""
    best = BestFoursomes(history.costs(players, tournament.forbidden))
    out = len(players) % FOUR
    fewest = sum(history.byes[player] for player in players[:out])
    ways = (
        best.of(tuple(one for one in range(len(players)) if one not in byes))
        for byes in combinations(range(len(players)), out)
        if sum(history.byes[players[one]] for one in byes) == fewest
    )
    return min(ways, key=lambda way: way[0])[1]


def _broken_at(
    tables: Iterable[Foursome], tournament: IndividualToDraw, history: PlayersHistory
) -> Iterator[BrokenForPlayers]:
    """Yield the rules that the tables break, table by table."""
    forbidden = set(map(frozenset, tournament.forbidden))
    for table in tables:
        for two in combinations(table.players, 2):
            if frozenset(two) in forbidden:
                yield BrokenForPlayers("forbidden", two)
        for side in (table.a, table.b):
            if history.partners[frozenset(side)]:
                yield BrokenForPlayers("partner", side)
