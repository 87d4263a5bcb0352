"""The machine on which the figures were taken."""

import os
import platform
import sqlite3
from pathlib import Path


def machine() -> str:
    """Cores, memory and versions, in a line."""
    names = Path("/proc/cpuinfo").read_text().split("\n")
    model = next((line.partition(": ")[2] for line in names if line.startswith("model name")), "")
    memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 1024**3
    versions = f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}"
    return f"{os.cpu_count()} cores ({model}), {memory:.0f} GB, {versions}"
