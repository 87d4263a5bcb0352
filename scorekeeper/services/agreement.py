"""Do both sides agree to what is written? A side's phone ticks a hand, or flags it with a reason.

Neither holds anything up. A tick is good for the score that it was given to; a flag stands open
until its side agrees to the hand, or the hand is no more.
"""

from collections.abc import Iterable, Mapping
from typing import Final, Literal, NamedTuple

from scorekeeper.rules.match import Row
from scorekeeper.rules.model import SIDES, BySide, Problem, Side
from scorekeeper.rules.names import is_fit_name, tidy_name
from scorekeeper.services.acting import Refused
from scorekeeper.services.ledger import Ledger, MatchAct
from scorekeeper.services.match_acts.hand_acts import Corrected
from scorekeeper.services.match_acts.meta import Agreed, Flagged, Joined
from scorekeeper.services.matches import LoadedMatch, RevisionConflict
from scorekeeper.services.pencil.saying import say

LONGEST_REASON: Final = 80

SideAnswer = Literal["", "agreed", "flagged", "settled"]
"""A side's answer to a hand: nothing, ✓, an open flag, ✓ after a flag."""
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
        return self.act.body.score if isinstance(self.act.body, Flagged) else ()


def is_on(ledger: Ledger) -> BySide[bool]:
    """Does a phone answer for this side?"""
    joined_roles = {act.body.role for act in ledger.acts if isinstance(act.body, Joined)}
    return BySide(*(side in joined_roles for side in SIDES))


def answers(ledger: Ledger) -> Mapping[int, BySide[SideAnswer]]:
    """Each side's answer to a hand, by the hand's id; hands without any answer are left out."""
    answers_so_far: dict[tuple[int, Side], SideAnswer] = {}
    open_flags = set()
    for act in ledger.acts:
        if isinstance(act.body, Flagged):
            key = (act.body.flags, act.body.side)
            answers_so_far[key] = "flagged"
            open_flags.add(key)
        elif isinstance(act.body, Agreed):
            for hand_id, score in act.body.scores.items():
                key = (hand_id, act.body.side)
                is_so = score == _score(ledger, hand_id)
                answers_so_far[key] = (
                    ("settled" if key in open_flags else "agreed") if is_so else ""
                )
    found = {}
    for hand_id in {hand_id for hand_id, _side in answers_so_far}:
        if hand_id in ledger.places:
            found[hand_id] = BySide(*(answers_so_far.get((hand_id, side), "") for side in SIDES))
    return found


def flags(ledger: Ledger) -> list[Flag]:
    """The last flag of each side to each hand, in the order of the hands; of voided ones last."""
    last: dict[tuple[int, Side], Flag] = {}
    for act in ledger.acts:
        if isinstance(act.body, Flagged):
            key = (act.body.flags, act.body.side)
            is_in_ledger = key[0] in ledger.places
            last[key] = Flag(act, key[1], key[0], act.body.reason, is_in_ledger)
        elif isinstance(act.body, Agreed):
            for hand_id in act.body.scores:
                key = (hand_id, act.body.side)
                if key in last:
                    last[key] = last[key]._replace(is_open=False)
    places = ledger.places
    found = [last[key] for key in sorted(last)]
    return sorted(found, key=lambda one: places.get(one.hand_id, len(places)))


def unanswered(ledger: Ledger, side: Side) -> list[tuple[int, Row]]:
    """The hands, with their ids, that this side was not asked about as they stand now.

    One that it flagged is asked about again once it was corrected. Hands after the end are left
    out.
    """
    answers_so_far = answers(ledger)
    corrected_hands = {
        act.body.corrects: act.seq
        for act in ledger.acts
        if isinstance(act.body, Corrected) and act.seq not in ledger.undone
    }
    changed_hands = {
        flag.hand_id
        for flag in flags(ledger)
        if flag.side == side and flag.is_open
        if flag.score != _score(ledger, flag.hand_id)
        or corrected_hands.get(flag.hand_id, 0) > flag.act.seq
    }
    found = []
    for hand_id, row in zip(ledger.hand_ids, ledger.standing.rows, strict=True):
        score = _score(ledger, hand_id) if row.counts else None
        has_answer = (
            answers_so_far.get(hand_id, NO_ANSWER).of(side) and hand_id not in changed_hands
        )
        if score is not None and not has_answer:
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

    def is_new(_match_id: int, loaded_match: LoadedMatch, side: Side) -> bool:
        if not shown_scores or any(
            _score(loaded_match.ledger, one) != shown_scores[one] for one in shown_scores
        ):
            raise RevisionConflict(loaded_match)
        given_answers = answers(loaded_match.ledger)
        return any(
            given_answers.get(one, NO_ANSWER).of(side) not in _TICKED for one in shown_scores
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

    def is_new(_match_id: int, loaded_match: LoadedMatch, side: Side) -> bool:
        if _score(loaded_match.ledger, hand_id) != shown_score:
            raise RevisionConflict(loaded_match)
        if not reason or not is_fit_name(reason, LONGEST_REASON):
            raise Refused(Problem("unknown" if reason else "missing", "reason"))
        is_asked = hand_id in (one for one, _row in unanswered(loaded_match.ledger, side))
        same = (hand_id, side, reason, True)
        same_flags = [one for one in flags(loaded_match.ledger) if _words_of(one) == same]
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
