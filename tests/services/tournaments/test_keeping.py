"""Each act of an organiser is kept once, in order; earlier acts are read as they are."""

import pytest

from scorekeeper.journal.act import redact
from scorekeeper.journal.clock import now
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.journal.owner import Conflict, NotAllowed, NotFound, OperationReused
from scorekeeper.match.phones import enrol_phone
from scorekeeper.store.db import writing
from scorekeeper.tournament import service
from scorekeeper.tournament.acts.body import TournamentRefused
from scorekeeper.tournament.acts.registry import read_body
from scorekeeper.tournament.acts.set_ups import TournamentSetUp, difference
from scorekeeper.tournament.erasure import erase_tournament
from scorekeeper.tournament.role_links import UnknownLink
from scorekeeper.tournament.service import (
    MOST_ACTS,
    RESERVED_ACTS,
    TOURNAMENT_JOURNAL,
    TOURNAMENT_ROLE_LINKS,
    TOURNAMENTS,
    TournamentFull,
)
from scorekeeper.tournament.standing import draw_lots_of
from scorekeeper.tournament.state import TournamentAct
from tests.services.tournaments.test_sheets import WON
from tests.support.desk import Desk, set_up_of
from tests.support.table import MADE, do_in_tournament


def fault(action):
    with pytest.raises(TournamentRefused) as refused:
        action()
    return refused.value.faults[0].code


def test_it_is_what_was_set_up():
    desk = Desk(place="Larnaka", rounds=7, format="knockout")
    assert desk.stored().tournament.set_up == set_up_of(
        place="Larnaka", rounds=7, format="knockout"
    )


def test_the_same_set_up_again_is_the_same_tournament():
    desk, op_id = Desk(), new_operation_id()
    data = set_up_of(name="Other").all_fields()
    first = TOURNAMENTS.begin_once(TournamentSetUp.read(data), desk.phone, op_id)
    assert (
        TOURNAMENTS.begin_once(TournamentSetUp.read(data), desk.phone, op_id).public_id
        == first.public_id
    )
    with pytest.raises(Conflict):
        TOURNAMENTS.begin_once(TournamentSetUp.read({**data, "name": "Third"}), desk.phone, op_id)


def test_a_change_holds_what_is_new_alone():
    desk = Desk()
    change = difference(desk.tournament.set_up, set_up_of(place="Pafos", rounds=6))
    assert change == {"place": "Pafos", "rounds": 6}
    desk.do("changed", **change)
    assert desk.stored().tournament.set_up == set_up_of(place="Pafos", rounds=6)


def test_pairs_are_numbered_as_they_come():
    desk = Desk(2).add(("Late", "Comer"))
    assert [pair.number for pair in desk.stored().tournament.pairs.values()] == [1, 2, 3]
    assert desk.tournament.name("3") == "Late – Comer"


def test_a_substitute_of_whom_no_round_is_told_sits_down_after_those_that_were_drawn():
    desk = Desk(2).draw()
    desk.do("pair_changed", pair="1", players=["Odd1", "Guest"], from_now=True)
    pair = desk.stored().tournament.pairs["1"]
    assert pair.name == "Odd1 – Guest"
    assert [(one.players, one.until) for one in pair.were] == [(("Odd1", "Even1"), 1)]


def test_a_repeat_is_written_once():
    desk, op_id = Desk(), new_operation_id()
    desk.do("changed", op_id=op_id, place="Pafos")
    revision = desk.held.revision
    desk.do("changed", op_id=op_id, revision=1, place="Pafos")
    assert desk.held.revision == revision
    with pytest.raises(Conflict):
        desk.do("changed", op_id=op_id, place="Larnaka")


def test_a_repeat_with_less_in_it_is_another():
    desk, op_id = Desk(2), new_operation_id()
    desk.do("pair_changed", op_id=op_id, pair="1", club="AEL", paid=True)
    with pytest.raises(OperationReused):
        desk.do("pair_changed", op_id=op_id, pair="1", club="AEL")


def test_lots_that_are_sent_twice_are_drawn_once_whoever_came_meanwhile():
    desk, op_id = Desk(2), new_operation_id()
    desk.held = draw_lots_of(desk.held, desk.phone, op_id, desk.held.revision)
    desk.add(("Late", "Comer"))
    draw_lots_of(desk.held, desk.phone, op_id, desk.held.revision)
    assert len(desk.stored().tournament.lots) == 2


def test_stale_change_of_a_pair_is_refused():
    desk = Desk(3)
    seen = desk.held.revision
    desk.do("pair_changed", pair="1", club="AEL")
    with pytest.raises(Conflict):
        desk.do("pair_changed", pair="1", revision=seen, club="APOEL")
    assert desk.stored().tournament.pairs["1"].club == "AEL"


@pytest.mark.parametrize("revision", [0, -1, 99])
def test_nobody_has_seen_what_is_not_written_yet(revision):
    with pytest.raises(Conflict):
        Desk(2).do("changed", revision=revision, place="Pafos")


def test_a_helper_s_repeat_is_answered_after_the_next_draw_too():
    desk, op_id = Desk(2).draw(), new_operation_id()
    helper, _secret = desk.helper()
    said = {"phone": helper, "op_id": op_id, "source": "helper"}
    desk.result(1, 351, 200, **said).draw()
    revision = desk.held.revision
    desk.result(1, 351, 200, number=1, **said)
    assert desk.held.revision == revision


def test_other_pairs_and_tables_disturb_nobody():
    desk = Desk(4).draw()
    seen = desk.held.revision
    desk.do("pair_changed", pair="1", club="AEL")
    desk.do("pair_changed", pair="2", revision=seen, club="APOEL")
    desk.result(1, 351, 200, revision=seen)
    desk.result(2, 351, 300, revision=seen)
    with pytest.raises(Conflict):
        desk.result(2, 340, 351, revision=seen, reason="seen otherwise")


def test_a_swap_disturbs_the_two_tables_of_its_pairs_alone():
    desk = Desk(6).draw()
    seen = desk.held.revision
    tables = desk.tournament.last_round.tables
    desk.swap(tables[0].a, tables[1].a)
    desk.result(3, 351, 200, revision=seen)
    for table in (1, 2):
        with pytest.raises(Conflict):
            desk.result(table, 351, 200, revision=seen)


def test_a_table_that_was_drawn_anew_is_another():
    desk = Desk(4).draw()
    seen = desk.held.revision
    desk.undraw().draw()
    with pytest.raises(Conflict):
        desk.result(1, 351, 200, revision=seen)


def test_a_draw_waits_for_whoever_came_meanwhile():
    desk = Desk(4)
    seen = desk.held.revision
    desk.add(("Late", "Comer"))
    with pytest.raises(Conflict):
        desk.draw(revision=seen)


@pytest.mark.parametrize(
    ("code", "act"),
    [
        ("nothing_new", lambda desk: desk.do("changed")),
        ("no_name", lambda desk: desk.do("changed", name="")),
        ("unfit_name", lambda desk: desk.do("changed", place="x" * 81)),
        ("no_pair", lambda desk: desk.do("pairs_added", pairs=[])),
        ("one_player", lambda desk: desk.add(("Maria", ""))),
        ("unfit_name", lambda desk: desk.add(("Maria", "x\u202e"))),
        ("unfit_name", lambda desk: desk.add(("Even1", "O\u200ddd1"))),
        ("unfit_name", lambda desk: desk.add(("Even1", "\U000e0041Odd1"))),
        ("pair_there", lambda desk: desk.add(("Even1", "Odd1\ufe0f"))),
        ("pair_there", lambda desk: desk.add(("Even1", "ÓDD1"))),
        ("pair_there", lambda desk: desk.add(("Maria", "Anna"), ("Anna", "Maria"))),
        ("too_many_pairs", lambda desk: desk.add(*[("a", "b")] * 999)),
        ("no_pair", lambda desk: desk.do("pair_changed", pair="9", club="AEL")),
        ("nothing_new", lambda desk: desk.do("pair_changed", pair="1")),
        ("nothing_new", lambda desk: desk.change_pair("1", from_now=True)),
        ("no_pair", lambda desk: desk.do("attended", present=["9"], absent=[])),
        ("no_table", lambda desk: desk.draw().result(3, 1, 0)),
        ("no_score", lambda desk: desk.draw().result(1, 10_000_000, 0)),
        ("no_reason", lambda desk: desk.draw().result(1, 9, 0).result(1, 8, 0)),
        ("same_score", lambda desk: desk.draw().result(1, 9, 0).result(1, 9, 0, reason="why")),
        ("no_round", lambda desk: desk.undraw()),
        ("has_results", lambda desk: desk.draw().play().undraw()),
        ("has_results", lambda desk: swap_two_tables(desk.draw().play())),
        ("not_last", lambda desk: desk.draw().play().draw().swap("1", "2", number=1)),
        ("no_pair", lambda desk: desk.draw().swap("1", "9")),
        ("no_pair", lambda desk: desk.draw().add(("Late", "Comer")).swap("1", "5")),
        ("no_points", lambda desk: adjust(desk, points=0)),
        ("counts_nothing", lambda desk: adjust(desk, to="luck")),
        ("no_reason", lambda desk: adjust(desk, reason="")),
        ("no_round", lambda desk: desk.do("clock_started", round=1)),
        ("no_clock", lambda desk: desk.draw().do("clock_started", round=1)),
        ("not_last", lambda desk: desk.draw().play().draw().do("clock_started", round=1)),
        ("not_done", lambda desk: desk.draw().draw()),
    ],
)
def test_it_refuses_what_cannot_be(code, act):
    desk = Desk(4)
    assert fault(lambda: act(desk)) == code


def test_the_field_of_an_unfit_text_is_told():
    texts = {"name": "Cup", "place": "x" * 81, "organiser": "\u202e"}
    with pytest.raises(TournamentRefused) as refused:
        Desk().do("changed", **texts)
    assert [fault.field for fault in refused.value.faults] == ["place", "organiser"]


def swap_two_tables(desk):
    first, second = desk.tournament.last_round.tables
    return desk.swap(first.a, second.a)


def adjust(desk, **changes):
    data = {"pair": "1", "to": "wins", "points": -2, "reason": "late", **changes}
    return desk.do("adjusted", **data)


def test_a_knockout_match_has_a_winner():
    desk = Desk(4, format="knockout").draw()
    assert fault(lambda: desk.result(1, 351, 351)) == "no_winner"


def test_a_correction_keeps_what_was_written_before():
    desk = Desk(4).draw().result(1, 351, 200).result(1, 341, 200, reason="misread")
    table = desk.stored().tournament.last_round.tables[0]
    assert [result.score for result in table.results] == [(351, 200), (341, 200)]
    assert table.result.reason == "misread"


def test_a_helper_enters_results_and_nothing_else():
    desk = Desk(4).draw()
    helper, secret = desk.helper()
    assert TOURNAMENTS.role_with(desk.public_id, secret) == "helper"
    desk.result(1, 351, 200, phone=helper, source="helper")
    for act in (
        lambda: desk.do("changed", phone=helper, place="Pafos"),
        lambda: desk.do("attended", phone=helper, present=[], absent=["1"]),
        lambda: desk.do("adjusted", phone=helper, pair="1", to="wins", points=2, reason="x"),
    ):
        with pytest.raises(NotAllowed):
            act()


def test_a_helper_corrects_no_round_that_others_were_drawn_from():
    desk = Desk(4).draw().play().draw()
    helper, _secret = desk.helper()
    with pytest.raises(NotAllowed):
        desk.result(1, 1, 0, number=1, phone=helper, reason="misread")
    desk.result(1, 1, 0, number=1, reason="misread")


def test_a_stranger_writes_nothing():
    desk, (stranger, secret) = Desk(4), enrol_phone()
    assert TOURNAMENTS.role_with(desk.public_id, secret) == ""
    for phone in (stranger, None):
        with pytest.raises(NotAllowed):
            do_in_tournament(
                desk.public_id, phone, new_operation_id(), 9, "changed", {"place": "X"}
            )


def test_an_organiser_s_link_opens_more_phones_until_it_is_replaced():
    desk = Desk()
    old = TOURNAMENT_ROLE_LINKS.make(desk.public_id, desk.phone, "organiser")
    phone, secret = enrol_phone()
    TOURNAMENT_ROLE_LINKS.open(old, phone)
    assert TOURNAMENTS.role_with(desk.public_id, secret) == "organiser"
    TOURNAMENT_ROLE_LINKS.make(desk.public_id, desk.phone, "organiser")
    with pytest.raises(UnknownLink):
        TOURNAMENT_ROLE_LINKS.open(old, enrol_phone()[0])


def test_a_helper_s_link_takes_nothing_from_an_organiser():
    desk = Desk()
    TOURNAMENT_ROLE_LINKS.open(
        TOURNAMENT_ROLE_LINKS.make(desk.public_id, desk.phone, "helper"), desk.phone
    )
    assert TOURNAMENTS.role_with(desk.public_id, desk.secret) == "organiser"


def test_only_an_organiser_makes_links():
    desk = Desk()
    with pytest.raises(NotAllowed):
        TOURNAMENT_ROLE_LINKS.make(desk.public_id, desk.helper()[0], "helper")


def test_a_phone_finds_its_tournaments_the_newest_first():
    desk = Desk()
    data = set_up_of(name="Second").all_fields()
    TOURNAMENTS.begin_once(TournamentSetUp.read(data), desk.phone, new_operation_id())
    found = [held.tournament.set_up.name for held in TOURNAMENTS.whole_of(desk.phone)]
    assert found == ["Second", "Cup"]


def test_there_is_no_other_tournament():
    with pytest.raises(NotFound):
        service.find_tournament("nowhere")


STANDING = {"by": "wins", "tie_breaks": ["lots"], "match_points": [2, 1, 0], "bye": [0, 0]}
SET_UP = {
    "name": "Cup", "date": "", "place": "", "organiser": "", "rules": {"preset": "cafe"},
    "length": "target", "limit": 0, "rounds": 5, "format": "swiss", "standing": STANDING,
}  # fmt: skip
RESULT = {"round": 1, "table": 1, "score": [19, 6], "hands": [1, 0], "source": "organiser"}
EARLIER = [
    ("set_up", SET_UP),
    ("changed", {"rules": {"preset": "cafe"}}),
    ("pair_changed", {"pair": "1", "players": ["Maria", "Anna"], "from_now": True}),
    ("pair_changed", {"pair": "1", "seeding": None, "from_now": False}),
    ("tables_swapped", {"round": 1, "pairs": ["1", "2"], "broken": []}),
    ("result", {**RESULT, "reason": "", "sheet": [{**WON, "doubled": 1}]}),
    ("final_set_up", {"count": 2, "tournament": "x"}),
]


@pytest.mark.parametrize(("kind", "data"), EARLIER)
def test_it_is_written_as_it_was(kind, data):
    body = read_body(kind, data)
    assert body.data == data
    assert read_body(kind, {**data, "erased": True}).data == {**data, "erased": True}


def test_of_what_it_says_redaction_takes_its_texts_and_nothing_else():
    for kind, data in EARLIER:
        texts = [field for field in ("name", "reason", "players") if data.get(field)]
        bare = redact(TournamentAct(2, read_body(kind, data))).data
        assert [field for field in data if data[field] != bare[field]] == texts
        assert bare.get("erased", False) == bool(texts)


def test_a_swap_of_the_first_version_is_folded(context):
    desk = Desk(4).draw()
    first, second = desk.tournament.last_round.tables
    body = read_body("tables_swapped", {"round": 1, "pairs": [first.a, second.a], "broken": []})
    after = body.apply(desk.tournament, desk.tournament.acts[-1])
    assert [table.a for table in after.last_round.tables] == [second.a, first.a]


def fill(desk, acts=MOST_ACTS):
    """Write the last act again and again until there are so many."""
    last = desk.tournament.acts[-1]
    with writing():
        TOURNAMENT_JOURNAL.append(
            desk.held.id,
            *(
                last._replace(seq=seq, op_id=new_operation_id(), at=now())
                for seq in range(desk.held.revision + 1, acts + 1)
            ),
        )
    TOURNAMENT_JOURNAL.forget_all()
    desk.held = service.find_tournament(desk.public_id)
    return desk


@pytest.fixture
def desk(context):
    return Desk(4).draw().result(1, 351, 200)


@pytest.mark.slow
def test_the_last_result_is_written_and_the_next_is_not(desk):
    fill(desk, MOST_ACTS - 1).result(2, 351, 200)
    with pytest.raises(TournamentFull):
        desk.result(2, 200, 351, reason="a slip")
    last = desk.tournament.acts[-1]
    assert desk.held.revision == MOST_ACTS
    assert desk.do("result", op_id=last.op_id, **last.data).held.revision == MOST_ACTS, "a repeat"
    desk.draw()
    assert len(desk.tournament.rounds) == 2
    assert desk.stored() == desk.held


@pytest.mark.slow
def test_its_organiser_does_not_go_on_for_ever_and_names_can_be_erased(desk):
    fill(desk, MOST_ACTS + RESERVED_ACTS)
    with pytest.raises(TournamentFull):
        desk.add(("Late", "Comer"))
    with pytest.raises(TournamentFull):
        desk.helper()
    erase_tournament(desk.public_id, desk.phone)
    assert "Odd1" not in str(service.find_tournament(desk.public_id).tournament.pairs)


GUESTS = ["Guest", "Friend"]


def side_of(desk, pair="1"):
    """The pair's side in its match of the last round."""
    (one,) = [one for one in desk.tables() if pair in (one.table.a, one.table.b)]
    sides = one.live.ledger.match.sides
    return sides.A if one.table.a == pair else sides.B


def players_in(desk, *rounds, pair="1"):
    found = desk.stored().tournament.pairs[pair]
    return [list(found.players_in(number)) for number in rounds]


@pytest.mark.parametrize("hands", [[], [MADE]])
def test_a_corrected_name_reaches_the_match_that_is_played(hands):
    desk = Desk(2).draw().write(1, *hands)
    desk.change_pair("1", players=["Odd1", "Eve"])
    assert side_of(desk) == ("Odd1 – Eve", ("Odd1", "Eve"))
    assert players_in(desk, 1) == [["Odd1", "Eve"]]


def test_a_corrected_name_leaves_what_else_the_scorer_changed():
    desk = Desk(2).draw()
    table = desk.tables()[0].table
    theirs = "B" if table.a == "1" else "A"
    desk.act(1, "changed", names={theirs: "The Eagles"})
    desk.change_pair("1", players=["Odd1", "Eve"])
    assert side_of(desk, "2").name == "The Eagles"


def test_a_substitute_plays_the_round_whose_match_has_not_begun():
    desk = Desk(2).draw().play().draw().change_pair("1", players=GUESTS, from_now=True)
    assert players_in(desk, 1, 2, 3) == [["Odd1", "Even1"], GUESTS, GUESTS]
    assert side_of(desk).players == tuple(GUESTS)


@pytest.mark.parametrize(
    "begin", [lambda desk: desk.write(1, MADE), lambda desk: desk.result(1, 351, 240)]
)
def test_a_substitute_plays_no_match_that_others_have_begun(begin):
    desk = Desk(2).draw()
    begin(desk)
    desk.change_pair("1", players=GUESTS, from_now=True)
    assert players_in(desk, 1, 2) == [["Odd1", "Even1"], GUESTS]
    assert side_of(desk).players == ("Odd1", "Even1")
    desk.change_pair("1", players=["Guest", "Foe"])
    assert side_of(desk).players == ("Odd1", "Even1"), "a slip in the substitute's name"


def test_a_substitute_before_the_first_draw_was_always_there():
    desk = Desk(2).change_pair("1", players=GUESTS, from_now=True).draw()
    assert players_in(desk, 1) == [GUESTS]
    assert desk.tournament.pairs["1"].were == ()


def test_one_substitute_after_the_other_plays_what_each_played():
    desk = Desk(2).draw().play().change_pair("1", players=GUESTS, from_now=True)
    desk.draw().play().change_pair("1", players=["Third", "Fourth"], from_now=True)
    assert players_in(desk, 1, 2, 3) == [["Odd1", "Even1"], GUESTS, ["Third", "Fourth"]]


def test_pair_with_a_bye_is_swapped_to_a_table_with_its_substitutes():
    desk = Desk(3).draw()
    (bye,), (table,) = desk.tournament.last_round.byes, desk.tournament.last_round.tables
    desk.change_pair(bye, players=GUESTS, from_now=True).swap(bye, table.a)
    assert side_of(desk, bye).players == tuple(GUESTS)


def test_after_a_round_is_taken_back_its_substitutes_play_the_one_in_its_place():
    desk = Desk(2).draw()
    desk.do("pair_changed", pair="1", players=GUESTS, from_now=True)
    desk.undraw().draw()
    assert players_in(desk, 1) == [GUESTS]
    assert desk.tournament.pairs["1"].were == ()


def test_substitutes_replaced_before_a_hand_have_played_nothing():
    desk = Desk(2).draw().play().draw()
    desk.change_pair("1", players=GUESTS, from_now=True)
    desk.change_pair("1", players=["Third", "Fourth"], from_now=True)
    assert players_in(desk, 1, 2) == [["Odd1", "Even1"], ["Third", "Fourth"]]
    assert [one.until for one in desk.tournament.pairs["1"].were] == [1]


def test_a_repeat_is_written_once_and_another_change_under_its_id_is_refused():
    desk, op_id = Desk(2).draw(), new_operation_id()
    desk.change_pair("1", op_id, players=GUESTS, from_now=True)
    written = desk.tournament.acts
    desk.change_pair("1", op_id, players=GUESTS, from_now=True)
    assert desk.tournament.acts == written
    with pytest.raises(Conflict):
        desk.change_pair("1", op_id, players=["Guest", "Foe"], from_now=True)
