"""Undoing an act, and taking an undoing back."""

from __future__ import annotations

from typing import NamedTuple

from scorekeeper.journal.act import undone_seqs
from scorekeeper.match.acts.body import Body, BuiltOn, MatchAct, Position, Refused
from scorekeeper.match.acts.draft import Draft
from scorekeeper.match.acts.fields import Ref
from scorekeeper.match.acts.hand_acts import Corrected, Inserted, Recorded
from scorekeeper.match.acts.head_acts import Started, draft_of
from scorekeeper.match.ledger import Ledger
from scorekeeper.rules.model import Problem


class Undone(Body, kind="undone", op="undo", form="Undo"):
    """An act does not stand any more. An undoing can itself be undone."""

    seq: Ref
    """The seq of the act that is undone."""

    @property
    def undoes(self) -> int:
        return self.seq

    def check(self, position: Position) -> None:
        """The last act can always be undone; an earlier one where nothing since is built on it."""
        assert isinstance(position, Ledger)  # what is folded has no undoings
        refold = self._refold(position)
        if refold.asks_from:
            refold.fold(position)

    def folded(self, ledger: Ledger) -> tuple[Draft, frozenset[int]]:
        """The match without the act, and what is undone then: one fold, every later act asked.

        :raises Refused: as of `check`.
        """
        refold = self._refold(ledger)
        return refold.fold(ledger), refold.undone

    def _refold(self, ledger: Ledger) -> _Refold:
        act = ledger.act(self.seq)
        is_undoable = act is not None and act.is_play and not isinstance(act.body, Started)
        if act is None or not is_undoable or act.seq in ledger.undone:
            raise Refused(Problem("missing", "seq"))
        undone = undone_seqs((*ledger.acts, MatchAct(ledger.revision + 1, self)))
        # Of an undoing that is taken back, what it undid.
        play_acts = [one for one in ledger.acts if one.is_play and one.body.undoes is None]
        standing = [one for one in play_acts if one.seq not in undone]
        if act == ledger.last_act():
            return _Refold(standing, undone, asks_from=0)
        changed_act = next((one for one in play_acts if one.seq in undone ^ ledger.undone), None)
        if changed_act is None:  # an undoing that another one has made idle
            raise Refused(Problem("missing", "seq"))
        if changed_act.body.is_answer:
            return _Refold(standing, undone, asks_from=0)
        # Of what comes back itself it is asked, too, whether it could be written now.
        later = [one for one in standing if one.seq >= changed_act.seq]
        changes = changed_act.writes()
        about = tuple(
            one
            for one in later
            if one is not changed_act and not changes.isdisjoint(one.body.rests_on())
        )
        if about:
            raise BuiltOn(about)
        return _Refold(standing, undone, asks_from=changed_act.seq)


class _Refold(NamedTuple):
    """What is folded where an act is undone."""

    standing: list[MatchAct]
    """The acts that stand then."""
    undone: frozenset[int]
    asks_from: int
    """The seq from which each act is asked whether it could be written just as well; 0: none is."""

    def fold(self, known: Ledger) -> Draft:
        """The match that the acts make.

        :raises BuiltOn: one of them could not be written.
        """
        draft = draft_of(self.standing[0], known)
        for act in self.standing[1:]:
            is_asked = self.asks_from and act.seq >= self.asks_from
            if is_asked and not act.body.is_answer:
                _ask(act, draft)
            act.body.apply(draft, act)
        return draft


def _ask(act: MatchAct, draft: Draft) -> None:
    """See whether the act could be written now.

    :raises BuiltOn: it could not.
    """
    try:
        act.body.check(draft)
    except (Refused, KeyError) as refusal:
        # Hands behind the end stay written and count for nothing.
        is_idle = _is_after_end(refusal) and draft.end == "target"
        if not (is_idle or _lacks_names(act, refusal)):
            raise _built_on(act, refusal) from None


def _built_on(act: MatchAct, refusal: Exception) -> BuiltOn:
    """A hand that has no score without it, or an act that could not have been done."""
    is_missing = isinstance(refusal, KeyError) or refusal.args[0][0].code == "missing"
    if isinstance(act.body, Recorded | Inserted | Corrected) and not is_missing:
        return BuiltOn((), (act.entry_id,))
    return BuiltOn((act,))


def _lacks_names(act: MatchAct, refusal: Exception) -> bool:
    """Is all that is wrong with the act that its names were erased since?"""
    if not act.body.erased or not isinstance(refusal, Refused):
        return False
    empty = {Problem("missing", field) for field in (*act.body.texts, "changed")}
    return {*refusal.problems} <= empty


def _is_after_end(refusal: Exception) -> bool:
    return isinstance(refusal, Refused) and refusal.problems[0].code == "after_end"
