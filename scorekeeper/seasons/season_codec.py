"""JSON ⇄ a season and its standings: `python -m scorekeeper season` (docs/seasons.md)."""

from scorekeeper.seasons.exact import decimal_text
from scorekeeper.seasons.json_parts import PartProblem, write_part_problems
from scorekeeper.seasons.season import SeasonRow
from scorekeeper.seasons.season_reader import read_season
from scorekeeper.seasons.season_standings import season_standings


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
