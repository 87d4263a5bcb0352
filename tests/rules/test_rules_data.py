"""The phone has the switches and presets as data, which follow from scorekeeper/rules.

`python -m tests.rules.test_rules_data` writes `static/js/rules/presets.js` and
`types/switches.d.ts` anew.
"""

import json

import pytest

from scorekeeper.rules.codec import write_rules
from scorekeeper.rules.presets import CAFE, PRESETS
from scorekeeper.rules.switches import switch_values
from tests.support.processes import PROJECT

PRESETS_FILE = PROJECT / "static" / "js" / "rules" / "presets.js"
TYPES_FILE = PROJECT / "types" / "switches.d.ts"
BEGINNING = """\
// Written by `make generated` from scorekeeper/rules. Do not edit.

"""
END = """
/** @type {Record<string, Readonly<Rules>>} */
export const PRESETS = Object.fromEntries(
  Object.entries(DIFFERENCES).map(([preset, differences]) => [
    preset,
    Object.freeze({ ...CAFE, ...differences, preset }),
  ]),
);
"""


def block(type_of, declaration, values):
    """A constant as the formatter has it: an entry a line, and what is an object in lines, too."""
    told = [f"  {key}: {value_of(value)},\n" for key, value in values.items()]
    return f"/** @type {{{type_of}}} */\n{declaration} = {{\n{''.join(told)}}};\n"


def value_of(value):
    if isinstance(value, dict):
        fields = [f"    {key}: {json.dumps(one)},\n" for key, one in value.items()]
        return f"{{\n{''.join(fields)}  }}" if fields else "{}"
    return json.dumps(list(value) if isinstance(value, tuple) else value)


def presets_js():
    """The whole file."""
    cafe = write_rules(CAFE)
    differences = {
        name: {
            field: value
            for field, value in write_rules(rules).items()
            if field != "preset" and value != cafe[field]
        }
        for name, rules in PRESETS.items()
    }
    switches = "{[Name in keyof Switches]: Switches[Name][]}"
    blocks = (
        block(switches, "export const SWITCHES", switch_values()),
        block("Rules", "const CAFE", cafe),
        block("Record<string, Partial<Rules>>", "const DIFFERENCES", differences),
    )
    return BEGINNING + "\n".join(blocks) + END


def switches_d_ts():
    """The whole file."""
    told = [f"  {name}: {type_of(values)};\n" for name, values in switch_values().items()]
    return f"{BEGINNING}interface Switches {{\n{''.join(told)}}}\n"


def type_of(values):
    """The type that a switch's values have in TypeScript."""
    return "boolean" if values == (True, False) else " | ".join(map(json.dumps, values))


FILES = {PRESETS_FILE: presets_js, TYPES_FILE: switches_d_ts}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_the_phone_has_the_switches_and_presets_of_the_rules(file):
    assert file.read_text(encoding="utf-8") == FILES[file](), "run `make generated`"


if __name__ == "__main__":
    for path, text in FILES.items():
        path.write_text(text(), encoding="utf-8")
