"""digests: each event says what was written, so that what changed at rest is noticed

Revision ID: 0006
Revises: 0005
"""

import json
import logging
from bisect import bisect_left
from datetime import datetime
from hashlib import blake2b
from itertools import groupby

import sqlalchemy as sa
from alembic import op

# Folding must read all that any version wrote, so that a migration may use it as it is.
from scorekeeper.match.acts.body import MatchAct
from scorekeeper.match.acts.registry import BODIES, read_body
from scorekeeper.match.match_journal import replay
from scorekeeper.tournament.acts.registry import ERASING as TOURNAMENT_ERASING
from scorekeeper.tournament.acts.registry import read_body as read_tournament_body
from scorekeeper.tournament.service import replay as replay_tournament
from scorekeeper.tournament.state import TournamentAct

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

LOST = {}
AT_ONCE = 500
"""Matches in memory."""
_UNFOLDABLE = (KeyError, IndexError, TypeError, ValueError, AttributeError, AssertionError)
_ERASING = TOURNAMENT_ERASING | {kind for kind, body in BODIES.items() if body.is_erasing}
_log = logging.getLogger("scorekeeper.migrations")


def upgrade() -> None:
    # No batch: it would copy the whole table for one more column.
    for table in ("event", "tournament_event"):
        op.add_column(table, sa.Column("digest", sa.String(32), nullable=False, server_default=""))
    connection = op.get_bind()
    _fill(connection, "match", "event", "/m/{}/", _act, replay)
    _fill(
        connection, "tournament", "tournament_event", "/t/{}/", _tournament_act, replay_tournament
    )


def _fill(connection, whole, table, path, act, fold) -> None:
    """Give every event its digest that can be folded; what comes behind one that cannot has none.

    After a way down (`downgrade`) an event keeps the digest that it had.
    """
    has_kept = sa.inspect(connection).has_table(_kept(table))
    some = sa.text(
        f"SELECT {table}.id, public_id, seq, op_id, kind, data, at, {table}.phone_id,"
        f" {'kept.digest' if has_kept else 'NULL'} AS kept"
        f" FROM {table} JOIN {whole} ON {whole}.id = {table}.{whole}_id"
        f"{f' LEFT JOIN {_kept(table)} kept ON kept.id = {table}.id' if has_kept else ''}"
        f" WHERE {whole}.id BETWEEN :first AND :last ORDER BY {whole}.id, seq"
    )
    filling = sa.text(f"UPDATE {table} SET digest = :digest WHERE id = :id")
    newest = connection.scalar(sa.text(f"SELECT max(id) FROM {whole}")) or 0
    for first in range(1, newest + 1, AT_ONCE):
        rows = connection.execute(some, {"first": first, "last": first + AT_ONCE - 1}).all()
        _fill_some(connection, rows, filling, path, act, fold)
    if has_kept:
        op.drop_table(_kept(table))


def _kept(table) -> str:
    """Return the table that holds the digests while an older version runs, by the events' row ids."""
    return f"{table}_digest"


def _fill_some(connection, rows, filling, path, act, fold) -> None:
    for public_id, events in groupby(rows, key=lambda row: row.public_id):
        events = list(events)
        sound = _count_sound(events, act, fold)
        if sound < len(events):
            _log.warning(
                "%s: event %s cannot be read: it gets no digest", path.format(public_id), sound + 1
            )
        was_erased = any(one.kept is None and one.kind in _ERASING for one in events)
        if was_erased and any(one.kept for one in events):
            _log.warning(
                "%s: the older version erased names: its digests are of what is there now",
                path.format(public_id),
            )
        digests = [
            {"id": one.id, "digest": _digest_for(one, place < sound, was_erased)}
            for place, one in enumerate(events)
        ]
        connection.execute(filling, digests)


def _digest_for(event, is_sound, was_erased) -> str:
    """Return the event's old digest, or a new one where its names were erased since."""
    if event.kept is not None and not (event.kept and was_erased):
        return event.kept
    return _digest_of(event) if is_sound else ""


def _count_sound(events, act, fold) -> int:
    """How many of them, from the first on, can be folded."""
    acts = []
    for seq, one in enumerate(events, 1):
        try:
            data = json.loads(one.data)
            told = act(seq, one.kind, data, one.op_id, _moment(one.at), one.phone_id)
        except _UNFOLDABLE:
            break
        if one.seq != seq or not isinstance(data, dict):
            break
        acts.append(told)
    if _folds(acts, fold):
        return len(acts)
    return bisect_left(range(1, len(acts)), True, key=lambda n: not _folds(acts[:n], fold))


def _act(seq, kind, data, *told) -> MatchAct:
    return MatchAct(seq, read_body(kind, data), *told)


def _tournament_act(seq, kind, data, *told) -> TournamentAct:
    return TournamentAct(seq, read_tournament_body(kind, data), *told)


def _folds(acts, fold) -> bool:
    try:
        fold(acts)
    except _UNFOLDABLE:
        return False
    return True


def _moment(at):
    """SQLite keeps text; what has become none is the same to a fold."""
    if isinstance(at, datetime):
        return at
    try:
        return datetime.fromisoformat(at)
    except ValueError:
        return datetime.min


def _digest_of(event) -> str:
    """As `scorekeeper.store.streams` had it when this was written."""
    text = f"{event.public_id}\n{event.seq}\n{event.op_id}\n{event.kind}\n{event.data}"
    return blake2b(text.encode(errors="replace"), digest_size=16).hexdigest()


def downgrade() -> None:
    """Put the digests aside: on the way up again what was altered meanwhile is found by them."""
    for table in ("tournament_event", "event"):
        op.create_table(
            _kept(table),
            sa.Column("id", sa.Integer, primary_key=True),
            sa.Column("digest", sa.String(32), nullable=False),
        )
        op.execute(f"INSERT INTO {_kept(table)} (id, digest) SELECT id, digest FROM {table}")
        op.drop_column(table, "digest")
