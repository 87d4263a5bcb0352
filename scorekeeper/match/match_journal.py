"""The journal of matches: checking and folding their acts, and reading them.

An act was checked when it was written and is not checked again.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from typing import Final

from cachetools import LRUCache

from scorekeeper.journal.act import undone_seqs
from scorekeeper.journal.journal import Journal
from scorekeeper.match.acts.body import Full, MatchAct, Refused
from scorekeeper.match.acts.draft import Draft, players_of
from scorekeeper.match.acts.hand_acts import Contract, Recorded
from scorekeeper.match.acts.head_acts import draft_of
from scorekeeper.match.acts.meta import Undone
from scorekeeper.match.acts.registry import read_body
from scorekeeper.match.ledger import Ledger
from scorekeeper.rules.match import standing_after
from scorekeeper.store.streams import MATCH_EVENTS, StoredEvent

MOST_CACHED_ACTS: Final = 20_000
"""In memory, of all ledgers together: about 40 MB."""
_HEAD: Final = 4
"""The size of a ledger without a hand, in acts."""
_AT_ONCE: Final = 20
"""From this number on, new acts are cheaper to fold with all the others than one by one."""


def replay(acts: Sequence[MatchAct], known: Ledger | None = None) -> Ledger:
    """The ledger that the acts make, the first of which started the match.

    No hand is scored again that stands the same in the `known` ledger of the match.

    :raises KeyError: an act speaks of an entry that is not there.
    """
    undone = undone_seqs(acts)
    draft = draft_of(acts[0], known)
    for act in acts[1:]:
        if act.is_play and act.seq not in undone:
            act.body.apply(draft, act)
    return ledger_of(draft, acts, undone)


def ledger_of(draft: Draft, acts: Sequence[MatchAct], undone: frozenset[int]) -> Ledger:
    """The ledger of these acts, of which all that stand are folded."""
    match = draft.match()
    standing = draft.standing_of(match)
    return Ledger(
        match, standing, tuple(acts), draft.hand_ids, draft.players, undone, draft.corrected
    )


def replay_further(ledger: Ledger, act: MatchAct) -> Ledger:
    """Return the ledger after one more act: the same as `replay` of all acts, but faster."""
    acts = (*ledger.acts, act)
    if not act.is_play or act.body.is_answer:
        return replace(ledger, acts=acts)
    if act.body.undoes is not None:
        return replay(acts, ledger)
    if isinstance(act.body, Contract):
        return replace(ledger, acts=acts, match=replace(ledger.match, open=act.body.entry.value))
    if isinstance(act.body, Recorded) and not ledger.standing.is_over:
        hand = act.body.entry.value
        match = replace(ledger.match, entries=(*ledger.match.entries, hand), open=None)
        return replace(
            ledger,
            acts=acts,
            match=match,
            standing=standing_after(ledger.standing, hand, match.rules),
            hand_ids=(*ledger.hand_ids, act.seq),
            players=(*ledger.players, players_of(match)),
        )
    draft = Draft.of(
        ledger.match, ledger.standing.rows, ledger.hand_ids, ledger.players, ledger.corrected
    )
    return ledger_of(act.body.apply(draft, act), acts, ledger.undone)


def replay_onto(ledger: Ledger, acts: Sequence[MatchAct]) -> Ledger:
    """The ledger after these acts, in whichever way is cheaper."""
    if len(acts) > _AT_ONCE:
        return replay((*ledger.acts, *acts), ledger)
    return reduce(replay_further, acts, ledger)


def with_act(ledger: Ledger, act: MatchAct) -> Ledger:
    """The ledger as it would stand after one more act.

    :raises Full: no more acts but that which stops the match.
    :raises Refused: the act is not possible, with every problem of it.
    """
    if not ledger.has_room_for(act.body):
        raise Full
    if isinstance(act.body, Undone):
        draft, undone = act.body.folded(ledger)
        return ledger_of(draft, (*ledger.acts, act), undone)
    act.body.check(ledger)
    return replay_further(ledger, act)


def _read(event: StoredEvent) -> MatchAct:
    body = read_body(event.kind, event.data)
    return MatchAct(event.seq, body, event.op_id, event.at, event.phone_id)


MATCH_JOURNAL: Final = Journal[MatchAct, Ledger](
    MATCH_EVENTS,
    "/m/",
    read=_read,
    replay=replay,
    replay_onto=replay_onto,
    outcome_of=lambda ledger: (ledger.standing, ledger.match.ended),
    memory=LRUCache(MOST_CACHED_ACTS, getsizeof=lambda ledger: _HEAD + len(ledger.acts)),
)


def may_be_undone(ledger: Ledger, act: MatchAct) -> bool:
    """Can the act be undone as the match stands? It may itself be an undoing."""
    try:
        Undone(seq=act.seq).check(ledger)
    except Refused:
        return False
    return True
