"""Clubs as the program of before their acts were declared stored them, and what it read there.

`data/clubs.jsonl.gz` was written at that time and is never written anew, so its writer is gone. A
later program has to give the same values. Its first line has the switches that a rule set had then.
Each other line is a club with its events, and digests of that program's values for it. The last one
is the demo's. Its tournaments are not in the file.
"""

import json
from datetime import datetime
from pathlib import Path

from scorekeeper.club.acts.club_fields import ClubRefused
from scorekeeper.club.acts.registry import read_body
from scorekeeper.club.club_file import write_club_file
from scorekeeper.club.club_seasons import rules_changes
from scorekeeper.club.club_service import CLUB_JOURNAL, find_club, replay_club
from scorekeeper.club.club_state import ClubAct
from scorekeeper.explain.club_words import person_name
from scorekeeper.export.club_export import club_json
from scorekeeper.journal.act import redact
from scorekeeper.journal.proof import fold_whole
from scorekeeper.store.db import db, writing
from scorekeeper.store.streams import CLUB_HEADS, first_digest_of
from tests.services.stored_matches import FIRST, _digest, known_then, read_stored
from tests.support.desk import BY_PLACE

FILE = Path(__file__).parent / "data" / "clubs.jsonl.gz"
FIRST_ID = 1_000_000
"""Rows that a test adds have lower ids."""
NEW = {"helpers", "ranking"}
"""Fields that the state has got since; their values stand beside it."""
ADDRESSES = [f"tournament{number:012d}" for number in range(4)]
SEASON_RULES = [
    BY_PLACE,
    {**BY_PLACE, "best": 2, "ties": ["wins", "countback"]},
    {"by": "player", "points": {"scheme": "places", "table": [3, 2, 1], "rest": 0}},
    {"by": "luck"},
]
"""The last one counts nothing that there is."""
SEASON = {"name": "Spring", "tournaments": [], "reason": ""}
TRIED = [
    ("changed", {"name": "", "place": ""}),
    ("changed", {"name": "\u202e", "place": "x" * 81}),
    ("changed", {"name": "Club", "rules": {"target": "x"}}),
    ("person_added", {"name": ""}),
    ("person_added", {"name": "maria", "note": "\u202e"}),
    ("person_added", {"name": "Maria"}),
    ("person_changed", {"person": "1", "name": "Eleni", "by_number": True}),
    ("person_changed", {"person": "99", "name": "Eleni"}),
    ("persons_joined", {"person": "1", "other": ""}),
    *(("persons_joined", {"person": one, "other": other}) for one in "12" for other in "134"),
    *(("person_parted", {"person": one}) for one in "129"),
    *(("tournament_belongs", {"tournament": one}) for one in ADDRESSES[:2]),
    *(("tournament_left", {"tournament": one}) for one in ADDRESSES[:2]),
    *(
        ("players_known", {"tournament": ADDRESSES[0], "players": players})
        for players in ({}, {"1": ["1", "2"]}, {"1": ["1", ""], "2": ["1", ""]}, {"1": ["77", ""]})
    ),
    *(
        ("new_players_known", {"tournament": ADDRESSES[0], "players": {}, **more})
        for more in (
            {},
            {"added": [{"pair": "1", "seat": 0}], "names": ["Neos"]},
            {"added": [{"pair": "1", "seat": 2}], "names": ["Neos"]},
            {"added": [{"pair": "1", "seat": 0}], "names": ["Maria"]},
            {"added": [{"pair": "1", "seat": 0}], "names": []},
        )
    ),
    *(
        ("season_set_up", {"season": number, "rules": rules, **SEASON})
        for number in (0, 1, 2, 9)
        for rules in SEASON_RULES
    ),
    ("season_set_up", {"season": 1, "rules": SEASON_RULES[0], **SEASON, "name": "", "reason": "x"}),
    *(
        ("season_set_up", {"season": 1, "rules": SEASON_RULES[0], **SEASON, "tournaments": counted})
        for counted in (
            [{"tournament": ADDRESSES[0], "weight": "1"}],
            [{"tournament": ADDRESSES[0]}],
            [{"tournament": "nowhere", "weight": "1"}],
            [{"tournament": ADDRESSES[0], "weight": "1001"}],
        )
    ),
    *(("helper_named", {"helper": number, "name": "Maria"}) for number in (0, 1, 9, 100)),
    ("helper_named", {"helper": 1, "name": "\u202e"}),
    *(("helper_removed", {"helper": number}) for number in (0, 1, 9)),
    ("addresses_closed", {"addresses": ADDRESSES[:2]}),
    ("names_erased", {"by": "organiser"}),
    ("person_erased", {"by": "age", "person": "1"}),
]
"""The acts that are tried on every club, to see its refusals."""


def stored_clubs():
    """The switches of that time, and the clubs; that of the demo last."""
    return read_stored(FILE)


def put_in(kept):
    """Write the rows as they are, past all services. Needs an application context."""
    rows, phones = {"club": [], "club_event": []}, {FIRST_ID}
    for number, one in enumerate(kept, FIRST_ID):
        values = {"id": number, "public_id": one["public_id"], "revision": len(one["events"])}
        rows["club"].append({**values, "since": FIRST, "phone_id": FIRST_ID})
        for event in one["events"]:
            rows["club_event"].append({"club_id": number, **_event(one["public_id"], *event)})
            phones.add(rows["club_event"][-1]["phone_id"])
    owners = [{"id": one, "secret_hash": f"{one:064x}", "since": FIRST} for one in sorted(phones)]
    with writing():
        for table, some in {"phone": owners, **rows}.items():
            db.session.execute(db.metadata.tables[table].insert(), some)


def _event(public_id, seq, op_id, kind, data, at, phone, asked):
    values = {"seq": seq, "op_id": op_id, "kind": kind, "data": data}
    digest = first_digest_of(public_id, seq, op_id, kind, data)
    values["phone_id"] = FIRST_ID + phone
    return {**values, "at": datetime.fromisoformat(at), "digest": digest, "asked": asked}


def digests_of(public_id, switches):
    """Return a digest of each output of a club, by name."""
    held = find_club(public_id)
    club, row = held.club, CLUB_HEADS.row_at(public_id)
    proof = fold_whole(CLUB_JOURNAL, [(row.id, public_id)])[row.id]
    befores = [None, *(replay_club(club.acts[:seq]) for seq in range(1, club.revision))]
    outputs = {
        "state": _told(club),
        "known": _known(club),
        "steps": [_told(replay_club(club.acts[:count])) for count in (1, 3, 9)],
        "json": club_json(held),
        "file": json.loads(write_club_file(held, None)),
        "proof": _told(proof.acts),
        "rests": [_told(_rests(act.body)) for act in club.acts],
        "rights": [
            [act.body.is_for_helpers, before and act.body.may_be_by_helper(before)]
            for act, before in zip(club.acts, befores, strict=True)
        ],
        "redacted": [_told(redact(act)) for act in club.acts],
        "texts": [[*act.body.typed_texts()] for act in club.acts],
        "without": [_without(club, befores, person) for person in club.persons.values()],
        "tried": [_try(club, switches, *tried) for tried in TRIED],
    }
    return {name: _digest(known_then(output, switches)) for name, output in outputs.items()}


def _known(club):
    return [
        [_told(one) for one in club.helpers],
        [[key, club.who_is(key), club.is_numbered(key)] for key in club.persons],
        [person_name(club, one, is_inside=False) for one in club.roster],
        sorted(club.hidden_names),
        [[_told(one) for one in rules_changes(club, season.number)] for season in club.seasons],
    ]


def _rests(body):
    return [
        sorted(body.writes()),
        sorted(body.rests_on()),
        body.is_erasing,
        body.is_by_phone,
    ]


def _without(club, befores, person):
    names = {person.name, *person.earlier}
    return [
        _told(act._replace(body=body))
        for act, before in zip(club.acts[1:], befores[1:], strict=True)
        if (body := act.body.without_person(person.key, names, before))
    ]


def _told(value):
    """The value as JSON: an act as it is stored, anything else by its fields."""
    if isinstance(value, ClubAct):
        return [value.seq, value.kind, value.data, value.op_id, value.phone, value.request_digest]
    if hasattr(value, "__dataclass_fields__"):
        names = [name for name in value.__dataclass_fields__ if name not in NEW]
        return {name: _told(getattr(value, name)) for name in names}
    if hasattr(value, "_asdict"):
        return _told({name: one for name, one in value._asdict().items() if name not in NEW})
    if isinstance(value, dict):
        return {str(key): _told(one) for key, one in value.items()}
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, list | tuple):
        return [_told(one) for one in value]
    return value if value is None or isinstance(value, str | int) else str(value)


def _try(club, switches, kind, data):
    body = read_body(kind, data)
    try:
        body.check(club)
    except ClubRefused as refused:
        return [[fault.code, fault.field] for fault in refused.faults]
    return _digest(known_then(_told(body.apply(club, ClubAct(club.revision + 1, body))), switches))
