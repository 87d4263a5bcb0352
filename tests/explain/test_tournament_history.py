"""Every kind of act of a tournament has its sentence in the history; numbers of standings."""

from dataclasses import fields
from itertools import combinations

import pytest

from scorekeeper.draws.model import PLACES
from scorekeeper.draws.standings import ORDERS, StandingRules
from scorekeeper.explain import phase_words
from scorekeeper.explain import tournament_words as words
from scorekeeper.explain.standings_words import figure_text
from scorekeeper.explain.tournament_history import SAID, act_text, is_public, visitor_text
from scorekeeper.i18n import use_locale
from scorekeeper.phases.phase_plan import PHASE_FORMATS, SIT_OUTS
from scorekeeper.tournament.acts.desk import ActUndone
from scorekeeper.tournament.acts.pair_acts import Attended, FeePaid, PairChanged
from scorekeeper.tournament.acts.registrations import (
    DoorChanged,
    PairRegistered,
    RegistrationChanged,
    RegistrationDeclined,
    RegistrationEnded,
)
from scorekeeper.tournament.acts.registry import BODIES
from scorekeeper.tournament.acts.set_ups import SetUpChanged, TournamentSetUp
from scorekeeper.tournament.state import Tournament, TournamentAct
from scorekeeper.tournament.tournament_set_up import ABSENCES, LENGTHS, PREVIEWS, SHEET_PLACES
from tests.services.wild_desk import WildDesk
from tests.support.desk import Desk, set_up_of

PUBLIC = {
    "set_up", "changed", "pairs_added", "pair_deleted", "pairs_kept_apart", "table_kept",
    "clubs_kept_apart", "round_proposed", "round_drawn", "tables_swapped", "undrawn",
    "clock_started", "clock_paused", "clock_resumed", "minutes_added", "result", "forfeited",
    "result_ruled", "result_withdrawn", "adjusted", "helper_named", "helper_removed", "money",
    "lots_drawn", "final_set_up", "joined", "erasing_begun", "names_erased", "pair_erased",
}  # fmt: skip
MIXED = {
    PairChanged: {
        "players": ("Maria", "Anna"), "club": "AEL", "withdrawn": True,
        "paid": False, "present": True, "seeding": 3, "note": "99 123456",
    },
    DoorChanged: {"check_in": True, "coming": False, "most": 8, "nobody_yet": True},
}  # fmt: skip
DESK_FIELDS = {"paid", "present", "seeding", "note", "nobody_yet"}
DESK_ACTS = [
    Attended(present=("1",), absent=()),
    Attended(present=(), absent=("3",)),
    FeePaid(pair="1", due=5678, payment=1234),
    PairRegistered(registration=21, players=("Maria", "Anna")),
    RegistrationChanged(registration=21, players=("Maria", "Eleni")),
    RegistrationDeclined(registration=21, declined=True),
    RegistrationDeclined(registration=21, declined=False),
    RegistrationEnded(registration=21),
]


@pytest.mark.parametrize("body", BODIES.values(), ids=lambda body: body.kind)
def test_every_kind_has_its_words(body):
    assert body in SAID


def test_something_is_said_of_every_act_in_both_languages(context):
    desk = WildDesk(20)
    desk.play_wildly(60)
    tournament = desk.stored().tournament
    assert len({act.kind for act in tournament.acts}) > 12
    for language in ("en", "el"):
        with use_locale(language):
            for act in tournament.acts:
                told = act_text(act, tournament)
                assert told.strip()
                assert act.kind not in PUBLIC or visitor_text(act, tournament) == told


def test_a_change_of_each_field_of_the_set_up_is_told_in_both_languages(context):
    for language in ("en", "el"):
        with use_locale(language):
            (nothing, *_), _told = told_of(SetUpChanged(new={}))
            for name, value in set_up_of().all_fields().items():
                (told, *_), _told = told_of(SetUpChanged(new={name: value}))
                assert told != nothing, f"explain/tournament_words.py has no {name}"


@pytest.mark.parametrize(
    ("sentences", "values"),
    [
        (phase_words.FORMATS, PHASE_FORMATS),
        (phase_words.ABOUT_FORMATS, PHASE_FORMATS),
        (phase_words.PLACES_PLAYED, PLACES),
        (phase_words.SIT_OUTS, SIT_OUTS),
        (words.LENGTHS, LENGTHS),
        (words.RANKINGS, ORDERS),
        (words.ABSENCES, ABSENCES),
        (words.SHEET_PLACES, SHEET_PLACES),
        (words.PREVIEWS_SAID, PREVIEWS),
    ],
)
def test_the_form_offers_each_value_of_a_set_up_in_its_order(sentences, values):
    assert [*sentences] == [*values]


def told_of(body):
    """Return the sentences for a visitor and for the desk: on an act, its undoing, and the undoing
    of that.
    """
    bodies = (TournamentSetUp.of(set_up_of()), body, ActUndone(seq=2), ActUndone(seq=3))
    acts = tuple(TournamentAct(seq, one) for seq, one in enumerate(bodies, 1))
    tournament = Tournament(set_up_of(), acts, {})
    told = [visitor_text(act, tournament) for act in acts[1:]]
    assert [is_public(act, tournament) for act in acts[1:]] == [*map(bool, told)]
    return told, [act_text(act, tournament) for act in acts[1:]]


def test_of_every_kind_it_is_said_who_reads_it():
    desk, mixed = ({body.kind for body in bodies} for bodies in (DESK_ACTS, MIXED))
    undone = {"undone"}  # as public as what it undoes
    assert sorted([*PUBLIC, *desk, *mixed, *undone]) == sorted(BODIES)


@pytest.mark.parametrize("kind", MIXED)
def test_of_every_field_it_is_said_who_reads_it(kind):
    beside = {"pair", "from_now", "until", "erased"}
    assert {field.name for field in fields(kind)} - beside == MIXED[kind].keys()


@pytest.mark.parametrize(
    "body",
    [*DESK_ACTS, PairChanged(pair="1", paid=True, from_now=True, until=2)],
    ids=lambda body: body.kind,
)
def test_visitor_reads_no_act_that_is_only_for_the_desk_even_undone(context, body):
    visitor, desk = told_of(body)
    assert visitor == ["", "", ""]
    assert all(desk)


@pytest.mark.parametrize("kind", MIXED)
def test_of_a_mixed_act_visitors_read_the_public_fields_even_undone(context, kind):
    new, pair = MIXED[kind], {"pair": "2"} if kind is PairChanged else {}
    for names in (two for count in range(1, len(new) + 1) for two in combinations(new, count)):
        visitor, desk = told_of(kind(**pair, **{name: new[name] for name in names}))
        public = {name: new[name] for name in names if name not in DESK_FIELDS}
        assert visitor == (told_of(kind(**pair, **public))[1] if public else ["", "", ""]), names
        assert (visitor == desk) == DESK_FIELDS.isdisjoint(names), names


def test_a_list_of_all_who_are_there_tells_who_came_or_went(context):
    desk = Desk(4)
    everybody = ["1", "2", "3", "4"]
    for absent in ([], ["4"], ["4", "2"], ["3"]):
        there = [key for key in everybody if key not in absent]
        desk.do("attended", present=there, absent=absent)
    tournament = desk.tournament
    with use_locale("en"):
        told = [act_text(act, tournament) for act in tournament.acts[-4:]]
    assert told == [
        "Nobody came or went",
        "Pair 4 is not there",
        "Pair 2 is not there",
        "Pairs that are there: 2, 4. Pair 3 is not there",
    ]


def test_of_a_result_that_replaces_another_it_is_said_which(context):
    desk = Desk(4).draw()
    desk.result(1, 351, 240).result(1, 315, 240, reason="misread")
    desk.do("result_ruled", round=1, table=1, score=[0, 351], reason="two absent")
    desk.do("forfeited", round=1, table=1, by="both", reason="nobody came")
    desk.result(1, 351, 99, reason="they came")
    desk.do("result_withdrawn", round=1, table=1, source="organiser", reason="another evening")
    desk.result(1, 351, 100)
    desk.do("undone", seq=desk.tournament.acts[-1].seq)
    table = "Round 1, table 1:"
    assert told_last(desk, 8) == [
        f"{table} 351 – 240",
        f"{table} 315 – 240 (was 351 – 240)",
        f"{table} 0 – 351 (by the arbiter, was 315 – 240)",
        f"{table} forfeited by both (was 0 – 351)",
        f"{table} 351 – 99 (was forfeited)",
        f"{table} the result was withdrawn",
        f"{table} 351 – 100",
        f"undone: {table} 351 – 100",
    ]


def told_last(desk, count):
    """Return the history's sentences on the last acts, in English."""
    with use_locale("en"):
        told = [act_text(act, desk.tournament) for act in desk.tournament.acts[-count:]]
    return [text.replace("\N{NO-BREAK SPACE}", " ") for text in told]


def test_history_of_an_individual_evening_speaks_of_players(context):
    desk = Desk(format="individual", rounds=2, standing=StandingRules(by="total"))
    desk.add(*((f"Player{number}", "") for number in range(1, 10)))
    desk.do("attended", absent=["1", "2"], present=[]).do("attended", absent=[], present=["1", "2"])
    desk.do("attended", absent=["3"], present=[]).do("attended", absent=[], present=["3"])
    desk.do("pairs_kept_apart", pairs=["1", "2"], apart=True)
    desk.do("pairs_kept_apart", pairs=["1", "2"], apart=False)
    desk.do("table_kept", pair="3", kept_table=1)
    desk.do("table_kept", pair="3", kept_table=0)
    desk.change_pair("4", note="late").do("pair_deleted", pair="9", deleted=True).draw()
    first, second = desk.tournament.last_round.tables
    desk.swap(first.entrants[0], second.entrants[0]).play()
    desk.do("adjusted", pair="1", to="total", points=-20, reason="late")
    with use_locale("en"):
        told = [act_text(act, desk.tournament) for act in desk.tournament.acts]
        assert not [text for text in told if "pair" in text.lower()]
        assert told[1:5] == [
            "Players 1–9 were added",
            "Players that are not there: 1, 2",
            "Players that are there: 1, 2",
            "Player 3 is not there",
        ]
        assert told[-1] == "Player 1: −20 (Points)"
    with use_locale("el"):
        assert not [
            one for one in desk.tournament.acts if "ευγάρι" in act_text(one, desk.tournament)
        ]


# --- numbers of the standings ---


@pytest.mark.parametrize(
    ("criterion", "points", "by", "text"),
    [
        ("wins", 0, "wins", "0"),
        ("wins", 1, "wins", "½"),
        ("wins", 2, "wins", "1"),
        ("wins", 5, "total", "2½"),
        ("wins", -2, "wins", "−1"),
        ("wins", -3, "wins", "−1½"),
        ("head_to_head", 3, "total", "1½"),
        ("buchholz", 7, "wins", "3½"),
        ("buchholz", 7, "match_points", "7"),
        ("difference", 111, "wins", "+111"),
        ("difference", 0, "wins", "0"),
        ("difference", -111, "wins", "−111"),
        ("total", 351, "wins", "351"),
    ],
)
def test_wins_are_told_in_halves_and_all_else_whole(criterion, points, by, text):
    assert figure_text(criterion, points, by) == text
