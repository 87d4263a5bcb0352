"""A module's or class's name stands for one thing; what a process remembers has a reason.

The memory of a process between requests is what another server has not seen.
"""

import ast
import importlib
import threading
from collections import defaultdict
from functools import lru_cache

import pytest
from cachetools import Cache
from flask_limiter import Limiter

from tests.processes import PROJECT

PACKAGE = PROJECT / "scorekeeper"
MIRRORS = {
    "the two packages that calculate are built alike": {
        "checks": {"draws", "rules"},
        "codec": {"draws", "rules"},
        "model": {"draws", "rules"},
    },
    "words are named after what they are about": {
        "tournament_operations": {"explain", "web"},
    },
    "a page, an address or a command is named after what it shows or runs": {
        "auction": {"rules", "web/settle"},
        "erasure": {"cli", "match", "tournament"},
        "finals": {"tournament", "web/tournaments"},
        "health": {"keeping", "web/site"},
        "import_export": {"cli", "match", "web/match"},
        "matches": {"match", "web/api", "web/match"},
        "papers": {"printing", "web/tournaments"},
        "standings": {"draws", "web/tournaments"},
    },
    "the three aggregates of the journal are built alike": {
        "fields": {"journal", "match/acts", "tournament/acts"},
        "body": {"journal", "match/acts", "tournament/acts"},
        "registry": {"club/acts", "match/acts", "tournament/acts"},
    },
}
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


def doubled(places):
    return {name: found for name, found in places.items() if len(found) > 1}


def modules():
    """Return the folders of the modules of each name."""
    places = defaultdict(set)
    for file in PACKAGE.rglob("*.py"):
        folder = file.parent.relative_to(PACKAGE)
        if file.stem != "__init__" and "migrations" not in folder.parts:
            places[file.stem].add(str(folder))
    return places


def types():
    """Return the files in which a class or a type alias of each name is made."""
    places = defaultdict(set)
    for file in PACKAGE.rglob("*.py"):
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if name := type_name(node):
                places[name].add(str(file.relative_to(PACKAGE)))
    return places


def type_name(node):
    """The name that a statement gives to a type; None where it does something else."""
    if isinstance(node, ast.ClassDef):
        return node.name
    target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
    name = target.id if isinstance(target, ast.Name) else ""
    # A type begins with a capital, and is no constant.
    return name if name[:1].isupper() and not name.isupper() else None


def test_a_module_name_stands_once_or_is_a_mirror():
    mirrors = {name: places for group in MIRRORS.values() for name, places in group.items()}
    found = doubled(modules())
    assert {name: found.get(name) for name in mirrors} == mirrors
    assert found.keys() == mirrors.keys()


def test_a_type_s_name_stands_once():
    assert doubled(types()) == {}


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
