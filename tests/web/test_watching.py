"""Watching: the address to show, what is new since a mark, the big screen."""

import gzip
import re
import sqlite3
from contextlib import closing

import pytest
from cachetools import TTLCache

from scorekeeper.config import settings_of
from scorekeeper.match.match_journal import MATCH_JOURNAL
from scorekeeper.operating.logs import Lines
from scorekeeper.store.schema import close_connections
from scorekeeper.web import printing
from scorekeeper.web.match import polls, watching
from tests.support.phone import Phone
from tests.support.table import FAILED, KAPO, MADE, OPEN, SWEPT, SWEPT_BY_B

PARTS = ("page", "big", "turned")
HOUR = 3600


def mark_in(page):
    return page.find(".//input[@id='mark']").get("value")


def live(phone, scorer, mark="", part="page"):
    """Ask for the news of the scorer's match since the mark, as htmx does."""
    return phone.get(f"{scorer.url}live", [("mark", mark), ("part", part)], htmx=True)


# --- the page to show ---


def test_it_shows_the_address_as_text_and_as_a_code(keep, monkeypatch):
    scorer, coded = keep(MADE), []
    plain = printing.segno.make
    monkeypatch.setattr(
        printing.segno, "make", lambda text, **how: coded.append(text) or plain(text, **how)
    )
    page = scorer.get(f"{scorer.url}share")
    assert page.words(".//p[@id='address']") == f"http://localhost{scorer.url}"
    assert coded == [f"http://localhost{scorer.url}"]
    code = page.find(".//div[@class='code']")
    assert code.get("aria-label")
    (light, dark) = code.findall("./svg/path")
    assert light.get("fill") == "#fff"
    assert dark.get("stroke") == "#000"
    assert not any("style" in one.attrib for one in code.iter())


def test_it_warns_of_an_address_that_no_other_phone_can_open(app, keep):
    url = f"{keep(MADE).url}share"
    warned = "works on this machine alone"
    for origin in ("http://localhost", "http://127.0.0.1:8000"):
        assert warned in Phone(app, origin=origin).get(url).words()
    for origin in ("http://192.168.1.20:8000", "https://tefteri.example"):
        page = Phone(app, origin=origin).get(url)
        assert warned not in page.words()
        assert page.words(".//p[@id='address']").startswith(origin + "/m/")


def test_the_match_page_leads_there(keep, stranger):
    scorer = keep(MADE)
    for phone in (scorer, stranger):
        page = phone.get(scorer.url)
        assert page.words(f".//nav/a[@href='{scorer.url}share']") == "Send, or let others watch"


def test_watchers_foot_leads_to_the_pencil_alone(keep, stranger):
    scorer = keep(MADE)
    footer = stranger.get(scorer.url).find(".//footer")
    assert [link.get("href") for link in footer.iter("a")] == [f"{scorer.url}pencil/"]


@pytest.mark.parametrize(
    ("path", "leads_to"), [("watch", "share"), ("elsewhere", "share?open=chat#chat")]
)
def test_older_addresses_lead_to_the_page_for_sharing(keep, stranger, path, leads_to):
    url = keep(MADE).url
    assert stranger.get(f"{url}{path}").goes_to == f"{url}{leads_to}"


# --- whose side is whose ---


def without_side_names(table):
    table.do("changed", names={"A": "", "B": ""})


@pytest.fixture
def of_four(keep):
    """The scorer of a match with four players' names, but without names of sides."""
    return keep(MADE, then=without_side_names)


READ = ("", "hands/2", "race", "evening", "big", "big?turned=1", "overlay")
OURS, THEIRS = "Maria – Giorgos", "Eleni – Andreas"


@pytest.mark.parametrize("path", READ)
def test_watcher_reads_the_players_instead_of_us_and_them(of_four, stranger, path):
    page = stranger.get(f"{of_four.url}{path}")
    text = f"{page.words('.//title')} {page.words()}"
    assert OURS in text
    assert not re.search(r"\b(Us|Them)\b", text)


def test_so_does_the_history(of_four, stranger):
    assert f"{OURS} 9 ♥" in stranger.get(f"{of_four.url}history/").words()
    assert "Us 9 ♥" in of_four.get(f"{of_four.url}history/").words()


@pytest.mark.parametrize("path", ["", "hands/2", "evening"])
def test_scorer_reads_us_and_them(of_four, path):
    text = of_four.get(f"{of_four.url}{path}").words()
    assert re.search(r"\bUs\b", text)
    assert OURS not in text


@pytest.mark.parametrize("part", PARTS)
def test_live_update_calls_the_sides_by_their_players(of_four, stranger, part):
    assert {OURS, THEIRS} <= set(
        re.findall(r"\w+ – \w+", live(stranger, of_four, part=part).words())
    )


@pytest.mark.parametrize(("part", "address"), [("turned", "big?turned=1"), ("overlay", "overlay")])
def test_screen_for_both_sides_names_players_also_to_the_scorer(of_four, part, address):
    assert OURS in of_four.get(f"{of_four.url}{address}").words()
    assert OURS in live(of_four, of_four, part=part).words()


def test_big_screen_of_the_scorer_says_us(of_four):
    for page in (of_four.get(f"{of_four.url}big"), live(of_four, of_four, part="big")):
        assert re.search(r"\bUs\b", page.words())
        assert OURS not in page.words()


def test_a_ruling_that_is_sent_on_names_players_where_a_link_may(of_four, stranger):
    def names_told():
        return any("us=Maria" in link for link in stranger.get(f"{of_four.url}hands/2").links())

    assert names_told()
    of_four.press(of_four.get(f"{of_four.url}share"), "Leave the names out")
    assert not names_told()


# --- the match goes on in another one ---


@pytest.mark.parametrize("part", PARTS)
def test_a_page_of_a_match_that_is_over_leads_to_the_rematch(keep, stranger, part):
    scorer = keep(SWEPT, SWEPT, SWEPT)
    page = live(stranger, scorer, part=part)
    [address] = [one.get("hx-get") for one in page.findall(".//*[@hx-get]")]
    assert stranger.get(address, htmx=True).status == 204, "no rematch yet"
    rematch = scorer.press(scorer.page(), "Rematch").goes_to
    led = stranger.get(address, htmx=True)
    if part == "page":
        assert rematch in led.links()
    else:
        turned = "?turned=1" if part == "turned" else ""
        assert led.headers["HX-Redirect"] == f"{rematch}big{turned}"


def test_a_running_match_asks_for_no_rematch(keep, stranger):
    assert "/next" not in live(stranger, keep(MADE)).html
    assert "/next" not in stranger.get(f"{keep(MADE).url}big").html


# --- a database that cannot be read ---


def write_rubbish(file):
    file.write_bytes(b"no database at all\n" * 999)


def take_a_table_away(file):
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("ALTER TABLE match RENAME TO another")


@pytest.mark.parametrize("spoil", [write_rubbish, take_a_table_away])
def test_a_fault_is_the_app_s_to_tell_and_no_line_of_the_log_opens_the_match(
    app, keep, stranger, caplog, spoil
):
    scorer = keep(MADE)
    mark = mark_in(stranger.get(scorer.url))

    def ask():
        return stranger.client.get(
            f"{scorer.url}live?part=page&mark={mark}",
            headers={**stranger.headers, "HX-Request": "true"},
        )

    good = ask()
    with app.app_context():
        close_connections()
    spoil(settings_of(app).database_file)
    polls._marks.clear()  # a second later
    answer = ask()
    assert (good.status_code, answer.status_code) == (204, 500)
    assert "Something broke on the server" in answer.text
    assert answer.headers["X-Request-Id"] in answer.text
    assert dict(good.headers).keys() <= dict(answer.headers).keys()
    said = [Lines().format(record) for record in caplog.records]
    assert any("GET watching.live" in line for line in said)
    assert not any(scorer.public_id in line for line in said)


# --- what is new ---


def test_a_scorers_phone_is_led_to_the_page_as_it_is_now(keep):
    scorer = keep(MADE)
    page = scorer.page()
    assert not page.has(".//*[@id='asking']"), "its own script asks (static/js/phone/server.js)"
    assert live(scorer, scorer, mark_in(page), "scorer").status == 204
    assert scorer.get(f"{scorer.url}live?part=scorer&mark=another").status == 303
    for part in ("scorer", "page"):
        assert live(scorer, scorer, "another", part).goes_to == scorer.url


def test_a_watchers_page_asks_for_its_parts(keep, stranger):
    scorer = keep(MADE)
    page = stranger.get(scorer.url)
    assert page.find(".//*[@id='asking']").get("hx-get") == f"{scorer.url}live?part=page"
    assert live(stranger, scorer, mark_in(page)).status == 204


def test_nothing_new_is_no_answer_and_one_look_into_the_database(keep, stranger, statements):
    scorer = keep(MADE, FAILED)
    mark = mark_in(stranger.get(scorer.url))
    statements.clear()
    answer = live(stranger, scorer, mark)
    assert (answer.status, answer.html) == (204, "")
    assert len(statements) == 1, statements


@pytest.mark.parametrize(("seconds", "told"), [(HOUR, 204), (0, 200)], ids=["within", "after"])
def test_poll_answer_is_reused_only_for_a_limited_time(keep, stranger, monkeypatch, seconds, told):
    monkeypatch.setattr(polls, "_marks", TTLCache(100, seconds))
    scorer = keep(MADE)
    mark = mark_in(stranger.get(scorer.url))
    assert live(stranger, scorer, mark).status == 204
    scorer.save("A:90", 97)
    MATCH_JOURNAL.forget_all()  # as if another process had written it
    assert live(stranger, scorer, mark).status == told
    newer = mark_in(stranger.get(scorer.url))
    assert live(stranger, scorer, newer).status == 204, (
        "a reader who has seen the hand gets no news"
    )
    assert live(stranger, scorer, mark).status == 200, "by now this process has read it, too"


def test_nothing_new_reads_and_makes_nothing(keep, stranger, monkeypatch):
    scorer = keep(MADE, FAILED)
    mark = mark_in(stranger.get(scorer.url))
    MATCH_JOURNAL.forget_all()
    for name in ("find_match", "cached_page", "render_template"):
        monkeypatch.setattr(watching, name, lambda *_a, **_k: pytest.fail("for nothing"))
    assert live(stranger, scorer, mark).status == 204


@pytest.mark.parametrize("origin", ["http://localhost", "https://localhost"])
def test_an_answer_of_nothing_new_is_as_guarded_as_any(keep, app, origin):
    scorer, phone = keep(MADE), Phone(app, origin=origin)
    new = live(phone, scorer)
    told = dict(live(phone, scorer, mark_in(new)).headers)
    its_own = {"Content-Type", "Content-Length", "Set-Cookie", "Vary", "X-Request-Id"}
    assert told.pop("X-Request-Id")
    assert told.pop("Vary") == "Cookie, Accept-Language, HX-Request"
    assert told == {name: value for name, value in new.headers if name not in its_own}
    assert ("Strict-Transport-Security" in told) == origin.startswith("https")


def test_another_host_is_told_nothing_about_a_match(keep, make_app):
    scorer = keep(MADE)
    mark = mark_in(scorer.page())
    choosy = make_app(TRUSTED_HOSTS=["score.example"])
    assert live(Phone(choosy, origin="http://score.example"), scorer, mark).status == 204
    assert live(Phone(choosy, origin="http://evil.example"), scorer, mark).status == 400


def test_winner_stands_first_in_the_title_once_the_match_is_over(keep, stranger):
    running = keep(MADE, SWEPT_BY_B, SWEPT_BY_B)
    assert stranger.get(running.url).words(".//title").startswith("Ours 19 – 256 Theirs")
    over = keep(MADE, SWEPT_BY_B, SWEPT_BY_B, SWEPT_BY_B)
    assert stranger.get(over.url).words(".//title").startswith("Theirs 381 – 19 Ours")


@pytest.mark.parametrize("part", PARTS)
def test_every_act_is_new(keep, stranger, part):
    scorer = keep(MADE)
    mark = mark_in(stranger.get(scorer.url))
    for press, total in (("Undo", 0), ("Bring back", 19)):
        scorer.do(press)
        answer = live(stranger, scorer, mark, part)
        assert answer.status == 200
        assert answer.words(".//title") == f"Ours {total} – {6 if total else 0} Theirs"
        assert mark_in(answer) != mark
        mark = mark_in(answer)
        assert live(stranger, scorer, mark, part).status == 204


def test_the_new_parts_are_those_of_the_page(keep, stranger):
    then = {"then": lambda table: table.do("contract", contract=OPEN)}
    scorer = keep(MADE, FAILED, **then)
    answer, page = live(stranger, scorer), stranger.get(scorer.url)
    for part in ("section[@id='standing']", "div[@id='scrolled']", "footer[@id='thumb']"):
        assert answer.words(f".//{part}") == page.words(f".//{part}")
        assert answer.find(f".//{part}").get("hx-swap-oob") == "true"
        assert page.find(f".//{part}").get("hx-swap-oob") is None
    assert answer.words(".//p[@id='told']") == "Ours 45, Theirs 6, to 351"
    assert answer.has(".//svg[@class='chart']")
    assert answer.has(".//tr[@class='open']")


def test_the_new_parts_are_made_once_for_all(app, keep, stranger, monkeypatch):
    scorer = keep(MADE)
    first = live(stranger, scorer).html
    monkeypatch.setattr(watching, "render_template", lambda *_a, **_k: pytest.fail("again"))
    assert live(stranger, scorer).html == first
    assert live(Phone(app), scorer).html == first


@pytest.mark.parametrize("part", PARTS)
def test_second_watcher_gets_the_kept_update_without_a_query(
    app, keep, statements, monkeypatch, part
):
    monkeypatch.setattr(polls, "_marks", TTLCache(100, HOUR))
    scorer = keep(MADE)
    first, second, greek = Phone(app), Phone(app), Phone(app, "el")
    for phone in (first, second):
        phone.get("/settings")
    assert first.cookie("tefteri_session").value != second.cookie("tefteri_session").value
    said = live(first, scorer, "0", part)
    statements.clear()
    again = live(second, scorer, "0", part)
    assert (again.status, again.html) == (200, said.html)
    assert not statements
    assert "Set-Cookie" not in again.headers
    assert live(greek, scorer, "0", part).html != said.html
    scorer.do("Undo")
    assert mark_in(live(second, scorer, "0", part)) != mark_in(said)


def test_scorer_never_gets_the_update_kept_for_watchers(app, keep):
    scorer, watcher = keep(MADE), Phone(app)
    kept = live(watcher, scorer, "0")
    assert live(scorer, scorer, "0").goes_to == scorer.url
    other = Phone(app)
    other.client.set_cookie("phone", "x" * 43)
    assert live(other, scorer, "0").html == kept.html


def test_each_look_and_encoding_has_its_own(keep, stranger):
    scorer = keep(MADE)
    plain = live(stranger, scorer, "0")
    address = f"{scorer.url}live?part=page&mark=0"
    packed = {"Accept-Encoding": "gzip", "Accept-Language": "en", "HX-Request": "true"}
    for _ in range(2):
        answer = stranger.client.get(address, headers=packed)
        assert gzip.decompress(answer.data).decode() == plain.html
    stranger.client.set_cookie("lang", "el")
    assert live(stranger, scorer, "0").html != plain.html


@pytest.mark.parametrize("part", PARTS)
def test_they_hold_no_secret_and_nothing_to_write_with(keep, stranger, part):
    scorer = keep(MADE, FAILED)
    secret = scorer.cookie("phone").value
    op_ids = [act.op_id for act in scorer.ledger().acts]
    for phone in (scorer, stranger, scorer):
        answer = live(phone, scorer, part=part)
        assert not answer.findall(".//form")
        for hidden in ("csrf_token", "op_id", "hand?op=", "revision", secret, *op_ids):
            assert hidden not in answer.html
    assert not [op_id for op_id in op_ids if op_id in stranger.get(scorer.url).html]


@pytest.mark.parametrize("mark", ["x" * 5000, "'; drop table event", "\x00", "ω", "-"])
def test_a_mark_of_nothing_is_answered_with_how_it_stands(keep, stranger, mark):
    scorer = keep(MADE)
    assert live(stranger, scorer, mark).words(".//title") == "Ours 19 – 6 Theirs"
    assert stranger.get(f"{scorer.url}live").status == 200


def test_another_matchs_mark_and_parts_stay_its_own(keep, stranger):
    one, other = keep(MADE), keep(FAILED)
    mark = mark_in(stranger.get(other.url))
    assert live(stranger, one, mark).words(".//title") == "Ours 19 – 6 Theirs"
    assert live(stranger, other, mark).status == 204
    assert live(stranger, other).words(".//title") == "Ours 26 – 0 Theirs"
    assert other.url not in live(stranger, one, mark).html


def test_an_unknown_part_is_the_page_and_an_unknown_match_nothing(keep, stranger):
    scorer = keep(MADE)
    assert live(stranger, scorer, part="x").has(".//div[@id='scrolled']")
    for page in ("watch", "elsewhere", "live", "big"):
        assert stranger.get(f"/m/nowhere/{page}").status == 404


@pytest.mark.parametrize("query", ["part=bi&mark=00&g", "pa&mark=00&rt=big"])
def test_a_query_that_reads_alike_without_its_mark_has_its_own_answer(keep, stranger, query):
    scorer = keep(MADE)
    asked = stranger.get(f"{scorer.url}live?{query}", htmx=True)
    assert asked.has(".//div[@id='scrolled']"), "it asks for no big screen"
    assert live(stranger, scorer, "00", "big").has(".//*[@id='boards']")


def test_it_is_in_the_readers_language(app, keep):
    scorer = keep(MADE)
    assert "Ours 19, Theirs 6, to 351" in live(Phone(app), scorer).words()
    assert "Ours 19, Theirs 6, ως 351" in live(Phone(app, "el"), scorer).words()


def test_it_says_when_the_match_is_over_and_when_it_goes_on(keep, stranger):
    scorer = keep(SWEPT, SWEPT, SWEPT)
    page = stranger.get(scorer.url)
    assert page.find(".//input[@id='mark']").get("data-over") is not None
    answer = live(stranger, scorer)
    assert answer.find(".//input[@id='mark']").get("data-over") is not None
    assert answer.words(".//p[@id='told']").endswith("Won by Ours")
    scorer.do("Undo")
    answer = live(stranger, scorer, mark_in(page))
    assert answer.find(".//input[@id='mark']").get("data-over") is None


# --- the big screen ---


@pytest.mark.parametrize("part", ["", "?turned=1"])
def test_the_big_screen_says_how_it_stands_and_asks(keep, stranger, part):
    scorer = keep(MADE, KAPO)
    for phone in (scorer, stranger):
        page = phone.get(f"{scorer.url}big{part}")
        said = page.words(".//div[@class='board']")
        assert re.sub(r"\s+", " ", said).startswith("Ours 19 Theirs 43 to 351 hand 2: ")
        assert "12 ♣" in said
        assert said.endswith("– +37 hand 3: Giorgos deals")
        name = "turned" if part else "big"
        asking = page.find(".//*[@id='asking']").get("hx-get")
        assert asking == f"{scorer.url}live?part={name}"
        assert live(phone, scorer, mark_in(page), name).status == 204
        assert page.findall(".//form") == []


def test_turned_there_is_a_second_board_that_is_read_out_once(keep):
    scorer = keep(MADE)
    page = scorer.get(f"{scorer.url}big?turned=1")
    over = page.find(".//div[@class='board over']")
    assert over.get("aria-hidden") == "true"
    assert page.words(".//div[@class='board over']") == page.words(".//div[@class='board']")
    assert not list(over.iter("a"))
    answer = live(scorer, scorer, part="turned")
    assert len(answer.find(".//div[@id='boards']")) == 2
    assert len(live(scorer, scorer, part="big").find(".//div[@id='boards']")) == 1


@pytest.mark.parametrize(
    ("hands", "then", "said"),
    [
        ((SWEPT, SWEPT, SWEPT), None, "Won by Ours"),
        ((MADE,), lambda t: t.do("stopped"), "The match stopped at 19 – 6"),
        ((), None, "hand 1: Maria deals"),
        ((MADE,), lambda t: t.do("adjusted", adjust={"A": 20, "B": 0}, reason="x"), "hand 1: ‹ 9"),
    ],
)
def test_the_big_screen_of_every_match(keep, hands, then, said):
    scorer = keep(*hands, then=then)
    words = scorer.get(f"{scorer.url}big").words(".//div[@class='board']")
    assert said in words.replace("\u00a0", " ")
