"""Meta acts: who writes, what a side says on its own phone, where it is played, what was erased.

Nothing of what was played hangs on them.
"""

from __future__ import annotations

from dataclasses import field
from typing import Annotated, Literal

from scorekeeper.journal.body import ErasedBy
from scorekeeper.journal.record import Always, StoredAs
from scorekeeper.match.acts.body import Body, MatchAct, Told
from scorekeeper.match.acts.fields import OwnerAddress, ScoresById, SeatedSince, Text, YesOrNo
from scorekeeper.match.ledger import Ledger
from scorekeeper.rules.model import Side

JoinedAs = Literal["scorer", "A", "B"]
MemberBy = Literal["scorer", "organiser"]


class MetaBody(Body, is_play=False):
    """A meta act: it says something of the match, and nothing of what was played."""


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
    """The scorer says whether a link's preview has names. It changes nothing of what was played."""

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
    """Has a link's preview the names? It has until the scorer says no."""
    chosen = (act.body for act in reversed(ledger.acts) if isinstance(act.body, PreviewsChosen))
    last = next(chosen, None)
    return last is None or last.names
