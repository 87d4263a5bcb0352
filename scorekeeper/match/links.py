"""The links that make a phone the scorer's or a side's, and answers of a phone or side.

A link is a secret of 256 random bits, shown once and kept as a hash. The kinds of links:

| kind | the phone that opens it | afterwards |
|---|---|---|
| scorer | may write, too | opens more phones, until it is replaced |
| hand_over | is the only one that may write | is used up |
| A, B | is the one that answers for that side | is used up |

When the pencil goes on, all links end.
"""

from collections.abc import Callable
from typing import Final, Literal, NamedTuple, cast, get_args

from scorekeeper.journal.clock import now
from scorekeeper.journal.identifiers import hash_of, new_operation_id, new_secret
from scorekeeper.match.acts.body import Body
from scorekeeper.match.acts.meta import Joined, PreviewsChosen, has_names_in_previews
from scorekeeper.match.matches import MATCHES, LoadedMatch, NotScorer
from scorekeeper.match.phones import enrol_program
from scorekeeper.rules.model import SIDES, Side
from scorekeeper.store import queries, tournament_queries
from scorekeeper.store.db import writing
from scorekeeper.store.roles import MATCH_LINKS, MATCH_ROLES, RoleRow, StoredLink


def say(
    public_id: str,
    phone_id: int | None,
    op_id: str,
    make_body: Callable[[Side], Body],
    is_new: Callable[[LoadedMatch, Side], bool],
) -> LoadedMatch:
    """Append a meta act of the phone's side; a repeat appends nothing.

    `make_body` makes its body for the side that the phone answers for. `is_new` gets the match and
    the side, and an act that says nothing new is not written.

    :raises NotFound: there is no such match.
    :raises NotScorer: this phone answers for no side.
    :raises OperationIdReused: the operation id was used for something else.
    """
    with writing(public_id, op_id):
        loaded_match = MATCHES.find(public_id)
        role = MATCHES.role_of(loaded_match, phone_id)
        if phone_id is None or role is None or role.side is None:
            raise NotScorer
        side = cast(Side, role.side)
        body = make_body(side)
        if MATCHES.is_said(loaded_match, phone_id, op_id, body):
            return loaded_match
        if not is_new(loaded_match, side):
            return loaded_match
        loaded_match = MATCHES.append(loaded_match, phone_id, op_id, body)
    MATCHES.remember(loaded_match)
    return loaded_match


def choose_previews(
    public_id: str, phone_id: int | None, op_id: str, *, names: bool
) -> LoadedMatch:
    """The match, of whose link a chat shows the names from now on, or does not.

    :raises NotFound: there is no such match.
    :raises NotScorer: this phone may not write in it.
    :raises OperationIdReused, Full, DatabaseUnavailable: as of `matches.append_act`.
    """
    body = PreviewsChosen(names=names)
    with writing(public_id, op_id):
        loaded_match = MATCHES.find_own(public_id, phone_id)
        assert phone_id is not None
        if MATCHES.is_said(loaded_match, phone_id, op_id, body):
            return loaded_match
        if has_names_in_previews(loaded_match.ledger) == names:
            return loaded_match
        loaded_match = MATCHES.append(loaded_match, phone_id, op_id, body)
    MATCHES.remember(loaded_match)
    return loaded_match


LinkKind = Literal["scorer", "hand_over", "A", "B"]
KINDS: Final[tuple[LinkKind, ...]] = get_args(LinkKind)
OF_THE_PENCIL: Final = ("scorer", "hand_over")
"""The kinds of links that let a phone write."""


class OpenedLink(NamedTuple):
    """A link's match, and what the link is for."""

    loaded_match: LoadedMatch
    kind: LinkKind


class WrongSecret(Exception):
    """No link has this secret."""


class LinkEnded(Exception):
    """The link was used up or replaced, or the pencil went on since."""

    def __init__(self, opened_link: OpenedLink) -> None:
        super().__init__(opened_link.loaded_match.public_id)
        self.opened = opened_link


class OtherSide(Exception):
    """The phone answers for the other side of this match."""

    def __init__(self, loaded_match: LoadedMatch) -> None:
        super().__init__(loaded_match.public_id)
        self.loaded_match = loaded_match


def make_link(public_id: str, phone_id: int | None, kind: LinkKind) -> str:
    """The secret of a new link, which takes the place of the last one of its kind.

    :raises NotFound: there is no such match.
    :raises NotScorer: this phone may not write in it.
    """
    with writing(public_id):
        return _add_link(MATCHES.find_own(public_id, phone_id).id, public_id, kind)


def scorers_link(public_id: str) -> str:
    """Make a new scorer's link for the operator, and return its secret.

    :raises NotFound: there is no such match.
    """
    with writing(public_id):
        return _add_link(MATCHES.find(public_id).id, public_id, "scorer")


def look_up(secret: str) -> OpenedLink:
    """Look up what the link with this secret would open; nothing is used up.

    :raises WrongSecret: there is no such link.
    :raises LinkEnded: it opens nothing any more.
    """
    link = _link_with(secret)
    opened_link = OpenedLink(MATCHES.find(link.public_id), _kind_of(link))
    if not link.is_open:
        raise LinkEnded(opened_link)
    return opened_link


def open_link(secret: str, phone_id: int, op_id: str) -> OpenedLink:
    """Give the phone the link's role; a repeat changes nothing.

    :raises WrongSecret: there is no such link.
    :raises LinkEnded: it opens nothing any more.
    :raises OtherSide: the phone answers for the other side already.
    :raises OperationIdReused: the operation id was used for something else.
    """
    with writing(_link_with(secret).public_id, op_id):
        link = _link_with(secret)
        kind = _kind_of(link)
        loaded_match = MATCHES.find(link.public_id)
        body = joined_by(kind)
        if MATCHES.is_said(loaded_match, phone_id, op_id, body):
            return OpenedLink(loaded_match, kind)
        if not link.is_open:
            raise LinkEnded(OpenedLink(loaded_match, kind))
        role = MATCH_ROLES.role_of(link.owner_id, phone_id) or RoleRow(writes=False, side=None)
        new = role._replace(writes=True) if kind in OF_THE_PENCIL else role._replace(side=kind)
        if role.side not in (None, new.side):
            raise OtherSide(loaded_match)
        MATCH_ROLES.set_role(link.owner_id, phone_id, new, now())
        if new == role and kind != "hand_over":
            return OpenedLink(loaded_match, kind)
        if kind in SIDES:
            queries.end_answering(link.owner_id, kind, but=phone_id)
            MATCH_LINKS.end(link.owner_id, [kind], now())
        if kind == "hand_over":
            end_others(link.owner_id, phone_id)
        loaded_match = MATCHES.append(loaded_match, phone_id, op_id, body)
    MATCHES.remember(loaded_match)
    return OpenedLink(loaded_match, kind)


def phone_with_link(secret: str, public_id: str) -> int | None:
    """The phone that a program is whose secret is a scorer's link's of this match.

    None where no such link is open.
    """
    link = MATCH_LINKS.find(hash_of(secret))
    if link is None or not link.is_open or (link.opens, link.public_id) != ("scorer", public_id):
        return None
    phone_id = enrol_program(secret)
    try:
        open_link(secret, phone_id, new_operation_id())
    except LinkEnded:  # a moment ago
        return None
    return phone_id


def is_known(secret: str) -> bool:
    """Is this the secret of a link, open or ended?"""
    return MATCH_LINKS.find(hash_of(secret)) is not None


def joined_by(kind: LinkKind) -> Joined:
    """The act by which a phone opens a link of this kind."""
    return Joined(role="scorer", alone=True) if kind == "hand_over" else Joined(role=kind)


def end_others(match_id: int, phone_id: int) -> None:
    """Let no other phone write, and no link open anything. Belongs in a `writing` block."""
    queries.end_scorers(match_id, but=phone_id)
    MATCH_LINKS.end(match_id, KINDS, now())


def _add_link(match_id: int, public_id: str, kind: LinkKind) -> str:
    secret = new_secret()
    MATCH_LINKS.end(match_id, [kind], now())
    # A table's printed link follows from those before it: one that was forgotten would open again.
    if kind != "scorer" or tournament_queries.table_with(public_id) is None:
        MATCH_LINKS.forget_ended(match_id, kind)
    MATCH_LINKS.add({match_id: hash_of(secret)}, kind, now())
    return secret


def _link_with(secret: str) -> StoredLink:
    link = MATCH_LINKS.find(hash_of(secret))
    if link is None:
        raise WrongSecret
    return link


def _kind_of(link: StoredLink) -> LinkKind:
    assert link.opens in KINDS
    return link.opens


_NOTHING = RoleRow(writes=False, side=None)


def recover_match(public_id: str, lost: str, phone_id: int) -> bool:
    """Move the right to write from a lost phone to this one; return whether that was done.

    `lost` is the hash of the lost phone's secret. A phone that was shut out has no right to give.

    :raises NotFound: there is no such match.
    """
    before = queries.phone_with(lost)
    if before is None or before == phone_id:  # most often, and no other writer need wait for it
        return False
    with writing(public_id):
        loaded_match = MATCHES.find(public_id)
        match_id, role = loaded_match.id, MATCHES.role_of(loaded_match, before)
        if queries.phone_with(lost) != before or role is None or not role.writes:
            return False
        own = MATCH_ROLES.role_of(match_id, phone_id) or _NOTHING
        MATCH_ROLES.set_role(match_id, before, role._replace(writes=False), now())
        if not own.writes:
            MATCH_ROLES.set_role(match_id, phone_id, own._replace(writes=True), now())
            op_id, joined = new_operation_id(), joined_by("scorer")
            loaded_match = MATCHES.append(loaded_match, phone_id, op_id, joined)
    MATCHES.remember(loaded_match)
    return True
