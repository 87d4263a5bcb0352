"""What a phone or its side says of a match: meta acts, each once under its operation id."""

from collections.abc import Callable
from typing import cast

from scorekeeper.match.acts.body import Body
from scorekeeper.match.acts.meta import PreviewsChosen, has_names_in_previews
from scorekeeper.match.matches import MATCHES, LoadedMatch, NotScorer
from scorekeeper.rules.model import Side
from scorekeeper.store.db import writing


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
