"""The limit of the web: a bare Flask app that saves and shows, and does nothing else.

It has the same gunicorn, SQLite pragmas and writing lock, and a database file on the same disk. It
has no sessions, tokens, languages, permissions, rules, events or history: a save is one insert of
the posted data. A page is one SELECT of rows that already hold their scores and totals. Nothing
that keeps a match can do less.
"""

import os
import sqlite3
import threading
from mimetypes import guess_type
from pathlib import Path
from typing import Final, NamedTuple

from flask import Flask, redirect, render_template, request
from werkzeug.wrappers import Response

from scorekeeper.store.backends.sqlite import SYNCED, file_lock, journal_mode

_TABLES: Final = """
CREATE TABLE saved (id INTEGER PRIMARY KEY, op_id TEXT NOT NULL UNIQUE, data TEXT NOT NULL);
CREATE TABLE hand (
    match TEXT NOT NULL, number INTEGER NOT NULL, bidder TEXT, bid TEXT, trump TEXT, made INTEGER,
    a INTEGER NOT NULL, b INTEGER NOT NULL, total_a INTEGER NOT NULL, total_b INTEGER NOT NULL,
    PRIMARY KEY (match, number)
);
"""
_HANDS: Final = (
    "SELECT number, bidder, bid, trump, made, a, b, total_a, total_b FROM hand"
    " WHERE match = ? ORDER BY number"
)
_PATIENCE: Final = 8.0
_own = threading.local()


class HandRow(NamedTuple):
    """A hand as the baseline keeps it: nothing is left to compute."""

    number: int
    bidder: str | None
    bid: str | None
    trump: str | None
    made: bool | None
    a: int
    b: int
    total_a: int
    total_b: int


def create_app() -> Flask:
    """The app on the database file that BENCH_DATABASE names."""
    database = Path(os.environ["BENCH_DATABASE"])
    app = Flask(__name__, template_folder=str(Path(__file__).parent))
    pages = {page.name: page.read_bytes() for page in _pages_of(database).glob("*")}

    @app.get("/healthz")
    def health() -> str:
        return "ok"

    @app.get("/hello")
    def hello() -> str:
        return "hello"

    @app.get("/pages/<name>")
    def show_page(name: str) -> Response:
        kind = guess_type(name)[0] or "text/html"
        is_file = kind != "text/html"
        headers = {"Cache-Control": "max-age=3600"} if is_file else {}
        return Response(pages[name], mimetype=kind, headers=headers)

    @app.post("/save")
    def save() -> Response:
        connection = _connection(database)
        values = request.form["op_id"], request.form["contract"]
        with file_lock(database, _PATIENCE):
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("INSERT INTO saved (op_id, data) VALUES (?, ?)", values)
            connection.execute("COMMIT")
        return redirect("/m/short/", 303)

    @app.get("/m/<match>/")
    def show(match: str) -> str:
        found = _connection(database).execute(_HANDS, (match,))
        hands = [HandRow(*row) for row in found]
        return render_template("page.html", match=match, hands=hands, race=_race(hands))

    return app


def make_database(database: Path, matches: dict[str, list[HandRow]]) -> None:
    """A new file with these matches."""
    connection = sqlite3.connect(database)
    connection.executescript(_TABLES)
    rows = [(match, *hand) for match, hands in matches.items() for hand in hands]
    connection.executemany(f"INSERT INTO hand VALUES ({', '.join('?' * 10)})", rows)
    connection.commit()
    connection.close()


def keep_page(database: Path, name: str, content: bytes) -> None:
    """Let `/pages/` and this name answer with the content, once the server starts."""
    folder = _pages_of(database)
    folder.mkdir(exist_ok=True)
    (folder / name).write_bytes(content)


def _pages_of(database: Path) -> Path:
    return database.with_name("pages")


def _connection(database: Path) -> sqlite3.Connection:
    if not hasattr(_own, "connection"):
        _own.connection = sqlite3.connect(database, isolation_level=None)
        for pragma in (f"PRAGMA journal_mode={journal_mode()}", SYNCED, "PRAGMA foreign_keys=ON"):
            _own.connection.execute(pragma)
    connection: sqlite3.Connection = _own.connection
    return connection


def _race(hands: list[HandRow]) -> tuple[str, str]:
    """The two lines of the chart."""
    step = 282 / max(len(hands), 1)
    return (
        " ".join(f"{30 + step * h.number:.1f},{142 - h.total_a * 0.03:.1f}" for h in hands),
        " ".join(f"{30 + step * h.number:.1f},{142 - h.total_b * 0.03:.1f}" for h in hands),
    )
