"""Matches as the program of before acts were typed stored them, and what it read in them.

`data/matches.jsonl.gz` was written at that time and is never written anew, so its writer is gone. A
later program has to give the same values. Its first line has the switches that a rule set had then.
Each other line is a match with its events, and digests of that program's values for it.
"""

import gzip
import hashlib
import json
from datetime import datetime
from pathlib import Path

from scorekeeper.explain.shown_names import match_as_read
from scorekeeper.export.spreadsheet import ledger_csv
from scorekeeper.i18n import use_locale
from scorekeeper.match import agreement, pencil_passing
from scorekeeper.match.import_export import Undecided, file_content, match_file_of
from scorekeeper.store.db import db, writing
from scorekeeper.store.streams import first_digest_of
from scorekeeper.web.api.tournament_view import act_json
from tests.services.wild_acts import ledger_told

FILE = Path(__file__).parent / "data" / "matches.jsonl.gz"
DEMO = FILE.with_name("demo_matches.jsonl.gz")
"""The evening of the demo, as `python -m scorekeeper demo` wrote it before 0.2.0."""
FIRST = datetime(2026, 1, 1)


def stored_matches():
    """The switches of that time, and the matches; those of the demo last."""
    return read_stored(FILE, DEMO)


def read_stored(*files):
    """The switches in the first line of each file, and what is in the others."""
    switches, kept = set(), []
    for file in files:
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            head, *more = map(json.loads, lines)
        switches |= {*head["switches"]}
        kept += more
    return frozenset(switches), kept


def put_in(kept):
    """Write the rows as they are, past all services. Needs an application context."""
    phones, found, events = set(), [], []
    for number, one in enumerate(kept, 1):
        values = {"id": number, "public_id": one["public_id"], "revision": len(one["events"])}
        found.append({**values, "since": FIRST, "series_id": number})
        for seq, op_id, kind, data, at, phone in one["events"]:
            values = {"match_id": number, "seq": seq, "op_id": op_id, "kind": kind, "data": data}
            digest = first_digest_of(one["public_id"], seq, op_id, kind, data)
            values |= {"at": datetime.fromisoformat(at), "phone_id": phone, "digest": digest}
            events.append(values)
            phones.add(phone)
    owners = [{"id": one, "secret_hash": f"{one:064x}", "since": FIRST} for one in sorted(phones)]
    with writing():
        for table, rows in (("phone", owners), ("match", found), ("event", events)):
            db.session.execute(db.metadata.tables[table].insert(), rows)


def digests_of(ledger, switches):
    """By its name, a digest of everything that is given out of a match."""
    outputs = {
        "acts": [act_json(act) for act in ledger.acts],
        "ledger": _ledger_told(ledger),
        "standing": ledger.standing,
        "file": _file(ledger),
        "csv": _csv(ledger),
    }
    return {name: _digest(known_then(output, switches)) for name, output in outputs.items()}


def _ledger_told(ledger):
    phones = sorted(number for number in ledger.phones if number is not None)
    return {
        **ledger_told(ledger, {}),
        "seated": ledger.players,
        "beside": [
            ledger.revision,
            ledger.decided_on,
            ledger.last_erasure,
            ledger.last_name_erasure,
            ledger.mark,
        ],
        "held": [phone for phone in phones if ledger.held_pencil(phone)],
        "corrected": sorted(ledger.corrected),
        "histories": {one: [act.seq for act in ledger.history_of(one)] for one in ledger.hand_ids},
        "undoings": [getattr(ledger.undoing_of(act.seq), "seq", None) for act in ledger.acts],
        "answers": {str(one): said for one, said in sorted(agreement.answers(ledger).items())},
        "flags": [
            [one.act.seq, one.side, one.hand_id, one.reason, one.is_open]
            for one in agreement.flags(ledger)
        ],
        "on": agreement.is_on(ledger),
        "asked": [[one for one, _ in agreement.unanswered(ledger, side)] for side in "AB"],
        "asking": getattr(pencil_passing.asking(ledger), "seq", None),
        "declined": [pencil_passing.was_declined(ledger, side) for side in "AB"],
        "new_scorer": [phone for phone in phones if pencil_passing.is_new_scorer(ledger, phone)],
        "wrong_contract": ledger.wrong_contract,
    }


def _file(ledger):
    try:
        return file_content(match_file_of(ledger)).decode()
    except Undecided as undecided:
        return [undecided.file, undecided.problems, undecided.hands]


def _csv(ledger):
    """As the phone that began the match reads it: the heads of the columns are Us and Them."""
    with use_locale("en"):
        match = match_as_read(ledger.match, "A")
        return ledger_csv(match, ledger.players).decode("utf-8", "surrogateescape")


def known_then(value, switches):
    """The output without the switches that rule sets have got since."""
    if isinstance(value, str) and value.startswith("{\n"):
        return known_then(json.loads(value), switches)
    if hasattr(value, "__dataclass_fields__"):
        value = {name: getattr(value, name) for name in value.__dataclass_fields__}
    if hasattr(value, "_asdict"):
        value = value._asdict()
    if isinstance(value, dict):
        is_rules = "preset" in value
        return {
            key: known_then(one, switches)
            for key, one in value.items()
            if not is_rules or key in switches
        }
    return (
        [known_then(one, switches) for one in value] if isinstance(value, list | tuple) else value
    )


def _digest(value):
    told = json.dumps(value, ensure_ascii=True, sort_keys=True)
    return hashlib.sha256(told.encode()).hexdigest()[:16]
