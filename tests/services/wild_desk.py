"""Seeded chance at an organiser's desk: acts on a tournament, from sound to senseless."""

from contextlib import suppress
from datetime import date
from random import Random

from scorekeeper.draws.standings import StandingRules
from scorekeeper.journal.owner import Conflict, NotAllowed
from scorekeeper.match.acts.body import Refused as MatchRefused
from scorekeeper.match.phones import enrol_phone
from scorekeeper.rules.presets import PRESETS
from scorekeeper.tournament import (
    announced_pairs,
    corrections,
    erasure,
    pair_erasure,
    round_draw,
    service,
    standing,
)
from scorekeeper.tournament.acts.body import TournamentRefused
from scorekeeper.tournament.played_tables import play_round
from scorekeeper.tournament.service import TOURNAMENT_ROLE_LINKS
from tests.support.desk import Desk, set_up_final, set_up_of
from tests.support.table import KAPO, MADE, MADE_BY_B, PASSED_OUT, SWEPT, do_in_tournament

NAMES = ["Maria", "Γιώργος", "Eleni", "Αντρέας", "Rodanthi", "Minos", "Zinon", "Ώτις"]
REASONS = ["misread", "του Γιώργου ήταν 131", "late", "Minos counted anew", ""]
HANDS = [
    {"points": [97, 65], "score": [19, 6]}, {"points": [40, 122], "score": [0, 25]}, None,
    {"points": [250, 0], "score": [61, 0], "kapo": "A", "trump": "none", "doubled": 4},
    {"points": [81, 81], "score": [8, 8]},
]  # fmt: skip
ACTS = [
    "play", "play", "play", "draw", "draw", "draw", "draw", "propose", "result", "correct",
    "correct", "sheet", "live", "change", "add", "change_pair", "change_pair", "substitute",
    "attend", "swap", "swap", "undraw", "undraw", "adjust", "adjust", "lots", "clock", "join",
    "final", "erase_pair", "forfeit", "rule", "withdraw", "undo", "undo",
    "delete", "door", "register", "take", "decline", "end", "money", "wish",
]  # fmt: skip


class WildDesk(Desk):
    """An organiser who tries anything; refused acts leave no trace."""

    def __init__(self, seed):
        self.chance, self.count, self.seed = Random(seed), 0, seed
        super().__init__(**self.wild_set_up())
        self.add_some(self.one_of([2, 4, 5, 6, 7]))

    def one_of(self, choices):
        return self.chance.choice(list(choices))

    def happens(self, share):
        return self.chance.random() < share

    def op_id(self):
        self.count += 1
        return f"{self.seed:08x}{self.count:024x}"

    def play_wildly(self, count):
        """The addresses of the tournament and of its final, after so many tries."""
        self.write("attended", present=[*self.tournament.pairs], absent=[])
        self.draw(op_id=self.op_id())
        for _ in range(count):
            with suppress(TournamentRefused, Conflict, NotAllowed, MatchRefused):
                getattr(self, f"try_{self.one_of(ACTS) if self.tournament.rounds else 'draw'}")()
            self.held = service.find_tournament(self.public_id)
        if self.happens(0.2):
            self.try_erase()
        final = service.find_tournament(self.public_id).tournament.final
        return [self.public_id, *([final] if final else [])]

    def wild_set_up(self):
        length = self.one_of(["target", "target", "hands", "minutes"])
        return {
            "name": self.one_of(["Cup", "Τουρνουά του Μίνωα"]),
            "day": self.one_of([None, date(2026, 3, 1)]),
            "place": self.one_of(["", "Λάρνακα"]),
            "organiser": self.one_of(["", "Salamis"]),
            "rules": self.one_of(PRESETS.values()),
            "length": length,
            "limit": {"target": 0, "hands": 2, "minutes": 45}[length],
            "rounds": self.one_of([1, 2, 2, 3]),
            "format": self.one_of(["swiss", "swiss", "knockout", "random", "round_robin"]),
            "forfeit": self.one_of([(100, 0), (351, 151)]),
            "absence": self.one_of(["nothing", "forfeited"]),
            "standing": StandingRules(
                by=self.one_of(["wins", "match_points", "total"]),
                tie_breaks=self.one_of([("buchholz", "lots"), ("head_to_head",), ()]),
                bye=self.one_of([(0, 0), (151, 80)]),
            ),
        }

    def add_some(self, count):
        pairs = [
            {
                "players": self.two(),
                "club": self.one_of(["", "ΑΕΛ", "Argonauts"]),
                "seeding": self.one_of([None, None, 1, 2, 7]),
                "paid": self.happens(0.5),
                "present": self.happens(0.9),
                **self.one_of(
                    [{}, {}, {"note": "99 123456"}, {"number": self.chance.randint(1, 99)}]
                ),
            }
            for _ in range(count)
        ]
        asked = {"text": "\n".join(pair["players"][0] for pair in pairs)}
        self.write("pairs_added", asked=self.one_of([None, asked]), pairs=pairs)

    def try_delete(self):
        kept, gone = self.tournament.pairs, self.tournament.deleted
        is_back = bool(gone) and self.happens(0.3)
        pair = self.one_of(gone if is_back else [[*kept][-1], self.pair()])
        self.write("pair_deleted", pair=pair, deleted=not is_back)

    def try_door(self):
        told = {"check_in": self.happens(0.5), "most": self.one_of([0, 3]), "coming": True}
        self.write("door", **told, **self.one_of([{}, {"nobody_yet": True}]))

    def try_money(self):
        self.write("money", fee=1000, prizes=self.one_of([[], [10000, 6000]]))
        self.write("fee_paid", pair=self.pair(), **self.one_of([{"payment": 500}, {"due": 0}, {}]))

    def try_register(self):
        number = len(self.tournament.registrations) + 1
        self.write("registered", registration=number, players=self.two(), club="ΑΕΛ")

    def registration(self):
        return self.one_of([*self.tournament.registrations, 1])

    def try_take(self):
        number = self.registration()
        one = self.tournament.registrations.get(number)
        players = list(one.players) if one else self.two()
        self.write("pairs_added", pairs=[{"players": players, "registration": number}])

    def try_decline(self):
        self.write("pair_declined", registration=self.registration(), declined=self.happens(0.5))
        number = self.registration()
        self.write("registration_changed", registration=number, players=self.two(), club="")

    def try_end(self):
        number = self.registration()
        with suppress(announced_pairs.UnknownCode):
            code = announced_pairs.code_of(self.public_id, number)
            announced_pairs.withdraw(self.public_id, self.phone, self.op_id(), code)

    def two(self):
        return [f"{self.one_of(NAMES)} {self.chance.randint(1, 99)}", self.one_of(NAMES)]

    def write(self, kind, *, asked=None, phone=None, **data):
        at = (self.public_id, phone or self.phone, self.op_id(), self.held.revision)
        self.held = do_in_tournament(*at, kind, data, asked)

    def pair(self):
        return self.one_of([*self.tournament.pairs, "99"])

    def number(self):
        return self.chance.randint(1, len(self.tournament.rounds) + 1)

    def score(self):
        scores = [351, 200, 204, 0, -10, 10_000_000]
        return [self.one_of(scores[:2]), self.one_of(scores)][:: self.one_of([1, -1])]

    def try_play(self):
        for table in self.tournament.last_round.tables:
            if table.result is None and self.happens(0.9):
                self.write_result(table.number, self.score())

    def try_result(self):
        self.write_result(self.chance.randint(1, 4), self.score())

    def try_correct(self):
        drawn = self.one_of(self.tournament.rounds)
        table, reason = self.chance.randint(1, len(drawn.tables)), self.one_of(REASONS)
        self.write_result(table, self.score(), reason, drawn.number)

    def write_result(self, table, score, reason="", number=None):
        phone, source = self.phone, "organiser"
        if self.happens(0.2):
            phone, source = self.helper()[0], "helper"
            self.held = service.find_tournament(self.public_id)
        told = {"table": table, "score": score, "hands": self.one_of([[0, 0], [5, 3]])}
        number = number or len(self.tournament.rounds)
        self.write("result", phone=phone, round=number, source=source, reason=reason, **told)

    def try_forfeit(self):
        by = self.one_of(["a", "b", "both"])
        self.write("forfeited", **self.some_table(), by=by, reason=self.one_of(REASONS))

    def try_rule(self):
        told = {"score": self.score(), "reason": self.one_of(REASONS)}
        self.write("result_ruled", **self.some_table(), **told)

    def try_withdraw(self):
        told = {"source": "organiser", "reason": self.one_of(REASONS)}
        self.write("result_withdrawn", **self.some_table(), **told)

    def some_table(self):
        drawn = self.one_of(self.tournament.rounds)
        return {"round": drawn.number, "table": self.chance.randint(1, len(drawn.tables))}

    def try_sheet(self):
        hands = [self.one_of(HANDS) for _ in range(self.one_of([1, 2, 3]))]
        table = self.chance.randint(1, len(self.tournament.last_round.tables))
        self.sheet(table, *hands, reason=self.one_of(REASONS), number=self.number())

    def try_live(self):
        live = [one.table.number for one in self.tables() if one.live]
        hands = [self.one_of([MADE, MADE_BY_B, KAPO, PASSED_OUT])]
        for table in live[:1]:
            Desk.write(self, table, *(hands if self.happens(0.4) else [SWEPT] * 3))

    def try_change(self):
        whole = set_up_of(**self.wild_set_up()).all_fields()
        fields = self.chance.sample(["name", "place", "standing", "rounds", "format", "date"], 2)
        self.write("changed", **{field: whole[field] for field in fields})

    def try_add(self):
        self.add_some(self.one_of([0, 1, 2]))

    def try_change_pair(self):
        new = {
            "players": self.two(), "club": self.one_of(["", "Kition"]), "paid": self.happens(0.5),
            "seeding": self.one_of([None, 3]), "withdrawn": self.happens(0.5),
            "from_now": self.happens(0.3), "present": self.happens(0.8), "note": "99 123456",
        }  # fmt: skip
        fields = self.chance.sample(sorted(new), self.one_of([0, 1, 1, 2]))
        self.change_pair(self.pair(), self.op_id(), **{field: new[field] for field in fields})

    def try_substitute(self):
        pair, told = self.pair(), {"players": self.two(), "from_now": True}
        if self.happens(0.3):  # as the first version wrote it, without the last round
            self.write("pair_changed", pair=pair, **told)
        else:
            self.change_pair(pair, self.op_id(), **told)

    def try_attend(self):
        keys = self.chance.sample([*self.tournament.pairs], 2)
        self.write("attended", present=keys[:1], absent=self.one_of([[], keys[1:], ["99"]]))

    def try_draw(self):
        wishes = {}
        if self.happens(0.2):
            two = tuple(self.chance.sample([*self.tournament.pairs], 2))
            wishes = {self.one_of(["fixed", "forbidden"]): [two]}
        self.draw(self.op_id(), **wishes)

    def try_wish(self):
        two, table = self.chance.sample([*self.tournament.pairs], 2), self.chance.randint(0, 5)
        kind, told = self.one_of([
            ("pairs_kept_apart", {"pairs": two, "apart": self.happens(0.7)}),
            ("table_kept", {"pair": self.pair(), "kept_table": table}),
            ("clubs_kept_apart", {"apart": self.happens(0.5)}),
        ])  # fmt: skip
        self.write(kind, **told)

    def try_propose(self):
        self.propose(self.op_id(), reason=self.one_of(REASONS))

    def try_swap(self):
        self.draw_new()
        drawn = self.tournament.last_round
        keys = [*drawn.byes, *(key for table in drawn.tables for key in (table.a, table.b))]
        self.swap(*self.chance.sample(keys, 2))

    def draw_new(self):
        if self.happens(0.4):
            self.try_play()
            with suppress(TournamentRefused):
                self.try_draw()

    def try_undraw(self):
        self.draw_new()
        self.undraw()

    def try_undo(self):
        seq = self.chance.randint(1, self.tournament.revision)
        corrections.undo(self.public_id, self.phone, self.op_id(), self.held.revision, seq)

    def try_adjust(self):
        to = self.one_of(["wins", "total", "difference", "luck"])
        told = {"to": to, "points": self.one_of([-2, 10, 0]), "reason": self.one_of(REASONS)}
        self.write("adjusted", pair=self.pair(), **told)

    def try_lots(self):
        standing.draw_lots_of(self.held, self.phone, self.op_id(), self.held.revision)

    def try_clock(self):
        number = self.one_of([self.number(), len(self.tournament.rounds)])
        kind = self.one_of(["clock_started", "clock_started", "clock_paused", "clock_resumed"])
        self.write(kind, round=number)
        if self.happens(0.3):
            self.write("minutes_added", round=number, minutes=self.one_of([5, -5]))

    def try_join(self):
        role = self.one_of(["helper", "organiser"])
        TOURNAMENT_ROLE_LINKS.open(
            TOURNAMENT_ROLE_LINKS.make(self.public_id, self.phone, role), enrol_phone()[0]
        )

    def try_final(self):
        for number in range(4):
            for table in play_round(self.held, self.tournament.last_round):
                if table.score is None:
                    self.write_result(table.table.number, [351, 200])
            if len(self.tournament.rounds) < max(number, self.tournament.set_up.rounds):
                self.draw(self.op_id())
        at = (self.public_id, self.phone, self.op_id(), self.held.revision)
        final = set_up_final(*at, self.one_of([2, 4]), "Τελικός")
        keys = {"revision": final.revision, "fixed": (), "forbidden": ()}
        at = (final.public_id, self.phone, self.op_id())
        if self.happens(0.5):
            round_draw.draw_round(*at, **keys)

    def try_erase_pair(self):
        if self.happens(0.5):
            pair_erasure.erase_pair(self.public_id, self.phone, self.pair())

    def try_erase(self):
        if self.happens(0.3):  # and the server dies there
            at = (self.public_id, self.phone, self.op_id(), self.held.revision)
            with suppress(TournamentRefused):
                do_in_tournament(*at, "erasing_begun", {"by": "organiser"})
        else:
            erasure.erase_tournament(self.public_id, None, "operator")
