"""Pages for everybody: the list, the seats, the projector, help, each made once for all readers."""

import re
from datetime import timedelta

import pytest
from werkzeug.exceptions import TooManyRequests

from scorekeeper.journal import clock
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.tournament import finals
from scorekeeper.tournament.standing import standing_of
from scorekeeper.web import page_memory
from scorekeeper.web.tournaments import public, remembered_pages
from scorekeeper.web.tournaments.remembered_pages import _in_turn, _turn
from tests.support.desk import set_up_final
from tests.support.phone import Phone
from tests.web.test_manual import help_of


@pytest.fixture
def drawn(organise):
    return organise(5, then=lambda desk: desk.draw().result(1, 351, 240))


def seats(phone, url, name):
    form = phone.get(url).form(f"{url}#found")  # so that the answer is in sight
    page = phone.get(url, form.typed(name=name))
    found = page.findall(".//div[@id='found']/p")
    return [" ".join("".join(one.itertext()).split()) for one in found]


def test_a_player_finds_the_table_by_name(guest, drawn):
    table = drawn.tournament().last_round.tables[1]
    name = drawn.tournament().name
    (seat,) = seats(guest, drawn.url, f"odd{table.a}")
    assert seat == f"{table.a} {name(table.a)} table 2 against {table.b} {name(table.b)}"


def test_a_player_finds_the_table_by_number(guest, drawn):
    table = drawn.tournament().last_round.tables[0]
    assert "table 1" in seats(guest, drawn.url, table.b)[0]


def test_a_bye_is_told(guest, drawn):
    (bye,) = drawn.tournament().last_round.byes
    assert seats(guest, drawn.url, bye)[0].endswith(" bye")


def test_a_name_finds_all_who_are_called_so_with_or_without_accents(guest, organise):
    organiser = organise()
    text = "Μαρία, Γιώργος\nΜαρίνα, Ανδρέας\nΕλένη, Πέτρος"
    organiser.add_pairs(text)
    organiser.press(organiser.proposal(), "Draw it so")
    assert len(seats(guest, organiser.url, "μαρι")) == 2


@pytest.mark.parametrize("name", ["Παπακώστας", "Papakostas", "Αντρέα Παπακώστα"])
def test_name_in_another_case_finds_its_seat(guest, organise, name):
    organiser = organise()
    organiser.add_pairs("Μαρία, Γιώργος\nΑντρέας Παπακώστα, Ανδρέας\nΕλένη, Κώστας")
    organiser.press(organiser.proposal(), "Draw it so")
    assert len(seats(guest, organiser.url, name)) == 1


@pytest.mark.parametrize("name", ["Nobody", "99", "<b>"])
def test_unknown_name_or_number_finds_no_seat(guest, drawn, name):
    assert seats(guest, drawn.url, name) == ["Nobody is called so."]


def test_pair_added_after_the_draw_is_not_in_the_round(guest, drawn):
    drawn.add_pairs("Late, Comer")
    assert seats(guest, drawn.url, "Late")[0].endswith("not in this round")


def test_it_shows_the_round_with_its_results_and_the_standings(guest, drawn):
    page = guest.get(drawn.url)
    assert "1 of 2 done" in page.words()
    assert "351 – 240" in page.words(".//ol[@class='tables']")
    assert page.has(".//table[@class='standings']")
    assert f"{drawn.url}standings" in page.links()


def test_before_the_first_draw_it_shows_the_pairs(guest, organise):
    page = guest.get(organise(3).url)
    assert "Pairs: 3" in page.words()
    assert not page.has(".//table[@class='standings']")


def test_the_first_page_leads_to_the_tournaments(guest):
    assert "Tournaments" in guest.get("/").words(".//main")


def test_a_page_is_made_once_and_again_when_something_is_new(guest, drawn, monkeypatch):
    made = []
    real = public.standings_context
    monkeypatch.setattr(public, "standings_context", lambda held: made.append(1) or real(held))
    with clock.at(clock.moment()):
        for _ in range(3):
            guest.get(drawn.url)
        assert len(made) == 1
        drawn.press(drawn.page("rounds/1/tables/2"), "Write the result", a=351, b=111)
        assert "351 – 111" in guest.get(drawn.url).words()
    assert len(made) == 2


@pytest.mark.slow
def test_an_evening_with_a_wrong_entry_corrected_two_rounds_later(organise, help_in, guest):
    """As an organiser has it who has read nothing: twenty pairs, five rounds, nothing added up by
    hand."""
    organiser = organise(rounds=5)
    text = "\n".join(f"{n}. Maria {n}, Giorgos {n}" for n in range(1, 21))
    organiser.add_pairs(text)
    helper = help_in(organiser)
    for number in range(1, 6):
        organiser.press(organiser.proposal(), "Draw it so")
        for table in organiser.tournament().last_round.tables:
            form = helper.page(f"rounds/{number}/tables/{table.number}")
            helper.press(form, "Write the result", a=351, b=150 + table.number)
        if number == 3:
            page = organiser.page("rounds/1/tables/7")
            typed = {"a": 157, "b": 351, "reason": "sides mixed up"}
            asked = organiser.press(page, "Correct the result", **typed)
            organiser.press(asked, "Yes, correct it")
    tournament = organiser.tournament()
    met = [frozenset((t.a, t.b)) for drawn in tournament.rounds for t in drawn.tables]
    assert len(met) == len(set(met)) == 50
    page = guest.get(f"{organiser.url}standings")
    wins = [_wins(row) for row in page.findall(".//table[@class='standings']/tbody/tr")]
    assert len(wins) == 20
    assert sum(wins) == 50
    assert wins == sorted(wins, reverse=True)


def _wins(row):
    return int("".join(row.findall("td")[1].itertext()))


def test_its_address_is_shown_to_be_scanned(guest, drawn):
    assert f"{drawn.url}players" in guest.get(drawn.url).links()
    page = guest.get(f"{drawn.url}players")
    assert page.words(".//p[@id='address']").endswith(drawn.url)
    assert page.find(".//svg") is not None


def test_search_says_that_a_pair_has_withdrawn(guest, drawn):
    (bye,) = drawn.tournament().last_round.byes
    drawn.press(drawn.page(f"pairs/{bye}"), "Save the pair", withdrawn="1")
    assert seats(guest, drawn.url, bye)[0].endswith(" withdrawn")


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
        desk.final = set_up_final(desk.public_id, desk.phone, op_id, now, 2, "Cup – Final")
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


def show(phone, url):
    """Every screen once, in the order in which they follow each other."""
    screens, address = {}, f"{url}screen?page=1"
    while address not in screens:
        page = screens[address] = phone.get(address)
        told = page.find(".//meta[@http-equiv='refresh']").get("content")
        seconds, address = told.split("; url=")
        assert int(seconds) > 5, "there is time to read it"
    return list(screens.values())


def titles(screens):
    return [page.words(".//p[@class='screen-title']") for page in screens]


def numbers(screens):
    """The tables' numbers, in order."""
    return [at.text for page in screens for at in page.findall(".//ol[@class='shown']/li/b")]


def seconds_of(screens):
    """How long all of them take, one after the other."""
    told = [page.find(".//meta[@http-equiv='refresh']").get("content") for page in screens]
    return sum(int(one.split(";")[0]) for one in told)


def test_the_public_page_leads_to_it(guest, organise):
    drawn = organise(4, then=lambda desk: desk.draw())
    assert f"{drawn.url}players" in guest.get(drawn.url).links()
    shown = guest.press(guest.get(f"{drawn.url}players"), "Show it")
    assert titles([shown]) == ["Round 1 of 5: tables"]


@pytest.mark.parametrize("part", ["address", "elsewhere", "projector"])
def test_older_address_leads_to_its_part_of_the_page_for_the_players(guest, drawn, part):
    answer = guest.get(drawn.url + part)
    assert answer.goes_to == f"{drawn.url}players?open={part}#{part}"
    page = guest.get(answer.goes_to)
    assert page.has(f".//*[@id='{part}']")


def test_it_shows_tables_with_results_and_standings_and_begins_again(guest, organise):
    drawn = organise(5, then=lambda desk: desk.draw().result(1, 351, 240))
    screens = show(guest, drawn.url)
    assert titles(screens) == ["Round 1 of 5: tables", "Standings"]
    tables, standings = screens
    assert len(tables.findall(".//ol[@class='shown']/li")) == 2
    assert "Bye:" in tables.words()
    assert "351 240" in tables.words(".//span[@class='points']")
    assert len(tables.findall(".//span[@class='points']")) == 1
    assert len(standings.findall(".//table[@class='standings']/tbody/tr")) == 5


def test_forty_one_pairs_take_forty_seconds_at_most(guest, organise):
    drawn = organise(41, then=lambda desk: desk.draw().play())
    screens = show(guest, drawn.url)
    assert titles(screens)[0] == "Round 1 of 5: tables"
    assert numbers(screens) == [str(number) for number in range(1, 21)]
    places = [row for page in screens for row in page.findall(".//table/tbody/tr")]
    assert len(places) == 41
    assert seconds_of(screens) <= 40


def test_the_organiser_chooses_what_it_shows_and_how_long(guest, organise):
    drawn = organise(4, then=lambda desk: desk.draw())
    form = guest.get(f"{drawn.url}players").form_of("Show it")
    page = guest.get(form.action, [("show", "names"), ("seconds", "20")])
    assert titles([page]) == ["Round 1 of 5: where do I sit?"]
    assert seconds_of([page]) == 20
    names = [item.text for item in page.findall(".//ol[@class='shown names']/li/bdi")]
    assert names == sorted(f"{name}{number}" for name in ("Even", "Odd") for number in range(1, 5))
    kept = page.find(".//meta[@http-equiv='refresh']").get("content")
    assert "show=names" in kept
    assert "seconds=20" in kept


def test_it_stops_at_a_screen_which_stays_new_and_goes_on(guest, organise):
    drawn = organise(5, then=lambda desk: desk.draw())
    page = guest.get(f"{drawn.url}screen?page=2")
    stopped = guest.get(page.find(".//a[@id='stay']").get("href"))
    assert titles([stopped]) == ["Standings"]
    _seconds, again = stopped.find(".//meta[@http-equiv='refresh']").get("content").split("; url=")
    assert titles([guest.get(again)]) == ["Standings"], "it comes anew and stays"
    gone_on = guest.get(stopped.find(".//a[@id='stay']").get("href"))
    _seconds, other = gone_on.find(".//meta[@http-equiv='refresh']").get("content").split("; url=")
    assert titles([guest.get(other)]) == ["Round 1 of 5: tables"]


def test_the_tournament_s_code_stands_beside_it(guest, organise, change_settings):
    drawn = organise(4, then=lambda desk: desk.draw())
    page = guest.get(f"{drawn.url}screen")
    assert not page.findall(".//div[@class='code']"), "localhost leads other phones nowhere"
    change_settings(address="http://192.168.1.7:8000/")
    page = guest.get(f"{drawn.url}screen?show=tables")
    assert page.words(".//p[@class='address']") == f"http://192.168.1.7:8000{drawn.url}"
    assert page.has(".//div[@class='code']")


def clock_of(page):
    return page.words(".//p[@class='clock']")


def test_the_clock_is_paused_goes_on_and_gets_more_minutes(guest, organise):
    drawn = organise(4, length="minutes", limit=40, then=lambda desk: desk.draw())
    begun = clock.moment()

    def press(name, minute):
        with clock.at(begun + timedelta(minutes=minute)):
            page = drawn.page("rounds/1")
            assert drawn.press(page, name).status == 303

    def shown(minute):
        with clock.at(begun + timedelta(minutes=minute)):
            return clock_of(guest.get(f"{drawn.url}screen?show=clock"))

    press("Start the clock", 0)
    assert shown(15) == "25:00"
    press("Pause the clock", 15)
    assert shown(25) == "25:00 paused"
    press("Let the clock go on", 30)
    assert shown(35) == "20:00"
    press("5 minutes more", 35)
    assert shown(36) == "24:00"
    press("Start the clock anew", 36)
    assert shown(37) == "39:00"


def test_it_shows_how_long_is_left(guest, organise):
    drawn = organise(4, length="minutes", limit=40, then=lambda desk: desk.draw())
    started = clock.moment()
    with clock.at(started):
        drawn.press(drawn.page("rounds/1"), "Start the clock")
    with clock.at(started + timedelta(minutes=15)):
        assert clock_of(show(guest, drawn.url)[0]) == "25:00"
        assert "25 min left" in guest.get(drawn.url).words(), "the public page as well"


@pytest.mark.parametrize("page", ["0", "9", "x"])
def test_a_screen_that_is_not_there_is_the_first(guest, organise, page):
    drawn = organise(4, then=lambda desk: desk.draw())
    assert titles([guest.get(f"{drawn.url}screen?page={page}")]) == ["Round 1 of 5: tables"]


def test_before_the_first_draw_it_waits(guest, organise):
    page = guest.get(f"{organise(4).url}screen")
    assert "No round is drawn yet." in page.words()
    assert page.has(".//meta[@http-equiv='refresh']")


PATHS = ("", "standings", "cross", "history", "screen", "rounds/1")
EMBEDS = ("standings", "round", "tables/1")
TOKEN = re.compile(r'name="csrf_token" value="[^"]+"')


@pytest.fixture
def organiser(organise):
    return organise(4, then=lambda desk: desk.draw().result(1, 351, 240))


def text(phone, url):
    answer = phone.client.get(url)
    assert answer.status_code == 200
    return TOKEN.sub("", answer.text)


@pytest.fixture(params=[*PATHS, *(f"embed/{name}" for name in EMBEDS)])
def url(request, organiser):
    path = request.param
    if path.startswith("embed/"):
        return path.replace("embed/", f"/embed{organiser.url}")
    return f"{organiser.url}{path}"


def test_unknown_query_gets_the_page_that_is_kept(guest, url, monkeypatch):
    kept = text(guest, url)
    monkeypatch.setattr(page_memory, "_Page", lambda *_: 1 / 0)
    assert text(guest, f"{url}?x=1") == kept
    assert text(guest, f"{url}?mark=1&y=<script>") == kept


def test_unknown_query_of_a_match_gets_the_page_that_is_kept(keep, stranger, monkeypatch):
    match_url = keep().url
    kept = text(stranger, match_url)
    monkeypatch.setattr(page_memory, "_Page", lambda *_: 1 / 0)
    assert text(stranger, f"{match_url}?fbclid=1") == kept


def test_page_for_one_reader_counts_for_a_stranger(guest, organiser, monkeypatch):
    def count():
        raise TooManyRequests

    monkeypatch.setattr(remembered_pages, "count_rare_page", count)
    for path in ("?name=odd1", "history?until=1", "screen?stay=1", "screen?page=9999"):
        assert guest.client.get(f"{organiser.url}{path}").status_code == 429
        assert organiser.client.get(f"{organiser.url}{path}").status_code == 200


def test_page_is_made_while_no_other_thread_makes_one(guest, organiser, monkeypatch):
    made = []
    render = _in_turn

    def in_turn(make):
        return render(lambda: made.append(_turn.locked()) or make())

    monkeypatch.setattr(remembered_pages, "_in_turn", in_turn)
    text(guest, organiser.url)
    text(guest, f"{organiser.url}?name=odd1")
    assert made == [True, True]


def test_help_on_a_tournament_s_page_is_for_who_reads_it(app, organise, help_in):
    organiser = organise(4)
    stranger = Phone(app)
    path = f"/t/{organiser.public_id}/"
    assert help_of(organiser.get(path)) == "/help#organise"
    assert help_of(help_in(organiser).get(path)) == "/help#results"
    assert help_of(stranger.get(path)) == "/help#players"
    for part in ("pairs", "draw", "standings", "papers"):
        assert help_of(organiser.get(path + part)) == f"/help#{part}"
    assert help_of(organiser.get(f"{path}links")) == "/help#helpers"
    assert help_of(organiser.get(f"{path}setup")) == "/help#set-up"


def test_search_tells_the_places_once_all_is_played(organise):
    organiser = organise(4, rounds=1, then=lambda desk: desk.draw().play())
    told = organiser.page("?name=2").words(".//*[@id='found']")
    place = next(row.place for row in standing_at(organiser) if row.pair == "2")
    assert told == f"2 Odd2 – Even2 {place}. Final order"
    assert "table" not in told


def test_search_for_one_sound_finds_nobody(organise):
    page = organise(4, then=lambda desk: desk.add(("Zena", "Suzana")).draw()).page("?name=zzz")
    assert page.words(".//*[@id='found']") == "Nobody is called so."


def standing_at(organiser):
    held = organiser.held()
    with organiser.app.app_context():
        return standing_of(held)
