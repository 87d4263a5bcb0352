"""`make mutants` sees what it should. Whether any change goes unseen, only it can tell."""

import json

import pytest

from tests.mutants import js_mutants, python_mutants
from tests.mutants.asked import Asked
from tests.mutants.equivalent import EQUIVALENT
from tests.rules.runtimes import ANSWERS, SCORE

RUNTIMES = [python_mutants, js_mutants]
RULES = b'{"preset": "cafe", "unit": "points"}'
KAPO = b'{"rules": %s, "hand": {"bidder": "A", "bid": "kapo", "kapo": "A"}}' % RULES


@pytest.fixture(params=RUNTIMES)
def runtime(request):
    return request.param


@pytest.fixture
def judge(runtime):
    """Asks one hand, and then runs the tests."""
    judge = runtime.Judge([Asked(SCORE, [KAPO], [json.loads(ANSWERS[SCORE](KAPO))])])
    yield judge
    judge.close()


def test_another_stake_of_a_kapo_is_seen(runtime, judge):
    of_kapo = [one for one in runtime.mutants() if one.change == "250 → 251"]
    assert [judge.passes(one) for one in of_kapo] == [False]


@pytest.mark.thorough
def test_another_version_of_the_engine_is_seen_by_no_test_of_one_runtime(runtime, judge):
    of_version = [one for one in runtime.mutants() if "VERSION" in one.source]
    assert [judge.passes(one) for one in of_version] == [True]


def test_each_equivalent_mutant_in_the_list_is_made():
    made = {mutant.name for runtime in RUNTIMES for mutant in runtime.mutants()}
    assert EQUIVALENT.keys() - made == set()
