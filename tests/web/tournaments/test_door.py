"""At the door: pairs announce themselves, wait, are taken, check in; ticks are single acts."""

import json

import pytest

from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.journal.owner import Conflict, OperationReused
from scorekeeper.tournament import announced_pairs
from scorekeeper.tournament.acts.pair_acts import NewPair, PairsAdded
from scorekeeper.tournament.pair_erasure import players_of
from scorekeeper.tournament.service import TOURNAMENTS
from tests.support.desk import Desk
from tests.support.phone import Phone

ALL = "Take all that have a place and stand there once"


@pytest.fixture
def organiser(organise):
    organiser = organise(2)
    organiser.press(organiser.page("pairs"), "Open the list")
    return organiser


def announce(phone, organiser, player1="Maria", player2="Giorgos", **more):
    page = phone.get(f"{organiser.url}come")
    return phone.press(page, "We come", player1=player1, player2=player2, **more)


def code_on(page):
    return page.words(".//b[@class='code']")


def registrations(organiser):
    return organiser.tournament().registrations


def press_door(organiser, name, **typed):
    done = organiser.press(organiser.page("pairs"), name, **typed)
    assert done.status == 303
    return done


def test_a_pair_waits_until_the_organiser_takes_it(guest, organiser):
    page = announce(guest, organiser, club="ΑΕΛ")
    assert "The organiser still has to take you." in page.words()
    assert "Maria" not in Phone(guest.app).get(organiser.url).html
    assert "Waiting: 1" in organiser.page("pairs").words()
    press_door(organiser, "Take Maria – Giorgos")
    pair = organiser.tournament().pairs["3"]
    assert (pair.players, pair.club, pair.present) == (("Maria", "Giorgos"), "ΑΕΛ", True)
    assert "You are pair 3." in guest.get(f"{organiser.url}come").words()


def test_the_tournament_s_page_leads_to_it_while_it_is_open(guest, organiser):
    assert f"{organiser.url}come" in guest.get(organiser.url).links()
    press_door(organiser, "Close the list")
    assert f"{organiser.url}come" not in guest.get(organiser.url).links()
    page = guest.get(f"{organiser.url}come")
    assert "The list is closed" in page.words()
    assert "We come" not in page.buttons()


@pytest.mark.parametrize("reader", ["guest", "organiser"])
def test_we_come_is_not_offered_after_the_last_round_is_drawn(app, organise, reader):
    organiser = organise(4, rounds=2, then=lambda desk: desk.draw().play())
    phone = organiser if reader == "organiser" else Phone(app)
    organiser.press(organiser.page("pairs"), "Open the list")
    assert f"{organiser.url}come" in phone.get(f"{organiser.url}players").links()
    organiser.press(organiser.proposal(), "Draw it so")
    assert f"{organiser.url}come" not in phone.get(f"{organiser.url}players").links()
    page = phone.get(f"{organiser.url}come")
    assert "We come" not in page.buttons()
    assert "The list is closed" in page.words()


def test_all_play_all_without_a_pair_offers_we_come(app, organise):
    organiser = organise(format="round_robin", rounds=0)
    press_door(organiser, "Open the list")
    guest = Phone(app)
    page = guest.get(organiser.url)
    assert f"{organiser.url}come" in page.links()
    assert "Rounds:" not in page.words()
    assert "The organiser still has to take you." in announce(guest, organiser).words()


def test_pair_that_comes_after_the_last_round_is_refused_beside_its_form(app, organise):
    organiser = organise(4, rounds=2, then=lambda desk: desk.draw().play())
    press_door(organiser, "Open the list")
    guest = Phone(app)
    form = guest.get(f"{organiser.url}come").form_of("We come")
    organiser.press(organiser.proposal(), "Draw it so")
    refused = guest.post(form.action, form.typed(player1="Maria", player2="Giorgos"))
    assert refused.status == 422
    assert "The list is closed" in refused.words(".//*[@role='alert']")
    assert refused.form_of("We come").value("player1") == "Maria"
    assert not registrations(organiser)


def test_form_that_was_written_before_the_last_round_is_answered_again(app, organise):
    organiser = organise(4, rounds=2, then=lambda desk: desk.draw().play())
    press_door(organiser, "Open the list")
    guest = Phone(app)
    form = guest.get(f"{organiser.url}come").form_of("We come")
    typed = form.typed(player1="Maria", player2="Giorgos")
    assert guest.post(form.action, typed).status == 200
    organiser.press(organiser.proposal(), "Draw it so")
    assert guest.post(form.action, typed).status == 200
    assert len(registrations(organiser)) == 1


def test_its_code_changes_it_on_any_phone(guest, organiser):
    code = code_on(announce(guest, organiser))
    other = Phone(guest.app)
    page = other.get(f"{organiser.url}come")
    assert "Maria" not in page.html
    shown = other.press(page, "Show it", code=code.lower().replace(" ", "-"))
    again = other.press(page, "Show it", code=code)
    other.press(shown, "Save the change", player2="Georgia")
    assert registrations(organiser)[1].players == ("Maria", "Georgia")
    press_door(organiser, "Take Maria – Georgia")
    late = other.press(again, "Save the change", player2="Giorgos")
    assert (late.status, "was changed" in late.words()) == (409, True)
    assert registrations(organiser)[1].players == ("Maria", "Georgia")


def test_two_phones_with_one_code_see_each_other_s_change(guest, organiser):
    code = code_on(announce(guest, organiser))
    other = Phone(guest.app)
    shown = other.press(other.get(f"{organiser.url}come"), "Show it", code=code)
    mine = guest.get(f"{organiser.url}come")
    other.press(shown, "Save the change", player1="Marina")
    late = guest.press(mine, "Save the change", player2="Georgia")
    assert late.status == 409
    assert registrations(organiser)[1].players == ("Marina", "Giorgos")
    assert "There now: Marina" in late.words()
    assert "There now: Giorgos" in late.words()
    typed = late.form_of("Save the change")
    assert (typed.value("player1"), typed.value("player2")) == ("Maria", "Georgia")
    assert guest.press(late, "Save the change", player1="Marina").status == 200
    assert registrations(organiser)[1].players == ("Marina", "Georgia")


def test_a_change_that_came_meanwhile_is_not_withdrawn_unseen(guest, organiser):
    code = code_on(announce(guest, organiser))
    other = Phone(guest.app)
    shown = other.press(other.get(f"{organiser.url}come"), "Show it", code=code)
    mine = guest.get(f"{organiser.url}come")
    other.press(shown, "Save the change", player1="Marina")
    late = guest.press(mine, "Take us off the list", sure="1")
    assert (late.status, "Marina" in late.words()) == (409, True)
    assert registrations(organiser)[1].state == "waiting"
    guest.press(late, "Take us off the list", sure="1")
    assert registrations(organiser)[1].state == "ended"


def test_a_form_from_before_it_named_an_act_still_changes_it(guest, organiser):
    page = announce(guest, organiser)
    form = page.form_of("Save the change")
    done = guest.post(form.action, form.typed(after=None, player1="Marina"))
    assert done.status == 200
    assert registrations(organiser)[1].players == ("Marina", "Giorgos")


def test_a_wrong_code_opens_nothing(guest, organiser):
    announce(guest, organiser)
    page = guest.get(f"{organiser.url}come")
    refused = Phone(guest.app).press(page, "Show it", code="2222 2222")
    assert refused.status in (400, 422)
    assert "Maria" not in refused.html


def test_a_code_is_looked_up_also_beside_an_operation_that_was_another(guest, organiser):
    form = announce(guest, organiser).form_of("Take us off the list")
    done = organiser.tournament().acts[0].op_id
    answers = [
        guest.post(form.action, form.typed(op_id=done, code=code, sure="1"))
        for code in ("2222 2222", "")
    ]
    assert [one.status for one in answers] == [422, 422]


@pytest.mark.slow
def test_wrong_codes_are_counted(guest, organiser):
    statuses = []
    while 429 not in statuses and len(statuses) < 200:
        page = guest.get(f"{organiser.url}come")
        statuses.append(guest.press(page, "Show it", code="2222 2222").status)
    assert statuses[-1] == 429


def test_withdrawal_needs_a_tick_and_leaves_no_name(guest, organiser):
    page = announce(guest, organiser)
    unsure = guest.press(page, "Take us off the list")
    assert (unsure.status, "Tick first" in unsure.words()) == (422, True)
    done = guest.press(unsure, "Take us off the list", sure="1")
    assert "You are off the list." in done.words()
    assert registrations(organiser)[1].state == "ended"
    acts = json.dumps([act.data for act in organiser.tournament().acts])
    assert "Maria" not in acts
    assert announce(guest, organiser).status == 200, "and may come again"


def test_a_withdrawal_that_is_sent_again_is_answered_as_the_first_time(guest, organiser):
    page = announce(guest, organiser)
    done, again = (guest.press(page, "Take us off the list", sure="1") for _ in range(2))
    assert (again.status, again.words()) == (200, done.words())


def test_an_operation_that_was_another_withdraws_nobody(app):
    with app.app_context():
        desk = Desk().do("door", coming=True)
        phone, op_id = desk.phone, new_operation_id()
        announced_pairs.register(desk.public_id, phone, op_id, ("Maria", "Giorgos"), "")
        code = announced_pairs.code_of(desk.public_id, 1)
        with pytest.raises(OperationReused):
            announced_pairs.withdraw(desk.public_id, phone, op_id, code)
        assert desk.stored().tournament.registrations[1].state == "waiting"


def test_a_pair_that_was_taken_withdraws_by_its_code(guest, organiser):
    page = announce(guest, organiser)
    press_door(organiser, "Take Maria – Giorgos")
    guest.press(page, "Take us off the list", sure="1")
    assert organiser.tournament().pairs["3"].withdrawn
    assert "You have withdrawn." in guest.get(f"{organiser.url}come").words()


def test_a_drawn_pair_does_not_withdraw_by_its_code(guest, organiser):
    page = announce(guest, organiser)
    press_door(organiser, "Take Maria – Giorgos")
    organiser.press(organiser.proposal(), "Draw it so")
    refused = guest.press(page, "Take us off the list", sure="1")
    assert (refused.status, "in a draw already" in refused.words()) == (422, True)


def test_late_pair_waits_for_a_free_place(app, organiser):
    press_door(organiser, "Save the places", most="3")
    first, second, third = Phone(app), Phone(app), Phone(app)
    announce(first, organiser)
    told = announce(second, organiser, "Anna", "Eleni").words()
    assert "number 1 on the waiting list. The organiser takes you once a place is free." in told
    assert "number 2" in announce(third, organiser, "Zoe", "Ada").words()
    press_door(organiser, ALL)
    assert [*organiser.tournament().pairs] == ["1", "2", "3"]
    page = first.get(f"{organiser.url}come")
    first.press(page, "Take us off the list", sure="1")
    assert "still has to take you" in second.get(f"{organiser.url}come").words()


def test_a_player_in_two_pairs_is_named_and_not_taken_with_the_others(app, organiser):
    announce(Phone(app), organiser, "Odd1", "Giorgos")
    announce(Phone(app), organiser, "Anna", "Eleni")
    announce(Phone(app), organiser, "Ánna", "Zoe")
    page = organiser.page("pairs").words()
    assert "Odd1 is in pair 1, too" in page
    assert "Anna has been announced twice" in page
    refused = organiser.press(organiser.page("pairs"), ALL)
    assert refused.status == 422
    press_door(organiser, "Take Anna – Eleni")
    same = announce(Phone(app), organiser, "even1", "ODD1")
    assert (same.status, "is there already" in same.words()) == (422, True)


@pytest.mark.parametrize("button", ["Take Maria – Giorgos", "Decline Maria – Giorgos", ALL])
def test_other_names_that_come_meanwhile_are_shown_and_decided_anew(guest, organiser, button):
    own = announce(guest, organiser)
    page = organiser.page("pairs")
    assert guest.press(own, "Save the change", player2="Georgia").status == 200
    shown = organiser.press(page, button)
    assert (shown.status, [*organiser.tournament().pairs]) == (409, ["1", "2"])
    assert registrations(organiser)[1].state == "waiting"
    beside = shown.words(".//ul[@class='pairs waiting']/li")
    assert "Georgia" in beside
    assert "Other names were given meanwhile." in beside
    assert organiser.press(shown, "Take Maria – Georgia").status == 303
    assert organiser.tournament().pairs["3"].players == ("Maria", "Georgia")


def test_taking_a_pair_conflicts_after_its_names_changed(app, guest, organiser):
    own = announce(guest, organiser)
    read = organiser.held()
    guest.press(own, "Save the change", player2="Georgia")
    phone, one = read.tournament.acts[0].phone, read.tournament.registrations[1]
    body = PairsAdded(pairs=(NewPair(players=one.players, registration=1),))
    with app.app_context(), pytest.raises(Conflict):
        TOURNAMENTS.write(organiser.public_id, phone, new_operation_id(), read.revision, body)


def test_pair_that_came_after_the_page_was_read_is_not_taken(app, guest, organiser):
    announce(guest, organiser)
    page = organiser.page("pairs")
    announce(Phone(app), organiser, "Anna", "Eleni")
    assert [organiser.press(page, ALL).status for _ in range(2)] == [303, 303], "a double tap"
    assert [*organiser.tournament().pairs] == ["1", "2", "3"]
    assert registrations(organiser)[2].state == "waiting"


def test_late_door_form_keeps_its_typed_values(organiser):
    page = organiser.page("pairs")
    press_door(organiser, "Save the places", most="3")
    shown = organiser.press(page, "Save the places", most="5")
    assert shown.status == 409
    assert shown.form_of("Save the places").value("most") == "5"
    assert organiser.tournament().door.most == 3


def test_a_declined_pair_waits_again(guest, organiser):
    announce(guest, organiser)
    press_door(organiser, "Decline Maria – Giorgos")
    assert "The organiser has declined" in guest.get(f"{organiser.url}come").words()
    press_door(organiser, "Let it wait again Maria – Giorgos")
    assert registrations(organiser)[1].state == "waiting"


@pytest.mark.parametrize("name", ["M\u202earia", "x" * 41, "\u200b", "", "Z" + "\u0301" * 9])
def test_a_hostile_name_is_refused_and_stays_in_the_form(guest, organiser, name):
    page = guest.get(f"{organiser.url}come")
    form = page.form_of("We come")
    refused = guest.post(form.action, form.typed(player1=name, player2="Giorgos"))
    assert refused.status == 422
    assert refused.form_of("We come").value("player2") == "Giorgos"
    assert registrations(organiser) == {}
    assert guest.cookie("phone") is None or not registrations(organiser)


def test_a_name_is_text_and_nothing_else(guest, organiser):
    page = announce(guest, organiser, "<script>x</script>", "{{ 7*7 }}")
    assert "<script>x" not in page.html
    assert "<script>x" not in organiser.page("pairs").html


def test_those_who_wait_are_named_wherever_a_round_is_drawn(guest, organiser):
    announce(guest, organiser)
    told = "1 pair waits at the door. It is in no draw before you take it."
    assert told in organiser.get(organiser.url).words()
    assert told in organiser.page("draw").words()
    organiser.press(organiser.get(organiser.url), "Draw round 1")
    organiser.press(organiser.page("draw"), "Draw it so")
    announce(guest, organiser, "Anna", "Eleni")
    told = "2 pairs wait at the door. They are in no draw before you take them."
    for page in (organiser.get(organiser.url), organiser.page("rounds/1"), organiser.page("draw")):
        assert told in page.words()
        assert f"{organiser.url}pairs" in page.links()
    assert "wait at the door" not in guest.get(f"{organiser.url}rounds/1").words()
    press_door(organiser, ALL)
    assert "at the door" not in organiser.page("rounds/1").words(".//section[@id='round-summary']")


def test_a_helper_is_not_told_who_waits(guest, organiser, help_in):
    announce(guest, organiser)
    helper = help_in(organiser)
    assert "at the door" not in helper.get(organiser.url).words()


def news_of(organiser, page):
    """Ask for the news of the door, as its page does."""
    return organiser.get(page.find(".//*[@id='waiting']").get("hx-get"), htmx=True)


def test_the_door_asks_for_whoever_came_since(guest, organiser):
    press_door(organiser, "Open the check-in")
    page = organiser.page("pairs")
    assert news_of(organiser, page).status == 204
    announce(guest, organiser)
    news = news_of(organiser, page)
    assert "Waiting: 1" in news.words()
    assert "There: 0 of 2" in news.words(".//*[@id='there']")
    assert organiser.press(news, "Take Maria – Giorgos").status == 303
    assert "3" in organiser.tournament().pairs


def test_older_address_of_the_door_opens_it_on_the_page_of_the_pairs(organiser):
    at = organiser.page("door").goes_to
    assert at == f"{organiser.url}pairs?open=door#door"
    assert organiser.get(at).find(".//details[@id='door']").get("open") is not None
    assert organiser.page("pairs").find(".//details[@id='door']").get("open") is None


def said_by_name(guest, organiser, name):
    page = guest.get(f"{organiser.url}come?name={name}")
    return guest.press(page, "We are here Odd1 – Even1")


def test_a_pair_that_was_written_down_says_by_name_that_it_is_here(guest, organiser):
    assert "Odd1" not in guest.get(f"{organiser.url}come?name=odd1").words(".//main")
    press_door(organiser, "Open the check-in")
    page = guest.get(f"{organiser.url}come?name=odd1")
    assert "Odd2" not in page.words(".//main")
    again = page.form_of("We are here Odd1 – Even1")
    assert "The organiser knows that you are there." in said_by_name(guest, organiser, "1").words()
    present = {key: pair.present for key, pair in organiser.tournament().pairs.items()}
    assert present == {"1": True, "2": False}
    revision = organiser.tournament().revision
    assert guest.post(again.action, again.filled).status == 200
    assert organiser.tournament().revision == revision, "it is known already"
    assert "a player" in organiser.page("history").words()
    assert "Nobody is called so." in guest.get(f"{organiser.url}come?name=nobody").words()


@pytest.mark.parametrize("why", ["closed", "withdrawn", "has a code", "no such pair"])
def test_a_pair_that_may_not_say_it_by_name_is_not_there(guest, organiser, why):
    announce(guest, organiser)
    press_door(organiser, "Take Maria – Giorgos")
    press_door(organiser, "Open the check-in")
    form = guest.get(f"{organiser.url}come?name=1").form_of("We are here Odd1 – Even1")
    pair = {"has a code": "3", "no such pair": "9"}.get(why, "1")
    if why == "closed":
        press_door(organiser, "Close the check-in")
    if why == "withdrawn":
        organiser.press(organiser.page("pairs/1"), "Save the pair", withdrawn="1")
    before = organiser.tournament().revision
    assert guest.post(form.action, form.typed(pair=pair)).status == 422
    assert organiser.tournament().revision == before
    if why == "has a code":
        page = guest.get(f"{organiser.url}come?name=Maria")
        assert "You have a code" in page.words()


def test_the_form_sent_twice_announces_once(guest, organiser):
    form = guest.get(f"{organiser.url}come").form_of("We come")
    fields = form.typed(player1="Maria", player2="Giorgos")
    assert [guest.post(form.action, fields).status for _ in range(2)] == [200, 200]
    assert [*registrations(organiser)] == [1]


@pytest.mark.slow
def test_a_flood_is_stopped(guest, organiser):
    statuses = []
    while 429 not in statuses and len(statuses) < 100:
        name = f"Maria {len(statuses)}"
        statuses.append(announce(guest, organiser, name, "Giorgos").status)
    assert statuses[-1] == 429
    assert statuses.count(200) == 60


def test_erasing_a_pair_reaches_what_it_announced(guest, organiser):
    page = announce(guest, organiser, "Μαρία", "Georgia")
    guest.press(page, "Save the change", player1="Maria")
    press_door(organiser, "Take Maria – Georgia")
    assert players_of(organiser.tournament().acts, "3") == {"Maria", "Georgia", "Μαρία"}
    organiser.press(organiser.page("pairs/3/names"), "Erase the names of this pair", sure="1")
    acts = json.dumps([act.data for act in organiser.tournament().acts], ensure_ascii=False)
    assert not any(name in acts for name in ("Maria", "Μαρία", "Georgia"))


def test_erasing_all_reaches_those_who_wait(guest, organiser):
    announce(guest, organiser)
    organiser.press(organiser.page("names"), "Erase all names of the tournament", sure="1")
    acts = json.dumps([act.data for act in organiser.tournament().acts])
    assert "Maria" not in acts
    assert "Without names" in organiser.page("pairs").words()
    assert guest.get(f"{organiser.url}come").status == 200


def test_a_withdrawal_disturbs_no_form_at_the_desk(guest, organiser):
    page = announce(guest, organiser)
    preview = organiser.press(organiser.page("pairs"), "Read the list", text="Anna, Eleni")
    guest.press(page, "Take us off the list", sure="1")
    assert organiser.press(preview, "Add the pairs").status == 303


def test_the_check_in_is_opened_used_and_closed(guest, organiser):
    announce(guest, organiser)
    press_door(organiser, "Take Maria – Giorgos")
    press_door(organiser, "Open the check-in")
    pairs = organiser.tournament().pairs
    assert not any(pair.present for pair in pairs.values()), "nobody is there until it is said"
    own, late = (guest.get(f"{organiser.url}come") for _ in range(2))
    assert "The organiser knows that you are there." in guest.press(own, "We are here").words()
    assert organiser.tournament().pairs["3"].present
    assert "There: 1 of 3" in organiser.page("pairs").words()
    press_door(organiser, "Close the check-in")
    assert organiser.tournament().pairs["3"].present
    assert guest.press(late, "We are here").status == 422


def test_opening_it_again_keeps_the_ticks(organiser):
    for name in ("Open the check-in", "Close the check-in"):
        press_door(organiser, name)
    organiser.press(organiser.page("pairs"), "Save who is there", present=["1"])
    press_door(organiser, "Open the check-in")
    assert organiser.tournament().pairs["1"].present


def test_a_pair_that_is_taken_while_it_is_open_is_not_there_yet(guest, organiser):
    press_door(organiser, "Open the check-in")
    announce(guest, organiser)
    press_door(organiser, "Take Maria – Giorgos")
    assert not organiser.tournament().pairs["3"].present


def test_each_tick_is_an_act_of_its_own(organise):
    organiser = organise(4)
    before = organiser.tournament().revision
    organiser.press(organiser.page("pairs"), "Save who is there", present=["1", "2"])
    acts = organiser.tournament().acts[before:]
    assert [act.data for act in acts] == [
        {"present": [], "absent": ["3"]}, {"present": [], "absent": ["4"]},
    ]  # fmt: skip


def test_a_single_tick_is_written_and_answered_with_all(organise):
    organiser = organise(3)
    form = organiser.page("pairs").form_of("Save who is there")
    fields = [
        pair for pair in form.filled if pair[0] in ("csrf_token", "op_id", "revision", "after")
    ]
    answers = [
        organiser.post(f"{organiser.url}pairs/2/present", [*fields, ("present", "0")])
        for _ in range(2)
    ]
    told = {"present": ["1", "3"], "there": "There: 2 of 3"}
    assert [json.loads(answer.html) for answer in answers] == [told] * 2
    assert json.loads(organiser.page("present.json").html) == told
    assert organiser.tournament().acts[-1].data == {"present": [], "absent": ["2"]}
