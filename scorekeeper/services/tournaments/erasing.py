"""Erasing the names in a tournament, or those of one pair: in its acts, in the matches at its
tables with their rematches, and in its final. What was played and drawn stays.
"""

from collections.abc import Iterable
from functools import partial
from time import sleep
from typing import Final

from scorekeeper.journal.body import By
from scorekeeper.journal.redaction import has_names, redact
from scorekeeper.services.erasing import AT_ONCE, forget_sheets, redact_matches, redact_reasons
from scorekeeper.services.jobs.housekeeping import forget_papers
from scorekeeper.services.match_acts.meta import NamesErased
from scorekeeper.services.match_acts.registry import BODIES
from scorekeeper.services.match_journal import MATCH_JOURNAL
from scorekeeper.services.matches import new_operation_id, now
from scorekeeper.services.tournament_acts.added_pairs import PairsAdded, numbers_of
from scorekeeper.services.tournament_acts.body import TournamentBody
from scorekeeper.services.tournament_acts.meta import (
    AllNamesErased,
    ErasingBegun,
    FinalSetUp,
    PairErased,
)
from scorekeeper.services.tournament_acts.refusals import Fault, TournamentRefused
from scorekeeper.services.tournaments.acts import TournamentAct, request_digest
from scorekeeper.services.tournaments.pair_names import gives_one_of
from scorekeeper.services.tournaments.pair_traces import names_of, traces_of
from scorekeeper.services.tournaments.playing import live_of, name_tables
from scorekeeper.services.tournaments.service import (
    LoadedTournament,
    NotAllowed,
    find_tournament,
    rewrite,
    role_of,
)
from scorekeeper.services.tournaments.tournament_journal import TOURNAMENT_JOURNAL
from scorekeeper.store import tournament_queries as queries
from scorekeeper.store.db import DatabaseUnavailable, NotWritable, lock, writing
from scorekeeper.store.streams import MATCH_EVENTS
from scorekeeper.store.tournament_queries import TournamentMatchRow

BREATH: Final = 0.02
"""Seconds between two of them: who waits for a turn looks for it every few milliseconds."""


class ErasurePending(DatabaseUnavailable):
    """Some names are erased, and others are not or stand on what was printed.

    Once more, and it goes on where it stopped.
    """

    page = "ERASURE_PENDING"


def erase_tournament(public_id: str, phone_id: int | None) -> LoadedTournament:
    """The tournament without its names, its final too; once is as good as twice.

    It goes in steps, that of the tournament's own names last.

    :raises NoTournament: there is no such tournament.
    :raises NotAllowed: this phone does not organise it.
    :raises DatabaseUnavailable: the database was locked too long.
    :raises ErasurePending: it was, and some of the names are erased.
    """
    with writing(public_id):
        loaded_tournament, phone = _load_organised(public_id, phone_id)
        begin(loaded_tournament, "organiser", phone)
    finish(public_id)
    return _without_papers(public_id)


def erase_pair(public_id: str, phone_id: int | None, key: str) -> LoadedTournament:
    """The tournament without the names of this pair; once is as good as twice.

    :raises NoTournament, NotAllowed, DatabaseUnavailable: as of `erase_tournament`. It goes in
        one step, and `ErasurePending` means that what was printed is still there.
    :raises TournamentRefused: there is no such pair.
    """
    with writing(public_id):
        loaded_tournament, phone = _load_organised(public_id, phone_id)
        _erase_pair(loaded_tournament, key, "organiser", phone)
    return _without_papers(public_id)


def erase_tournament_for_operator(public_id: str) -> LoadedTournament:
    """Erase all names of a tournament, on the operator's command.

    :raises NoTournament, DatabaseUnavailable: as there.
    """
    with writing(public_id):
        loaded_tournament = find_tournament(public_id)
        begin(loaded_tournament, "operator", loaded_tournament.phone)
    finish(public_id)
    return _without_papers(public_id)


def erase_pair_for_operator(public_id: str, key: str) -> LoadedTournament:
    """Erase one pair's names, on the operator's command.

    :raises NoTournament, TournamentRefused, DatabaseUnavailable: as there.
    """
    with writing(public_id):
        loaded_tournament = find_tournament(public_id)
        _erase_pair(loaded_tournament, key, "operator", loaded_tournament.phone)
    return _without_papers(public_id)


def begin(loaded_tournament: LoadedTournament, by: By, phone: int) -> None:
    """Say that all names of the tournament go, where there are any. Belongs into `writing`.

    From then on it is half erased, whatever becomes of us, until somebody comes to its `finish`.
    """
    is_redacted = not any(map(_may_have_names, _with_final(loaded_tournament, by)))
    if loaded_tournament.tournament.erasing is None and not is_redacted:
        _add(loaded_tournament, ErasingBegun(by=by), phone)


def finish(public_id: str) -> None:
    """Take the names out of the tournament, if that was begun; what was printed stays.

    :raises NoTournament: there is no such tournament.
    :raises ErasurePending: it did not come to its end.
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
                _redact_matches(some, by, phone)
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
    _redact_matches(rows, by, phone)
    acts = loaded_tournament.tournament.acts
    if not isinstance(acts[-1].body, AllNamesErased):
        rewrite(loaded_tournament, (redacted for act in acts if (redacted := redact(act)) != act))
        _add(loaded_tournament, AllNamesErased(by=by), phone)


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


def _without_papers(public_id: str) -> LoadedTournament:
    """The tournament, nothing of which is kept as it was printed, nor of its final."""
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


def _load_organised(public_id: str, phone_id: int | None) -> tuple[LoadedTournament, int]:
    loaded_tournament = find_tournament(public_id)
    if phone_id is None or role_of(loaded_tournament, phone_id) != "organiser":
        raise NotAllowed
    return loaded_tournament, phone_id


def _final_of(loaded_tournament: LoadedTournament) -> LoadedTournament | None:
    address = loaded_tournament.tournament.final
    if not address:
        return None
    lock(address)
    return find_tournament(address)


def _erase_pair(loaded_tournament: LoadedTournament, key: str, by: By, phone: int) -> None:
    tournament = loaded_tournament.tournament
    if key not in tournament.pairs and key not in tournament.deleted:
        raise TournamentRefused(Fault("no_pair", "pair"))
    final = _final_of(loaded_tournament)
    also = _keys_in_final(loaded_tournament, final, key) if final is not None else frozenset()
    _redact_pair(loaded_tournament, key, by, phone)
    if final is not None:
        for other in sorted(also):
            _redact_pair(find_tournament(final.public_id), other, by, phone)


def _keys_in_final(
    loaded_tournament: LoadedTournament, final: LoadedTournament, key: str
) -> frozenset[str]:
    """The final's pairs that are this one: it was put there, or they are called so."""
    acts = loaded_tournament.tournament.acts
    finals = (act.body for act in reversed(acts) if isinstance(act.body, FinalSetUp))
    # In finals of before they were numbered anew.
    first = next(act.body for act in final.tournament.acts if isinstance(act.body, PairsAdded))
    numbers = numbers_of(first.pairs, ())
    final_keys = {
        str(number) for number, one in zip(numbers, next(finals).pairs, strict=False) if one == key
    }
    names, there = names_of(acts, key), final.tournament.acts
    keys_by_name = {
        one for one in final.tournament.pairs if not names.isdisjoint(names_of(there, one))
    }
    return frozenset(final_keys | keys_by_name)


def _redact_pair(loaded_tournament: LoadedTournament, key: str, by: By, phone: int) -> None:
    acts, traces = (
        loaded_tournament.tournament.acts,
        traces_of(loaded_tournament.tournament.acts, key),
    )
    rows = [
        row for row in _hold_matches(loaded_tournament) if (row.drawn, row.number) in traces.tables
    ]
    # Where the tournament has forgotten the pair, it has named others alone since.
    others = None if traces.acts else loaded_tournament.phone
    theirs = _named_anew(rows, but=others)
    is_about = partial(gives_one_of, traces.names)
    elsewhere = {
        one for one, reason in queries.reasons_of(loaded_tournament.id) if is_about(reason)
    }
    elsewhere -= {row.match_id for row in theirs}
    was_erased = any(isinstance(act.body, PairErased) and act.body.pair == key for act in acts)
    if was_erased and not (theirs or elsewhere or traces.acts):
        return
    _redact_matches(theirs, by, phone)
    redact_reasons(elsewhere, is_about, by, phone)
    rewrite(loaded_tournament, traces.acts)
    _add(loaded_tournament, PairErased(by=by, pair=key), phone)
    _name_others(find_tournament(loaded_tournament.public_id), key, theirs)


def _named_anew(rows: Iterable[TournamentMatchRow], but: int | None) -> list[TournamentMatchRow]:
    """Find the matches in which names were written since they were erased last.

    Not by the phone `but`.
    """
    found = {row.match_id: row for row in rows}
    is_named_by_key: dict[int, bool] = {}
    for event in MATCH_EVENTS.events_of(found):
        if event.kind == NamesErased.kind:
            is_named_by_key[event.owner_id] = False
        elif event.phone_id != but and has_names(BODIES[event.kind], event.data):
            is_named_by_key[event.owner_id] = True
    return [row for match_id, row in found.items() if is_named_by_key.get(match_id)]


def _hold_matches(loaded_tournament: LoadedTournament) -> list[TournamentMatchRow]:
    """The tournament's matches, in which nobody writes until this is written."""
    lock(*(row.public_id for row in queries.all_tables_of(loaded_tournament.id)))
    rows = queries.all_tables_of(loaded_tournament.id)  # with a rematch that was begun meanwhile
    lock(*(row.public_id for row in rows))
    return rows


def _redact_matches(rows: Iterable[TournamentMatchRow], by: By, phone: int) -> None:
    redact_matches([row.match_id for row in rows], by, phone)


def _name_others(
    loaded_tournament: LoadedTournament, key: str, rows: Iterable[TournamentMatchRow]
) -> None:
    """Name those who sit there with the pair again; a match of theirs lost all its names."""
    addresses = {row.match_id: row.public_id for row in rows}
    ledgers = dict(MATCH_JOURNAL.find_all([*addresses.items()]))
    for drawn in loaded_tournament.tournament.rounds:
        others = {one for table in drawn.tables for one in (table.a, table.b)} - {key}
        for _, number, match_id, address in (row for row in rows if row.drawn == drawn.act.seq):
            if address in ledgers:  # and not damaged
                live = live_of(match_id, address, ledgers[address], drawn.set_up)
                name_tables(loaded_tournament, drawn, {number: live}, others)


def _add(loaded_tournament: LoadedTournament, body: TournamentBody, phone: int) -> None:
    seq, mark = loaded_tournament.revision + 1, request_digest(body.data)
    act = TournamentAct(seq, body, new_operation_id(), now(), phone, mark)
    TOURNAMENT_JOURNAL.append(loaded_tournament.id, act, public_id=loaded_tournament.public_id)
