"""The acts of a match, for the phone that writes it."""

import pytest

from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.match import links
from scorekeeper.match.phones import enrol_phone, find_phone
from tests.support.program import Program
from tests.support.table import FAILED, MADE, PASSED_OUT


def acts(program, **headers):
    return program.get(f"{program.path}/acts", **headers)


def test_they_are_what_was_done_in_order(program):
    op_ids = [new_operation_id() for _ in range(3)]
    program.do("record", op_id=op_ids[0], hand=MADE)
    program.do("correct", op_id=op_ids[1], hand_id=2, hand=FAILED)
    program.do("undo", op_id=op_ids[2], seq=3)
    told = acts(program).data
    assert (told["id"], told["revision"]) == (program.public_id, 4)
    assert [act["kind"] for act in told["acts"]] == ["started", "recorded", "corrected", "undone"]
    assert [act["op_id"] for act in told["acts"]][1:] == op_ids
    assert told["acts"][3] == {"op_id": op_ids[2], "seq": 4, "kind": "undone", "data": {"seq": 3}}
    assert [(act.seq, act.data) for act in program.ledger().acts] == [
        (act["seq"], act["data"]) for act in told["acts"]
    ]


def test_the_answer_to_an_operation_is_its_act(program):
    done = program.do("record", hand=PASSED_OUT).data
    assert acts(program).data["acts"][-1] == {
        name: done[name] for name in ("op_id", "seq", "kind", "data")
    }


def test_list_of_acts_leaves_out_acts_beside_the_game(app, program):
    with app.app_context():
        link = links.make_link(program.public_id, find_phone(program.secret), "A")
        links.open_link(link, enrol_phone()[0], new_operation_id())
    program.do("record", hand=MADE)
    told = acts(program).data
    assert [act["seq"] for act in told["acts"]] == [1, 3]
    assert told["revision"] == 3


def test_they_are_sent_again_only_when_something_is_new(program):
    tag = acts(program).headers["ETag"]
    assert acts(program, If_None_Match=tag).status == 304
    program.do("record", hand=MADE)
    fresh = acts(program, If_None_Match=tag)
    assert (fresh.status, fresh.headers["ETag"] == tag) == (200, False)


# --- for its scorer ---


@pytest.mark.parametrize(
    "headers",
    [{"Sec_Fetch_Site": "same-origin"}, {}, {"Origin": "http://localhost"}],
    ids=["over HTTPS", "over plain HTTP", "an old browser"],
)
def test_a_page_of_ours_reads_them_by_its_cookie(keep, headers):
    scorer = keep(MADE)
    page = Program(scorer.app, public_id=scorer.public_id)
    page.client.set_cookie("phone", scorer.cookie("phone").value)
    assert acts(page, **headers).status == 200


@pytest.mark.parametrize(
    "headers",
    [{"Sec_Fetch_Site": "cross-site"}, {"Sec_Fetch_Site": "none"}, {"Origin": "http://evil"}],
    ids=["another site", "the address bar", "another origin"],
)
def test_no_other_page_does(keep, headers):
    scorer = keep(MADE)
    page = Program(scorer.app, public_id=scorer.public_id)
    page.client.set_cookie("phone", scorer.cookie("phone").value)
    assert acts(page, **headers).status == 401


def test_other_programs_and_watchers_read_no_acts(program, watcher, other_program):
    tag = acts(program).headers["ETag"]
    stolen = Program(program.app, other_program.secret, program.public_id)
    for stranger in (watcher, stolen):
        for headers in ({}, {"If_None_Match": tag}, {"Sec_Fetch_Site": "same-origin"}):
            answer = acts(stranger, **headers)
            assert (answer.status, answer.kind) == (401, "unauthorized")


def test_a_phone_whose_pencil_went_on_does_not(app, program):
    with app.app_context():
        link = links.make_link(program.public_id, find_phone(program.secret), "hand_over")
        links.open_link(link, enrol_phone()[0], new_operation_id())
    assert acts(program).status == 401


def test_a_match_that_is_not_there_is_told_before_all_else(program):
    program.public_id = "nowhere"
    assert acts(program).status == 404
