"""What may be done to a match as it stands, and how it would stand then. Pure."""

from dataclasses import replace
from typing import Any, Final

from scorekeeper.rules.codec import read_hand
from scorekeeper.rules.match import Adjust, Claim
from scorekeeper.rules.match_file import read_adjust, read_match, read_match_hand, write_match
from scorekeeper.rules.model import Hand, Problem
from scorekeeper.services.ledger import Act, Json, Kind, Ledger, head_of, head_with, undone_acts
from scorekeeper.services.nameless import ERASED
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


class MixedUnits(Refused):
    """A change of the rules would add tenths to points."""

    def __init__(self, hand_ids: tuple[int, ...]) -> None:
        super().__init__(Problem("unknown", "unit"))
        self.hand_ids = hand_ids
        """The entries that stay in the old unit; none where it is a claim that does."""


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
        row = ledger.row(data["before"])
        if row is not None and not row.counts:
            raise Refused(Problem("after_end", "hands"))
    else:
        _check_running(ledger)
    _check_adjustment(data)


def _check_adjustment(data: Json) -> None:
    """An adjustment of the table's has a reason, and adjusts something."""
    adjust, wrong = read_adjust({key: data.get(key) for key in ("adjust", "reason")})
    found = list(wrong)
    if not wrong and not (adjust.A or adjust.B):
        found.append(Problem("missing", "adjust"))
    if not wrong and not adjust.reason:
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
    head = head_with(ledger.match, data)
    if head == head_of(ledger.match):
        raise Refused(Problem("missing", "changed"))
    claim = ledger.match.ended if isinstance(ledger.match.ended, Claim) else None
    file = write_match(replace(ledger.match, entries=(), open=None, ended=claim))
    _match, found = read_match({**file, **head})
    if found:
        raise Refused(*(Problem(code, field) for _row, code, field in found))
    _check_unit(ledger, replay_further(ledger, Act(ledger.revision + 1, "changed", data)))


def _check_unit(before: Ledger, after: Ledger) -> None:
    """Tenths and points are never added: what is written in the one does not become the other."""
    unit = after.match.rules.unit
    if unit == before.match.rules.unit:
        return
    mixed = [
        hand_id
        for hand_id, row in zip(after.hand_ids, after.standing.rows, strict=True)
        if isinstance(row.entry, Adjust) or row.rules.unit != unit
    ]
    if mixed or isinstance(after.match.ended, Claim):
        raise MixedUnits(tuple(mixed))


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


def may_be_undone(ledger: Ledger, act: Act) -> bool:
    """Can the act be undone as the match stands? It may itself be an undoing."""
    try:
        _check_undone(ledger, {"seq": act.seq})
    except Refused:
        return False
    return True


def _check_undone(ledger: Ledger, data: Json) -> None:
    """The last act can always be undone; an earlier one where nothing since is built on it."""
    act = ledger.act(data["seq"])
    if act is None or not act.is_play or act.kind == "started" or act.seq in ledger.undone:
        raise Refused(Problem("missing", "seq"))
    if act == ledger.last_act():
        return
    undoing = Act(ledger.revision + 1, "undone", data)
    undone = undone_acts((*ledger.acts, undoing))
    # Of an undoing that is taken back, what it undid.
    done = [one for one in ledger.acts if one.is_play and one.kind != "undone"]
    turned = next((one for one in done if one.seq in undone ^ ledger.undone), None)
    if turned is None:  # an undoing that another one has made idle
        raise Refused(Problem("missing", "seq"))
    standing = [one for one in done if one.seq not in undone]
    # Of what comes back itself it is asked, too, whether it could be written now.
    later = [one for one in standing if one.seq >= turned.seq]
    about = tuple(one for one in later if one is not turned and _speaks_of(one, turned))
    if about:
        raise BuiltOn(about)
    _write_again(replay([one for one in standing if one.seq < turned.seq]), later)


def _speaks_of(later: Act, act: Act) -> bool:
    """Is the later act about what the act wrote or changed?"""
    if act.kind == "changed" and later.kind == "changed":
        return bool(_changed_fields(act) & _changed_fields(later))
    hand_id = act.data.get("hand_id", act.seq)
    return later.data.get("hand_id") == hand_id or later.data.get("before") == act.seq


def _changed_fields(change: Act) -> set[tuple[str, str]]:
    return {
        (part, field)
        for part, new in change.data.items()
        if part not in ("from_now", ERASED)
        for field in (new if isinstance(new, dict) else ("",))
    }


def _write_again(ledger: Ledger, later: list[Act]) -> None:
    """See whether the later acts could be written on this ledger just as well.

    :raises BuiltOn: one of them could not.
    """
    for act in later:
        try:
            _CHECKS[act.kind](ledger, act.data)
        except (Refused, KeyError) as refused:
            # Hands behind the end stay written and count for nothing.
            is_idle = _is_after_end(refused) and ledger.standing.end == "target"
            if not (is_idle or _lacks_names(act, refused)):
                raise _built_on(act, refused) from None
        ledger = replay_further(ledger, act)


def _built_on(act: Act, refused: Exception) -> BuiltOn:
    """A hand that has no score without it, or an act that could not have been done."""
    is_missing = isinstance(refused, KeyError) or refused.args[0][0].code == "missing"
    if act.kind in ("recorded", "inserted", "corrected") and not is_missing:
        return BuiltOn((), (act.data.get("hand_id", act.seq),))
    return BuiltOn((act,))


def _lacks_names(act: Act, refused: Exception) -> bool:
    """Is all that is wrong with the act that its names were erased since?"""
    if ERASED not in act.data or not isinstance(refused, Refused):
        return False
    return {*refused.problems} <= {Problem("missing", "reason"), Problem("missing", "changed")}


def _is_after_end(refused: Exception) -> bool:
    return isinstance(refused, Refused) and refused.problems[0].code == "after_end"


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
