"""Showing the demo: a folder of its own, the evening told into it, and a server on it."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

from flask import Flask

from scorekeeper.cli import serving
from scorekeeper.config import default_instance
from scorekeeper.demo.all_stories import tell_evening
from scorekeeper.demo.club import tell_club
from scorekeeper.demo.tournament import tell_tournament
from scorekeeper.journal.identifiers import new_secret
from scorekeeper.match.phones import enrol_phone
from scorekeeper.store.migrating import bring_up_to_date


def show(create_app: Callable[[], Flask], host: str, port: int) -> int:
    """Make the demo afresh and serve it. Returns only where the port is taken."""
    if not serving.is_free(host, port):
        print(serving.unbound_text(host, port, "demo"), file=sys.stderr)
        return 1
    folder = fresh_folder(port)
    secret = new_secret()
    for name in ("DATABASE_URL", "TEFTERI_BACKUPS"):  # those of the matches, which are elsewhere
        os.environ.pop(name, None)
    os.environ.update(TEFTERI_INSTANCE=str(folder), TEFTERI_DEMO_PHONE=secret)
    app = create_app()
    with app.app_context():
        bring_up_to_date()
        phone_id, _secret = enrol_phone(secret)
        addresses = tell_evening(phone_id)
        tell_tournament(phone_id)
        tell_club(phone_id)
    summary = f"{len(addresses)} matches of an evening, a tournament and a club"
    print(f"{summary} in {folder}; your own are left alone.")
    print("Whoever opens the demo may write in it. The next demo makes it afresh.")
    serving.announce(app, host, port)
    serving.start(app, serving.binding(host, port))


def fresh_folder(port: int) -> Path:
    """The demo's own folder, without an earlier demo's evening.

    One for each port: another demo may be running.
    """
    instance = Path(os.environ.get("TEFTERI_INSTANCE") or default_instance())
    folder = instance.resolve() / "demo" / str(port)
    for file in folder.glob("tefteri*"):  # the database and what SQLite and the lock lay beside it
        file.unlink()
    return folder
