"""A quick test is in every run, a slow one in one shard, and the shards take turns."""

import re
import subprocess

import pytest

from tests.shards import COMMITS_PER_TURN, SHARDS, TURN, fault_of_turn, shard_in_turn, take_turn
from tests.support.processes import PROJECT

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
@pytest.mark.parametrize("value", range(200))
def test_slow(value): pass
"""
IN_A_BROWSER = """
import pytest

@pytest.mark.smoke
def test_smoke(): pass

@pytest.mark.parametrize("value", range(200))
def test_other(value): pass
"""
RUNS = (PROJECT / "scripts" / "run-tests").read_text()
FOLDERS = tuple(re.search(r"^marked=\((.+)\)$", RUNS, re.MULTILINE)[1].split())


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
    assert len(slow) == 400


class Checkout:
    """A repository with the file of the turn."""

    def __init__(self, folder):
        self.folder = folder

    def begin(self, turn):
        self.git("init", "--quiet", "--initial-branch", "main")
        self.git("config", "user.name", "Maria")
        self.git("config", "user.email", "maria@example.org")
        (self.folder / "tests").mkdir()
        (self.folder / TURN).write_text(f"{turn}\n")
        return self.commit()

    def git(self, *arguments, check=True):
        subprocess.run(["git", *arguments], cwd=self.folder, capture_output=True, check=check)

    def commit(self, times=1):
        self.git("add", ".")
        for _ in range(times):
            self.git("commit", "--quiet", "--allow-empty", "--message", "One more")
        return self

    def take_turn(self):
        take_turn(self.folder)
        return self.commit()

    def has_fault(self):
        return fault_of_turn(self.folder) is not None


@pytest.fixture
def checkout(tmp_path):
    folder = tmp_path / "checkout"
    folder.mkdir()
    return Checkout(folder).begin(SHARDS)


def test_next_turn_runs_the_next_shard(checkout):
    shards = []
    for _ in range(SHARDS + 1):
        shards.append(shard_in_turn(checkout.folder))
        take_turn(checkout.folder)
    assert shards == [str(shard) for shard in [*range(SHARDS), 0]]


def test_forgotten_turn_is_found_once_the_commits_are_many(checkout):
    checkout.commit(COMMITS_PER_TURN - 1)
    assert not checkout.has_fault()
    checkout.commit()
    assert checkout.has_fault()


def test_one_turn_is_enough_for_many_commits(checkout):
    checkout.commit(COMMITS_PER_TURN)
    take_turn(checkout.folder)
    assert not checkout.has_fault()
    checkout.commit(COMMITS_PER_TURN)
    assert not checkout.has_fault()
    checkout.commit()
    assert checkout.has_fault()


def test_turn_that_was_set_back_is_a_fault(checkout):
    checkout.commit(COMMITS_PER_TURN - 1)
    (checkout.folder / TURN).write_text("1\n")
    assert checkout.commit().has_fault()


def test_merged_branch_counts_as_one_commit(checkout):
    checkout.git("switch", "--quiet", "--create", "branch")
    checkout.commit(COMMITS_PER_TURN)
    checkout.git("switch", "--quiet", "main")
    checkout.git("merge", "--quiet", "--no-ff", "branch")
    assert not checkout.has_fault()


def test_shallow_clone_passes(checkout, tmp_path, capsys):
    checkout.commit(COMMITS_PER_TURN)
    shallow = tmp_path / "shallow"
    checkout.git("clone", "--quiet", "--depth", "9", f"file://{checkout.folder}", str(shallow))
    assert (checkout.has_fault(), Checkout(shallow).has_fault()) == (True, False)
    assert "unknown here, as in a shallow clone" in capsys.readouterr().out


def test_turn_after_a_conflict_follows_the_higher_one(checkout):
    checkout.git("branch", "other")
    checkout.take_turn().take_turn()
    checkout.git("switch", "--quiet", "other")
    checkout.commit().take_turn()
    checkout.git("merge", "main", check=False)
    file = checkout.folder / TURN
    assert "<<<<<<<" in file.read_text()
    take_turn(checkout.folder)
    assert file.read_text() == f"{SHARDS + 3}\n"


# --- tests that run alone ---


def test_they_are_where_they_are_looked_for():
    marked = [
        file.relative_to(PROJECT).as_posix()
        for file in (PROJECT / "tests").rglob("*.py")
        if re.search(r"pytest\.mark\.alone\b", file.read_text())
    ]
    assert marked
    assert [file for file in marked if not file.startswith(FOLDERS)] == []
