"""A match's history in sentences: what was written, and what was changed from what to what."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from scorekeeper.explain import acts, labels, switch_words
from scorekeeper.i18n import gettext as _
from scorekeeper.rules.match import Adjust, Match, Standing
from scorekeeper.rules.model import SEATS, SIDES, BySide, Hand
from scorekeeper.rules.scoring import card_points
from scorekeeper.rules.switches import switch_values
from scorekeeper.services.ledger import Ledger, MatchAct, undone_acts
from scorekeeper.services.match_acts.beside import (
    Agreed,
    Asked,
    Declined,
    Flagged,
    Joined,
    Named,
    NamesErased,
    ReasonsErased,
)
from scorekeeper.services.match_acts.changed import Changed, heads_at_changes
from scorekeeper.services.match_acts.ends import Claimed
from scorekeeper.services.match_acts.hands import (
    Adjusted,
    Contract,
    Corrected,
    Inserted,
    Recorded,
    Voided,
)
from scorekeeper.services.match_acts.undone import Undone
from scorekeeper.web.words import seat_name, side_names, unbroken


class Fact(NamedTuple):
    """Something that is changed: what it is, and from what to what."""

    what: str
    old: str
    new: str


class HistoryEntry(NamedTuple):
    """An act in words."""

    act: MatchAct
    text: str
    stands: bool
    facts: tuple[Fact, ...] = ()

    phone: int | None = None
    """The number by which the table knows the phone that did it."""
    before: str = ""
    """Of a correction: what stood there."""

    @property
    def at(self) -> datetime | None:
        """When it was written; UTC."""
        return self.act.at


def act_name(act: MatchAct, ledger: Ledger) -> str:
    """What was written, in a word or two; of an undoing, what it undid."""
    if act.body.undoes is not None:
        return act_name(_undone_act(act.body.undoes, ledger), ledger)
    return acts.act_name(act.body, _number_of(act.entry_id, ledger))


def _number_of(hand_id: int, ledger: Ledger) -> int | None:
    """The hand's number, or None of an adjustment; if it does not stand, the one it would have."""
    row = ledger.row(hand_id)
    if row is not None:
        return row.number
    pairs = zip(ledger.hand_ids, ledger.standing.rows, strict=True)
    return 1 + sum(row.number is not None for other, row in pairs if other < hand_id)


def history_of_hand(ledger: Ledger, hand_id: int) -> list[HistoryEntry]:
    """What was done to a hand or an adjustment, the oldest first."""
    return [
        HistoryEntry(
            act,
            _own_words(act, ledger) if act.is_play else words_beside(act, ledger),
            act.seq not in ledger.undone,
            phone=ledger.phones[act.phone],
            before=_corrected_words(act, ledger),
        )
        for act in ledger.history_of(hand_id)
    ]


def history_of_match(
    ledger: Ledger, acts_told: Sequence[MatchAct] | None = None
) -> list[HistoryEntry]:
    """Everything that was done, or of that these acts, the newest first."""
    told = []
    wanted = ledger.acts if acts_told is None else acts_told
    changed = [act.seq for act in wanted if isinstance(act.body, Changed)]
    heads = heads_at_changes(ledger.acts[: max(changed)]) if changed else {}
    for act in reversed(wanted):
        facts: tuple[Fact, ...] = ()
        if isinstance(act.body, Changed):
            before, after = heads[act.seq]
            since = _("from then on") if act.body.from_now else ""
            facts = changes(before, after, (before.standing(), after.standing()), since)
        if act.is_play:
            text = f"{_named(act, ledger)} {_own_words(act, ledger)}".strip()
        else:
            text = words_beside(act, ledger)
        stands = act.seq not in ledger.undone
        phone = ledger.phones[act.phone] if _is_of_a_phone(act) else None
        told.append(HistoryEntry(act, text, stands, facts, phone, _corrected_words(act, ledger)))
    return told


def words_beside(act: MatchAct, ledger: Ledger) -> str:
    """An act beside the game: who writes, who answers, what a side says."""
    names = side_names(ledger.match)
    match act.body:
        case NamesErased(by=by):
            return acts.ERASED_BY.say(by)
        case ReasonsErased(by=by):
            return acts.REASONS_ERASED_BY.say(by)
        case Joined():
            return _joined_words(act.body, ledger.phones[act.phone], names)
        case Agreed(side=side):
            hands = _agreed_hands(act.body, ledger)
            return _("%(side)s: ✓ %(hands)s", side=names.of(side), hands=hands)
        case Flagged(side=side, reason=reason):
            own, number = names.of(side), _number_of(act.entry_id, ledger)
            hand = _("hand %(number)s", number=number)
            return _("%(side)s: ⚑ %(hand)s: “%(reason)s”", side=own, hand=hand, reason=reason)
    return _pencil_words(act, ledger, names)


def _pencil_words(act: MatchAct, ledger: Ledger, names: BySide[str]) -> str:
    match act.body:
        case Asked(side=side):
            own, phone = names.of(side), ledger.phones[act.phone]
            return _("%(side)s: asks that phone %(phone)s gets the pencil", side=own, phone=phone)
        case Declined(side=side):
            return _("%(side)s: no, the pencil stays where it is", side=names.of(side))
        case Named(side=side, seq=seq):
            asked = ledger.act(seq)
            assert asked is not None
            own, phone = names.of(side), ledger.phones[asked.phone]
            return _("%(side)s: yes, from now on phone %(phone)s writes", side=own, phone=phone)
    raise TypeError(f"{act.kind} is not beside the game")


def _is_of_a_phone(act: MatchAct) -> bool:
    """Did somebody at a phone do it, and not whoever runs the server, or time?"""
    match act.body:
        case NamesErased(by=by) | ReasonsErased(by=by):
            return by not in ("operator", "age")
    return True


def _joined_words(joined: Joined, phone: int, names: BySide[str]) -> str:
    if joined.role != "scorer":
        side = names.of(joined.role)
        return _("Phone %(phone)s answers for: %(side)s", phone=phone, side=side)
    if joined.alone:
        return _("Phone %(phone)s holds the pencil; no other writes", phone=phone)
    return _("Phone %(phone)s may write, too", phone=phone)


def _agreed_hands(agreed: Agreed, ledger: Ledger) -> str:
    if len(agreed.scores) == 1:
        ((hand_id, (a, b)),) = agreed.scores.items()
        number = _number_of(hand_id, ledger)
        return unbroken(_("hand %(number)s: %(a)s – %(b)s", number=number, a=a, b=b))
    numbers = sorted(_number_of(hand_id, ledger) or 0 for hand_id in agreed.scores)
    return _("hands %(hands)s", hands=labels.in_runs(numbers))


def changes(
    before: Match, after: Match, standings: tuple[Standing, Standing], since: str = ""
) -> tuple[Fact, ...]:
    """What differs between the heads of two matches, and who deals the hand to come.

    `since` says from when on new names are right.
    """
    old_names, new_names = side_names(before), side_names(after)
    facts = [
        Fact(_("Our side") if side == "A" else _("Their side"), old_names.of(side), new)
        for side, new in zip(SIDES, new_names, strict=True)
    ]
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


def _undone_act(seq: int, ledger: Ledger) -> MatchAct:
    act = ledger.act(seq)
    assert act is not None
    return act


def _named(act: MatchAct, ledger: Ledger) -> str:
    """Which hand, or what kind of act."""
    row = ledger.row(act.entry_id)
    is_hands = isinstance(act.body, Recorded | Inserted | Corrected)
    if is_hands and row is not None and row.number:
        return _("Hand %(number)s", number=row.number)
    if isinstance(act.body, Recorded):
        return _("Hand")
    return "" if act.body.undoes is not None else acts.ACTS.say(act.kind)


def _own_words(act: MatchAct, ledger: Ledger) -> str:
    match act.body:
        case Undone(seq=seq):
            undone = _undone_act(seq, ledger)
            if undone.body.undoes is not None:
                return _("brought back: %(act)s", act=act_name(undone, ledger))
            return _("undone: %(act)s", act=act_name(undone, ledger))
        case Claimed(claim=claim):
            name = side_names(ledger.match).of(claim.side)
            return _("%(side)s with %(points)s in the hand", side=name, points=claim.points)
        case Corrected():
            return _("corrected: %(hand)s", hand=_entry_words(act, ledger))
        case Inserted():
            return _("inserted: %(hand)s", hand=_entry_words(act, ledger))
        case Recorded() | Adjusted():
            return _("written: %(hand)s", hand=_entry_words(act, ledger))
        case Voided(voids=hand_id):
            before = _written_before(act.seq, hand_id, ledger)
            return _("voided: %(hand)s", hand=_entry_words(before, ledger))
    return _entry_words(act, ledger)


def _corrected_words(act: MatchAct, ledger: Ledger) -> str:
    """What a correction replaced; nothing of any other act."""
    if not isinstance(act.body, Corrected):
        return ""
    return _entry_words(_written_before(act.seq, act.body.corrects, ledger), ledger)


def _written_before(seq: int, hand_id: int, ledger: Ledger) -> MatchAct:
    """The act by which the hand was what it was, before it was corrected or voided."""
    before = ledger.acts[: seq - 1]
    undone = undone_acts(before)
    standing = [one for one in before if one.is_play and one.seq not in undone]
    return [one for one in standing if hand_id in (one.seq, one.body.hand_id)][-1]


def _entry_words(act: MatchAct, ledger: Ledger) -> str:
    """The hand, contract or adjustment that the act wrote."""
    if not isinstance(act.body, Contract | Recorded | Inserted | Adjusted | Corrected):
        return ""
    entry = act.body.entry.value
    return adjust_words(entry) if isinstance(entry, Adjust) else hand_words(entry, ledger.match)


def adjust_words(adjust: Adjust) -> str:
    """An adjustment in a few words: `+120 – +85, from paper`."""
    points = " – ".join(f"{n:+d}".replace("-", "−") if n else "0" for n in adjust[:2])
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
    return f"{words}, {unbroken(points)}"
