"""Says why a line is no hand: the one thing that has to be asked."""

import json
from typing import Final

from scorekeeper.i18n.language import Language, Sentences, _l, current_locale, lazy_pgettext
from scorekeeper.lines.line_cursor import LONGEST_LINE, FaultCode, LineFault

LINE_FAULTS: Final[Sentences[FaultCode]] = Sentences(
    {
        "empty": _l("Nothing is typed."),
        "too_long": _l("The line is too long. Its limit in characters: %(longest)s"),
        "guess": _l("“%(word)s”: did you mean %(guess)s?"),
        "unknown": _l("“%(word)s”: this word is unknown."),
        "misplaced": _l("“%(word)s”: it cannot stand here."),
        "bid": _l("The bid is missing: 9 or 90, say."),
        "bid_first": _l("“%(word)s”: the bid stands before it: 9 hearts, say."),
        "bid_range": _l("“%(word)s”: no bid. Bids are 8 to 40, or 80 to 400."),
        "points": _l("The card points are missing."),
        "points_range": _l("“%(word)s”: too much for card points."),
        "pack": _l("“%(word)s”: the points of both sides do not make 162."),
        "order": _l("“%(word)s”: whose is the first number? Write them 97, say."),
        "verdict": _l("“%(word)s”: it does not fit the points. Whose are they?"),
        "bidder": _l("“%(word)s”: whose is the bid? Write us or them first."),
        "run_length": _l("How many cards has the run? From 3 to 8."),
        "top": _l("Up to which card? From 7 to ace."),
        "lost": _l("“%(word)s”: the pilotta or the bid? Write lost pilotta, or down."),
        "side": _l("Whose: us or them?"),
        "of_side": _l("“%(word)s”: what comes with it? Write us 97, say."),
        "of_kapo": _l("“%(word)s”: whose is the kapo? Write them kapo, say."),
        "owner": _l("“%(word)s”: whose, us or them?"),
        "between": _l("“%(word)s”: for the word before or behind it? Put a comma."),
        "declared": _l("“%(word)s”: which? Write them run 3, say."),
        "two_suits": _l("“%(word)s”: clubs or spades? Write c or m."),
        "both_sides": _l("“%(word)s”: a name on both sides. Write us or them."),
        "side_by_side": _l(
            "“%(word)s”: two numbers side by side. Put a comma between them, or a suit."
        ),
        "twice": _l("“%(word)s”: said already."),
        "whose": _l("“%(word)s”: of which side? Write a for the left column, b for the right one."),
    }
)
"""Each asks one thing, at the word where the line stops to be a hand."""
KAPO_TYPED: Final = lazy_pgettext("part of a line", "kapo")

LINE_EXAMPLES: Final[dict[Language, str]] = {
    "el": "9κ 97 · αυτοί 10 μπαστούνια κλειστό 112 πιλόττα",
    "en": "9h 97 · them 10 spades closed 112 pilotta",
}
"""Lines, and no sentences: nothing in them agrees with a number."""


def line_examples() -> str:
    """Lines as readers of this language would type them."""
    return LINE_EXAMPLES[current_locale()]


def line_fault_text(fault: LineFault) -> str:
    """Ask what has to be asked of a line."""
    return LINE_FAULTS.say(fault.code, word=fault.word, guess=fault.guess, longest=LONGEST_LINE)


def line_vocabulary() -> str:
    """Write these sentences as JSON for the phone, in the reader's language."""
    return json.dumps({code: str(text) for code, text in LINE_FAULTS.items()}, ensure_ascii=False)
