"""What stands in the databases before anything is measured.

The first matches are played through the services. The many others are copies of their rows, made
by SQL in one transaction: 20,000 matches by the services would take an hour.
"""

import secrets
import sqlite3
from pathlib import Path
from typing import Any, Final, NamedTuple

from flask import Flask

from bench.baseline import HandRow
from scorekeeper.app import create_app
from scorekeeper.draws.figures import StandingRules
from scorekeeper.i18n import labels
from scorekeeper.rules.match import Match, Party
from scorekeeper.rules.model import BySide, Hand, RuleSet
from scorekeeper.services import matches, pencil
from scorekeeper.services.phones import enrol_phone
from scorekeeper.services.tournaments import drawing, keeping, links
from scorekeeper.services.tournaments.keeping import Held
from scorekeeper.services.tournaments.pasting import read_pairs
from scorekeeper.services.tournaments.playing import play_round
from scorekeeper.services.tournaments.replaying import write_set_up
from scorekeeper.services.tournaments.state import SetUp
from scorekeeper.store.db import db
from scorekeeper.store.migrating import bring_up_to_date

TARGET: Final = 5000
"""No match that is measured reaches it."""
_HANDS: Final[tuple[dict[str, Any], ...]] = (
    {"bidder": "A", "bid": 90, "trump": "hearts", "points": {"A": 97}},
    {"bidder": "B", "bid": 100, "trump": "spades", "points": {"A": 80}},
    {"bidder": "A", "bid": 80, "trump": "clubs", "points": {"A": 101}, "pilotta": "A"},
    {"bidder": "B", "bid": 90, "trump": "diamonds", "points": {"B": 106}},
    {"bidder": "A", "bid": 110, "trump": "hearts", "points": {"A": 115}, "doubled": 2},
    {"bidder": "B", "bid": 80, "points": {"B": 100}, "declarations": {"B": ["run3"]}},
)


class Played(NamedTuple):
    """A match, and the phone that writes it."""

    public_id: str
    phone_id: int
    secret: str
    revision: int


class Hall(NamedTuple):
    """The first round of a tournament, and the phone that organises it and scores every table."""

    url: str
    secret: str
    matches: list[tuple[str, int]]
    """Of each table the address and the revision."""


class House:
    """An instance folder with a migrated database, to put matches in before its server starts."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self.folder = folder
        self._app: Flask = create_app({"INSTANCE": folder})
        with self._app.app_context():
            bring_up_to_date()

    def play(self, hands: int) -> Played:
        """A match of so many hands by the café's rules, through the services."""
        with self._app.app_context():
            phone_id, secret = enrol_phone()
            sides = BySide(
                Party("Ours", ("Maria", "Giorgos")), Party("Theirs", ("Eleni", "Andreas"))
            )
            match = Match(sides=sides, rules=RuleSet(target=TARGET), first_dealer="A1")
            kept, _ = matches.start_match(match, phone_id, matches.new_operation_id())
            for number in range(hands):
                data = {"hand": _HANDS[number % len(_HANDS)]}
                operation = matches.new_operation_id(), kept.revision
                kept, _ = matches.do(kept.public_id, phone_id, *operation, "recorded", data)
            return Played(kept.public_id, phone_id, secret, kept.revision)

    def hall(self, tables: int, hands: int) -> Hall:
        """A round of so many tables with so many hands at each, through the services."""
        with self._app.app_context():
            phone_id, secret = enrol_phone()
            held = new_tournament(phone_id, 2 * tables)
            held = drawing.draw_round(
                held.public_id, phone_id, matches.new_operation_id(), held.revision
            )
            assert held.tournament.last_round is not None
            found = []
            for one in play_round(held, held.tournament.last_round):
                assert one.live is not None
                public_id = one.live.public_id
                link = links.table_link(public_id)
                assert link is not None
                pencil.open_link(link, phone_id, matches.new_operation_id())
                kept = matches.find_match(public_id)
                for number in range(hands):
                    data = {"hand": _HANDS[number % len(_HANDS)]}
                    operation = matches.new_operation_id(), kept.revision
                    kept, _ = matches.do(public_id, phone_id, *operation, "recorded", data)
                found.append((public_id, kept.revision))
            return Hall(f"/t/{held.public_id}/", secret, found)

    def match(self, public_id: str) -> Match:
        """The match as it is kept."""
        with self._app.app_context():
            return matches.find_match(public_id).ledger.match

    def rows(self, public_id: str) -> list[HandRow]:
        """The match's hands as the baseline keeps them."""
        with self._app.test_request_context():
            standing = matches.find_match(public_id).ledger.standing
            found = []
            for row in standing.rows:
                assert isinstance(row.entry, Hand)
                assert row.number is not None
                assert row.score is not None
                bid = labels.bid_text(row.entry.bid, row.rules)
                hand = row.number, row.entry.bidder, bid, row.entry.trump
                found.append(HandRow(*hand, *row.score[:3], *row.totals))
            return found

    def copies(self, played: Played, count: int, *, strangers: bool = False) -> list[str]:
        """The addresses of so many copies of a match, with the same scorer or a phone each."""
        database = sqlite3.connect(self._app.config["DATABASE_FILE"])
        with database:
            found = _copy(database, played, count, strangers=strangers)
        database.close()
        return found

    def close(self) -> None:
        """Let go of the database."""
        with self._app.app_context():
            db.engine.dispose()


def new_tournament(phone_id: int, pairs: int) -> Held:
    """A tournament of so many pairs whose matches last long."""
    set_up = SetUp(
        name="Cup", rules=RuleSet(), length="minutes", limit=60, standing=StandingRules()
    )
    operation = matches.new_operation_id()
    held = keeping.set_up(write_set_up(set_up), phone_id, operation)
    listed = "\n".join(f"Maria {number}, Giorgos {number}" for number in range(1, pairs + 1))
    data = {"pairs": list(read_pairs(listed).pairs)}
    operation = matches.new_operation_id()
    return keeping.do(held.public_id, phone_id, operation, held.revision, "pairs_added", data)


def _copy(
    database: sqlite3.Connection, played: Played, count: int, *, strangers: bool
) -> list[str]:
    (first,) = database.execute("SELECT max(id) + 1 FROM match").fetchone()
    (phone,) = database.execute("SELECT max(id) + 1 FROM phone").fetchone()
    (original,) = database.execute(
        "SELECT id FROM match WHERE public_id = ?", (played.public_id,)
    ).fetchone()
    addresses = [secrets.token_urlsafe(16) for _ in range(count)]
    database.execute("CREATE TEMP TABLE copy (match_id INTEGER, public_id TEXT, phone_id INTEGER)")
    database.executemany(
        "INSERT INTO copy VALUES (?, ?, ?)",
        [
            (first + place, address, phone + place if strangers else played.phone_id)
            for place, address in enumerate(addresses)
        ],
    )
    if strangers:
        new = {"id": "copy.phone_id", "secret_hash": "lower(hex(randomblob(32)))"}
        _insert_copies(database, "phone", new, f"old.id = {played.phone_id}")
    new = {"id": "copy.match_id", "public_id": "copy.public_id"}
    _insert_copies(database, "match", new, f"old.id = {original}")
    new = {"match_id": "copy.match_id", "phone_id": "copy.phone_id"}
    _insert_copies(database, "role", new, f"old.match_id = {original}")
    new |= {"id": "NULL", "op_id": "lower(hex(randomblob(16)))"}
    _insert_copies(database, "event", new, f"old.match_id = {original}")
    database.execute("DROP TABLE copy")
    return addresses


def _insert_copies(
    database: sqlite3.Connection, table: str, new: dict[str, str], which: str
) -> None:
    """Each row of `table` that is meant, once for each copy, with these columns replaced."""
    columns = [row[1] for row in database.execute(f'PRAGMA table_info("{table}")')]
    values = ", ".join(new.get(column, f'old."{column}"') for column in columns)
    database.execute(
        f'INSERT INTO "{table}" SELECT {values} FROM copy, "{table}" AS old WHERE {which}'
        " ORDER BY copy.rowid, old.rowid"
    )
