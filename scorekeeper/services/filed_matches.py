"""Keeps the matches of a file, some in each transaction.

A file may hold thousands of them. Others write in between: no save waits for all.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from scorekeeper.services import matches
from scorekeeper.services.ledger import MatchAct
from scorekeeper.services.matches import NewMatch
from scorekeeper.store.db import writing
from scorekeeper.store.streams import MATCH_EVENTS

_ACTS_AT_ONCE: Final = 200
"""In one transaction, which takes about a tenth of a second."""


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
    at = matches.now()
    return matches.keep_new([act._replace(at=at, phone=phone) for act in acts], has_scorer=False)
