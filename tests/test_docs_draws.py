"""docs/draws.md says what the code does: formats, rules and codes, the lots, the examples."""

import json
import re
from pathlib import Path
from typing import get_args

import pytest

from scorekeeper.draws.codec import FIELDS_OF_ONE, answer
from scorekeeper.draws.individual import FOUR, INDIVIDUAL_RULES
from scorekeeper.draws.individual_codec import INDIVIDUAL_FIELDS
from scorekeeper.draws.individual_round import EXACT_PLAYERS
from scorekeeper.draws.model import CODES, MOST_PAIRS, PAIR_FORMATS, RULES, draw_lot
from scorekeeper.draws.pairing import LOOKS_AHEAD
from scorekeeper.draws.standings import ORDERS, TieBreak

PAGE = Path(__file__).parents[1] / "docs" / "draws.md"
TEXT = PAGE.read_text(encoding="utf-8")
EXAMPLES = [json.loads(text) for text in re.findall(r"```json\n(.*?)```", TEXT, re.DOTALL)]


def first_cells(heading):
    """The words in backticks that begin the rows of the section's tables."""
    section = re.search(rf"^#+ {heading}$(.*?)(?=^#|\Z)", TEXT, re.MULTILINE | re.DOTALL)[1]
    return re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)


def test_the_formats_are_the_code_s():
    assert sorted(first_cells("Formats")) == sorted((*PAIR_FORMATS, "individual"))


@pytest.mark.parametrize(
    ("heading", "words"), [("Rules that a draw breaks", RULES), ("Problems", CODES)]
)
def test_rules_and_problems_are_the_code_s_in_their_order(heading, words):
    assert first_cells(heading) == list(words)


def test_documented_orders_and_tie_breaks_equal_the_code_s():
    assert first_cells("Standings") == [*ORDERS, *get_args(TieBreak)]


def test_every_field_of_the_example_has_its_row():
    assert first_cells("JSON") == list(EXAMPLES[0])


def test_every_field_of_one_format_has_its_row():
    own = [field for fields in FIELDS_OF_ONE.values() for field in fields]
    assert first_cells("Fields of one format") == own


def test_fields_and_rules_of_players_have_their_rows():
    *fields, rule = first_cells("A draw of players")
    assert {*fields, "format", "seed", "version"} == {*INDIVIDUAL_FIELDS}
    assert {rule} == {*INDIVIDUAL_RULES} - {*RULES}


def test_the_examples_are_what_the_code_answers():
    request, drawn, of_players, drawn_players, broken, wrong = EXAMPLES
    assert answer(request) == drawn
    assert answer(of_players) == drawn_players
    two = {"format": "random", "pairs": ["1", "2"], "seed": 7}
    met = [[{"a": "1", "b": "2", "score": [1, 0]}]]
    assert answer({**two, "results": met}) == broken
    assert answer({**two, "results": [[{"bye": "9"}]]}) == wrong


def test_the_numbers_are_the_code_s():
    assert f"from 2 to {MOST_PAIRS}," in TEXT
    assert f"more than {MOST_PAIRS} pairs" in TEXT
    assert f"Up to {LOOKS_AHEAD} pairs" in TEXT
    assert f"Up to {EXACT_PLAYERS} players" in TEXT
    assert f"from {FOUR} to {MOST_PAIRS}" in TEXT


def test_the_lot_on_the_page_is_the_code_s():
    [(text, digits)] = re.findall(r"printf '(.*?)' \| sha256sum.*\n(\w+)", TEXT)
    assert draw_lot(*json.loads(text)) == int(digits, 16)
