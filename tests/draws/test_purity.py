"""The draws know tournaments and nothing else: no framework, no clock, no chance."""

import pkgutil
import sys

import pytest

import scorekeeper.draws
from tests.rules.test_purity import modules_loaded_by

MODULES = [
    f"scorekeeper.draws.{module.name}"
    for module in pkgutil.iter_modules(scorekeeper.draws.__path__)
]


@pytest.fixture(scope="module")
def loaded():
    return modules_loaded_by(*MODULES)


@pytest.mark.parametrize(
    "stranger", ["datetime", "time", "random", "secrets", "uuid", "logging", "numpy", "pathlib"]
)
def test_the_draws_load_no(stranger, loaded):
    assert [name for name in loaded if name.split(".")[0] == stranger] == []


def test_the_draws_load_the_standard_library_alone(loaded):
    roots = {name.split(".")[0] for name in loaded}
    assert roots - set(sys.stdlib_module_names) == {"scorekeeper"}


def test_the_draws_load_only_the_reader_of_json_beside_them(loaded):
    own = {name for name in loaded if name.startswith("scorekeeper.")}
    assert own == {"scorekeeper.draws", "scorekeeper.json_parts", *MODULES}
