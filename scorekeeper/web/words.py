"""What several pages say: names of sides and players, and a hand's history in words."""

from datetime import UTC, datetime
from typing import Final, NamedTuple

from flask_babel import to_user_timezone

from scorekeeper.i18n import gettext as _
from scorekeeper.i18n import labels, lazy_pgettext, pgettext, short_moment
from scorekeeper.rules.codec import read_fields
from scorekeeper.rules.match import Match
from scorekeeper.rules.model import SIDES, BySide, Hand, Seat
from scorekeeper.rules.scoring import card_points
from scorekeeper.services.ledger import Act, Ledger


def side_names(match: Match) -> BySide[str]:
    """The sides' names; where none was given, Us and Them in the reader's language."""
    default = labels.default_side_names()
    return BySide(match.sides.A.name or default.A, match.sides.B.name or default.B)


def seat_name(match: Match, seat: Seat) -> str:
    """The player there, or the seat in words where the player has no name."""
    return labels.seat_name(seat, side_names(match), match.player_at(seat))


def moment(when: datetime | str | None) -> str:
    """A moment in the reader's words and the server's time zone; nothing for nothing."""
    if not when:
        return ""
    if isinstance(when, str):
        when = datetime.fromisoformat(when)
    if when.tzinfo is None:
        when = when.replace(tzinfo=UTC)  # as the database keeps it
    return short_moment(to_user_timezone(when))


_KIND_SHORT: Final = {
    "four": lazy_pgettext("on a chip", "four"),
    "nines": lazy_pgettext("on a chip", "9s"),
    "jacks": lazy_pgettext("on a chip", "jacks"),
}


def kind_short(kind: str) -> str:
    """A kind of declaration in as few letters as a chip holds."""
    if kind.startswith("run"):
        return pgettext("on a chip", "run of %(cards)s", cards=kind[3])
    return str(_KIND_SHORT[kind])


def contract_words(hand: Hand, match: Match) -> str:
    """A contract in a few words: bid, suit, doubling, kapo."""
    if hand.passed_out:
        return _("passed out")
    parts = [labels.bid_text(hand.bid, match.rules) if hand.bid is not None else ""]
    if hand.trump:
        parts.append(labels.trump_glyph(hand.trump))
    if hand.doubled > 1:
        parts.append(labels.doubled_text(hand.doubled))
    parts.append(labels.kapo_text(hand))
    return " ".join(filter(None, parts))


_ACT_NAMES: Final = {
    "contract": lazy_pgettext("what was written", "Bid"),
    "corrected": lazy_pgettext("what was written", "Correction"),
    "voided": lazy_pgettext("what was written", "Voided hand"),
    "claimed": lazy_pgettext("what was written", "Claim"),
    "stopped": lazy_pgettext("what was written", "Stop"),
    "reopened": lazy_pgettext("what was written", "Going on"),
}


def act_name(act: Act, ledger: Ledger) -> str:
    """What was written, in a word or two; of an undoing, what it undid."""
    if act.kind == "undone":
        return act_name(ledger.acts[act.data["seq"] - 1], ledger)
    if act.kind != "recorded":
        return str(_ACT_NAMES[act.kind])
    row = ledger.row(act.seq)
    # A hand that was undone last is the one that would come next.
    return _("Hand %(number)s", number=row.number if row else ledger.standing.number)


class Told(NamedTuple):
    """An act of a hand's history in words."""

    text: str
    at: datetime | None
    stands: bool


def history_words(ledger: Ledger, hand_id: int) -> list[Told]:
    """What was done to a hand, the oldest first."""
    return [
        Told(_act_words(act, ledger), act.at, act.seq not in ledger.undone)
        for act in ledger.history_of(hand_id)
    ]


def _act_words(act: Act, ledger: Ledger) -> str:
    hand = _hand_words(act, ledger.match)
    if act.kind == "recorded":
        return _("written: %(hand)s", hand=hand)
    if act.kind == "corrected":
        return _("corrected: %(hand)s", hand=hand)
    if act.kind == "voided":
        return _("voided")
    return _("undone") if _undoes_an_act(act, ledger) else _("brought back")


def _undoes_an_act(act: Act, ledger: Ledger) -> bool:
    undone: Act = ledger.acts[act.data["seq"] - 1]
    return undone.kind != "undone"


def _hand_words(act: Act, match: Match) -> str:
    if "hand" not in act.data:
        return ""
    hand, _unread = read_fields(act.data["hand"])
    if hand.passed_out or hand.bidder is None:
        return contract_words(hand, match)
    name = side_names(match).of(hand.bidder)
    points = " – ".join(str(card_points(hand, side, match.rules)) for side in SIDES)
    return f"{name} {contract_words(hand, match)}, {points}"
