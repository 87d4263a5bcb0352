"""What was written into a match, in a word or two."""

from typing import Final

from scorekeeper.i18n.language import _l, lazy_pgettext
from scorekeeper.i18n.sentences import Sentences
from scorekeeper.services.match_acts.body import Body
from scorekeeper.services.match_acts.changed import Changed

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


def act_name(body: Body, number: int | None) -> str:
    """What an act wrote, `number` being that of the hand it is about, if it is about one."""
    if isinstance(body, Changed):
        return f"{ACTS.say(body.kind)}: {', '.join(_changed_parts(body))}"
    if body.kind in OF_HANDS and number:
        return OF_HANDS.say(body.kind, number=number)
    return ACTS.say(body.kind, number=number)


def _changed_parts(change: Changed) -> list[str]:
    """What the change is about: names, dealer, rules, target."""
    parts = {
        "names": change.names or change.players,
        "dealer": change.first_dealer,
        "rules": change.rules.keys() - {"target"},
        "target": "target" in change.rules,
    }
    return [CHANGED.say(part) for part, is_in in parts.items() if is_in]
