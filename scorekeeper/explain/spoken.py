"""The sentences of a phone's voice after each save, and the words that the phone gets for them.

`static/js/words/spoken.js` is the twin on the phone and picks among the words as this module does.
The phone gets only the words that it speaks itself.
"""

import json
from functools import cache
from typing import Any, Final, NamedTuple

from scorekeeper.explain import (
    acts,
    explained_hand,
    field_words,
    label_words,
    line_reasons,
    problems,
    ruling,
)
from scorekeeper.explain.field_words import QUESTIONS
from scorekeeper.explain.label_words import LABELS
from scorekeeper.explain.labels import is_them, is_us
from scorekeeper.i18n import current_locale
from scorekeeper.i18n.language import Language, Sentences, _l, lazy_pgettext, use_locale
from scorekeeper.i18n.number_words import spell
from scorekeeper.rules.match import Adjust, Row, Standing
from scorekeeper.rules.model import BySide

SPOKEN: Final = Sentences[str](
    {
        "hand_of": lazy_pgettext("said aloud", "%(us)s %(a)s, %(them)s %(b)s."),
        "passed_out": lazy_pgettext("said aloud", "All passed."),
        "total": lazy_pgettext("said aloud", "Total %(a)s – %(b)s."),
        "we_won": lazy_pgettext("said aloud", "We have won."),
        "they_won": lazy_pgettext("said aloud", "They have won."),
        "won": lazy_pgettext("said aloud", "%(side)s won."),
        "us": LABELS["us"],
        "them": LABELS["them"],
        "switch_on": _l("Say it"),
        "switch_off": _l("Say it no more"),
        # Each language names its own voice.
        "no_voice": lazy_pgettext("said aloud", "This device has no English voice of its own."),
    }
)
"""The sentences, and what the switch says."""


class SpokenScore(NamedTuple):
    """The spoken score of a match as it stands, for a page that has a voice."""

    entries: int
    """How many entries count."""
    whole: str
    """The last entry and the totals."""
    total: str
    """The totals alone, for when a save took something back or mended it."""


def spoken_score(names: BySide[str], standing: Standing) -> SpokenScore:
    """Return the spoken score of a match; `names` are those that its hearer has for the sides."""
    rows = [row for row in standing.rows if row.counts]
    total = _total(standing, names)
    whole = f"{spoken_entry(rows[-1], names)} {total}" if rows else total
    return SpokenScore(len(rows), whole, total)


def spoken_entry(row: Row, names: BySide[str]) -> str:
    """Return the spoken score of one entry."""
    if isinstance(row.entry, Adjust):
        points = BySide(row.entry.A, row.entry.B)
    elif row.entry.passed_out or row.score is None:
        return SPOKEN.say("passed_out")
    else:
        points = BySide(row.score.A, row.score.B)
    a, b = _numbers(points)
    return SPOKEN.say("hand_of", us=names.A, them=names.B, a=a, b=b)


def _total(standing: Standing, names: BySide[str]) -> str:
    a, b = _numbers(BySide(*standing.ordered_totals))
    texts = [SPOKEN.say("total", a=a, b=b)]
    if standing.winner:
        texts.append(_won(names.of(standing.winner)))
    return " ".join(texts)


def _won(side: str) -> str:
    if is_us(side):
        return SPOKEN.say("we_won")
    return SPOKEN.say("they_won" if is_them(side) else "won", side=side)


def _numbers(points: BySide[int]) -> tuple[str, str]:
    language = current_locale()
    return spell(points.A, language), spell(points.B, language)


VOCABULARY: Final[dict[str, Sentences[Any]]] = {
    "label": label_words.LABELS,
    "preset": label_words.PRESET_NAMES,
    "trump": label_words.TRUMP_NAMES,
    "trump_glyph": label_words.TRUMP_GLYPHS,
    "doubled": label_words.DOUBLED_NAMES,
    "kind": label_words.KIND_NAMES,
    "kind_short": label_words.KINDS_SHORT,
    "four": label_words.FOURS,
    "rank": label_words.RANK_NAMES,
    "top": label_words.RUN_TOPS,
    "case": explained_hand.CASES,
    "headline": ruling.HEADLINES,
    "part": ruling.PARTS,
    "title": line_reasons.TITLES,
    "reason": line_reasons.REASONS,
    "ruling": explained_hand.RULINGS,
    "left_to": explained_hand.LEFT_TO,
    "lost": explained_hand.LOST,
    "problem": problems.PROBLEMS,
    "missing": problems.MISSING,
    "claim": problems.CLAIMS,
    "pilotta_trump": problems.WITHOUT_TRUMPS,
    "after_end": problems.AFTER_END,
    "full": problems.FULL,
    "field": field_words.HAND_FIELDS,
    "expected": field_words.IN_HANDS,
    "question": QUESTIONS,
    "act": acts.ACTS,
    "act_of_hand": acts.OF_HANDS,
    "changed": acts.CHANGED,
}
"""The tables, by the names that the phone knows them by."""


SPOKEN_VOCABULARY: Final[dict[str, Sentences[Any]]] = {"spoken": SPOKEN}
"""The words of a voice; a phone gets them once its owner switches the voice on."""


@cache
def vocabulary(language: Language, *, is_spoken: bool = False) -> str:
    """Write all words of that language as JSON: table → key → text with `%(name)s` for values."""
    tables = SPOKEN_VOCABULARY if is_spoken else VOCABULARY
    with use_locale(language):
        words = {
            table: {str(key): str(text) for key, text in sentences.items()}
            for table, sentences in tables.items()
        }
    return json.dumps(words, ensure_ascii=False, separators=(",", ":"))
