"""The memory of a process between requests: another server has not seen it."""

import ast
import importlib
import threading
from functools import lru_cache

import pytest
from cachetools import Cache
from flask_limiter import Limiter

from tests.support.processes import PROJECT

WHY = {
    "It follows from the arguments alone": {
        "match.acts.head_acts._shared",
        "rules.checks._told_by",
        "rules.codec._read_code",
        "rules.codec._read_remembered",
        "rules.switches.switch_values",
        "rules.declarations._ruling",
        "tournament.sheets.score_readings._declared",
        "tournament.sheets.score_readings._stakes",
        "tournament.sheets.score_readings.is_possible",
        "tournament.sheets.score_readings.readings_of",
        "rules.scoring._cut_cards",
        "rules.scoring._line",
        "rules.scoring._sum",
        "tournament.draw_requests._draw_once",
        "tournament.played_phases._memory",
        "tournament.plausibility.highest_of_hand",
        "tournament.plausibility.least_of_hand",
        "web.api.tournament_view._hand",
        "web.static_files._minify",
        "web.static_files._compress",
    },
    "It is of the program's files, which all servers of a version share": {
        "i18n.language._translations",
        "explain.spoken.vocabulary",
        "printing.picture._environment",
        "printing.font.load_font",
        "printing.pdf._served_files",
        "printing.pdf.load_engine",
        "printing.sheet_cache.look",
        "web.scripts._imports_of",
        "web.scripts._later_of",
        "web.site.shell._words_version",
        "web.site.manual._manual",
        "web.site.shell._no_match",
        "web.vocabulary._digest",
    },
    "Each reading asks the database whether it still goes on from there": {
        "club.club_service.CLUB_JOURNAL",
        "club.club_record._memory",
        "match.match_journal.MATCH_JOURNAL",
        "tournament.service.TOURNAMENT_JOURNAL",
    },
    "It is found by the mark of what it shows, which the database was asked for": {
        "club.club_tournaments._told",
        "web.page_memory._pages",
        "web.match.polls._answers",
    },
    "Who only reads may be shown what was so some seconds ago": {
        "web.match.polls._marks",
        "web.tournaments.remembered_pages.RECENT",
    },
    "It follows from what is signed and the key, which all servers share": {
        "web.form_sessions._known",
        "web.form_sessions._tokens",
    },
    "An address gets at least what the setting says, of each": {"web.limits._limiter"},
    "It limits the lines of each process": {"operating.logs.EVENTS"},
    "It is a child of this process, which sends it all that it needs": {
        "printing.printer.PRINTER",
    },
    "Who asks another server has it made there": {
        "printing.sheet_cache.PRINT_AHEAD",
        "printing.printer.PRINTS",
    },
    "It is a folder of what can be made again": {"printing.sheet_cache._folder_of"},
    "Nothing is written into it": {
        "cli.gunicorn_settings.secure_scheme_headers",
        "rules.match.NO_OLDER_RULES",
        "match.acts.tally.NO_ROWS",
    },
}
"""Why two servers answer alike all the same."""
LOCKS = type(threading.Lock()), type(threading.RLock())


@pytest.mark.slow
def test_all_that_is_remembered_has_a_reason_why_another_server_does_not_miss_it():
    assert set(remembered()) == set().union(*WHY.values())


def remembered():
    """The names of all that modules remember things in, below `scorekeeper`."""
    package = PROJECT / "scorekeeper"
    modules = {}
    for file in sorted(package.rglob("*.py")):
        parts = file.relative_to(package).with_suffix("").parts
        if parts[0] not in ("migrations", "__main__"):
            place = ".".join(part for part in parts if part != "__init__")
            modules[file, place] = importlib.import_module(f"scorekeeper.{place}".rstrip("."))
    # All are loaded first: one may fill a list of another as it is loaded.
    for (file, place), module in modules.items():
        names = made_in(ast.parse(file.read_text()))
        yield from (f"{place}.{name}" for name in names if is_memory(vars(module).get(name)))


def made_in(module):
    """Yield the names of the values and functions that a module defines."""
    for node in module.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name
        elif isinstance(node, ast.AnnAssign | ast.Assign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from (target.id for target in targets if isinstance(target, ast.Name))


def is_memory(value):
    """Is it memory: empty at the start and so to be filled, or behind a lock and so changed?"""
    if isinstance(value, Cache | Limiter | type(lru_cache(len))):
        return True
    if isinstance(value, list | dict | set):
        return not value
    return any(isinstance(part, LOCKS) for part in getattr(value, "__dict__", {}).values())
