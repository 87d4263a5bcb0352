"""Numbers in words: an independent reader reads each back, and the phone says the same."""

from collections.abc import Iterator

import pytest

from scorekeeper.i18n import LANGUAGES, Language
from scorekeeper.i18n.number_words import LARGEST, spell
from tests.node import answers

SAID: dict[Language, dict[int, str]] = {
    "el": {
        0: "μηδέν",
        1: "ένα",
        6: "έξι",
        14: "δεκατέσσερα",
        19: "δεκαεννιά",
        21: "είκοσι ένα",
        99: "ενενήντα εννιά",
        100: "εκατό",
        101: "εκατόν ένα",
        138: "εκατόν τριάντα οκτώ",
        200: "διακόσια",
        351: "τριακόσια πενήντα ένα",
        1000: "χίλια",
        1999: "χίλια εννιακόσια ενενήντα εννιά",
        2001: "δύο χιλιάδες ένα",
        3104: "τρεις χιλιάδες εκατόν τέσσερα",
        14013: "δεκατέσσερις χιλιάδες δεκατρία",
        21000: "είκοσι μία χιλιάδες",
        100_000: "εκατό χιλιάδες",
        234_567: "διακόσιες τριάντα τέσσερις χιλιάδες πεντακόσια εξήντα επτά",
        -20: "μείον είκοσι",
        LARGEST + 1: "1000000",
    },
    "en": {
        0: "zero",
        19: "nineteen",
        40: "forty",
        99: "ninety-nine",
        100: "one hundred",
        138: "one hundred and thirty-eight",
        351: "three hundred and fifty-one",
        1000: "one thousand",
        2005: "two thousand and five",
        2105: "two thousand one hundred and five",
        234_567: "two hundred and thirty-four thousand five hundred and sixty-seven",
        -20: "minus twenty",
        -LARGEST - 1: "-1000000",
    },
}


@pytest.mark.parametrize(
    ("language", "number", "words"),
    [(language, number, words) for language in SAID for number, words in SAID[language].items()],
)
def test_it_is_said_as_at_a_table(language: Language, number: int, words: str) -> None:
    assert spell(number, language) == words


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_numbers_are_said_alike(language: Language) -> None:
    numbers = range(-2000, 20_000)
    assert len({spell(number, language) for number in numbers}) == len(numbers)


def test_the_phone_says_the_same() -> None:
    asked = [(number, language) for language in LANGUAGES for number in _numbers()]
    assert answers("number_words.mjs", asked) == [spell(*one) for one in asked]


def _numbers() -> Iterator[int]:
    yield from range(-1200, 3300)
    yield from range(3300, LARGEST, 997)
    yield from (LARGEST, LARGEST + 1, -LARGEST, -LARGEST - 1)
