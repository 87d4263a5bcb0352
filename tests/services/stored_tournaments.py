"""Tournaments as the program of before their acts were typed stored them, and what it read there.

`data/tournaments.jsonl.gz` was written at that time and is never written anew, so its writer is
gone. A later program has to give the same values. Its first line has the switches that a rule set
had then. Each other line is a tournament: its events, its tables with the matches that were written
in, and digests of that program's values for it.
"""

from datetime import datetime
from pathlib import Path
from unittest.mock import patch

from scorekeeper.draws.standings import StandingRules
from scorekeeper.export.tournament_export import pair_json, tournament_json
from scorekeeper.journal.act import redact
from scorekeeper.journal.proof import fold_whole
from scorekeeper.store.db import db, writing
from scorekeeper.store.streams import TOURNAMENT_HEADS, first_digest_of
from scorekeeper.tournament import draw_requests, finals, round_draw
from scorekeeper.tournament.acts.body import TournamentRefused
from scorekeeper.tournament.acts.registry import read_body
from scorekeeper.tournament.acts.set_ups import difference
from scorekeeper.tournament.pair_erasure import traces_of
from scorekeeper.tournament.round_draw import redraw_differences
from scorekeeper.tournament.service import TOURNAMENT_JOURNAL, find_tournament, replay, with_act
from scorekeeper.tournament.standing import standing_of
from scorekeeper.tournament.state import TournamentAct
from tests.services.stored_matches import FIRST, _digest, known_then, read_stored
from tests.services.wild_desk import HANDS
from tests.support.desk import set_up_of

FILE = Path(__file__).parent / "data" / "tournaments.jsonl.gz"
DEMO = FILE.with_name("demo_tournaments.jsonl.gz")
SET_UP = {
    *("name", "date", "place", "organiser", "rules"),
    *("length", "limit", "rounds", "format", "standing"),
}
"""The fields of a tournament's set-up at that time."""
NEW = {
    "request",
    "final_of",
    "is_ruled",
    "erasing",
    "last_erasure",
    "roles_taken",
    "final_set_up",
    "helpers",
    "withdrawals",
    *("paused", "extra", "keeps_forfeits"),
    *("note", "deleted", "registrations", "door", "money", "due", "payment", "is_alone"),
    *("parts", "partner", "proposed", "missing", "apart", "kept_tables", "clubs_apart", "wishes"),
    *(name for name in set_up_of().all_fields() if name not in SET_UP),
}
"""Fields that the state has got since; the values of the first two stand beside it."""
USUAL_STANDING = StandingRules(
    tie_breaks=("head_to_head", "buchholz", "hands_won", "lots"), bye=(0, 0)
)
"""How standings were counted then, unless it was said."""
SHEET = {"score": [19, 6], "hands": [1, 0], "sheet": [HANDS[0]]}
TOTAL = {"source": "organiser", "hands": [0, 0], "reason": ""}
TRIED = [
    ("changed", {}),
    ("changed", {"name": ""}),
    ("changed", {"place": "x" * 81}),
    ("changed", {"rounds": 9}),
    ("pairs_added", {"pairs": []}),
    ("pair_changed", {"pair": "1"}),
    ("pair_changed", {"pair": "99", "club": "x"}),
    ("pair_changed", {"pair": "2", "players": ["Maria", ""]}),
    ("pair_changed", {"pair": "2", "club": "\u202e"}),
    ("attended", {"present": ["1"], "absent": ["99"]}),
    *(("tables_swapped", {"round": number, "pairs": ["1", "2"], "tables": [1, 2], "broken": []})
      for number in (1, 2, 3)),
    *(("undrawn", {"round": number}) for number in (1, 2, 3)),
    *(("result", {**TOTAL, "round": number, "table": table, "score": score, **more})
      for number in (1, 2) for table in (1, 3)
      for score, more in (
          ([351, 200], {}), ([351, 351], {"reason": "why"}), ([9, 8], {"reason": "\u202e"}),
          ([10_000_000, 0], {}), ([1], {}), ([19, 6], SHEET), ([19, 7], {"sheet": SHEET["sheet"]}),
          ([19, 6], {**SHEET, "sheet": [5], "reason": "x"}), ([19, 6], {**SHEET, "sheet": []}),
      )),
    ("adjusted", {"pair": "1", "to": "luck", "points": 2, "reason": "x"}),
    ("adjusted", {"pair": "99", "to": "wins", "points": 2, "reason": "x"}),
    ("adjusted", {"pair": "1", "to": "wins", "points": 0, "reason": "x"}),
    ("adjusted", {"pair": "1", "to": "wins", "points": 2, "reason": ""}),
    ("adjusted", {"pair": "1", "to": "wins", "points": 2, "reason": "x"}),
    *(("clock_started", {"round": number}) for number in (1, 2)),
]  # fmt: skip
"""The acts that are tried on every tournament, to see its refusals."""


def stored_tournaments():
    """The switches of that time, and the tournaments; that of the demo last."""
    return read_stored(FILE, DEMO)


def act_with(seq, kind, data, *told):
    """An act as an event of a tournament is read."""
    return TournamentAct(seq, read_body(kind, data), *told)


def put_in(kept):
    """Write the rows as they are, past all services. Needs an application context."""
    rows = {name: [] for name in ("tournament", "tournament_event", "match", "event")}
    rows["tournament_table"], phones = [], {1}
    for number, one in enumerate(kept, 1):
        values = {"id": number, "public_id": one["public_id"], "revision": len(one["events"])}
        rows["tournament"].append({**values, "since": FIRST, "phone_id": 1})
        for *event, asked in one["events"]:
            values = {"tournament_id": number, **_event(one["public_id"], *event), "asked": asked}
            rows["tournament_event"].append(values)
            phones.add(values["phone_id"])
        for drawn, table, address, events in one["tables"]:
            match_id = len(rows["match"]) + 1
            values = {"id": match_id, "public_id": address, "revision": len(events)}
            rows["match"].append({**values, "since": FIRST, "series_id": match_id})
            told = [{"match_id": match_id, **_event(address, *event)} for event in events]
            rows["event"] += told
            phones |= {event["phone_id"] for event in told}
            values = {"tournament_id": number, "drawn": drawn, "number": table}
            rows["tournament_table"].append({**values, "match_id": match_id})
    owners = [{"id": one, "secret_hash": f"{one:064x}", "since": FIRST} for one in sorted(phones)]
    with writing():
        for table, some in {"phone": owners, **rows}.items():
            db.session.execute(db.metadata.tables[table].insert(), some)


def _event(public_id, seq, op_id, kind, data, at, phone):
    values = {"seq": seq, "op_id": op_id, "kind": kind, "data": data, "phone_id": phone}
    digest = first_digest_of(public_id, seq, op_id, kind, data)
    return {**values, "at": datetime.fromisoformat(at), "digest": digest}


def digests_of(public_id, switches):
    """Return a digest of each output of a tournament, by name.

    Of lists for a spreadsheet there were digests, too; their columns are others since.
    """
    held = find_tournament(public_id)
    tournament = held.tournament
    row = TOURNAMENT_HEADS.row_at(public_id)
    outputs = {
        "state": _told(tournament),
        "known": [
            tournament.final_of,
            _told(tournament.erasing),
            [_told([one.request, one.format, one.ends]) for one in tournament.rounds],
            difference(set_up_of(standing=USUAL_STANDING), tournament.set_up),
            redraw_differences(tournament),
            [_rounds_without_hands(held, pair) for pair in tournament.pairs],
            [row.pair for row in finals.finalists(held)],
            _proposed(held),
        ],
        "steps": [_told(replay(tournament.acts[:count])) for count in (1, 3, 9)],
        "standing": _told(_counted_as_none(standing_of(held))),
        "json": _json(held),
        "pairs": [_without_new(pair_json(held, pair)) for pair in tournament.pairs.values()],
        "proof": _told(fold_whole(TOURNAMENT_JOURNAL, [(row.id, public_id)])[row.id].acts),
        "rests": [
            [_of_that_time(act.body.writes()), _of_that_time(act.body.rests_on())]
            for act in tournament.acts
        ],
        "redacted": [_told(redact(act)) for act in tournament.acts],
        "traces": [_traces(tournament, pair) for pair in tournament.pairs],
        "tried": [_try(tournament, switches, *tried) for tried in TRIED],
    }
    return {name: _digest(known_then(output, switches)) for name, output in outputs.items()}


def _of_that_time(names):
    """The names without those of fees and of one pair's adjustments, which are newer."""
    return sorted(name for name in names if not name.startswith(("fee ", "adjustment ")))


def _rounds_without_hands(held, pair):
    rows = [row for row in standing_of(held) if row.pair == pair]
    parts = [part for row in rows for part in row.figures["hands_won"].parts]
    return [part.round for part in parts if part.points is None]


def _counted_as_none(rows):
    """The rows with 0 for each number that is not known, as it stood there then."""
    return [row._replace(figures={name: _known(one) for name, one in row.figures.items()})
            for row in rows]  # fmt: skip


def _known(figure):
    parts = (part._replace(points=part.points or 0) for part in figure.parts)
    return figure._replace(parts=tuple(parts))


def _without_new(told):
    return {key: one for key, one in told.items() if key not in NEW}


def _json(held):
    told = _without_new(tournament_json(held))
    del told["lots"]  # which the state has
    for row, standing in zip(told["standings"], standing_of(held), strict=True):
        row["hands_won"] = standing.figures["hands_won"].points
    for drawn in told["drawn"]:
        del drawn["swaps"], drawn["draw"]["version"]
    return told


def _told(value):
    """The value as JSON: an act as it is stored, anything else by its fields."""
    if isinstance(value, TournamentAct):
        return [value.seq, value.kind, value.data, value.op_id, value.phone, value.request_digest]
    if hasattr(value, "__dataclass_fields__"):
        names = [name for name in value.__dataclass_fields__ if name not in NEW]
        return {name: _told(getattr(value, name)) for name in names}
    if hasattr(value, "_asdict"):
        return _told({name: one for name, one in value._asdict().items() if name != "dropped"})
    if isinstance(value, dict):
        return {str(key): _told(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_told(one) for one in value]
    return value if value is None or isinstance(value, str | int) else str(value)


def _proposed(held):
    try:
        with patch.object(draw_requests, "NEWEST", 1):  # before the first round, too
            proposal = round_draw.propose(held, 7)
    except TournamentRefused as refused:
        return [fault._asdict() for fault in refused.faults]
    draw = proposal.draw._asdict()
    del draw["numbers"]
    return _told([proposal.requests[0], draw, proposal.mark])


def _traces(tournament, pair):
    found = traces_of(tournament.acts, pair)
    return [_told(found.acts), sorted(found.tables), sorted(found.names)]


def _try(tournament, switches, kind, data):
    act = act_with(tournament.revision + 1, kind, data, "", FIRST)
    try:
        after = with_act(tournament, act)
    except TournamentRefused as refused:
        return [fault._asdict() for fault in refused.faults]
    return _digest(known_then(_told(after), switches))
