"""`python -m scorekeeper read`: lines in, hands or faults out, in both languages."""

import io
import json
import sys

import pytest

from scorekeeper.cli import main
from scorekeeper.explain.line_fault_words import (
    LINE_EXAMPLES,
    LINE_FAULTS,
    line_fault_text,
    line_vocabulary,
)
from scorekeeper.i18n import LANGUAGES, use_locale
from scorekeeper.lines.line_reader import read_line
from tests.lines.test_line_reader import FAULTS, read
from tests.node import assert_alike


def no_app():
    raise AssertionError("no app is needed for this")


@pytest.fixture
def run(capsys):
    def run(*arguments):
        status = main(no_app, ["read", *arguments])
        captured = capsys.readouterr()
        return status, captured.out.splitlines(), captured.err

    return run


def test_it_prints_the_hand_as_the_ledger_has_it(run):
    status, lines, _ = run("--lang", "en", "90κ 97", "them 100 spades closed 112 pilotta", "pass")
    assert status == 0
    assert lines == [
        "Us 9 ♥, 97 – 65: 19 – 6",
        "Them 10 ♠ ×2, 50 – 112: 0 – 38",
        "passed out",
    ]


def test_in_greek(run):
    assert run("--lang", "el", "εμείς εννιά κούπες ενενήντα επτά")[1] == [
        "Εμείς 9 ♥, 97 – 65: 19 – 6"
    ]


def test_a_bid_alone_has_no_score(run):
    assert run("--lang", "en", "us eight clubs") == (0, ["Us 8 ♣"], "")


def test_a_fault_is_told_in_its_place_and_the_rest_go_on(run):
    status, lines, _ = run("--lang", "el", "90 κουπς 97", "9κ 97")
    assert status == 1
    assert lines[0] == "«κουπς»: μήπως κούπες;"
    assert lines[1] == "Εμείς 9 ♥, 97 – 65: 19 – 6"


def test_terminal_control_characters_become_replacement_characters(run):
    for line in ("90 \x1b[31mκουπς 97", "90κ \x9b2J", "90κ 97 \u202ex"):
        _, (told,), _ = run("--lang", "en", line)
        assert told.isprintable()
        assert "\N{REPLACEMENT CHARACTER}" in told


def test_hand_that_the_rules_do_not_allow_is_explained(run):
    status, lines, _ = run("--lang", "en", "--rules", "kypros", "9κ κλειστό 97", "9κ 97 b 60")
    assert status == 1
    assert lines[0] == "By these rules nothing is doubled: leave out ×2 and ×4."
    assert lines[1] == "Card points add up to 162: 97 and 60 make 157."


def test_json_has_the_problems_of_a_hand_that_the_rules_refuse(run):
    status, lines, _ = run("--json", "--rules", "kypros", "9κ κλειστό 97", "9κ 97", "9κ 97 b 60")
    assert status == 1
    doubled, right, sum_wrong = map(json.loads, lines)
    problem = {"code": "doubling_not_played", "field": "doubled"}
    assert doubled == {"ok": False, "problems": [problem]}
    assert right == {"ok": True, **read("9κ 97")}
    assert [one["code"] for one in sum_wrong["problems"]] == ["points_sum"]


def test_unknown_rules_are_refused(run):
    status, lines, wrong = run("--rules", "chess", "9κ 97")
    assert (status, lines) == (2, [])
    assert "cafe" in wrong


def test_it_reads_standard_input(run, monkeypatch):
    given = "90κ 97\r\n\nπάσο".encode() + b"\n\xff\n"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
    status, lines, _ = run("--lang", "en", "--json")
    answers = [json.loads(line) for line in lines]
    assert status == 1
    assert answers[0] == {"ok": True, **read("90κ 97")}
    assert answers[1]["fault"]["code"] == "empty"
    assert answers[2] == {"ok": True, "hand": {"passed_out": True}}
    assert answers[3]["fault"]["code"] == "unknown"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_phone_says_every_fault_alike(language):
    with use_locale(language):
        words = json.loads(line_vocabulary())
        pairs = [
            ({"line": line, "words": words}, line_fault_text(read_line(line)))
            for line, *_rest in FAULTS
        ]
        of_nobody = line_fault_text(read_line("us 90", None))
        pairs.append(({"line": "us 90", "words": words, "writer": None}, of_nobody))
    assert {fault[1] for fault in FAULTS} | {"whose", "both_sides"} == set(LINE_FAULTS)
    assert_alike("line_faults.mjs", pairs)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_examples_on_the_screen_can_be_read(language):
    assert [read(line).keys() for line in LINE_EXAMPLES[language].split(" · ")] == [{"hand"}] * 2
