"""The tables of a round: results, forfeits, rulings, and where two results differ."""

from datetime import timedelta
from time import monotonic
from xml.etree.ElementTree import tostring

import pytest

from scorekeeper.journal import clock
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.tournament.played_tables import play_round
from scorekeeper.web import page_memory
from scorekeeper.web.tournaments.remembered_pages import RECENT, SECONDS
from tests.support.phone import Phone, Scorer
from tests.support.table import MADE, SWEPT

WON = (SWEPT, SWEPT, SWEPT)


def write(phone, a, b, *, table=1, number=1, button="Write the result", **typed):
    page = phone.page(f"rounds/{number}/tables/{table}")
    return phone.press(page, button, a=a, b=b, **typed)


def cards(page):
    found = page.findall(".//ol[@class='tables']/li")
    return [" ".join(" ".join(card.itertext()).split()) for card in found]


def asked_by(board):
    """Return the address that the board asks again and again."""
    return board.find(".//section[@id='tables']").get("hx-get")


def test_the_organiser_writes_results_and_the_board_counts_them(drawn):
    assert write(drawn, 351, 240).status == 303
    assert drawn.results() == [(351, 240), None]
    board = drawn.page()
    assert "1 of 2 done" in board.words()
    assert "351 – 240 written" in cards(board)[0]
    assert "not begun" in cards(board)[1]


def test_a_helper_writes_results_at_two_tables_from_pages_that_were_open(drawn, help_in):
    helper = help_in(drawn)
    pages = [helper.page(f"rounds/1/tables/{table}") for table in (1, 2)]
    for page in pages:
        assert helper.press(page, "Write the result", a="351", b="200").status == 303
    assert drawn.results() == [(351, 200), (351, 200)]
    assert drawn.tournament().last_round.tables[0].result.source == "helper"


def test_two_who_write_at_one_table_do_not_overwrite_each_other(drawn, help_in):
    helper = help_in(drawn)
    first, second = drawn.page("rounds/1/tables/1"), helper.page("rounds/1/tables/1")
    drawn.press(first, "Write the result", a="351", b="200")
    refused = helper.press(second, "Write the result", a="200", b="351")
    assert refused.status == 409
    assert "Written: 351 – 200" in refused.words()
    form = refused.form_of("Correct the result")
    assert (form.value("a"), form.value("b")) == ("200", "351"), "nothing typed is lost"
    assert drawn.results()[0] == (351, 200)


@pytest.mark.parametrize(("a", "b"), [("many", "1"), ("1.5", "2"), ("", "3"), ("9999999", "0")])
def test_a_result_is_two_numbers(drawn, a, b):
    refused = write(drawn, a, b)
    assert refused.status == 422
    assert "two whole numbers" in refused.words(".//*[@id='wrong']")
    assert refused.form_of("Write the result").value("a") == a


def test_a_score_below_nothing_can_be_written(drawn):
    asked = write(drawn, "-20", "351")
    assert "was there a penalty?" in asked.words()
    assert drawn.press(asked, "Yes, write it").status == 303
    assert drawn.results()[0] == (-20, 351)


def test_a_correction_needs_a_reason_and_keeps_what_was_there(drawn):
    write(drawn, 351, 240)
    refused = write(drawn, 351, 204, button="Correct the result", reason=" ")
    assert (refused.status, "Say why" in refused.words()) == (422, True)
    write(drawn, 351, 204, button="Correct the result", reason="misread")
    page = drawn.page("rounds/1/tables/1")
    told = page.words(".//ol[@class='ruled written']")
    assert "351 – 204" in told
    assert "misread" in told
    assert "351 – 240" in told


def test_a_match_that_its_phone_ended_counts_by_itself(organise):
    organiser = organise(2, then=lambda desk: desk.draw().write(1, *WON))
    assert "375 – 0 from the phone" in cards(organiser.page())[0]
    assert organiser.press(organiser.proposal(), "Draw it so").status == 303
    assert organiser.tournament().rounds[0].tables[0].result.source == "live"


def test_a_phone_and_a_sheet_that_differ_are_shown_and_neither_is_overwritten(organise):
    organiser = organise(2, then=lambda desk: desk.draw().result(1, 351, 0).write(1, *WON))
    card = cards(organiser.page())[0]
    assert "351 – 0 written" in card
    assert "the phone says 375 – 0" in card
    page = organiser.page("rounds/1/tables/1")
    assert "The phone and what is written differ" in page.words()
    write(organiser, 375, 0, button="Correct the result", reason="the phone is right")
    assert "the phone says" not in cards(organiser.page())[0]


def test_a_table_that_plays_shows_its_hand_and_how_it_stands(organise):
    organiser = organise(2, then=lambda desk: desk.draw().write(1, MADE))
    assert "19 – 6 playing, hand 2" in cards(organiser.page())[0]


def test_a_table_that_says_nothing_for_long_is_shown(organise):
    organiser = organise(2, then=lambda desk: desk.draw().write(1, MADE))
    with clock.at(clock.moment() + timedelta(minutes=14)):
        assert "silent 14′" in cards(organiser.page())[0]


def test_the_board_asks_for_what_is_new_and_gets_nothing_where_nothing_is(organise, app):
    organiser = organise(2, then=lambda desk: desk.draw())
    with clock.at(clock.moment()):
        asks = asked_by(organiser.page())
        assert organiser.get(asks).status == 204
        write(organiser, 351, 200)
        part = organiser.get(asks)
    assert part.status == 200
    assert "351 – 200" in cards(part)[0]


@pytest.mark.slow
def test_a_board_of_rows_that_were_made_before_is_as_one_made_anew(organise, app, help_in):
    desks = []
    organiser = organise(4, then=lambda desk: desks.append(desk.draw()))
    phones = [organiser, help_in(organiser), Phone(app), Phone(app, "el")]
    seen = [[] for _ in phones]

    def look():
        RECENT.clear()  # strangers may see a hand later
        shown = [rows_of(phone) for phone in phones]
        page_memory._pages.clear()
        assert [rows_of(phone) for phone in phones] == shown
        for boards, rows in zip(seen, shown, strict=True):
            boards.append(rows)

    def rows_of(phone):
        page = phone.get(f"{organiser.url}rounds/1")
        return [tostring(row, encoding="unicode") for row in page.findall(".//ol/li[@id]")]

    def play():
        with app.app_context():
            desks[0].write(1, MADE)

    acts = [
        lambda: None,
        play,
        play,
        lambda: write(organiser, 351, 200, table=2),
        lambda: write(organiser, 351, 210, table=2, button="Correct the result", reason="misread"),
    ]
    for act in acts:
        act()
        look()
    for minutes in (14, 15):
        with clock.at(clock.moment() + timedelta(minutes=minutes)):
            look()
    assert all(len({*map(tuple, boards)}) == len(acts) + 2 for boards in seen), "each is another"
    assert len({tuple(boards[-1]) for boards in seen}) == 3, "the organiser and a helper see one"


def test_watcher_sees_a_hand_seconds_later_and_a_result_at_once(organise, app):
    desks = []
    organiser = organise(4, then=lambda desk: desks.append(desk.draw()))
    with clock.at(clock.moment()):
        asks = asked_by(Phone(app).get(f"{organiser.url}rounds/1"))
        with app.app_context():
            desks[0].write(1, MADE)
        assert "19 – 6 playing" in cards(organiser.page())[0]
        assert Phone(app).get(asks).status == 204
        RECENT.expire(monotonic() + SECONDS)
        assert "19 – 6 playing" in cards(Phone(app).get(asks))[0]
        write(organiser, 351, 200, table=2)
        assert "351 – 200" in cards(Phone(app).get(asks))[1]


def test_watcher_gets_no_older_board_from_a_server_that_looked_earlier(organise, app):
    desks = []
    organiser = organise(4, then=lambda desk: desks.append(desk.draw()))
    with clock.at(clock.moment()):
        before = dict(RECENT)
        asks = asked_by(Phone(app).get(f"{organiser.url}rounds/1"))
        with app.app_context():
            desks[0].write(1, MADE)
        seen = dict(RECENT.items() - before.items())
        RECENT.clear()
        later = asked_by(Phone(app).get(asks))
        RECENT.update(seen)
        assert Phone(app).get(later).status == 204
        RECENT.clear()
        assert Phone(app).get(later).status == 204
        restored = {state: mark[:-4] + "2400" for state, mark in seen.items()}
        RECENT.update(restored)
        assert Phone(app).get(later).status == 200, "what is restored is shown in another minute"


def test_a_table_s_code_makes_a_phone_its_scorer(drawn, app):
    page = drawn.page("rounds/1/tables/1/link")
    link = page.words(".//p[@id='address']")
    again = drawn.page("rounds/1/tables/1/link").words(".//p[@id='address']")
    assert again == link, "a sheet that is printed again has the same"
    phone = Phone(app)
    asked = phone.press(phone.get("/s"), "Go on", secret=link)
    assert "Odd" in asked.words()
    opened = phone.press(asked, "Write on this phone, too")
    assert opened.status == 303
    assert "New hand" in phone.get(opened.goes_to).words()


def test_a_stranger_s_pages_hold_no_table_s_secret(drawn, app):
    link = drawn.page("rounds/1/tables/1/link").words(".//p[@id='address']")
    secret, stranger = link.partition("#")[2], Phone(app)
    with app.app_context():
        match = play_round(drawn.held(), drawn.tournament().last_round)[0].live
    for path in (drawn.url, f"{drawn.url}rounds/1", f"/m/{match.public_id}/"):
        page = stranger.get(path)
        assert page.status == 200
        assert secret not in page.html
    assert len(secret) == 43


def test_a_match_whose_round_is_taken_back_says_that_it_does_not_count(drawn, app):
    with app.app_context():
        match = play_round(drawn.held(), drawn.tournament().last_round)[0].live
    told, page = f".//p[@class='message']/a[@href='{drawn.url}']", f"/m/{match.public_id}/"
    assert not Phone(app).get(page).has(told)
    assert drawn.press(drawn.page("draw"), "Take round 1 back").status == 303
    assert Phone(app).get(page).has(told)
    assert not Scorer(app).start().page().has(told), "of a match of no tournament"


def test_a_new_code_ends_the_old_one(drawn, app):
    page = drawn.page("rounds/1/tables/1/link")
    old = page.words(".//p[@id='address']")
    again = drawn.get(drawn.press(page, "New code").goes_to)
    assert again.words(".//p[@id='address']") != old
    phone = Phone(app)
    assert phone.press(phone.get("/s"), "Go on", secret=old).status == 422


def test_a_correction_two_rounds_later_warns_of_what_was_drawn_by_it(organise):
    organiser = organise(8, then=lambda desk: desk.draw().play().draw().play().draw())
    before = organiser.tournament().rounds
    asked = write(organiser, 100, 351, button="Correct the result", reason="sides mixed up")
    assert asked.status == 200
    assert "would have been drawn otherwise" in asked.words()
    assert organiser.tournament().rounds == before, "nothing is written before it is confirmed"
    done = organiser.press(asked, "Yes, correct it")
    assert done.status == 303
    assert organiser.results()[0] == (100, 351)
    assert [r.tables for r in organiser.tournament().rounds[1:]] == [r.tables for r in before[1:]]
    assert "it would have been another" in organiser.page("rounds/2").words()


def test_a_correction_that_changes_no_winner_warns_of_no_round(organise):
    organiser = organise(4, then=lambda desk: desk.draw().play().draw())
    asked = write(organiser, 351, 100, button="Correct the result", reason="misread")
    assert "otherwise" not in asked.words()
    assert organiser.press(asked, "Yes, correct it").status == 303


def test_a_helper_corrects_no_finished_round(organise, help_in):
    organiser = organise(4, then=lambda desk: desk.draw().play().draw())
    helper = help_in(organiser)
    own = {"csrf_token": helper.token(), "op_id": new_operation_id(), "revision": "99"}
    typed = {**own, "a": "1", "b": "2", "reason": "x"}
    assert helper.post(f"{helper.url}rounds/1/tables/1", typed.items()).status == 403


def test_a_knockout_match_without_a_winner_plays_one_more_hand(organise):
    organiser = organise(4, format="knockout", then=lambda desk: desk.draw())
    refused = write(organiser, 351, 351)
    assert "one more hand" in refused.words(".//*[@id='wrong']")


def test_the_clock_tells_how_long_is_left(organise):
    organiser = organise(4, length="minutes", limit=40, then=lambda desk: desk.draw())
    started = clock.moment()
    with clock.at(started):
        organiser.press(organiser.page("rounds/1"), "Start the clock")
    with clock.at(started + timedelta(minutes=15)):
        page = organiser.page("rounds/1")
        assert "25 min left" in page.words()
        assert page.has(".//*[@data-awake]")
    with clock.at(started + timedelta(minutes=41)):
        page = organiser.page("rounds/1")
        assert "The time is up" in page.words()
        assert not page.has(".//*[@data-awake]"), "a forgotten board goes to sleep"


def test_the_clock_of_a_round_stays_when_the_set_up_is_changed(organise):
    organiser = organise(4, length="minutes", limit=40, then=lambda desk: desk.draw())
    started = clock.moment()
    with clock.at(started):
        organiser.press(organiser.page("rounds/1"), "Start the clock")
        organiser.press(organiser.page("setup"), "Save the set-up", limit="10")
        assert "40 min left" in organiser.page("rounds/1").words()


def test_the_clock_of_a_round_after_which_another_was_drawn_is_not_started(organise):
    organiser = organise(4, length="minutes", limit=40, then=lambda desk: desk.draw())
    page = organiser.page("rounds/1")
    for table in (1, 2):
        write(organiser, 351, 200, table=table)
    organiser.press(organiser.proposal(), "Draw it so")
    assert organiser.press(page, "Start the clock").status == 409


def test_a_stranger_watches_the_tables_and_cannot_write(drawn, app):
    page = Phone(app).get(f"{drawn.url}rounds/1")
    assert page.status == 200
    assert not [link for link in page.links() if "/tables/" in link]
    assert "Draw the next round" not in page.words()


def test_a_table_that_is_not_there_is_not_found(drawn):
    assert drawn.page("rounds/1/tables/9").status == 404


def decide(phone, decision, page=None, *, table=1, number=1, **fields):
    path = f"rounds/{number}/tables/{table}"
    form = (page or phone.page(path)).form(f"{phone.url}{path}/{decision}")
    return phone.post(form.action, form.typed(**fields))


def test_a_forfeited_table_is_marked_wherever_it_stands(drawn):
    assert decide(drawn, "forfeit", by="b", why="").status == 303
    loser = drawn.tournament().round(1).tables[0].b
    mark = f"forfeited by {loser}"
    for path in ("", "rounds/1", "rounds/1/tables/1"):
        assert mark in drawn.page(path).words(), path
    standings = drawn.page("standings").words()
    assert "forfeited round 1" in standings
    assert "A forfeited match counts 100 – 0" in standings
    assert mark in drawn.page(f"standings/{loser}").words()


def test_a_pair_that_was_not_drawn_is_named_in_the_standings(organise):
    organiser = organise(3, then=lambda desk: desk.do("attended", present=[], absent=["3"]).draw())
    assert "absent in round 1" in organiser.page("standings").words()
    assert "counts for it: nothing" in organiser.page("standings").words()


def test_forfeit_without_the_absent_pair_is_refused(drawn):
    assert decide(drawn, "forfeit", by=None, why="").status == 400


def test_the_arbiter_s_result_says_so(drawn):
    assert decide(drawn, "ruling", ruled_a="300", ruled_b="290", why="").status == 422
    assert decide(drawn, "ruling", ruled_a="300", ruled_b="290", why="stopped").status == 303
    assert "300 – 290 by the arbiter" in drawn.page().words()


def test_a_withdrawn_result_gives_the_phone_s_back(organise):
    organiser = organise(
        2, then=lambda desk: desk.draw().write(1, SWEPT, SWEPT, SWEPT).result(1, 351, 0)
    )
    assert decide(organiser, "withdraw", why="").status == 422
    assert decide(organiser, "withdraw", why="the wrong table").status == 303
    assert "375 – 0 from the phone" in organiser.page("rounds/1").words()
    history = organiser.page("rounds/1/tables/1").words(".//ol[@class='ruled written']")
    assert "Withdrawn" in history
    assert "351 – 0" in history


def test_a_helper_may_withdraw_and_nothing_else(drawn, help_in):
    helper = help_in(drawn)
    helper.press(helper.page("rounds/1/tables/1"), "Write the result", a="351", b="200")
    page = helper.page("rounds/1/tables/1")
    assert "Withdraw the result" in page.words()
    assert "The arbiter sets the result" not in page.words()


def test_helper_cannot_change_a_ruling_of_the_organiser(drawn, help_in):
    helper = help_in(drawn)
    open_page, open_grid = helper.page("rounds/1/tables/1"), helper.page("rounds/1")
    decide(drawn, "ruling", ruled_a="300", ruled_b="290", why="stopped")
    page = helper.page("rounds/1/tables/1")
    assert "300 – 290 by the arbiter" in page.words()
    for offered in ("Withdraw the result", "Correct the result", "Type in the whole sheet"):
        assert offered in drawn.page("rounds/1/tables/1").words()
        assert offered not in page.words()
    late = helper.press(open_page, "Write the result", a="351", b="200")
    assert (late.status, "300 – 290 by the arbiter" in late.words()) == (409, True)
    late = helper.press(open_grid, "Save what is typed", a1="351", b1="200", a2="351", b2="100")
    assert late.status == 409
    assert late.find(".//input[@name='a1']").get("value") == "300"
    assert late.find(".//input[@name='a1']").get("readonly") is not None
    assert helper.press(late, "Save what is typed").status == 303
    tables = drawn.tournament().round(1).tables
    assert [table.result.score for table in tables] == [(300, 290), (351, 100)]


def test_a_decision_about_an_earlier_round_shows_what_it_changes_first(organise):
    organiser = organise(4, then=lambda desk: desk.draw().play().draw())
    asked = decide(organiser, "forfeit", by="a", why="not there")
    assert "The standings follow at once" in asked.words()
    assert decide(organiser, "forfeit", asked).status == 303
    assert organiser.tournament().round(1).tables[0].result.forfeit == "a"


def test_a_result_that_may_be_a_slip_is_asked_about_once(drawn):
    page = drawn.page("rounds/1/tables/1")
    asked = drawn.press(page, "Write the result", a="3520", b="240")
    assert (asked.status, "592 is the most" in asked.words()) == (200, True)
    assert drawn.tournament().round(1).tables[0].result is None
    assert drawn.press(asked, "Yes, write it").status == 303
    assert drawn.tournament().round(1).tables[0].result.score == (3520, 240)


def test_unfinished_score_changed_after_the_question_is_asked_about_again(drawn):
    page = drawn.page("rounds/1/tables/1")
    asked = drawn.press(page, "Write the result", a="12", b="9")
    assert drawn.press(asked, "Yes, write it", a="13").status == 200
    assert drawn.press(asked, "Yes, write it", a="351").status == 303
