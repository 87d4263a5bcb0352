"""The differences between the heads of two matches, with both values."""

from typing import NamedTuple

from scorekeeper.explain import labels, switch_words
from scorekeeper.explain.shown_names import match_as_read, seat_name, side_names
from scorekeeper.i18n import gettext as _
from scorekeeper.rules.match import Match, Standing
from scorekeeper.rules.model import SEATS, SIDES, Side
from scorekeeper.rules.switches import switch_values


class Fact(NamedTuple):
    """Something that is changed: what it is, and from what to what."""

    what: str
    old: str
    new: str


def head_changes(
    before: Match,
    after: Match,
    standings: tuple[Standing, Standing],
    since: str = "",
    reader: Side | None = None,
) -> tuple[Fact, ...]:
    """List the differences between two matches' heads, and who deals the next hand.

    `since` says from when on new names are right; `reader` is the side of the phone that reads it.
    """
    if reader:
        before, after = match_as_read(before, reader), match_as_read(after, reader)
    old_names, new_names = side_names(before), side_names(after)
    titles = labels.side_titles(reader)
    facts = [Fact(titles.of(side), old_names.of(side), new_names.of(side)) for side in SIDES]
    facts += [
        Fact(labels.seat_name(seat, new_names), before.player_at(seat), after.player_at(seat))
        for seat in SEATS
    ]
    if since:
        facts = [fact._replace(what=f"{fact.what}, {since}") for fact in facts]
    old, new = standings
    if old.dealer != new.dealer:
        what = _("Next to deal")
        if old.number == new.number:
            what = _("Dealer of hand %(number)s", number=old.number)
        facts.append(Fact(what, seat_name(before, old.dealer), seat_name(after, new.dealer)))
    facts += [
        Fact(_("Target"), str(before.rules.target), str(after.rules.target)),
        Fact(_("Rules"), labels.rules_name(before.rules), labels.rules_name(after.rules)),
    ]
    for field in switch_values():
        values = [getattr(match.rules, field) for match in (before, after)]
        if values[0] != values[1]:
            words = [switch_words.switch_value(field, value) for value in values]
            facts.append(Fact(switch_words.switch_title(field), *words))
    dash = "–"
    return tuple(
        Fact(fact.what, fact.old or dash, fact.new or dash)
        for fact in facts
        if fact.old != fact.new
    )
