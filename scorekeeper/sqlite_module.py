"""Which SQLite this process uses: Python's own, or the newer one that pysqlite3 brings."""

import sys


def use_pysqlite3() -> None:
    """Let `import sqlite3` find pysqlite3 from now on, in every library of this process.

    Two SQLites on one file in one process lose each other's locks
    (https://www.sqlite.org/howtocorrupt.html, 2.2.1). So the whole process uses one. Without
    pysqlite3 nothing changes, and `scorekeeper.config` says so.

    :raises RuntimeError: Python's own was imported before.
    """
    try:
        import pysqlite3
        import pysqlite3.dbapi2
    except ImportError:
        return
    if sys.modules.setdefault("sqlite3", pysqlite3) is not pysqlite3:
        raise RuntimeError("TEFTERI_SQLITE: Python's sqlite3 was imported before scorekeeper")
    sys.modules["sqlite3.dbapi2"] = pysqlite3.dbapi2
