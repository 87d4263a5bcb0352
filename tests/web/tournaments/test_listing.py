"""The list of tournaments: how far each came, and who won it."""

import pytest

from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.tournament import finals


def listed(phone):
    """Return the text on each tournament of the list, and the headings above them."""
    page = phone.get("/tournaments/")
    texts = ["".join(one.itertext()).replace("\u00ad", "") for one in page.findall(".//main//li")]
    headings = [one.text for one in page.findall(".//main//h2")]
    return [" ".join(text.replace("\u200b", "").split()) for text in texts], headings


def played(count):
    """Draws and plays rounds."""

    def play(desk):
        for _ in range(count):
            desk.draw().play()

    return play


@pytest.mark.parametrize(
    ("then", "said"),
    [
        (None, "No round is drawn yet"),
        (lambda desk: desk.draw(), "Round 1 of 2 · 0 of 2 done"),
        (lambda desk: desk.draw().result(2, 351, 200), "Round 1 of 2 · 1 of 2 done"),
        (played(1), "Round 1 of 2 · 2 of 2 done"),
    ],
    ids=["undrawn", "drawn", "one result", "a round played"],
)
def test_list_says_how_far_a_running_tournament_is(organise, then, said):
    organiser = organise(4, rounds=2, place="Larnaka", then=then)
    assert listed(organiser) == ([f"Cup {said} Larnaka Pairs: 4"], [])


def test_finished_tournament_is_listed_with_its_winners(organise):
    organiser = organise(4, rounds=2, then=played(2))
    with organiser.app.app_context():
        first = organiser.held().tournament.pairs[finals.finalists(organiser.held())[0].pair]
    ((said,), headings) = listed(organiser)
    assert said == f"Cup Won by: {first.players[0]} – {first.players[1]} Pairs: 4"
    assert headings == ["Played to the end"]


def test_winners_whom_nothing_tells_apart_are_all_named(organise):
    def level(desk):
        desk.draw()
        for table in desk.tournament.last_round.tables:
            desk.result(table.number, 351, 200)

    ((said,), _) = listed(organise(4, rounds=1, then=level))
    assert said.startswith("Cup Won together by: Odd")
    assert said.count("Odd") == 2


def test_winner_of_the_final_wins_the_tournament(organise):
    def with_final(desk):
        desk.draw().play()
        now, op_id = desk.held.revision, new_operation_id()
        desk.final = finals.set_up_final(desk.public_id, desk.phone, op_id, now, 2, "Cup – Final")
        desks.append(desk)

    desks = []
    organiser = organise(4, rounds=1, then=with_final)
    texts, headings = listed(organiser)
    assert "Cup Its final is to be played Pairs: 4" in texts
    assert headings == []
    (desk,) = desks
    with organiser.app.app_context():
        desk.held = desk.final
        desk.draw().result(1, 201, 351)
        (table,) = desk.tournament.last_round.tables
        champion = " – ".join(desk.tournament.pairs[table.b].players)
    texts, headings = listed(organiser)
    assert texts == [f"Cup – Final Won by: {champion} Pairs: 2", f"Cup Won by: {champion} Pairs: 4"]
    assert headings == ["Played to the end"]


def test_a_pair_without_names_is_known_by_its_number(organise):
    organiser = organise(4, rounds=1, then=played(1))
    with organiser.app.app_context():
        key = finals.finalists(organiser.held())[0].pair
    form = organiser.page(f"pairs/{key}/names")
    organiser.press(form, "Erase the names of this pair", sure="1")
    ((said,), _) = listed(organiser)
    assert f"Won by: Pair {key}" in said
