"""JSON ⇄ a season and its standings: the season, or every problem of it (docs/seasons.md)."""

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Final, NamedTuple, get_args

from scorekeeper.club.seasons.played_figures import decimal_text
from scorekeeper.club.seasons.season import (
    SEASON_TIES,
    ByDifference,
    ByPlace,
    ByResults,
    ByScore,
    RankedPair,
    Scheme,
    Season,
    SeasonBy,
    SeasonEvent,
    SeasonRow,
    season_standings,
)
from scorekeeper.json_parts import (
    UNREAD,
    JsonPart,
    PartProblem,
    PartReader,
    UnreadValue,
    list_of,
    once,
    one_of,
    read_id,
    read_list,
    read_object,
    whole,
    write_part_problems,
)
from scorekeeper.rules.iso_8601 import is_day

MOST_POINTS: Final = 100_000
"""An entry of a scheme lies between minus this and this."""
_WEIGHT: Final = re.compile(r"-?[0-9]+(\.(?P<decimals>[0-9]+))?")
_LONGEST_WEIGHT: Final = 64
_entry = whole(-MOST_POINTS, MOST_POINTS)
_count = whole(0)


def read_season(data: dict[str, object]) -> tuple[Season | None, tuple[PartProblem, ...]]:
    """The season, or every problem of it in the order of the document."""
    part = JsonPart(data, "", [])
    readers: dict[str, PartReader] = {
        "by": one_of(get_args(SeasonBy)),
        "points": _read_scheme,
        "best": whole(1),
        "minimum": _count,
        "ties": list_of(once(one_of(SEASON_TIES))),
        "events": list_of(_event_reader(by_player=data.get("by") == "player")),
    }
    season = read_object(part, Season, readers, ("best", "minimum", "ties"))
    return (None if season is UNREAD else season), tuple(part.problems)


class _SchemeFields(NamedTuple):
    make: Callable[..., Scheme]
    readers: dict[str, PartReader]
    optional: tuple[str, ...] = ()


_SCHEMES: Final = {
    "places": _SchemeFields(ByPlace, {"table": list_of(_entry), "rest": _entry}, ("rest",)),
    "results": _SchemeFields(
        ByResults,
        {
            **dict.fromkeys(("win", "draw", "loss", "bye"), _entry),
            "score_per": whole(0, MOST_POINTS),
        },
        ("score_per",),
    ),
    "score": _SchemeFields(ByScore, {}),
    "difference": _SchemeFields(ByDifference, {}),
}
_scheme_name = one_of(_SCHEMES)


def _read_scheme(part: JsonPart) -> Scheme | UnreadValue:
    if type(part.value) is not dict:
        return part.refuse("unknown_value")
    field = part.part("scheme", part.value.get("scheme"))
    if field.value is None:
        return field.refuse("missing")
    name = _scheme_name(field)
    if name is UNREAD:
        return UNREAD  # the other fields depend on the name
    make, readers, optional = _SCHEMES[name]
    return read_object(
        part, lambda scheme, **fields: make(**fields), {"scheme": _scheme_name, **readers}, optional
    )


def _event_reader(*, by_player: bool) -> Callable[[JsonPart], SeasonEvent | UnreadValue]:
    readers: dict[str, PartReader] = {
        "id": once(read_id),
        "date": _read_day,
        "weight": _read_weight,
        "ranking": lambda part: _RankingReader(by_player=by_player).read(part),
    }
    return lambda part: read_object(part, SeasonEvent, readers, ("weight",))


def _read_day(part: JsonPart) -> str | UnreadValue:
    if type(part.value) is not str:
        return part.refuse("not_a_text")
    return part.value if is_day(part.value) else part.refuse("unknown_value")


def _read_weight(part: JsonPart) -> Fraction | UnreadValue:
    if type(part.value) is not str:
        return part.refuse("not_a_text")
    found = _WEIGHT.fullmatch(part.value)
    if found is None:
        return part.refuse("not_a_number")
    if len(part.value) > _LONGEST_WEIGHT or len(found["decimals"] or "") > 2:
        return part.refuse("out_of_range")
    weight = Fraction(part.value)
    return weight if weight > 0 else part.refuse("out_of_range")


class _RankingReader:
    """Reads the ranking of one event: each pair, person and place once."""

    def __init__(self, *, by_player: bool) -> None:
        self._by_player = by_player
        self._pairs: set[tuple[str, ...]] = set()
        self._persons: set[str] = set()
        self._places: list[int] = []
        self._readers: dict[str, PartReader] = {
            "pair": self._read_pair,
            "place": self._read_place,
            **dict.fromkeys(("wins", "draws", "losses", "byes"), _count),
            **dict.fromkeys(("score", "difference"), whole()),
        }

    def read(self, part: JsonPart) -> tuple[RankedPair | UnreadValue, ...]:
        ranking = read_list(part, lambda row: read_object(row, RankedPair, self._readers))
        if len(self._places) == len(ranking) and not are_places(self._places):
            part.refuse("places_wrong")
        return ranking

    def _read_place(self, part: JsonPart) -> int | UnreadValue:
        place = whole(1)(part)
        if place is not UNREAD:
            self._places.append(place)
        return place

    def _read_pair(self, part: JsonPart) -> tuple[str, ...] | UnreadValue:
        if type(part.value) is not list or len(part.value) != 2:
            return part.refuse("unknown_value")
        ids = [one for one in read_list(part, read_id) if one is not UNREAD]
        if len(ids) < 2:
            return UNREAD
        pair = tuple(sorted(ids))
        if pair[0] == pair[1]:
            return part.refuse("same_person")
        if pair in self._pairs:
            return part.refuse("repeated")
        for place, person in enumerate(ids):
            if self._by_player and person in self._persons:
                part.part(place).refuse("repeated")
        self._pairs.add(pair)
        self._persons.update(ids)
        return pair


def are_places(places: list[int]) -> bool:
    """Whether these are the places of a ranking (1, 2, 2, 4), in any order.

    >>> are_places([2, 1, 4, 2]), are_places([1, 1, 2])
    (True, False)
    """
    in_order = sorted(places)
    return all(
        place == number or (number > 1 and place == in_order[number - 2])
        for number, place in enumerate(in_order, 1)
    )


def answer(request: object) -> dict[str, object]:
    """The answer to one season: its standings, or every problem of it."""
    if type(request) is not dict:
        return write_part_problems([PartProblem("not_json", None)])
    season, problems = read_season(request)
    if season is None:
        return write_part_problems(problems)
    return {"ok": True, "rows": [write_season_row(row) for row in season_standings(season)]}


def write_season_row(row: SeasonRow) -> dict[str, object]:
    """A row of the standings, with the events that made it."""
    return {
        "unit": list(row.unit) if len(row.unit) > 1 else row.unit[0],
        "place": row.place,
        "points": decimal_text(row.points),
        "counted": [result.event for result in row.results if result.is_counted],
        "dropped": [result.event for result in row.results if not result.is_counted],
        "total": decimal_text(row.total),
        "events": len(row.results),
    }
