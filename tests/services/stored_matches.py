"""Matches as the program of before acts were typed stored them, and what it read in them.

`data/matches.jsonl.gz` was written by `python -m tests.services.stored_matches` at that time and is
never written anew: what it is for is that a later program tells the same. Its first line has the
switches that a rule set had then; each other line is a match, its events and digests of what the
program of that time gave for it.
"""

import gzip
import hashlib
import json
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import text

from scorekeeper.app import create_app
from scorekeeper.club import rematches
from scorekeeper.explain.shown_names import match_as_read
from scorekeeper.export.spreadsheet import ledger_csv
from scorekeeper.i18n import use_locale
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.match import agreement, links, matches, pencil_passing
from scorekeeper.match.acts.body import Refused
from scorekeeper.match.erasure import redact_matches, redact_reasons
from scorekeeper.match.import_export import Undecided, file_content, import_match, match_file_of
from scorekeeper.match.matches import find_match
from scorekeeper.match.phones import enrol_phone
from scorekeeper.rules.codec import write_rules
from scorekeeper.rules.match_file import read_match
from scorekeeper.rules.presets import CAFE
from scorekeeper.store.db import db, writing
from scorekeeper.store.migrator import bring_up_to_date
from scorekeeper.store.streams import MATCH_EVENTS, first_digest_of
from scorekeeper.web.api.operations import read_operation
from scorekeeper.web.api.tournament_view import act_json
from tests.databases import SETTINGS
from tests.services.wild_acts import OPERATIONS, WildTable, ledger_told
from tests.table import do

FILE = Path(__file__).parent / "data" / "matches.jsonl.gz"
DEMO = FILE.with_name("demo_matches.jsonl.gz")
"""The evening of the demo, as `python -m scorekeeper demo` wrote it before 0.2.0."""
MATCHES = 320
LENGTHS = [3, 8, 16, 25]
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


class StoredTable(WildTable):
    """A table whose scorer, and the phones beside, write through the services."""

    def play(self, count):
        """The address of a match in which so many acts were tried."""
        self.phone, self.guests = enrol_phone()[0], []
        kept, _ = matches.start_match(self.new_match(), self.phone, self.op_id())
        self.public_id = kept.public_id
        self.ledger = kept.ledger
        for kind in "AB" if self.happens(0.6) else "":
            self.join(kind)
        for _ in range(count):
            self.ledger = find_match(self.public_id).ledger
            self.say_something() if self.happens(0.25) else self.write_something()
        if self.happens(0.25):
            self.erase()
        return self.public_id

    def write_something(self):
        act, data = self.act()
        if act.kind == "joined":
            return
        with suppress(Refused, matches.NotScorer):
            if act.kind in OPERATIONS:
                body = {"op": OPERATIONS[act.kind], "revision": self.ledger.revision, **data}
                if "hand" in data and self.happens(0.3):
                    body["scored"] = {"engine": 3, "A": 1, "B": 2}
                data = read_operation(body).body.data
            revision, phone = self.ledger.revision, self.scorer()
            do(self.public_id, phone, act.op_id, revision, act.kind, data)

    def scorer(self):
        writers = [one for one in (self.phone, *self.guests) if self.ledger.held_pencil(one)]
        return self.one_of(writers)

    def say_something(self):
        with suppress(
            Refused,
            matches.NotScorer,
            matches.RevisionConflict,
            pencil_passing.NotAsked,
            links.OtherSide,
        ):
            self.one_of([self.join, *[self.agree, self.flag, self.pass_on] * 2])()

    def join(self, kind=None):
        guest = enrol_phone()[0]
        self.guests.append(guest)
        kind = kind or self.one_of(["A", "B", "scorer", "scorer", "hand_over"])
        links.open_link(links.make_link(self.public_id, self.scorer(), kind), guest, self.op_id())

    def agree(self):
        rows = zip(self.ledger.hand_ids, self.ledger.standing.rows, strict=True)
        scores = {one: row.score[1:3] for one, row in rows if row.score}
        wanted = self.chance.sample(
            sorted(scores), self.chance.randint(min(1, len(scores)), len(scores))
        )
        agreed = {one: scores[one] for one in wanted}
        for guest in self.guests:
            with suppress(matches.NotScorer):
                agreement.agree(self.public_id, guest, self.op_id(), agreed)

    def flag(self):
        rows = zip(self.ledger.hand_ids, self.ledger.standing.rows, strict=True)
        scores = [(one, row.score[1:3]) for one, row in rows if row.score]
        reason = self.one_of(["ours were 98", "Αντρέας: όχι", "kapo?"])
        for guest in self.guests if scores else ():
            with suppress(matches.NotScorer):
                hand = self.one_of(scores)
                agreement.flag(self.public_id, guest, self.op_id(), *hand, reason)
                return

    def pass_on(self):
        asked = pencil_passing.asking(self.ledger)
        if asked is None and self.happens(0.2):
            pencil_passing.write_alone(self.public_id, self.scorer(), self.op_id())
            return
        for guest in self.chance.sample(self.guests, len(self.guests)) * 2:
            with suppress(matches.NotScorer, pencil_passing.NotAsked):
                if asked is None:
                    asked = pencil_passing.asking(
                        pencil_passing.ask(self.public_id, guest, self.op_id()).ledger
                    )
                    continue
                yes = self.happens(0.8)
                pencil_passing.answer(self.public_id, guest, self.op_id(), asked.seq, yes=yes)
                return

    def erase(self):
        match_id = MATCH_EVENTS.owner_at(self.public_id)
        with writing(self.public_id):
            if self.happens(0.4):
                redact_matches([match_id], self.one_of(["scorer", "operator", "age"]), self.phone)
            else:
                redact_reasons([match_id], bool, "organiser", self.phone)
        self.ledger = find_match(self.public_id).ledger
        for _ in range(4):
            self.write_something()
            self.ledger = find_match(self.public_id).ledger


def _write():
    with TemporaryDirectory() as folder:
        app = create_app({"INSTANCE": Path(folder), **SETTINGS})
        with app.app_context():
            bring_up_to_date()
            _fill()
            lines = [{"switches": sorted(write_rules(CAFE))}]
            for _match_id, public_id in MATCH_EVENTS.owners():
                lines.append(_line(public_id, frozenset(lines[0]["switches"])))
    FILE.parent.mkdir(exist_ok=True)
    content = "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in lines)
    FILE.write_bytes(gzip.compress(content.encode(), 9, mtime=0))


def _fill():
    for seed in range(MATCHES):
        table = StoredTable(seed)
        public_id = table.play(table.one_of(LENGTHS))
        with suppress(matches.NotScorer, rematches.NotOver):
            rematches.rematch(public_id, table.phone, new_operation_id())
        if seed % 8 == 0:  # carried elsewhere and back
            with suppress(Undecided):
                match, _ = read_match(match_file_of(find_match(public_id).ledger))
                import_match(match, table.phone, new_operation_id())


def _line(public_id, switches):
    statement = text(
        "SELECT seq, op_id, kind, data, at, phone_id FROM event JOIN match ON match.id = match_id"
        " WHERE public_id = :public_id ORDER BY seq"
    )
    events = [list(row) for row in db.session.execute(statement, {"public_id": public_id})]
    digests = digests_of(find_match(public_id).ledger, switches)
    return {"public_id": public_id, "events": events, "digests": digests}


if __name__ == "__main__":
    _write()
