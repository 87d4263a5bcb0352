"""A changed module of scorekeeper/rules in a separate process, and the tests on it.

The places where it can be changed: constants, orders, comparisons and sums.
"""

import ast
import importlib
import importlib.machinery
import json
import os
import resource
import sys
from collections.abc import Callable
from importlib.util import spec_from_file_location
from typing import NamedTuple

import pytest

from tests.mutants.mutant import Mutant
from tests.support.processes import PROJECT

_SWAPS = {
    **{ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt},
    **{ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is},
    **{ast.In: ast.NotIn, ast.NotIn: ast.In, ast.And: ast.Or, ast.Or: ast.And},
    **{ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult},
    ast.Mod: ast.FloorDiv,
}
_CACHES = ("lru_cache", "cache")
_TYPES_ALONE = (
    "Seat",
    "Rank",
    "DeclarationKind",
    "Side",
    "ComparisonReason",
    "Entry",
    "Ended",
    "Json",
    "Declared",
)
"""Names of types that nothing reads when the rules run."""
_ROWS = ("SWITCHES", "_NINE", "_NO_TRUMP", "_WITH_NONE_ALL", "_RUN")
"""Names of what tells of a switch and scores nothing: tests/rules/test_examples.py and
tests/test_docs_rules.py hold it."""
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


class Site(NamedTuple):
    """One change that can be made to a tree."""

    line: int
    change: str
    make: Callable[[], None]


def sites(tree):
    """Every change to this tree, in order; the same ones for the same source."""
    return sorted(_Sites(tree).found, key=lambda site: site.line)


class _Sites(ast.NodeVisitor):
    def __init__(self, tree):
        self.found = []
        self.visit(tree)

    def add(self, node, change, make):
        self.found.append(Site(node.lineno, change, make))

    def visit_Constant(self, node):
        value = node.value
        if isinstance(value, bool):
            changed = not value
        elif isinstance(value, int):
            changed = value + 1
        elif isinstance(value, str):
            changed = value + "?"
        else:
            return
        self.add(node, f"{value!r} → {changed!r}", lambda: setattr(node, "value", changed))

    def visit_Compare(self, node):
        for place, operator in enumerate(node.ops):
            self.swap(node, operator, lambda other, place=place: _put(node.ops, place, other))
        self.visit(node.left)
        for other in node.comparators:
            # Of what is looked for in a tuple the order says nothing.
            self.visit_parts(other) if isinstance(other, ast.Tuple) else self.visit(other)

    def visit_BoolOp(self, node):
        self.swap(node, node.op, lambda other: setattr(node, "op", other))
        self.generic_visit(node)

    def visit_BinOp(self, node):
        self.swap(node, node.op, lambda other: setattr(node, "op", other))
        self.generic_visit(node)

    def visit_AugAssign(self, node):
        self.visit_BinOp(node)

    def visit_UnaryOp(self, node):
        if isinstance(node.op, ast.Not):
            self.add(node, "not", lambda: setattr(node, "op", ast.UAdd()))
        self.generic_visit(node)

    def visit_Tuple(self, node):
        words = [isinstance(one, ast.Constant) and isinstance(one.value, str) for one in node.elts]
        for place in range(len(words) - 1):
            if words[place] and words[place + 1]:
                pair = f"{ast.unparse(node.elts[place])} ↔ {ast.unparse(node.elts[place + 1])}"
                self.add(node.elts[place], pair, lambda at=place: _turn_round(node.elts, at))
        self.visit_parts(node)

    def visit_parts(self, node):
        for part in node.elts:
            self.visit(part)

    def visit_Assign(self, node):
        if isinstance(node.targets[0], ast.Name) and node.targets[0].id in _TYPES_ALONE:
            return
        self.visit(node.value)

    def visit_AnnAssign(self, node):
        if node.value is not None and ast.unparse(node.target) not in _ROWS:
            self.visit(node.value)

    def visit_switch(self, values):
        for value in values.elts if isinstance(values, ast.Tuple) else [values]:
            if isinstance(value, ast.Constant):
                self.visit(value)

    def visit_Call(self, node):
        called = ast.unparse(node.func)
        if called in _CACHES or called == "TypeVar":
            return
        self.generic_visit(node)

    def visit_FunctionDef(self, node):
        for default in [*node.args.defaults, *node.args.kw_defaults]:
            if default is not None:
                self.visit(default)
        self.visit_body(node)

    def visit_ClassDef(self, node):
        self.visit_body(node)
        if node.name == "RuleSet":
            # The switches and their values are read off its types.
            for field in ast.walk(node):
                if isinstance(field, ast.AnnAssign) and isinstance(field.annotation, ast.Subscript):
                    self.visit_switch(field.annotation.slice)

    def visit_body(self, node):
        for statement in node.body:
            self.visit(statement)

    def visit_Expr(self, node):
        # A text alone explains.
        if not isinstance(node.value, ast.Constant):
            self.generic_visit(node)

    def visit_Assert(self, node):
        pass

    def visit_Raise(self, node):
        pass

    def swap(self, node, operator, put):
        other = _SWAPS.get(type(operator))
        if other is not None:
            names = f"{type(operator).__name__} → {other.__name__}"
            self.add(node, names, lambda: put(other()))


def _put(operators, place, other):
    operators[place] = other


def _turn_round(parts, place):
    parts[place], parts[place + 1] = parts[place + 1], parts[place]


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
