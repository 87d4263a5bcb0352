"""Which SQLite this process uses: the newer one that pysqlite3 brings, or Python's own."""

import os
import sys


def choose_sqlite() -> None:
    """Let `import sqlite3` find pysqlite3 in every library, if it is installed and not refused.

    Two SQLites that open one file in one process lose each other's locks
    (https://www.sqlite.org/howtocorrupt.html, 2.2.1), so all libraries use the same one. A process
    that imported Python's own before keeps that.

    :raises RuntimeError: it did, and `TEFTERI_SQLITE` asks for pysqlite3.
    """
    wanted = os.environ.get("TEFTERI_SQLITE", "").strip()
    if wanted == "python" or ("sqlite3" in sys.modules and not wanted):
        return
    try:
        import pysqlite3
        import pysqlite3.dbapi2
    except ImportError:
        return  # `scorekeeper.config` says so where it was asked for
    if sys.modules.setdefault("sqlite3", pysqlite3) is not pysqlite3:
        raise RuntimeError("TEFTERI_SQLITE: Python's sqlite3 was imported before scorekeeper")
    sys.modules["sqlite3.dbapi2"] = pysqlite3.dbapi2
