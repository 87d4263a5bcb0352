"""A changed module of scorekeeper/rules in a separate process, and the tests on it."""

import ast
import importlib
import importlib.machinery
import json
import os
import resource
import sys
from importlib.util import spec_from_file_location

import pytest

from tests.mutants.mutant import Mutant
from tests.mutants.python_sites import sites
from tests.processes import PROJECT

FOLDER = PROJECT / "scorekeeper/rules"
FILES = ("model", "switches", "presets", "declarations", "scoring", "checks", "codec", "match")
TESTS = (
    *("rules/test_presets", "rules/test_match", "rules/test_vectors", "test_docs_rules"),
    *(
        "rules/test_declarations",
        "rules/test_codec",
        "rules/test_switches",
        "rules/test_preset_questions",
    ),
)
SLOW = ("test_ruling", "naive_reading", "switch_value", "come_back", "never_raises")
"""The slow tests among them; the tables have been asked already."""
_PATIENCE = 60  # seconds of work, however busy the machine: a changed loop may never end


def mutants():
    """Every change to the rules in Python."""
    for name in FILES:
        source = (FOLDER / f"{name}.py").read_text()
        lines = source.splitlines()
        for place, site in enumerate(sites(ast.parse(source))):
            yield Mutant(f"{name}.py", site.line, lines[site.line - 1].strip(), site.change, place)


class Judge:
    """Asks each changed engine in a separate process."""

    def __init__(self, all_asked):
        self.all_asked = all_asked

    def passes(self, mutant):
        """Is every answer right and every test green?"""
        child = os.fork()
        if child == 0:
            os._exit(0 if _passes(mutant, self.all_asked) else 1)
        _, status = os.waitpid(child, 0)
        return status == 0

    def close(self):
        """Nothing was kept open."""


def _passes(mutant, all_asked):
    try:
        resource.setrlimit(resource.RLIMIT_CPU, (_PATIENCE, _PATIENCE))
        _be_quiet()
        _change(mutant)
        return _answers_rightly(all_asked) and _passes_tests()
    except BaseException:
        return False  # it does not even run


def _be_quiet():
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)


def _change(mutant):
    """Let the next import of the rules find the changed module."""
    path = FOLDER / mutant.file
    tree = ast.parse(path.read_text())
    sites(tree)[mutant.place].make()
    code = compile(ast.fix_missing_locations(tree), path, "exec")
    for name in list(sys.modules):
        if name.startswith(("scorekeeper.", "tests.rules", "tests.test_")):
            del sys.modules[name]
    sys.meta_path.insert(0, _Finder(f"scorekeeper.rules.{path.stem}", path, code))


class _Finder:
    def __init__(self, name, path, code):
        self.name, self.path, self.code = name, path, code

    def find_spec(self, name, *_):
        if name != self.name:
            return None
        return spec_from_file_location(name, self.path, loader=_Loader(name, self.path, self.code))


class _Loader(importlib.machinery.SourceFileLoader):
    def __init__(self, name, path, code):
        super().__init__(name, str(path))
        self.code = code

    def get_code(self, _):
        return self.code


def _answers_rightly(all_asked):
    answers = importlib.import_module("tests.rules.runtimes").ANSWERS
    return all(
        json.loads(answers[program](line)) == right
        for program, lines, right_answers in all_asked
        for line, right in zip(lines, right_answers, strict=True)
    )


def _passes_tests():
    files = [str(PROJECT / f"tests/{name}.py") for name in TESTS]
    quick = ["-x", "-k", " and ".join(f"not {name}" for name in SLOW), "--timeout", "0"]
    alone = ["-q", "--noconftest", "--assert=plain", "-p", "no:cacheprovider"]
    return pytest.main([*quick, *alone, "--rootdir", str(PROJECT), *files]) == 0
