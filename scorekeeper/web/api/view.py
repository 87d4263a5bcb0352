"""A match as the API gives it: the words of the match file, and what follows from them."""

from functools import lru_cache
from typing import TypeVar

from flask import url_for

from scorekeeper.journal.json_values import Json, JsonValue
from scorekeeper.match.acts.body import MatchAct
from scorekeeper.match.agreement import Flag, answers, flags
from scorekeeper.match.ledger import Ledger
from scorekeeper.match.matches import LoadedMatch
from scorekeeper.rules.codec import write_hand, write_score
from scorekeeper.rules.match import Entry, Row, Standing
from scorekeeper.rules.match_file import write_end, write_entry, write_head
from scorekeeper.rules.model import BySide, Problem

_Value = TypeVar("_Value", bound=int | str)


def match_json(loaded_match: LoadedMatch) -> Json:
    """The match as it stands."""
    ledger = loaded_match.ledger
    head = write_head(ledger.match)
    del head["format"]
    last, undoing = ledger.last_act(), ledger.last_undoing()
    return {
        "id": loaded_match.public_id,
        "revision": loaded_match.revision,
        "watch": url_for("matches.show", public_id=loaded_match.public_id, _external=True),
        **head,
        "rows": _rows(ledger),
        "open": write_hand(ledger.match.open) if ledger.match.open else None,
        "ended": write_end(ledger.match),
        "standing": _standing(ledger.standing),
        "answers": {
            str(hand_id): _by_side(given_answers)
            for hand_id, given_answers in answers(ledger).items()
        },
        "flags": [_flag(flag) for flag in flags(ledger)],
        "undo": last.seq if last else None,
        "bring_back": undoing.seq if undoing else None,
    }


def acts_json(loaded_match: LoadedMatch) -> Json:
    """The acts of play, undone ones too, in order: all that a phone needs to go on by itself."""
    acts: list[JsonValue] = [act_json(act) for act in loaded_match.ledger.acts if act.is_play]
    return {"id": loaded_match.public_id, "revision": loaded_match.revision, "acts": acts}


def act_json(act: MatchAct) -> Json:
    """An act, with its kind and data as they are stored."""
    return {"op_id": act.op_id, "seq": act.seq, "kind": act.kind, "data": act.data}


def _rows(ledger: Ledger) -> list[JsonValue]:
    pairs = zip(ledger.hand_ids, ledger.standing.rows, strict=True)
    found = {**ledger.doubted, **ledger.wrong}
    return [_row(hand_id, row, found.get(hand_id, ())) for hand_id, row in pairs]


def _row(hand_id: int, row: Row, wrong: tuple[Problem, ...]) -> Json:
    common: Json = {"totals": _by_side(row.totals), "counts": row.counts}
    if row.score is None:
        return {"id": hand_id, **write_entry(row.entry), **common}
    return {
        "id": hand_id,
        "number": row.number,
        "dealer": row.dealer,
        "hand": _hand(row.entry),
        "score": write_score(row.score),
        **common,
        "problems": [{"code": code, "field": field} for code, field in wrong],
    }


@lru_cache(8192)
def _hand(entry: Entry) -> Json:
    """The hand as JSON: each answer has all hands of the match, which most answers had before."""
    return write_entry(entry)


def _standing(standing: Standing) -> Json:
    return {
        "totals": _by_side(standing.totals),
        "number": standing.number,
        "dealer": standing.dealer,
        "winner": standing.winner,
        "end": standing.end,
    }


def _flag(flag: Flag) -> Json:
    return {
        "hand_id": flag.hand_id,
        "side": flag.side,
        "reason": flag.reason,
        "open": flag.is_open,
        "here": flag.is_here,
    }


def _by_side(pair: BySide[_Value]) -> dict[str, JsonValue]:
    return {"A": pair.A, "B": pair.B}
