"""docs/seasons.md says what the code does: schemes, tie-breaks, figures, codes, the examples."""

import json
import re
from pathlib import Path
from typing import get_args

from scorekeeper.club.seasons import record_codec
from scorekeeper.club.seasons.season import SEASON_TIES
from scorekeeper.club.seasons.season_reader import MOST_POINTS, answer
from scorekeeper.json_parts import LONGEST_ID, PartCode

PAGE = Path(__file__).parents[1] / "docs" / "seasons.md"
TEXT = PAGE.read_text(encoding="utf-8")
EXAMPLES = [json.loads(text) for text in re.findall(r"```json\n(.*?)```", TEXT, re.DOTALL)]
SEASON, RANKED, MATCHES, PAIR, WRONG = EXAMPLES


def first_cells(heading):
    """The words in backticks that begin the rows of the section's tables."""
    section = re.search(rf"^#+ {heading}$(.*?)(?=^#|\Z)", TEXT, re.MULTILINE | re.DOTALL)[1]
    rows = re.findall(r"^\| (`.*?`) \|", section, re.MULTILINE)
    return re.findall(r"`(\w+)`", " ".join(rows))


def test_the_problems_are_the_code_s_in_their_order():
    assert first_cells("Problems") == list(get_args(PartCode))


def test_the_tie_breaks_are_the_code_s():
    assert first_cells("Who stands where") == list(SEASON_TIES)


def test_every_field_of_a_season_has_its_row():
    assert first_cells("A season") == list(SEASON)


def test_every_figure_of_a_record_has_its_row():
    assert first_cells("A record") == list(PAIR)[1:]


def test_the_examples_are_what_the_code_answers():
    assert answer(SEASON) == RANKED
    reply = record_codec.answer(MATCHES)
    assert PAIR in reply["records"][0]["pairs"]
    fourth = {"id": "e9", "date": "2026-03-01", "ranking": [{**ranked(), "place": 0}]}
    events = [*SEASON["events"], {**SEASON["events"][0], "id": "e8"}, fourth]
    assert answer({**SEASON, "events": events}) == WRONG


def ranked():
    return SEASON["events"][0]["ranking"][0]


def test_the_numbers_are_the_code_s():
    assert f"from −{MOST_POINTS} to {MOST_POINTS}," in TEXT
    assert f"of 1 to {LONGEST_ID} characters" in TEXT
