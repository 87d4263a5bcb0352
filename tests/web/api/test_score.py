"""A hand scored by a program, and a match's hands as they were scored."""

import json
import logging

import pytest

from scorekeeper.cli.json_lines import answer_line
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.match.import_export import file_content, match_file_of
from scorekeeper.rules.codec import answer as score
from scorekeeper.rules.match_file import read_match
from scorekeeper.store.streams import MATCH_EVENTS
from tests.rules.table import all_rows
from tests.support.program import Program
from tests.support.table import FAILED, MADE


@pytest.fixture
def nobody(app):
    return Program(app)


def test_every_ruling_is_that_of_the_command_line(nobody):
    """All tables of rulings, those with problems too."""
    for table, row in all_rows():
        request = {"id": [table, row["id"]], "rules": row["rules"], "hand": row["hand"]}
        expected = json.loads(answer_line(score, json.dumps(request).encode()))
        answer = nobody.send("POST", "/score", request)
        given = answer.data
        if not expected["ok"]:
            assert answer.status == 422
            given = {key: given[key] for key in ("id", "ok", "problems")}
            given["problems"] = [{"code": code, "field": field} for code, field in answer.codes]
        assert given == expected, row["why"]


def test_a_problem_is_told_in_the_readers_language(app):
    request = {"rules": "cafe", "hand": {**MADE, "bid": 95}}
    english, greek = (
        Program(app, language=language).send("POST", "/score", request).data
        for language in ("en", "el")
    )
    assert english["detail"] == "Bids go up by 10: 95 is not one."
    assert [one["code"] for one in english["problems"]] == [
        one["code"] for one in greek["problems"]
    ]
    assert greek["problems"][0]["message"] != english["problems"][0]["message"]
    assert greek["title"] == "Από αυτό το χέρι δεν βγαίνει σκορ"


def test_answer_repeats_the_id_of_the_request(nobody):
    for identity in (7, "seven", None, [1, {"x": "ά"}], 1e308):
        for hand in (MADE, {}):
            answer = nobody.send("POST", "/score", {"id": identity, "rules": "cafe", "hand": hand})
            assert answer.data["id"] == identity


@pytest.mark.parametrize(
    ("request_", "codes"),
    [
        ({}, [("missing", "hand"), ("missing", "rules")]),
        ({"rules": "cafe"}, [("missing", "hand")]),
        ({"rules": "cafes", "hand": MADE}, [("unknown", "preset")]),
        ({"rules": "cafe", "hand": MADE, "match": 1}, [("unknown", "match")]),
        ({"rules": "cafe", "hand": []}, [("unknown", "hand")]),
        ({"rules": {"preset": "cafe", "unit": []}, "hand": MADE}, [("unknown", "unit")]),
    ],
    ids=range(6),
)
def test_every_problem_is_told_with_its_words(nobody, request_, codes):
    answer = nobody.send("POST", "/score", request_)
    assert (answer.status, answer.kind, answer.codes) == (422, "problems", codes)
    assert all(one["message"] for one in answer.data["problems"])


def test_it_needs_no_secret_and_minds_none(nobody):
    for told in (None, "Bearer x"):
        request = {"rules": "cafe", "hand": MADE}
        assert nobody.send("POST", "/score", request, Authorization=told).status == 200


SHOWN = {"engine": 3, "A": 19, "B": 6}
"""The score of MADE."""


def test_the_engine_is_kept_with_the_act(program):
    done = program.do("record", hand=MADE, scored=SHOWN)
    assert done.data["scored"] == {"A": 19, "B": 6, "differs": False}
    assert done.data["data"]["engine"] == 3
    assert program.ledger().acts[1].data["engine"] == 3
    program.do("correct", hand_id=2, hand=MADE, scored=SHOWN)
    program.do("insert", before=2, hand=MADE, scored=SHOWN)
    assert [act.data["engine"] for act in program.ledger().acts[1:]] == [3, 3, 3]


def test_without_it_nothing_is_said_of_it(program):
    done = program.do("record", hand=MADE)
    assert "scored" not in done.data
    assert "engine" not in done.data["data"]


def test_a_difference_is_told_and_logged_and_the_servers_score_stands(program, caplog):
    op_id = new_operation_id()
    with caplog.at_level(logging.WARNING):
        done = program.do("record", op_id=op_id, hand=MADE, scored={**SHOWN, "A": 18})
    assert done.status == 201
    assert done.data["scored"] == {"A": 19, "B": 6, "differs": True}
    assert done.data["match"]["standing"]["totals"] == {"A": 19, "B": 6}
    (said,) = [one.getMessage() for one in caplog.records if "engine" in one.getMessage()]
    assert "engine 3" in said
    assert program.public_id not in said
    assert op_id in said


def test_a_repeat_is_one_whatever_engine_sent_it(program, caplog):
    op_id = new_operation_id()
    wrong = {**SHOWN, "A": 18}
    assert program.do("record", op_id=op_id, hand=MADE, scored=wrong).status == 201
    answers = [
        program.do("record", op_id=op_id, hand=MADE, **more)
        for more in ({"scored": wrong}, {"scored": {**SHOWN, "engine": 4}}, {})
    ]
    assert [answer.status for answer in answers] == [200, 200, 200]
    assert [answer.data.get("scored", {}).get("differs") for answer in answers] == [
        True,
        False,
        None,
    ]
    assert len(caplog.records) == 1, "it is logged once"


def test_a_repeat_is_compared_with_the_score_that_the_hand_had(program):
    op_id = new_operation_id()
    program.do("record", op_id=op_id, hand=MADE, scored=SHOWN)
    program.do("correct", hand_id=2, hand=FAILED)
    again = program.do("record", op_id=op_id, hand=MADE, scored=SHOWN)
    assert again.data["scored"] == {"A": 19, "B": 6, "differs": False}
    program.do("void", hand_id=2)
    assert program.do("record", op_id=op_id, hand=MADE, scored=SHOWN).data["scored"]["A"] == 19


@pytest.mark.parametrize(
    "scored",
    [7, [], {}, {"A": 1, "B": 2}, {**SHOWN, "engine": 0}, {**SHOWN, "A": "19"}, {**SHOWN, "C": 1}],
    ids=str,
)
def test_unreadable_score_of_the_phone_is_refused(program, scored):
    answer = program.do("record", hand=MADE, scored=scored)
    assert (answer.status, answer.codes) == (422, [("unknown", "scored")])
    assert "engine" in answer.data["detail"]


def test_only_a_hand_has_a_score(program):
    for op, fields in (("stop", {}), ("contract", {"contract": {"bidder": "A", "bid": 80}})):
        answer = program.do(op, scored=SHOWN, **fields)
        assert (answer.status, answer.codes) == (422, [("unknown", "scored")])
    penalty = {"adjust": {"A": -10}, "reason": "a look"}
    program.do("adjust", **penalty)
    answer = program.do("correct", hand_id=2, **penalty, scored=SHOWN)
    assert (answer.status, answer.codes) == (422, [("unknown", "scored")])


def test_it_is_the_ledger(program):
    program.do("record", hand=MADE)
    program.do("adjust", adjust={"A": 5, "B": -5}, reason="a <b>ruling</b> & 'more'")
    program.do("record", hand=FAILED)
    match, ledger = program.match(), program.ledger()
    assert match["revision"] == ledger.revision
    assert [row["id"] for row in match["rows"]] == [*ledger.hand_ids]
    for told, row in zip(match["rows"], ledger.standing.rows, strict=True):
        assert told["totals"] == {"A": row.totals.A, "B": row.totals.B}
        if row.score is not None:
            sums = {
                side: sum(one["points"] for one in told["score"]["lines"] if one["side"] == side)
                for side in "AB"
            }
            assert sums == {"A": told["score"]["A"], "B": told["score"]["B"]}
    assert match["rows"][1]["reason"] == "a <b>ruling</b> & 'more'"
    standing = ledger.standing
    assert match["standing"] == {
        "totals": {"A": standing.totals.A, "B": standing.totals.B},
        "number": 3,
        "dealer": "A2",
        "winner": None,
        "end": None,
    }


def test_its_watch_address_is_the_page(program, phone):
    watch = program.match()["watch"]
    assert watch == f"http://localhost/m/{program.public_id}/"
    assert phone.get(watch.removeprefix("http://localhost")).status == 200


@pytest.mark.parametrize("packed", [None, "gzip", "br"])
def test_it_is_sent_again_only_when_something_is_new(program, packed):
    for _ in range(6):  # long enough to be packed
        program.do("record", hand=MADE)
    first = program.get(program.path, Accept_Encoding=packed)
    assert first.headers.get("Content-Encoding") == packed
    tag = first.headers["ETag"]
    assert tag.startswith('"')
    known = program.get(program.path, If_None_Match=tag, Accept_Encoding=packed)
    assert (known.status, known.content, known.headers["ETag"]) == (304, b"", tag)
    weak = program.get(program.path, If_None_Match=f'"x", W/{tag}')
    assert weak.status == 304
    assert program.get(program.path, If_None_Match="*").status == 304
    for nonsense in ('""', 'W/""', ",", '"', 'W/"0", ""', f'"{tag}"', "é"):
        assert program.get(program.path, If_None_Match=nonsense).status == 200
    program.do("undo", seq=7)
    fresh = program.get(program.path, If_None_Match=tag, Accept_Encoding=packed)
    assert fresh.status == 200
    assert fresh.headers["ETag"] != tag


def test_while_nothing_is_new_no_ledger_is_read(program, monkeypatch):
    tag = program.get(program.path).headers["ETag"]
    monkeypatch.setattr(MATCH_EVENTS, "events_at", lambda *_: pytest.fail("the match was read"))
    assert program.get(program.path, If_None_Match=tag).status == 304


def test_it_speaks_no_language(program):
    program.do("record", hand=MADE)
    greek = Program(program.app, public_id=program.public_id, language="el")
    assert greek.get(program.path).content == program.get(program.path).content


def test_the_match_file_is_the_pages_byte_for_byte(program, phone):
    program.do("record", hand=MADE)
    program.do("adjust", adjust={"A": 5}, reason="κάτι")
    exported = program.get(f"{program.path}/export")
    by_page = phone.client.get(f"/m/{program.public_id}/match.json")
    assert exported.content == by_page.data == file_content(match_file_of(program.ledger()))
    match, problems = read_match(json.loads(exported.content))
    assert not problems
    assert match.entries == program.ledger().match.entries
