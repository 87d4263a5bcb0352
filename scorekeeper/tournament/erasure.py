"""Erasing the names in a tournament: in its acts, its matches with their rematches, and its final.
Scores and draws stay.
"""

from collections.abc import Iterable
from time import sleep
from typing import Final

from scorekeeper.jobs.queue import forget_papers
from scorekeeper.journal.body import By
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.match.erasure import AT_ONCE, forget_sheets, redact_matches
from scorekeeper.store import tournament_queries as queries
from scorekeeper.store.db import DatabaseUnavailable, NotWritable, lock, writing
from scorekeeper.store.tournament_queries import TournamentMatchRow
from scorekeeper.tournament.acts.desk import AllNamesErased, ErasingBegun
from scorekeeper.tournament.service import TOURNAMENTS, LoadedTournament, find_tournament
from scorekeeper.tournament.state import TournamentAct

BREATH: Final = 0.02
"""Seconds between two steps: a waiting writer looks for its turn every few milliseconds."""


class ErasurePending(DatabaseUnavailable):
    """Some names are erased, and others are not or stand on what was printed.

    Once more, and it goes on where it stopped.
    """

    page = "ERASURE_PENDING"


def erase_tournament(
    public_id: str, phone_id: int | None, by: By = "organiser"
) -> LoadedTournament:
    """Erase the tournament's names and its final's, and return it; a repeat changes nothing.

    It goes in steps; the tournament's own names come last. For the operator (`by`) no phone need be
    an organiser.

    :raises NotFound: there is no such tournament.
    :raises NotAllowed: this phone does not organise it.
    :raises DatabaseUnavailable: the database was locked too long.
    :raises ErasurePending: it was locked later, and some of the names are erased.
    """
    with writing(public_id):
        begin(*TOURNAMENTS.find_to_erase(public_id, phone_id, by), by)
    finish(public_id)
    return without_papers(public_id)


def begin(loaded_tournament: LoadedTournament, phone: int, by: By) -> None:
    """Write that all names of the tournament go, where there are any. Belongs in a `writing` block.

    From then on it is half erased until `finish` ends, even if this process dies.
    """
    is_redacted = not any(map(_may_have_names, _with_final(loaded_tournament, by)))
    if loaded_tournament.tournament.erasing is None and not is_redacted:
        TOURNAMENTS.append(loaded_tournament, phone, new_operation_id(), ErasingBegun(by=by))


def finish(public_id: str) -> None:
    """Take the names out of the tournament, if that was begun; printed papers stay.

    :raises NotFound: there is no such tournament.
    :raises ErasurePending: the erasure did not reach its end.
    """
    loaded_tournament = find_tournament(public_id)
    erasing_act = loaded_tournament.tournament.erasing
    if erasing_act is not None:
        try:
            _finish(loaded_tournament, erasing_act)
        except (DatabaseUnavailable, NotWritable) as fault:
            raise ErasurePending from fault


def _finish(loaded_tournament: LoadedTournament, erasing_act: TournamentAct) -> None:
    assert isinstance(erasing_act.body, ErasingBegun)
    by, phone = erasing_act.body.by, erasing_act.phone
    assert phone is not None
    for one in _with_final(loaded_tournament, by):
        rows = queries.named_tables_of(one.id)
        for at in range(0, len(rows), AT_ONCE):
            some = rows[at : at + AT_ONCE]
            with writing(*(row.public_id for row in some)):
                redact_tables(some, by, phone)
            sleep(BREATH)
    with writing(loaded_tournament.public_id):
        loaded_tournament = find_tournament(loaded_tournament.public_id)
        if loaded_tournament.tournament.erasing != erasing_act:
            return  # another process that erases it was quicker
        for one in _with_final(loaded_tournament, by):
            _redact_rest(one.public_id, by, phone)


def _redact_rest(public_id: str, by: By, phone: int) -> None:
    """Take the names out of the tournament, and out of matches in which some came meanwhile."""
    lock(public_id)
    loaded_tournament = find_tournament(public_id)
    lock(*(row.public_id for row in queries.named_tables_of(loaded_tournament.id)))
    rows = queries.named_tables_of(loaded_tournament.id)  # with a rematch that was begun meanwhile
    lock(*(row.public_id for row in rows))
    redact_tables(rows, by, phone)
    if not isinstance(loaded_tournament.tournament.acts[-1].body, AllNamesErased):
        TOURNAMENTS.redact_all(loaded_tournament, phone, AllNamesErased(by=by))


def _may_have_names(loaded_tournament: LoadedTournament) -> bool:
    is_redacted = isinstance(loaded_tournament.tournament.acts[-1].body, AllNamesErased)
    return not is_redacted or bool(queries.named_tables_of(loaded_tournament.id))


def _with_final(loaded_tournament: LoadedTournament, by: By) -> list[LoadedTournament]:
    """The tournament, and the final that is erased with it; a final grows old by itself."""
    final = loaded_tournament.tournament.final
    return (
        [find_tournament(final), loaded_tournament]
        if final and by != "age"
        else [loaded_tournament]
    )


def without_papers(public_id: str) -> LoadedTournament:
    """Remove the printed papers of the tournament and its final, and return it."""
    forget_sheets()
    try:
        loaded_tournament = find_tournament(public_id)
        forget_papers(loaded_tournament.id)
        if loaded_tournament.tournament.final:
            forget_papers(find_tournament(loaded_tournament.tournament.final).id)
    except (DatabaseUnavailable, NotWritable) as fault:
        # The names are gone from the tournament and stand on a paper.
        raise ErasurePending from fault
    return loaded_tournament


def redact_tables(rows: Iterable[TournamentMatchRow], by: By, phone: int) -> None:
    """Take the names out of these matches. Belongs in a `writing` block."""
    redact_matches([row.match_id for row in rows], by, phone)
