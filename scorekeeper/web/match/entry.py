"""The entry form: a scorer's taps, turned into a hand and back.

The form holds words of the match file's format, so that the rules' own reader finds every fault.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, TypeAlias, get_type_hints

from werkzeug.datastructures import MultiDict

from scorekeeper.rules.codec import declaration_code
from scorekeeper.rules.declarations import compare
from scorekeeper.rules.model import (
    HIGHEST_BID,
    KAPO,
    LOWEST_BID,
    OTHER,
    SIDES,
    BySide,
    Declaration,
    Hand,
    RuleSet,
    Side,
)
from scorekeeper.rules.scoring import card_points
from scorekeeper.web.forms import whole_number

FIRST_CHIPS: Final = tuple(range(LOWEST_BID, 160, 10))
"""The bids with a chip; the others open behind `…`."""
MORE_CHIPS: Final = tuple(range(160, HIGHEST_BID + 10, 10))
KIND_CHIPS: Final = ("run3", "run4", "run5", "run6", "run7", "run8", "four", "nines", "jacks")
CONTRACT_FIELDS: Final = ("contract", "ones", "trump", "doubled")
"""The fields that an address may bring to a new hand."""
AGAIN_CHIPS: Final = ("run3", "run3", "run3", "run4", "run5", "four")
"""The declarations that a side may have more than once: both partners' hands count."""


FormData: TypeAlias = MultiDict[str, str]
"""The fields of a form or of an address."""


class TextField:
    """A field that is sent once, or not at all."""

    def __init__(self, sent: FormData | None, name: str) -> None:
        """Take the values that were sent under this name."""
        self.data: str | None = sent.get(name) if sent is not None else None


class ChoiceField:
    """Check boxes of one name; what they may hold is for the rules to say."""

    def __init__(self, sent: FormData | None, name: str) -> None:
        """Take all that was sent under this name."""
        self.data: list[str] | None = sent.getlist(name) if sent is not None else None


class EntryForm:
    """One hand, as it is typed.

    The form's token is checked before any view is called. Its fields are checked elsewhere, as
    twenty fields of WTForms would cost a tenth of a save.
    """

    op_id: TextField
    contract_op_id: TextField
    revision: TextField
    after: TextField
    hand_id: TextField
    contract: TextField
    """Side and bid in one tap: `A:90`, `B:kapo`."""
    ones: TextField
    """Added to the bid where bids go up by less than ten."""
    trump: TextField
    doubled: ChoiceField
    pilotta: ChoiceField
    kapo: ChoiceField
    declarations_A: ChoiceField
    declarations_B: ChoiceField
    points_A: TextField
    points_B: TextField
    swept: TextField
    """The answer to 162–0: `kapo` or `tricks`."""
    tie_point: TextField
    leader: TextField
    """The side that led, where a hand says so; there is no control for it, and it is kept."""
    declarations_to: TextField
    """The answer where equal declarations lack a top card; ignored where nothing asks for it."""
    ruling: TextField
    """The table's own ruling on the declarations, whatever they are."""
    pilotta_failed: TextField
    act: TextField
    """Which button: nothing to save the hand, `contract`, or `passed_out`."""
    tops: dict[str, str]
    """The named top cards, by slot: `A_run3_0` is A's first run of three."""
    in_trumps: frozenset[str]
    """The slots of runs that are said to be in trumps, also before their top card is."""

    def __init__(self, sent: FormData | None = None) -> None:
        """Read the sent form; without one it is blank."""
        for name, kind in _KINDS.items():
            setattr(self, name, kind(sent, name))
        self.tops = tops_in(sent) if sent is not None else {}
        self.in_trumps = frozenset(
            key.removeprefix("trumps_") for key in sent or () if key.startswith("trumps_")
        )

    def field(self, name: str) -> TextField | ChoiceField:
        """The field of this name."""
        assert name in _KINDS
        found: TextField | ChoiceField = getattr(self, name)
        return found

    def declared(self, side: Side) -> list[tuple[str, str]]:
        """(slot, code) of each declaration of a side."""
        slots: list[tuple[str, str]] = []
        kinds = (self.declarations_A if side == "A" else self.declarations_B).data or []
        for place, kind in enumerate(kinds):
            slot = f"{side}_{kind}_{kinds[:place].count(kind)}"
            top = self.tops.get(slot)
            slots.append((slot, f"{kind}:{top}" if top else kind))
        return slots

    def points_of(self, side: Side) -> str:
        """The points typed for a side."""
        return ((self.points_A if side == "A" else self.points_B).data or "").strip()

    def contract_data(self) -> dict[str, Any]:
        """The contract, with all fields filled so far but card points and kapo."""
        data = {
            "trump": self.trump.data,
            "doubled": _number(max(self.doubled.data or [""])),
            "pilotta": _one(self.pilotta.data),
            "pilotta_failed": self.pilotta_failed.data,
            "declarations_to": self.ruling.data or self.declarations_to.data,
            "tie_point": self.tie_point.data,
            "leader": self.leader.data,
            "declarations": {s: [code for _, code in self.declared(s)] for s in SIDES},
        }
        bidder, _, bid = (self.contract.data or "").partition(":")
        data |= {"bidder": bidder, "bid": bid if bid == KAPO else _number(bid)}
        ones = _number(self.ones.data or "")
        if ones and isinstance(data["bid"], int):
            data["bid"] = data["bid"] + ones if isinstance(ones, int) else ones
        if not any(data["declarations"].values()):
            del data["declarations"]
        return {field: value for field, value in data.items() if value not in (None, "", [])}

    def hand_data(self, rules: RuleSet) -> dict[str, object]:
        """The hand in the match file's format."""
        if self.act.data == "passed_out":
            return {"passed_out": True}
        data = self.contract_data()
        kapo = _one(self.kapo.data)
        points = {s: _number(self.points_of(s)) for s in SIDES if self.points_of(s)}
        if not kapo and self.swept.data == "kapo":
            kapo = swept_side(points, rules.total(data.get("trump")))
        fields = {"kapo": kapo, "points": points}
        return data | {field: value for field, value in fields.items() if value}

    def bring(self, contract: Mapping[str, str]) -> None:
        """Show the contract that an address brings, as `CONTRACT_FIELDS` have it."""
        self.contract.data = contract.get("contract", "")
        self.ones.data = contract.get("ones", "")
        self.trump.data = contract.get("trump", "")
        self.doubled.data = [contract["doubled"]] if "doubled" in contract else []

    def fill(self, hand: Hand, rules: RuleSet) -> None:
        """Show a hand as it would have been typed."""
        if hand.bidder and hand.bid is not None:
            self._fill_bid(hand.bidder, hand.bid)
        self.trump.data = hand.trump or ""
        self.doubled.data = [str(hand.doubled)] if hand.doubled > 1 else []
        self.pilotta.data = [hand.pilotta] if hand.pilotta else []
        self.kapo.data = [hand.kapo] if hand.kapo else []
        self.pilotta_failed.data = hand.pilotta_failed or ""
        answers = compare(replace(hand, declarations_to=None), rules).reason == "undecided"
        (self.declarations_to if answers else self.ruling).data = hand.declarations_to or ""
        self.tie_point.data = hand.tie_point or ""
        self.leader.data = hand.leader or ""
        self.fill_declarations(hand.declarations)
        if hand.has_result and not hand.passed_out and hand.kapo is None:
            self.points_A.data = str(card_points(hand, "A", rules))
            self.points_B.data = str(card_points(hand, "B", rules))
            if self.points_A.data == "0" or self.points_B.data == "0":
                self.swept.data = "tricks"

    def _fill_bid(self, bidder: Side, bid: int | str) -> None:
        if bid == KAPO:
            self.contract.data = f"{bidder}:{KAPO}"
        else:
            self.contract.data = f"{bidder}:{int(bid) // 10 * 10}"
            self.ones.data = str(int(bid) % 10 or "")

    def fill_declarations(self, declared: BySide[tuple[Declaration, ...]]) -> None:
        """Show these declarations as they would have been typed."""
        tops: dict[str, str] = {}
        for side, field in zip(SIDES, (self.declarations_A, self.declarations_B), strict=True):
            kinds: list[str] = []
            for declaration in declared.of(side):
                if declaration.top:
                    slot = f"{side}_{declaration.kind}_{kinds.count(declaration.kind)}"
                    tops[slot] = declaration_code(declaration).partition(":")[2]
                kinds.append(declaration.kind)
            field.data = kinds
        self.tops = tops


_KINDS: Final = {
    name: kind
    for name, kind in get_type_hints(EntryForm).items()
    if kind in (TextField, ChoiceField)
}


def tops_in(sent: FormData) -> dict[str, str]:
    """The top cards that a form sends, by slot."""
    return {
        key.removeprefix("top_"): value + (":t" if f"trumps_{key[4:]}" in sent else "")
        for key, value in sent.items()
        if key.startswith("top_") and value
    }


def swept_side(points: dict[Side, object], total: int) -> Side | None:
    """The side that has all the points."""
    for side, number in points.items():
        if number == total:
            return side
        if number == 0:
            return OTHER[side]
    return None


def again_chips(declared: list[str] | None) -> tuple[str, ...]:
    """The chips of a side's further declarations: the usual ones, and what it has beyond them."""
    chips = [*AGAIN_CHIPS]
    for kind in KIND_CHIPS:
        beyond = (declared or []).count(kind) - 1 - chips.count(kind)
        chips += [kind] * beyond
    return tuple(chips)


def ones_chips(rules: RuleSet) -> tuple[int, ...]:
    """The points that may be added to a bid of tens: none where bids go up by ten."""
    return tuple(range(0, 10, rules.bid_step)) if rules.bid_step < 10 else ()


def _number(text: object) -> Any:
    """The number, or the text as it is, for the rules to refuse."""
    number = whole_number(str(text), digits=5)
    return number if number is not None else str(text) or None


def _one(values: list[str] | None) -> str | None:
    # Both boxes at once, which only a form without script can send, is for the rules to refuse.
    return " ".join(sorted(set(values))) if values else None
