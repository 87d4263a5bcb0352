"""The phone has the switches and presets as data, which follow from scorekeeper/rules.

`python -m tests.rules.test_rules_data` writes `static/js/rules/presets.js` anew.
"""

import json

from scorekeeper.rules.codec import switch_values, write_rules
from scorekeeper.rules.presets import CAFE, PRESETS
from tests.server import PROJECT

FILE = PROJECT / "static" / "js" / "rules" / "presets.js"
BEGINNING = """\
// Written by `python -m tests.rules.test_rules_data` from scorekeeper/rules. Do not edit.

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


def test_the_phone_has_the_switches_and_presets_of_the_rules():
    told = FILE.read_text(encoding="utf-8")
    assert told == presets_js(), "python -m tests.rules.test_rules_data"


if __name__ == "__main__":
    FILE.write_text(presets_js(), encoding="utf-8")
