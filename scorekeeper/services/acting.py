"""What may be done to a match as it stands, and how it would stand then. Pure."""

from typing import Any, Final

from scorekeeper.rules.checks import problems
from scorekeeper.rules.codec import read_hand
from scorekeeper.rules.match import Adjust
from scorekeeper.rules.match_file import read_adjust, read_match, read_match_hand
from scorekeeper.rules.model import Hand, Problem
from scorekeeper.services.ledger import Act, Json, Kind, Ledger, head_of
from scorekeeper.services.replaying import replay, replay_further


class Refused(Exception):
    """The act cannot be done as the match stands; nothing changed."""

    def __init__(self, *problems: Problem, hand: Hand | None = None) -> None:
        super().__init__(problems)
        self.problems = problems
        self.hand = hand


class BuiltOn(Refused):
    """An act cannot be undone: others, written since, are built on it."""

    def __init__(self, acts: tuple[Act, ...], hand_ids: tuple[int, ...] = ()) -> None:
        super().__init__(Problem("unknown", "seq"))
        self.acts = acts
        """Those that speak of what it wrote."""
        self.hand_ids = hand_ids
        """The hands that could not be scored without it."""


def with_act(ledger: Ledger, act: Act) -> Ledger:
    """The ledger as it would stand after one more act.

    :raises Refused: the act is not possible, with every problem of it.
    """
    _CHECKS[act.kind](ledger, act.data)
    return replay_further(ledger, act)


def _check_running(ledger: Ledger) -> None:
    if ledger.standing.is_over:
        raise Refused(Problem("after_end", "hands"))


def _check_recorded(ledger: Ledger, data: Json) -> None:
    _check_running(ledger)
    hand, found = read_match_hand(data["hand"], ledger.match.rules, ledger.standing.dealer)
    if found:
        raise Refused(*found, hand=hand)


def _check_contract(ledger: Ledger, data: Json) -> None:
    _check_running(ledger)
    hand, found = read_hand(data["contract"], ledger.match.rules, contract_only=True)
    if found:
        raise Refused(*found, hand=hand)


def _check_place(ledger: Ledger, hand_id: Any) -> None:
    if hand_id not in ledger.hand_ids:
        raise Refused(Problem("missing", "before"))


def _check_inserted(ledger: Ledger, data: Json) -> None:
    _check_place(ledger, data["before"])
    dealer = ledger.dealer_at(data["before"])
    hand, found = read_match_hand(data["hand"], ledger.match.rules, dealer)
    if found:
        raise Refused(*found, hand=hand)


def _check_adjusted(ledger: Ledger, data: Json) -> None:
    if data.get("before") is not None:
        _check_place(ledger, data["before"])
    else:
        _check_running(ledger)
    _check_adjustment(data)


def _check_adjustment(data: Json) -> None:
    """An adjustment of the table's has a reason, and adjusts something."""
    adjust, wrong = read_adjust({key: data.get(key) for key in ("adjust", "reason")})
    found = list(wrong)
    if not wrong and not (adjust.A or adjust.B):
        found.append(Problem("missing", "adjust"))
    if not adjust.reason and Problem("unknown", "reason") not in found:
        found.append(Problem("missing", "reason"))
    if found:
        raise Refused(*found)


def _check_corrected(ledger: Ledger, data: Json) -> None:
    row = ledger.row(data["hand_id"])
    if row is None or isinstance(row.entry, Adjust) != ("adjust" in data):
        raise Refused(Problem("missing", "hand"))
    if row.dealer is None:
        _check_adjustment(data)
        return
    hand, found = read_match_hand(data["hand"], ledger.match.rules, row.dealer)
    if found:
        raise Refused(*found, hand=hand)


def _check_voided(ledger: Ledger, data: Json) -> None:
    if ledger.row(data["hand_id"]) is None:
        raise Refused(Problem("missing", "hand"))


def _check_changed(ledger: Ledger, data: Json) -> None:
    head = head_of(ledger.match)
    new = {key: data[key] for key in ("sides", "rules", "first_dealer") if key in data}
    if all(head[key] == value for key, value in new.items()):
        raise Refused(Problem("missing", "changed"))
    head.pop("target")
    _match, found = read_match({**head, **new, "hands": []})
    if found:
        raise Refused(*(Problem(code, field) for _row, code, field in found))


def _check_claimed(ledger: Ledger, data: Json) -> None:
    if not ledger.match.rules.claim:
        raise Refused(Problem("claim_not_played", "ended"))
    _check_running(ledger)
    if data["side"] not in ("A", "B"):
        raise Refused(Problem("unknown", "side"))
    if not isinstance(data["points"], int) or not 0 <= data["points"] <= 9999:
        raise Refused(Problem("unknown", "points"))


def _check_stopped(ledger: Ledger, _data: Json) -> None:
    _check_running(ledger)


def _check_reopened(ledger: Ledger, _data: Json) -> None:
    if ledger.standing.end not in ("claim", "hand"):
        raise Refused(Problem("unknown", "ended"))


def _check_undone(ledger: Ledger, data: Json) -> None:
    """The last act can always be undone; an earlier one where nothing since is built on it."""
    act = ledger.act(data["seq"])
    if act is None or act.kind == "started" or act.seq in ledger.undone:
        raise Refused(Problem("missing", "seq"))
    if act in (ledger.last_act(), ledger.last_undoing()):
        return
    about = tuple(
        later
        for later in ledger.acts
        if later.seq not in ledger.undone
        and act.seq in (later.data.get("hand_id"), later.data.get("before"))
    )
    if about:
        raise BuiltOn(about)
    try:
        after = replay([*ledger.acts, Act(ledger.revision + 1, "undone", data)])
    except KeyError:  # an undoing that is taken back may void what a later act speaks of
        raise BuiltOn(()) from None
    wrong = tuple(hand_id for hand_id in after.hand_ids if _newly_wrong(hand_id, ledger, after))
    if wrong:
        raise BuiltOn((), wrong)


def _newly_wrong(hand_id: int, before: Ledger, after: Ledger) -> bool:
    """Would the hand have no score by the rules that would be in force?"""
    if hand_id in before.wrong:
        return False
    row = after.row(hand_id)
    assert row is not None
    if row.dealer is None or row.scored is None:
        return False
    return bool(problems(row.scored, after.match.rules))


_CHECKS: Final[dict[Kind, Any]] = {
    "contract": _check_contract,
    "recorded": _check_recorded,
    "inserted": _check_inserted,
    "adjusted": _check_adjusted,
    "corrected": _check_corrected,
    "voided": _check_voided,
    "changed": _check_changed,
    "claimed": _check_claimed,
    "stopped": _check_stopped,
    "reopened": _check_reopened,
    "undone": _check_undone,
}
