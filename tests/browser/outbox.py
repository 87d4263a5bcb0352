"""A page of ours that keeps a match by its outbox, and a network that obeys the test."""

import re

from playwright.sync_api import Error

from tests.support.node import exported
from tests.support.truth import events

_OPEN = """
async () => {
  // By the page's own addresses: under another one a module is there twice, as in two tabs.
  const folder = document.querySelector("script[type=module]").src.replace(/[^/]*$/, "");
  window.module = (name) => import(folder + name);
  window.outbox = { ...(await module("outbox.js")), ...(await module("outbox_choices.js")) };
  window.store = (await module("store.js")).store;
  window.heard = [];
  outbox.subscribe((event) => heard.push(event));
}
"""
_ADD = """
async ({ op_id, match, ...given }) =>
  outbox.add({ op_id, match, at: new Date().toISOString(), engine: 1, ...given })
"""
_LONG = 50
"""Looks, after which a request hangs: about a second."""
_REQUEST = re.compile(r"/api/v1/")
_UNSENT = "(match) => outbox.unsent(match)"


def hand(points):
    """A bids 8 and takes so many points."""
    bid = {"bidder": "A", "bid": 80, "trump": "hearts"}
    return {"op": "record", "hand": {**bid, "points": {"A": points}}}


def head(**fields):
    """Return the head of a match, as a phone writes it."""
    party = {"name": "", "players": ["", ""]}
    rules = {"preset": "cafe", **exported("rules.js", "PRESETS")["cafe"]}
    about = {"rules": rules, "target": rules["target"], "first_dealer": "A1"}
    started = "2001-01-01T00:00:00+00:00"
    return {"sides": {"A": party, "B": party}, **about, "started": started, **fields}


class Outbox:
    """A phone's page, its outbox, and its match on the server."""

    def __init__(self, phone, server, match=None, page=None):
        self.phone = phone
        self.server = server
        self.page = page or phone.page
        phone.watch.expect("status of", "ERR_")
        self.match = match
        self.asked = []
        """The requests to the API, in order: the operation id or what else ends their path."""
        self._under_way = set()
        self.page.on("request", self._on_request)
        for end in ("requestfinished", "requestfailed"):
            self.page.on(end, self._on_end)

    def open(self, *, at="/help/offline"):
        """Open a page, or open it again, and let its outbox wake up."""
        self.page.goto(at)
        try:
            self.page.evaluate(_OPEN)
        except Error as error:
            # The first page is loaded anew once what it had unsent is found sent.
            if at != "/" or "navigation" not in str(error):
                raise
            self.page.wait_for_load_state()
            self.page.evaluate(_OPEN)
        return self

    def open_match(self):
        """A page whose match is kept here as the server has it."""
        acts = self.page.evaluate(
            "async (match) => (await fetch(`/api/v1/matches/${match}/acts`)).json()", self.match
        )
        self.page.evaluate("(record) => outbox.keepMatch(record)", acts)
        return self

    def tab(self):
        """Another tab of the same phone."""
        page = self.phone.page.context.new_page()
        return Outbox(self.phone, self.server, self.match, page)

    def add(self, op, revision=None, *, op_id=None, match=None, says="a hand", after=None):
        """Write it; the operation id."""
        op_id = op_id or self.page.evaluate("outbox.newId()")
        given = {
            "op_id": op_id,
            "match": match or self.match,
            "op": op,
            "revision": revision,
            "says": says,
            "after": after,
        }
        self.kept = self.page.evaluate(_ADD, given)["isKept"]
        return op_id

    def add_hands(self, *points, after=None):
        """Write hands one after the other, each decided on the one before; their ids."""
        ids, revision = [], f"op:{after}" if after else 1
        for one in points:
            ids.append(self.add(hand(one), revision))
            revision = f"op:{ids[-1]}"
        return ids

    def unsent(self):
        try:
            return self.page.evaluate(_UNSENT, self.match)
        except Error as error:  # the first page is loaded anew once something was saved
            if "Execution context was destroyed" not in str(error):
                raise
        self.page.wait_for_load_state()
        return self.page.evaluate(_UNSENT, self.match)

    def states(self):
        """Of what is unsent, in order."""
        return [op["state"] for op in self.unsent()]

    def aside(self):
        return self.page.evaluate("(match) => outbox.aside(match)", self.match)

    def acts(self):
        """The acts that are kept here."""
        return self.page.evaluate("(match) => outbox.keptMatch(match)", self.match)["acts"]

    def call(self, name, *given):
        """One of the outbox's functions."""
        return self.page.evaluate("([name, given]) => outbox[name](...given)", [name, given])

    def heard(self, kind):
        """Return the events of this kind that the outbox sent to its listeners."""
        return [told for told in self.page.evaluate("heard") if told["type"] == kind]

    def written(self):
        """Return (operation id, kind) of the server's events after the start; they have no gaps."""
        found = events(self.server, self.match)
        assert [seq for seq, *_ in found] == list(range(1, len(found) + 1)), "seq has gaps"
        return [(op_id, kind) for _, op_id, kind, _ in found[1:]]

    def wrote(self):
        """Return the operation ids of the server's events."""
        return [op_id for op_id, _ in self.written()]

    # --- the page's clock ---

    def hold_time(self):
        """From the next page on its clock stands until `wait_until` moves it."""
        self.page.clock.install()  # time goes on from here
        self.page.clock.pause_at(self.page.evaluate("Date.now()") + 1000)
        return self

    def wait_until(self, condition, otherwise="it never came"):
        """Let the page's time pass until it is so; a server that is at work is waited for."""
        waited = 0
        for _ in range(600):
            if condition():
                return
            self.page.wait_for_timeout(20)
            waited = waited + 1 if self._under_way else _LONG
            if waited >= _LONG:
                self.page.clock.run_for(10_000 if self._under_way else 1000)
                waited = 0
        last = self.page.evaluate("heard.slice(-3)")
        raise AssertionError(f"{otherwise}: {self.states()} {self.asked[-5:]} {last}")

    def is_sent_soon(self):
        """Wait until all is sent, and let no time pass in the page."""
        for _ in range(500):
            if not self.unsent():
                return True
            self.page.wait_for_timeout(20)
        return False

    def wait_until_sent(self):
        self.wait_until(lambda: not self.unsent())

    # --- the network ---

    def on_write(self, answer):
        """Let this answer the page's writes, once each, until it returns nothing."""
        self.page.route(_REQUEST, lambda route: self._answer(route, answer))

    def online(self):
        """Let the server answer again."""
        self.page.unroute(_REQUEST)

    def _answer(self, route, answer):
        if route.request.method == "GET":
            route.continue_()
        else:
            answer(route)

    def _on_end(self, request):
        self._under_way.discard(request)

    def _on_request(self, request):
        if "/api/v1/" in request.url:
            self._under_way.add(request)
            self.asked.append(request.url.rpartition("/")[2])


class Sheet:
    """The list behind the badge, on the first page."""

    def __init__(self, phone):
        self.phone = phone
        self.page = phone.page
        self.rows = self.page.locator("#outbox [role=listitem]")
        self.badge = self.page.locator("#outbox-badge")

    def open(self):
        self.phone.tap("Menu", "Waiting to be sent")
        return self

    def tap(self, name, row=None):
        """Tap a button of the list, or of one of its rows."""
        place = self.page.locator("#outbox") if row is None else self.rows.nth(row)
        place.get_by_role("button", name=self.phone.say(name), exact=True).tap()

    def buttons(self, row):
        """Return the buttons of the row."""
        return self.rows.nth(row).get_by_role("button").all_inner_texts()
