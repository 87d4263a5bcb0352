"""The pencil goes on: to one phone alone, or to the side that asks for it.

Where the scorer's phone is gone, the phones of both sides together give the pencil to one of them.
"""

from scorekeeper.journal.clock import now
from scorekeeper.match.acts.body import MatchAct
from scorekeeper.match.acts.meta import Asked, Declined, Joined, Named
from scorekeeper.match.ledger import Ledger
from scorekeeper.match.links import end_others, joined_by, say
from scorekeeper.match.matches import MATCHES, LoadedMatch
from scorekeeper.rules.model import Side
from scorekeeper.store import queries
from scorekeeper.store.db import writing
from scorekeeper.store.roles import MATCH_ROLES


class NotAsked(Exception):
    """The pencil is not asked for any more, or not of this phone's side."""


def write_alone(public_id: str, phone_id: int | None, op_id: str) -> LoadedMatch:
    """The match, in which no other phone may write any more; open links are ended.

    :raises NotFound: there is no such match.
    :raises NotScorer: this phone may not write in it.
    :raises OperationIdReused: the operation id was used for something else.
    """
    alone = joined_by("hand_over")
    with writing(public_id, op_id):
        loaded_match = MATCHES.find_own(public_id, phone_id)
        assert phone_id is not None
        if MATCHES.is_said(loaded_match, phone_id, op_id, alone):
            return loaded_match
        end_others(loaded_match.id, phone_id)
        loaded_match = MATCHES.append(loaded_match, phone_id, op_id, alone)
    MATCHES.remember(loaded_match)
    return loaded_match


def scorers_of(public_id: str) -> list[int]:
    """The numbers, by which the table knows them, of the phones that may write in the match.

    :raises NotFound: there is no such match.
    """
    loaded_match = MATCHES.find(public_id)
    phones = loaded_match.ledger.phones
    numbers = map(phones.get, queries.scorers_of(loaded_match.id))
    return sorted(number for number in numbers if number is not None)


def asking(ledger: Ledger) -> MatchAct | None:
    """The act by which a side asks for the pencil, until it has an answer."""
    for act in reversed(ledger.acts):
        is_alone = isinstance(act.body, Joined) and act.body.alone
        if is_alone or isinstance(act.body, Named | Declined):
            return None
        if isinstance(act.body, Asked):
            return act
    return None


def is_new_scorer(ledger: Ledger, phone: int | None) -> bool:
    """Was the last that was done to give the pencil to this phone?"""
    last = ledger.acts[-1]
    if isinstance(last.body, Named):
        request = ledger.act(last.body.seq)
        return request is not None and request.phone == phone
    is_scorers = isinstance(last.body, Joined) and last.body.role == "scorer"
    return is_scorers and last.phone == phone


def leaves_others(act: MatchAct) -> bool:
    """Did a phone get the pencil by this act while the others keep it?"""
    return isinstance(act.body, Joined) and not act.body.alone


def was_declined(ledger: Ledger, side: Side | None) -> bool:
    """Did the other side decline last to give the pencil to this one?"""
    bodies = (act.body for act in reversed(ledger.acts))
    last = next(
        (body for body in bodies if isinstance(body, Asked | Named | Declined | Joined)), None
    )
    if not isinstance(last, Declined) or last.side == side:
        return False
    request = ledger.act(last.seq)
    return request is not None and side_asking(request) == side


def side_asking(act: MatchAct) -> Side | None:
    """The side whose phone asks for the pencil by this act; None where it is another act."""
    return act.body.side if isinstance(act.body, Asked) else None


def ask(public_id: str, phone_id: int | None, op_id: str) -> LoadedMatch:
    """The match after the phone asked for the pencil, for the side that it answers for.

    :raises NotFound: there is no such match.
    :raises NotScorer: this phone answers for no side.
    :raises OperationIdReused: the operation id was used for something else.
    """

    def is_new(loaded_match: LoadedMatch, _side: Side) -> bool:
        request = asking(loaded_match.ledger)
        return request is None or request.phone != phone_id

    return say(public_id, phone_id, op_id, lambda side: Asked(side=side), is_new)


def answer(public_id: str, phone_id: int | None, op_id: str, seq: int, *, yes: bool) -> LoadedMatch:
    """The match after the asking with this seq was agreed to or declined.

    Agreed to by the other side's phone: then the phone that asked is the only one that may write.
    Declined by either side's, which for the one that asked is to withdraw.

    :raises NotFound: there is no such match.
    :raises NotScorer: this phone answers for no side.
    :raises NotAsked: the asking does not stand, or this phone's own side asks.
    :raises OperationIdReused: the operation id was used for something else.
    """

    def hand_over(loaded_match: LoadedMatch, side: Side) -> bool:
        request = asking(loaded_match.ledger)
        if request is None or request.seq != seq or (yes and side_asking(request) == side):
            raise NotAsked
        if yes:
            assert request.phone is not None
            match_id, role = loaded_match.id, MATCHES.role_of(loaded_match, request.phone)
            if role is None or role.side != side_asking(request):
                raise NotAsked  # another phone answers for that side by now
            MATCH_ROLES.set_role(match_id, request.phone, role._replace(writes=True), now())
            end_others(match_id, request.phone)
        return True

    body_type = Named if yes else Declined
    return say(public_id, phone_id, op_id, lambda side: body_type(side=side, seq=seq), hand_over)
