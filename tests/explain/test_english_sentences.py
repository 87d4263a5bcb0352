"""English sentences with the values that can stand in them: subjects, numbers, word order."""

import re
from collections.abc import Iterator

import pytest

from tests.explain.greek import Sentence, sentences, words

LISTED = (
    r"(?:^|[.:] )Who\b[^?]*\.$",
    r"(?<!there )\bis none\b",
    r"\b(?:has|have) (?:it not|not (?:the|it|a))\b",
    r"^So (?:many|few) .* here ",
    r"\bhad failed\b",
    r", and the bid was made",
    r"%\(high\)s, before",
)
"""Word order and tenses that were found to be no English, and do not come back."""
BEHIND_SIDES = frozenset(words("after card declarations failed kapo on out pilotta to with"))
"""Words that may follow the name of a side: Us and Them are no subjects of a verb."""
ALOUD = "%(side)s won."
"""A voice says it of names alone, and has sentences for us and them."""
NOT_COUNTED = frozenset(["high", "hand", "pair", "phone", "table"])
"""Names of values that count nothing."""
VERBS = frozenset(["is", "was", "has", "times"])


def faults_in(sentence: Sentence) -> Iterator[str]:
    """Tell what is wrong in the English of a sentence."""
    english = sentence.english
    yield from (f"“{one}”" for one in LISTED if re.search(one, english))
    for word in re.findall(r"%\((?:side|us|them)\)s,? ([a-z]\w*)", english):
        if english != ALOUD and word not in BEHIND_SIDES:
            yield f"“{word}” behind a side"
    if sentence.is_of_one is None:
        for name, word in re.findall(r"%\((\w+)\)s (?:card )?([a-z]+s)\b", english):
            is_counted = name not in NOT_COUNTED and word not in VERBS
            if is_counted and "1" in sentence.values_of(name):
                yield f"“1 {word}”"


def test_every_english_sentence_agrees_with_its_values() -> None:
    every = tuple(sentences())
    assert len(every) > 2500
    faults = [f"{one.english}  ← {fault}" for one in every for fault in faults_in(one)]
    assert faults == [], "\n".join(faults)


@pytest.mark.parametrize(
    ("english", "fault"),
    [
        ("%(side)s won", "“won” behind a side"),
        ("%(side)s may redouble, until the first card.", "“may” behind a side"),
        ("%(off)s card points too few", "“1 points”"),
        ("Who has not the suit that was led plays a trump.", "“(?:^|[.:] )Who"),
        ("Bids go up by %(step)s: %(bid)s is none.", "is none"),
        ("%(high)s, before %(low)s", ", before"),
    ],
)
def test_sentence_with_a_fault_is_found(english: str, fault: str) -> None:
    assert any(fault in found for found in faults_in(Sentence(english, english, None)))
