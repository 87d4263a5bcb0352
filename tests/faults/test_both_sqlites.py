"""One database file goes from one SQLite to the other and back, also behind a killed server."""

from contextlib import contextmanager
from secrets import token_hex

import pytest

from scorekeeper.store.backends.sqlite import SAFE_WAL
from tests.faults.scorer import Scorer
from tests.faults.truth import check_match
from tests.server import Server


@contextmanager
def served(folder, library):
    server = Server(folder, SQLITE=library).start()
    try:
        yield server
    finally:
        server.kill()


def save(scorer, server, hands):
    scorer.server = server
    saved = [token_hex(16) for _ in range(hands)]
    for op_id in saved:
        assert scorer.post_hand(op_id, scorer.revision(), 97).status == 303
    return saved


@pytest.mark.smoke
def test_database_goes_from_one_sqlite_to_the_other_and_back(tmp_path):
    scorer, saved = None, []
    for library in ("python", "pysqlite3", "python"):
        with served(tmp_path, library) as server:
            scorer = scorer or Scorer(server).start_match()
            saved += save(scorer, server, 3)
            database = server.health()["database"]
            is_new = tuple(map(int, database["sqlite"].split("."))) >= SAFE_WAL
            assert database["journal"] == ("wal" if is_new else "delete")
    with served(tmp_path, "pysqlite3") as server:
        scorer.server = server
        check_match(server, scorer, dict.fromkeys(saved, 97))
