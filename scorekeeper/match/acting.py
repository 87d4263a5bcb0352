"""Why acts of a match are refused, and whether one can be undone. Pure."""

from scorekeeper.match.acts.body import BuiltOn, MatchAct, MixedUnits, Refused
from scorekeeper.match.acts.meta import Undone
from scorekeeper.match.ledger import Ledger

__all__ = ["BuiltOn", "MixedUnits", "Refused", "may_be_undone"]


def may_be_undone(ledger: Ledger, act: MatchAct) -> bool:
    """Can the act be undone as the match stands? It may itself be an undoing."""
    try:
        Undone(seq=act.seq).check(ledger)
    except Refused:
        return False
    return True
