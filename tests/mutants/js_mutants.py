"""A changed module of static/js/rules in a copy of its tree, and Node's tests on it."""

import json
import shutil
import subprocess
import tempfile
from pathlib import Path

from tests.mutants.js_sites import make, sites
from tests.mutants.mutant import Mutant
from tests.rules.runtimes import ROOT

FOLDER = Path("static/js/rules")
_PARTS = (
    "static/js/rules.js",
    "static/js/rules",
    "tests/js",
    "tests/rules/vectors",
    "package.json",
)
_PATIENCE = 120  # seconds: a changed loop may never end


def mutants():
    """Every change to the rules in JavaScript."""
    for path in sorted((ROOT / FOLDER).glob("*.js")):
        text = path.read_text()
        lines = text.splitlines()
        for place, site in enumerate(sites(text)):
            yield Mutant(path.name, site.line, lines[site.line - 1].strip(), site.change, place)


def survives(mutant, all_asked):
    """Is every answer right and every test green?"""
    with tempfile.TemporaryDirectory(prefix="mutant-") as folder:
        tree = Path(folder)
        _copy(tree)
        text = (tree / FOLDER / mutant.file).read_text()
        changed = make(text, sites(text)[mutant.place])
        (tree / FOLDER / mutant.file).write_text(changed)
        try:
            rightly = all(_answers_rightly(tree, *asked) for asked in all_asked)
            return rightly and _passes_tests(tree)
        except subprocess.TimeoutExpired:
            return False


def _copy(tree):
    for part in _PARTS:
        (tree / part).parent.mkdir(parents=True, exist_ok=True)
        copy = shutil.copytree if (ROOT / part).is_dir() else shutil.copy
        copy(ROOT / part, tree / part)


def _run(tree, *arguments, given=b""):
    return subprocess.run(
        ["node", *arguments],
        cwd=tree,
        input=given,
        capture_output=True,
        timeout=_PATIENCE,
        check=False,
    )


def _answers_rightly(tree, program, lines, right_answers):
    ran = _run(tree, f"tests/js/{program}", given=b"\n".join(lines) + b"\n")
    given = ran.stdout.splitlines()
    if ran.returncode != 0 or len(given) != len(lines):
        return False
    return all(json.loads(g) == right for g, right in zip(given, right_answers, strict=True))


def _passes_tests(tree):
    tests = sorted(str(path) for path in (tree / "tests/js").glob("*.test.mjs"))
    return _run(tree, "--test", *tests).returncode == 0
