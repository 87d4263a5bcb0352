"""Who holds the pencil, and who answers for a side: the links that make a phone so.

A link is a secret of 256 random bits, shown once and kept as a hash. What it opens is its kind:

| kind | the phone that opens it | afterwards |
|---|---|---|
| scorer | may write, too | opens more phones, until it is replaced |
| hand_over | is the only one that may write | is used up |
| A, B | is the one that answers for that side | is used up |

When the pencil goes on, all links end. Where the scorer's phone is gone, the phones of both sides
together give the pencil to one of them.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Final, Literal, NamedTuple, cast, get_args

from scorekeeper.rules.model import SIDES, Side
from scorekeeper.services import matches, reading
from scorekeeper.services.ledger import Act, Json, Kind, Ledger
from scorekeeper.services.matches import Kept, NotScorer, OperationReused, load, now
from scorekeeper.services.phones import enrol_program, hash_of, new_secret
from scorekeeper.services.replaying import replay_further
from scorekeeper.store import queries
from scorekeeper.store.db import writing
from scorekeeper.store.queries import LinkRow, RoleRow

LinkKind = Literal["scorer", "hand_over", "A", "B"]
KINDS: Final[tuple[LinkKind, ...]] = get_args(LinkKind)
OF_THE_PENCIL: Final = ("scorer", "hand_over")
"""Those that let a phone write."""


class Opened(NamedTuple):
    """A link's match, and what the link is for."""

    kept: Kept
    kind: LinkKind


class WrongSecret(Exception):
    """No link has this secret."""


class LinkEnded(Exception):
    """The link was used up or replaced, or the pencil went on since."""

    def __init__(self, opened: Opened) -> None:
        super().__init__(opened.kept.public_id)
        self.opened = opened


class OtherSide(Exception):
    """The phone answers for the other side of this match."""

    def __init__(self, kept: Kept) -> None:
        super().__init__(kept.public_id)
        self.kept = kept


class NotAsked(Exception):
    """The pencil is not asked for any more, or not of this phone's side."""


def make_link(public_id: str, phone_id: int | None, kind: LinkKind) -> str:
    """The secret of a new link, which takes the place of the last one of its kind.

    :raises NotFound: there is no such match.
    :raises NotScorer: this phone may not write in it.
    """
    with writing(public_id):
        match_id, _kept = _load_own(public_id, phone_id)
        return _add_link(match_id, kind)


def scorers_link(public_id: str) -> str:
    """The secret of a new scorer's link, for whoever runs the server.

    :raises NotFound: there is no such match.
    """
    with writing(public_id):
        return _add_link(load(public_id)[0], "scorer")


def look_up(secret: str) -> Opened:
    """What the link with this secret would open; nothing is used up.

    :raises WrongSecret: there is no such link.
    :raises LinkEnded: it opens nothing any more.
    """
    link = _link_with(secret)
    opened = Opened(matches.find_match(link.public_id), _kind_of(link))
    if not link.is_open:
        raise LinkEnded(opened)
    return opened


def open_link(secret: str, phone_id: int, op_id: str) -> Opened:
    """Make the phone what the link says; once is as good as twice.

    :raises WrongSecret: there is no such link.
    :raises LinkEnded: it opens nothing any more.
    :raises OtherSide: the phone answers for the other side already.
    :raises OperationReused: the operation id was used for something else.
    """
    with writing(_link_with(secret).public_id, op_id):
        link = _link_with(secret)
        kind = _kind_of(link)
        kept = load(link.public_id)[1]
        data = joined_by(kind)
        if _is_repeat(link.match_id, kept, op_id, phone_id, "joined", data):
            return Opened(kept, kind)
        if not link.is_open:
            raise LinkEnded(Opened(kept, kind))
        role = queries.role_of(link.match_id, phone_id) or RoleRow(writes=False, side=None)
        new = role._replace(writes=True) if kind in OF_THE_PENCIL else role._replace(side=kind)
        if role.side not in (None, new.side):
            raise OtherSide(kept)
        queries.set_role(link.match_id, phone_id, new, now())
        if new == role and kind != "hand_over":
            return Opened(kept, kind)
        if kind in SIDES:
            queries.end_answering(link.match_id, kind, but=phone_id)
            queries.end_links(link.match_id, [kind], now())
        if kind == "hand_over":
            _end_others(link.match_id, phone_id)
        kept = _append(link.match_id, kept, op_id, phone_id, "joined", data)
    reading.remember(kept.public_id, kept.ledger)
    return Opened(kept, kind)


def phone_with_link(secret: str, public_id: str) -> int | None:
    """The phone that a program is whose secret is a scorer's link's of this match.

    None where no such link is open.
    """
    link = queries.link_with(hash_of(secret))
    if link is None or not link.is_open or (link.kind, link.public_id) != ("scorer", public_id):
        return None
    phone_id = enrol_program(secret)
    try:
        open_link(secret, phone_id, matches.new_operation_id())
    except LinkEnded:  # a moment ago
        return None
    return phone_id


def is_known(secret: str) -> bool:
    """Is, or was, this the secret of a link?"""
    return queries.link_with(hash_of(secret)) is not None


def joined_by(kind: str) -> Json:
    """What the act holds by which a phone opens a link of this kind."""
    if kind == "hand_over":
        return {"as": "scorer", "alone": True}
    return {"as": kind}


def write_alone(public_id: str, phone_id: int | None, op_id: str) -> Kept:
    """The match, in which no other phone may write any more; open links are ended.

    :raises NotFound: there is no such match.
    :raises NotScorer: this phone may not write in it.
    :raises OperationReused: the operation id was used for something else.
    """
    data = joined_by("hand_over")
    with writing(public_id, op_id):
        match_id, kept = _load_own(public_id, phone_id)
        assert phone_id is not None
        if _is_repeat(match_id, kept, op_id, phone_id, "joined", data):
            return kept
        _end_others(match_id, phone_id)
        kept = _append(match_id, kept, op_id, phone_id, "joined", data)
    reading.remember(public_id, kept.ledger)
    return kept


def scorers_of(public_id: str) -> list[int]:
    """The numbers, by which the table knows them, of the phones that may write in the match.

    :raises NotFound: there is no such match.
    """
    match_id, kept = load(public_id)
    numbers = (kept.ledger.phones.get(phone) for phone in queries.scorers_of(match_id))
    return sorted(number for number in numbers if number is not None)


def asking(ledger: Ledger) -> Act | None:
    """The act by which a side asks for the pencil, until it has an answer."""
    for act in reversed(ledger.acts):
        if act.kind in ("named", "declined") or (act.kind == "joined" and "alone" in act.data):
            return None
        if act.kind == "asked":
            return act
    return None


def is_new_scorer(ledger: Ledger, phone: int | None) -> bool:
    """Was the last that was done to give the pencil to this phone?"""
    last = ledger.acts[-1]
    if last.kind == "named":
        asked = ledger.act(last.data["seq"])
        return asked is not None and asked.phone == phone
    return last.kind == "joined" and last.data["as"] == "scorer" and last.phone == phone


def was_declined(ledger: Ledger, side: Side | None) -> bool:
    """Is the last that was said of the pencil that the other side would not give it to this one?"""
    said = [act for act in ledger.acts if act.kind in ("asked", "named", "declined", "joined")]
    last = said[-1] if said else None
    if last is None or last.kind != "declined" or last.data["side"] == side:
        return False
    asked = ledger.act(last.data["seq"])
    return asked is not None and asked.data["side"] == side


def ask(public_id: str, phone_id: int | None, op_id: str) -> Kept:
    """The match after the phone asked for the pencil, for the side that it answers for.

    :raises NotFound: there is no such match.
    :raises NotScorer: this phone answers for no side.
    :raises OperationReused: the operation id was used for something else.
    """

    def is_new(_match_id: int, kept: Kept, _side: Side) -> bool:
        asked = asking(kept.ledger)
        return asked is None or asked.phone != phone_id

    return say(public_id, phone_id, op_id, "asked", {}, is_new)


def answer(public_id: str, phone_id: int | None, op_id: str, seq: int, *, yes: bool) -> Kept:
    """The match after the asking with this seq was agreed to or declined.

    Agreed to by the other side's phone: then the phone that asked is the only one that may write.
    Declined by either side's, which for the one that asked is to withdraw.

    :raises NotFound: there is no such match.
    :raises NotScorer: this phone answers for no side.
    :raises NotAsked: the asking does not stand, or this phone's own side asks.
    :raises OperationReused: the operation id was used for something else.
    """

    def hand_over(match_id: int, kept: Kept, side: Side) -> bool:
        asked = asking(kept.ledger)
        if asked is None or asked.seq != seq or (yes and asked.data["side"] == side):
            raise NotAsked
        if yes:
            assert asked.phone is not None
            role = queries.role_of(match_id, asked.phone)
            if role is None or role.side != asked.data["side"]:
                raise NotAsked  # another phone answers for that side by now
            queries.set_role(match_id, asked.phone, role._replace(writes=True), now())
            _end_others(match_id, asked.phone)
        return True

    kind: Kind = "named" if yes else "declined"
    return say(public_id, phone_id, op_id, kind, {"seq": seq}, hand_over)


def say(
    public_id: str,
    phone_id: int | None,
    op_id: str,
    kind: Kind,
    data: Json,
    is_new: Callable[[int, Kept, Side], bool],
) -> Kept:
    """The match after the phone's side said something beside the game; a repeat says it once.

    `is_new` is asked before, with the match's row id, the match and the side. What says nothing new
    is not written.

    :raises NotFound: there is no such match.
    :raises NotScorer: this phone answers for no side.
    :raises OperationReused: the operation id was used for something else.
    """
    with writing(public_id, op_id):
        match_id, kept = load(public_id)
        role = queries.role_of(match_id, phone_id) if phone_id is not None else None
        if phone_id is None or role is None or role.side is None:
            raise NotScorer
        data = {"side": role.side, **data}
        if _is_repeat(match_id, kept, op_id, phone_id, kind, data):
            return kept
        if not is_new(match_id, kept, cast(Side, role.side)):
            return kept
        kept = _append(match_id, kept, op_id, phone_id, kind, data)
    reading.remember(public_id, kept.ledger)
    return kept


def _is_repeat(
    match_id: int, kept: Kept, op_id: str, phone_id: int, kind: Kind, data: Json
) -> bool:
    """Did this phone say this already under this operation id?

    :raises OperationReused: something else was said, or by another phone.
    """
    if not matches.is_repeat(match_id, kept, op_id, kind, data):
        return False
    done = kept.ledger.done_by(op_id)
    assert done is not None
    if done.phone != phone_id:
        raise OperationReused(kept, done)
    return True


def _append(match_id: int, kept: Kept, op_id: str, phone_id: int, kind: Kind, data: Json) -> Kept:
    """The match with an act beside the game."""
    act = matches.new_act(kept, kind, data, op_id, phone_id)
    matches.add(match_id, act)
    return replace(kept, ledger=replay_further(kept.ledger, act))


def _load_own(public_id: str, phone_id: int | None) -> tuple[int, Kept]:
    match_id, kept = load(public_id)
    role = queries.role_of(match_id, phone_id) if phone_id is not None else None
    if role is None or not role.writes:
        raise NotScorer
    return match_id, kept


def _add_link(match_id: int, kind: LinkKind) -> str:
    secret = new_secret()
    queries.end_links(match_id, [kind], now())
    queries.add_link(match_id, hash_of(secret), kind, now())
    return secret


def _end_others(match_id: int, phone_id: int) -> None:
    queries.end_scorers(match_id, but=phone_id)
    queries.end_links(match_id, KINDS, now())


def _link_with(secret: str) -> LinkRow:
    link = queries.link_with(hash_of(secret))
    if link is None:
        raise WrongSecret
    return link


def _kind_of(link: LinkRow) -> LinkKind:
    assert link.kind in KINDS
    return link.kind
