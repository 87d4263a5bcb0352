"""Organisers' desks of a tournament and of a club, kept through the services.

They need an application context.
"""

from dataclasses import replace
from unittest.mock import patch

from scorekeeper.club import club_matches, club_service, rematches
from scorekeeper.club.acts.club_set_ups import ClubCreated
from scorekeeper.club.acts.registry import read_body
from scorekeeper.club.club_service import CLUB_JOURNAL, CLUB_ROLE_LINKS, CLUBS
from scorekeeper.draws.standings import StandingRules
from scorekeeper.journal.act import act_done_by
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.journal.owner import part_op_id
from scorekeeper.match import matches
from scorekeeper.match.links import open_link
from scorekeeper.match.phones import enrol_phone
from scorekeeper.rules.presets import PRESETS
from scorekeeper.store.db import writing
from scorekeeper.tournament import corrections, round_draw, service
from scorekeeper.tournament.acts.desk import FinalSetUp
from scorekeeper.tournament.acts.pair_acts import NewPair, PairChanged, PairsAdded, TableKept
from scorekeeper.tournament.acts.set_ups import TournamentSetUp
from scorekeeper.tournament.finals import finalists
from scorekeeper.tournament.played_tables import play_round
from scorekeeper.tournament.service import (
    TOURNAMENT_JOURNAL,
    TOURNAMENT_ROLE_LINKS,
    TOURNAMENTS,
    find_tournament,
)
from scorekeeper.tournament.table_results import SentSheet, result_of
from scorekeeper.tournament.tournament_set_up import SetUp
from tests.support.table import Table, do, do_in_tournament

BY_PLACE = {"by": "pair", "points": {"scheme": "places", "table": [25, 18, 15], "rest": 1}}
SEATED = {"A1": "1", "A2": "2", "B1": "3", "B2": "4"}


def set_up_of(**changes):
    """A Swiss tournament of five rounds by the café's rules, or what is changed of it."""
    usual = {"name": "Cup", "rules": PRESETS["cafe"], "standing": StandingRules()}
    return SetUp(**{**usual, **changes})


class Desk:
    """The organiser's phone and its tournament of `pairs` pairs."""

    def __init__(self, pairs=0, **changes):
        self.phone, self.secret = enrol_phone()
        body = TournamentSetUp.of(set_up_of(**changes))
        self.held = TOURNAMENTS.begin_once(body, self.phone, new_operation_id())
        if pairs:
            self.add(*((f"Odd{n}", f"Even{n}") for n in range(1, pairs + 1)))

    @property
    def public_id(self):
        return self.held.public_id

    @property
    def tournament(self):
        return self.held.tournament

    def do(self, kind, *, op_id=None, revision=None, phone=None, **data):
        self.held = do_in_tournament(
            self.public_id,
            phone or self.phone,
            op_id or new_operation_id(),
            self.held.revision if revision is None else revision,
            kind,
            data,
        )
        return self

    def add(self, *players):
        pairs = [
            {"players": list(two), "club": "", "seeding": None, "paid": False, "present": True}
            for two in players
        ]
        return self.do("pairs_added", pairs=pairs)

    def change_pair(self, pair, op_id=None, **data):
        """Write what is new of a pair."""
        op_id, now = op_id or new_operation_id(), self.held.revision
        told = {"pair": pair, **data}
        body = PairChanged.read(told)
        self.held = corrections.change_pair(self.public_id, self.phone, op_id, now, body, told)
        return self

    def draw(self, op_id=None, revision=None, **wishes):
        self.held = round_draw.draw_round(
            self.public_id,
            self.phone,
            op_id or new_operation_id(),
            self.held.revision if revision is None else revision,
            **wishes,
        )
        return self

    def propose(self, op_id=None, revision=None, reason="", **wishes):
        """Propose the next round by a new seed."""
        self.held = round_draw.propose_round(
            self.public_id,
            self.phone,
            op_id or new_operation_id(),
            self.held.revision if revision is None else revision,
            reason=reason,
            **wishes,
        )
        return self

    def swap(self, one, other, number=None):
        number = number or len(self.tournament.rounds)
        op_id, now = new_operation_id(), self.held.revision
        self.held = corrections.swap(self.public_id, self.phone, op_id, now, number, (one, other))
        return self

    def undraw(self):
        number = len(self.tournament.rounds)
        op_id, now = new_operation_id(), self.held.revision
        self.held = corrections.undraw(self.public_id, self.phone, op_id, now, number)
        return self

    def result(self, table, a, b, *, number=None, reason="", **more):
        """Write a table's result."""
        return self.do(
            "result",
            round=number or len(self.tournament.rounds),
            table=table,
            score=[a, b],
            hands=[0, 0],
            source=more.pop("source", "organiser"),
            reason=reason,
            **more,
        )

    def sheet(self, table, *hands, number=None, reason="", **more):
        """Write a table's sheet: hands as a result keeps them."""
        made = result_of(SentSheet.read([*hands]).hands)
        number = number or len(self.tournament.rounds)
        told = {"source": "organiser", "reason": reason, **made, **more}
        return self.do("result", round=number, table=table, **told)

    def play(self):
        """A result at every table of the last round: side A wins."""
        for table in self.tournament.last_round.tables:
            self.result(table.number, 351, 200 + table.number)
        return self

    def helper(self):
        """A helper's phone and its secret."""
        phone, secret = enrol_phone()
        TOURNAMENT_ROLE_LINKS.open(
            TOURNAMENT_ROLE_LINKS.make(self.public_id, self.phone, "helper"), phone
        )
        return phone, secret

    def tables(self):
        """The tables of the last round as they stand."""
        return play_round(self.held, self.tournament.last_round)

    def write(self, table, *hands):
        """Write hands at a table."""
        for hand in hands:
            self.act(table, "recorded", hand=hand)
        return self

    def act(self, table, kind, **data):
        """Do an act at a table, by a phone that opens its link."""
        public_id = next(one for one in self.tables() if one.table.number == table).live.public_id
        scorer, now = _scorer_of(public_id), matches.find_match(public_id).revision
        do(public_id, scorer, new_operation_id(), now, kind, data)
        return self

    def stored(self):
        """The tournament, folded afresh from the database."""
        TOURNAMENT_JOURNAL.forget_all()
        return service.find_tournament(self.public_id)


def rematch_of_before(public_id, phone):
    """A rematch of a match at a table, as earlier versions began them."""
    with patch.object(rematches, "place_of", lambda _address: None):
        return rematches.rematch(public_id, phone, new_operation_id())


def _scorer_of(public_id):
    phone, _secret = enrol_phone()
    open_link(service.table_link(public_id), phone, new_operation_id())
    return phone


def set_up_final(public_id, phone_id, op_id, revision, count, name):
    """Set up a knockout of the first `count` pairs as versions up to 0.2 did, and return it."""
    with writing(public_id, op_id):
        body = FinalSetUp(count=count)
        operation_request = {"count": count}
        loaded_tournament, is_new = TOURNAMENTS.prepare(
            public_id, phone_id, op_id, revision, body, operation_request
        )
        if not is_new:
            act = act_done_by(op_id, loaded_tournament.tournament.acts)
            assert act is not None
            assert isinstance(act.body, FinalSetUp)
            return find_tournament(act.body.tournament)
        there = finalists(loaded_tournament)
        final = TOURNAMENTS.add_new(
            _set_up(loaded_tournament, count, name), phone_id, part_op_id(op_id, "set_up")
        )
        pairs_body = PairsAdded(pairs=_pairs(loaded_tournament.tournament, there[:count]))
        final = TOURNAMENTS.append(
            final, phone_id, part_op_id(op_id, "pairs"), pairs_body, pairs_body.data
        )
        keys = tuple(row.pair for row in there[:count])
        for key, table in loaded_tournament.tournament.kept_tables.items():
            if key in keys:
                kept = TableKept(pair=key, table=table)
                final = TOURNAMENTS.append(
                    final, phone_id, part_op_id(op_id, f"kept {key}"), kept, kept.data
                )
        body = replace(body, tournament=final.public_id, pairs=keys)
        TOURNAMENTS.append(loaded_tournament, phone_id, op_id, body, operation_request)
    return final


def _set_up(loaded_tournament, count, name):
    rounds = (count - 1).bit_length()
    final = replace(
        loaded_tournament.tournament.set_up, name=name, format="knockout", rounds=rounds
    )
    return TournamentSetUp.of(final, final_of=loaded_tournament.public_id)


def _pairs(tournament, there):
    return tuple(
        NewPair(
            players=pair.players, club=pair.club, seeding=seed, paid=pair.paid, number=pair.number
        )
        for seed, pair in enumerate((tournament.pairs[row.pair] for row in there), 1)
    )


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
