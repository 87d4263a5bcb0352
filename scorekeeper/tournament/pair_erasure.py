"""Erasing the names of one pair: in the tournament's acts, at its tables and in its final."""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import NamedTuple

from scorekeeper.journal.act import has_names
from scorekeeper.journal.body import By
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.match.acts.meta import NamesErased
from scorekeeper.match.acts.registry import BODIES
from scorekeeper.match.erasure import redact_reasons
from scorekeeper.match.match_journal import MATCH_JOURNAL
from scorekeeper.store import tournament_queries as queries
from scorekeeper.store.db import lock, writing
from scorekeeper.store.streams import MATCH_EVENTS
from scorekeeper.store.tournament_queries import TournamentMatchRow
from scorekeeper.tournament.acts.body import Fault, TournamentRefused
from scorekeeper.tournament.acts.desk import ActUndone, PairErased
from scorekeeper.tournament.acts.pair_acts import PairChanged, new_pairs
from scorekeeper.tournament.acts.registrations import (
    PairRegistered,
    RegistrationBody,
    RegistrationChanged,
)
from scorekeeper.tournament.acts.rounds import RoundDrawn, TablesSwapped
from scorekeeper.tournament.erasure import redact_tables, without_papers
from scorekeeper.tournament.finals import keys_in_final
from scorekeeper.tournament.pair_names import gives_one_of, who
from scorekeeper.tournament.played_tables import live_of, name_tables
from scorekeeper.tournament.service import (
    TOURNAMENTS,
    LoadedTournament,
    find_tournament,
    replay,
    replay_further,
)
from scorekeeper.tournament.state import Tournament, TournamentAct, TournamentBody


def erase_pair(
    public_id: str, phone_id: int | None, key: str, by: By = "organiser"
) -> LoadedTournament:
    """Erase the names of this pair and return the tournament; a repeat changes nothing.

    :raises NotFound, NotAllowed, DatabaseUnavailable: as of `erase_tournament`. It goes in
        one step, and `ErasurePending` means that printed papers are still there.
    :raises TournamentRefused: there is no such pair.
    """
    with writing(public_id):
        loaded_tournament, phone = TOURNAMENTS.find_to_erase(public_id, phone_id, by)
        _erase_pair(loaded_tournament, key, by, phone)
    return without_papers(public_id)


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
    names, there = names_of(loaded_tournament.tournament.acts, key), final.tournament.acts
    keys_by_name = {
        one for one in final.tournament.pairs if not names.isdisjoint(names_of(there, one))
    }
    its_key = keys_in_final(loaded_tournament, final).get(key)
    return frozenset(keys_by_name | ({its_key} if its_key else set()))


def _redact_pair(loaded_tournament: LoadedTournament, key: str, by: By, phone: int) -> None:
    acts = loaded_tournament.tournament.acts
    traces = traces_of(acts, key)
    rows = [
        row for row in _hold_matches(loaded_tournament) if (row.drawn, row.number) in traces.tables
    ]
    # A tournament that has forgotten the pair has named only others since.
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
    redact_tables(theirs, by, phone)
    redact_reasons(elsewhere, is_about, by, phone)
    TOURNAMENTS.rewrite(loaded_tournament, traces.acts)
    erased = PairErased(by=by, pair=key)
    TOURNAMENTS.append(loaded_tournament, phone, new_operation_id(), erased)
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
    """Lock and return the tournament's matches: no phone writes in them before this write ends."""
    lock(*(row.public_id for row in queries.all_tables_of(loaded_tournament.id)))
    rows = queries.all_tables_of(loaded_tournament.id)  # with a rematch that was begun meanwhile
    lock(*(row.public_id for row in rows))
    return rows


def _name_others(
    loaded_tournament: LoadedTournament, key: str, rows: Iterable[TournamentMatchRow]
) -> None:
    """Name those who sit there with the pair again; a match of theirs lost all its names."""
    addresses = {row.match_id: row.public_id for row in rows}
    ledgers = dict(MATCH_JOURNAL.find_all([*addresses.items()]))
    for drawn in loaded_tournament.tournament.rounds:
        others = {one for table in drawn.tables for one in table.entrants} - {key}
        for _, number, match_id, address in (row for row in rows if row.drawn == drawn.act.seq):
            if address in ledgers:  # and not damaged
                live = live_of(match_id, address, ledgers[address], drawn.set_up)
                name_tables(loaded_tournament, drawn, {number: live}, others)


class Traces(NamedTuple):
    """The traces of a pair in a tournament."""

    acts: tuple[TournamentAct, ...]
    """The acts that name it, without its names."""
    tables: frozenset[tuple[int, int]]
    """The tables at which it ever sat, also before a swap or in a round that was taken back: the
    seq of the act that drew the round, and the table's number."""
    names: frozenset[str]
    """The names of all who ever played as this pair."""


def traces_of(acts: Sequence[TournamentAct], key: str) -> Traces:
    """Find where the pair is named, and the acts without that.

    A reason is taken out where it is about the pair or its table, or names one of its players.
    """
    names = players_of(acts, key)
    registrations = _registrations_of(acts, key)
    tournament = replay(acts[:1])
    found: list[TournamentAct] = []
    tables: set[tuple[int, int]] = set()
    for act in acts[1:]:
        if isinstance(act.body, RegistrationBody) and act.body.registration in registrations:
            redacted_body: TournamentBody | None = act.body.redacted()
        else:
            redacted_body = act.body.without_pair(key, names, tournament)
        tournament = replay_further(tournament, act)
        if isinstance(act.body, RoundDrawn | TablesSwapped | ActUndone):
            tables |= _seats_of(tournament, key)
        if redacted_body is not None and (redacted_body != act.body or act.request_digest):
            found.append(act._replace(body=redacted_body, request_digest=""))
    return Traces(tuple(found), frozenset(tables), names)


def names_of(acts: Iterable[TournamentAct], key: str) -> frozenset[frozenset[str]]:
    """All two by two who ever played as this pair, as `who` has them."""
    return frozenset(map(who, _twos_of(acts, key)))


def players_of(acts: Iterable[TournamentAct], key: str) -> frozenset[str]:
    """All who ever played as this pair."""
    return frozenset(name for two in _twos_of(acts, key) for name in two if name)


def _registrations_of(acts: Sequence[TournamentAct], key: str) -> frozenset[int]:
    """The registrations by which the pair announced itself, taken or not."""
    taken = {one for number, new in new_pairs(acts) if str(number) == key for one in new.taken}
    theirs = set(map(who, _twos_on_list(acts, key)))
    return frozenset(
        act.body.registration
        for act in acts
        if isinstance(act.body, PairRegistered | RegistrationChanged)
        if act.body.registration in taken or who(act.body.players) in theirs
    )


def _twos_of(acts: Iterable[TournamentAct], key: str) -> list[tuple[str, str]]:
    acts = tuple(acts)
    registrations = _registrations_of(acts, key)
    registered = [
        act.body.players
        for act in acts
        if isinstance(act.body, PairRegistered | RegistrationChanged)
        and act.body.registration in registrations
    ]
    return [*_twos_on_list(acts, key), *filter(any, registered)]


def _twos_on_list(acts: Iterable[TournamentAct], key: str) -> list[tuple[str, str]]:
    """Return all pairs of names that the pair had on the list; a player alone has one name."""
    acts = tuple(acts)
    found: list[tuple[str, str] | None] = [
        new.players for number, new in new_pairs(acts) if str(number) == key
    ]
    found += [
        act.body.players
        for act in acts
        if isinstance(act.body, PairChanged) and act.body.pair == key
    ]
    return [two for two in found if two and any(two)]


def _seats_of(tournament: Tournament, key: str) -> set[tuple[int, int]]:
    drawn = tournament.last_round
    if drawn is None:
        return set()
    return {(drawn.act.seq, one.number) for one in drawn.tables if key in one.entrants}
