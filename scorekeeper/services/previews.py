"""Choosing whether the previews of a match's address have names."""

from scorekeeper.services.match_acts.meta import PreviewsChosen, has_names_in_previews
from scorekeeper.services.match_journal import MATCH_JOURNAL
from scorekeeper.services.matches import LoadedMatch
from scorekeeper.services.pencil.saying import append, is_repeat, load_own
from scorekeeper.store.db import writing


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
        match_id, loaded_match = load_own(public_id, phone_id)
        assert phone_id is not None
        if is_repeat(match_id, loaded_match, op_id, phone_id, body):
            return loaded_match
        if has_names_in_previews(loaded_match.ledger) == names:
            return loaded_match
        loaded_match = append(match_id, loaded_match, op_id, phone_id, body)
    MATCH_JOURNAL.remember(public_id, loaded_match.ledger)
    return loaded_match
