"""A match's history in words: what was written, what was changed from what to what."""

from datetime import datetime
from typing import NamedTuple

from scorekeeper.i18n import acts, labels, switches
from scorekeeper.i18n import gettext as _
from scorekeeper.rules.codec import read_fields, switch_values
from scorekeeper.rules.match import Adjust, Match, Standing
from scorekeeper.rules.match_file import read_adjust
from scorekeeper.rules.model import SEATS, SIDES, BySide, Hand
from scorekeeper.rules.scoring import card_points
from scorekeeper.services.ledger import Act, Ledger, undone_acts
from scorekeeper.services.replaying import heads_at_changes
from scorekeeper.web.words import seat_name, side_names, unbroken


class Fact(NamedTuple):
    """Something that is changed: what it is, and from what to what."""

    what: str
    old: str
    new: str


class Told(NamedTuple):
    """An act in words."""

    act: Act
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


def act_name(act: Act, ledger: Ledger) -> str:
    """What was written, in a word or two; of an undoing, what it undid."""
    if act.kind == "undone":
        return act_name(_undone_act(act, ledger), ledger)
    number = _number_of(act.data.get("hand_id", act.seq), ledger)
    return acts.act_name(act.kind, act.data, number)


def _number_of(hand_id: int, ledger: Ledger) -> int | None:
    """The hand's number, or None of an adjustment; if it does not stand, the one it would have."""
    row = ledger.row(hand_id)
    if row is not None:
        return row.number
    pairs = zip(ledger.hand_ids, ledger.standing.rows, strict=True)
    return 1 + sum(row.number is not None for other, row in pairs if other < hand_id)


def history_of_hand(ledger: Ledger, hand_id: int) -> list[Told]:
    """What was done to a hand or an adjustment, the oldest first."""
    return [
        Told(
            act,
            _own_words(act, ledger) if act.is_play else words_beside(act, ledger),
            act.seq not in ledger.undone,
            phone=ledger.phones[act.phone],
            before=_corrected_words(act, ledger),
        )
        for act in ledger.history_of(hand_id)
    ]


def history_of_match(ledger: Ledger) -> list[Told]:
    """Everything that was done, the newest first."""
    told, heads = [], heads_at_changes(ledger.acts)
    for act in reversed(ledger.acts):
        facts: tuple[Fact, ...] = ()
        if act.kind == "changed":
            before, after = heads[act.seq]
            since = _("from then on") if act.data.get("from_now") else ""
            facts = changes(before, after, (before.standing(), after.standing()), since)
        if act.is_play:
            text = f"{_named(act, ledger)} {_own_words(act, ledger)}".strip()
        else:
            text = words_beside(act, ledger)
        stands = act.seq not in ledger.undone
        is_phones = act.data.get("by") not in ("operator", "age")
        phone = ledger.phones[act.phone] if is_phones else None
        told.append(Told(act, text, stands, facts, phone, _corrected_words(act, ledger)))
    return told


def words_beside(act: Act, ledger: Ledger) -> str:
    """An act beside the game: who writes, who answers, what a side says."""
    names = side_names(ledger.match)
    if act.kind == "names_erased":
        return acts.ERASED_BY.say(act.data["by"])
    if act.kind == "reasons_erased":
        return acts.REASONS_ERASED_BY.say(act.data["by"])
    if act.kind == "joined":
        return _joined_words(act, ledger, names)
    side = names.of(act.data["side"])
    if act.kind == "agreed":
        return _("%(side)s: ✓ %(hands)s", side=side, hands=_agreed_hands(act, ledger))
    if act.kind == "flagged":
        hand = _("hand %(number)s", number=_number_of(act.data["hand_id"], ledger))
        return _(
            "%(side)s: ⚑ %(hand)s: “%(reason)s”", side=side, hand=hand, reason=act.data["reason"]
        )
    if act.kind == "asked":
        phone = ledger.phones[act.phone]
        return _("%(side)s: asks that phone %(phone)s gets the pencil", side=side, phone=phone)
    if act.kind == "declined":
        return _("%(side)s: no, the pencil stays where it is", side=side)
    asked = ledger.act(act.data["seq"])
    assert asked is not None
    phone = ledger.phones[asked.phone]
    return _("%(side)s: yes, from now on phone %(phone)s writes", side=side, phone=phone)


def _joined_words(act: Act, ledger: Ledger, names: BySide[str]) -> str:
    phone = ledger.phones[act.phone]
    if act.data["as"] != "scorer":
        side = names.of(act.data["as"])
        return _("Phone %(phone)s answers for: %(side)s", phone=phone, side=side)
    if act.data.get("alone"):
        return _("Phone %(phone)s holds the pencil; no other writes", phone=phone)
    return _("Phone %(phone)s may write, too", phone=phone)


def _agreed_hands(act: Act, ledger: Ledger) -> str:
    scores = [(int(hand_id), score) for hand_id, score in act.data["scores"].items()]
    if len(scores) == 1:
        hand_id, (a, b) = scores[0]
        number = _number_of(hand_id, ledger)
        return unbroken(_("hand %(number)s: %(a)s – %(b)s", number=number, a=a, b=b))
    numbers = sorted(_number_of(hand_id, ledger) or 0 for hand_id, _score in scores)
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
            words = [switches.switch_value(field, value) for value in values]
            facts.append(Fact(switches.switch_title(field), *words))
    dash = "–"
    return tuple(
        Fact(fact.what, fact.old or dash, fact.new or dash)
        for fact in facts
        if fact.old != fact.new
    )


def _undone_act(undoing: Act, ledger: Ledger) -> Act:
    act = ledger.act(undoing.data["seq"])
    assert act is not None
    return act


def _named(act: Act, ledger: Ledger) -> str:
    """Which hand, or what kind of act."""
    about = act.data.get("hand_id", act.seq)
    row = ledger.row(about)
    if act.kind in ("recorded", "inserted", "corrected") and row is not None and row.number:
        return _("Hand %(number)s", number=row.number)
    if act.kind == "recorded":
        return _("Hand")
    return "" if act.kind == "undone" else acts.ACTS.say(act.kind)


def _own_words(act: Act, ledger: Ledger) -> str:
    if act.kind == "undone":
        undone = _undone_act(act, ledger)
        if undone.kind == "undone":
            return _("brought back: %(act)s", act=act_name(undone, ledger))
        return _("undone: %(act)s", act=act_name(undone, ledger))
    if act.kind == "claimed":
        name = side_names(ledger.match).of(act.data["side"])
        return _("%(side)s with %(points)s in the hand", side=name, points=act.data["points"])
    words = _entry_words(act, ledger)
    if act.kind == "corrected":
        return _("corrected: %(hand)s", hand=words)
    if act.kind == "inserted":
        return _("inserted: %(hand)s", hand=words)
    if act.kind in ("recorded", "adjusted"):
        return _("written: %(hand)s", hand=words)
    if act.kind == "voided":
        return _("voided: %(hand)s", hand=_entry_words(_written_before(act, ledger), ledger))
    return words


def _corrected_words(act: Act, ledger: Ledger) -> str:
    """What a correction replaced; nothing of any other act."""
    return _entry_words(_written_before(act, ledger), ledger) if act.kind == "corrected" else ""


def _written_before(act: Act, ledger: Ledger) -> Act:
    """The act by which the hand was what it was, before it was corrected or voided."""
    hand_id, before = act.data["hand_id"], ledger.acts[: act.seq - 1]
    undone = undone_acts(before)
    standing = [one for one in before if one.is_play and one.seq not in undone]
    return [one for one in standing if hand_id in (one.seq, one.data.get("hand_id"))][-1]


def _entry_words(act: Act, ledger: Ledger) -> str:
    """The hand, contract or adjustment that the act wrote."""
    if "adjust" in act.data:
        return adjust_words(read_adjust({k: act.data.get(k) for k in ("adjust", "reason")})[0])
    data = act.data.get("hand") or act.data.get("contract")
    return _hand_words(read_fields(data)[0], ledger.match) if data else ""


def adjust_words(adjust: Adjust) -> str:
    """An adjustment in a few words: `+120 – +85, from paper`."""
    points = " – ".join(f"{n:+d}".replace("-", "−") if n else "0" for n in adjust[:2])
    return f"{points}, {adjust.reason}" if adjust.reason else points


def _hand_words(hand: Hand, match: Match) -> str:
    if hand.passed_out or hand.bidder is None:
        return labels.contract_words(hand, match.rules)
    words = f"{side_names(match).of(hand.bidder)} {labels.contract_words(hand, match.rules)}"
    if not hand.has_result:
        return words
    points = " – ".join(str(card_points(hand, side, match.rules)) for side in SIDES)
    return f"{words}, {points}"
