"""What stands in the databases before anything is measured.

The first matches are played through the services. The many others are copies of their rows, made
by SQL (`copying`): 20,000 matches by the services would take an hour.
"""

from pathlib import Path
from typing import Final

from flask import Flask

from bench.baseline import HandRow
from bench.copying import add_copies, add_strangers
from bench.flows import TOLD, Played
from scorekeeper.app import create_app
from scorekeeper.explain import labels
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.rules.match import Match, Party
from scorekeeper.rules.model import BySide, Hand, RuleSet
from scorekeeper.services import matches
from scorekeeper.services.match_acts.fields import SentHand
from scorekeeper.services.match_acts.hand_acts import Recorded
from scorekeeper.services.phones import enrol_phone
from scorekeeper.store.db import db
from scorekeeper.store.migrating import bring_up_to_date

TARGET: Final = 5000
"""No match that is measured reaches it."""


class House:
    """An instance folder with a migrated database, to put matches in before its server starts."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self.folder = folder
        self.app: Flask = create_app({"INSTANCE": folder})
        with self.app.app_context():
            bring_up_to_date()

    def play(self, hands: int) -> Played:
        """A match of so many hands by the café's rules, through the services."""
        with self.app.app_context():
            phone_id, secret = enrol_phone()
            sides = BySide(
                Party("Ours", ("Maria", "Giorgos")), Party("Theirs", ("Eleni", "Andreas"))
            )
            match = Match(sides=sides, rules=RuleSet(target=TARGET), first_dealer="A1")
            loaded_match, _ = matches.start_match(match, phone_id, new_operation_id())
            for number in range(hands):
                body = Recorded(entry=SentHand.read(TOLD[number % len(TOLD)]))
                operation = new_operation_id(), loaded_match.revision
                loaded_match, _ = matches.append_act(
                    loaded_match.public_id, phone_id, *operation, body
                )
            return Played(loaded_match.public_id, phone_id, secret, loaded_match.revision)

    def save(self, played: Played) -> Played:
        """The match after one more hand."""
        with self.app.app_context():
            operation = new_operation_id(), played.revision
            body = Recorded(entry=SentHand.read(TOLD[played.revision % len(TOLD)]))
            loaded_match, _ = matches.append_act(
                played.public_id, played.phone_id, *operation, body
            )
            return played._replace(revision=loaded_match.revision)

    def rows(self, public_id: str) -> list[HandRow]:
        """The match's hands as the baseline keeps them."""
        with self.app.test_request_context():
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

    def copies(self, played: Played, count: int) -> list[str]:
        """The addresses of so many copies of a match, with the same scorer."""
        with self.app.app_context():
            return [one.public_id for one in add_copies(played, count)]

    def strangers(self, played: Played, count: int) -> list[Played]:
        """So many copies of a match, with a phone each that writes it."""
        with self.app.app_context():
            return add_strangers(played, count)

    def close(self) -> None:
        """Let go of the database."""
        with self.app.app_context():
            db.engine.dispose()
