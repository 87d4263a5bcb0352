"""A voice says what the ledger has: read back number by number, for both runtimes."""

import json
import re
from dataclasses import replace

import pytest

from scorekeeper.explain.shown_names import match_as_read, side_names
from scorekeeper.explain.spoken import SPOKEN, spoken_score, vocabulary
from scorekeeper.i18n import LANGUAGES, use_locale
from scorekeeper.rules.codec import read_hand, read_rules
from scorekeeper.rules.match import Adjust, Match, Party
from scorekeeper.rules.model import BySide
from tests.rules.wild import Wild
from tests.support.examples import ALL_EXAMPLES, share_of
from tests.support.node import answers

HANDS = 100_000 if ALL_EXAMPLES else share_of(4_000)
"""All of them in `make faults`."""
IN_A_MATCH = 25
READERS = ("A", "B", None)
NAMED = (("", ""), ("Οι πάνω", ""), ("", "Them, the brave."), ("Μαρία & Γιώργος", "Ours – 7"))


def _numbered(start, step, words):
    return {word: start + step * place for place, word in enumerate(words.split())}


VALUES = {
    "el": {
        **_numbered(0, 1, "μηδέν ένα δύο τρία τέσσερα πέντε έξι επτά οκτώ εννιά δέκα έντεκα"),
        **_numbered(12, 1, "δώδεκα δεκατρία δεκατέσσερα δεκαπέντε δεκαέξι δεκαεπτά δεκαοκτώ"),
        **_numbered(19, 1, "δεκαεννιά είκοσι"),
        **_numbered(30, 10, "τριάντα σαράντα πενήντα εξήντα εβδομήντα ογδόντα ενενήντα εκατό"),
        **_numbered(100, 100, "εκατόν διακόσια τριακόσια τετρακόσια πεντακόσια εξακόσια"),
        **_numbered(700, 100, "επτακόσια οκτακόσια εννιακόσια χίλια"),
        **{"μία": 1, "τρεις": 3, "τέσσερις": 4},
    },
    "en": {
        **_numbered(0, 1, "zero one two three four five six seven eight nine ten eleven twelve"),
        **_numbered(13, 1, "thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty"),
        **_numbered(30, 10, "thirty forty fifty sixty seventy eighty ninety"),
    },
}
SENTENCES = {
    "el": r"(?P<us>.+?) {n}, (?P<them>.+?) {n}\. Σύνολο {n} – {n}\.(?P<end>.*)",
    "en": r"(?P<us>.+?) {n}, (?P<them>.+?) {n}\. Total {n} – {n}\.(?P<end>.*)",
}
TOTALS = {"el": r"(.+?)\. Σύνολο {n} – {n}\.(.*)", "en": r"(.+?)\. Total {n} – {n}\.(.*)"}


def heard(words, language):
    """Return the number that a listener hears who knows nothing of the program."""
    sign = -1 if words.startswith(("μείον ", "minus ")) else 1
    whole = part = 0
    for word in words.removeprefix("μείον ").removeprefix("minus ").replace("-", " ").split():
        if word in ("χιλιάδες", "thousand"):
            whole, part = whole + 1000 * part, 0
        elif word == "hundred":
            part *= 100
        elif word != "and":
            part += VALUES[language][word]
    return sign * (whole + part)


def pattern(text, language):
    words = "|".join(sorted({*VALUES[language], "χιλιάδες", "thousand", "hundred", "and"}))
    number = rf"((?:(?:μείον|minus) )?(?:{words})(?:[ -](?:{words}))*)"
    return re.compile(text.replace("{n}", number))


def matches(count):
    """Yield matches of random hands with adjustments, until there are `hands` hands."""
    wild, made = Wild(23), 0
    while made < count:
        rules, wrong = read_rules(told := wild.rules())
        if wrong:
            continue
        hands = (read_hand(wild.hand(told), rules) for _ in range(IN_A_MATCH))
        entries = [hand for hand, found in hands if not found]
        made += len(entries)
        if wild.happens(0.2):
            entries.insert(len(entries) // 2, Adjust(wild.chance.randint(-400, 400), -20, "x"))
        names = wild.one_of(NAMED)
        sides = BySide(*(Party(name) for name in names))
        yield Match(sides=sides, rules=rules, entries=tuple(entries), first_dealer="A1")


def moments(match):
    """The standing after each entry that counts, as the ledger had it then."""
    whole = match.standing()
    rows = [row for row in whole.rows if row.counts]
    for place, row in enumerate(rows, 1):
        winner = whole.winner if place == len(rows) else None
        yield replace(whole, rows=tuple(rows[:place]), totals=row.totals, winner=winner), row


def points_of(row):
    entry = row.entry
    if isinstance(entry, Adjust):
        return entry.A, entry.B
    return None if entry.passed_out else (row.score.A, row.score.B)


def as_the_phone_has_it(match, standing, row):
    points = points_of(row)
    last = (
        {"passedOut": True} if points is None else {"points": dict(zip("AB", points, strict=True))}
    )
    return {
        "totals": standing.totals._asdict(),
        "winner": standing.winner,
        "names": side_names(match)._asdict(),
        "entries": [{}] * (len(standing.rows) - 1) + [last],
    }


@pytest.mark.thorough
@pytest.mark.parametrize("language", LANGUAGES)
def test_spoken_score_has_the_numbers_of_the_ledger(language):
    texts = json.loads(vocabulary(language, is_spoken=True))["spoken"]
    asked, said, count = [], [], 0
    whole, after_a_pass = (pattern(one[language], language) for one in (SENTENCES, TOTALS))
    with use_locale(language):
        for place, typed in enumerate(matches(HANDS)):
            match = match_as_read(typed, READERS[place % 3])
            for standing, row in moments(match):
                score = spoken_score(side_names(match), standing)
                points = points_of(row)
                if points is None:
                    numbers = after_a_pass.fullmatch(score.whole).groups()[1:3]
                else:
                    found = whole.fullmatch(score.whole)
                    numbers = [text for text in found.groups() if _is_number(text, language)]
                order = -1 if standing.winner == "B" else 1
                expected = [*(points or ()), *standing.totals[::order]]
                assert [heard(one, language) for one in numbers] == expected, score.whole
                assert score.whole.endswith(score.total)
                count += 1
                asked.append([as_the_phone_has_it(match, standing, row), texts, language])
                said.append(score._asdict())
    words = ({"texts": texts, "language": language} for _, texts, language in asked)
    pairs = [[one, told] for (one, *_), told in zip(asked, words, strict=True)]
    assert answers("spoken.mjs", pairs) == said, "the phone says the same"
    assert count >= HANDS * 0.3


def _is_number(text, language):
    return bool(text) and all(
        word in {*VALUES[language], "μείον", "minus", "χιλιάδες", "thousand", "hundred", "and"}
        for word in re.split("[ -]", text)
    )


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("el", "Εμείς δεκαεννιά, Αυτοί έξι. Σύνολο δεκαεννιά – έξι."),
        ("en", "Us nineteen, Them six. Total nineteen – six."),
    ],
)
def test_a_hand_is_said_as_somebody_at_the_table_would(language, text):
    rules, _ = read_rules({"preset": "cafe"})
    hand, _ = read_hand({"bidder": "A", "bid": 90, "trump": "hearts", "points": {"A": 97}}, rules)
    match = Match(
        sides=BySide(Party(""), Party("")), rules=rules, entries=(hand,), first_dealer="A1"
    )
    with use_locale(language):
        names = side_names(match_as_read(match, "A"))
        assert spoken_score(names, match.standing()).whole == text


def test_the_end_is_said(english):
    rules, _ = read_rules({"preset": "cafe", "target": 21})
    hand, _ = read_hand({"bidder": "A", "bid": "kapo", "doubled": 4, "kapo": "A"}, rules)
    ends = []
    for name, reader in (("", "A"), ("", "B"), ("", None), ("Ours", "A")):
        sides = BySide(Party(name), Party(""))
        match = Match(sides=sides, rules=rules, entries=(hand,), first_dealer="A1")
        names = side_names(match_as_read(match, reader))
        ends.append(spoken_score(names, match.standing()).total.rpartition(". ")[2])
    assert ends == ["We have won.", "They have won.", "Side A won.", "Ours won."]


def test_each_sentence_is_said_or_is_the_switchs():
    used = {"us", "them", "hand_of", "passed_out", "total", "we_won", "they_won", "won"}
    assert {*SPOKEN} == used | {"switch_on", "switch_off", "no_voice"}
