"""Reading a match, and taking its file along."""

import json

import pytest

from scorekeeper.match.import_export import file_content, match_file_of
from scorekeeper.rules.match_file import read_match
from scorekeeper.store.streams import MATCH_EVENTS
from tests.program import Program
from tests.table import FAILED, MADE


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
