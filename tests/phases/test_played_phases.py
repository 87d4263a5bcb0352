"""Random evenings as the app keeps them, against a second reading of docs/phases.md."""

import random
from dataclasses import replace
from itertools import count

import pytest

from scorekeeper.draws.standings import StandingRules
from scorekeeper.phases.advance_codec import write_advance
from scorekeeper.phases.phase_plan import Advance
from scorekeeper.phases.plan_writer import later_phases_in, write_phase
from scorekeeper.rules.presets import PRESETS
from scorekeeper.tournament.acts.body import TournamentRefused
from scorekeeper.tournament.acts.pair_acts import (
    ClubsKeptApart,
    NewPair,
    PairChanged,
    PairsAdded,
    PairsKeptApart,
)
from scorekeeper.tournament.acts.result_acts import ResultWritten, TableForfeited
from scorekeeper.tournament.acts.rounds import TablesSwapped
from scorekeeper.tournament.acts.set_ups import TournamentSetUp
from scorekeeper.tournament.phase_draws import draw_parts, drawn_round_of, joined_draw
from scorekeeper.tournament.played_phases import TournamentPhases
from scorekeeper.tournament.played_tables import PlayedTable
from scorekeeper.tournament.service import replay, with_act
from scorekeeper.tournament.state import TournamentAct
from scorekeeper.tournament.tournament_set_up import SetUp
from tests.phases.naive_advance import Naive
from tests.phases.wild_phases import wild_line
from tests.support.examples import share_of

MOST_DRAWN = 12


class Evening:
    """A tournament by a random plan, whose acts are folded as the app folds them."""

    def __init__(self, chance, line):
        self.chance, self.line = chance, line
        self.alone = line["phases"][0]["format"] == "individual"
        self.tournament = replay([TournamentAct(1, TournamentSetUp.of(set_up_of(line)))])
        club_of = {
            name: f"Club {at}" for at, club in enumerate(line.get("clubs", [])) for name in club
        }
        names = sorted(line["entrants"], key=int)
        pairs = [
            NewPair(
                players=(f"A{name}", "" if self.alone else f"B{name}"),
                club=club_of.get(name, ""),
                seeding=line["entrants"].index(name) + 1 if chance.random() < 0.7 else None,
            )
            for name in names
        ]
        self.do(PairsAdded(pairs=tuple(pairs)))
        for one, other in line.get("forbidden", []):
            if one != other:
                self.do(PairsKeptApart(pairs=(one, other), apart=True))
        if line.get("clubs") and not self.alone:
            self.do(ClubsKeptApart(apart=True))

    def do(self, body):
        """Do the act, unless it is refused."""
        try:
            act = TournamentAct(self.tournament.revision + 1, body)
            self.tournament = with_act(self.tournament, act)
        except TournamentRefused:
            return False
        return True

    def draw(self):
        last = self.tournament.last_round
        tables = [PlayedTable(one, None) for one in last.tables] if last else []
        try:
            parts = draw_parts(self.tournament, tables, 7 + len(self.tournament.rounds))
        except TournamentRefused:
            return False
        draw = joined_draw(parts, self.tournament.kept_tables)
        assert self.do(drawn_round_of(self.tournament, parts, draw))
        return True

    def write(self, number, table, reason=""):
        drawn_round = self.tournament.round(number)
        needs_winner = drawn_round.set_up_at(table).needs_winners
        score = (self.chance.randint(-1, 4), self.chance.randint(-1, 4))
        if needs_winner and score[0] == score[1]:
            score = (score[0] + 1, score[1])
        if self.chance.random() < 0.06:
            by = self.chance.choice(["a", "b"])
            return self.do(TableForfeited(round=number, table=table, by=by, reason=reason))
        body = ResultWritten(
            round=number, table=table, score=score, hands=(0, 0), source="organiser", reason=reason
        )
        return self.do(body)

    def play(self):
        """Write the results of the last round, with what happens on an evening in between."""
        last = self.tournament.last_round
        numbers = [table.number for table in last.tables]
        self.chance.shuffle(numbers)
        if self.chance.random() < 0.2:
            keys = [key for part in last.parts for key in part.request.get("pairs", [])]
            if len(keys) > 1:
                two = tuple(self.chance.sample(keys, 2))
                self.do(TablesSwapped(round=last.number, pairs=two))
        for number in numbers:
            self.write(last.number, number)
            if self.chance.random() < 0.1:
                self.check()
        if self.chance.random() < 0.15:
            drawn_round = self.chance.choice(self.tournament.rounds)
            if drawn_round.tables:
                self.write(
                    drawn_round.number, self.chance.choice(drawn_round.tables).number, "read"
                )
        if self.chance.random() < 0.15:
            key = self.chance.choice([*self.tournament.pairs])
            self.do(PairChanged(pair=key, withdrawn=True))

    def check(self):
        """Compare the app's phases with the second reading.

        A later phase whose entrants all went home has ended for the app alone.
        """
        phases = TournamentPhases(self.tournament)
        pairs = self.tournament.pairs
        for played in phases.phases[1:]:
            if played.seats and all(pairs[key].withdrawn for key in played.seats.seeding):
                return
        reply = write_advance(Advance(phases.phases, phases.final))
        naive = Naive(self.asked(phases)).answer()
        assert reply == naive

    def asked(self, phases):
        """The line that `python -m scorekeeper advance` would read."""
        tournament = phases.asked
        told = [write_phase(replace(one, drawn=None)) for one in tournament.phases]
        for phase, one in zip(told, tournament.phases, strict=True):
            if one.drawn is not None:
                groups = [[*group] for group in one.drawn]
                phase["drawn"] = groups[0] if one.is_bracket else groups
        return {
            "entrants": [*tournament.entrants],
            "phases": told,
            "results": [self.results(rounds) for rounds in tournament.results],
            "by": tournament.by,
            "ties": [*self.tournament.set_up.standing.tie_breaks],
            "withdrawn": dict(tournament.withdrawn),
            "forbidden": [[*two] for two in tournament.forbidden],
            "clubs": [[*club] for club in tournament.clubs],
        }

    def results(self, rounds):
        return [
            [
                {"bye": one.pair}
                if hasattr(one, "pair")
                else {
                    "a": list(one.a) if self.alone else one.a[0],
                    "b": list(one.b) if self.alone else one.b[0],
                    **({"score": list(one.score)} if one.score else {}),
                }
                for one in played
            ]
            for played in rounds
        ]


def set_up_of(line):
    first, *later = line["phases"]
    first = {name: value for name, value in first.items() if value is not None}
    later = [{name: value for name, value in one.items() if value is not None} for one in later]
    ties = () if first["format"] == "individual" else tuple(line.get("ties", []))
    return SetUp(
        name="Evening",
        rules=PRESETS["cafe"],
        format=first["format"],
        groups=first.get("groups", 1),
        rounds=first.get("rounds", 0),
        places=first.get("places", "third"),
        drop=first.get("drop", 0),
        sit_out=first.get("sit_out", "nothing"),
        phases=later_phases_in(later),
        forfeit=(3, 1),
        standing=StandingRules(by=line["by"], tie_breaks=ties, bye=(0, 0)),
    )


def plan_of(chance):
    """A random line without what was drawn and played."""
    line = wild_line(chance)
    line["phases"] = [
        {name: value for name, value in phase.items() if name != "drawn"}
        for phase in line["phases"]
    ]
    return line


MANY = [
    pytest.param(range(share_of(150)), id="some"),
    pytest.param(range(10_000, 15_000), id="all", marks=pytest.mark.faults),
]


@pytest.mark.parametrize("seeds", MANY)
def test_evening_of_the_app_equals_the_second_reading(seeds):
    finished = 0
    for seed in seeds:
        chance = random.Random(seed)
        line = plan_of(chance)
        evening = Evening(chance, line)
        for number in count():
            if number > MOST_DRAWN or not evening.draw():
                break
            evening.play()
            evening.check()
        finished += TournamentPhases(evening.tournament).is_finished
    assert finished > len(seeds) // 4
