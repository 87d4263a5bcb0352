"""A quick test is in every run, a slow one in one shard."""

import pytest

from tests.shards import SHARDS

pytest_plugins = ["pytester"]

QUICKLY = ("-p", "no:xdist", "-p", "no:schemathesis")
"""Each run would load the second anew, for 2 s."""
CONFTEST = """
from tests.shards import add_option as pytest_addoption
from tests.shards import leave_out as pytest_collection_modifyitems

def pytest_configure(config):
    for mark in ("slow", "smoke"):
        config.addinivalue_line("markers", mark)
"""
ELSEWHERE = """
import pytest

def test_quick(): pass

@pytest.mark.slow
@pytest.mark.parametrize("value", range(40))
def test_slow(value): pass
"""
IN_A_BROWSER = """
import pytest

@pytest.mark.smoke
def test_smoke(): pass

@pytest.mark.parametrize("value", range(40))
def test_other(value): pass
"""


@pytest.fixture
def names_in(pytester):
    pytester.makeconftest(CONFTEST)
    folder = pytester.path / "tests" / "browser"
    folder.mkdir(parents=True)
    (folder / "test_in_a_browser.py").write_text(IN_A_BROWSER)
    pytester.makepyfile(test_elsewhere=ELSEWHERE)

    def names_in(*options):
        passed, _, _ = pytester.inline_run(*QUICKLY, *options).listoutcomes()
        return [report.nodeid.rpartition("::")[2] for report in passed]

    return names_in


@pytest.mark.slow
def test_each_slow_test_is_in_one_shard_and_the_others_in_all(names_in):
    always = ["test_quick", "test_smoke"]
    shards = [names_in("--shard", str(shard)) for shard in range(SHARDS)]
    slow = [name for names in shards for name in names if name not in always]
    assert all(set(always) < set(names) for names in shards)
    assert sorted(slow + always) == sorted(names_in()) == sorted(names_in("--shard", "all"))
    assert len(slow) == 80
