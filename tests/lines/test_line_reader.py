"""Lines read as hands: the page's examples, faults at their words, and lines made by the page."""

import json
import random

import pytest

from scorekeeper.explain.line_fault_words import line_fault_text
from scorekeeper.i18n import use_locale
from scorekeeper.lines.line_cursor import LineFault
from scorekeeper.lines.line_names import NO_NAMES
from scorekeeper.lines.line_reader import read_line
from scorekeeper.rules.codec import write_hand
from scorekeeper.rules.model import SIDES, BySide, Hand
from tests.lines.wild_lines import WildLines, one_word_changed
from tests.lines.written_lines import ASKED_LINES, COMMON_AND_ASKED, ORDINARY_LINES
from tests.support.examples import rarely
from tests.support.node import assert_alike
from tests.test_docs_rules import coded, rows_of

EXAMPLES = [row for row in rows_of("A hand as a line") if len(row) == 2]
READ = [coded(row) for row in EXAMPLES if row[1].startswith("`{")]
ALSO_READ = [
    ("9 κούπες 97", '{"bidder": "A", "bid": 90, "trump": "hearts", "points": {"A": 97}}'),
    ("b 90 97", '{"bidder": "B", "bid": 90, "points": {"B": 97}}'),
    (
        "them 9 hearts 60 us 102",
        '{"bidder": "B", "bid": 90, "trump": "hearts", "points": {"A": 102, "B": 60}}',
    ),
    ("90κ 97 65", '{"bidder": "A", "bid": 90, "trump": "hearts", "points": {"A": 97, "B": 65}}'),
    (
        "9μ 97 πιλόττα αυτοί, εμείς 4 ρηγάδες",
        '{"bidder": "A", "bid": 90, "trump": "spades", "points": {"A": 97},'
        ' "declarations": {"A": ["four:K"]}, "pilotta": "B"}',
    ),
]
REFUSED = [
    word for row in EXAMPLES if row[0][0] == "`" and row[1][0] != "`" for word in coded(row[:1])
]
FAULTS = [
    ("", "empty", 1, "", ""),
    ("  ", "empty", 1, "", ""),
    ("9 " * 101, "too_long", 1, "", ""),
    ("90 κουπς 97", "guess", 2, "κουπς", "κούπες"),
    ("us", "bid", 2, "", ""),
    ("κούπες 97", "bid", 1, "κούπες", ""),
    ("50κ 97", "bid_range", 1, "50", ""),
    ("7 97", "bid_range", 1, "7", ""),
    ("90κ 1001", "points_range", 3, "1001", ""),
    ("90κ 097", "unknown", 3, "097", ""),
    ("εννιά ενενήντα επτά", "side_by_side", 2, "ενενήντα", ""),
    ("90 ninety-seven", "side_by_side", 2, "ninety", ""),
    ("90κ 97-60", "pack", 3, "97-60", ""),
    ("9,5κ 97", "unknown", 1, "9,5κ", ""),
    ("90κ 97 60", "pack", 4, "60", ""),
    ("90κ 97 a 60", "of_side", 4, "a", ""),
    ("κούπες 9 97", "bid_first", 1, "κούπες", ""),
    ("αυτοί κούπες 9 97", "bid_first", 2, "κούπες", ""),
    ("90κ 97 50άρι", "unknown", 5, "άρι", ""),
    ("90κ 97 4 παπάδες", "unknown", 5, "παπάδες", ""),
    ("90κ 97 αυτοί δηλώσεις", "declared", 5, "δηλώσεις", ""),
    ("90κ καπό αυτοί", "of_kapo", 4, "αυτοί", ""),
    ("90κ 97 β πιλόττα καρέ", "owner", 6, "καρέ", ""),
    ("90κ 97 πιλόττα πιλότα", "twice", 5, "πιλότα", ""),
    ("90κ 97 led us led them", "twice", 6, "led", ""),
    ("90κ 97 x2 κλειστό", "twice", 6, "κλειστό", ""),
    ("90κ 97 run 9", "run_length", 5, "9", ""),
    ("90κ 97 run", "run_length", 5, "", ""),
    ("90κ 97 run 4 to 6", "top", 7, "6", ""),
    ("90κ 97 run 4 to pilotta", "top", 7, "pilotta", ""),
    ("90κ 97 failed", "lost", 4, "failed", ""),
    ("90κ 70 failed pilotta", "lost", 4, "failed", ""),
    ("90κ 20 πιλόττα", "points", 3, "20", ""),
    ("90κ 97 δηλώσεις", "side", 5, "", ""),
    ("90κ 97 declarations nobody led", "side", 7, "", ""),
    ("β 90κ πήραμε 70", "owner", 4, "πήραμε", ""),
    ("90κ πήραν 70", "bidder", 3, "πήραν", ""),
    ("90κ 70 β πήραμε 92", "owner", 5, "πήραμε", ""),
    ("90κ us πήραν 92", "owner", 4, "πήραν", ""),
    ("them ten hearts a hundred", "misplaced", 4, "a", ""),
    ("90κ took us", "points", 4, "us", ""),
    ("90κ μέσα", "points", 4, "", ""),
    ("πάσο 90", "misplaced", 2, "90", ""),
    ("90κ 97 αυτοί", "of_side", 4, "αυτοί", ""),
    ("90κ 97 μέσα", "verdict", 4, "μέσα", ""),
    ("90κ 70 βγήκε", "verdict", 4, "βγήκε", ""),
    ("90κ βγήκαν 97", "bidder", 3, "βγήκαν", ""),
    ("bid 90κ 97", "bidder", 1, "bid", ""),
    ("αυτοί είπαμε 90κ", "bidder", 2, "είπαμε", ""),
    ("αυτοί 90κ 97-65", "order", 4, "97-65", ""),
    ("αυτοί 90κ 97 65", "order", 4, "97", ""),
    ("9μ 97 δηλώσεις αυτοί", "declared", 4, "δηλώσεις", ""),
    ("9μ 97 πιλόττα αυτοί σκάλα 3", "between", 5, "αυτοί", ""),
    ("9μ 97 σκάλα 3 πιλόττα αυτοί", "owner", 4, "σκάλα", ""),
    ("9μ 97 αυτοί, σκάλα 3", "between", 4, "αυτοί", ""),
    ("9s 97", "two_suits", 2, "s", ""),
    ("εννενηντα κ 97", "guess", 1, "εννενηντα", "90"),
    ("9κ 97 πιλοτα αυτόι σκαλα 3", "between", 5, "αυτόι", ""),
    ("ξυζ 97", "unknown", 1, "ξυζ", ""),
    ("9κ 97 πιλόττα 2", "misplaced", 5, "2", ""),
    ("90κ 97 και 65", "pack", 5, "65", ""),
    ("9 97 κούπες", "misplaced", 3, "κούπες", ""),
]
NAMES = BySide(("Μαρία", "Γιώργος", "Νίκος"), ("Πάφος", "Ελένη", "Ανδρέας Παπάς", "Νίκος"))


def read(line, writer="A", names=NO_NAMES):
    """Return the answer of a runtime."""
    found = read_line(line, writer, names)
    if isinstance(found, Hand):
        return {"hand": write_hand(found)}
    return {"fault": found._asdict()}


@pytest.mark.parametrize(("line", "hand"), [*READ, *ALSO_READ])
def test_example_of_the_page_or_of_this_file_is_its_hand(line, hand):
    assert read(line) == {"hand": json.loads(hand)}


def test_the_page_has_examples_of_both():
    assert len(READ) >= 15
    assert len(REFUSED) >= 6


@pytest.mark.parametrize("line", REFUSED)
def test_line_listed_as_refused_in_the_rules_page_has_a_fault(line):
    assert "fault" in read(line)


@pytest.mark.parametrize(("line", "code", "place", "word", "guess"), FAULTS)
def test_fault_names_one_thing_at_its_word(line, code, place, word, guess):
    assert tuple(read_line(line)) == (code, place, word, guess)


def test_phone_reads_ordinary_lines_and_names_alike():
    lines = [line for line, _meant in (*ORDINARY_LINES, *ASKED_LINES)]
    named = {side: list(getattr(NAMES, side)) for side in SIDES}
    for writer in (*SIDES, None):
        pairs = [([line, writer, named], read(line, writer, NAMES)) for line in lines]
        assert_alike("read.mjs", pairs)


@pytest.mark.parametrize(("line", "meant"), ORDINARY_LINES)
def test_ordinary_line_is_the_hand_that_is_meant(line, meant):
    assert read(line, "A", NAMES) == {"hand": read(meant)["hand"]}


def test_nine_of_ten_ordinary_lines_are_read():
    assert len(ORDINARY_LINES) >= 0.9 * (len(ORDINARY_LINES) + len(COMMON_AND_ASKED))


@pytest.mark.parametrize(("line", "question"), ASKED_LINES)
def test_line_that_may_mean_two_hands_is_asked_back(line, question):
    found = read_line(line, "A", NAMES)
    assert isinstance(found, LineFault)
    with use_locale("el"):
        assert line_fault_text(found) == question


@pytest.mark.parametrize(
    ("line", "hand"),
    [
        ("Γιώργος 9κ 97", "α 9κ 97"),
        ("του Γιώργου 9κ 97", "α 9κ 97"),
        ("η Ελένη είπε 9κ, 97", "β 9κ 97"),
        ("Πάφος 9κ 97 πιλόττα Γιώργο", "β 9κ β 97 πιλόττα α"),
        ("Ανδρέας Παπάς 9κ 97", "β 9κ 97"),
        ("Ανδρέα 9κ 97", "β 9κ 97"),
        ("του Παπά 9κ 97", "β 9κ 97"),
    ],
)
def test_names_of_sides_and_players_mean_their_side_on_every_phone(line, hand):
    assert read(line, "A", NAMES) == read(line, None, NAMES) == read(hand)


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("μιχαηλ 9κ 97", "α 9κ 97"),
        ("του παύλου 9κ 97", "β 9κ 97"),
        ("ο Γιώργος 9κ 97", "α 9κ 97"),
        ("νίκη 9κ 97", "β 9κ 97"),
    ],
)
def test_surname_means_nobody_whose_first_name_it_is(line, meant):
    names = BySide(("Μιχαήλ", "Γιώργος Παύλου"), ("Άννα Μιχαήλ", "Παύλος", "Κούπα Νίκη", "Μία Λία"))
    assert read(line, "A", names) == read(meant)
    assert read_line("λία 9κ 97", "A", names)[0] == read_line("ρία 9κ 97", "A", names)[0]


def test_surname_on_both_sides_is_asked_back():
    names = BySide(("Άννα Παύλου",), ("Νίκος Παύλου",))
    assert read_line("Παύλου 9κ 97", "A", names)[:3] == ("both_sides", 1, "Παύλου")


def test_name_on_both_sides_is_asked_back():
    assert read_line("Νίκος 9κ 97", "A", NAMES)[:3] == ("both_sides", 1, "Νίκος")


def test_name_that_is_a_word_of_the_table_stays_that_word():
    names = BySide(("Κούπα", "9", "ενενήντα"), ("Αυτοί", "Μ", "Α. Σ."))
    for line in ("9 κούπα 97", "αυτοί 9μ ενενήντα", "α 9σ 97"):
        assert read(line, "A", names) == read(line)


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
        ("9κ 97 four kings", "9κ 97 4 ρηγάδες"),
        ("9κ ninety four kings", None),
        ("9κ 158 4 ρηγάδες", "9κ 158, καρέ ρηγάδες"),
        ("9κ 97, four kings", "9κ 97 4 ρηγάδες"),
        ("9κ 97 and four kings", "9κ 97 καρέ ρηγάδες"),
        ("9κ ninety and pilotta", "9κ 90 πιλόττα"),
        ("9κ hundred and pilotta", "9κ 100 πιλόττα"),
        ("9κ 4 βαλέδες", "9κ καρέ jacks"),
        ("90 κουπς 97", None),
        ("ογδονταπέντε κ εκατονδώδεκα", "85κ 112"),
        ("them 9h 97 - 65 made", "them 9h 97 us 65"),
        ("us 9h 70 pilotta made", "us 9h 70 pilotta"),
        ("us 9h 70 pilotta down", None),
        ("us 9h 70 down failed pilotta", "us 9h 70 χαμένη πιλόττα"),
        ("9κ 20, πιλόττα", "9κ 20 πόντους πιλόττα"),
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
