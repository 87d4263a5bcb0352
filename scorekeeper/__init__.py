"""Tefteri keeps the score of Pilotta.

Imports no library, so that ``import scorekeeper.rules`` loads no web framework; but which SQLite a
process uses is decided before anybody imports one.
"""

import os

__version__ = "0.2.0"

if os.environ.get("TEFTERI_SQLITE", "").strip() == "pysqlite3":
    from scorekeeper.sqlite_module import use_pysqlite3

    use_pysqlite3()
