"""Reads the rows of tournaments, and adds those of new ones."""

import json
from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import ColumnElement, bindparam, func, insert, or_, select

from scorekeeper.store.db import AnyTable, db, table_of
from scorekeeper.store.models import (
    Event,
    Job,
    StoredMatch,
    StoredTournament,
    TournamentEvent,
    TournamentTable,
)


class TournamentTableRow(NamedTuple):
    """A table as it is stored, with its tournament's address."""

    public_id: str
    drawn: int
    """The seq of the event that drew its round."""
    number: int


class TournamentMatchRow(NamedTuple):
    """A match that was started at a table, or is a rematch of it."""

    drawn: int
    """The seq of the event that drew the round."""
    number: int
    """The table's number in its round."""
    match_id: int
    public_id: str


_tournament, _event, _table, _match, _event_of_match, _job = map(
    table_of,
    (
        StoredTournament,
        TournamentEvent,
        TournamentTable,
        StoredMatch,
        Event,
        Job,
    ),
)
_last_act, _own_match = _event_of_match.alias(), _match.alias()


def _at_table(match: AnyTable) -> ColumnElement[bool]:
    """Was the match started at the table, or is it a rematch there? Either is found by an index."""
    return or_(match.c.series_id == _table.c.match_id, match.c.id == _table.c.match_id)


_IN_TOURNAMENT = (
    select(_table.c.match_id)
    .join(_own_match, _at_table(_own_match))
    .join(
        _last_act,
        (_last_act.c.match_id == _own_match.c.id) & (_last_act.c.seq == _own_match.c.revision),
    )
    .where(_table.c.tournament_id == _tournament.c.id)
)
_OLD = (
    select(_tournament.c.id, _tournament.c.public_id)
    .join(
        _event,
        (_event.c.tournament_id == _tournament.c.id) & (_event.c.seq == _tournament.c.revision),
    )
    .where(
        _tournament.c.id > bindparam("after"),
        _event.c.at < bindparam("before"),
        ~_IN_TOURNAMENT.where(_last_act.c.at >= bindparam("before")).exists(),
        or_(
            _event.c.kind != "names_erased",
            _IN_TOURNAMENT.where(_last_act.c.kind != "names_erased").exists(),
        ),
    )
    .order_by(_tournament.c.id)
    .limit(1)
)


def old_tournament(before: datetime, after: int) -> tuple[int, str] | None:
    """(row id, address) of a tournament in which nothing was done since, that may still have names.

    In none of its matches or rematches, either. The first behind this row id.
    """
    row = db.session.execute(_OLD, {"before": before, "after": after}).first()
    return (row[0], row[1]) if row else None


_OF_ERASING = ("erasing_begun", "names_erased")
_later = _event.alias()
_HALF_ERASED = (
    select(_tournament.c.public_id)
    .join(_event, _event.c.tournament_id == _tournament.c.id)
    .where(
        _event.c.kind == "erasing_begun",
        ~select(_later.c.id)
        .where(
            _later.c.tournament_id == _tournament.c.id,
            _later.c.seq > _event.c.seq,
            _later.c.kind.in_(_OF_ERASING),
        )
        .exists(),
    )
    .order_by(_tournament.c.id)
)


def half_erased_tournaments() -> list[str]:
    """The addresses of tournaments whose names are being erased: begun, and not finished."""
    return list(db.session.execute(_HALF_ERASED).scalars())


_PRINTED_BEFORE_ERASING = (
    select(_job.c.tournament_id)
    .join(_event, _event.c.tournament_id == _job.c.tournament_id)
    .where(
        _event.c.kind.in_(("names_erased", "pair_erased")),
        _job.c.asked_at <= _event.c.at,
    )
    .distinct()
)


def printed_before_erasing() -> list[int]:
    """The row ids of tournaments with a job that was asked for before names were erased there."""
    return list(db.session.execute(_PRINTED_BEFORE_ERASING).scalars())


_TABLES_OF = (
    select(_table.c.number, _match.c.id, _match.c.public_id)
    .join(_match, _match.c.id == _table.c.match_id)
    .where(
        _table.c.tournament_id == bindparam("tournament_id"), _table.c.drawn == bindparam("drawn")
    )
    .order_by(_table.c.number)
)


def tables_of(tournament_id: int, drawn: int) -> list[tuple[int, int, str]]:
    """(number, match's row id, match's address) of the tables that this event drew."""
    keys = {"tournament_id": tournament_id, "drawn": drawn}
    return [(row[0], row[1], row[2]) for row in db.session.execute(_TABLES_OF, keys).all()]


def tables_in(tournament_ids: Iterable[int]) -> list[tuple[int, TournamentMatchRow]]:
    """Return the tables of these tournaments, each with its tournament's row id."""
    asked = (
        select(
            _table.c.tournament_id, _table.c.drawn, _table.c.number, _match.c.id, _match.c.public_id
        )
        .join(_match, _match.c.id == _table.c.match_id)
        .where(_table.c.tournament_id.in_([*tournament_ids]))
    )
    return [(row[0], TournamentMatchRow(*row[1:])) for row in db.session.execute(asked).all()]


_ALL_TABLES_OF = (
    select(_table.c.drawn, _table.c.number, _match.c.id, _match.c.public_id)
    .join(_match, _at_table(_match))
    .where(_table.c.tournament_id == bindparam("tournament_id"))
    .order_by(_match.c.id)
)


def all_tables_of(tournament_id: int) -> list[TournamentMatchRow]:
    """All matches that were started in the tournament, also of rounds that were taken back."""
    rows = db.session.execute(_ALL_TABLES_OF, {"tournament_id": tournament_id}).all()
    return [TournamentMatchRow(*row) for row in rows]


_NAMED_TABLES_OF = _ALL_TABLES_OF.join(
    _event_of_match,
    (_event_of_match.c.match_id == _match.c.id) & (_event_of_match.c.seq == _match.c.revision),
).where(_event_of_match.c.kind != "names_erased")


def named_tables_of(tournament_id: int) -> list[TournamentMatchRow]:
    """The tournament's matches in which something was done since their names were erased."""
    rows = db.session.execute(_NAMED_TABLES_OF, {"tournament_id": tournament_id}).all()
    return [TournamentMatchRow(*row) for row in rows]


_REASONS_OF = (
    select(_match.c.id, _event_of_match.c.data)
    .select_from(_table)
    .join(_match, _at_table(_match))
    .join(_event_of_match, _event_of_match.c.match_id == _match.c.id)
    .where(
        _table.c.tournament_id == bindparam("tournament_id"),
        _event_of_match.c.kind.in_(("adjusted", "corrected", "flagged", "flagged_here")),
    )
)


def reasons_of(tournament_id: int) -> list[tuple[int, str]]:
    """(match's row id, reason) of all that were typed at the tournament's tables."""
    rows = db.session.execute(_REASONS_OF, {"tournament_id": tournament_id}).all()
    return [(match_id, json.loads(data).get("reason", "")) for match_id, data in rows]


_TABLE_WITH = (
    select(_tournament.c.public_id, _table.c.drawn, _table.c.number)
    .join(_table, _table.c.tournament_id == _tournament.c.id)
    .join(_match, _match.c.id == _table.c.match_id)
    .where(_match.c.public_id == bindparam("match_public_id"))
)


def table_with(match_public_id: str) -> TournamentTableRow | None:
    """The table at which the match with this address is played."""
    keys = {"match_public_id": match_public_id}
    row = db.session.execute(_TABLE_WITH, keys).first()
    return TournamentTableRow(*row) if row else None


def matches_at_tables(addresses: Iterable[str]) -> set[str]:
    """Those of the matches with these addresses that are played at a table."""
    of_these = _match.c.public_id.in_([*addresses])
    tables = select(_match.c.public_id).join(_table, _table.c.match_id == _match.c.id)
    return set(db.session.execute(tables.where(of_these)).scalars())


_TOLD_WITH = (
    select(_tournament.c.public_id)
    .join(_table, _table.c.tournament_id == _tournament.c.id)
    .join(_match, _at_table(_match))
    .where(_match.c.public_id == bindparam("match_public_id"))
)


def tournament_with(match_public_id: str) -> str | None:
    """The address of the tournament in which the match was started, or of which it is a rematch.

    Also where its round was taken back.
    """
    keys = {"match_public_id": match_public_id}
    found: str | None = db.session.execute(_TOLD_WITH, keys).scalar()
    return found


_REVISIONS_OF = (
    select(func.coalesce(func.sum(_match.c.revision), 0))
    .join(_table, _table.c.match_id == _match.c.id)
    .where(_table.c.tournament_id == bindparam("tournament_id"))
)


def revisions_of(tournament_id: int) -> int:
    """The revisions of all of the tournament's matches, added up: more after each event."""
    found = db.session.execute(_REVISIONS_OF, {"tournament_id": tournament_id}).scalar_one()
    return int(found)


_REVISIONS_OF_ALL = (
    select(_table.c.tournament_id, func.sum(_match.c.revision))
    .join(_match, _match.c.id == _table.c.match_id)
    .where(_table.c.tournament_id.in_(bindparam("ids", expanding=True)))
    .group_by(_table.c.tournament_id)
)


def revisions_of_all(tournament_ids: Iterable[int]) -> dict[int, int]:
    """Return the result of `revisions_of` for each of these tournaments, by row id.

    A tournament without matches is left out.
    """
    rows = db.session.execute(_REVISIONS_OF_ALL, {"ids": [*tournament_ids]}).all()
    return {row[0]: int(row[1]) for row in rows}


_ADD_TABLES = insert(_table)


def add_tables(tournament_id: int, drawn: int, matches: Iterable[tuple[int, int]]) -> None:
    """Add the tables of a drawn round; a match is a table's number and the match's row id."""
    values = [
        {"tournament_id": tournament_id, "drawn": drawn, "number": number, "match_id": match_id}
        for number, match_id in matches
    ]
    if values:
        db.session.execute(_ADD_TABLES, values)
