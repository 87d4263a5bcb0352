"""Lines made from docs/rules.md alone are read as the page says, by both runtimes; so are those
with one word changed.

`python -m tests.lines.test_from_the_document 200000` says how many are another hand then.
"""

import sys
from collections import Counter

import pytest

from scorekeeper.lines.line_reader import read_line
from scorekeeper.rules.codec import write_hand
from scorekeeper.rules.model import Hand
from tests.examples import ALL_EXAMPLES, share_of
from tests.lines.document_grammar import means
from tests.lines.written_lines import changed, is_known, lines, text
from tests.node import answers

BATCH = 10_000
COUNT = 200_000 if ALL_EXAMPLES else share_of(7_500)
"""Of them `make test` tries 3,000."""


def batches(count):
    """The lines of so many, ten thousand at a time."""
    for seed in range(0, count, BATCH):
        yield list(lines(seed, min(BATCH, count - seed)))


def assert_read_as(pairs):
    """Both runtimes read each line as just this hand, or refuse it where it is None."""
    phone = answers("read.mjs", [line for line, _ in pairs])
    for (line, hand), on_phone in zip(pairs, phone, strict=True):
        found = read_line(line)
        on_server = write_hand(found) if isinstance(found, Hand) else None
        assert (on_server, on_phone.get("hand")) == (hand, hand), line


def outcomes(batch):
    """Count the outcomes of lines with a word changed, by the page; both runtimes must agree."""
    told = Counter()
    pairs = []
    for seed, line in enumerate(batch):
        how, word, other = changed(seed, line)
        hands = means(other)
        assert len(hands) <= 1, f"the page lets it mean two hands: {other}"
        hand = hands[0] if hands else None
        outcome = "refused" if hand is None else "the same" if hand == line[-1] else "another hand"
        assert is_known(word) or outcome != "another hand", other
        pairs.append((other, hand))
        told[how, outcome] += 1
    assert_read_as(pairs)
    return told


@pytest.mark.thorough
@pytest.mark.parametrize("is_changed", [False, True])
def test_every_line_is_what_the_page_says(is_changed):
    for batch in batches(COUNT):
        if is_changed:
            told = outcomes(batch)
            assert {outcome for _, outcome in told} == {"refused", "the same", "another hand"}
            assert told["random", "refused"] > 0.9 * sum(
                count for (how, _), count in told.items() if how == "random"
            )
        else:
            for line in batch:
                assert means(text(line)) == [line[-1]], text(line)
            assert_read_as([(text(line), line[-1]) for line in batch])


def _tell(count):
    told = Counter()
    for batch in batches(count):
        assert_read_as([(text(line), line[-1]) for line in batch])
        told += outcomes(batch)
    print(f"{count:,} lines: all are their hand, on the server as on the phone")
    for (how, outcome), number in sorted(told.items()):
        share = number / sum(n for (other, _), n in told.items() if other == how)
        print(f"one word changed, {how:9}{outcome:13}{number:8,}{share:8.1%}")


if __name__ == "__main__":
    _tell(int(sys.argv[1]))
