"""What must be true after every fault, read from the file and from the screen."""

import json
import re
import sqlite3
from contextlib import closing

from tests.faults.scorer import SCORES


def events(server, public_id):
    """The match's events as they lie in the file: (seq, op_id, kind, data)."""
    with closing(sqlite3.connect(server.database)) as connection:
        rows = connection.execute(
            "SELECT seq, op_id, kind, data FROM event JOIN match ON match.id = event.match_id"
            " WHERE public_id = ? ORDER BY event.id",
            (public_id,),
        ).fetchall()
    return [(seq, op_id, kind, json.loads(data)) for seq, op_id, kind, data in rows]


def check_file(server):
    """The file is whole, and every match is at the revision of its last event."""
    with closing(sqlite3.connect(server.database)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        behind = connection.execute(
            "SELECT match.id FROM match LEFT JOIN event ON event.match_id = match.id"
            " GROUP BY match.id HAVING match.revision IS NOT MAX(event.seq)"
        ).fetchall()
    assert behind == []


def check_match(server, scorer, acknowledged):
    """Every acknowledged hand is there exactly once and unchanged, and nothing else is."""
    found = events(server, scorer.public_id)
    assert [seq for seq, *_ in found] == list(range(1, len(found) + 1)), "seq has gaps"
    hands = [(op_id, data["hand"]["points"]["A"]) for _, op_id, kind, data in found[1:]]
    assert [kind for _, _, kind, _ in found] == ["started"] + ["recorded"] * len(hands)
    assert sorted(hands) == sorted(acknowledged.items())
    check_screen(scorer, [points for _, points in hands])


def check_screen(scorer, points):
    """The page tells the hands and totals of the file."""
    page = scorer.get(f"/m/{scorer.public_id}/").text
    title = re.search(r"<title>\s*Us (\d+) – (\d+) Them", page)
    told = tuple(map(int, title.groups()))
    assert told == tuple(sum(SCORES[one][side] for one in points) for side in (0, 1))
    assert page.count("<tr") - 1 == len(points), "rows of the ledger besides its head"
