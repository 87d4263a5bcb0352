"""The evening's page: tally, matches, figures, players, and the race of a match."""

from datetime import UTC, datetime, timedelta

import pytest

from scorekeeper.club import rematches
from scorekeeper.journal import clock
from scorekeeper.journal.identifiers import new_operation_id
from tests.support.phone import Phone
from tests.support.table import FAILED, KAPO, MADE, PASSED_OUT, SWEPT, Table, whole_rules
from tests.web.test_pages import check

EIGHT = datetime(2026, 11, 22, 18, 0, tzinfo=UTC)
"""In the evening in Nicosia, in winter."""


def again(table, *hands):
    """The table's rematch is its match from now on."""
    table.kept = rematches.rematch(table.kept.public_id, table.phone, new_operation_id())
    return table.play(*hands)


@pytest.fixture
def three(keep):
    """Ours won the first, theirs the second; the third runs."""

    def go_on(table):
        again(table, KAPO, PASSED_OUT, KAPO)
        again(table, MADE)

    return keep(MADE, FAILED, MADE, target=51, then=go_on)


def evening(phone, url):
    page = phone.get(f"{url}evening")
    assert page.status == 200
    return page


def words_of(element):
    return " ".join(" ".join(element.itertext()).replace("\N{SOFT HYPHEN}", "").split())


def figures(page):
    """Return the label of each row in the table, with the figures of both sides."""
    rows = page.findall(".//table[@class='figures']/tbody/tr")
    said = [[words_of(cell) for cell in row] for row in rows]
    return {what: (ours, theirs) for ours, what, theirs in said}


def cards(page):
    return [" ".join(" ".join(one.itertext()).split()) for one in page.findall(".//ol/li")]


def test_it_shows_the_tally_of_the_series(three):
    page = evening(three, three.url)
    assert page.words(".//section[@class='standing tally']") == "Ours 1 – Theirs 1"
    assert page.words(".//div[@class='in-all']/p") == (
        "3 matches · 1 running · 6 hands · passed out: 1"
    )


def test_ledger_says_which_match_of_the_evening_it_is(three):
    first, second, third = (
        one.get("href") for one in evening(three, three.url).findall(".//ol/li/h2/a")
    )
    headings = [three.get(url).words(".//h1") for url in (first, second, third)]
    assert headings == ["Tefteri", "Match 2 · 1–0", "Match 3 · 1–1"]


def test_corrected_match_changes_the_heading_of_the_next(three):
    first, second = (
        one.get("href") for one in evening(three, three.url).findall(".//ol/li/h2/a")[:2]
    )
    three.get(second)
    three.press(three.get(first), "Undo")
    assert three.get(second).words(".//h1") == "Match 2 · 0–0"


def test_it_has_a_card_with_a_race_and_a_ledger_for_each_match(three):
    page = evening(three, three.url)
    first, second, third = cards(page)
    assert first.startswith("Match 1 to 51")
    assert "Ours 64 – 12 Theirs Won by Ours" in first
    assert "Ours 0 – 74 Theirs Won by Theirs" in second
    assert "Ours 19 – 6 Theirs running, hand 2" in third
    assert len(page.findall(".//svg[@class='chart']")) == 2, "one hand is no race yet"
    links = [one.get("href") for one in page.findall(".//ol/li/h2/a")]
    assert links[2] == three.url
    assert "Won by Theirs, 74 – 0" in three.get(links[1]).words(".//footer")


def test_every_chart_says_in_words_what_it_shows(three):
    charts = evening(three, three.url).findall(".//svg[@class='chart']")
    assert [one.get("role") for one in charts] == ["img", "img"]
    assert charts[0].get("aria-label") == (
        "The race of match 1, to 51: Ours 64, Theirs 12. Its ledger has every hand."
    )


def test_it_shows_the_figures_side_by_side(three):
    assert figures(evening(three, three.url)) == {
        "Hands won": ("4", "2"),
        "Bids made": ("3", "2"),
        "Bids failed": ("0", "1"),
        "Highest bid made": ("9 ♥ match 1, hand 1", "12 ♣ kapo match 2, hand 1"),
        "Best hand": ("+26 match 1, hand 2", "+37 match 2, hand 1"),
        "All points": ("83", "92"),
        "Kapos": ("0", "2"),
        "Pilottas": ("0", "0"),
        "Declarations that counted": ("0", "0"),
    }


def test_it_shows_players_where_names_are_given(three):
    page = evening(three, three.url)
    rows = page.findall(".//table[@class='players']/tbody/tr")
    said = [[words_of(cell) for cell in row] for row in rows]
    assert [row[0] for row in said] == ["Maria", "Giorgos", "Eleni", "Andreas"]
    assert "1 of 2" in said[0][1], "the third goes on"


def test_it_has_no_players_where_nobody_has_a_name(new):
    new.start().save("A:90", 97)
    assert not evening(new, new.url).has(".//table[@class='players']")


def test_it_works_for_one_match_that_has_just_begun(keep):
    scorer = keep()
    page = evening(scorer, scorer.url)
    assert page.words(".//section[@class='standing tally']") == "Ours 0 – Theirs 0"
    assert "No hand is written yet." in page.words()
    assert not page.has(".//table")


def test_it_works_for_one_match(keep):
    scorer = keep(SWEPT, SWEPT, SWEPT)
    page = evening(scorer, scorer.url)
    assert page.words(".//section[@class='standing tally']") == "Ours 1 – Theirs 0"
    assert figures(page)["Best hand"] == ("+125 hand 1", "–")
    assert figures(page)["Highest bid made"] == ("kapo ×4 hand 1", "–")
    assert f"{scorer.url}hands/2" in page.links()


def test_it_says_what_was_stopped(keep):
    scorer = keep(MADE, then=lambda table: table.do("stopped"))
    assert "1 match · 1 stopped · 1 hand" in evening(scorer, scorer.url).words()


def test_it_keeps_tenths_and_points_apart(keep):
    def go_on(table):
        again(table.do("stopped")).do("changed", rules=whole_rules("simple", target=1000))
        table.play(MADE)

    page = evening(scorer := keep(MADE, then=go_on), scorer.url)
    assert figures(page)["Best hand, in tenths (16 a hand)"][0] == "+19 match 1, hand 1"
    assert figures(page)["All points, in points (162 a hand)"] == ("97", "65")


def test_it_says_when_and_how_long_was_played(app, keep):
    def go_on(table):
        with clock.at(EIGHT):
            again(table.do("stopped"))
        with clock.at(EIGHT + timedelta(minutes=85)):
            table.play(MADE, FAILED)

    with clock.at(EIGHT - timedelta(minutes=10)):
        scorer = keep(then=go_on)
    words = evening(scorer, scorer.url).words()
    assert "22.11.2026 19:50 – 21:25" in words
    assert "20:00 · 1 h 25 min" in words


@pytest.mark.parametrize("language", ["el", "en"])
def test_it_renders_whole_for_anybody(three, stranger, language):
    for phone in (three, stranger):
        phone.headers["Accept-Language"] = language
        page = evening(phone, three.url)
        check(page, language)
        assert page.findall(".//form") == []
        for link in page.links():
            assert phone.get(link, follow=True).status == 200, link


def test_it_speaks_greek(three):
    three.headers["Accept-Language"] = "el"
    page = evening(three, three.url)
    assert page.words(".//h1") == "Η βραδιά"
    assert "3 παρτίδες · 1 παίζεται · 6 χέρια · πάσο όλοι: 1" in page.words()
    assert figures(page)["Μιλήματα που βγήκαν"] == ("3", "2")


def test_it_is_not_found_without_its_match(new):
    assert new.get("/m/nowhere/evening").status == 404


def test_the_list_of_matches_leads_from_a_rematch_to_its_evening(three):
    links = [link for link in three.get("/").links() if link.endswith("/evening")]
    assert len(links) == 2, "the first match is no rematch"
    assert f"{three.url}evening" in links


def test_the_list_has_no_evening_of_a_match_alone(keep):
    assert not any("evening" in link for link in keep(MADE).get("/").links())


def test_it_goes_on_hand_by_hand_in_one_frame(app):
    with app.app_context():
        table = Table().play(KAPO, PASSED_OUT, MADE)
    phone, url = Phone(app), f"/m/{table.kept.public_id}/race"
    assert url in phone.get(f"/m/{table.kept.public_id}/").links()
    assert "Hand 3" in phone.get(url).words(), "it opens at the newest hand"
    page = phone.get(f"{url}?after=0")
    assert "Before the first hand" in page.words()
    lines = []
    for after in range(3):
        assert f"{url}?after={after - 1}" in page.links() or not after
        page = phone.get(next(one for one in page.links() if one == f"{url}?after={after + 1}"))
        lines.append(len(page.findall(".//polyline")[0].get("points").split()))
    assert lines == [2, 3, 4]
    assert "Hand 3" in page.words()
    assert "Ours 19" in page.words()
    assert "43 Theirs" in page.words()
    assert f"{url}?after=4" not in page.links()


def test_an_address_behind_the_end_is_the_end(app):
    with app.app_context():
        table = Table().play(MADE)
    assert "Ours 19" in Phone(app).get(f"/m/{table.kept.public_id}/race?after=99").words()
