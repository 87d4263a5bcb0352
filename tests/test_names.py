"""A name of a module or a class below scorekeeper/ stands for one thing, but for listed mirrors."""

import ast
from collections import defaultdict

from tests.support.processes import PROJECT

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
