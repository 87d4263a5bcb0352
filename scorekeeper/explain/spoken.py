"""What a voice says of a match after each save: the hand and the score, numbers in words.

`static/js/words/spoken.js` is its twin on the phone.
"""

from typing import Final, NamedTuple

from scorekeeper.explain.label_words import LABELS
from scorekeeper.explain.labels import is_them, is_us
from scorekeeper.i18n import current_locale
from scorekeeper.i18n.language import _l, lazy_pgettext
from scorekeeper.i18n.number_words import spell
from scorekeeper.i18n.sentences import Sentences
from scorekeeper.rules.match import Adjust, Row, Standing
from scorekeeper.rules.model import BySide, Side

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
        # In each language of its own voice.
        "no_voice": lazy_pgettext("said aloud", "This device has no English voice of its own."),
    }
)
"""The sentences, and what the switch says."""


class SpokenScore(NamedTuple):
    """What is said of a match as it stands, for a page that has a voice."""

    entries: int
    """How many entries count."""
    whole: str
    """The last entry and the totals."""
    total: str
    """The totals alone, for when a save took something back or mended it."""


def spoken_score(names: BySide[str], standing: Standing) -> SpokenScore:
    """What a voice says of a match now, whose sides have these names to its hearer."""
    rows = [row for row in standing.rows if row.counts]
    total = _total(standing.totals, names, standing.winner)
    whole = f"{spoken_entry(rows[-1], names)} {total}" if rows else total
    return SpokenScore(len(rows), whole, total)


def spoken_entry(row: Row, names: BySide[str]) -> str:
    """What each side got by an entry."""
    if isinstance(row.entry, Adjust):
        points = BySide(row.entry.A, row.entry.B)
    elif row.entry.passed_out or row.score is None:
        return SPOKEN.say("passed_out")
    else:
        points = BySide(row.score.A, row.score.B)
    a, b = _numbers(points)
    return SPOKEN.say("hand_of", us=names.A, them=names.B, a=a, b=b)


def _total(totals: BySide[int], names: BySide[str], winner: Side | None) -> str:
    a, b = _numbers(totals)
    texts = [SPOKEN.say("total", a=a, b=b)]
    if winner:
        texts.append(_won(names.of(winner)))
    return " ".join(texts)


def _won(side: str) -> str:
    if is_us(side):
        return SPOKEN.say("we_won")
    return SPOKEN.say("they_won" if is_them(side) else "won", side=side)


def _numbers(points: BySide[int]) -> tuple[str, str]:
    language = current_locale()
    return spell(points.A, language), spell(points.B, language)
