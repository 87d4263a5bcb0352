"""A tournament as the API gives it: the words of its export, and how its tables stand now."""

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial

from flask import url_for

from scorekeeper.export import tournament_export
from scorekeeper.export.tournament_export import JsonObject
from scorekeeper.journal.owner import Role
from scorekeeper.tournament.drawn_rounds import DrawnRound
from scorekeeper.tournament.pair_list import Pair, Registration
from scorekeeper.tournament.playing import Live, PlayedTable, play_round
from scorekeeper.tournament.registering import code_of, last_act_of, places_of
from scorekeeper.tournament.service import LoadedTournament
from scorekeeper.tournament.state import Tournament
from scorekeeper.tournament.table_results import Result
from scorekeeper.tournament.typed_sheets import write_sheet


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
        "pair": registration.pair or None,
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
