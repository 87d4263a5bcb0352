"""The present round comes first, also at the end of a match at a table."""

from datetime import timedelta

import pytest

from scorekeeper.journal import clock
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.match.links import open_link
from scorekeeper.match.phones import enrol_phone
from scorekeeper.tournament import finals, service
from scorekeeper.tournament.played_tables import play_round
from scorekeeper.tournament.service import find_tournament
from tests.support.desk import Desk, set_up_final
from tests.support.phone import Phone, Scorer
from tests.support.table import MADE, MADE_BY_B, SWEPT
from tests.web.tournaments.routes import DESK, TOURNAMENT_ROWS, ask

PARTS = {
    "Tournament": ("",),
    "Pairs": ("pairs", "pairs/1", "pairs/1/names", "fees", "earlier", "come"),
    "Draw": ("draw", "final"),
    "Tables": (
        *("rounds/1", "rounds/1/tables/1", "rounds/1/tables/1/link", "rounds/1/tables/1/sheet"),
    ),
    "Standings": ("standings", "standings/1", "adjust", "cross"),
    "Print": ("papers", "papers/sheets"),
    "Set-up": ("setup",),
    "Helpers": ("links",),
    "History": ("history",),
}
"""Of a tournament, and the pages that belong to each."""
NOWHERE = ("players", "names", "files")


@pytest.fixture
def organiser(organise):
    return organise(4, then=lambda desk: desk.draw())


def in_order(page):
    """The page's elements, from its top."""
    return list(page.root.iter())


def parts(page):
    """The ways of the row, and which of them is marked."""
    (row,) = page.findall(".//nav[@class='sections']")
    marked = [one.text for one in row if one.get("aria-current") == "page"]
    return [one.text for one in row], marked


def next_of(page):
    found = page.findall(".//*[@id='next']")
    return found[0].text if found else ""


@pytest.mark.parametrize("path", ["", "rounds/1"])
def test_the_round_summed_up_comes_before_the_row_and_the_tables(organiser, path):
    page = organiser.page(path)
    ids = ("round-summary", "rows" if path else "tables")
    live, tables = (page.find(f".//*[@id='{one}']") for one in ids)
    row = page.find(".//nav[@class='sections']")
    order = in_order(page)
    assert order.index(live) < order.index(row) < order.index(tables)
    assert "0 of 2 done" in page.words(".//section[@id='round-summary']")
    assert "2 tables to begin" in page.words(".//section[@id='round-summary']")


@pytest.mark.parametrize(
    ("part", "path"), [(part, path) for part, paths in PARTS.items() for path in paths]
)
def test_every_page_of_the_organiser_has_the_row_with_its_part_marked(organiser, part, path):
    assert parts(organiser.page(path)) == (list(PARTS), [part])


def test_no_page_of_the_desk_is_without_the_row(organiser):
    desk = [key for key, row in TOURNAMENT_ROWS.items() if key[1] == "GET" and row == DESK]
    asked = {key[0]: ask(organiser, key, organiser.held()) for key in desk}
    pages = {name: page for name, page in asked.items() if page.html.startswith("<!doctype html>")}
    assert len(pages) > 12
    assert {name for name, page in pages.items() if len(parts(page)[1]) != 1} == set()


def test_every_page_says_of_which_tournament_it_is_and_leads_back(organiser):
    shown = [path for paths in PARTS.values() for path in paths if path] + [*NOWHERE]
    for page in map(organiser.page, shown):
        assert page.words(".//header/p[@class='above']") == "Cup", page.address
        assert page.words(".//title").endswith(" – Cup"), page.address
        assert page.words(".//a[@class='back']").startswith("‹"), page.address
        assert page.find(".//nav[@class='sections']/a").get("href") == organiser.url, page.address


def test_a_list_that_is_looked_through_has_the_row_too(organiser):
    preview = organiser.press(organiser.page("pairs"), "Read the list", text="Maria, Eleni")
    assert parts(preview) == (list(PARTS), ["Pairs"])


@pytest.mark.parametrize("path", NOWHERE)
def test_a_page_of_no_part_has_the_row_with_nothing_marked(organiser, path):
    assert parts(organiser.page(path)) == (list(PARTS), [])


@pytest.mark.parametrize("path", ["", "rounds/1"])
@pytest.mark.parametrize("results", [0, 1, 2])
def test_next_step_is_offered_once_on_a_page(organise, path, results):
    def then(desk):
        desk.draw()
        for table in range(1, results + 1):
            desk.result(table, 351, 200)

    organiser = organise(4, then=then)
    page = organiser.page(path)
    is_typed_here = path and results == 1
    assert len(page.findall(".//*[@id='next']")) == (0 if is_typed_here else 1)
    inside = page.find(".//main")
    buttons = [one for one in inside.iter("button") if one.get("class") != "minus-key"]
    said = [name for one in buttons if (name := "".join(one.itertext()).strip())]
    assert len({*said}) == len(said)


def test_a_guest_is_asked_to_come_once(app, organise):
    organiser = organise(2, then=lambda desk: desk.do("door", coming=True))
    assert Phone(app).get(organiser.url).links().count(f"{organiser.url}come") == 1
    assert organiser.page("players").links().count(f"{organiser.url}come") == 1


def test_a_page_that_refuses_has_the_row_too(organiser):
    page = organiser.page("rounds/1/tables/1")
    refused = organiser.press(page, "Write the result", a="many", b="1")
    assert parts(refused) == (list(PARTS), ["Tables"])


def test_before_the_first_draw_there_are_no_tables_to_go_to(organise):
    names, _marked = parts(organise().page())
    page = organise().page()
    assert names == list(PARTS)
    assert "Tables" not in [one.text for one in page.findall(".//nav[@class='sections']/a")]


def test_helpers_and_guests_have_the_ways_that_are_open_to_them(app, organiser, help_in):
    for phone in (help_in(organiser), Phone(app)):
        names, marked = parts(phone.get(organiser.url + "standings"))
        assert (names, marked) == (
            ["Tournament", "Tables", "Standings", "History"],
            ["Standings"],
        )


def test_the_projector_has_no_row(organiser):
    assert not organiser.page("screen").findall(".//nav[@class='sections']")


def test_a_row_leads_nowhere_that_is_shut(organiser):
    row = organiser.page().find(".//nav[@class='sections']")
    for one in row.findall("a"):
        assert organiser.get(one.get("href")).status == 200


@pytest.mark.parametrize(
    ("said", "pairs", "set_up", "then"),
    [
        ("Draw round 1", 4, {}, None),
        ("Draw round 1", 9, {"format": "knockout"}, None),
        ("Draw: Quarter-finals", 5, {"format": "knockout"}, None),
        ("Draw: Semi-finals", 4, {"format": "knockout"}, None),
        ("Draw: Final", 4, {"format": "knockout"}, lambda desk: desk.draw().play()),
        ("Print the round", 4, {}, lambda desk: desk.draw()),
        ("Start the clock", 4, {"length": "minutes", "limit": 60}, lambda desk: desk.draw()),
        ("Type in the results", 4, {}, lambda desk: desk.draw().result(1, 351, 200)),
        ("Draw round 2", 4, {}, lambda desk: desk.draw().play()),
    ],
)
def test_the_one_thing_to_do_next_is_offered(organise, said, pairs, set_up, then):
    page = organise(pairs, then=then, **set_up).page()
    assert next_of(page) == said
    assert len(page.findall(".//*[@class='primary']")) == 1


def test_without_pairs_they_come_first(organise):
    page = organise().page()
    assert page.words(".//*[@class='primary']") == "Add pairs"


def test_a_helper_is_offered_results_and_a_guest_the_seat(app, organiser, help_in):
    assert next_of(help_in(organiser).page()) == "Type in the results"
    guest = Phone(app).get(organiser.url)
    assert next_of(guest) == ""
    assert guest.words(".//*[@class='primary']") == "Find"


def test_a_round_that_is_over_has_nothing_next(organise):
    organiser = organise(4, then=lambda desk: desk.draw().play().draw())
    assert next_of(organiser.page("rounds/1")) == ""
    assert next_of(organiser.page("rounds/2")) == "Print the round"


def test_tables_that_need_somebody_are_a_touch_away(app, organise):
    organiser = organise(4, then=lambda desk: desk.draw().write(1, MADE))
    with clock.at(clock.moment() + timedelta(minutes=14)):
        page = organiser.page()
        assert page.words(".//ul[@class='calling']") == "Table 1 silent 14′"
        assert f"{organiser.url}rounds/1/tables/1" in page.links()
        guest = Phone(app).get(organiser.url)
        assert "1 table silent" in guest.words(".//section[@id='round-summary']")
        assert not guest.has(".//ul[@class='calling']")


def test_a_phone_that_differs_from_the_paper_needs_somebody(organise):
    won = (SWEPT, SWEPT, SWEPT)
    organiser = organise(2, then=lambda desk: desk.draw().result(1, 351, 0).write(1, *won))
    assert "phone differs" in organiser.page().words(".//ul[@class='calling']")


def test_live_update_of_a_board_brings_the_summary(organiser):
    asks = organiser.page().find(".//section[@id='tables']").get("hx-get")
    organiser.press(organiser.page("rounds/1/tables/1"), "Write the result", a=351, b=200)
    news = organiser.get(asks)
    live = news.find(".//section[@id='round-summary']")
    assert live.get("hx-swap-oob") == "true"
    assert "1 of 2 done" in news.words(".//section[@id='round-summary']")


def test_each_part_has_its_key_at_the_desk_and_none_for_visitors(app, organiser, help_in):
    def keys(page):
        return [one.get("aria-keyshortcuts") for one in page.findall(".//nav[@class='sections']/a")]

    page = organiser.page("standings")
    told = [one.text for one in page.findall(".//dialog[@id='keys']//kbd")]
    assert told == [*keys(page), "/", "?"]
    assert len({*told}) == len(told)
    assert keys(help_in(organiser).page("standings")) == ["o", "t", "s", "y"]
    guest = Phone(app).get(f"{organiser.url}standings")
    assert keys(guest) == [None] * 4
    assert not guest.has(".//*[@id='keys']")


def test_earlier_rounds_are_tabs_of_the_tables_and_older_addresses_lead_there(organise, app):
    organiser = organise(4, then=lambda desk: desk.draw().play().draw().result(1, 351, 111))
    for phone in (organiser, Phone(app)):
        assert phone.get(f"{organiser.url}results").goes_to == f"{organiser.url}rounds/2"
        assert phone.get(f"{organiser.url}rounds/1/grid").goes_to == f"{organiser.url}rounds/1"
        page = phone.get(f"{organiser.url}rounds/2")
        tabs = page.findall(".//nav[@class='rounds']/a")
        assert [one.get("href") for one in tabs] == [f"{organiser.url}rounds/{n}" for n in (1, 2)]
        assert [one.get("aria-current") for one in tabs] == [None, "page"]
    shown = Phone(app).get(f"{organiser.url}rounds/1")
    assert "351 – 201" in shown.words(".//ol[@class='tables']")
    assert organise(2).page("results").status == 303, "before the first draw"


class TablePhone(Scorer):
    """A phone that wrote the first table's match, and the desk that drew it."""

    def __init__(self, app, hands=3, **changes):
        super().__init__(app)
        with app.app_context():
            self.desk = Desk(4, **changes).draw().write(1, *[SWEPT] * hands)
            public_id = self.desk.tables()[0].live.public_id
            phone, secret = enrol_phone()
            open_link(service.table_link(public_id), phone, new_operation_id())
        self.client.set_cookie("phone", secret)
        self.url = f"/m/{public_id}/"

    def draw_next(self):
        with self.app.app_context():
            self.desk.result(2, 351, 200).draw()


@pytest.fixture
def scorer(app):
    return TablePhone(app)


def seats_said(desk, *keys):
    """Return the seats of pairs in the last round, as a page shows them."""
    tournament = desk.tournament
    for key in keys:
        table = tournament.table_of(key, len(tournament.rounds))
        other = table.b if table.a == key else table.a
        yield f"{key} {tournament.name(key)} table {table.number} against {other}"


def test_scorer_is_told_that_the_desk_has_the_result_and_offered_no_rematch(scorer):
    page = scorer.page()
    assert "The result is at the desk." in page.words(".//footer")
    assert "Rematch" not in page.buttons()
    assert "New hand" not in page.words(".//footer")
    assert "Rematch" not in scorer.get("/").buttons()


def test_table_is_told_where_both_pairs_sit_once_the_next_round_is_drawn(app, scorer):
    for phone in (scorer, Phone(app)):
        assert "The result is at the desk." in phone.get(scorer.url).words(".//footer")
    with app.app_context():
        table = scorer.desk.tables()[0].table
    scorer.draw_next()
    for phone in (scorer, Phone(app)):
        said = phone.get(scorer.url).words(".//*[@class='next-seats']")
        assert said.startswith("Where do I sit?")
        for seat in seats_said(scorer.desk, table.a, table.b):
            assert seat in said


def test_page_that_stays_open_asks_until_the_next_round_is_drawn(scorer):
    assert scorer.client.get(f"{scorer.url}next").status_code == 204
    scorer.draw_next()
    part = scorer.get(f"{scorer.url}next")
    assert "Where do I sit?" in part.words()
    assert f"/t/{scorer.desk.public_id}/" in part.links()


def test_table_that_plays_hands_is_told_alike(app):
    scorer = TablePhone(app, length="hands", limit=3)
    assert "The result is at the desk." in scorer.page().words(".//footer")
    assert "Rematch" not in scorer.page().buttons()


@pytest.mark.parametrize(("limit", "kind"), [(2, "button plus"), (9, "primary plus")])
def test_new_hand_is_no_first_choice_once_the_result_is_at_the_desk(app, limit, kind):
    scorer = TablePhone(app, hands=2, length="hands", limit=limit)
    page = scorer.page()
    assert ("The result is at the desk." in page.words(".//footer")) == (limit == 2)
    (new_hand,) = page.findall(f".//footer//a[@class='{kind}']")
    assert "New hand" in "".join(new_hand.itertext())


def test_match_that_was_stopped_there_has_no_rematch(app):
    scorer = TablePhone(app, length="minutes", limit=45)
    with app.app_context():
        scorer.desk.act(1, "stopped")
    assert "Rematch" not in scorer.page().buttons()


def test_rematch_that_is_asked_for_at_a_table_is_refused(scorer):
    form = scorer.page().form_of("Undo").filled
    before = scorer.get("/").links()
    answer = scorer.post(f"{scorer.url}rematch", form)
    assert answer.status == 409
    assert scorer.get("/").links() == before


def test_finalists_are_told_their_seat_in_the_final(app):
    scorer = TablePhone(app, rounds=1)
    desk = scorer.desk
    with app.app_context():
        desk.result(2, 351, 200)
        main, op_id = desk.held, new_operation_id()
        desk.held = set_up_final(main.public_id, desk.phone, op_id, main.revision, 2, "Cup – Final")
        assert "The result is at the desk." in scorer.page().words()
        desk.draw()
        desk.held = find_tournament(main.public_id)
        table = desk.tables()[0].table
        winner = next(
            row.pair for row in finals.finalists(desk.held)[:2] if row.pair in (table.a, table.b)
        )
    said = scorer.page().words(".//*[@class='next-seats']")
    assert f"{winner} {desk.tournament.name(winner)} Final, table 1 against" in said


def first_match(organiser):
    """The address of the match at the first table."""
    with organiser.app.app_context():
        held = organiser.held()
        return f"/m/{play_round(held, held.tournament.last_round)[0].live.public_id}/"


def test_a_watcher_finds_the_way_from_a_match_to_its_table(app, organise):
    drawn = organise(4, then=lambda desk: desk.draw())
    page = Phone(app).get(first_match(drawn))
    assert "Round 1 of 5, table 1" in page.words()
    assert f"{drawn.url}rounds/1#table-1" in page.links()


@pytest.mark.parametrize(
    ("length", "limit", "said"), [("hands", 10, "10 hands"), ("minutes", 60, "60 min")]
)
def test_match_that_ends_by_hands_or_minutes_shows_no_target(app, organise, length, limit, said):
    drawn = organise(2, length=length, limit=limit, then=lambda desk: desk.draw().write(1, MADE))
    for path in ("", "big", "live?part=page"):
        page = Phone(app).get(first_match(drawn) + path)
        assert said in page.words(), path
        assert "5000" not in page.words(), path


def test_match_that_ends_by_a_target_shows_it(app, organise):
    drawn = organise(2, then=lambda desk: desk.draw())
    assert "to 351" in Phone(app).get(first_match(drawn)).words()


def test_after_the_last_hand_that_counts_the_table_is_told(app, organise):
    drawn = organise(2, length="hands", limit=2, then=lambda desk: desk.draw().write(1, MADE))
    assert "That is the result" not in Phone(app).get(first_match(drawn)).words()
    drawn = organise(2, length="hands", limit=1, then=lambda desk: desk.draw().write(1, MADE))
    assert "Hands played: 1. That is the result" in Phone(app).get(first_match(drawn)).words()


def test_a_knockout_s_match_that_is_level_is_told_to_play_on_and_its_table_says_so(app, organise):
    drawn = organise(
        2,
        length="hands",
        limit=2,
        format="knockout",
        then=lambda desk: desk.draw().write(1, MADE, MADE_BY_B),
    )
    assert "play one more hand" in Phone(app).get(first_match(drawn)).words()
    board = drawn.page("rounds/1")
    assert "level: one more hand" in board.words()
    assert "claim" not in board.words()
    assert f"{drawn.url}rounds/1/tables/1" in drawn.page("draw").links(), (
        "the table that is not done"
    )


def test_drawn_match_keeps_its_limit_when_the_set_up_changes(app, organise):
    drawn = organise(2, length="hands", limit=10, then=lambda desk: desk.draw())
    address, guest = first_match(drawn), Phone(app)
    drawn.press(drawn.page("setup"), "Save the set-up", limit="12")
    assert "10 hands" in guest.get(address).words()
    drawn.press(drawn.page("draw"), "Take round 1 back")
    drawn.press(drawn.proposal(), "Draw it so")
    assert "12 hands" in guest.get(first_match(drawn)).words()


def test_a_match_of_a_round_that_was_taken_back_is_of_no_table(app, organise):
    drawn = organise(4, then=lambda desk: desk.draw())
    address = first_match(drawn)
    drawn.press(drawn.page("draw"), "Take round 1 back")
    assert "table 1" not in Phone(app).get(address).words()


def test_its_scorer_changes_who_sits_there_and_no_rule(app, organise):
    drawn = organise(2, then=lambda desk: desk.draw())
    link = drawn.page("rounds/1/tables/1/link").words(".//p[@id='address']")
    scorer = Phone(app)
    scorer.press(scorer.press(scorer.get("/s"), "Go on", secret=link), "Write on this phone, too")
    address = f"{first_match(drawn)}change/"
    refused = scorer.press(scorer.get(address), "See what changes", preset="kypros")
    assert refused.status == 422
    assert "The tournament says which rules are played" in refused.words()
    seen = scorer.press(scorer.get(address), "See what changes", name_A="The substitutes")
    assert scorer.press(seen, "Write the change").status == 303


def test_a_table_s_link_says_which_table_it_is_of(app, organise):
    drawn = organise(2, then=lambda desk: desk.draw())
    link = drawn.page("rounds/1/tables/1/link").words(".//p[@id='address']")
    phone = Phone(app)
    assert "table 1" in phone.press(phone.get("/s"), "Go on", secret=link).words()
