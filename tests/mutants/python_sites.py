"""The places where the rules in Python can be changed: constants, orders, comparisons and sums."""

import ast
from collections.abc import Callable
from typing import NamedTuple

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
