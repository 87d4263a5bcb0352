"""Backups: copies of the whole database, made while the server runs, each proved by folding."""

import re
import time
from collections.abc import Sequence
from datetime import UTC
from itertools import groupby, islice
from pathlib import Path
from typing import Final, NamedTuple

from flask import current_app

from scorekeeper.services import clock
from scorekeeper.services.ledger import Ledger
from scorekeeper.services.reading import act_of
from scorekeeper.services.replaying import replay
from scorekeeper.services.tournaments import proving as tournaments
from scorekeeper.store import queries
from scorekeeper.store.checking import Damaged, named_faults
from scorekeeper.store.copying import copy_database, opened, remove_stale
from scorekeeper.store.db import Busy, NotWritable
from scorekeeper.store.queries import Contents

__all__ = ["Backup", "Busy", "Contents", "Damaged", "Differs", "NoDatabase", "NotWritable"]

_OWN: Final = re.compile(r"tefteri-\d{8}-\d{6}\.sqlite3")
_UNFINISHED: Final = f"tefteri-{'[0-9]' * 8}-{'[0-9]' * 6}.part"
_AT_ONCE: Final = 100
"""Matches folded at a time: memory is bounded, however many there are."""
_UNFOLDABLE: Final = (KeyError, IndexError, TypeError, ValueError, AttributeError, AssertionError)


class Backup(NamedTuple):
    """A backup that was just made."""

    file: Path
    contents: Contents


class NoDatabase(Exception):
    """There is no database to copy."""


class Differs(Exception):
    """A match or tournament of the copy is not what the database has; the text is its address."""


def back_up(folder: Path) -> Backup:
    """A new backup in the folder, which is made if need be. Needs an app context.

    :raises NoDatabase: there is nothing to copy.
    :raises Damaged: the database, or something in it that cannot be folded.
    :raises Differs: the copy is not what the database has.
    :raises Busy: the database was locked too long.
    :raises NotWritable: the folder is full or may not be written.
    """
    database: Path = current_app.config["DATABASE_FILE"]
    if not database.exists():
        raise NoDatabase(str(database))
    counted = []
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = _free_name(folder)
        copy_database(database, file, lambda copy: counted.append(_prove(copy)))
    except OSError as error:
        raise NotWritable(str(error)) from error
    return Backup(file, counted[0])


def rotate(folder: Path, just_made: Path, keep: int) -> None:
    """Remove all backups but the newest `keep`; the one just made stays, whatever the clock says.

    Files with other names than ours are left alone.

    :raises NotWritable: an old one cannot be removed.
    """
    try:
        own = [f for f in folder.iterdir() if _OWN.fullmatch(f.name) and f != just_made]
        for file in sorted(own, reverse=True)[keep - 1 :]:
            file.unlink(missing_ok=True)
        remove_stale(folder, _UNFINISHED)
    except OSError as error:
        raise NotWritable(str(error)) from error


def stamp() -> str:
    """The moment in a file's name, UTC."""
    return f"{clock.now().astimezone(UTC):%Y%m%d-%H%M%S}"


def fold_all() -> Contents:
    """Fold every match and tournament of the database of the app context, and count.

    :raises Damaged: one cannot be folded.
    """
    tournaments.fold_all()
    addresses = queries.all_matches()
    for start in range(0, len(addresses), _AT_ONCE):
        _ledgers(addresses[start : start + _AT_ONCE])
    return queries.contents()


def _free_name(folder: Path) -> Path:
    while True:
        file = folder / f"tefteri-{stamp()}.sqlite3"
        if not file.exists() and not file.with_suffix(".part").exists():
            return file
        time.sleep(0.1)


def _prove(copy: Path) -> Contents:
    """Fold all of the copy, and of the database up to there, and count the copy."""
    database: Path = current_app.config["DATABASE_FILE"]
    with opened(copy) as house:
        with named_faults(copy), house.app_context():
            addresses = queries.all_matches()
            counted = queries.contents()
            copied_acts = tournaments.fold_all()
        for start in range(0, len(addresses), _AT_ONCE):
            some = addresses[start : start + _AT_ONCE]
            with named_faults(copy), house.app_context():
                copied = _ledgers(some)
            with named_faults(database):
                kept = _ledgers(some, {one: ledger.revision for one, ledger in copied.items()})
            _compare(some, copied, kept)
    with named_faults(database):
        kept_acts = tournaments.fold_all()
    for public_id, acts in copied_acts.items():
        if kept_acts.get(public_id, ())[: len(acts)] != acts:
            raise Differs(public_id)
    return counted


def _compare(
    addresses: Sequence[tuple[int, str]], copied: dict[int, Ledger], kept: dict[int, Ledger]
) -> None:
    for match_id, public_id in addresses:
        copy, live = copied.get(match_id), kept.get(match_id)
        if copy is None or live is None or copy.acts != live.acts:
            raise Differs(public_id)
        if (copy.standing, copy.match.ended) != (live.standing, live.match.ended):
            raise Differs(public_id)


def _ledgers(
    addresses: Sequence[tuple[int, str]], up_to: dict[int, int] | None = None
) -> dict[int, Ledger]:
    """By row id, the ledgers of these matches, each folded as far as its seq in `up_to`."""
    names, folded = dict(addresses), {}
    rows = queries.events_of(names)
    for match_id, events in groupby(rows, key=lambda event: event.match_id):
        acts = [act_of(event) for event in islice(events, (up_to or {}).get(match_id))]
        try:
            folded[match_id] = replay(acts)
        except _UNFOLDABLE as error:
            raise Damaged(f"/m/{names[match_id]}/: {error!r}") from error
    return folded
