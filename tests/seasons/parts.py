"""Small seasons and small clubs, and what is answered to them."""

from scorekeeper.club.seasons import record_codec, season_reader
from scorekeeper.club.seasons.season_reader import answer
from tests.rules.match_files import match_file

SEATS = {"A1": "p1", "B1": "p3", "A2": "p2", "B2": "p4"}


def ranked(pair, place, **more):
    """A pair of a ranking, its persons as a text of two words."""
    counts = dict.fromkeys(("wins", "draws", "losses", "byes", "score", "difference"), 0)
    return {"pair": pair.split(), "place": place, **counts, **more}


def event(number, *rows, **more):
    return {"id": f"e{number}", "date": f"2026-01-{number:02}", "ranking": list(rows), **more}


def season(*events, **more):
    return {"by": "pair", "points": {"scheme": "score"}, "events": list(events), **more}


def rows(told):
    """The rows of a season without a problem."""
    reply = answer(told)
    assert reply["ok"], reply
    return reply["rows"]


def problems(told, codec=season_reader):
    """Return the problems as `code field`."""
    return [f"{one['code']} {one['field']}" for one in codec.answer(told).get("problems", [])]


def played(*hands, seats=SEATS, seats_from=(), **more):
    """A match of these hands, and who sat there."""
    file = match_file(**{"rules": "cafe", "hands": list(hands), **more})
    return {"seats": seats, "seats_from": list(seats_from), "match": file}


def records(*matches):
    """The records of matches without a problem."""
    reply = record_codec.answer({"matches": list(matches)})
    assert reply["ok"], reply
    return reply["records"]


def figures(record, *ids):
    """Return the figures of a person or a pair in a record."""
    kind, name = ("persons", ids[0]) if len(ids) == 1 else ("pairs", list(ids))
    [found] = [one for one in record[kind] if name in one.values()]
    return found
