"""A match and a tournament as the API gives them."""

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache, partial
from typing import TypeVar

from flask import url_for

from scorekeeper.export import tournament_export
from scorekeeper.export.tournament_export import JsonObject
from scorekeeper.journal.json_values import Json, JsonValue
from scorekeeper.journal.organised import Role
from scorekeeper.match.acts.body import MatchAct
from scorekeeper.match.agreement import Flag, answers, flags
from scorekeeper.match.ledger import Ledger
from scorekeeper.match.matches import LoadedMatch
from scorekeeper.rules.codec import write_hand, write_score
from scorekeeper.rules.match import Entry, Row, Standing
from scorekeeper.rules.match_file import write_end, write_entry, write_head
from scorekeeper.rules.model import BySide, Problem
from scorekeeper.tournament.announced_pairs import code_of, last_act_of, places_of
from scorekeeper.tournament.drawn_rounds import DrawnRound
from scorekeeper.tournament.played_tables import Live, PlayedTable, play_round
from scorekeeper.tournament.service import LoadedTournament
from scorekeeper.tournament.state import Tournament
from scorekeeper.tournament.table_results import Result, write_sheet
from scorekeeper.tournament.tournament_set_up import Pair, Registration

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


def tournament_json(loaded_tournament: LoadedTournament, role: Role) -> JsonObject:
    """Write the whole tournament as JSON. Payments and presence are for the organiser alone."""
    payload = tournament_export.tournament_json(
        loaded_tournament, partial(_round, loaded_tournament.tournament)
    )
    if role == "organiser":
        pairs = loaded_tournament.tournament.pairs.values()
        payload["pairs"] = [
            tournament_export.public_pair_json(pair) | _of_the_desk(pair) for pair in pairs
        ]
        payload["registrations"] = [
            registration_json(loaded_tournament, one)
            for one in loaded_tournament.tournament.registrations.values()
            if one.state != "ended"
        ]
    return {
        "id": loaded_tournament.public_id,
        "revision": loaded_tournament.revision,
        "mark": loaded_tournament.revision.after,
        "watch": url_for(
            "tournaments.show", tournament_id=loaded_tournament.public_id, _external=True
        ),
        **payload,
    }


def _of_the_desk(pair: Pair) -> JsonObject:
    return {"seeding": pair.seeding, "paid": pair.paid, "present": pair.present, "note": pair.note}


def registration_json(
    loaded_tournament: LoadedTournament, registration: Registration
) -> JsonObject:
    """A pair that announced itself, with its code: for itself and for the organiser."""
    tournament, number = loaded_tournament.tournament, registration.number
    return {
        "registration": number,
        "code": code_of(loaded_tournament.public_id, number),
        "players": [*registration.players],
        "club": registration.club,
        "state": registration.state,
        "place": places_of(tournament).get(number),
        "pair": registration.pair if registration.state == "accepted" else None,
        "last": last_act_of(tournament, number),
    }


def round_json(loaded_tournament: LoadedTournament, drawn_round: DrawnRound) -> JsonObject:
    """The round as it stands."""
    tables = play_round(loaded_tournament, drawn_round)
    return _round(loaded_tournament.tournament, drawn_round, tables)


def _round(
    tournament: Tournament, drawn_round: DrawnRound, tables: Sequence[PlayedTable]
) -> JsonObject:
    return {
        **tournament_export.round_json(drawn_round, tables),
        "tables": [_table(tournament, one) for one in tables],
        "broken": [{"rule": one.rule, "pairs": list(one.pairs)} for one in drawn_round.broken],
        "clock": _moment(drawn_round.clock),
        "paused": _moment(drawn_round.paused),
        "ends": _moment(drawn_round.ends),
    }


def _table(tournament: Tournament, one: PlayedTable) -> JsonObject:
    silent = one.silent
    return {
        **tournament_export.table_json(one),
        "state": one.state,
        "flags": one.flags,
        "silent": int(silent.total_seconds() // 60) if silent else None,
        "differs": one.disagrees,
        "live": _live(one.live) if one.live else None,
        "results": [_result(tournament, result) for result in one.table.results],
        "withdrawn": bool(one.table.results) and one.table.result is None,
    }


def _live(live: Live) -> JsonObject:
    return {
        "match": live.public_id,
        "totals": list(live.totals),
        "hands": live.number,
        "over": live.is_over,
    }


def _result(tournament: Tournament, result: Result) -> JsonObject:
    helper = tournament.helper_at(result.act) if result.source == "helper" else None
    return {
        "score": list(result.score),
        "hands": list(result.hands),
        "sheet": write_sheet(result.sheet) or None,
        "source": result.source,
        "helper": helper.number or None if helper else None,
        "reason": result.reason,
        "at": _moment(result.act.at),
        "forfeit": result.forfeit,
        "ruled": result.is_ruled,
    }


def _moment(at: datetime | None) -> str | None:
    """Moments are kept in UTC, without a zone."""
    return at.replace(tzinfo=UTC).isoformat(timespec="seconds") if at else None
