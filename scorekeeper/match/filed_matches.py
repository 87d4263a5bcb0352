"""Keeps what a file holds: its matches, some in each transaction, then what leads to them.

A file may hold thousands of matches. Others write in between: no save waits for all.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, Protocol

from scorekeeper.journal.clock import now
from scorekeeper.journal.owner import part_op_id
from scorekeeper.match import matches
from scorekeeper.match.acts.body import MatchAct
from scorekeeper.match.matches import NewMatch
from scorekeeper.store.db import writing
from scorekeeper.store.streams import MATCH_EVENTS, EventStream

_ACTS_AT_ONCE: Final = 200
"""In one transaction, which takes about a tenth of a second."""


class Filed(Protocol):
    """A tournament or a club of a file, which was checked and is not kept yet."""

    def keep_matches(self) -> None:
        """Keep its matches, some at a time. Not for a `writing` block."""

    def keep(self, phone_id: int) -> None:
        """Keep all else, once its matches are; the phone organises it.

        Belongs into a `writing` block.
        """


def keep_once(events: EventStream, make: Callable[[], Filed], phone_id: int, op_id: str) -> str:
    """Keep what `make` checks and gives, once for this operation, and return its address.

    `events` are those of its kind; its first one is the operation's first part.
    """
    first = part_op_id(op_id, 1)
    if events.event_with(first) is None:
        filed = make()
        filed.keep_matches()
        with writing(op_id):
            if events.event_with(first) is None:  # else by the same request, sent twice
                filed.keep(phone_id)
    event = events.event_with(first)
    assert event is not None
    return events.public_id_of(event.owner_id)


def keep_filed_matches(
    filed: Iterable[Sequence[MatchAct]], phone: int, op_id: str
) -> list[NewMatch]:
    """Keep matches without a scorer, by the acts of each, and return them in their order.

    The acts are the phone's, and done now. A match whose first act was written before is kept
    already: the same operation goes on where a fault ended it. Not for a `writing` block.
    """
    kept: list[NewMatch] = []
    for several in _steps(filed):
        with writing(op_id):
            kept += [_keep(acts, phone) for acts in several]
    return kept


def _steps(filed: Iterable[Sequence[MatchAct]]) -> Iterator[list[Sequence[MatchAct]]]:
    step: list[Sequence[MatchAct]] = []
    count = 0
    for acts in filed:
        step.append(acts)
        count += len(acts)
        if count >= _ACTS_AT_ONCE:
            yield step
            step, count = [], 0
    if step:
        yield step


def _keep(acts: Sequence[MatchAct], phone: int) -> NewMatch:
    event = MATCH_EVENTS.event_with(acts[0].op_id)
    if event is not None:
        return NewMatch(MATCH_EVENTS.public_id_of(event.owner_id), event.owner_id)
    at = now()
    return matches.keep_new([act._replace(at=at, phone=phone) for act in acts], has_scorer=False)
