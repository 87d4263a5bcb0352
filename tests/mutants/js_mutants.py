"""A changed module of static/js/rules in a copy of its tree, and Node's tests on it.

The places where it can be changed are the same kinds as in Python, made to the text.
"""

import json
import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import NamedTuple

from tests.mutants.mutant import Mutant
from tests.support.processes import PROJECT

_SWAPS = {
    **{"===": "!==", "!==": "===", "<": "<=", "<=": "<", ">": ">=", ">=": ">"},
    **{"&&": "||", "||": "&&", "+": "-", "-": "+", "+=": "-=", "*": "+", "%": "*", "/": "*"},
    **{"true": "false", "false": "true", "!": ""},
}
_TOKENS = re.compile(
    r"/\*(?:[^*]|\*(?!/))*\*/|//.*|^(?:import|export) [^;=]*? from [^;]*;|=>|"
    r'(?P<text>"[^"]*"|`[^`]*`)|(?P<number>\b\d+n?\b)|'
    r"(?P<operator>===|!==|<=|>=|&&|\|\||\+=|(?<= )[<>+\-*/%](?= )|!|-(?=\d)|\btrue\b|\bfalse\b)",
    re.MULTILINE,
)
_NEIGHBOURS = re.compile(r'(?=(?<=[\[,\s])("[^"]*")(,\s*)("[^"]*")(?=[,\]\n]))')
FOLDER = Path("static/js/rules")
_PARTS = (
    "static/js/rules.js",
    "static/js/rules",
    "tests/js",
    "tests/rules/vectors",
    "package.json",
)


class Site(NamedTuple):
    """One change that can be made to a text."""

    line: int
    change: str
    start: int
    end: int
    changed: str


def sites(text):
    """Every change to this text, in order."""
    return sorted([*_tokens(text), *_orders(text)], key=lambda site: (site.line, site.start))


def make(text, site):
    return text[: site.start] + site.changed + text[site.end :]


def _tokens(text):
    for found in _TOKENS.finditer(text):
        if found["text"]:
            changed = f"{found[0][:-1]}?{found[0][-1]}"
        elif found["number"]:
            digits = found[0].removesuffix("n")
            changed = f"{int(digits) + 1}{found[0][len(digits) :]}"
        elif found["operator"]:
            changed = _SWAPS[found[0]]
        else:
            continue
        yield _site(text, found.start(), found.end(), changed)


def _orders(text):
    for found in _NEIGHBOURS.finditer(text):
        one, between, other = found.groups()
        yield _site(text, found.start(1), found.end(3), other + between + one)


def _site(text, start, end, changed):
    line = text.count("\n", 0, start) + 1
    change = " ".join(f"{text[start:end]} → {changed}".split())
    return Site(line, change, start, end, changed)


def mutants():
    """Every change to the rules in JavaScript.

    But for the presets, which are data: tests/rules/test_rules_data.py knows them to the letter.
    """
    for path in sorted((PROJECT / FOLDER).glob("*.js")):
        if path.name == "presets.js":
            continue
        text = path.read_text()
        lines = text.splitlines()
        for place, site in enumerate(sites(text)):
            yield Mutant(path.name, site.line, lines[site.line - 1].strip(), site.change, place)


class Judge:
    """Asks one changed engine after the other, in one process of judge.mjs."""

    def __init__(self, all_asked):
        command = ["node", str(PROJECT / "tests/mutants/judge.mjs")]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self.process = subprocess.Popen(command, text=True, **pipes)
        lines = [[asked.program, line.decode()] for asked in all_asked for line in asked.lines]
        self._tell(json.dumps(lines))

    def passes(self, mutant):
        """Is every answer right and every test green?"""
        with tempfile.TemporaryDirectory(prefix="mutant-") as folder:
            tree = Path(folder)
            _change(mutant, tree)
            self._tell((tree / "static/js/rules.js").as_uri())
            return self.process.stdout.readline() == "true\n" and _passes_tests(tree)

    def close(self):
        """Ends the process."""
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()

    def _tell(self, line):
        print(line, file=self.process.stdin, flush=True)


def _change(mutant, tree):
    """Writes the tests and the engine there, with the change."""
    for part in _PARTS:
        (tree / part).parent.mkdir(parents=True, exist_ok=True)
        copy = shutil.copytree if (PROJECT / part).is_dir() else shutil.copy
        copy(PROJECT / part, tree / part)
    path = tree / FOLDER / mutant.file
    text = path.read_text()
    path.write_text(make(text, sites(text)[mutant.place]))


def _passes_tests(tree):
    tests = sorted(str(path) for path in (tree / "tests/js").glob("*.test.mjs"))
    ran = subprocess.run(["node", "--test", *tests], cwd=tree, capture_output=True, check=False)
    return ran.returncode == 0
