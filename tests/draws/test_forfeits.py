"""A table to which neither pair came: it counts as met, and neither has won."""

import pytest

from scorekeeper.draws.codec import answer
from scorekeeper.draws.model import History, PlayedPairing

FOUR = {"format": "swiss", "pairs": ["1", "2", "3", "4"], "seed": 7}


def ask(**table):
    return answer({**FOUR, "results": [[{"a": "1", "b": "2", "score": [0, 0], **table}]]})


def test_it_is_no_drawn_match():
    played = [(PlayedPairing("1", "2", (0, 0), forfeit="both"), PlayedPairing("3", "4", (0, 0)))]
    history = History(["1", "2", "3", "4"], played)
    assert {pair: history.points[pair] for pair in "1234"} == {"1": 0, "2": 0, "3": 1, "4": 1}
    assert history.met["1"]["2"] == 1


def test_a_program_says_so():
    assert ask(forfeit="both")["ok"]
    assert ask()["ok"]


@pytest.mark.parametrize("forfeit", ["a", "nobody", 1, True])
def test_any_other_forfeit_has_a_score_that_says_who_won(forfeit):
    told = ask(forfeit=forfeit)
    assert [one["code"] for one in told["problems"]] == ["unknown"]
