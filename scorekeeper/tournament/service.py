"""Tournaments as owners of acts: journal, folding, roles, and links.

An act was checked when it was written and is not checked again. An undone act is passed over, as
if it had never been written; so an undoing folds all acts anew.

A table's link is printed, and must be the same on a sheet that is printed again. So it follows from
the server's secret key; links of organisers and helpers are random (`role_links`). Only its hash is
kept.
"""

import base64
import hashlib
import hmac
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial, reduce
from itertools import count
from typing import Final

from cachetools import LRUCache

from scorekeeper.config import current_settings
from scorekeeper.journal.act import undone_seqs
from scorekeeper.journal.body import ErasedBy
from scorekeeper.journal.clock import now
from scorekeeper.journal.identifiers import hash_of
from scorekeeper.journal.journal import Journal
from scorekeeper.journal.organised import Organised, Role
from scorekeeper.journal.owner import Loaded, NotAllowed
from scorekeeper.match.acts.body import Full
from scorekeeper.store.db import writing
from scorekeeper.store.roles import MATCH_LINKS, TOURNAMENT_LINKS, TOURNAMENT_ROLES
from scorekeeper.store.streams import TOURNAMENT_EVENTS, TOURNAMENT_HEADS, StoredEvent
from scorekeeper.tournament.acts.body import Fault, TournamentRefused
from scorekeeper.tournament.acts.desk import HelperNamed, HelperRemoved, PairErased, RoleTaken
from scorekeeper.tournament.acts.registrations import RegistrationEnded
from scorekeeper.tournament.acts.registry import read_body
from scorekeeper.tournament.acts.set_ups import TournamentSetUp
from scorekeeper.tournament.role_links import HelperActs, RoleLinks
from scorekeeper.tournament.state import Tournament, TournamentAct, TournamentBody


def replay(acts: Sequence[TournamentAct]) -> Tournament:
    """The tournament that the acts make.

    :raises TypeError: the first did not set it up.
    """
    first, *others = acts
    if not isinstance(first.body, TournamentSetUp):
        raise TypeError("the first act sets no tournament up")
    tournament = Tournament(first.body.set_up, (first,), {}, final_of=first.body.final_of)
    undone = undone_seqs(acts)
    return reduce(partial(replay_step, undone), others, tournament)


def replay_step(undone: Collection[int], tournament: Tournament, act: TournamentAct) -> Tournament:
    """The tournament after one act of all; those with these seqs are passed over."""
    after = tournament if act.seq in undone else act.body.apply(tournament, act)
    return replace(after, acts=(*tournament.acts, act))


def replay_further(tournament: Tournament, act: TournamentAct) -> Tournament:
    """The tournament after one more act."""
    if act.body.undoes is not None:
        return replay((*tournament.acts, act))
    return replace(act.body.apply(tournament, act), acts=(*tournament.acts, act))


def replay_onto(tournament: Tournament, acts: Sequence[TournamentAct]) -> Tournament:
    """The tournament after these acts."""
    return reduce(replay_further, acts, tournament)


_MOST_CACHED: Final = 64


def _read(event: StoredEvent) -> TournamentAct:
    body = read_body(event.kind, event.data)
    return TournamentAct(
        event.seq, body, event.op_id, event.at, event.phone_id, event.request_digest
    )


def _outcome_of(tournament: Tournament) -> object:
    return [
        (table.a, table.b, table.result and table.result.score)
        for drawn in tournament.rounds
        for table in drawn.tables
    ]


TOURNAMENT_JOURNAL: Final = Journal[TournamentAct, Tournament](
    TOURNAMENT_EVENTS,
    "/t/",
    read=_read,
    replay=replay,
    replay_onto=replay_onto,
    outcome_of=_outcome_of,
    memory=LRUCache(_MOST_CACHED),
)

MOST_ACTS: Final = 10_000
"""Two hundred tables of fifteen rounds, each sheet typed and twice corrected, are fewer."""
RESERVED_ACTS: Final = 1_000
"""More acts for the organiser alone. The names can always be erased."""


class TournamentFull(Full):
    """The tournament has as many acts as one may have; nothing changed."""

    page = "TOURNAMENT_FULL"


def with_act(tournament: Tournament, act: TournamentAct) -> Tournament:
    """The tournament as it would stand after one more act.

    :raises TournamentFull: there is no room for it.
    :raises TournamentRefused: the act is not possible; the error has its faults.
    """
    most = MOST_ACTS + (0 if act.body.is_for_helpers else RESERVED_ACTS)
    if tournament.revision >= most and not isinstance(act.body, ErasedBy):
        raise TournamentFull
    act.body.check(tournament)
    return replay_further(tournament, act)


class LoadedTournament(Loaded[Tournament]):
    """A tournament as it was loaded."""

    __slots__ = ()

    @property
    def tournament(self) -> Tournament:
        """The state to which the tournament's acts fold."""
        return self.state


class _Tournaments(Organised[LoadedTournament, Tournament, TournamentBody, TournamentAct]):
    """Finds tournaments, and writes in them."""

    def state_after(self, loaded: LoadedTournament, act: TournamentAct) -> Tournament:
        return with_act(loaded.tournament, act)

    def may_help_with(self, loaded: LoadedTournament, body: TournamentBody) -> bool:
        # A round that others were drawn from is the organiser's to correct.
        return body.is_for_helpers and body.of_round == len(loaded.tournament.rounds)

    def check_right(
        self, loaded: LoadedTournament, body: TournamentBody, role: Role, phone_id: int | None
    ) -> None:
        """See that no helper writes at a table of which the organiser decided.

        :raises NotAllowed: one does.
        """
        drawn_round = loaded.tournament.round(body.of_round or 0)
        table = drawn_round.table(body.of_table or 0) if drawn_round else None
        is_decided = table is not None and table.result is not None and table.result.is_decided
        if role == "helper" and is_decided:
            raise NotAllowed

    def check_request(self, loaded: LoadedTournament, body: TournamentBody) -> None:
        body.check_request(loaded.tournament)


TOURNAMENTS: Final = _Tournaments(
    TOURNAMENT_JOURNAL, TOURNAMENT_HEADS, TOURNAMENT_ROLES, LoadedTournament, TournamentAct
)
find_tournament = TOURNAMENTS.find


def is_next(tournament: Tournament, op_id: str, revision: int, body: TournamentBody) -> bool:
    """Would the act be written now? Else there is no use in asking whether it is meant.

    It was done already, or something that it rests on was changed since.
    """
    return not (tournament.has_done(op_id) or TOURNAMENTS.is_stale(tournament, revision, body))


def were_names_erased(
    tournament: Tournament, op_id: str, revision: int, pair: str | None = None
) -> bool:
    """Were names erased that this operation, decided at this revision, might bring back?

    With `pair` it can bring back no other pair's. A repeat of a stored operation is harmless.
    """
    since = (
        act.body
        for act in tournament.acts[revision:]
        if act.body.is_erasing and not isinstance(act.body, RegistrationEnded)
    )
    return not tournament.has_done(op_id) and any(
        pair is None or not isinstance(body, PairErased) or body.pair == pair for body in since
    )


TOURNAMENT_ROLE_LINKS: Final = RoleLinks(
    TOURNAMENTS,
    TOURNAMENT_LINKS,
    HelperActs(
        lambda helper, name: HelperNamed(helper=helper, name=name),
        lambda helper: HelperRemoved(helper=helper),
        lambda role, helper: RoleTaken(role=role, helper=helper),
        lambda code, field: TournamentRefused(Fault(code, field)),
    ),
    lambda loaded_tournament: loaded_tournament.tournament.helpers,
)


def table_link(public_id: str) -> str | None:
    """The secret of the open scorer's link of a table's match; None where all were ended.

    That is where the pencil was handed over.
    """
    return table_links([public_id]).get(public_id)


def table_links(public_ids: Iterable[str]) -> dict[str, str]:
    """The secrets of the open scorers' links of many tables, by the addresses of their matches."""
    found: dict[str, str] = {}
    left, number = list(public_ids), 1
    while left:
        secrets = {match: _secret(match, number) for match in left}
        hashes = {match: hash_of(secret) for match, secret in secrets.items()}
        known = MATCH_LINKS.are_open(hashes.values())
        found |= {match: secrets[match] for match in left if known.get(hashes[match])}
        left = [match for match in left if known.get(hashes[match]) is False]  # the next one
        number += 1
    return found


def add_first_links(matches: Iterable[tuple[str, int]]) -> None:
    """A link for the scorer of each of these new matches, by address and row id.

    Belongs in a `writing` block.
    """
    hashes = {match_id: hash_of(next(_secrets(public_id))) for public_id, match_id in matches}
    MATCH_LINKS.add(hashes, "scorer", now())


def add_table_link(match_id: int, public_id: str) -> None:
    """A link that opens the table's match; the last one opens it no more.

    Belongs in a `writing` block.
    """
    unused = (s for s in _secrets(public_id) if MATCH_LINKS.find(hash_of(s)) is None)
    MATCH_LINKS.end(match_id, ["scorer"], now())
    MATCH_LINKS.add({match_id: hash_of(next(unused))}, "scorer", now())


def renew_table_link(match_id: int, public_id: str) -> None:
    """Give the table's match a new link, where its link was ended or is in the wrong hands."""
    with writing(public_id):
        add_table_link(match_id, public_id)


def _secrets(public_id: str) -> Iterator[str]:
    """Yield a table's secrets one after the other; after an ended link comes the next."""
    return (_secret(public_id, number) for number in count(1))


def _secret(public_id: str, number: int) -> str:
    key = current_settings().secret_key.encode()
    text = f"the scorer's link {number} of the table {public_id}".encode()
    digest = hmac.new(key, text, hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")
