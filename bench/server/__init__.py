"""SQLite and PostgreSQL side by side, one server and two: what each carries, and for how long.

`make bench-server` (`python -m bench.server`) prints a table of `docs/performance.md`.
"""
