"""The conditions after every fault: in the file, on screen and paper, in the exports."""

import csv
import json
import re
import sqlite3
import time
from contextlib import closing

import psycopg

from tests.support.examples import ALL
from tests.support.http_scorer import NO_SERVER, SCORES
from tests.support.paper import pdf_text

PATIENCE = 30.0
"""Seconds: the file is read while others write."""
HEADINGS = ("Us: points taken", "Us: hand", "Us: total", "Them: total", "Them: hand",
            "Them: points taken")  # fmt: skip
PRINTED = re.compile(r"^ +\d+ +(\d+) +(\d+) +(\d+) +‹ 8 +(\d+) +(\d+) +(\d+)$", re.MULTILINE)
"""A row of the sheet, its columns in the order of `HEADINGS`."""


def events(server, public_id):
    """The match's events as they lie in the file: (seq, op_id, kind, data)."""
    rows = ask(
        server,
        "SELECT seq, op_id, kind, data FROM event JOIN match ON match.id = event.match_id"
        " WHERE public_id = ? ORDER BY event.id",
        public_id,
    )
    return [(seq, op_id, kind, json.loads(data)) for seq, op_id, kind, data in rows]


def written(server, scorer):
    """(operation id, card points) of every hand of the match in the file, which has no gaps."""
    found = events(server, scorer.public_id)
    assert [seq for seq, *_ in found] == list(range(1, len(found) + 1)), "seq has gaps"
    hands = [(op_id, data["hand"]["points"]["A"]) for _, op_id, _, data in found[1:]]
    assert [kind for _, _, kind, _ in found] == ["started"] + ["recorded"] * len(hands)
    return hands


def check_file(server):
    """The file is whole, and every match is at the revision of its last event."""
    if not server.database_url:
        assert ask(server, "PRAGMA integrity_check") == [("ok",)]
        assert ask(server, "PRAGMA foreign_key_check") == []
    behind = ask(
        server,
        "SELECT match.id FROM match LEFT JOIN event ON event.match_id = match.id"
        " GROUP BY match.id HAVING match.revision <> coalesce(max(event.seq), 0)",
    )
    assert behind == []


def ask(server, statement, *values):
    """The rows that the server's database answers, past the server; `?` stands for each value."""
    if server.database_url:
        with psycopg.connect(server.database_url) as connection:
            return connection.execute(statement.replace("?", "%s"), values).fetchall()
    with closing(sqlite3.connect(server.database, PATIENCE)) as connection:
        return connection.execute(statement, values).fetchall()


def check_match(server, scorer, acknowledged):
    """Every acknowledged hand is there exactly once and unchanged, and nothing else is.

    Screen, spreadsheet and match file show the same.
    """
    hands = written(server, scorer)
    assert sorted(hands) == sorted(acknowledged.items())
    points = [points for _, points in hands]
    check_screen(scorer, points)
    check_exports(scorer, points)


def check_paper(server, scorer):
    """Assert that the scoresheet has the hands and totals of the file."""
    check_sheet(scorer, [points for _, points in written(server, scorer)])


def check_paper_at_length(server, scorer):
    """The same in `make faults` alone: a server takes two seconds until it can print, and prints
    what `check_match` reads."""
    if ALL:
        check_paper(server, scorer)


def check_told(scorer, points):
    """Assert that screen, spreadsheet, match file and scoresheet have these hands."""
    check_screen(scorer, points)
    check_exports(scorer, points)
    check_sheet(scorer, points)


def check_sheet(scorer, points):
    """Assert that the scoresheet has these hands and their totals."""
    rows = PRINTED.findall(pdf_text(sheet(scorer), "-layout"))
    assert [tuple(map(int, row)) for row in rows] == told(points)


def check_screen(scorer, points):
    """Assert that the page has the hands and totals of the file."""
    page = scorer.get(f"/m/{scorer.public_id}/").text
    title = re.search(r"<title>\s*(?:Us|Side A) (\d+) – (\d+) (?:Them|Side B)", page)
    shown = tuple(map(int, title.groups()))
    assert shown == tuple(sum(SCORES[one][side] for one in points) for side in (0, 1))
    assert page.count("<tr") - 1 == len(points), "rows of the ledger besides its head"


def check_exports(scorer, points):
    """So do the spreadsheet and the match file."""
    match = f"/m/{scorer.public_id}/"
    text = scorer.get(match + "ledger.csv").text.lstrip("\ufeff")
    text = text.replace("Side A: ", "Us: ").replace("Side B: ", "Them: ")  # to who does not play
    rows = csv.DictReader(text.splitlines())
    assert [tuple(int(row[name]) for name in HEADINGS) for row in rows] == told(points)
    hands = json.loads(scorer.get(match + "match.json").body)["hands"]
    assert [hand["points"]["A"] for hand in hands] == points


def told(points):
    """Of each hand what `HEADINGS` name, worked out here."""
    rows, totals = [], (0, 0)
    for one in points:
        ours, theirs = SCORES[one]
        totals = totals[0] + ours, totals[1] + theirs
        rows.append((one, ours, *totals, theirs, 162 - one))
    return rows


def sheet(scorer):
    """The PDF, asked for again while the printer has too much to do; a proxy waits less than we."""
    deadline = time.monotonic() + 3 * PATIENCE
    while True:
        answer = scorer.get(f"/m/{scorer.public_id}/sheet.pdf", seconds=3 * PATIENCE)
        if answer.status == 200:
            return answer.body
        assert answer.status in NO_SERVER, answer
        assert time.monotonic() < deadline, answer.text
        time.sleep(0.5)
