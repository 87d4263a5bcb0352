"""What a page's scripts need is fetched with the page, and nothing that they do not need."""

import re
from pathlib import PurePosixPath

import pytest

from scorekeeper.config import PROJECT
from tests.table import MADE

STATIC = PROJECT / "static"
ENGINE = "js/rules.js"
IMPORTED = re.compile(r'^(?:import|export)[^;]*?"(\./|\.\./)([^"]+)";', re.M)


@pytest.fixture
def scorer(keep):
    return keep(MADE)


def own_pages(scorer):
    """Pages of a scorer, one of each kind that has scripts."""
    around = ("/", "/matches/new", "/help/offline", "/shell", "/s")
    places = ("", "hand", "hands/2", "change", "big", "watch")
    for path in (*around, *(scorer.url + place for place in places)):
        yield scorer.get(path, follow=True)
    for button in ("Hand over to another phone", "Write on a second phone, too"):
        yield scorer.press(scorer.get(f"{scorer.url}pencil/"), button)


def names(page, path):
    """The static files that these elements of the page name, without the version."""
    addresses = [one.get("src") or one.get("href") for one in page.findall(path)]
    return [address.split("/", 3)[3] for address in addresses]


def scripts(page):
    return names(page, ".//script[@src]")


def told_ahead(page):
    return names(page, ".//link[@rel='modulepreload']")


def imports(name):
    """The modules that a file imports, as a browser finds them."""
    folder = PurePosixPath(name).parent
    found = [up + path for up, path in IMPORTED.findall((STATIC / name).read_text())]
    return {(STATIC / folder / path).resolve().relative_to(STATIC).as_posix() for path in found}


def all_imports(name):
    """Those, and what they import in turn."""
    found, waiting = set(), [name]
    while waiting:
        new = imports(waiting.pop()) - found
        found |= new
        waiting += new
    return found


def test_a_scorers_page_has_the_whole_engine(scorer):
    assert len(all_imports("js/phone.js")) > 20
    assert ENGINE in told_ahead(scorer.page())


@pytest.mark.parametrize("place", ["", "hand", "hands/2"])
def test_no_import_of_a_scorers_page_waits_for_another(scorer, place):
    page = scorer.get(scorer.url + place, follow=True)
    needed = {one for name in ("js/phone.js", "js/outbox_list.js") for one in all_imports(name)}
    assert sorted(told_ahead(page)) == sorted(needed - set(scripts(page)))


def test_what_is_told_ahead_is_imported_by_a_script_of_the_page(scorer):
    for page in own_pages(scorer):
        needed = {one for name in scripts(page) for one in all_imports(name)}
        assert set(told_ahead(page)) <= needed, page.address


@pytest.mark.parametrize("path", ["/", "/matches/new", "/help/offline"])
def test_the_engine_is_not_fetched_where_nothing_is_scored(phone, path):
    page = phone.get(path)
    needed = {one for name in scripts(page) for one in all_imports(name)}
    assert ENGINE not in needed | set(told_ahead(page))
    assert not page.has(".//link[@as='fetch']"), "no words either"


@pytest.mark.parametrize("place", ["", "big", "hands/2", "watch"])
def test_who_watches_gets_nothing_of_the_engine_and_the_outbox(scorer, stranger, place):
    page = stranger.get(scorer.url + place, follow=True)
    needed = {one for name in scripts(page) for one in all_imports(name)}
    assert not {ENGINE, "js/outbox.js"} & (needed | set(told_ahead(page)))


def test_htmx_is_in_the_pages_that_ask_by_it_and_in_no_other(scorer):
    asking = 0
    for page in own_pages(scorer):
        has = any("htmx" in name for name in scripts(page))
        asks = any("hx-get" in one.attrib or "hx-post" in one.attrib for one in page.root.iter())
        assert has == asks, page.address
        assert page.has(".//meta[@name='htmx-config']") == has, page.address
        asking += asks
    assert asking == 5
