"""The contents of the databases before anything is measured.

The first matches are played through the services. The many others are copies of their rows, made
by SQL (`copying`): 20,000 matches by the services would take an hour.
"""

from pathlib import Path
from typing import Final, NamedTuple

from flask import Flask

from bench.baseline import HandRow
from bench.copying import add_copies, add_strangers
from bench.flows import TOLD, Played
from scorekeeper.app import create_app
from scorekeeper.draws.standings import StandingRules
from scorekeeper.explain import labels
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.match import matches
from scorekeeper.match.acts.fields import SentHand
from scorekeeper.match.acts.hand_acts import Corrected, Recorded
from scorekeeper.match.acts.meta import Undone
from scorekeeper.match.links import open_link
from scorekeeper.match.phones import enrol_phone
from scorekeeper.rules.match import Match, Party
from scorekeeper.rules.model import BySide, Hand, RuleSet
from scorekeeper.store.db import db
from scorekeeper.store.migrator import bring_up_to_date
from scorekeeper.tournament import round_draw, service
from scorekeeper.tournament.acts.pair_acts import PairsAdded
from scorekeeper.tournament.acts.set_ups import TournamentSetUp
from scorekeeper.tournament.pasted_list import read_pairs
from scorekeeper.tournament.played_tables import play_round
from scorekeeper.tournament.service import TOURNAMENTS, LoadedTournament
from scorekeeper.tournament.tournament_set_up import SetUp

TARGET: Final = 5000
"""No match that is measured reaches it."""


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

    def hall(self, tables: int, hands: int) -> Hall:
        """A round of so many tables with so many hands at each, through the services."""
        with self.app.app_context():
            phone_id, secret = enrol_phone()
            loaded_tournament = new_tournament(phone_id, 2 * tables)
            loaded_tournament = round_draw.draw_round(
                loaded_tournament.public_id,
                phone_id,
                new_operation_id(),
                loaded_tournament.revision,
            )
            assert loaded_tournament.tournament.last_round is not None
            addresses = []
            for one in play_round(loaded_tournament, loaded_tournament.tournament.last_round):
                assert one.live is not None
                public_id = one.live.public_id
                link = service.table_link(public_id)
                assert link is not None
                open_link(link, phone_id, new_operation_id())
                loaded_match = matches.find_match(public_id)
                for number in range(hands):
                    body = Recorded(entry=SentHand.read(TOLD[number % len(TOLD)]))
                    operation = new_operation_id(), loaded_match.revision
                    loaded_match, _ = matches.append_act(public_id, phone_id, *operation, body)
                addresses.append((public_id, loaded_match.revision))
            return Hall(f"/t/{loaded_tournament.public_id}/", secret, addresses)

    def save(self, played: Played) -> Played:
        """The match after one more hand."""
        with self.app.app_context():
            operation = new_operation_id(), played.revision
            body = Recorded(entry=SentHand.read(TOLD[played.revision % len(TOLD)]))
            loaded_match, _ = matches.append_act(
                played.public_id, played.phone_id, *operation, body
            )
            return played._replace(revision=loaded_match.revision)

    def undone(self, played: Played, times: int) -> Played:
        """The match, after a hand was written in it and undone again so many times."""
        with self.app.app_context():
            revision = played.revision
            for number in range(times):
                hand = Recorded(entry=SentHand.read(TOLD[number % len(TOLD)]))
                for body in (hand, Undone(seq=revision + 1)):
                    at = played.public_id, played.phone_id, new_operation_id(), revision
                    loaded_match, _ = matches.append_act(*at, body)
                    revision = loaded_match.revision
            return played._replace(revision=revision)

    def corrected(self, played: Played, times: int) -> Played:
        """The match, after hands from the third on were corrected so many times."""
        with self.app.app_context():
            revision = played.revision
            for number in range(times):
                hand = SentHand.read(TOLD[number % len(TOLD)])
                body = Corrected(corrects=4 + number % 100, entry=hand)
                at = played.public_id, played.phone_id, new_operation_id(), revision
                loaded_match, _ = matches.append_act(*at, body)
                revision = loaded_match.revision
            return played._replace(revision=revision)

    def tournament(self, pairs: int) -> Hall:
        """A tournament of so many pairs before its first round."""
        with self.app.app_context():
            phone_id, secret = enrol_phone()
            return Hall(f"/t/{new_tournament(phone_id, pairs).public_id}/", secret, [])

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


def new_tournament(phone_id: int, pairs: int) -> LoadedTournament:
    """A tournament of so many pairs whose matches last long."""
    set_up = SetUp(
        name="Cup", rules=RuleSet(), length="minutes", limit=60, standing=StandingRules()
    )
    operation = new_operation_id()
    loaded_tournament = TOURNAMENTS.begin_once(TournamentSetUp.of(set_up), phone_id, operation)
    pair_lines = "\n".join(f"Maria {number}, Giorgos {number}" for number in range(1, pairs + 1))
    body, operation = PairsAdded(pairs=read_pairs(pair_lines).pairs), new_operation_id()
    return TOURNAMENTS.write(
        loaded_tournament.public_id, phone_id, operation, loaded_tournament.revision, body
    )
