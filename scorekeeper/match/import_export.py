"""Export a match as a file, and import such a file as a new match.

An imported match becomes new events, as if its hands had been written here, in one transaction.
They belong to one operation: the first event has its id, the others ids made from it.
"""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from scorekeeper.journal.act import is_same_body
from scorekeeper.journal.clock import now
from scorekeeper.journal.json_values import Json, JsonValue, objects_in
from scorekeeper.json_parts import NameTwice
from scorekeeper.match import matches
from scorekeeper.match.acts.body import Body, MatchAct
from scorekeeper.match.acts.fields import SentAdjustment, SentHand
from scorekeeper.match.acts.hand_acts import Adjusted, Claimed, Contract, Recorded, Stopped
from scorekeeper.match.acts.head_acts import Started
from scorekeeper.match.ledger import Ledger
from scorekeeper.match.match_journal import MATCH_JOURNAL, replay
from scorekeeper.match.matches import LoadedMatch, OperationIdReused
from scorekeeper.match.phones import enrol_phone
from scorekeeper.rules.match import Adjust, Claim, Match
from scorekeeper.rules.match_file import (
    LARGEST_FILE,
    LONGEST_MATCH,
    FileProblem,
    decode_match_file,
    read_match,
    write_match,
)
from scorekeeper.rules.names import without_loose_joiners
from scorekeeper.store.db import writing
from scorekeeper.store.streams import MATCH_EVENTS, StoredEvent


class Undecided(Exception):
    """The match cannot be given as a file: its rules cannot score some of it any more."""

    def __init__(self, file: Json, problems: tuple[FileProblem, ...], hands: list[int]) -> None:
        super().__init__(problems)
        self.file = file
        self.problems = problems
        self.hands = hands
        """The numbers of the hands that must be corrected, or given other rules, first."""


class TooMuch(Exception):
    """No match was taken in: the file has more `bytes`, or the match more `rows`, than is kept."""

    def __init__(self, what: Literal["bytes", "rows"]) -> None:
        super().__init__(what)
        self.what = what


class Unfit(Exception):
    """No match was taken in: the file has problems. Its data is None where it is no JSON."""

    def __init__(self, file: object, problems: tuple[FileProblem, ...]) -> None:
        super().__init__(problems)
        self.file = file
        self.problems = problems


def export_match(public_id: str) -> Json:
    """The match file of a match. Hands behind its end count for nothing and are left out.

    :raises NotFound: there is no such match.
    :raises Undecided: its rules were changed, and some hand must be corrected first.
    """
    return match_file_of(matches.find_match(public_id).ledger)


def match_file_of(ledger: Ledger) -> Json:
    """The match file of a ledger.

    :raises Undecided: as `export_match`.
    """
    standing = ledger.standing
    # A file may have an adjustment behind the end, which is kept with its reason; but no hand.
    rows = [row for row in standing.rows if row.counts or isinstance(row.entry, Adjust)]
    match = replace(ledger.match, entries=tuple(row.entry for row in rows), older_rules={})
    if standing.end == "target":  # whatever was said before the target was reached is void
        match = replace(match, open=None, ended=None)
    file = readable_again(write_match(match))
    _, problems = read_match(file)
    if problems:
        numbers = {rows[problem.row - 1].number for problem in problems if problem.row}
        raise Undecided(file, problems, sorted(number for number in numbers if number))
    return file


def readable_again(value: Json) -> Json:
    """It without loose joiners in its texts, which earlier versions took and no file has."""
    return {name: _readable_again(one) for name, one in value.items()}


def _readable_again(value: JsonValue) -> JsonValue:
    if isinstance(value, str):
        return without_loose_joiners(value)
    if isinstance(value, list):
        return [*map(_readable_again, value)]
    return readable_again(value) if isinstance(value, dict) else value


def file_content(file: Json) -> bytes:
    """A match file as bytes, with a line for each row; `read_file` takes it."""
    head = {key: value for key, value in file.items() if key != "hands"}
    lines = [f" {json.dumps(k)}: {json.dumps(v, ensure_ascii=False)}" for k, v in head.items()]
    hands = objects_in(file["hands"])
    rows = [f"  {json.dumps(row, ensure_ascii=False)}" for row in hands]
    lines.append(' "hands": [' + ",".join(f"\n{row}" for row in rows) + "]")
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode()


def read_file(content: bytes) -> Match:
    """The match that a file's bytes hold.

    :raises TooMuch: the file is too large, or the match too long.
    :raises Unfit: the file has problems; the error holds all of them.
    """
    if len(content) > LARGEST_FILE:
        raise TooMuch("bytes")
    try:
        file = decode_match_file(content)
    except NameTwice as twice:
        raise Unfit(None, (FileProblem(None, "not_json", twice.name),)) from twice
    except ValueError:
        file = None
    rows = file.get("hands") if isinstance(file, dict) else None
    if isinstance(rows, list) and len(rows) > LONGEST_MATCH:
        raise TooMuch("rows")  # before any of them is read
    match, problems = read_match(file)
    if match is None:
        raise Unfit(file, problems)
    return match


def import_match(match: Match, phone_id: int | None, op_id: str) -> tuple[LoadedMatch, bool]:
    """Store the match of a file, and return it and whether this call stored it.

    The phone becomes its scorer. Without a phone it has no scorer, but its address opens it.
    Sent again, the same operation returns the match that the first one made.

    :raises OperationIdReused: the operation id was used for something else.
    """
    has_scorer = phone_id is not None
    if phone_id is None:
        phone_id, _secret_that_nobody_keeps = enrol_phone()
    at = now()
    acts = [act._replace(at=at, phone=phone_id) for act in acts_of_match(match, op_id)]
    ledger = replay(acts)
    if ledger.match != match:
        raise RuntimeError("the events of a file do not make its match")
    with writing(op_id):
        event = MATCH_EVENTS.event_with(op_id)
        if event is not None:
            return _taken_before(event, acts, phone_id), False
        public_id, _id = matches.keep_new(acts, has_scorer=has_scorer)
    MATCH_JOURNAL.remember(public_id, ledger)
    return LoadedMatch(public_id, ledger), True


def _taken_before(event: StoredEvent, acts: Sequence[MatchAct], phone_id: int) -> LoadedMatch:
    loaded_match = matches.find_match(MATCH_EVENTS.public_id_of(event.owner_id))
    ids = {event.op_id, *(_later_id(event.op_id, act.seq) for act in loaded_match.ledger.acts)}
    earlier_acts = [act for act in loaded_match.ledger.acts if act.op_id in ids]
    is_same = len(earlier_acts) == len(acts) and all(map(_is_same_act, earlier_acts, acts))
    if event.phone_id != phone_id or not is_same:
        raise OperationIdReused(loaded_match, MATCH_JOURNAL.act_of(event))
    return loaded_match


def _is_same_act(stored: MatchAct, imported: MatchAct) -> bool:
    is_there = (stored.seq, stored.op_id) == (imported.seq, imported.op_id)
    return is_there and is_same_body(stored.body, imported.body)


def acts_of_match(match: Match, op_id: str) -> list[MatchAct]:
    """The acts by which a scorer would have written the match."""
    bodies: list[Body] = [Started.of(match)]
    for entry in match.entries:
        if isinstance(entry, Adjust):
            bodies.append(Adjusted(entry=SentAdjustment(entry, entry.reason)))
        else:
            bodies.append(Recorded(entry=SentHand(entry)))
    if match.open is not None:
        bodies.append(Contract(entry=SentHand(match.open)))
    if isinstance(match.ended, Claim):
        bodies.append(Claimed(side=match.ended.side, points=match.ended.points))
    elif match.ended == "hand":
        bodies.append(Stopped())
    return [
        MatchAct(seq, body, op_id if seq == 1 else _later_id(op_id, seq))
        for seq, body in enumerate(bodies, 1)
    ]


def _later_id(op_id: str, seq: int) -> str:
    return hashlib.sha256(f"{op_id}:{seq}".encode()).hexdigest()[:32]
