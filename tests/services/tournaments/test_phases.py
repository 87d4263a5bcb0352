"""Tournaments with phases: groups, brackets, consolation, rankings, individual evenings."""

import random

import pytest

from scorekeeper.draws.standings import StandingRules
from scorekeeper.explain.tournament_history import act_text
from scorekeeper.i18n import use_locale
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.match.matches import find_match
from scorekeeper.phases.phase_plan import Phase, PhaseSource
from scorekeeper.tournament import finals, pair_erasure
from scorekeeper.tournament.acts.body import TournamentRefused
from scorekeeper.tournament.acts.set_ups import TournamentSetUp
from scorekeeper.tournament.draw_requests import CannotDraw
from scorekeeper.tournament.pasted_list import read_list
from scorekeeper.tournament.standing import phases_of, standing_of
from scorekeeper.tournament.tournament_file import open_file, read_file, write_file
from tests.support.desk import Desk, set_up_of

CONSOLATION = (
    Phase(format="knockout", sources=(PhaseSource(1, "places", (1, 2)),)),
    Phase(format="knockout", sources=(PhaseSource(1, "rest"),)),
)


def play(desk, chance):
    """A result at each table of the last round, by chance."""
    for table in desk.tournament.last_round.tables:
        desk.result(table.number, chance.randint(351, 420), chance.randint(100, 350))
    return desk


def play_all(desk, seed=7):
    chance, drawn = random.Random(seed), 0
    while not finals.is_played(desk.held):
        play(desk.draw(), chance)
        drawn += 1
        assert drawn < 40
    return desk


def test_groups_of_sixteen_pairs_play_main_and_consolation_to_a_winner():
    desk = Desk(16, format="round_robin", rounds=0, groups=4, phases=CONSOLATION)
    play_all(desk)
    phases = phases_of(desk.held)
    assert [one.state for one in phases.phases] == ["finished"] * 3
    assert [len(group) for group in phases.phases[0].seats.groups] == [4] * 4
    assert len(desk.tournament.rounds) == 3 + 3
    places = finals.final_order(desk.held)
    assert [place for place, _ in places] == list(range(1, 17))
    outcome = finals.outcome_of(desk.held)
    assert outcome.stand == "over"
    assert [pair.key for pair in outcome.winners] == [places[0][1]]
    assert [row.pair for row in standing_of(desk.held)] == [key for _, key in places]
    assert standing_of(desk.stored()) == standing_of(desk.held)


def test_bracket_phases_play_side_by_side_as_one_round():
    desk = Desk(16, format="round_robin", rounds=0, groups=4, phases=CONSOLATION)
    chance = random.Random(1)
    for _ in range(4):
        play(desk.draw(), chance)
    last = desk.tournament.last_round
    assert [part.phase for part in last.parts] == [2, 3]
    assert [table.number for table in last.tables] == list(range(1, 9))
    assert len({key for table in last.tables for key in table.entrants}) == 16


def test_bracket_lists_who_is_absent_and_still_in_it():
    desk = Desk(8, format="round_robin", rounds=0, groups=2, phases=CONSOLATION)
    chance = random.Random(1)
    for _ in range(3):
        play(desk.draw(), chance)
    bracket = phases_of(desk.held).phases[1].seats.seeding
    desk.change_pair(bracket[0], present=False)
    play(desk.draw(), chance)
    assert desk.tournament.last_round.missing.absent == (bracket[0],)
    desk.draw()
    assert desk.tournament.last_round.missing.absent == (), "who was absent is out by now"


@pytest.mark.parametrize(("places", "is_missed"), [("none", False), ("third", True), ("all", True)])
@pytest.mark.parametrize("is_phase", [False, True])
def test_loser_who_is_absent_is_missed_where_there_is_a_match_to_play(places, is_missed, is_phase):
    knockout = {"format": "knockout", "places": places}
    final = Phase(sources=(PhaseSource(1, "best", (4,)),), **knockout)
    desk = Desk(4, rounds=1, phases=(final,)).draw().play() if is_phase else Desk(4, **knockout)
    desk.draw().play()
    loser = desk.tournament.last_round.tables[0].b
    desk.change_pair(loser, present=False).draw()
    assert desk.tournament.last_round.missing.absent == ((loser,) if is_missed else ())


def test_losers_of_the_first_round_play_a_consolation_beside_the_main_bracket():
    phases = (Phase(format="knockout", sources=(PhaseSource(1, "losers", (1,)),)),)
    desk = Desk(8, format="knockout", rounds=0, places="none", phases=phases)
    play_all(desk)
    assert [[part.phase for part in one.parts] for one in desk.tournament.rounds] == [
        [1],
        [1, 2],
        [1, 2],
    ]
    assert [place for place, _ in finals.final_order(desk.held)] == list(range(1, 9))


def test_individual_evening_of_twenty_two_players_is_ranked_by_player():
    rules = StandingRules(by="total", tie_breaks=())
    desk = Desk(format="individual", rounds=5, drop=1, standing=rules)
    desk.add(*((f"Player{number}", "") for number in range(1, 23)))
    play_all(desk)
    assert all(len(one.byes) == 2 for one in desk.tournament.rounds)
    assert [len(one.tables) for one in desk.tournament.rounds] == [5] * 5
    rows = standing_of(desk.held)
    assert len(rows) == 22
    totals = [row.figures["total"].points for row in rows]
    assert totals == sorted(totals, reverse=True)


def test_individual_evening_takes_no_second_name():
    desk = Desk(format="individual", rounds=3)
    with pytest.raises(TournamentRefused) as refused:
        desk.add(("Maria", "Yiannis"))
    assert refused.value.codes == {"two_players"}


def test_ranking_rounds_pair_neighbours_in_the_standings():
    desk = Desk(8, format="ranking", rounds=3)
    play(desk.draw(), random.Random(3))
    order = [row.pair for row in standing_of(desk.held)]
    desk.draw()
    assert desk.tournament.last_round.request["order"] == order


def test_pasted_names_of_players_become_one_player_each():
    desk = Desk(format="individual", rounds=3)
    text = "1. Μαρία\n2) Γιώργος και Άννα\nΠέτρος, Λάρνακα"
    read = read_list(desk.tournament, "", text)
    assert [pair.players for pair in read.pairs] == [
        ("Μαρία", ""),
        ("Γιώργος", ""),
        ("Άννα", ""),
        ("Πέτρος", ""),
        ("Λάρνακα", ""),
    ]


def individual_evening():
    rules = StandingRules(by="total", tie_breaks=())
    desk = Desk(format="individual", rounds=3, drop=1, standing=rules)
    return desk.add(*((f"Player{number}", "") for number in range(1, 11)))


@pytest.mark.parametrize(
    "evening",
    [
        lambda: Desk(16, format="round_robin", rounds=0, groups=4, phases=CONSOLATION),
        individual_evening,
        lambda: Desk(8, format="knockout", rounds=0, places="all"),
    ],
    ids=["groups and brackets", "individual", "all places"],
)
def test_file_of_a_tournament_with_phases_opens_elsewhere_with_the_same_order(evening):
    desk = play_all(evening())
    opened = open_file(read_file(write_file(desk.held)), desk.phone, new_operation_id())
    assert finals.final_order(opened) == finals.final_order(desk.held)
    assert standing_of(opened) == standing_of(desk.held)
    assert finals.outcome_of(opened).stand == "over"


def test_swap_of_players_names_partners_who_are_that_once_more():
    desk = Desk(format="individual", rounds=3)
    desk.add(*((f"Player{number}", "") for number in range(1, 9)))
    play(desk.draw(), random.Random(5))
    partners = [
        side.split("+") for one in desk.tournament.rounds[0].tables for side in (one.a, one.b)
    ]
    desk.draw()
    one, other = partners[0]
    beside = next(
        who
        for table in desk.tournament.last_round.tables
        for side in (table.a.split("+"), table.b.split("+"))
        for who in side
        if one in side and who != one
    )
    desk.swap(beside, other)
    broken = [two for rule, two in desk.tournament.last_round.broken if rule == "partner"]
    assert {one, other} in map(set, broken)


def test_swap_of_players_that_changes_nothing_is_refused():
    desk = Desk(format="individual", rounds=3)
    desk.add(*((f"Player{number}", "") for number in range(1, 11)))
    desk.draw()
    last = desk.tournament.last_round
    assert len(last.byes) == 2
    for two in (last.byes, last.tables[0].a.split("+")):
        with pytest.raises(TournamentRefused, match="same_place"):
            desk.swap(*two)


def test_swap_in_a_group_is_held_against_the_draw_of_that_group():
    desk = Desk(16, format="round_robin", rounds=0, groups=4, phases=CONSOLATION).draw()
    part = desk.tournament.last_round.parts[1]
    one, other = (desk.tournament.last_round.table(number) for number in part.tables)
    desk.swap(one.a, other.b)
    assert [rule for rule, _ in desk.tournament.last_round.broken] == []


def test_erased_player_leaves_no_name_where_it_played():
    desk = individual_evening().draw()
    address = desk.tables()[0].live.public_id
    key, *_ = desk.tournament.last_round.tables[0].entrants
    name = desk.tournament.pairs[key].players[0]
    assert f"'{name}'" in repr(find_match(address).ledger.match)
    pair_erasure.erase_pair(desk.public_id, desk.phone, key)
    assert desk.stored().tournament.pairs[key].players == ("", "")
    assert f"'{name}'" not in repr(find_match(address).ledger.match)


def test_drawn_round_of_phases_is_told_by_its_number():
    desk = Desk(16, format="round_robin", rounds=0, groups=4, phases=CONSOLATION).draw()
    act = desk.tournament.last_round.act
    with use_locale("en"):
        assert act_text(act, desk.tournament).startswith("Round 1 was drawn")


LAST_TWO = {"format": "knockout", "from": [{"phase": 1, "best": 2}]}


@pytest.mark.parametrize(
    "phases",
    [
        [{"format": "knockout"}],
        [{"format": "knockout", "from": None}],
        [{**LAST_TWO, "format": None}],
        [{**LAST_TWO, "from": [{"phase": 1, "rest": False}]}],
        [{**LAST_TWO, "from": [{"phase": 1, "best": 1, "rest": True}]}],
        [LAST_TWO] * 16,
    ],
)
def test_plan_that_says_too_little_or_too_much_is_refused(phases):
    new = TournamentSetUp.of(set_up_of()).new
    with pytest.raises(TournamentRefused) as refused:
        TournamentSetUp(new={**new, "phases": phases}).check_first()
    assert refused.value.codes == {"unfit_phase"}
    with pytest.raises(TournamentRefused) as refused:
        Desk(4).do("changed", phases=phases)
    assert refused.value.codes == {"unfit_phase"}


def test_mean_of_who_sits_out_is_refused_where_pairs_play():
    with pytest.raises(TournamentRefused) as refused:
        TournamentSetUp.of(set_up_of(sit_out="mean")).check_first()
    assert refused.value.codes == {"unfit_phase"}


def rest_of(count, **phase):
    """The first four play for the win, all others `count` rounds among themselves."""
    kind = phase.get("format", "swiss")
    if kind == "individual":
        first = Phase(format=kind, rounds=count, sources=(PhaseSource(1, "best", (4,)),))
    else:
        first = Phase(format="knockout", sources=(PhaseSource(1, "best", (4,)),))
    return (first, Phase(format=kind, rounds=count, sources=(PhaseSource(1, "rest"),)))


def opened_elsewhere(desk):
    """The tournament as its file opens on another phone."""
    stranger = Desk()
    return open_file(read_file(write_file(desk.held)), stranger.phone, new_operation_id())


@pytest.mark.parametrize("pairs", [4, 5])
def test_tournament_ends_where_nobody_or_one_pair_is_the_rest(pairs):
    desk = play_all(Desk(pairs, rounds=1, phases=rest_of(4)))
    assert finals.outcome_of(desk.held).winners
    assert [place for place, _ in finals.final_order(desk.held)] == [*range(1, pairs + 1)]
    assert standing_of(opened_elsewhere(desk)) == standing_of(desk.held)


def test_tournament_ends_once_all_the_rest_went_home():
    desk = Desk(6, rounds=1, phases=rest_of(4))
    chance = random.Random(2)
    play(desk.draw(), chance)
    home = [row.pair for row in standing_of(desk.held)][4:]
    play(desk.draw(), chance)
    for pair in home:
        desk.change_pair(pair, withdrawn=True)
    play(desk.draw(), chance)
    assert finals.is_played(desk.held)
    assert {key for _, key in finals.final_order(desk.held)} == {*"123456"}


def test_players_too_few_for_a_table_sit_out_beside_the_others():
    desk = Desk(format="individual", rounds=1, phases=rest_of(2, format="individual"))
    desk.add(*((f"Player{number}", "") for number in range(6)))
    play(desk.draw(), random.Random(1)).draw()
    there, rest = desk.tournament.last_round.parts
    assert (len(there.tables), len(rest.tables), len(rest.byes)) == (1, 0, 2)
    assert opened_elsewhere(desk).tournament.rounds[1].parts == (there, rest)


def test_swap_in_a_bracket_beside_one_pair_that_sits_out_is_written():
    desk = Desk(5, rounds=1, phases=rest_of(2))
    play(desk.draw(), random.Random(1)).draw()
    one, other = desk.tournament.last_round.tables
    desk.swap(one.a, other.a)
    assert desk.tournament.last_round.tables[0].a == other.a


def test_groups_of_one_pair_are_not_drawn():
    desk = Desk(3, format="round_robin", rounds=0, groups=3, phases=rest_of(2)[:1])
    with pytest.raises(CannotDraw) as refused:
        desk.draw()
    assert [(one.code, one.field) for one in refused.value.problems] == [("too_few", "groups")]


def test_round_without_anybody_there_is_not_told_as_the_end():
    desk = Desk(4, rounds=1, phases=rest_of(2)[:1])
    for pair in "1234":
        desk.change_pair(pair, present=False)
    with pytest.raises(CannotDraw) as refused:
        desk.draw()
    assert [(one.code, one.field) for one in refused.value.problems] == [("too_few", "absent")]


def test_pairs_do_not_become_players_nor_players_pairs():
    with pytest.raises(TournamentRefused) as refused:
        Desk(8).do("changed", format="individual", rounds=3)
    assert refused.value.codes == {"two_players"}
    with pytest.raises(TournamentRefused) as refused:
        individual_evening().do("changed", format="swiss", drop=0)
    assert refused.value.codes == {"one_player"}


def uneven():
    """Five pairs in two groups of three and two, and a final of both winners."""
    final = Phase(format="knockout", sources=(PhaseSource(1, "places", (1,)),), places="none")
    return Desk(5, format="round_robin", rounds=0, groups=2, phases=(final,))


def test_smaller_group_is_done_before_the_larger_one():
    desk = uneven()
    chance = random.Random(3)
    play(desk.draw(), chance)
    play(desk.draw(), chance)
    last = desk.tournament.last_round
    assert [(part.phase, part.group) for part in last.parts] == [(1, 1)]
    assert last.is_in_parts
    assert last.missing == ((), ())
    assert desk.tournament.planned_rounds == 3
    play(desk.draw(), chance)
    play(desk.draw(), chance)
    assert finals.is_played(desk.held)
    assert [place for place, _ in finals.final_order(desk.held)] == [1, 2, 3, 4, 5]


def test_late_pair_stands_in_the_smallest_group_at_once():
    desk = uneven()
    play(desk.draw(), random.Random(3))
    desk.add(("Late", "Comer"))
    groups = phases_of(desk.held).phases[0].seats.groups
    assert [len(group) for group in groups] == [3, 3]
    assert "6" in groups[1]
    desk.draw()
    assert "6" in desk.tournament.last_round.parts[1].request["pairs"]


def test_rounds_of_a_phase_that_gave_entrants_stay():
    final = Phase(format="knockout", sources=(PhaseSource(1, "best", (2,)),))
    desk = Desk(4, format="swiss", rounds=1, phases=(final,))
    play(desk.draw(), random.Random(3)).draw()
    for new in ({"rounds": 2}, {"groups": 2}, {"drop": 1}, {"phases": []}):
        with pytest.raises(TournamentRefused) as refused:
            desk.do("changed", **new)
        assert refused.value.codes <= {"phase_drawn", "unfit_phase"}


def test_penalty_counts_in_rounds_and_never_in_a_bracket():
    final = Phase(format="knockout", sources=(PhaseSource(1, "best", (2,)),))
    desk = Desk(4, format="swiss", rounds=1, phases=(final,))
    play(desk.draw(), random.Random(3)).draw()
    key = desk.tournament.last_round.tables[0].a
    desk.do("adjusted", pair=key, to="difference", points=-5, reason="late")
    phases = phases_of(desk.held)
    assert [one.points for one in phases.adjustments_in(1)] == [-5]
    assert phases.adjustments_in(2) == []
