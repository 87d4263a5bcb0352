"""The scripts that a page needs come with it, and the phone's own views are for everybody."""

import re
import subprocess
from pathlib import PurePosixPath

import pytest

from scorekeeper.i18n import LANGUAGES
from scorekeeper.web import scripts
from scorekeeper.web.site.shell import PARTS, views_url
from tests.support.processes import PROJECT
from tests.support.table import MADE

STATIC = PROJECT / "static"
ENGINE = "js/rules.js"
MODULES = r"{% block modules %}(.*?){% endblock %}"
IMPORTED = re.compile(r'^(?:import|export)[^;]*?"(\./|\.\./)([^"]+)";', re.M)
LATER = re.compile(r'\bimport\("(\./|\.\./)([^"]+)"\)')
COMMENT = re.compile(r"^\s*(//|/?\*).*", re.M)
VARIABLE = re.compile(r"^(?:export )?let (\w+)", re.M)
MARK = re.compile(r"⟦([^⟧]*)⟧")


@pytest.fixture
def scorer(keep):
    return keep(MADE)


@pytest.fixture
def one_by_one(app, monkeypatch):
    """An app whose scripts were not joined."""
    monkeypatch.setitem(app.extensions, "bundles", None)


@pytest.fixture
def joined(app, monkeypatch):
    """An app whose scripts are joined as they stand: the list of the files."""
    subprocess.run([PROJECT / "scripts" / "bundles"], check=True)
    scripts.init_app(app)
    assert scripts.has_bundles(app), "scripts/bundles made nothing of these scripts"
    monkeypatch.setitem(app.extensions, "bundles", app.extensions["bundles"])
    return app.extensions["bundles"]


@pytest.mark.slow
def test_joined_scripts_travel_as_they_were_joined(joined, app):
    """Made small again, a blank in a template inside a template would be lost."""
    assert joined["modules"]
    for name in {*joined["modules"].values()}:
        with app.test_client().get(f"/static/-any/built/{name}") as answer:
            assert answer.data == (STATIC / "built" / name).read_bytes()


def test_a_page_with_a_module_that_was_not_joined_has_its_modules(joined, scorer):
    del joined["modules"]["js/home.js"]
    assert "js/home.js" in scripts_in(scorer.get("/"))
    assert "js/phone.js" not in scripts_in(scorer.get(scorer.url))


def own_pages(scorer):
    """Pages of a scorer, one of each kind that has scripts."""
    around = ("/", "/matches/new", "/help/offline", "/shell", "/s")
    places = ("", "hand", "hands/2", "change", "big", "share")
    for path in (*around, *(scorer.url + place for place in places)):
        yield scorer.get(path, follow=True)
    for button in ("Hand over to another phone", "Write on a second phone, too"):
        yield scorer.press(scorer.get(f"{scorer.url}pencil/"), button)


def names(page, path):
    """The static files that these elements of the page name, without the version."""
    addresses = [one.get("src") or one.get("href") for one in page.findall(path)]
    return [address.split("/", 3)[3] for address in addresses]


def scripts_in(page):
    return names(page, ".//script[@src]")


def told_ahead(page):
    return names(page, ".//link[@rel='modulepreload']")


def imports(name, *ways):
    """The modules that a file imports, as a browser finds them."""
    folder = PurePosixPath(name).parent
    script = COMMENT.sub("", (STATIC / name).read_text())
    found = [up + path for way in ways or (IMPORTED,) for up, path in way.findall(script)]
    return {(STATIC / folder / path).resolve().relative_to(STATIC).as_posix() for path in found}


def all_imports(name, *ways):
    """Those, and what they import in turn."""
    found, waiting = set(), [name]
    while waiting:
        new = imports(waiting.pop(), *ways) - found
        found |= new
        waiting += new
    return found


def modules():
    return [file.relative_to(STATIC).as_posix() for file in STATIC.glob("js/**/*.js")]


def test_modules_import_each_other_in_no_circle():
    """Neither at once nor later."""
    assert len(modules()) > 60
    assert [name for name in modules() if name in all_imports(name, IMPORTED, LATER)] == []


def test_views_of_the_phone_keep_their_state_in_one_module():
    phone = [name for name in modules() if name.startswith(("js/phone.js", "js/phone/"))]
    assert len(phone) > 10
    assert [name for name in phone if VARIABLE.search((STATIC / name).read_text())] == []


@pytest.mark.usefixtures("one_by_one")
def test_a_scorers_page_has_the_whole_engine(scorer):
    assert len(all_imports("js/phone.js")) > 20
    assert ENGINE in told_ahead(scorer.page())


@pytest.mark.usefixtures("one_by_one")
@pytest.mark.parametrize("place", ["", "hand", "hands/2"])
def test_no_import_of_a_scorers_page_waits_for_another(scorer, place):
    page = scorer.get(scorer.url + place, follow=True)
    assert "js/phone.js" in scripts_in(page)
    needed = {one for name in scripts_in(page) for one in all_imports(name)}
    assert sorted(told_ahead(page)) == sorted(needed - set(scripts_in(page)))


@pytest.mark.usefixtures("one_by_one")
def test_the_first_touch_waits_for_nothing_that_only_a_save_needs(scorer):
    page = scorer.page()
    named = {*scripts_in(page), *told_ahead(page)}
    later = {"js/phone/writing.js", "js/phone/ledger_page.js", "js/outbox_list.js", "js/acting.js"}
    assert not later & named
    assert not page.has(".//section[@id='outbox']")
    # Its line has its room in the menu: it does not push others from below a finger.
    way = page.find(".//*[@id='menu']//button[@popovertarget='outbox']")
    assert "disabled" in way.attrib
    assert "hidden" not in way.attrib


@pytest.mark.usefixtures("one_by_one")
def test_preloaded_modules_are_imported_by_a_script_of_the_page(scorer):
    for page in own_pages(scorer):
        needed = {one for name in scripts_in(page) for one in all_imports(name)}
        assert set(told_ahead(page)) <= needed, page.address


@pytest.mark.usefixtures("one_by_one")
@pytest.mark.parametrize("path", ["/", "/matches/new", "/help/offline"])
def test_the_engine_is_not_fetched_where_nothing_is_scored(phone, path):
    page = phone.get(path)
    needed = {one for name in scripts_in(page) for one in all_imports(name)}
    assert ENGINE not in needed | set(told_ahead(page))
    assert not page.has(".//link[@as='fetch']"), "no words either"


@pytest.mark.usefixtures("one_by_one")
@pytest.mark.parametrize("place", ["", "big", "hands/2", "share"])
def test_watcher_loads_neither_engine_nor_outbox(scorer, stranger, place):
    page = stranger.get(scorer.url + place, follow=True)
    needed = {one for name in scripts_in(page) for one in all_imports(name)}
    assert not {ENGINE, "js/outbox.js"} & (needed | set(told_ahead(page)))


def test_htmx_is_in_the_pages_that_ask_by_it_and_in_no_other(scorer):
    asking = 0
    for page in own_pages(scorer):
        has = any("htmx" in name for name in scripts_in(page))
        # A page that loads htmx later names its address.
        has = has or page.has(".//meta[@name='htmx-file']")
        asks = any("hx-get" in one.attrib or "hx-post" in one.attrib for one in page.root.iter())
        assert has == asks, page.address
        assert page.has(".//meta[@name='htmx-config']") == has, page.address
        asking += asks
    assert asking == 5


def test_a_scorers_page_and_its_files_are_at_most_twelve_requests(scorer, joined):
    page = scorer.page()
    files = [one for one in page.findall(".//*[@src]") if one.get("src")]
    files += page.findall(".//link[@href]")
    assert len(scripts_in(page)) + len(told_ahead(page)) == 4
    # The page itself; but the icon of a home screen is fetched by no page.
    assert 1 + len(files) - 1 <= 12


def test_joined_scripts_are_there_and_import_what_the_page_tells_ahead(scorer, joined):
    seen = set()
    for page in own_pages(scorer):
        named = {*scripts_in(page), *told_ahead(page)} - {"vendor/htmx-2.0.11.min.js"}
        for name in named:
            assert name.startswith("built/"), (page.address, name)
            text = (STATIC / name).read_text()
            wanted = {f"built/{one}" for one in re.findall(r'(?:from|import) ?"\./([^"]+)"', text)}
            assert wanted <= named, (page.address, name)
        seen |= named
    assert len(seen) > 12


def test_every_module_that_a_page_names_is_joined(joined):
    texts = [file.read_text() for file in (PROJECT / "templates").rglob("*.html")]
    blocks = [block for text in texts for block in re.findall(MODULES, text, re.S)]
    named = {name for block in blocks for name in re.findall(r"js/\w+\.js", block)}
    assert len(named) > 10
    assert named <= set(joined["modules"])


def test_watcher_loads_neither_engine_nor_outbox_from_joined_scripts(scorer, stranger, joined):
    page = stranger.get(scorer.url, follow=True)
    named = scripts_in(page) + told_ahead(page)
    assert not [name for name in named if re.search("engine|outbox|phone|views", name)]


def test_joined_scripts_of_other_scripts_are_not_sent(app, scorer, joined, monkeypatch):
    monkeypatch.setitem(joined, "sources", "another")
    monkeypatch.setattr(scripts.json, "loads", lambda _text: joined)
    scripts.init_app(app)
    assert not scripts.has_bundles(app)
    assert "js/phone.js" in scripts_in(scorer.page())


# --- the phone's own views: for any rules, without anybody's match in them ---


@pytest.fixture
def views(app, phone):
    def views(language, part="entry"):
        with app.test_request_context():
            return phone.get(views_url(part, language))

    return views


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_they_are_kept_for_a_year_in_their_version(views, language, part):
    answer = views(language, part)
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert "Set-Cookie" not in answer.headers


def test_another_version_gets_them_as_they_are_and_asks_again(phone):
    answer = phone.get("/views/el/entry.html?v=0123456789")
    assert (answer.status, answer.headers["Cache-Control"]) == (200, "no-cache")


def test_there_are_none_in_a_language_that_nobody_translated(phone):
    assert phone.get("/views/fr/entry.html").status == 404


def test_there_are_none_but_their_parts(phone):
    assert phone.get("/views/el/menu.html").status == 404


@pytest.mark.parametrize("part", PARTS)
def test_each_language_has_the_same_views_with_the_same_marks(views, part):
    greek, english = (views(language, part) for language in ("el", "en"))
    assert greek.html != english.html
    assert sorted(MARK.findall(greek.html)) == sorted(MARK.findall(english.html))
    assert names_in(greek) == names_in(english)


def test_the_first_touch_has_the_entry_and_what_it_is_worth(views):
    assert names_in(views("en")) == ["view-entry", "live-view", "tops-view"]
    assert "view-match" in names_in(views("en", "match"))


def test_phone_draws_the_ledgers_page_in_the_order_of_the_servers(views, scorer):
    """A page becomes the other where it stands, element by element."""
    page = views("en", "match").for_scripts()
    own = marks_in(page.find(".//template[@id='view-match']"))[1:]
    assert {"standing", "ledger", "alerts", "status", "verdict", "next", "ending", "stop"} <= {*own}
    assert [mark for mark in marks_in(scorer.page().root) if mark in own] == own


def marks_in(part):
    """The names by which scripts find the elements of a page, in their order."""
    marks = (element.get("data-part") or element.get("id") for element in part.iter())
    return [mark for mark in marks if mark]


def names_in(page):
    return [template.get("id") for template in page.for_scripts().findall(".//template[@id]")]


@pytest.mark.parametrize("part", ["entry", "match"])
def test_no_form_in_them_carries_a_token_or_an_operation(views, part):
    page = views("en", part).for_scripts()
    for name in ("csrf_token", "op_id", "contract_op_id"):
        hidden = page.findall(f".//input[@name='{name}']")
        sent = {one.get("value", "") for one in hidden}
        assert all(one == "" or re.fullmatch(r"⟦\w+⟧", one) for one in sent), name
    assert page.findall(".//input[@name='op_id']")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("contract", {"A:kapo", "B:kapo", "A:80", "B:250"}),
        ("trump", {"hearts", "spades", "none", "all"}),
        ("doubled", {"2", "4"}),
        ("ones", {"", "1", "9"}),
        ("pilotta_failed", {"A", "B"}),
    ],
)
def test_the_entry_has_every_control_that_any_rules_play(views, language, name, values):
    """Rules hide what they do not play; the views must hide nothing."""
    controls = views(language).for_scripts().findall(f".//input[@name='{name}']")
    assert values <= {one.get("value", "") for one in controls}


def test_the_entry_leads_to_a_claim(views):
    links = views("en").for_scripts().findall(".//template[@id='view-entry']//a")
    [claim] = [link for link in links if link.get("data-if") == "claim"]
    assert claim.get("href") == "/m/__match__/claim"


def test_a_page_without_a_match_asks_for_the_views_and_the_words(phone):
    phone.headers["Accept-Language"] = "el"
    page = phone.get("/shell")
    views = page.find(".//link[@id='views']")
    assert views.get("href").startswith("/views/el/entry.html?v=")
    assert views.get("data-later").startswith("/views/el/match.html?v=")
    assert page.find(".//link[@id='words']").get("href").startswith("/words/el.json?v=")
    assert page.findall(".//script[@id='acts']") == []
