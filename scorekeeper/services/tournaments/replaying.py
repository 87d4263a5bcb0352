"""Folding a tournament's acts, all of them or one more. Pure.

An act was checked when it was written (`acting`) and is not checked again.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from functools import reduce
from typing import Any, Final

from scorekeeper.draws.figures import Adjustment, StandingRules
from scorekeeper.draws.model import Broken, Table
from scorekeeper.rules.codec import read_rules, write_rules
from scorekeeper.services.nameless import ERASED
from scorekeeper.services.tournaments.acts import Act, Json, Kind
from scorekeeper.services.tournaments.sheets import read_sheet
from scorekeeper.services.tournaments.state import (
    Adjusted,
    DrawnRound,
    DrawnTable,
    Pair,
    Result,
    SetUp,
    Substitution,
    Tournament,
    swapped,
)


def replay(acts: Sequence[Act]) -> Tournament:
    """The tournament that the acts make, the first of which set it up."""
    first, *others = acts
    return reduce(replay_further, others, Tournament(read_set_up(first.data), (first,), {}))


def replay_further(tournament: Tournament, act: Act) -> Tournament:
    """The tournament after one more act."""
    changed = _TAKE[act.kind](tournament, act)
    return replace(tournament, acts=(*tournament.acts, act), **changed)


def read_set_up(data: Json) -> SetUp:
    """What a `set_up` holds, as it was checked."""
    rules, wrong = read_rules(data["rules"])
    assert not wrong, wrong
    standing = data["standing"]
    return SetUp(
        name=data["name"],
        day=date.fromisoformat(data["date"]) if data["date"] else None,
        place=data["place"],
        organiser=data["organiser"],
        rules=rules,
        length=data["length"],
        limit=data["limit"],
        rounds=data["rounds"],
        format=data["format"],
        standing=StandingRules(
            by=standing["by"],
            tie_breaks=tuple(standing["tie_breaks"]),
            match_points=tuple(standing["match_points"]),
            bye=tuple(standing["bye"]),
        ),
    )


def write_set_up(set_up: SetUp) -> Json:
    """The same as data."""
    standing = set_up.standing
    return {
        "name": set_up.name,
        "date": set_up.day.isoformat() if set_up.day else "",
        "place": set_up.place,
        "organiser": set_up.organiser,
        "rules": write_rules(set_up.rules),
        "length": set_up.length,
        "limit": set_up.limit,
        "rounds": set_up.rounds,
        "format": set_up.format,
        "standing": {
            "by": standing.by,
            "tie_breaks": list(standing.tie_breaks),
            "match_points": list(standing.match_points),
            "bye": list(standing.bye),
        },
    }


def difference(old: SetUp, new: SetUp) -> Json:
    """The change that makes the one the other; nothing where they are alike."""
    before, after = write_set_up(old), write_set_up(new)
    return {field: value for field, value in after.items() if value != before[field]}


def _changed(tournament: Tournament, act: Act) -> Json:
    return {"set_up": read_set_up(write_set_up(tournament.set_up) | act.data)}


def _pairs_added(tournament: Tournament, act: Act) -> Json:
    pairs = dict(tournament.pairs)
    for number, one in enumerate(act.data["pairs"], len(pairs) + 1):
        pair = Pair(number=number, **{**one, "players": tuple(one["players"])})
        pairs[pair.key] = pair
    return {"pairs": pairs}


OF_THE_CHANGE: Final = frozenset({"pair", "from_now", "until", ERASED})
"""What a change of a pair says beside what is new of it."""


def _pair_changed(tournament: Tournament, act: Act) -> Json:
    new = {name: value for name, value in act.data.items() if name not in OF_THE_CHANGE}
    pair = tournament.pairs[act.data["pair"]]
    if "players" in new:
        new["players"] = tuple(new["players"])
    if act.data.get("from_now") and "players" in new:
        until = act.data.get("until", len(tournament.rounds))
        new["were"] = _who_played((*pair.were, Substitution(pair.players, until)), until)
    return {"pairs": tournament.pairs | {pair.key: replace(pair, **new)}}


def _attended(tournament: Tournament, act: Act) -> Json:
    pairs = dict(tournament.pairs)
    for keys, present in ((act.data["present"], True), (act.data["absent"], False)):
        pairs |= {key: replace(pairs[key], present=present) for key in keys}
    return {"pairs": pairs}


def _round_drawn(tournament: Tournament, act: Act) -> Json:
    drawn = DrawnRound(
        number=len(tournament.rounds) + 1,
        act=act,
        set_up=tournament.set_up,
        tables=_tables(act.data["tables"]),
        byes=tuple(act.data["byes"]),
        broken=_broken(act.data["broken"]),
    )
    return {"rounds": (*tournament.rounds, drawn)}


def _tables_swapped(tournament: Tournament, act: Act) -> Json:
    one, other = act.data["pairs"]
    last = tournament.rounds[-1]
    tables, byes = swapped(
        tuple(Table(table.a, table.b) for table in last.tables), last.byes, one, other
    )
    drawn = replace(
        last,
        tables=tuple(
            replace(table, a=new.a, b=new.b) for table, new in zip(last.tables, tables, strict=True)
        ),
        byes=byes,
        broken=_broken(act.data["broken"]),
        swaps=(*last.swaps, (one, other)),
    )
    return {"rounds": (*tournament.rounds[:-1], drawn)}


def _undrawn(tournament: Tournament, _act: Act) -> Json:
    """Nobody has played the round: who sat down since plays whatever is drawn in its place."""
    rounds = tournament.rounds[:-1]
    pairs = {
        key: replace(pair, were=_who_played(pair.were, len(rounds)))
        for key, pair in tournament.pairs.items()
    }
    return {"rounds": rounds, "pairs": pairs}


def _who_played(were: Sequence[Substitution], last: int) -> tuple[Substitution, ...]:
    """Those who played a round up to this one before others sat down."""
    ended = [one._replace(until=min(one.until, last)) for one in were]
    before = [0, *(one.until for one in ended)]
    return tuple(one for one, since in zip(ended, before, strict=False) if one.until > since)


def _result(tournament: Tournament, act: Act) -> Json:
    data = act.data
    result = Result(
        tuple(data["score"]),
        tuple(data["hands"]),
        data["source"],
        data["reason"],
        act,
        read_sheet(data.get("sheet", ())),
    )
    drawn = tournament.rounds[data["round"] - 1]
    tables = tuple(
        replace(table, results=(*table.results, result)) if table.number == data["table"] else table
        for table in drawn.tables
    )
    return _with_round(tournament, replace(drawn, tables=tables))


def _adjusted(tournament: Tournament, act: Act) -> Json:
    adjustment = Adjustment(*(act.data[name] for name in Adjustment._fields))
    return {"adjusted": (*tournament.adjusted, Adjusted(adjustment, act))}


def _lots_drawn(_tournament: Tournament, act: Act) -> Json:
    return {"lots": tuple(act.data["lots"])}


def _clock_started(tournament: Tournament, act: Act) -> Json:
    return _with_round(tournament, replace(tournament.rounds[act.data["round"] - 1], clock=act.at))


def _with_round(tournament: Tournament, drawn: DrawnRound) -> Json:
    rounds = [drawn if one.number == drawn.number else one for one in tournament.rounds]
    return {"rounds": tuple(rounds)}


def _tables(tables: list[list[str]]) -> tuple[DrawnTable, ...]:
    return tuple(DrawnTable(number=number, a=a, b=b) for number, (a, b) in enumerate(tables, 1))


def _broken(broken: list[Json]) -> tuple[Broken, ...]:
    return tuple(Broken(one["rule"], tuple(one["pairs"])) for one in broken)


_TAKE: Final[dict[Kind, Callable[[Tournament, Act], dict[str, Any]]]] = {
    "changed": _changed,
    "pairs_added": _pairs_added,
    "pair_changed": _pair_changed,
    "attended": _attended,
    "round_drawn": _round_drawn,
    "tables_swapped": _tables_swapped,
    "undrawn": _undrawn,
    "result": _result,
    "adjusted": _adjusted,
    "lots_drawn": _lots_drawn,
    "clock_started": _clock_started,
    "final_set_up": lambda _tournament, act: {"final": act.data["tournament"]},
    "joined": lambda _tournament, _act: {},
    "erasing_begun": lambda _tournament, _act: {},
    "names_erased": lambda _tournament, _act: {},
    "pair_erased": lambda _tournament, _act: {},
}
