"""The words that a phone is given, so that it says without a server what the server would say.

`static/js/words/` picks among them as this package does. Only what is said there is in it.
"""

import json
from functools import cache
from typing import Any, Final

from scorekeeper.explain import (
    acts,
    declaration_reasons,
    explained_hand,
    field_words,
    label_words,
    line_reasons,
    problems,
    reasons,
    spoken,
)
from scorekeeper.explain.field_words import QUESTIONS
from scorekeeper.i18n.language import Language, use_locale
from scorekeeper.i18n.sentences import Sentences

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
    "headline": reasons.HEADLINES,
    "part": reasons.PARTS,
    "title": line_reasons.TITLES,
    "reason": line_reasons.REASONS,
    "ruling": declaration_reasons.RULINGS,
    "left_to": declaration_reasons.LEFT_TO,
    "lost": declaration_reasons.LOST,
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


SPOKEN_VOCABULARY: Final[dict[str, Sentences[Any]]] = {"spoken": spoken.SPOKEN}
"""What a voice says: a phone is given it once its owner wants to hear it."""


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
