"""Can every match and tournament of a database be folded, and is its copy the same?"""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, suppress
from itertools import groupby, islice
from typing import Final, NamedTuple

from scorekeeper.services.ledger import Act, Ledger
from scorekeeper.services.match_acts.registry import read_body
from scorekeeper.services.nameless import without_names
from scorekeeper.services.reading import act_of, acts_of
from scorekeeper.services.replaying import replay
from scorekeeper.services.tournaments import proving as tournaments
from scorekeeper.services.tournaments.acts import Act as TournamentAct
from scorekeeper.store import queries, tournament_queries
from scorekeeper.store.checking import UNFOLDABLE, Damaged, DamagedEvent
from scorekeeper.store.counting import Contents, count_all

Place = Callable[[], AbstractContextManager[object]]
"""Where queries are asked of one database: in an app context of its own, say."""
_AT_ONCE: Final = 100
"""Matches folded at a time, tournaments one by one: memory is bounded, however many they are."""


class Differs(Exception):
    """A match or tournament of the copy is not what the database has; the text is its address."""


class Proof(NamedTuple):
    """What a database holds, every match and tournament of which was folded."""

    contents: Contents
    damages: tuple[Damaged, ...]
    """Of those that are not what was written, or cannot be folded."""


def fold_all() -> Contents:
    """Fold every match and tournament of the database of the app context, and count.

    :raises Damaged: one cannot be folded, or is not what was written.
    """
    contents, damages = look_at_all()
    if damages:
        raise damages[0]
    return contents


def look_at_all() -> Proof:
    """Fold what can be folded of the database of the app context, and count all of it."""
    damages: list[Damaged] = []
    for tournament in tournament_queries.all_tournaments():
        _sound_acts(tournament, damages)
    addresses = queries.all_matches()
    for start in range(0, len(addresses), _AT_ONCE):
        _sound_ledgers(addresses[start : start + _AT_ONCE], damages)
    return Proof(count_all(), tuple(damages))


def prove(in_copy: Place, in_original: Place, between: Callable[[], None] = lambda: None) -> Proof:
    """Fold all of the copy, and of the original up to there, and count the copy.

    What is damaged in the copy must be so in the original, too. `between` is called between the
    steps; what it raises ends it.

    :raises Damaged: something that is whole in the copy cannot be folded in the original.
    :raises Differs: the copy is not what the original was.
    """
    damages: list[Damaged] = []
    with in_copy():
        addresses = queries.all_matches()
        counted = count_all()
        all_tournaments = tournament_queries.all_tournaments()
    for start in range(0, len(addresses), _AT_ONCE):
        between()
        some = addresses[start : start + _AT_ONCE]
        with in_copy():
            copied = _sound_ledgers(some, damages)
        sound = [one for one in some if one[0] in copied]
        with in_original():
            kept = _ledgers(sound, {one: ledger.revision for one, ledger in copied.items()})
            whole = _sound_ledgers([one for one in some if one not in sound], [])
        _compare(sound, copied, kept)
        if whole:
            raise Differs(dict(some)[min(whole)])
    for one in all_tournaments:
        between()
        with in_copy():
            acts = _sound_acts(one, damages)
        with in_original():
            is_same = tournaments.is_kept(one[1], acts) if acts else _sound_acts(one, []) is None
        if not is_same:
            raise Differs(one[1])
    return Proof(counted, tuple(damages))


def _sound_ledgers(
    addresses: Sequence[tuple[int, str]], damages: list[Damaged]
) -> dict[int, Ledger]:
    """By row id, the ledgers of those of these matches that are whole; the others' damages."""
    with suppress(Damaged):
        return _ledgers(addresses)
    found: dict[int, Ledger] = {}
    for one in addresses:
        try:
            found |= _ledgers([one])
        except Damaged as damage:
            damages.append(damage)
    return found


def _sound_acts(
    tournament: tuple[int, str], damages: list[Damaged]
) -> tuple[TournamentAct, ...] | None:
    """The acts of this tournament; None and its damage where it is not whole."""
    try:
        return tournaments.fold(*tournament)
    except Damaged as damage:
        damages.append(damage)
        return None


def _compare(
    addresses: Sequence[tuple[int, str]], copied: dict[int, Ledger], kept: dict[int, Ledger]
) -> None:
    for match_id, public_id in addresses:
        copy, live = copied.get(match_id), kept.get(match_id)
        if copy is None or live is None:
            raise Differs(public_id)
        if copy.acts != live.acts:  # names may have been erased since the copy was made
            copy = replay(
                [
                    one._replace(body=read_body(one.kind, without_names(one.kind, one.data)))
                    for one in copy.acts
                ]
            )
        if copy.acts != live.acts:
            raise Differs(public_id)
        if (copy.standing, copy.match.ended) != (live.standing, live.match.ended):
            raise Differs(public_id)


def _ledgers(
    addresses: Sequence[tuple[int, str]], up_to: dict[int, int] | None = None
) -> dict[int, Ledger]:
    """By row id, the ledgers of these matches, each folded as far as its seq in `up_to`."""
    names, folded = dict(addresses), {}
    for match_id, events in groupby(queries.events_of(names), key=lambda event: event.match_id):
        if up_to is None:
            acts = acts_of(events)
        else:  # it is compared with what is whole
            some = islice(events, up_to.get(match_id))
            acts = [act_of(event._replace(is_whole=True)) for event in some]
        folded[match_id] = _folded(names[match_id], acts)
    if up_to is None:
        _check_all_there(names, folded)
    return folded


def _folded(public_id: str, acts: Sequence[Act]) -> Ledger:
    try:
        return replay(acts)
    except UNFOLDABLE as error:
        seq = first_unfoldable(acts)
        raise Damaged(f"/m/{public_id}/: event {seq}, {type(error).__name__}") from error


def first_unfoldable(acts: Sequence[Act]) -> int:
    """The seq of the first act that cannot be folded onto those before it, where there is one."""

    def fails(count: int) -> bool:
        try:
            replay(acts[:count])
        except UNFOLDABLE:
            return True
        return False

    return 1 + bisect_left(range(1, len(acts)), True, key=fails)


def _check_all_there(names: dict[int, str], folded: dict[int, Ledger]) -> None:
    """See that no match lost all of its events; the reading finds one that lost some.

    :raises DamagedEvent: one did.
    """
    for match_id, public_id in names.items():
        if match_id not in folded:
            raise DamagedEvent(f"/m/{public_id}/", 1)
