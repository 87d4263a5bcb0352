"""The words of a line, and lines made from docs/rules.md alone, read by both runtimes."""

import sys
from collections import Counter
from itertools import combinations

import pytest

from scorekeeper.lines.line_cursor import PHRASES, cut_line, fold
from scorekeeper.lines.line_reader import read_line
from scorekeeper.lines.line_words import LINE_WORDS, WORD_ROLES
from scorekeeper.rules.codec import write_hand
from scorekeeper.rules.model import Hand
from tests.examples import ALL_EXAMPLES, share_of
from tests.lines.document_grammar import means
from tests.lines.written_lines import changed, is_known, lines, text
from tests.node import answers
from tests.server import PROJECT

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


if __name__ == "__main__":
    if sys.argv[1:]:
        _tell(int(sys.argv[1]))
    else:
        FILE.write_text(words_js(), encoding="utf-8")
