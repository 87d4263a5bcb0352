"""A phone without a network makes names tidy as the server does, and refuses the same
(static/js/names.js).
"""

import pytest

from scorekeeper.rules.names import is_fit_name, shorten, tidy_name
from tests.node import assert_alike
from tests.rules.test_names import ENGLAND, ENGLAND_AND_OTHERS

SEPARATORS = range(0x1C, 0x20)
"""White space to Python alone; no keyboard has it."""
NAMES = [
    *("", " ", "Μαρία", "  Μαρία   Χ. ", "a" * 40, "a" * 41, "😀" * 40, "😀" * 41),
    *(
        "e\u0301" * 40,
        "\u200d",
        "\u200c\u200d",
        "👩\u200d🦰",
        "🏴\U000e0067\U000e007f",
        "\U000e0001",
        *("z\u0335\u0336", "z\u0335\u0336\u0337", "z\u0335\u20dd\u0337", "1\ufe0f\u20e3"),
    ),
    *("🇨🇾" * 7, "a" + "🇨🇾" * 7, "👍🏽" * 7, "👩\u200d👩\u200d👧\u200d👦" * 3, "1\ufe0f\u20e3" * 4),
    *ENGLAND_AND_OTHERS,
    *("Mar\u200dia", "Mar\u200cia", "\U000e0041Maria", "Maria\u200d🃏", "👩\u200d", "👩\u200c🦰"),
    *(
        "👩\u200d\u200d🦰",
        "👩" + ENGLAND[1:],
        ENGLAND[:-1],
        "🏴\U000e0067\U000e0062\U000e007fMaria",
    ),
    *("x\u200d\u200d" * 5, "Παπαχριστοδούλου", "Παπαχρισ δούλου", "\u0915\u093f" * 6),
]


@pytest.mark.thorough
def test_the_phone_takes_the_names_that_the_server_takes():
    marks = [chr(number) for number in range(0x10000) if number not in SEPARATORS]
    names = [*NAMES, *(f" a {mark}b" for mark in marks)]
    tidied = [tidy_name(name) for name in names]
    expected = [[name, is_fit_name(name), shorten(name, 10)] for name in tidied]
    assert_alike("names.mjs", list(zip(names, expected, strict=True)))
