"""Checks acts against a match as it stands, and applies them. Pure."""

from scorekeeper.services.ledger import Ledger
from scorekeeper.services.match_acts.body import Body, BuiltOn, Full, MatchAct, MixedUnits, Refused
from scorekeeper.services.match_acts.undo import Undone
from scorekeeper.services.replaying import ledger_of, replay_further

__all__ = ["BuiltOn", "Full", "MixedUnits", "Refused", "check_room", "may_be_undone", "with_act"]


def with_act(ledger: Ledger, act: MatchAct) -> Ledger:
    """The ledger as it would stand after one more act.

    :raises Full: no more acts but that which stops the match.
    :raises Refused: the act is not possible, with every problem of it.
    """
    check_room(ledger, act.body)
    if isinstance(act.body, Undone):
        draft, undone = act.body.folded(ledger)
        return ledger_of(draft, (*ledger.acts, act), undone)
    act.body.check(ledger)
    return replay_further(ledger, act)


def check_room(ledger: Ledger, body: Body) -> None:
    """Is there room for one more act of this kind?

    :raises Full: there is not.
    """
    if not ledger.has_room_for(body):
        raise Full


def may_be_undone(ledger: Ledger, act: MatchAct) -> bool:
    """Can the act be undone as the match stands? It may itself be an undoing."""
    try:
        Undone(seq=act.seq).check(ledger)
    except Refused:
        return False
    return True
