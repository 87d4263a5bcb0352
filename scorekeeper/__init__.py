"""Tefteri keeps the score of Pilotta.

This module imports no web framework, so ``import scorekeeper.rules`` loads none. It only chooses
the process's SQLite, before any module can import one.
"""

import os

__version__ = "0.2.0"

if os.environ.get("TEFTERI_SQLITE", "").strip() == "pysqlite3":
    from scorekeeper.sqlite_module import use_pysqlite3

    use_pysqlite3()
