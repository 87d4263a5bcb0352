"""Tefteri keeps the score of Pilotta.

Loads no web framework, so that ``import scorekeeper.rules`` is quick; but it chooses the SQLite of
the process before any module imports one.
"""

from scorekeeper.sqlite_module import choose_sqlite

__version__ = "0.2.0"

choose_sqlite()
