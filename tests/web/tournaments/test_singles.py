"""Players who come alone to an evening of pairs: announced, paired by hand or by lot, and apart."""

import pytest

from scorekeeper.draws.model import draw_lot
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.tournament.pair_erasure import erase_pair
from scorekeeper.tournament.tournament_file import open_file, read_file, write_file
from tests.support.databases import content
from tests.support.phone import Phone

FIVE = ("Maria", "Giorgos", "Anna", "Petros", "Eleni")


@pytest.fixture
def organiser(organise):
    """A list that is open, with two pairs on it."""
    organiser = organise(2)
    organiser.press(organiser.page("pairs"), "Open the list")
    return organiser


def come_alone(organiser, name, **more):
    phone = Phone(organiser.app)
    page = phone.get(f"{organiser.url}come")
    return phone, phone.press(page, "We come", player1=name, single="1", **more)


@pytest.fixture
def waiting(organiser):
    """Five singles wait."""
    for name in FIVE:
        come_alone(organiser, name)
    return organiser


def pair_two(organiser, *numbers):
    page = organiser.page("pairs")
    return organiser.press(page, "Pair the two ticked", single=[str(one) for one in numbers])


def players(organiser):
    return [pair.players for pair in organiser.tournament().pairs.values()][2:]


def states(organiser):
    return [one.state for one in organiser.tournament().registrations.values()]


def test_single_is_noted_and_waits_for_a_partner(organiser):
    _phone, page = come_alone(organiser, "Maria", player2="typed by mistake")
    assert "You are noted. The organiser finds you a partner." in page.words()
    assert organiser.tournament().singles[0].players == ("Maria", "")
    assert "They look for a partner: 1" in organiser.page("pairs").words()
    assert "Partners by lot" not in organiser.page("pairs").buttons()


def test_forgotten_second_name_is_asked_for_without_the_tick(organiser):
    phone = Phone(organiser.app)
    page = phone.press(phone.get(f"{organiser.url}come"), "We come", player1="Maria")
    assert page.status == 422
    assert "A pair has two names." in page.words()
    assert page.form_of("We come").value("player1") == "Maria"
    assert states(organiser) == []


def test_single_who_found_a_partner_waits_as_a_pair(organiser):
    phone, page = come_alone(organiser, "Maria")
    changed = phone.press(page, "Save the change", player2="Giorgos", single=None)
    assert "Saved." in changed.words()
    assert organiser.tournament().singles == ()
    organiser.press(organiser.page("pairs"), "Take Maria – Giorgos")
    assert players(organiser) == [("Maria", "Giorgos")]


def test_organiser_pairs_two_ticked_singles(waiting):
    assert pair_two(waiting, 1, 4).status == 303
    assert players(waiting) == [("Maria", "Petros")]
    assert states(waiting) == ["accepted", "waiting", "waiting", "accepted", "waiting"]
    assert [one.players[0] for one in waiting.tournament().singles] == ["Giorgos", "Anna", "Eleni"]


@pytest.mark.parametrize("numbers", [(), (1,), (1, 2, 3)])
def test_other_than_two_ticks_are_refused(waiting, numbers):
    refused = pair_two(waiting, *numbers)
    assert refused.status == 422
    assert "Tick two players who look for a partner." in refused.words()
    assert players(waiting) == []


def test_lot_pairs_all_but_an_odd_one_by_the_seed_in_the_history(waiting):
    waiting.press(waiting.page("pairs"), "Partners by lot")
    seed = waiting.tournament().acts[-1].body.seed
    order = sorted(range(1, 6), key=lambda number: draw_lot(seed, number))
    named = [FIVE[number - 1] for number in order]
    assert players(waiting) == [(named[0], named[1]), (named[2], named[3])]
    assert [one.number for one in waiting.tournament().singles] == order[4:]
    told = Phone(waiting.app).get(f"{waiting.url}history").words()
    assert f"Pairs 3–4 were added by lot, seed {seed}" in told


def test_both_singles_of_a_pair_have_its_number_and_say_that_it_is_there(organiser):
    phones = [come_alone(organiser, name)[0] for name in FIVE[:2]]
    organiser.press(organiser.page("pairs?open=door"), "Open the check-in")
    pair_two(organiser, 1, 2)
    pages = [phone.get(f"{organiser.url}come") for phone in phones]
    assert ["You are pair 3." in page.words() for page in pages] == [True, True]
    phones[1].press(pages[1], "We are here")
    assert organiser.tournament().pairs["3"].present


def test_deleted_pair_lets_its_singles_wait_again_until_it_is_back(waiting):
    pair_two(waiting, 1, 2)
    waiting.press(waiting.page("pairs/3"), "Delete the pair")
    assert states(waiting) == ["waiting"] * 5
    waiting.press(waiting.page("pairs"), "Bring back Maria – Giorgos")
    assert states(waiting)[:3] == ["accepted", "accepted", "waiting"]
    waiting.press(waiting.page("pairs/3"), "Delete the pair")
    pair_two(waiting, 1, 3)
    waiting.press(waiting.page("pairs"), "Bring back Maria – Giorgos")
    assert [one.pair for one in waiting.tournament().registrations.values()][:3] == ["4", "3", "4"]


def test_single_who_goes_takes_the_pair_along_and_the_other_reads_it(organiser):
    (one, _), (other, _) = (come_alone(organiser, name) for name in FIVE[:2])
    pair_two(organiser, 1, 2)
    one.press(one.get(f"{organiser.url}come"), "Take us off the list", sure="1")
    assert organiser.tournament().pairs["3"].withdrawn
    page = other.get(f"{organiser.url}come")
    assert "Your pair has withdrawn: ask the organiser." in page.words()


def test_all_are_taken_but_the_singles(waiting):
    phone = Phone(waiting.app)
    phone.press(phone.get(f"{waiting.url}come"), "We come", player1="Ada", player2="Eva")
    waiting.press(waiting.page("pairs"), "Take all that have a place and stand there once")
    assert players(waiting) == [("Ada", "Eva")]
    assert len(waiting.tournament().singles) == 5


def test_erased_pair_of_singles_leaves_no_name(waiting):
    pair_two(waiting, 1, 4)
    with waiting.app.app_context():
        erase_pair(waiting.public_id, waiting.tournament().acts[0].phone, "3")
        stored = content()
    assert [name for name in FIVE if name.encode() in stored] == ["Giorgos", "Anna", "Eleni"]


def test_player_of_an_individual_evening_is_no_single(organise):
    organiser = organise(format="individual", rounds=3)
    organiser.press(organiser.page("pairs"), "Open the list")
    phone = Phone(organiser.app)
    page = phone.get(f"{organiser.url}come")
    assert page.form_of("I come").value("single") is None
    phone.press(page, "I come", player1="Maria")
    assert organiser.tournament().singles == ()
    assert "They look for a partner" not in organiser.page("pairs").words()


def test_file_of_paired_singles_opens_elsewhere(waiting):
    waiting.press(waiting.page("pairs"), "Partners by lot")
    with waiting.app.app_context():
        held = waiting.held()
        opened = open_file(read_file(write_file(held)), held.phone, new_operation_id())
        assert opened.tournament.pairs == held.tournament.pairs
        assert [one.number for one in opened.tournament.singles] == [
            one.number for one in held.tournament.singles
        ]
