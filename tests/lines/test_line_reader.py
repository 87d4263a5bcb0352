"""Lines read as hands: the page's examples, faults at their words, and lines made by the page."""

import json
import random

import pytest

from scorekeeper.lines.line_reader import read_line
from scorekeeper.rules.codec import write_hand
from scorekeeper.rules.model import Hand
from tests.lines.wild_lines import WildLines, one_word_changed
from tests.node import assert_alike
from tests.parameters import rarely
from tests.test_docs_rules import coded, rows_of

EXAMPLES = [row for row in rows_of("A hand as a line") if len(row) == 2]
READ = [coded(row) for row in EXAMPLES if row[1].startswith("`{")]
REFUSED = [
    word for row in EXAMPLES if row[0][0] == "`" and row[1][0] != "`" for word in coded(row[:1])
]
SIDES_FIRST = ("side", "points", "kapo", "reversed", "pilotta", "lost", "run", "four")
RULINGS = ("declarations", "led", "missing")
FAULTS = [
    ("", "empty", 1, "", ()),
    ("  ", "empty", 1, "", ()),
    ("9 " * 101, "too_long", 1, "", ()),
    ("90 κουπς 97", "unknown", 2, "κουπς", ("suit", "doubled", "end", *RULINGS, *SIDES_FIRST)),
    ("us", "unfinished", 2, "", ("bid", "kapo")),
    ("κούπες 97", "unexpected", 1, "κούπες", ("passed", "side", "bid", "kapo")),
    ("50κ 97", "number", 1, "50", ("bid",)),
    ("7 97", "number", 1, "7", ("bid",)),
    ("90κ 1001", "number", 3, "1001", ("points",)),
    ("90κ 097", "unknown", 3, "097", ("doubled", "end", *RULINGS, *SIDES_FIRST)),
    ("εννιά ενενήντα επτά", "side_by_side", 2, "ενενήντα", ()),
    ("90 ninety-seven", "side_by_side", 2, "ninety", ()),
    ("90κ 97-65", "unknown", 3, "97-65", ("doubled", "end", *RULINGS, *SIDES_FIRST)),
    ("9,5κ 97", "unknown", 1, "9,5κ", ("passed", "side", "bid", "kapo")),
    ("90κ 97 65", "unexpected", 4, "65", ("end", *RULINGS, "side", *SIDES_FIRST[4:])),
    ("90κ 97 a 65", "unexpected", 5, "65", SIDES_FIRST[4:]),
    ("90κ 97 β πιλόττα καρέ", "unexpected", 6, "καρέ", ("end", *RULINGS, "side")),
    ("90κ 97 πιλόττα πιλότα", "twice", 5, "πιλότα", ()),
    ("90κ 97 led us led them", "twice", 6, "led", ()),
    ("90κ 97 run 9", "number", 5, "9", ("run_length",)),
    ("90κ 97 run 4 to 6", "number", 7, "6", ("top",)),
    ("90κ 97 run 4 to pilotta", "unexpected", 7, "pilotta", ("top",)),
    ("90κ 97 failed", "unfinished", 5, "", ("pilotta",)),
    ("90κ 97 δηλώσεις", "unfinished", 5, "", ("side", "nobody")),
    ("90κ 97 declarations nobody led", "unfinished", 7, "", ("side",)),
    ("β 90κ πήραμε 70", "unexpected", 4, "πήραμε", ("side",)),
    ("90κ πήραν 70", "unexpected", 3, "πήραν", ("side",)),
    ("90κ 70 β πήραμε 92", "unexpected", 5, "πήραμε", ("points",)),
    ("90κ us πήραν 92", "unexpected", 4, "πήραν", ("points",)),
    ("them ten hearts a hundred", "unexpected", 4, "a", ("doubled", "end", *RULINGS, *SIDES_FIRST)),
    ("90κ took us", "unexpected", 4, "us", ("points",)),
    ("πάσο 90", "unexpected", 2, "90", ("end",)),
]


def read(line, writer="A"):
    """Return the answer of a runtime."""
    found = read_line(line, writer)
    if isinstance(found, Hand):
        return {"hand": write_hand(found)}
    return {"fault": {**found._asdict(), "expected": list(found.expected)}}


@pytest.mark.parametrize(("line", "hand"), READ)
def test_an_example_of_the_page_is_its_hand(line, hand):
    assert read(line) == {"hand": json.loads(hand)}


def test_the_page_has_examples_of_both():
    assert len(READ) >= 15
    assert len(REFUSED) >= 6


@pytest.mark.parametrize("line", REFUSED)
def test_line_listed_as_refused_in_the_rules_page_has_a_fault(line):
    assert "fault" in read(line)


@pytest.mark.parametrize(("line", "code", "place", "word", "expected"), FAULTS)
def test_a_fault_names_the_word_and_what_may_stand_there(line, code, place, word, expected):
    assert tuple(read_line(line)) == (code, place, word, expected)


@pytest.mark.parametrize(
    ("line", "same"),
    [
        ("ΕΜΕΙΣ 90Κ 97", "εμείς 90κ 97"),
        ("ΑΥΤΟΊ ΕΝΝΙΆ ΚΟΎΠΕΣ, ΕΝΕΝΉΝΤΑ ΕΠΤΆ.", "b 9κ 97"),
        ("90❤️97", "90κ 97"),
        ("90κ x2 97", "90κ κλειστό 97"),
        ("90 ×4 κ 97", "90κ ανοικτό 97"),
        ("us one hundred and twenty hearts one hundred and twelve points", "a 12h 112"),
        ("α 9\u00a0κ\t97", "α 9κ 97"),
        ("100, ninety-seven", "100 97"),
        ("9κ 97 four kings", None),
        ("9κ 97, four kings", "9κ 97 4 ρηγάδες"),
        ("9κ 97 and four kings", "9κ 97 καρέ ρηγάδες"),
        ("9κ ninety and pilotta", "9κ 90 πιλόττα"),
        ("9κ hundred and pilotta", "9κ 100 πιλόττα"),
        ("9κ 4 βαλέδες", "9κ καρέ jacks"),
    ],
)
def test_two_spellings_are_one_hand(line, same):
    assert read(line) == (read(same) if same else {"fault": read(line)["fault"]})


@pytest.mark.parametrize("word", ["a" * 190, "1" * 190, "κ" * 95 + "7" * 95])
@pytest.mark.parametrize("signs", ["--", ",-", "-", ",,a", ""])
def test_a_long_word_is_refused_at_once(word, signs):
    # One pattern for a whole chunk took hours: every letter more was twice the time.
    assert "fault" in read(f"90κ {word}{signs}")


def wild(seed, many):
    maker = WildLines(seed)
    return [maker.line() for _ in range(many)]


def in_disorder(hand):
    """Without the order of the sides, which a line does not keep."""
    return json.dumps(hand, sort_keys=True, ensure_ascii=False)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, rarely(1)])
def test_every_line_that_the_page_makes_is_its_hand(seed):
    for line, hand in wild(seed, 5000):
        found = read(line)
        assert in_disorder(found.get("hand", found)) == in_disorder(hand), line


@pytest.mark.slow
def test_the_phone_reads_alike():
    lines = [line for line, _hand in wild(7, 3000)]
    chance = random.Random(7)
    changed = [one_word_changed(line, chance)[0] for line in lines]
    strange = ["90κ 97 \u0130", "٩ 97", "9\u0301 97", "90👍 97", "\ud83d", "x" * 201, "👍" * 200]
    strange += ["a" * 190 + "--", "1" * 190 + ",-", "90κ -97", "90κ 97,,πιλόττα", "90κ 97,;.", ","]
    lines += [*changed, *strange, *(fault[0] for fault in FAULTS)]
    assert_alike("read.mjs", [(line, read(line)) for line in lines])


@pytest.mark.slow
def test_a_word_that_is_none_of_the_tables_never_makes_another_hand():
    chance = random.Random(3)
    others = 0
    for line, _hand in wild(3, 5000):
        changed, is_word = one_word_changed(line, chance)
        found = read(changed)
        if "hand" in found and found != read(line):
            assert is_word, (line, changed)
            others += 1
    assert 0 < others < 1500


@pytest.mark.faults
def test_many_lines():
    for line, hand in wild(100, 100_000):
        found = read(line)
        assert in_disorder(found.get("hand", found)) == in_disorder(hand), line


@pytest.mark.parametrize(
    ("line", "hand"),
    [
        ("90κ 97", "β 90κ 97"),
        ("εμείς 90κ 97 αυτοί πιλόττα", "β 90κ 97 α πιλόττα"),
        ("αυτοί 90κ πήραν 97", "α 90κ 97"),
        ("90κ πήραμε 97", "β 90κ 97"),
        ("α 90κ 97, led us", "α 90κ 97, led b"),
        ("90κ ανάποδο", "β 90κ ανάποδο"),
    ],
)
def test_line_of_side_b_means_its_own_side_by_us(line, hand):
    assert read(line, "B") == read(hand)
    assert_alike("read.mjs", [([line, "B"], read(hand))])


@pytest.mark.parametrize(
    ("line", "place", "word"),
    [
        ("90κ 97", 1, "90"),
        ("εμείς 90κ 97", 1, "εμείς"),
        ("α 90κ 97 αυτοί πιλόττα", 5, "αυτοί"),
        ("β 90κ πήραμε 97", 4, "πήραμε"),
        ("β 90κ 97 led us", 6, "us"),
    ],
)
def test_line_of_an_unknown_side_asks_whose_it_is(line, place, word):
    answer = read(line, None)
    fault = answer["fault"]
    assert (fault["code"], fault["place"], fault["word"]) == ("whose", place, word)
    assert_alike("read.mjs", [([line, None], answer)])


def test_line_of_an_unknown_side_is_read_by_the_letters_of_the_sides():
    for line in ("α 90κ 97", "b 90h 97 a pilotta", "πάσο"):
        assert read(line, None) == read(line)
        assert_alike("read.mjs", [([line, None], read(line))])
