"""Says why a line is no hand: the word at which it stops to be one, and what may stand there."""

import json
from typing import Any, Final

from scorekeeper.i18n.language import Language, Sentences, _l, current_locale, lazy_pgettext
from scorekeeper.lines.line_cursor import LONGEST_LINE, FaultCode, LineFault, LinePart

LINE_FAULTS: Final[Sentences[FaultCode]] = Sentences(
    {
        "empty": _l("Nothing is typed."),
        "too_long": _l("The line is too long. Its limit in characters: %(longest)s"),
        "unknown": _l("Word %(place)s, “%(word)s”, is unknown. Here may stand: %(expected)s."),
        "unexpected": _l(
            "Word %(place)s, “%(word)s”, cannot stand here. Here may stand: %(expected)s."
        ),
        "unfinished": _l("Something is missing at the end: %(expected)s."),
        "number": _l("Word %(place)s, “%(word)s”: here goes %(expected)s."),
        "side_by_side": _l(
            "Word %(place)s, “%(word)s”: two numbers side by side. Put a comma between them, or a "
            "suit."
        ),
        "twice": _l("Word %(place)s, “%(word)s”, was said already."),
        "whose": _l(
            "Word %(place)s, “%(word)s”: of which side? Write a for the left column, b for the "
            "right one."
        ),
    }
)
LINE_PARTS: Final[Sentences[LinePart]] = Sentences(
    {
        "side": _l("us or them"),
        "bid": _l("a bid (8 to 40, or 80 to 400)"),
        "kapo": lazy_pgettext("part of a line", "kapo"),
        "passed": lazy_pgettext("part of a line", "pass"),
        "suit": lazy_pgettext("part of a line", "a suit"),
        "doubled": _l("closed or open"),
        "points": _l("card points"),
        "reversed": lazy_pgettext("part of a line", "reversed"),
        "pilotta": lazy_pgettext("part of a line", "pilotta"),
        "lost": lazy_pgettext("part of a line", "failed pilotta"),
        "run": _l("run 3 to run 8"),
        "four": lazy_pgettext("part of a line", "a four"),
        "declarations": _l("whose declarations count"),
        "nobody": lazy_pgettext("part of a line", "nobody"),
        "led": lazy_pgettext("part of a line", "who led"),
        "missing": _l("who gets the missing point"),
        "run_length": _l("3 to 8"),
        "to": _l("to which card"),
        "top": _l("a card from 7 to ace"),
        "in_trumps": lazy_pgettext("part of a line", "in trumps"),
        "ranks": _l("which four"),
        "end": lazy_pgettext("part of a line", "the end"),
    }
)

LINE_EXAMPLES: Final[dict[Language, str]] = {
    "el": "9κ 97 · αυτοί 100 μπαστούνια κλειστό 112 πιλόττα",
    "en": "9h 97 · them 100 spades closed 112 pilotta",
}
"""Lines, and no sentences: nothing in them agrees with a number."""


def line_examples() -> str:
    """Lines as readers of this language would type them."""
    return LINE_EXAMPLES[current_locale()]


def line_fault_text(fault: LineFault) -> str:
    """Say what is wrong with a line."""
    return LINE_FAULTS.say(
        fault.code,
        place=fault.place,
        word=fault.word,
        longest=LONGEST_LINE,
        expected=", ".join(LINE_PARTS.say(part) for part in fault.expected),
    )


def line_vocabulary() -> str:
    """Write these sentences as JSON for the phone, in the reader's language."""
    tables: dict[str, Sentences[Any]] = {"fault": LINE_FAULTS, "part": LINE_PARTS}
    words = {
        name: {key: str(text) for key, text in table.items()} for name, table in tables.items()
    }
    return json.dumps(words, ensure_ascii=False)
