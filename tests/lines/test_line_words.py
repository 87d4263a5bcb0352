"""The table of the line's words: one meaning for each in its place, and the phone has them all.

`python -m tests.lines.test_line_words` writes `static/js/lines/words.js` anew.
"""

from itertools import combinations

import pytest

from scorekeeper.lines.line_cursor import PHRASES, cut_line, fold
from scorekeeper.lines.line_words import LINE_WORDS, WORD_ROLES
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
}
"""An ace, a king and an article stand behind `to` alone."""


def words_js():
    """The whole file."""
    rows = []
    for row in LINE_WORDS:
        phrases = dict.fromkeys(" ".join(map(fold, phrase.split())) for phrase in row.phrases)
        rows.append(f"{row.role}:{row.value}:{','.join(phrases)}\n")
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


if __name__ == "__main__":
    FILE.write_text(words_js(), encoding="utf-8")
