"""Names as they are shown, and an entry of the ledger in a few words."""

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final, NamedTuple

from scorekeeper.explain import labels, switch_words
from scorekeeper.i18n import gettext, ngettext
from scorekeeper.i18n import gettext as _
from scorekeeper.rules.evening import Seated
from scorekeeper.rules.match import Adjust, Entry, Match, Standing, side_of
from scorekeeper.rules.model import SEATS, SIDES, BySide, Hand, Seat, Side
from scorekeeper.rules.scoring import card_points
from scorekeeper.rules.switches import switch_values

_LONGEST_PAIR: Final = 24
"""The letters of two names in the two lines over a total."""


def side_names(match: Match) -> BySide[str]:
    """The sides' names; where none was given, words that are true for every reader."""
    return names_to_show(BySide(match.sides.A.name, match.sides.B.name))


def match_as_read(match: Match, reader: Side | None, seated: Seated | None = None) -> Match:
    """The match as a phone of this side reads it; None is a phone whose side is not known.

    A side without a name is Us or Them on a phone that is on a side. Other phones call it by its
    players.
    """
    if reader is None:
        return named_by_players(match, seated)
    own = labels.own_side_names(reader)
    names = BySide(*(match.sides.of(side).name or own.of(side) for side in SIDES))
    return _named(match, names) if names.A != names.B else named_by_players(match)


def named_by_players(match: Match, seated: Seated | None = None) -> Match:
    """The match as everybody may read it: a side without a name has its players', where given.

    `seated` are the players who count, where others sit there today. Players whose names are long
    together are called by the first word of each. Both sides never get one name.
    """
    players = seated or BySide(match.sides.A.players, match.sides.B.players)
    whole = _names_by(match, players, str)
    if whole.A == whole.B:
        return match
    short = _names_by(match, players, lambda name: name.split()[0])
    is_long = max(map(len, whole)) > _LONGEST_PAIR
    return _named(match, short if is_long and short.A != short.B else whole)


def _named(match: Match, names: BySide[str]) -> Match:
    A, B = (match.sides.of(side)._replace(name=names.of(side)) for side in SIDES)
    return replace(match, sides=BySide(A, B))


def _names_by(match: Match, players: Seated, call: Callable[[str], str]) -> BySide[str]:
    A, B = (
        match.sides.of(side).name or " – ".join(map(call, filter(None, players.of(side))))
        for side in SIDES
    )
    return BySide(A, B)


def names_to_show(names: BySide[str], reader: Side | None = None) -> BySide[str]:
    """The sides' names. An empty name is Us or Them to a reader of a side, else Side A or B."""
    default = labels.own_side_names(reader) if reader else labels.default_side_names()
    return BySide(_apart(names.A) or default.A, _apart(names.B) or default.B)


def _apart(name: str) -> str:
    """The name; from right to left in an isolate, or it would turn the score behind it round."""
    if any(unicodedata.bidirectional(char) in ("R", "AL") for char in name):
        return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}"
    return name


def seat_name(match: Match, seat: Seat) -> str:
    """The player there, or the seat in words where the player has no name."""
    return labels.seat_name(seat, side_names(match), match.player_at(seat))


def deals_text(match: Match, seat: Seat, chair: Seat | None = None) -> str:
    """Say that this player deals; without a name, which player of which side.

    To a reader who sits in a `chair`, where the dealer sits.
    """
    player, plays = match.player_at(seat), match.rules.plays
    return labels.deals_text(seat, side_names(match), player, chair, plays)


class Fact(NamedTuple):
    """A changed thing: its name, and its values before and after."""

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


class Sitting(NamedTuple):
    """The players at the table at one hand."""

    number: int
    """The number of the hand."""
    players: Seated


def player_in(players: Seated, seat: Seat) -> str:
    """The name of the player in that chair, or nothing."""
    return players.of(side_of(seat))[int(seat[1]) - 1]


def players_today(match: Match) -> Seated:
    """Return the players at the table now."""
    at = match.player_at
    return BySide((at("A1"), at("A2")), (at("B1"), at("B2")))


def seated_at_each(match: Match, seated: Sequence[Seated]) -> Sequence[Seated]:
    """Return the players at each entry of the match; today's players where `seated` is empty."""
    return seated or [players_today(match)] * len(match.entries)


def sittings(match: Match, standing: Standing, seated: Sequence[Seated] = ()) -> list[Sitting]:
    """Return the players at each hand that counts, and last those at the hand to come.

    A player who sat down after the last hand of a match played nothing of it. There is at least one
    sitting.
    """
    rows = zip(standing.rows, seated_at_each(match, seated), strict=True)
    sat = [Sitting(row.number, players) for row, players in rows if row.number and row.counts]
    in_play = match.open is not None and standing.end != "target"
    if not sat or in_play or standing.end in (None, "claim"):
        sat.append(Sitting(standing.number, players_today(match)))
    return sat


def seating_remarks(sat: Sequence[Sitting], names: BySide[str], longest: int) -> tuple[str, ...]:
    """A line for each time that others sat down; `names` are the sides'.

    Where these have more than `longest` characters, one line says how often it was.
    """
    changes = [(old, new) for old, new in pairwise(sat) if old.players != new.players]
    lines = tuple(_change(old.players, new, names) for old, new in changes)
    if len(" ".join(lines)) <= longest:
        return lines
    text = ngettext(
        "The players changed at hand %(hand)s.",
        "The players changed %(num)s times, first at hand %(hand)s.",
        len(changes),
        hand=changes[0][1].number,
    )
    return (text,)


def _change(before: Seated, now: Sitting, names: BySide[str]) -> str:
    changed_seats = [
        seat for seat in SEATS if player_in(before, seat) != player_in(now.players, seat)
    ]
    players = ", ".join(_seat_text(seat, before, now.players, names) for seat in changed_seats)
    return gettext("From hand %(hand)s: %(players)s.", hand=now.number, players=players)


def _seat_text(seat: Seat, before: Seated, now: Seated, names: BySide[str]) -> str:
    old, new = player_in(before, seat), player_in(now, seat)
    if not new:
        return gettext("another player in %(old)s's chair", old=old)
    if not old:
        return gettext("%(new)s in the chair %(seat)s", new=new, seat=labels.seat_name(seat, names))
    return gettext("%(new)s in %(old)s's chair", new=new, old=old)


def entry_words(entry: Entry, match: Match) -> str:
    """A hand, a contract or an adjustment in a few words."""
    return adjust_words(entry) if isinstance(entry, Adjust) else hand_words(entry, match)


def adjust_words(adjust: Adjust) -> str:
    """An adjustment in a few words: `+120 – +85, from paper`, `0 : −20`."""
    first, second = (labels.signed_text(n) if n else "0" for n in adjust[:2])
    points = f"{first} {labels.between(adjust[:2])} {second}"
    return f"{points}, {adjust.reason}" if adjust.reason else points


def hand_words(hand: Hand, match: Match) -> str:
    """A hand in a few words: `Us 9 ♥, 97 – 65`."""
    if hand.passed_out or hand.bidder is None:
        return labels.contract_words(hand, match.rules)
    contract = labels.contract_words(hand, match.rules).replace(" ", "\u00a0")
    words = f"{side_names(match).of(hand.bidder)} {contract}"
    if not hand.has_result:
        return words
    points = " – ".join(str(card_points(hand, side, match.rules)) for side in SIDES)
    return f"{words}, {labels.unbroken(points)}"
