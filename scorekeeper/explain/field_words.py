"""Fields of hands, rule sets and match files: their names, and what may stand in them."""

from collections.abc import Collection
from typing import Final

from scorekeeper.i18n.language import Sentences, _, _l, lazy_pgettext
from scorekeeper.rules.match_file import HEAD_TEXTS
from scorekeeper.rules.model import HIGHEST_TARGET, LOWEST_TARGET
from scorekeeper.rules.names import shorten
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.switches import switch_values

_LONGEST: Final = 40
"""Characters of a stranger's field name that are repeated."""

HAND_FIELDS: Final = Sentences(
    {
        "passed_out": lazy_pgettext("field", "passed out"),
        "bidder": lazy_pgettext("field", "the bidder"),
        "bid": lazy_pgettext("field", "the bid"),
        "trump": lazy_pgettext("field", "the trump"),
        "doubled": lazy_pgettext("field", "the doubling"),
        "points": lazy_pgettext("field", "the card points"),
        "kapo": lazy_pgettext("field", "the kapo"),
        "declarations": lazy_pgettext("field", "the declarations"),
        "declarations_to": lazy_pgettext("field", "the ruling on declarations"),
        "leader": lazy_pgettext("field", "who led"),
        "pilotta": lazy_pgettext("field", "the pilotta"),
        "pilotta_failed": lazy_pgettext("field", "the failed pilotta"),
        "tie_point": lazy_pgettext("field", "the missing point"),
    }
)
FILE_FIELDS: Final = Sentences(
    {
        "format": lazy_pgettext("field", "the format"),
        "sides": lazy_pgettext("field", "the sides"),
        "rules": lazy_pgettext("field", "the rules"),
        "target": lazy_pgettext("field", "the target"),
        "first_dealer": lazy_pgettext("field", "the first dealer"),
        "started": lazy_pgettext("field", "the start"),
        "place": lazy_pgettext("field", "the place"),
        "event": lazy_pgettext("field", "the event"),
        "round": lazy_pgettext("field", "the round"),
        "table": lazy_pgettext("field", "the table"),
        "numbers": lazy_pgettext("field", "the pair numbers"),
        "hands": lazy_pgettext("field", "the hands"),
        "hand": lazy_pgettext("field", "the hand"),
        "open": lazy_pgettext("field", "the open contract"),
        "ended": lazy_pgettext("field", "the end"),
        "adjust": lazy_pgettext("field", "the adjustment"),
        "reason": lazy_pgettext("field", "the reason"),
        "preset": lazy_pgettext("field", "the preset"),
        "version": lazy_pgettext("field", "the version"),
    }
)
_NAMES: Final[Sentences[str | None]] = Sentences({**FILE_FIELDS, **HAND_FIELDS})

SHORT_TEXT: Final = _l("a text of at most 80 characters on one line")
_A_SIDE: Final = _l('"A" or "B"')
IN_HANDS: Final = Sentences(
    {
        "passed_out": _l("true or false"),
        "bidder": _A_SIDE,
        "bid": _l('a whole number of points, such as 90, or "kapo"'),
        "trump": _l('"hearts", "diamonds", "clubs", "spades", "none" or "all"'),
        "doubled": _l("1, 2 or 4"),
        "points": _l('whole numbers for one side or both, such as {"A": 97}'),
        "kapo": _A_SIDE,
        "declarations": _l('lists such as {"A": ["run3:A", "four:K"], "B": ["nines"]}'),
        "declarations_to": _l('"A", "B" or "nobody"'),
        "leader": _A_SIDE,
        "pilotta": _A_SIDE,
        "pilotta_failed": _A_SIDE,
        "tie_point": _A_SIDE,
    }
)
"""The permitted contents of a hand's fields."""
_EXPECTED: Final = Sentences(
    {
        **IN_HANDS,
        "hand": _l("an object with the hand's fields"),
        "rules": _l("a preset's name or an object"),
        "version": _l("a whole number from 1 up"),
        "format": _l("the number 1"),
        "sides": _l(
            '"A" and "B", each with a name and at most two players of at most 40 characters'
        ),
        "first_dealer": _l('"A1", "B1", "A2" or "B2"'),
        "started": _l("a time such as 2026-11-20T19:30:00+02:00"),
        **dict.fromkeys(HEAD_TEXTS, SHORT_TEXT),
        "reason": SHORT_TEXT,
        "numbers": _l('short texts for "A" and "B"'),
        "hands": _l("a list of hands"),
        "open": _l("a contract without points"),
        "ended": _l('{"by": "hand"} or {"by": "claim", "side": "A", "points": 12}'),
        "adjust": _l("whole numbers from −9999 to 9999 for one side or both"),
    }
)


def field_name(field: str | None) -> str:
    """Return the field in words; a switch and an unknown field as they are spelt."""
    return _NAMES.say(field) if field in _NAMES else quote_field(field)


def quote_field(field: str | None) -> str:
    """The field as it is spelt: a stranger's may be long, or move the cursor of a terminal."""
    spelt = "".join(char for char in field or "" if char.isprintable())
    return _("“%(field)s”", field=shorten(spelt, _LONGEST))


def is_known(field: str) -> bool:
    """Is it a field of a hand, a rule set or a match file?"""
    return field in _NAMES or field in switch_values()


def expected(field: str) -> str:
    """Return the permitted contents of a known field."""
    if field == "preset":
        return ", ".join(PRESETS)
    if field == "target":
        return _("a whole number from %(low)s to %(high)s", low=LOWEST_TARGET, high=HIGHEST_TARGET)
    if field in _EXPECTED:
        return _EXPECTED.say(field)
    return ", ".join(str(value).lower() for value in switch_values()[field])


QUESTIONS: Final = Sentences(
    {
        "swept": _l("Was it kapo?"),
        "tie_point": _l("Equal digits: who gets the point?"),
        "declarations": _l("Equal declarations: whose is higher?"),
        "contract": _l("Who bid, and how much?"),
        "result": _l("The points are still to come."),
    }
)


def question(missing_value: str | None, missing: Collection[str]) -> str:
    """Ask for the value that the rules need, else for the missing field; empty for a whole hand."""
    if missing_value:
        return QUESTIONS.say(missing_value)
    if "bid" in missing or "bidder" in missing:
        return QUESTIONS.say("contract")
    return QUESTIONS.say("result") if missing else ""
