"""The agreement of both sides: a side's phone ticks a hand, or flags it with a reason.

Neither stops the match. A tick is good for the score that it was given to. A flag stays open until
its side agrees to the hand, or the hand is gone.

A side without a phone answers on the scorer's. Such an answer is marked as `here`. It closes no
flag of the side's own phone, which still has to answer.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Final, Literal, NamedTuple

from scorekeeper.match.acts.body import MatchAct, Refused
from scorekeeper.match.acts.hand_acts import LONGEST_REASON, AgreedHere, Corrected, FlaggedHere
from scorekeeper.match.acts.meta import Agreed, Flagged, Joined
from scorekeeper.match.ledger import Ledger
from scorekeeper.match.links import say
from scorekeeper.match.matches import LoadedMatch, RevisionConflict
from scorekeeper.rules.match import Row
from scorekeeper.rules.model import SIDES, BySide, Problem, Side
from scorekeeper.rules.names import is_fit_name, tidy_name

SideAnswer = Literal[
    "", "agreed", "flagged", "settled", "agreed_here", "flagged_here", "settled_here"
]
"""A side's answer to a hand: nothing, ✓, an open flag, ✓ after a flag; `here`: it was given on the
scorer's phone."""
_TICKED: Final = ("agreed", "settled")
NO_ANSWER: Final[BySide[SideAnswer]] = BySide("", "")


class Flag(NamedTuple):
    """A side's objection to a hand."""

    act: MatchAct
    side: Side
    hand_id: int
    reason: str
    is_open: bool

    @property
    def score(self) -> tuple[int, ...]:
        """The number that the hand had."""
        body = self.act.body
        return tuple(body.score) if isinstance(body, Flagged | FlaggedHere) else ()

    @property
    def is_here(self) -> bool:
        """Was it raised on the scorer's phone?"""
        return isinstance(self.act.body, FlaggedHere)


class _SideAnswers:
    """The answers of one side to one hand, from its phone and from the scorer's."""

    def __init__(self) -> None:
        self.flag: MatchAct | None = None
        self.flag_here: MatchAct | None = None
        self.is_open = self.is_open_here = False
        self.tick: tuple[int, ...] | None = None
        """The score that the side's own phone agreed to last."""
        self.tick_here: tuple[int, ...] | None = None

    def add(self, act: MatchAct, score: tuple[int, ...]) -> None:
        """Add one answer, to the hand with this score."""
        body = act.body
        if isinstance(body, Flagged):
            self.flag, self.is_open, self.tick = act, True, None
        elif isinstance(body, FlaggedHere):
            self.flag_here, self.is_open_here, self.tick_here = act, True, None
        elif isinstance(body, AgreedHere):
            # The flag of the side's own phone stays open.
            self.tick_here, self.is_open_here = score, False
        else:
            self.tick, self.tick_here = score, None
            self.is_open = self.is_open_here = False

    def own_answer(self, score: tuple[int, ...] | None) -> SideAnswer:
        """The answer of the side's own phone to the hand with this score."""
        if self.is_open:
            return "flagged"
        if self.tick != score:
            return ""
        return "settled" if self.flag or self.flag_here else "agreed"

    def answer(self, score: tuple[int, ...] | None) -> SideAnswer:
        """The side's answer to the hand with this score, whichever phone it was given on."""
        if self.is_open_here and not self.is_open:
            return "flagged_here"
        own_answer = self.own_answer(score)
        if own_answer or self.tick_here != score:
            return own_answer
        return "settled_here" if self.flag or self.flag_here else "agreed_here"

    def flags(self, side: Side, hand_id: int, *, is_in_ledger: bool) -> Iterable[Flag]:
        """The last flag of either phone."""
        for act, is_open in ((self.flag, self.is_open), (self.flag_here, self.is_open_here)):
            if act is not None:
                assert isinstance(act.body, Flagged | FlaggedHere)
                yield Flag(act, side, hand_id, act.body.reason, is_open and is_in_ledger)


def is_on(ledger: Ledger) -> BySide[bool]:
    """Does a phone answer for this side?"""
    joined_roles = {act.body.role for act in ledger.acts if isinstance(act.body, Joined)}
    return BySide(*(side in joined_roles for side in SIDES))


def answers(ledger: Ledger) -> Mapping[int, BySide[SideAnswer]]:
    """Each side's answer to a hand, by the hand's id; hands without any answer are left out."""
    by_hand = _all_answers(ledger)
    return {
        hand_id: BySide(
            *(
                by_hand.get((hand_id, side), _SideAnswers()).answer(_score(ledger, hand_id))
                for side in SIDES
            )
        )
        for hand_id in {hand_id for hand_id, _side in by_hand}
        if hand_id in ledger.places
    }


def answers_in_order(ledger: Ledger) -> list[BySide[SideAnswer]]:
    """Each side's answer to each entry of the ledger."""
    found = answers(ledger)
    return [found.get(hand_id, NO_ANSWER) for hand_id in ledger.hand_ids]


def flags(ledger: Ledger) -> list[Flag]:
    """Return the last flags of each side to each hand, in the order of the hands.

    Flags of voided hands come last. A side has at most two: one from its own phone, and after it
    one from the scorer's phone.
    """
    places = ledger.places
    found = [
        flag
        for (hand_id, side), one in sorted(_all_answers(ledger).items())
        for flag in one.flags(side, hand_id, is_in_ledger=hand_id in places)
    ]
    return sorted(found, key=lambda one: places.get(one.hand_id, len(places)))


def _all_answers(ledger: Ledger) -> Mapping[tuple[int, Side], _SideAnswers]:
    """Return the answers of each side to each hand, by the hand's id.

    Undone answers are left out.
    """
    by_hand: defaultdict[tuple[int, Side], _SideAnswers] = defaultdict(_SideAnswers)
    for act in ledger.acts:
        body = act.body
        if act.is_play and not body.is_answer:
            continue  # most acts, and asking for their classes takes long
        if isinstance(body, Agreed):
            for hand_id, score in body.scores.items():
                by_hand[hand_id, body.side].add(act, score)
        elif isinstance(body, Flagged):
            by_hand[body.flags, body.side].add(act, body.score)
        elif isinstance(body, AgreedHere | FlaggedHere) and act.seq not in ledger.undone:
            by_hand[body.answers, body.side].add(act, tuple(body.score))
    return by_hand


def changed_flags(ledger: Ledger) -> list[Flag]:
    """The open flags whose hand was corrected, or got another score, since they were raised."""
    corrected_hands = {
        act.body.corrects: act.seq
        for act in ledger.acts
        if isinstance(act.body, Corrected) and act.seq not in ledger.undone
    }
    return [
        flag
        for flag in flags(ledger)
        if flag.is_open
        and (
            flag.score != _score(ledger, flag.hand_id)
            or corrected_hands.get(flag.hand_id, 0) > flag.act.seq
        )
    ]


def unanswered(ledger: Ledger, side: Side) -> list[tuple[int, Row]]:
    """Return the hands, with their ids, that this side's own phone has not answered as they stand.

    A flagged hand needs a new answer once it was corrected. Hands after the end are left out.
    """
    by_hand = _all_answers(ledger)
    changed_hands = {
        flag.hand_id for flag in changed_flags(ledger) if flag.side == side and not flag.is_here
    }
    found = []
    for hand_id, row in zip(ledger.hand_ids, ledger.standing.rows, strict=True):
        score = _score(ledger, hand_id) if row.counts else None
        answer = by_hand[hand_id, side].own_answer(score) if (hand_id, side) in by_hand else ""
        if score is not None and (not answer or hand_id in changed_hands):
            found.append((hand_id, row))
    return found


def agree(
    public_id: str, phone_id: int | None, op_id: str, scores: Mapping[int, Iterable[int]]
) -> LoadedMatch:
    """The match after the phone's side agreed to these hands, by their ids, with these scores.

    :raises NotFound: there is no such match.
    :raises NotScorer: this phone answers for no side.
    :raises RevisionConflict: a hand has another score by now, or is no more; nothing was written.
    :raises OperationIdReused: the operation id was used for something else.
    """
    shown_scores = {hand_id: tuple(score) for hand_id, score in sorted(scores.items())}

    def is_new(loaded_match: LoadedMatch, side: Side) -> bool:
        if not shown_scores or any(
            _score(loaded_match.ledger, one) != shown_scores[one] for one in shown_scores
        ):
            raise RevisionConflict(loaded_match)
        by_hand = _all_answers(loaded_match.ledger)
        return any(
            (one, side) not in by_hand
            or by_hand[one, side].own_answer(score) not in _TICKED
            or by_hand[one, side].is_open_here
            for one, score in shown_scores.items()
        )

    return say(
        public_id, phone_id, op_id, lambda side: Agreed(side=side, scores=shown_scores), is_new
    )


def flag(
    public_id: str,
    phone_id: int | None,
    op_id: str,
    hand_id: int,
    score: Iterable[int],
    reason: str,
) -> LoadedMatch:
    """The match after the phone's side flagged the hand, which it saw with this score.

    :raises NotFound: there is no such match.
    :raises NotScorer: this phone answers for no side.
    :raises RevisionConflict: the hand has another score by now, or is no more; nothing was written.
    :raises Refused: the reason is missing or unfit.
    :raises OperationIdReused: the operation id was used for something else.
    """
    reason = tidy_name(reason)
    shown_score = tuple(score)

    def is_new(loaded_match: LoadedMatch, side: Side) -> bool:
        if _score(loaded_match.ledger, hand_id) != shown_score:
            raise RevisionConflict(loaded_match)
        if not reason or not is_fit_name(reason, LONGEST_REASON):
            raise Refused(Problem("unknown" if reason else "missing", "reason"))
        is_asked = hand_id in (one for one, _row in unanswered(loaded_match.ledger, side))
        same = (hand_id, side, reason, True)
        own_flags = (one for one in flags(loaded_match.ledger) if not one.is_here)
        same_flags = [one for one in own_flags if _words_of(one) == same]
        return is_asked or not same_flags

    def flagged(side: Side) -> Flagged:
        return Flagged(side=side, flags=hand_id, score=shown_score, reason=reason)

    return say(public_id, phone_id, op_id, flagged, is_new)


def _score(ledger: Ledger, hand_id: int) -> tuple[int, ...] | None:
    """The score of the hand as it stands; None where it does not, or is an adjustment."""
    row = ledger.row(hand_id)
    if row is None or row.score is None:
        return None
    return row.score.A, row.score.B


def _words_of(flag: Flag) -> tuple[int, Side, str, bool]:
    return flag.hand_id, flag.side, flag.reason, flag.is_open
