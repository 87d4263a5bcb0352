"""A tournament's acts without the names in them, or without those of one pair. Pure.

Names are those of the tournament, its place and its organiser, of players and clubs, and the
reasons of corrections and penalties: whatever somebody typed as text.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from scorekeeper.services.nameless import ERASED, without
from scorekeeper.services.tournaments.acts import Act, Json, Kind
from scorekeeper.services.tournaments.names import gives_one_of, who
from scorekeeper.services.tournaments.replaying import replay, replay_further
from scorekeeper.services.tournaments.state import Tournament


class Traces(NamedTuple):
    """Where a pair is named."""

    acts: tuple[Act, ...]
    """Those that name it, as they are without its names."""
    tables: frozenset[tuple[int, int]]
    """Where it ever sat, also before a swap or in a round that was taken back: the seq of the act
    that drew the round, and the table's number."""
    names: frozenset[str]
    """Of all who ever played as this pair."""


def without_names(act: Act) -> Act:
    """The act without its names. What it was asked by goes, too: a mark of names tells of them."""
    if act.kind not in _BARE:
        return act
    bare = _BARE[act.kind](act.data)
    data = act.data if bare == act.data else {**bare, ERASED: True}
    return act._replace(data=data, asked="")


def says(written: Json, kind: Kind, asked: Json) -> bool:
    """Is that written which is asked for, apart from names that were erased since?"""
    if ERASED in written:
        return written == {**_BARE[kind](asked), ERASED: True}
    return written == asked


def is_asked_by(act_asked: str, mark: str) -> bool:
    """Was it asked by what has this mark? Where names were erased, nobody can tell any more."""
    return act_asked in ("", mark)


def traces_of(acts: Sequence[Act], key: str) -> Traces:
    """Where the pair is named, and the acts as they are without that.

    A reason is taken out where it is about the pair or its table, or names one of its players.
    """
    names = players_of(acts, key)
    tournament = replay(acts[:1])
    found: list[Act] = []
    tables: set[tuple[int, int]] = set()
    for act in acts[1:]:
        before, tournament = len(tournament.pairs), replay_further(tournament, act)
        if act.kind in ("round_drawn", "tables_swapped"):
            tables |= _seats_of(tournament, key)
        bare = _without_pair(act, key, before, names, tournament)
        if bare != act:
            found.append(bare)
    return Traces(tuple(found), frozenset(tables), names)


def names_of(acts: Iterable[Act], key: str) -> frozenset[frozenset[str]]:
    """All two by two who ever played as this pair, as `who` has them."""
    return frozenset(map(who, _twos_of(acts, key)))


def players_of(acts: Iterable[Act], key: str) -> frozenset[str]:
    """All who ever played as this pair."""
    return frozenset(name for two in _twos_of(acts, key) for name in two)


def _twos_of(acts: Iterable[Act], key: str) -> list[tuple[str, str]]:
    found, count = [], 0
    for act in acts:
        if act.kind == "pairs_added":
            place, count = int(key) - count - 1, count + len(act.data["pairs"])
            if 0 <= place < len(act.data["pairs"]):
                found.append(act.data["pairs"][place]["players"])
        elif act.kind == "pair_changed" and act.data["pair"] == key and "players" in act.data:
            found.append(act.data["players"])
    return [(one, other) for one, other in found if one and other]


def _seats_of(tournament: Tournament, key: str) -> set[tuple[int, int]]:
    drawn = tournament.rounds[-1]
    return {(drawn.act.seq, one.number) for one in drawn.tables if key in (one.a, one.b)}


def _without_pair(
    act: Act, key: str, before: int, names: Iterable[str], tournament: Tournament
) -> Act:
    """`before` is how many pairs there were before the act, `tournament` how it stands after."""
    if act.kind == "pairs_added":
        return _without_place(act, int(key) - before - 1)
    if act.kind == "pair_changed":
        return without_names(act) if act.data["pair"] == key else act
    if act.kind == "result":
        table = tournament.rounds[act.data["round"] - 1].tables[act.data["table"] - 1]
        is_about = key in (table.a, table.b)
    elif act.kind == "adjusted":
        is_about = act.data["pair"] == key
    else:
        return act
    return without_names(act) if is_about or gives_one_of(names, act.data["reason"]) else act


def _without_place(act: Act, place: int) -> Act:
    pairs = act.data["pairs"]
    if not 0 <= place < len(pairs):
        return act
    bare = [_OF_PAIR(pair) if at == place else pair for at, pair in enumerate(pairs)]
    return act._replace(data={**act.data, "pairs": bare, ERASED: True}, asked="")


_OF_PAIR: Final = without("players", "club")
_BARE: Final[dict[Kind, Callable[[Json], Json]]] = {
    "set_up": without("name", "place", "organiser"),
    "changed": without("name", "place", "organiser"),
    "pairs_added": lambda data: {**data, "pairs": [_OF_PAIR(pair) for pair in data["pairs"]]},
    "pair_changed": _OF_PAIR,
    "result": without("reason"),
    "adjusted": without("reason"),
}
