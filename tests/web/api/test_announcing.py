"""We come, by programs: a pair announces itself, changes that by its code, and is taken."""

import pytest

from scorekeeper.journal.identifiers import new_operation_id
from tests.support.program import Director

ZOE = ["Zoe", "Anna"]


@pytest.fixture
def director(app):
    """Two pairs, at a door that is open."""
    director = Director(app).set_up(2)
    director.done("door", coming=True, check_in=True)
    return director


@pytest.fixture
def player(director):
    """A client with the tournament's address."""
    return director.with_secret(None)


def stands(player, code):
    return player.send("POST", f"{player.path}/come", {"code": code})


def test_a_pair_comes_waits_is_taken_and_checks_in(director, player):
    told = player.come("announce", players=ZOE, club="AEL").data
    assert (told["registration"], told["state"], told["place"]) == (1, "waiting", 0)
    assert [one["code"] for one in director.tournament()["registrations"]] == [told["code"]]
    director.done("take_pairs", registration=1)
    taken = stands(player, told["code"].lower().replace(" ", "-")).data
    assert (taken["state"], taken["pair"], taken["place"]) == ("accepted", "3", None)
    pair = director.tournament()["pairs"][2]
    assert (pair["players"], pair["club"], pair["present"]) == (ZOE, "AEL", False)
    assert player.come("check_in", code=told["code"]).status == 201
    assert director.tournament()["pairs"][2]["present"]


def test_all_that_have_a_place_are_taken_at_once_and_one_is_declined(director, player):
    codes = [player.come("announce", players=[n, f"{n}2"]).data["code"] for n in ("Eva", "Ada")]
    director.done("decline_pair", registration=2, declined=True)
    assert stands(player, codes[1]).data["state"] == "declined"
    director.done("take_pairs")
    assert [one["players"][0] for one in director.tournament()["pairs"]] == ["Odd1", "Odd2", "Eva"]
    assert director.do("take_pairs").codes == [("no_pair", "pairs")]
    assert director.do("take_pairs", registration=9).codes == [("no_pair", "pairs")]
    assert director.helper().do("take_pairs").kind == "organiser_only"


def test_a_pair_is_another_one_by_its_code_and_two_phones_see_each_other(player):
    told = player.come("announce", players=ZOE).data
    change = {"code": told["code"], "last": told["last"]}
    assert player.come("change", players=["Zoe", "Eleni"], **change).data["players"][1] == "Eleni"
    answer = player.come("change", players=["Zoe", "Maria"], **change)
    assert (answer.status, answer.kind) == (409, "moved_on")
    assert stands(player, told["code"]).data["players"] == ["Zoe", "Eleni"]


def test_players_who_come_alone_are_paired_by_hand_and_by_lot(director, player):
    for name in ("Eva", "Ada", "Zoe", "Ida"):
        assert player.come("announce", players=[name, ""]).data["place"] == 0
    director.done("pair_singles", singles=[3, 1])
    director.done("pair_singles")
    pairs = [one["players"] for one in director.tournament()["pairs"][2:]]
    assert (pairs[0], sorted(pairs[1])) == (["Zoe", "Eva"], ["Ada", "Ida"])
    assert [one["pair"] for one in director.tournament()["registrations"]] == ["3", "4", "3", "4"]
    assert director.do("pair_singles", singles=[1, 2]).codes == [("no_pair", "pairs")]
    assert director.helper().do("pair_singles").kind == "organiser_only"


def test_a_pair_withdraws_and_its_names_go(director, player):
    code = player.come("announce", players=ZOE).data["code"]
    op_id = new_operation_id()
    answers = [player.come("withdraw", op_id=op_id, code=code) for _ in range(2)]
    assert [one.status for one in answers] == [201, 200]
    assert answers[0].data == answers[1].data
    assert (answers[0].data["state"], answers[0].data["players"]) == ("ended", ["", ""])
    assert director.tournament()["registrations"] == []
    assert stands(player, code).codes == [("no_registration", "code")]


def test_announcement_sent_twice_is_registered_once(director, player):
    op_id = new_operation_id()
    answers = [player.come("announce", op_id=op_id, players=ZOE) for _ in range(2)]
    assert [one.status for one in answers] == [201, 200]
    assert answers[0].data == answers[1].data
    other = player.come("announce", op_id=op_id, players=["Zoe", "Eleni"])
    assert (other.status, other.kind) == (422, "operation_reused")
    assert len(director.tournament()["registrations"]) == 1


def test_stranger_and_helper_read_neither_announced_names_nor_codes(director, player):
    code = player.come("announce", players=["Unheard", "Of"]).data["code"]
    for reader in (player, director.helper()):
        text = reader.get(director.path).text
        assert not [one for one in ("Unheard", code) if one in text]


@pytest.mark.parametrize(
    ("told", "code"),
    [
        ({"op": "stay"}, ("unknown", "op")),
        ({"op": "announce"}, ("missing", "players")),
        ({"op": "announce", "players": ["Zoe"]}, ("unknown", "players")),
        ({"op": "announce", "players": ["", "Zoe"]}, ("one_player", "players")),
        ({"op": "announce", "players": ["Odd1", "Even1"]}, ("pair_there", "players")),
        ({"op": "announce", "players": ZOE, "code": "K7QF 2MXD"}, ("unknown", "code")),
        ({"op": "withdraw", "code": "K7QF 2MXD"}, ("no_registration", "code")),
        ({"op": "check_in", "code": 7}, ("unknown", "code")),
    ],
)
def test_impossible_announcement_is_refused_with_its_code_and_field(player, told, code):
    answer = player.come(**told)
    assert (answer.status, answer.codes) == (422, [code])
    assert answer.data["problems"][0]["message"]


def test_closed_door_refuses_an_announcement(director, player):
    director.done("door", coming=False)
    assert player.come("announce", players=ZOE).codes == [("door_closed", "registration")]
    short = player.send("PUT", f"{player.path}/come/short", {"op": "announce", "players": ZOE})
    assert short.codes == [("unknown", "op_id")]


def test_nobody_guesses_a_code(make_app):
    director = Director(make_app(FAILED_SECRETS=2)).set_up()
    player = director.with_secret(None)
    statuses = [stands(player, f"K7QF 2MX{letter}").status for letter in "ABC"]
    assert statuses == [422, 422, 429]


@pytest.mark.slow
def test_no_more_pairs_come_from_one_address_than_a_cafe_has(director, player):
    statuses = [
        player.come("announce", players=[f"Zoe {n}", f"Anna {n}"]).status for n in range(61)
    ]
    assert statuses == [201] * 60 + [429]
