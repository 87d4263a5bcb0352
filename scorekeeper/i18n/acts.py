"""What was written into a match, in a word or two."""

from collections.abc import Mapping
from typing import Any, Final

from scorekeeper.i18n.language import _l, lazy_pgettext
from scorekeeper.i18n.sentences import Sentences

ACTS: Final = Sentences(
    {
        "contract": lazy_pgettext("what was written", "Bid"),
        "recorded": _l("Hand %(number)s"),
        "inserted": lazy_pgettext("what was written", "Inserted hand"),
        "adjusted": lazy_pgettext("what was written", "Adjustment"),
        "corrected": lazy_pgettext("what was written", "Correction"),
        "voided": lazy_pgettext("what was written", "Voided hand"),
        "changed": lazy_pgettext("what was written", "Change"),
        "claimed": lazy_pgettext("what was written", "Claim"),
        "stopped": lazy_pgettext("what was written", "Stop"),
        "reopened": lazy_pgettext("what was written", "Going on"),
        "started": lazy_pgettext("what was written", "Start"),
    }
)
OF_HANDS: Final = Sentences(
    {
        "inserted": _l("Inserted hand %(number)s"),
        "corrected": _l("Correction of hand %(number)s"),
        "voided": _l("Voided hand %(number)s"),
    }
)
"""Where the number of the hand is known."""
CHANGED: Final = Sentences(
    {
        "names": _l("names"),
        "dealer": _l("dealer"),
        "rules": _l("rules"),
        "target": _l("target"),
    }
)


ERASED_BY: Final = Sentences(
    {
        "scorer": _l("The names were erased"),
        "organiser": _l("The names were erased by the tournament's organiser"),
        "operator": _l("The names were erased by whoever runs the server"),
        "age": _l("The names were erased, being old"),
    }
)
REASONS_ERASED_BY: Final = Sentences(
    {
        "organiser": _l("Reasons that name a pair were erased by the tournament's organiser"),
        "operator": _l("Reasons that name a pair were erased by whoever runs the server"),
    }
)


def act_name(kind: str, data: Mapping[str, Any], number: int | None) -> str:
    """What an act wrote, `number` being that of the hand it is about, if it is about one."""
    if kind == "changed":
        return f"{ACTS.say(kind)}: {', '.join(_changed_parts(data))}"
    if kind in OF_HANDS and number:
        return OF_HANDS.say(kind, number=number)
    return ACTS.say(kind, number=number)


def _changed_parts(data: Mapping[str, Any]) -> list[str]:
    """What the change is about: names, dealer, rules, target."""
    rules = data.get("rules", {}).keys()
    parts = {
        "names": data.keys() & {"names", "players"},
        "dealer": "first_dealer" in data,
        "rules": rules - {"target"},
        "target": "target" in rules,
    }
    return [CHANGED.say(part) for part, is_in in parts.items() if is_in]
