"""Matches at a club's tables, written through the services. Needs an application context."""

from scorekeeper.club import club_matches
from scorekeeper.journal.identifiers import new_operation_id
from tests.table import Table

SEATED = {"A1": "1", "A2": "2", "B1": "3", "B2": "4"}


class ClubTable(Table):
    """A phone whose match is played at the club of this desk, by these persons."""

    def __init__(self, desk, seats=SEATED, rules="cafe", **switches):
        super().__init__(rules, **switches)
        self.club = desk.public_id
        self.kept = club_matches.start_at_club(
            self.kept, self.phone, new_operation_id(), self.club, seats
        )

    def seat(self, seats, since=0, phone=None):
        """Say who sits there since this change of the chairs."""
        now = {one.since: one.persons for one in club_matches.seatings_of(self.ledger)}
        self.kept = club_matches.seat_persons(
            self.kept.public_id, phone or self.phone, new_operation_id(), self.club,
            {**now, since: seats},
        )  # fmt: skip
        return self
