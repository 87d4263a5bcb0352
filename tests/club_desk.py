"""An organiser's desk of a club and its tables' matches, kept through the services.

Both need an application context.
"""

from scorekeeper.club import club_matches, club_service
from scorekeeper.club.acts.club_set_ups import ClubCreated
from scorekeeper.club.acts.registry import read_body
from scorekeeper.club.club_service import CLUB_JOURNAL, CLUB_ROLE_LINKS, CLUBS
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.match.phones import enrol_phone
from tests.table import Table

BY_PLACE = {"by": "pair", "points": {"scheme": "places", "table": [25, 18, 15], "rest": 1}}
SEATED = {"A1": "1", "A2": "2", "B1": "3", "B2": "4"}


class ClubDesk:
    """The organiser's phone and its club, with these persons."""

    def __init__(self, *names):
        self.phone, self.secret = enrol_phone()
        body = ClubCreated(name="Club", place="Larnaka")
        self.held = CLUBS.begin_once(body, self.phone, new_operation_id())
        for name in names:
            self.add(name)

    @property
    def public_id(self):
        return self.held.public_id

    @property
    def club(self):
        return self.held.club

    def do(self, kind, *, op_id=None, revision=None, phone=None, **data):
        self.held = CLUBS.write(
            self.public_id,
            phone or self.phone,
            op_id or new_operation_id(),
            self.held.revision if revision is None else revision,
            read_body(kind, data),
        )
        return self

    def add(self, name, **more):
        return self.do("person_added", name=name, **more)

    def belong(self, desk, players=None):
        """Give the club this tournament, by its own organiser, and say who played there."""
        secret = CLUB_ROLE_LINKS.make(self.public_id, self.phone, "helper")
        CLUB_ROLE_LINKS.open(secret, desk.phone)
        self.held = self.stored()
        self.do("tournament_belongs", phone=desk.phone, tournament=desk.public_id)
        if players:
            self.do("players_known", tournament=desk.public_id, players=players)
        return self

    def season(self, *desks, number=1, rules=BY_PLACE, reason=""):
        tournaments = [{"tournament": desk.public_id, "weight": "1"} for desk in desks]
        return self.do(
            "season_set_up",
            season=number,
            name="Spring",
            rules=rules,
            tournaments=tournaments,
            reason=reason,
        )

    def stored(self):
        """Return the club as a new reader finds it."""
        CLUB_JOURNAL.forget_all()
        return club_service.find_club(self.public_id)


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
