"""Acts as earlier versions wrote them, or another program did, are read and written as they are."""

import pytest

from scorekeeper.journal.act import redact
from scorekeeper.tournament.acts.registry import read_body
from scorekeeper.tournament.state import TournamentAct
from tests.desk import Desk
from tests.services.tournaments.test_sheets import WON

STANDING = {"by": "wins", "tie_breaks": ["lots"], "match_points": [2, 1, 0], "bye": [0, 0]}
SET_UP = {
    "name": "Cup", "date": "", "place": "", "organiser": "", "rules": {"preset": "cafe"},
    "length": "target", "limit": 0, "rounds": 5, "format": "swiss", "standing": STANDING,
}  # fmt: skip
RESULT = {"round": 1, "table": 1, "score": [19, 6], "hands": [1, 0], "source": "organiser"}
EARLIER = [
    ("set_up", SET_UP),
    ("changed", {"rules": {"preset": "cafe"}}),
    ("pair_changed", {"pair": "1", "players": ["Maria", "Anna"], "from_now": True}),
    ("pair_changed", {"pair": "1", "seeding": None, "from_now": False}),
    ("tables_swapped", {"round": 1, "pairs": ["1", "2"], "broken": []}),
    ("result", {**RESULT, "reason": "", "sheet": [{**WON, "doubled": 1}]}),
    ("final_set_up", {"count": 2, "tournament": "x"}),
]


@pytest.mark.parametrize(("kind", "data"), EARLIER)
def test_it_is_written_as_it_was(kind, data):
    body = read_body(kind, data)
    assert body.data == data
    assert read_body(kind, {**data, "erased": True}).data == {**data, "erased": True}


def test_of_what_it_says_redaction_takes_its_texts_and_nothing_else():
    for kind, data in EARLIER:
        texts = [field for field in ("name", "reason", "players") if data.get(field)]
        bare = redact(TournamentAct(2, read_body(kind, data))).data
        assert [field for field in data if data[field] != bare[field]] == texts
        assert bare.get("erased", False) == bool(texts)


def test_a_swap_of_the_first_version_is_folded(context):
    desk = Desk(4).draw()
    first, second = desk.tournament.last_round.tables
    body = read_body("tables_swapped", {"round": 1, "pairs": [first.a, second.a], "broken": []})
    after = body.apply(desk.tournament, desk.tournament.acts[-1])
    assert [table.a for table in after.last_round.tables] == [second.a, first.a]
