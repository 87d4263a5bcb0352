"""Folding a match's acts into its ledger, all of them or one more. Pure.

An act was checked when it was written (`acting`) and is not checked again.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from typing import Final

from scorekeeper.journal.act import undone_seqs
from scorekeeper.rules.match import standing_after
from scorekeeper.services.ledger import Ledger
from scorekeeper.services.match_acts.body import MatchAct
from scorekeeper.services.match_acts.draft import Draft, players_of
from scorekeeper.services.match_acts.hand_acts import Contract, Recorded
from scorekeeper.services.match_acts.head_acts import Started
from scorekeeper.services.match_acts.tally import NO_ROWS

_AT_ONCE: Final = 20
"""So many new acts are cheaper to fold with all the others than one by one."""


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


def draft_of(start: MatchAct, known: Ledger | None = None) -> Draft:
    """The match before its first hand."""
    assert isinstance(start.body, Started)
    rows = dict(zip(known.hand_ids, known.standing.rows, strict=True)) if known else NO_ROWS
    return Draft(start.body.head, rows)


def ledger_of(draft: Draft, acts: Sequence[MatchAct], undone: frozenset[int]) -> Ledger:
    """The ledger of these acts, of which all that stand are folded."""
    match = draft.match()
    standing = draft.standing_of(match)
    return Ledger(
        match, standing, tuple(acts), draft.hand_ids, draft.players, undone, draft.corrected
    )


def replay_further(ledger: Ledger, act: MatchAct) -> Ledger:
    """The ledger after one more act: what `replay` of them all gives, without starting anew."""
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
