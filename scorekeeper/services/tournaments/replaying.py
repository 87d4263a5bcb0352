"""Folding a tournament's acts, all of them or one more. Pure.

An act was checked when it was written (`acting`) and is not checked again. One that was undone is
passed over, as if it had not been done; so an undoing folds all acts anew.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce

from scorekeeper.services.tournament_acts.set_ups import TournamentSetUp
from scorekeeper.services.tournaments.acts import TournamentAct
from scorekeeper.services.tournaments.state import Tournament, undone_seqs


def replay(acts: Sequence[TournamentAct]) -> Tournament:
    """The tournament that the acts make.

    :raises TypeError: the first did not set it up.
    """
    first, *others = acts
    if not isinstance(first.body, TournamentSetUp):
        raise TypeError("the first act sets no tournament up")
    tournament = Tournament(first.body.set_up, (first,), {}, final_of=first.body.final_of)
    undone = undone_seqs(acts)

    def step(before: Tournament, act: TournamentAct) -> Tournament:
        stands = act.seq not in undone
        after = act.body.apply(before, act) if stands else before
        return replace(after, acts=(*before.acts, act))

    return reduce(step, others, tournament)


def replay_further(tournament: Tournament, act: TournamentAct) -> Tournament:
    """The tournament after one more act."""
    if act.body.undoes is not None:
        return replay((*tournament.acts, act))
    return replace(act.body.apply(tournament, act), acts=(*tournament.acts, act))


def replay_onto(tournament: Tournament, acts: Sequence[TournamentAct]) -> Tournament:
    """The tournament after these acts."""
    return reduce(replay_further, acts, tournament)
