"""A tournament as one file: saved here, opened on another machine; and pairs taken over."""

import json
from io import BytesIO

import pytest

from scorekeeper.export.tournament_export import tournament_json
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.rules.model import Problem
from scorekeeper.store.db import writing
from scorekeeper.tournament import corrections, service
from scorekeeper.tournament.acts.result_acts import PointsAdjusted
from scorekeeper.tournament.played_tables import play_round
from scorekeeper.tournament.service import TOURNAMENTS, find_tournament
from scorekeeper.tournament.tournament_file import LARGEST_TOURNAMENT
from tests.support.phone import Phone
from tests.support.table import MADE


def evening(desk):
    desk.draw().result(1, 351, 200).write(2, MADE, MADE)
    desk.change_pair("1", club="ΑΕΛ", note="99 123456", paid=True)


@pytest.fixture
def organiser(organise):
    return organise(4, then=evening, name="Κύπελλο")


def saved(organiser):
    answer = organiser.client.get(f"{organiser.url}saved.json")
    assert answer.status_code == 200
    return answer.data


def opened(phone, content, op_id=None):
    """The answer of the page that opens a file."""
    form = phone.get("/tournaments/open").form_of("Open it")
    told = {**dict(form.filled), "file": (BytesIO(content), "saved.json")}
    told |= {"op_id": op_id} if op_id else {}
    headers = {"Sec-Fetch-Site": "same-origin", "Accept-Language": "en"}
    return phone.client.post(form.action, data=told, headers=headers)


def told_of(app, public_id):
    with app.app_context():
        return tournament_json(find_tournament(public_id))


def address_in(answer):
    assert answer.status_code == 303, answer.data.decode()
    return answer.headers["Location"].split("/")[-2]


def test_penalty_that_counts_nothing_opens_where_it_is_stored(app, organise):
    organiser = organise(2)
    with app.app_context(), writing(organiser.public_id):
        body = PointsAdjusted(pair="1", to="total", points=-5, reason="late")
        TOURNAMENTS.append(
            organiser.held(), organiser.held().phone, new_operation_id(), body, body.data
        )
    public_id = address_in(opened(Phone(app), saved(organiser)))
    told = told_of(app, public_id)
    assert told["adjustments"] == [{"pair": "1", "to": "total", "points": -5, "reason": "late"}]


def test_it_is_the_same_tournament_with_its_hands(app, organiser):
    phone = Phone(app)
    public_id = address_in(opened(phone, saved(organiser)))
    assert public_id != organiser.public_id
    assert told_of(app, public_id) == told_of(app, organiser.public_id)
    with app.app_context():
        held = find_tournament(public_id)
        first, second = play_round(held, held.tournament.last_round)
        assert (first.score, second.live.number) == ((351, 200), 2)
        assert held.tournament.pairs["1"].note == "99 123456"
        assert service.table_link(first.live.public_id) != service.table_link(
            play_round(organiser.held(), organiser.tournament().last_round)[0].live.public_id
        )
    assert phone.get(f"/t/{public_id}/pairs").status == 200, "who opened it organises it"


def test_hand_whose_pilotta_cannot_be_keeps_its_score(app, organiser):
    file = json.loads(saved(organiser))
    extras = {"pilotta": "B", "declarations": {"A": ["four:Q"]}}
    hands = next(one["match"]["hands"] for one in file["matches"] if one["match"]["hands"])
    hands[0] |= extras
    public_id = address_in(opened(Phone(app), json.dumps(file).encode()))
    with app.app_context():
        held = find_tournament(public_id)
        ledger = play_round(held, held.tournament.last_round)[1].live.ledger
        assert tuple(ledger.standing.rows[0].totals) == (29, 8)
        assert [*ledger.doubted.values()] == [(Problem("pilotta_impossible", "pilotta"),)]


def test_it_goes_on(app, organiser):
    phone = Phone(app)
    url = f"/t/{address_in(opened(phone, saved(organiser)))}/"
    phone.press(phone.get(f"{url}rounds/1/tables/2"), "Write the result", a=351, b=300)
    assert draw(phone, url).status == 303


def test_a_round_that_was_taken_back_comes_back_there_too(app, organise):
    organiser = organise(4, then=lambda desk: desk.draw().undraw())
    phone = Phone(app)
    public_id = address_in(opened(phone, saved(organiser)))
    history = phone.get(f"/t/{public_id}/history")
    undo = next(link for link in history.links() if "undo" in link)
    page = phone.get(undo)
    assert phone.press(page, "Bring it back").status == 303
    board = phone.get(f"/t/{public_id}/rounds/1")
    assert board.status == 200


def test_nobody_s_secret_is_in_it(app, organiser, help_in):
    help_in(organiser)
    organiser.press(organiser.page("pairs"), "Open the list")
    guest = Phone(app)
    page = guest.press(
        guest.get(f"{organiser.url}come"), "We come", player1="Maria", player2="Anna"
    )
    content = saved(organiser).decode()
    code = page.words(".//b[@class='code']")
    with app.app_context():
        played = play_round(organiser.held(), organiser.tournament().last_round)
        secrets = [service.table_link(one.live.public_id) for one in played]
        addresses = [one.live.public_id for one in played]
    own = [organiser.cookie("phone").value, guest.cookie("phone").value, organiser.public_id]
    for secret in (code, code.replace(" ", ""), *secrets, *addresses, *own):
        assert secret not in content
    assert {key for act in json.loads(content)["tournament"] for key in act} == {
        "kind", "at", "by", "data",
    }  # fmt: skip


def test_sent_twice_it_is_opened_once(app, organiser):
    phone = Phone(app)
    content = saved(organiser)
    assert len({address_in(opened(phone, content, "a" * 32)) for _ in range(2)}) == 1


def draw(phone, url):
    proposed = phone.press(phone.get(f"{url}draw"), "Propose the round").goes_to
    return phone.press(phone.get(proposed), "Draw it so")


def drawn_in(file):
    acts = file["tournament"]
    return next(act["data"] for act in acts if act["kind"] == "round_drawn")


def spoiled(organiser, change):
    file = json.loads(saved(organiser))
    change(file)
    return json.dumps(file).encode()


@pytest.mark.parametrize(
    "change",
    [
        lambda file: file.update(format=2),
        lambda file: file.update(tournament=[]),
        lambda file: file["tournament"].pop(0),
        lambda file: file["tournament"].pop(1),
        lambda file: file["tournament"][0]["data"].update(name="C\u202eup"),
        lambda file: file["tournament"][0]["data"].update(name="C" * 500),
        lambda file: file["tournament"][0]["data"].pop("rules"),
        lambda file: file["tournament"][1].update(kind="made up"),
        lambda file: file["tournament"][1].update(at="yesterday"),
        lambda file: drawn_in(file).update(tables=[["1", "99"], ["2", "3"]]),
        lambda file: drawn_in(file)["request"].update(version=None),
        lambda file: file["matches"][0]["match"].update(hands=[{"made": "up"}]),
        lambda file: file["tournament"][0]["data"].update(rounds=10**30),
        lambda file: file["tournament"][0]["data"].update(name=""),
        lambda file: file["tournament"][1].update(at="9999-12-31T23:59:59"),
        lambda file: file["tournament"][1].update(at="0001-01-01T00:00:00"),
        lambda file: drawn_in(file).update(numbers=[1, 1]),
        lambda file: drawn_in(file)["request"].update(seed="none"),
        lambda file: file["tournament"][1].update(by=-1),
        lambda file: file["tournament"][1].update(by=len(file["tournament"])),
    ],
)
def test_a_file_that_is_none_is_refused_and_nothing_is_kept(app, organiser, change):
    phone = Phone(app)
    answer = opened(phone, spoiled(organiser, change))
    assert (answer.status_code, b"is no file of a tournament" in answer.data) == (422, True)
    assert b"None yet" in phone.client.get("/tournaments/", headers={"Accept-Language": "en"}).data


NEW = {"players": ["Maria", "Anna"]}


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        *(("undone", {"seq": seq}) for seq in (-1, 0, 1, 2, 3, "itself", 999)),
        ("pairs_added", {"pairs": []}),
        *(("pairs_added", {"pairs": [{**NEW, "number": number}]}) for number in (-3, 0, 1, 2**62)),
        ("pairs_added", {"pairs": [NEW, NEW]}),
        ("pairs_added", {"pairs": [{**NEW, "registration": 1}]}),
        ("changed", {}),
        ("changed", {"name": ""}),
        ("changed", {"length": "minutes", "limit": 2**62}),
        ("changed", {"rounds": 2**62}),
        ("money", {"fee": -5}),
        ("money", {"prizes": [2**63]}),
        ("fee_paid", {"pair": "1", "payment": -1}),
        ("helper_named", {"helper": -1, "name": "Nikos"}),
        ("clock_started", {"round": 1}),
        ("undrawn", {"round": 2}),
        ("pair_erased", {"by": "organiser", "pair": "x"}),
        ("lots_drawn", {"seed": 1, "lots": ["99"]}),
        ("final_set_up", {"count": 2, "tournament": "", "pairs": ["1", "99"]}),
        ("final_set_up", {"count": 2, "tournament": "", "pairs": ["1", "1"]}),
        ("round_proposed", {"round": 2, "seed": 1, "tables": [["1", "99"]], "byes": []}),
    ],
)
def test_an_act_that_could_not_have_been_written_is_refused(app, organiser, kind, data):
    file = json.loads(saved(organiser))
    seq = len(file["tournament"]) + 1
    data = {"seq": seq} if data.get("seq") == "itself" else data
    act = {"kind": kind, "at": "2026-11-26T06:00:00", "by": 0, "data": data}
    file["tournament"].append(act)
    phone = Phone(app)
    assert opened(phone, json.dumps(file).encode()).status_code == 422
    file["tournament"][-1] = {**act, "kind": "door", "data": {"most": 5}}
    assert opened(phone, json.dumps(file).encode()).status_code == 303, "an act that could be"


def test_a_second_pair_of_one_registration_is_refused(app, organiser):
    organiser.press(organiser.page("pairs"), "Open the list")
    guest = Phone(app)
    guest.press(guest.get(f"{organiser.url}come"), "We come", player1="Maria", player2="Anna")
    file = json.loads(saved(organiser))
    registered = file["tournament"][-1]
    assert registered["kind"] == "registered"
    again = {**registered, "data": {**registered["data"], "players": ["Eleni", "Zoe"]}}
    file["tournament"].append(again)
    refused = opened(Phone(app), json.dumps(file).encode())
    assert (refused.status_code, b"Nothing was kept" in refused.data) == (422, True)
    again["data"]["registration"] += 1
    assert opened(Phone(app), json.dumps(file).encode()).status_code == 303


def test_no_pair_gets_a_number_above_the_highest(app, organiser):
    file = json.loads(saved(organiser))
    add = {"kind": "pairs_added", "at": "2026-11-26T06:00:00", "by": 0}
    file["tournament"].append({**add, "data": {"pairs": [{**NEW, "number": 9999}]}})
    url = f"/t/{address_in(opened(phone := Phone(app), json.dumps(file).encode()))}/"
    preview = phone.press(phone.get(f"{url}pairs"), "Read the list", text="Eleni and Zoe")
    refused = phone.press(preview, "Add the pairs")
    assert (refused.status, "above 9999" in refused.words()) == (422, True)
    file["tournament"].append({**add, "data": {"pairs": [{"players": ["Eleni", "Zoe"]}]}})
    assert opened(phone, json.dumps(file).encode()).status_code == 422


def test_saved_file_with_undone_acts_and_erased_names_can_be_opened(app, organise):
    def desk_does(desk):
        evening(desk)
        for _ in range(3):
            last, at = desk.held.revision, (desk.public_id, desk.phone, new_operation_id())
            desk.held = corrections.undo(*at, last, last)

    organiser = organise(5, then=desk_does)
    organiser.press(organiser.page("pairs/2/names"), "Erase the names of this pair", sure="1")
    public_id = address_in(opened(Phone(app), saved(organiser)))
    assert told_of(app, public_id) == told_of(app, organiser.public_id)
    organiser.press(organiser.page("names"), "Erase all names of the tournament", sure="1")
    address_in(opened(Phone(app), saved(organiser)))


@pytest.mark.parametrize("content", [b"", b"x", b"[]", b"{}", b"[" * 100_000, b"\xff"])
def test_anything_else_is_refused(app, content):
    assert opened(Phone(app), content).status_code == 422


def test_pairs_of_an_earlier_tournament_are_taken_over_with_a_tick_each(app, organiser):
    url = address_in(opened(organiser, saved(organiser)))
    with app.app_context():
        later = find_tournament(url)
    assert later
    new = organiser.press(
        organiser.get("/tournaments/new"), "Set it up", title="Next", target="351", preset="cafe"
    )
    path = new.goes_to.removesuffix("pairs")
    page = organiser.get(f"{path}earlier")
    link = next(one for one in page.links() if one.endswith(f"/earlier/{organiser.public_id}"))
    preview = organiser.get(link)
    assert preview.form_of("Add the pairs").value("take-0") is None
    assert "Which pairs play?" in preview.words()
    again = organiser.press(preview, "Add the pairs")
    assert again.status == 422
    assert "Which pairs play?" in again.words()
    done = organiser.press(preview, "Add the pairs", **{"take-0": "1", "take-2": "1"})
    assert done.status == 303
    with app.app_context():
        pairs = find_tournament(path.split("/")[-2]).tournament.pairs
    assert [pair.players[0] for pair in pairs.values()] == ["Odd1", "Odd3"]
    assert (pairs["1"].club, pairs["1"].note, pairs["1"].paid) == ("ΑΕΛ", "99 123456", False)


def test_nobody_takes_over_pairs_that_another_organises(organiser, organise):
    other = organise(4)
    assert organiser.page(f"earlier/{other.public_id}").status == 404
    assert "Cup" not in organiser.page("earlier").words(".//main")


def test_a_file_beyond_what_a_tournament_can_be_is_refused(app):
    answer = opened(Phone(app), b" " * (LARGEST_TOURNAMENT + 100_000))
    assert answer.status_code == 413
    assert b"That is too much at once" in answer.data
    answer.request.environ["wsgi.input"].close()  # the client's own file, for what is so large


@pytest.mark.parametrize("field", ["rules", "length", "limit", "rounds", "format", "standing"])
def test_a_file_whose_set_up_lacks_a_field_is_refused(app, organiser, field):
    file = json.loads(saved(organiser))
    del file["tournament"][0]["data"][field]
    assert opened(Phone(app), json.dumps(file).encode()).status_code == 422
