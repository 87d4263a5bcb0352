"""An evening of two phones on two sides, each in another engine, at a table without names."""

import pytest

from tests.engines.scorer import Scorer
from tests.faults.truth import events

ADDRESS = "return document.querySelector('#address').textContent.trim()"
IS_ANSWERED = "return document.querySelector('#thumb') && !document.querySelector('.which-side')"
IS_KEPT = """
return (async (path) => {
  const names = (await caches.keys()).filter((name) => name.startsWith("pages-"));
  const found = await Promise.all(names.map(async (name) => (await caches.open(name)).match(path)));
  return found.some(Boolean);
})(arguments[0]);
"""
NAMES = "#standing .total h2"


def take_pencil(phone, holder):
    """The holder's phone shows the code, and the other one opens it."""
    holder.goto(f"/m/{holder.match}/pencil/")
    holder.tap("Hand over to another phone")
    holder.holds("return Boolean(document.querySelector('#address'))")
    address = holder.browser.run(ADDRESS)
    phone.browser.goto(address)
    phone.tap("Take the pencil")
    phone.arrive(rf"^/m/{holder.match}/$")


@pytest.mark.parametrize("language", ["en", "el"])
def test_pencil_that_is_passed_twice_writes_each_bid_on_its_side(engines, server, language):
    ours, theirs = (engines.get(name) for name in ("webkit", "firefox"))
    for browser in (ours, theirs):
        browser.fresh(language)
    ours, theirs = (Scorer(browser, server, language) for browser in (ours, theirs))
    us, them = ours.names["A"], ours.names["B"]
    theirs.names = {"A": them, "B": us}

    ours.start_match()
    theirs.match = ours.match
    ours.write("A", 9, "hearts", 97)
    theirs.open_ledger()
    theirs.sees_texts(NAMES, [theirs.say("Side A"), theirs.say("Side B")])

    take_pencil(theirs, ours)
    theirs.sees_texts(NAMES, [theirs.say("Side A"), theirs.say("Side B")])
    theirs.touch(theirs.say("Side B"), within=".which-side")
    theirs.holds(IS_ANSWERED)
    theirs.sees_texts(NAMES, [them, us])
    theirs.write("B", 8, "spades", 90)  # by its own word: Us
    theirs.sees_all_sent()
    theirs.sees_totals(26, 23)

    take_pencil(ours, theirs)
    ours.sees_texts(NAMES, [us, them])
    ours.write("B", 10, "clubs", 100)
    ours.sees_all_sent()
    theirs.open_ledger()
    theirs.sees_texts(NAMES, [them, us])
    bidders = [data["hand"]["bidder"] for data in hands(ours)]
    assert bidders == ["A", "B", "B"]
    assert not [*ours.browser.errors(), *theirs.browser.errors()]


def test_answer_drops_the_copies_that_say_the_old_words(open_phone):
    phone = open_phone().install()
    phone.start_match()
    phone.write("A", 9, "hearts", 97)
    phone.sees_all_sent()
    phone.goto(f"/m/{phone.match}/race")
    phone.holds(IS_KEPT, f"/m/{phone.match}/race")
    phone.goto(f"/m/{phone.match}/side/")
    phone.tap("Side B")
    phone.arrive(rf"^/m/{phone.match}/$")
    phone.holds(IS_KEPT.replace("found.some", "!found.some"), f"/m/{phone.match}/race")


def hands(phone):
    """Return the hands that the server has."""
    return [data for _, _, kind, data in events(phone.server, phone.match) if kind == "recorded"]
