"""Whole lists, as people paste them: the lines taken, questioned and left out."""

import json

from scorekeeper.tournament.pasted_list import RowCheck, read_pairs, read_rows
from tests.services.tournaments import ordinary_lists, pasted_lists


def has_letter(name):
    return any(map(str.isalpha, name))


def test_ordinary_lists_are_read_as_before():
    kept = json.loads(ordinary_lists.KEPT.read_text())
    lists = map(ordinary_lists.ordinary_list, range(ordinary_lists.COUNT))
    assert [ordinary_lists.digest(text) for text in lists] == kept


def test_ordinary_lists_raise_no_doubt():
    for place in range(ordinary_lists.COUNT):
        check = RowCheck()
        for row in read_rows(ordinary_lists.ordinary_list(place)).rows:
            assert check.problem_of(row.without_number()) in (None, "twice"), row


def test_each_pasted_line_is_taken_as_it_was_meant_or_not_at_all():
    for place in range(pasted_lists.COUNT):
        lines = pasted_lists.pasted_list(place)
        text = "\n".join(line.text for line in lines)
        taken = [pair.players for pair in read_pairs(text).pairs]
        assert taken == [line.pair for line in lines if line.pair], text
        assert all(map(has_letter, (name for pair in taken for name in pair)))


def test_each_pasted_line_is_listed():
    for place in range(pasted_lists.COUNT):
        lines = pasted_lists.pasted_list(place)
        reading = read_rows("\n".join(line.text for line in lines))
        assert [row.line for row in reading.rows] == [
            number for number, line in enumerate(lines, 1) if not line.is_frame
        ]  # fmt: skip


def test_the_list_s_own_numbers_are_read_and_amounts_are_notes():
    for place in range(pasted_lists.COUNT):
        lines = pasted_lists.pasted_list(place)
        rows = {row.line: row for row in read_rows("\n".join(line.text for line in lines)).rows}
        for number, line in enumerate(lines, 1):
            if line.pair:
                assert rows[number].number == line.number, line
                assert line.note in rows[number].note
                assert rows[number].club in ("", "ΑΕΛ"), line
