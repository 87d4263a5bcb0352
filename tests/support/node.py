"""Modules of the page's scripts, asked in Node."""

import json
import os
import re
import subprocess

from tests.support.processes import PROJECT


def run_tests(files, **environment):
    """Run the tests in these files in Node. Its report has a line `ok …` or `not ok …` for each."""
    command = ["node", "--test", "--test-reporter=tap", *files]
    return subprocess.run(
        command, cwd=PROJECT, env=os.environ | environment, capture_output=True, text=True
    )


def failed_in(run):
    """The failed tests of a report, each with its reason."""
    told = re.split(r"^ *# Subtest: ", run.stdout, flags=re.MULTILINE)[1:]
    return [one for one in told if re.search(r"^ *not ok", one, re.MULTILINE)]


def answers(program, questions, *arguments):
    """Return the answers of a program of tests/js, one for one; both ways JSON Lines."""
    lines = "".join(json.dumps(question) + "\n" for question in questions)
    node = subprocess.run(
        ["node", f"tests/js/{program}", *arguments],
        cwd=PROJECT, input=lines, capture_output=True, text=True,
    )  # fmt: skip
    assert node.returncode == 0, node.stderr
    given = [json.loads(line) for line in node.stdout.splitlines()]
    assert len(given) == len(questions), "one line for one line"
    return given


def exported(module, name):
    """Return the value that a module of static/js exports under this name."""
    read = f'import {{ {name} }} from "./static/js/{module}"; console.log(JSON.stringify({name}));'
    node = subprocess.run(
        ["node", "--input-type=module", "--eval", read], cwd=PROJECT, capture_output=True, text=True
    )
    assert node.returncode == 0, node.stderr
    return json.loads(node.stdout)


def assert_alike(program, pairs):
    """The program answers every question as expected; else where it does not, of three at most."""
    given = answers(program, [question for question, _ in pairs])
    found = [
        f"{where}\nin {question}"
        for (question, expected), answer in zip(pairs, given, strict=True)
        if (where := difference(expected, answer))
    ]
    assert not found, "\n\n".join(found[:3])


def difference(expected, given, path=""):
    """Return the first place where two values differ, and both values; "" where they are equal."""
    if expected == given:
        return None
    if type(expected) is type(given) is dict and expected.keys() == given.keys():
        inner = [(f"{path}.{key}", expected[key], given[key]) for key in expected]
    elif type(expected) is type(given) is list and len(expected) == len(given):
        pairs = zip(expected, given, strict=True)
        inner = [(f"{path}[{number}]", *pair) for number, pair in enumerate(pairs)]
    else:
        return f"{path}\n  Python: {expected}\n  Node:   {given}"
    return next(found for where, *pair in inner if (found := difference(*pair, where)))
