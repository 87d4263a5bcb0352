"""Find the acts of a tournament that name a pair, and redact them. Pure."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scorekeeper.tournament.acts.desk import ActUndone
from scorekeeper.tournament.acts.pair_acts import NewPair, PairChanged, PairsAdded, numbers_of
from scorekeeper.tournament.acts.registrations import (
    PairRegistered,
    RegistrationBody,
    RegistrationChanged,
)
from scorekeeper.tournament.acts.rounds import RoundDrawn, TablesSwapped
from scorekeeper.tournament.pair_names import who
from scorekeeper.tournament.service import replay, replay_further
from scorekeeper.tournament.state import Tournament, TournamentAct, TournamentBody


class Traces(NamedTuple):
    """The traces of a pair in a tournament."""

    acts: tuple[TournamentAct, ...]
    """The acts that name it, without its names."""
    tables: frozenset[tuple[int, int]]
    """The tables at which it ever sat, also before a swap or in a round that was taken back: the
    seq of the act that drew the round, and the table's number."""
    names: frozenset[str]
    """The names of all who ever played as this pair."""


def traces_of(acts: Sequence[TournamentAct], key: str) -> Traces:
    """Find where the pair is named, and the acts without that.

    A reason is taken out where it is about the pair or its table, or names one of its players.
    """
    names = players_of(acts, key)
    registrations = _registrations_of(acts, key)
    tournament = replay(acts[:1])
    found: list[TournamentAct] = []
    tables: set[tuple[int, int]] = set()
    for act in acts[1:]:
        if isinstance(act.body, RegistrationBody) and act.body.registration in registrations:
            redacted_body: TournamentBody | None = act.body.redacted()
        else:
            redacted_body = act.body.without_pair(key, names, tournament)
        tournament = replay_further(tournament, act)
        if isinstance(act.body, RoundDrawn | TablesSwapped | ActUndone):
            tables |= _seats_of(tournament, key)
        if redacted_body is not None and (redacted_body != act.body or act.request_digest):
            found.append(act._replace(body=redacted_body, request_digest=""))
    return Traces(tuple(found), frozenset(tables), names)


def names_of(acts: Iterable[TournamentAct], key: str) -> frozenset[frozenset[str]]:
    """All two by two who ever played as this pair, as `who` has them."""
    return frozenset(map(who, _twos_of(acts, key)))


def players_of(acts: Iterable[TournamentAct], key: str) -> frozenset[str]:
    """All who ever played as this pair."""
    return frozenset(name for two in _twos_of(acts, key) for name in two)


def _registrations_of(acts: Sequence[TournamentAct], key: str) -> frozenset[int]:
    """The registrations by which the pair announced itself, taken or not."""
    taken = {new.registration for number, new in new_pairs(acts) if str(number) == key}
    theirs = set(map(who, _twos_on_list(acts, key)))
    return frozenset(
        act.body.registration
        for act in acts
        if isinstance(act.body, PairRegistered | RegistrationChanged)
        if act.body.registration in taken or who(act.body.players) in theirs
    )


def new_pairs(acts: Iterable[TournamentAct]) -> list[tuple[int, NewPair]]:
    """All pairs as they came, with the numbers that they got."""
    found: list[tuple[int, NewPair]] = []
    for act in acts:
        if isinstance(act.body, PairsAdded):
            numbers = numbers_of(act.body.pairs, [number for number, _ in found])
            found += zip(numbers, act.body.pairs, strict=True)
    return found


def _twos_of(acts: Iterable[TournamentAct], key: str) -> list[tuple[str, str]]:
    acts = tuple(acts)
    registrations = _registrations_of(acts, key)
    registered = [
        act.body.players
        for act in acts
        if isinstance(act.body, PairRegistered | RegistrationChanged)
        and act.body.registration in registrations
    ]
    return [*_twos_on_list(acts, key), *filter(all, registered)]


def _twos_on_list(acts: Iterable[TournamentAct], key: str) -> list[tuple[str, str]]:
    """All two by two as whom the pair stood on the list."""
    acts = tuple(acts)
    found: list[tuple[str, str] | None] = [
        new.players for number, new in new_pairs(acts) if str(number) == key
    ]
    found += [
        act.body.players
        for act in acts
        if isinstance(act.body, PairChanged) and act.body.pair == key
    ]
    return [two for two in found if two and all(two)]


def _seats_of(tournament: Tournament, key: str) -> set[tuple[int, int]]:
    drawn = tournament.last_round
    if drawn is None:
        return set()
    return {(drawn.act.seq, one.number) for one in drawn.tables if key in (one.a, one.b)}
