"""The words of a line, by the page, by both runtimes, and by `python -m scorekeeper read`."""

import io
import json
import sys
from collections import Counter
from itertools import combinations

import pytest

from scorekeeper.cli import main
from scorekeeper.explain.line_fault_words import (
    LINE_EXAMPLES,
    LINE_FAULTS,
    line_fault_text,
    line_vocabulary,
)
from scorekeeper.i18n import LANGUAGES, use_locale
from scorekeeper.lines.line_cursor import PHRASES, cut_line, fold
from scorekeeper.lines.line_reader import read_line
from scorekeeper.lines.line_words import LINE_WORDS, WORD_ROLES
from scorekeeper.rules.codec import write_hand
from scorekeeper.rules.model import Hand
from tests.lines.document_grammar import means
from tests.lines.test_line_reader import FAULTS, read
from tests.lines.written_lines import changed, is_known, lines, text
from tests.support.examples import ALL_EXAMPLES, share_of
from tests.support.node import answers, assert_alike
from tests.support.processes import PROJECT

FILE = PROJECT / "static" / "js" / "lines" / "words.js"
BEGINNING = """\
// Written by `make generated` from scorekeeper/lines/line_words.py. Do not edit.

// A row for each meaning: its role, its value, its phrases.
export const WORDS = `
"""
END = "`;\n"
TWO_MEANINGS = {
    "a": {"side", "top"},
    "α": {"side", "top"},
    "k": {"suit", "top"},
    "κ": {"suit", "top"},
    "ton": {"of", "the"},
    "to": {"to", "the"},
    "of": {"in", "of"},
    "κοζι": {"in", "in_trumps"},
    "kozi": {"in", "in_trumps"},
}
"""An ace, a king and an article stand behind `to` alone, trumps behind a bid or a card."""


def words_js():
    """The whole file."""
    rows = []
    for row in LINE_WORDS:
        rows.append(f"{row.role}:{row.value}:{','.join(row.phrases)}\n")
    return BEGINNING + "".join(rows) + END


def test_the_phone_has_the_words_of_the_table():
    assert FILE.read_text(encoding="utf-8") == words_js(), "run `make generated`"


def test_every_role_has_words():
    assert set(WORD_ROLES) == set(PHRASES)


def test_a_phrase_has_one_meaning_in_one_place():
    meanings = {}
    for row in LINE_WORDS:
        for phrase in row.phrases:
            meanings.setdefault(fold(phrase), set()).add((row.role, row.value))
    double = {phrase: found for phrase, found in meanings.items() if len(found) > 1}
    assert {phrase: {role for role, _ in found} for phrase, found in double.items()} == TWO_MEANINGS


@pytest.mark.parametrize("row", LINE_WORDS, ids=lambda row: f"{row.role}-{row.value}")
def test_every_phrase_is_cut_into_its_words(row):
    for phrase in row.phrases:
        assert [piece.word for piece in cut_line(phrase)] == [fold(w) for w in phrase.split()]


def test_every_number_is_one_word():
    assert {len(words) for words, _ in PHRASES["number"]} == {1}


def test_no_word_is_a_number_too():
    """But for `four` and the like, which no other role has."""
    numbers = {words[0] for words, _ in PHRASES["number"]}
    for role in set(PHRASES) - {"number"}:
        assert not numbers & {words[0] for words, _ in PHRASES[role]}, role


def test_words_that_look_alike_in_capitals_mean_the_same():
    """A K from a Greek and one from a Latin keyboard cannot be told apart."""
    alike = str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX")
    for (one, a), (other, b) in combinations(
        [(w[0].upper(), v) for role in ("side", "suit") for w, v in PHRASES[role] if len(w) == 1], 2
    ):
        if one != other and one.translate(alike) == other.translate(alike):
            assert a == b, (one, other)


BATCH = 10_000


COUNT = 200_000 if ALL_EXAMPLES else share_of(7_500)
"""Of them `make test` tries 3,000."""


def batches(count):
    """The lines of so many, ten thousand at a time."""
    for seed in range(0, count, BATCH):
        yield list(lines(seed, min(BATCH, count - seed)))


def assert_read_as(pairs):
    """Both runtimes read each line as just this hand, or refuse it where it is None."""
    phone = answers("read.mjs", [line for line, _ in pairs])
    for (line, hand), on_phone in zip(pairs, phone, strict=True):
        found = read_line(line)
        on_server = write_hand(found) if isinstance(found, Hand) else None
        assert (on_server, on_phone.get("hand")) == (hand, hand), line


def outcomes(batch):
    """Count the outcomes of lines with a word changed, by the page; both runtimes must agree."""
    told = Counter()
    pairs = []
    for seed, line in enumerate(batch):
        how, word, other = changed(seed, line)
        hands = means(other)
        assert len(hands) <= 1, f"the page lets it mean two hands: {other}"
        hand = hands[0] if hands else None
        outcome = "refused" if hand is None else "the same" if hand == line[-1] else "another hand"
        assert is_known(word) or outcome != "another hand", other
        pairs.append((other, hand))
        told[how, outcome] += 1
    assert_read_as(pairs)
    return told


@pytest.mark.slow
@pytest.mark.thorough
@pytest.mark.parametrize("is_changed", [False, True])
def test_every_line_is_what_the_page_says(is_changed):
    for batch in batches(COUNT):
        if is_changed:
            told = outcomes(batch)
            assert {outcome for _, outcome in told} == {"refused", "the same", "another hand"}
            assert told["random", "refused"] > 0.9 * sum(
                count for (how, _), count in told.items() if how == "random"
            )
        else:
            for line in batch:
                assert means(text(line)) == [line[-1]], text(line)
            assert_read_as([(text(line), line[-1]) for line in batch])


def _tell(count):
    told = Counter()
    for batch in batches(count):
        assert_read_as([(text(line), line[-1]) for line in batch])
        told += outcomes(batch)
    print(f"{count:,} lines: all are their hand, on the server as on the phone")
    for (how, outcome), number in sorted(told.items()):
        share = number / sum(n for (other, _), n in told.items() if other == how)
        print(f"one word changed, {how:9}{outcome:13}{number:8,}{share:8.1%}")


# --- lines in, hands or faults out, in both languages ---


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


if __name__ == "__main__":
    if sys.argv[1:]:
        _tell(int(sys.argv[1]))
    else:
        FILE.write_text(words_js(), encoding="utf-8")
