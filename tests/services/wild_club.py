"""Seeded chance at an organiser's desk of a club: acts from sound to senseless."""

from contextlib import suppress
from random import Random

from scorekeeper.club import club_service, erased_names
from scorekeeper.club.acts.club_fields import ClubRefused
from scorekeeper.club.acts.club_set_ups import ClubCreated
from scorekeeper.club.acts.registry import read_body
from scorekeeper.club.club_service import CLUB_ROLE_LINKS, CLUBS
from scorekeeper.journal.owner import Conflict, NotAllowed
from scorekeeper.match.phones import enrol_phone
from scorekeeper.rules.codec import write_rules
from scorekeeper.rules.presets import PRESETS
from scorekeeper.store.db import writing
from tests.desk import BY_PLACE

NAMES = ["Maria", "Γιώργος", "Eleni", "Αντρέας", "Rodanthi", "Minos", "Zinon", "Ώτις"]
TEXTS = ["", "Κουκκούνης", "Minos's cousin", "του Γιώργου", "x" * 81, "\u202e"]
ADDRESSES = [f"tournament{number:012d}" for number in range(4)]
SEASON_RULES = [
    BY_PLACE,
    {**BY_PLACE, "best": 2, "ties": ["wins", "countback"]},
    {"by": "player", "points": {"scheme": "places", "table": [3, 2, 1], "rest": 0}},
    {"by": "luck"},
]
"""The last one counts nothing that there is."""
ACTS = [
    "change", "add", "add", "add", "change_person", "change_person", "join", "part", "belong",
    "belong", "leave", "know", "know", "know_new", "know_new", "season", "season", "season",
    "name_helper", "remove_helper", "open_link", "close", "erase_person",
]  # fmt: skip


class WildClub:
    """An organiser who tries anything; refused acts leave no trace."""

    def __init__(self, seed):
        self.chance, self.count, self.seed = Random(seed), 0, seed
        self.phone, _ = enrol_phone()
        self.held = CLUBS.begin_once(
            ClubCreated(name="Ο Πλάτανος", place="Λάρνακα", rules=self.rules()),
            self.phone,
            self.op_id(),
        )

    @property
    def club(self):
        return self.held.club

    @property
    def public_id(self):
        return self.held.public_id

    def one_of(self, choices):
        return self.chance.choice(list(choices))

    def happens(self, share):
        return self.chance.random() < share

    def op_id(self):
        self.count += 1
        return f"{self.seed:08x}{self.count:024x}"

    def do_wildly(self, count):
        """The address of the club after so many tries."""
        for name in self.chance.sample(NAMES, 4):
            self.write("person_added", name=name)
        for _ in range(count):
            with suppress(ClubRefused, NotAllowed, Conflict):
                getattr(self, f"try_{self.one_of(ACTS)}")()
            self.held = club_service.find_club(self.public_id)
        if self.happens(0.2):
            erased_names.erase_club(self.public_id, self.phone)
        return self.public_id

    def write(self, kind, **data):
        """Write it without the check of the tournaments, which do not exist here."""
        with writing(self.public_id):
            held, body = club_service.find_club(self.public_id), read_body(kind, data)
            self.held = CLUBS.append(held, self.phone, self.op_id(), body)

    def rules(self):
        return self.one_of([{}, {}, write_rules(self.one_of(PRESETS.values()))])

    def person(self):
        return self.one_of([*self.club.persons, "99"])

    def tournament(self):
        return self.one_of([*self.club.tournaments, *ADDRESSES[:1]])

    def name(self):
        return self.one_of([*NAMES, f"{self.one_of(NAMES)} {self.chance.randint(1, 9)}", ""])

    def players(self):
        """The persons of some pairs, empty for who is not known."""
        return {
            str(pair): [self.one_of([*self.club.persons, "", ""]) for _ in range(2)]
            for pair in range(1, self.one_of([2, 3, 4]))
        }

    def try_change(self):
        told = {"name": self.one_of(["Ο Πλάτανος", "Του Γιώργου", ""]), "place": self.one_of(TEXTS)}
        self.write("changed", **told, rules=self.one_of([{}, self.rules(), {"target": "x"}]))

    def try_add(self):
        told = {"name": self.name(), "note": self.one_of(TEXTS)}
        self.write("person_added", **told, by_number=self.happens(0.3))

    def try_change_person(self):
        told = {"person": self.person(), "name": self.name(), "note": self.one_of(TEXTS)}
        self.write("person_changed", **told, by_number=self.happens(0.3))

    def try_join(self):
        other = self.one_of([self.person(), self.person(), ""])
        self.write("persons_joined", person=self.person(), other=other)

    def try_part(self):
        joined = [key for key, one in self.club.persons.items() if one.same_as]
        self.write("person_parted", person=self.one_of([*joined, self.person()]))

    def try_belong(self):
        self.write("tournament_belongs", tournament=self.one_of(ADDRESSES))

    def try_leave(self):
        if self.happens(0.4):
            self.write("tournament_left", tournament=self.tournament())

    def try_know(self):
        self.write("players_known", tournament=self.tournament(), players=self.players())

    def try_know_new(self):
        players = self.players()
        free = [(pair, seat) for pair, two in players.items() for seat in (0, 1) if not two[seat]]
        added = [{"pair": pair, "seat": seat} for pair, seat in free[: self.one_of([0, 1, 2])]]
        names = [self.name() for _ in range(len(added) + self.one_of([0, 0, 0, 1]))]
        told = {"tournament": self.tournament(), "players": players}
        self.write("new_players_known", **told, added=added, names=names)

    def try_season(self):
        counted = self.chance.sample(ADDRESSES, self.one_of([0, 1, 2]))
        number = self.chance.randint(1, len(self.club.seasons) + self.one_of([1, 1, 2]))
        self.write(
            "season_set_up",
            season=number,
            name=self.one_of(["Άνοιξη", "Minos's cup", ""]),
            rules=self.one_of(SEASON_RULES),
            tournaments=[
                {"tournament": one, "weight": self.one_of(["1", "1", "2", "1.5", "1001", "x"])}
                for one in counted
            ],
            reason=self.one_of(["", "late", "του Γιώργου ήταν λάθος", "x" * 81]),
        )

    def try_name_helper(self):
        number = self.chance.randint(0, 4)
        self.write("helper_named", helper=number, name=self.one_of([*NAMES[:3], "\u202e"]))

    def try_remove_helper(self):
        self.write("helper_removed", helper=self.chance.randint(0, 4))

    def try_open_link(self):
        role = self.one_of(["helper", "helper", "organiser"])
        helper = self.one_of([0, *(one.number for one in self.club.helpers)])
        secret = CLUB_ROLE_LINKS.make(
            self.public_id, self.phone, role, helper if role == "helper" else 0
        )
        CLUB_ROLE_LINKS.open(secret, enrol_phone()[0])

    def try_close(self):
        self.write("addresses_closed", addresses=self.chance.sample(ADDRESSES, 2))

    def try_erase_person(self):
        if self.happens(0.4):
            by = self.one_of(["organiser", "operator"])
            erased_names.erase_person(self.public_id, self.phone, self.person(), by)
