"""Sentences in both languages with each value in them: number, gender, case, word order."""

import re
from collections.abc import Iterator
from typing import Any, Literal

import pytest

from scorekeeper.club.club_seasons import count_season
from scorekeeper.club.seasons.season import season_standings
from scorekeeper.club.seasons.season_reader import read_season
from scorekeeper.explain import auction_rulings
from scorekeeper.explain.counting_rulings import tricks_lack
from scorekeeper.explain.other_rules_ruling import compare_rules
from scorekeeper.explain.play_rulings import play_ruling
from scorekeeper.explain.season_words import rules_lines, standing_lines, sum_text, tie_lines
from scorekeeper.explain.switch_words import SWITCH_WORDS
from scorekeeper.i18n import use_locale
from scorekeeper.i18n.language import Sentences
from scorekeeper.rules.cards import Card, read_card
from scorekeeper.rules.model import RuleSet
from scorekeeper.rules.play import Pile, count
from tests.explain.greek import MARK, Sentence, other_words, sentences, words, wrong_in
from tests.explain.hands import NAMES, scored
from tests.seasons.parts import WildSeason, event, ranked, season
from tests.support.desk import BY_PLACE, ClubDesk, Desk
from tests.support.examples import share_of
from tests.support.processes import PROJECT

EVERY = tuple(sentences())
MANUAL = (PROJECT / "docs" / "manual.md").read_text(encoding="utf-8")


def test_every_sentence_agrees_with_every_value_that_can_stand_in_it() -> None:
    faults = [
        f"{told.replace(MARK, '')}  ← {fault}"
        for sentence in EVERY
        for told in sentence.told()
        for fault in wrong_in(told)
    ]
    assert faults == [], "\n".join(faults)


@pytest.mark.parametrize(
    ("greek", "fault"),
    [
        ("Έτσι λένε οι %(num)s από τους 9 κανόνες.", "«οι 1»"),
        ("%(num)s πόντοι", "«1 πόντοι»"),
        ("Παίχτηκαν %(count)s χέρια.", "«1 χέρια»"),
        ("και περισσεύουν %(spare)s.", "«περισσεύουν 1»"),
        ("μένει %(count)s", "«μένει 2»"),
        ("%(num)s πόντος", "«2 πόντος»"),
        ("μένουν %(minutes)s λεπτά", "«μένουν 1»"),
        ("%(side)s, πήρε την μπάζα", "«πήρε» beside a name"),
        ("μοιράζουν %(side)s", "«μοιράζουν» beside a name"),
        ("%(who)s κέρδισε", "«κέρδισε» beside a name"),
        ("%(num)s πράγματα", "«πράγματα» behind a number: is it for one, or for more?"),
        ("Λείπει: %(field)s", "«Λείπει» before more than one"),
        ("Βγάλε: %(field)s", "«Βγάλε» and no object"),
        ("κρίνει ποιος βγήκε πρώτος", r"«βγήκ\w+ πρώτ»"),
        ("Λάθος στο %(place)sο", r"«Λάθος στο \S+ο\b»"),
        ("Το %(field)s δεν είναι πεδίο εδώ", "«Το το»"),
        ("Ο περιηγητής σου", "«περιηγητής»: elsewhere «browser»"),
        ("Κάθεται αναπληρωματικός", "«αναπληρωματικός»: elsewhere «αντικαταστάτης»"),
        ("Χέρι %(hand)s: κάτω κατά %(off)s.", "«κάτω κατά»"),
    ],
)
def test_a_sentence_that_does_not_agree_is_found(greek: str, fault: str) -> None:
    told = list(Sentence("", greek, None).told())
    assert fault in [one for words in told for one in wrong_in(words)]


def test_manual_speaks_the_words_of_the_sentences() -> None:
    assert list(other_words(MANUAL)) == []


def test_manual_puts_no_article_before_a_label_in_another_case() -> None:
    """A label keeps its nominative: «το φύλλο **Κωδικός**», never «τον **Κωδικός**»."""
    assert (
        re.findall(r"\b(?:[σΣ]?[τΤ](?:ον|ου|ους)) \*\*\w+(?:ός|ος|ής|ης|άς|ας|οι)\b", MANUAL) == []
    )


PLURAL = r"(?:Οι|Τα|Πόντοι|Δηλώσεις|Ίσες) |.*, ανοικτό"


@pytest.mark.parametrize("field", SWITCH_WORDS)
def test_values_of_a_switch_agree_with_its_title_in_number(field: str) -> None:
    with use_locale("el"):
        words = SWITCH_WORDS[field]
        values = [str(value) for value in words.values.values()]
        is_of_more = re.match(PLURAL, str(words.title))
    singular = r"(?:δεν )?\w+(?:ζει|εται|ένει)\b"
    assert not is_of_more or [one for one in values if re.match(singular, one)] == []


def test_the_forms_for_one_and_for_more_are_told_with_their_own_numbers() -> None:
    one, more = Sentence("", "%(num)s χέρι", True), Sentence("", "%(num)s χέρια", False)
    assert list(one.told()) == ["1 χέρι"]
    assert list(more.told()) == ["0 χέρια", "2 χέρια", "21 χέρια"]


def test_auction_rulings_do_not_use_the_greek_words_for_doubling() -> None:
    tables = [one for one in vars(auction_rulings).values() if isinstance(one, Sentences)]
    with use_locale("el"):
        said = [str(text) for table in tables for text in table.values()]
    assert len(said) > 30
    stems = ("κλείν", "κλείσ", "έκλεισ", "άνοιξ", "ανοίγ", "Κλείν", "Ανοίγ")
    assert [text for text in said if any(stem in text for stem in stems)] == []


def cards(codes: str) -> list[Card]:
    return [card for code in codes.split() if (card := read_card(code))]


@pytest.mark.parametrize(
    ("rules", "hand", "expected"),
    [
        ("cardrules", {"doubled": 2}, "Το ίδιο βγάζει 1 από τα 9 σετ κανόνων."),
        ("cafe", {}, "Το ίδιο βγάζουν 6 από τα 9 σετ κανόνων."),
    ],
)
def test_one_set_of_rules_says_it_and_more_say_it(
    rules: str, hand: dict[str, Any], expected: str
) -> None:
    made = {"bidder": "A", "bid": 80, "trump": "hearts", "points": {"A": 86}}
    read, _score, rule_set = scored(rules, made | hand)
    with use_locale("el"):
        assert compare_rules(read, rule_set, NAMES["el"]).verdict.endswith(expected)


@pytest.mark.parametrize(
    ("codes", "expected"),
    [("Jh Qh Kh Ah 7h", "περισσεύει 1."), ("Jh Qh Kh Ah 7h 8h", "περισσεύουν 2.")],
)
def test_one_card_is_left_over_and_more_are(codes: str, expected: str) -> None:
    pile = Pile("A", frozenset(cards(codes)), last_trick=True, trump="hearts")
    with use_locale("el"):
        assert expected in tricks_lack(pile, count(pile, RuleSet()), is_last_known=True)


@pytest.mark.parametrize(
    ("overtrump", "expected"),
    [("no", "Τότε επιτρέπεται ♥ J."), ("always", "Τότε επιτρέπονται ♥ J 7.")],
)
def test_there_one_card_may_be_played_or_more(
    overtrump: Literal["no", "always"], expected: str
) -> None:
    rules = RuleSet(overtrump=overtrump)
    with use_locale("el"):
        ruling = play_ruling(cards("As 9h"), cards("Jh 7h 7c"), "hearts", rules)
    assert expected in [reason.text for reason in ruling.reasons]


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


def lines_of(told):
    """The lines of each row."""
    season_read, _problems = read_season(told)
    rows = season_standings(season_read)
    return rows, [tie_lines(season_read, rows, at) for at in range(len(rows))]


def test_all_who_are_level_with_another_place_read_why_and_nobody_else(english):
    for seed in range(share_of(600)):
        rows, lines = lines_of(WildSeason(seed).season())
        places = [(row.place, row.points) for row in rows if row.place is not None]
        for row, told in zip(rows, lines, strict=True):
            level = {place for place, points in places if points == row.points} - {row.place}
            assert bool(told) == (row.place is not None and bool(level)), seed


def test_of_a_countback_the_evening_is_told_in_which_they_differ(english):
    _rows, lines = lines_of(
        season(
            event(1, ranked("a b", 1), ranked("c d", 2)),
            event(2, ranked("e f", 1), ranked("c d", 2), ranked("a b", 3)),
            points={"scheme": "places", "table": [10, 7, 4]},
            ties=["countback"],
        )
    )
    assert lines == [
        ["Level on points with place 2. Best evening no. 1: 10 against 7"],
        ["Level on points with place 1. Best evening no. 1: 7 against 10"],
        [],
    ]


@pytest.mark.parametrize(
    ("ties", "told"),
    [
        (["wins"], ["level on points: evenings won"]),
        (
            ["countback", "events"],
            ["level on points: 1. the best evening, then the next 2. evenings played"],
        ),
        ([], []),
    ],
)
def test_another_order_of_tie_breaks_reads_otherwise(english, ties, told):
    without = rules_lines(BY_PLACE)
    assert rules_lines({**BY_PLACE, "ties": ties}) == [*without, *told]


def test_a_weight_is_told_of_a_sum_and_not_of_nothing(english):
    points = {"scheme": "results", "win": 4, "draw": 3, "loss": 2, "bye": 3}
    evening = event(1, ranked("a b", 1, wins=2), ranked("c d", 2), weight="1.5")
    season_read, _problems = read_season(season(evening, points=points))
    told = [sum_text(season_read, row.results[0]) for row in season_standings(season_read)]
    assert told == ["2 × 4 × 1.5", ""]


def test_an_evening_that_is_not_over_is_named(context, english):
    done, begun = (Desk(2, name=name, format="swiss", rounds=1) for name in ("Friday", "Monday"))
    done.draw().result(1, 351, 200)
    begun.draw()
    desk = ClubDesk()
    desk.belong(done).belong(begun).season(done, begun)
    counted = count_season(desk.club, desk.club.seasons[0])
    lines = standing_lines(desk.club, counted, is_inside=False)
    assert lines == [*rules_lines(BY_PLACE), "not over yet: Monday"]
    begun.result(1, 351, 200)
    counted = count_season(desk.club, desk.club.seasons[0])
    assert standing_lines(desk.club, counted, is_inside=True) == rules_lines(BY_PLACE)
