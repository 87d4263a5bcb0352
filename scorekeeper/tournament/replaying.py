"""Folding a tournament's acts, all of them or one more. Pure.

An act was checked when it was written (`acting`) and is not checked again. One that was undone is
passed over, as if it had not been done; so an undoing folds all acts anew.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import partial, reduce

from scorekeeper.journal.act import undone_seqs
from scorekeeper.tournament.acts.set_ups import TournamentSetUp
from scorekeeper.tournament.state import Tournament, TournamentAct


def replay(acts: Sequence[TournamentAct]) -> Tournament:
    """The tournament that the acts make.

    :raises TypeError: the first did not set it up.
    """
    first, *others = acts
    if not isinstance(first.body, TournamentSetUp):
        raise TypeError("the first act sets no tournament up")
    tournament = Tournament(first.body.set_up, (first,), {}, final_of=first.body.final_of)
    undone = undone_seqs(acts)
    return reduce(partial(replay_step, undone), others, tournament)


def replay_step(undone: Collection[int], tournament: Tournament, act: TournamentAct) -> Tournament:
    """The tournament after one act of all; those with these seqs are passed over."""
    after = tournament if act.seq in undone else act.body.apply(tournament, act)
    return replace(after, acts=(*tournament.acts, act))


def replay_further(tournament: Tournament, act: TournamentAct) -> Tournament:
    """The tournament after one more act."""
    if act.body.undoes is not None:
        return replay((*tournament.acts, act))
    return replace(act.body.apply(tournament, act), acts=(*tournament.acts, act))


def replay_onto(tournament: Tournament, acts: Sequence[TournamentAct]) -> Tournament:
    """The tournament after these acts."""
    return reduce(replay_further, acts, tournament)
