"""Meta acts: writing phones, answers of a side, the club, and undoing an act.

The play does not depend on them.
"""

from __future__ import annotations

from dataclasses import field
from typing import Annotated, Literal, NamedTuple

from scorekeeper.journal.act import undone_seqs
from scorekeeper.journal.body import ErasedBy
from scorekeeper.journal.record import Always, StoredAs
from scorekeeper.match.acts.body import Body, BuiltOn, MatchAct, Position, Refused, Told
from scorekeeper.match.acts.draft import Draft
from scorekeeper.match.acts.fields import OwnerAddress, Ref, ScoresById, SeatedSince, Text, YesOrNo
from scorekeeper.match.acts.hand_acts import Corrected, Inserted, Recorded
from scorekeeper.match.acts.head_acts import Started, draft_of
from scorekeeper.match.ledger import Ledger
from scorekeeper.rules.model import Problem, Side


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
        # The act that comes back is checked, too, whether it could be written now.
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
    """The acts to fold into a match when one of its acts is undone."""

    standing: list[MatchAct]
    """The acts that stand then."""
    undone: frozenset[int]
    asks_from: int
    """The seq from which each act must still be possible; 0: no act is checked."""

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
    """Whether the act is refused only because its names were erased since."""
    if not act.body.erased or not isinstance(refusal, Refused):
        return False
    empty = {Problem("missing", field) for field in (*act.body.texts, "changed")}
    return {*refusal.problems} <= empty


def _is_after_end(refusal: Exception) -> bool:
    return isinstance(refusal, Refused) and refusal.problems[0].code == "after_end"


JoinedAs = Literal["scorer", "A", "B"]
MemberBy = Literal["scorer", "organiser"]


class MetaBody(Body, is_play=False):
    """A meta act: it says something of the match, and nothing of the play."""


class Joined(MetaBody, kind="joined", room="reserved"):
    """A phone may write, or answers for a side."""

    role: Annotated[JoinedAs, StoredAs("as")]
    """`scorer`, or the side that the phone answers for."""
    alone: YesOrNo = False
    """Does no other phone write any more?"""

    def tell(self, told: Told, act: MatchAct) -> Told:
        is_writer = self.role == "scorer"
        return told._replace(writers=told.writers | {act.phone}) if is_writer else told


class Agreed(MetaBody, kind="agreed"):
    """A side agrees to hands."""

    side: Side
    scores: Always[ScoresById] = field(default_factory=dict)

    def is_about(self, hand_id: int) -> bool:
        return hand_id in self.scores


class Flagged(MetaBody, kind="flagged"):
    """A side has something against a hand."""

    side: Side
    flags: Annotated[int, StoredAs("hand_id")]
    """The id of the flagged hand."""
    score: tuple[int, ...]
    """The score that the hand had."""
    reason: Always[Text] = ""

    @property
    def hand_id(self) -> int:
        return self.flags


class Asked(MetaBody, kind="asked"):
    """A side's phone asks for the pencil."""

    side: Side


class _PencilAnswer(MetaBody):
    """An answer of a side that was asked for the pencil."""

    side: Side
    seq: int
    """The seq of the act that asked."""


class Named(_PencilAnswer, kind="named"):
    """The other side agrees that the phone that asks gets the pencil."""

    def tell(self, told: Told, act: MatchAct) -> Told:
        return told._replace(handed_over=told.handed_over | {self.seq})


class Declined(_PencilAnswer, kind="declined"):
    """The asking for the pencil is withdrawn or refused."""


class NamesErased(ErasedBy, MetaBody, kind="names_erased", is_erasing=True):
    """All names before it were erased."""

    def tell(self, told: Told, act: MatchAct) -> Told:
        return told._replace(last_name_erasure=act.seq)


class ReasonsErased(ErasedBy, MetaBody, kind="reasons_erased", is_erasing=True):
    """The reasons before it that name a pair of a tournament were erased."""


class PreviewsChosen(MetaBody, kind="previews_chosen", room="reserved"):
    """The scorer's choice whether a link's preview has names. It does not change the play."""

    names: YesOrNo


class _OfClub(MetaBody, room="reserved"):
    """Tells of a club. No phone needs these acts to go on by itself."""

    club: Always[OwnerAddress] = ""


class ClubJoined(_OfClub, kind="club_joined"):
    """The match is played at this club, and at no other any more: its scorer says so."""


class ClubProposed(_OfClub, kind="club_proposed"):
    """The club's organiser asks the scorer whether the match may be the club's."""


class ClubLeft(_OfClub, kind="club_left"):
    """The match is not the club's; also the scorer's no to its organiser."""

    by: MemberBy


class PersonsSeated(_OfClub, kind="persons_seated"):
    """Persons of the club's roster sit, or sat, on these chairs."""

    seats: Always[SeatedSince] = field(default_factory=dict)


def has_names_in_previews(ledger: Ledger) -> bool:
    """Whether a link's preview shows the players' names: yes, unless the scorer chose no."""
    chosen = (act.body for act in reversed(ledger.acts) if isinstance(act.body, PreviewsChosen))
    last = next(chosen, None)
    return last is None or last.names
