"""docs/phases.md says what the code does: fields, keys, sources, codes, limits, the examples."""

import json
import re
from pathlib import Path

from scorekeeper.phases.advance_codec import answer
from scorekeeper.phases.phase_plan import (
    FEWEST_ENTRANTS,
    FEWEST_PLAYERS,
    MOST_ENTRANTS,
    MOST_GROUPS,
    MOST_PHASES,
    MOST_ROUNDS,
    PHASE_CODES,
    PHASE_FORMATS,
    PHASE_TIES,
)

PAGE = Path(__file__).parents[1] / "docs" / "phases.md"
TEXT = PAGE.read_text(encoding="utf-8")
EXAMPLES = [json.loads(text) for text in re.findall(r"```json\n(.*?)```", TEXT, re.DOTALL)]
LINE, ANSWER, WRONG = EXAMPLES
SWISS = {"format": "swiss", "rounds": 1}
VALUES = {
    **{"format": "knockout", "from": [{"phase": 1, "rest": True}], "name": "x", "groups": 2},
    **{"rounds": 1, "places": "all", "drop": 1, "sit_out": "mean", "drawn": [["1", "2"]]},
}


def first_cells(heading):
    """The words in backticks that begin the rows of the section's tables."""
    section = re.search(rf"^#+ {heading}$(.*?)(?=^#|\Z)", TEXT, re.MULTILINE | re.DOTALL)[1]
    return re.findall(r"^\| `(.*?)` \|", section, re.MULTILINE)


def codes(request):
    return {(one["code"], one["field"]) for one in answer(request).get("problems", [])}


def test_examples_are_what_the_code_answers():
    assert answer(LINE) == ANSWER
    phases = [SWISS, {**SWISS, "from": [{"phase": 2, "best": 1}]}]
    assert answer({"entrants": ["1", "2"], "phases": phases}) == WRONG


def test_problems_are_the_code_s_in_their_order():
    assert first_cells("Problems") == list(PHASE_CODES)


def test_every_field_of_a_line_has_its_row():
    assert first_cells("The command") == list(LINE)


def test_every_key_of_a_phase_has_its_row_and_no_other_is_known():
    keys = first_cells("A phase")
    assert keys == list(VALUES)
    for key in [*keys, "odd"]:
        phase = {**SWISS, key: VALUES.get(key, 1)}
        request = {"entrants": ["1", "2"], "phases": [phase], "by": "total"}
        refused = {"from", "places", "sit_out", "odd"} & {key}
        assert {field for _, field in codes(request) if field == key} == refused, key


def test_sources_can_be_read():
    for source in map(json.loads, first_cells("Who plays on")):
        first = {"format": "knockout"} if "losers" in source else SWISS
        taker = {**SWISS, "from": [{**source, "phase": 1}]}
        assert answer({"entrants": ["1", "2"], "phases": [first, taker]})["ok"], source


def test_words_and_numbers_are_the_code_s():
    formats = re.search(r"^\| `format` \|(.*?);", TEXT, re.MULTILINE)[1]
    assert set(re.findall(r"`(\w+)`", formats)) == set(PHASE_FORMATS)
    ties = re.search(r"^\| `ties` \|(.*?);", TEXT, re.MULTILINE)[1]
    assert re.findall(r"`(\w+)`", ties) == list(PHASE_TIES)
    assert f"from {FEWEST_ENTRANTS} to {MOST_ENTRANTS} (from {FEWEST_PLAYERS} in" in TEXT
    assert f"from 1 to {MOST_PHASES} of them" in TEXT
    assert f"| `groups` | from 1 to {MOST_GROUPS};" in TEXT
    assert f"planned, from 1 to {MOST_ROUNDS};" in TEXT
    assert f"more than {MOST_ENTRANTS} entrants or {MOST_PHASES} phases" in TEXT
