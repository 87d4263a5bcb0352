"""The order of a phase from its rounds: of one list, of groups side by side, of a bracket."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby, zip_longest
from typing import Final, NamedTuple

from scorekeeper.draws.model import BYE, DRAWN, WIN, Bye, PlayedPairing, Round
from scorekeeper.draws.standings import Criterion, StandingRules, StandingsRow, standings
from scorekeeper.phases.phase_plan import (
    Phase,
    PhasedTournament,
    PhasePlace,
    PhaseRanking,
    PhaseRound,
    PhaseSeats,
    PhaseTable,
)

_HALVES: Final = 2


def order_of_phase(
    phase: Phase, seats: PhaseSeats, rounds: Sequence[PhaseRound], tournament: PhasedTournament
) -> tuple[PhasePlace, ...]:
    """The entrants of the whole phase, the first one first."""
    if phase.is_bracket:
        return order_by_marks(seats.seeding, rounds)
    if phase.format == "individual":
        return order_of_players(phase, seats.seeding, rounds, tournament.by)
    return _order_of_groups(phase, seats, rounds, tournament)


# Groups


def _order_of_groups(
    phase: Phase, seats: PhaseSeats, rounds: Sequence[PhaseRound], tournament: PhasedTournament
) -> tuple[PhasePlace, ...]:
    rules = StandingRules(
        by=tournament.by, tie_breaks=tournament.ties, bye=(0, 0), keeps_forfeits=True
    )
    seeds = {entrant: seed for seed, entrant in enumerate(seats.seeding)}
    results = _results_of_groups(seats.groups, rounds)
    tables = []
    for group, played in zip(seats.groups, results, strict=True):
        listed = sorted(group, key=seeds.__getitem__)
        dropped = dropped_rounds(phase.drop, listed, rounds) if phase.drop else {}
        tables.append(standings(listed, played, rules, dropped=dropped))
    return order_across_groups(tables, seeds, (tournament.by, "difference"))


def order_across_groups(
    tables: Sequence[Sequence[StandingsRow]], seeds: Mapping[str, int], names: Sequence[Criterion]
) -> tuple[PhasePlace, ...]:
    """The entrants of one list as they stand; of several all firsts, then all seconds, and so on.

    Those of one place are compared by these numbers for each match played, then by their seeds.
    """
    if len(tables) == 1:
        return tuple(PhasePlace(row.pair, 1, row.place) for row in tables[0])
    order = []
    for level in zip_longest(*tables):
        numbered = [(row, group) for group, row in enumerate(level, 1) if row]
        numbered.sort(key=lambda one: (*_per_match(one[0], names), seeds[one[0].pair]))
        order += [PhasePlace(row.pair, group, row.place) for row, group in numbered]
    return tuple(order)


def _results_of_groups(
    groups: Sequence[Sequence[str]], rounds: Sequence[PhaseRound]
) -> list[list[Round]]:
    """The rounds of each group: its byes, and its tables that have a score."""
    group_of = {entrant: number for number, group in enumerate(groups) for entrant in group}
    found: list[list[Round]] = [[] for _ in groups]
    for played in rounds:
        parts: list[list[PlayedPairing | Bye]] = [[] for _ in groups]
        for one in played:
            if isinstance(one, Bye):
                parts[group_of[one.pair]].append(one)
            elif one.score is not None:
                table = PlayedPairing(one.a[0], one.b[0], one.score, forfeit=one.forfeit)
                parts[group_of[table.a]].append(table)
        for results, part in zip(found, parts, strict=True):
            results.append(tuple(part))
    return found


def _per_match(row: StandingsRow, names: Iterable[Criterion]) -> list[Fraction]:
    """The numbers for each match that was played, below zero so that more comes first."""
    found = []
    for name in names:
        counted = [part for part in row.figures[name].parts if part.against != BYE]
        played = sum(part.round is not None for part in counted)  # a penalty is no match
        points = sum(part.points or 0 for part in counted)
        found.append(-Fraction(points, played) if played else Fraction(0))
    return found


# Rounds that are left out


def dropped_rounds(
    drop: int, entrants: Iterable[str], rounds: Sequence[PhaseRound]
) -> dict[str, frozenset[int]]:
    """The rounds that each entrant's total leaves out, counted from 1: its worst, but never all."""
    scores: dict[str, dict[int, int | None]] = {entrant: {} for entrant in entrants}
    for number, played in enumerate(rounds, 1):
        for table in (one for one in played if isinstance(one, PhaseTable)):
            for place, side in enumerate((table.a, table.b)):
                for entrant in side:
                    scores[entrant][number] = table.score and table.score[place]
    found = {}
    for entrant, own in scores.items():
        numbers = [(own.get(number, 0), number) for number in range(1, len(rounds) + 1)]
        found[entrant] = worst(drop, [(score, at) for score, at in numbers if score is not None])
    return found


def worst(drop: int, numbers: Sequence[tuple[Fraction | int, int]]) -> frozenset[int]:
    """The rounds of the least numbers; one number always stays.

    >>> sorted(worst(2, [(30, 1), (0, 2), (-5, 3)])), sorted(worst(9, [(30, 1)]))
    ([2, 3], [])
    """
    return frozenset(number for _, number in sorted(numbers)[: min(drop, max(len(numbers) - 1, 0))])


# Players


class PlayerRound(NamedTuple):
    """The numbers of one round for a player."""

    wins: Fraction
    difference: Fraction
    score: Fraction


NOTHING_PLAYED: Final = PlayerRound(Fraction(0), Fraction(0), Fraction(0))


def order_of_players(
    phase: Phase,
    players: Sequence[str],
    rounds: Sequence[PhaseRound],
    by: PhaseRanking,
    added: Mapping[str, PlayerRound] | None = None,
) -> tuple[PhasePlace, ...]:
    """The players by their sides' wins or scores; equal ones share the place.

    `added` is what penalties and rulings add to a player's numbers.
    """
    figures = {}
    for player, own in player_rounds(phase, players, rounds).items():
        dropped = worst(phase.drop, [(one.score, at) for at, one in own.items()])
        counted = [one.score for at, one in own.items() if at not in dropped]
        more = (added or {}).get(player, NOTHING_PLAYED)
        figures[player] = (
            (sum(counted, more.score),)
            if by == "total"
            else (_sum(own, "wins") + more.wins, _sum(own, "difference") + more.difference)
        )
    listed = sorted(players, key=lambda player: figures[player], reverse=True)
    order: list[PhasePlace] = []
    for _, equal in groupby(listed, figures.__getitem__):
        place = len(order) + 1
        order += [PhasePlace(player, 1, place) for player in equal]
    return tuple(order)


def player_rounds(
    phase: Phase, players: Iterable[str], rounds: Sequence[PhaseRound]
) -> dict[str, dict[int, PlayerRound]]:
    """The numbers of each player by round, counted from 1; without tables that have no score."""
    played: dict[str, dict[int, PlayerRound]] = {player: {} for player in players}
    without: dict[str, dict[int, bool]] = {player: {} for player in played}
    """The rounds that have no number of a table: did the player sit out?"""
    for number, tables in enumerate(rounds, 1):
        there = set()
        for one in tables:
            if isinstance(one, Bye):
                there.add(one.pair)
                without[one.pair][number] = True
                continue
            there.update(one.a, one.b)
            for player, result in _results_of_sides(one):
                played[player][number] = result
        for player in played.keys() - there:
            without[player][number] = False
    for player, own in played.items():
        mean = _mean(own) if phase.sit_out == "mean" else NOTHING_PLAYED
        own |= {at: mean if sat_out else NOTHING_PLAYED for at, sat_out in without[player].items()}
    return played


def _results_of_sides(table: PhaseTable) -> Iterable[tuple[str, PlayerRound]]:
    if table.score is None:
        return
    for side, ours, theirs in (
        (table.a, table.score[0], table.score[1]),
        (table.b, table.score[1], table.score[0]),
    ):
        halves = WIN if ours > theirs else DRAWN if ours == theirs else 0
        wins = Fraction(0 if table.forfeit else halves, _HALVES)
        for player in side:
            yield player, PlayerRound(wins, Fraction(ours - theirs), Fraction(ours))


def _mean(own: Mapping[int, PlayerRound]) -> PlayerRound:
    if not own:
        return NOTHING_PLAYED
    rounds = own.values()
    return PlayerRound(*(sum(one, Fraction(0)) / len(own) for one in zip(*rounds, strict=True)))


def _sum(own: Mapping[int, PlayerRound], name: str) -> Fraction:
    return sum((getattr(one, name) for one in own.values()), Fraction(0))


# Brackets

_WON, _NOT_YET, _LOST = range(3)


def order_by_marks(seeding: Sequence[str], rounds: Sequence[PhaseRound]) -> tuple[PhasePlace, ...]:
    """The entrants of a bracket by what each did round by round; no place is shared."""
    marks = {entrant: [_NOT_YET] * len(rounds) for entrant in seeding}
    for number, played in enumerate(rounds):
        for one in played:
            if isinstance(one, Bye):
                marks[one.pair][number] = _WON
                continue
            winner = one.winner
            for side in (one.a, one.b) if winner else ():
                marks[side[0]][number] = _WON if side == winner else _LOST
    listed = sorted(seeding, key=marks.__getitem__)
    return tuple(PhasePlace(entrant, 1, place) for place, entrant in enumerate(listed, 1))
