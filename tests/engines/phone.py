"""A phone with one of the engines in the hand of its owner, who taps and views by name.

Every tap is a finger on the middle of the named control, and fails if another thing is there.
"""

import math
import time

from tests.engines.browser import Lost
from tests.support.browser_phone import SUITS, say
from tests.support.truth import events

_NEAR = 30
_TREMBLING = 0.5
"""Seconds in which a page takes no second tap; at other places a finger needs no less."""
_AIM = """
const within = document.querySelector(arguments[1] ?? "body");
const found = within && find(arguments[0], within);
return found && { x: found.x, y: found.y, covered: found.covered };
"""
_AIM_AT = "const it = document.querySelector(arguments[0]); return it && aim(it);"
_PASTE = """
const field = document.querySelector(arguments[0]);
field.focus();
field.value = arguments[1];
for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
"""
_SEEN = """
const [selector, text] = arguments;
return [...document.querySelectorAll(selector)].some((one) => one.checkVisibility()
  && tidy(one.textContent).includes(text));
"""
MATCH = r"^/m/[\w-]{22}/$"
_ROWS = """
return [...document.querySelectorAll("#ledger tbody tr")].map((row) =>
  [".ours b", ".theirs b"].map((cell) => row.querySelector(cell)?.textContent));
"""
_TEXTS = """
return JSON.stringify([...document.querySelectorAll(arguments[0])]
  .map((one) => tidy(one.textContent))) === JSON.stringify(arguments[1]);
"""
_IS_SHOWN = "return Boolean(document.querySelector(arguments[0])?.checkVisibility())"
_IS_SENT = """
return document.querySelector("#ledger")?.checkVisibility()
  && ![...document.querySelectorAll(".unsent")].some((one) => one.checkVisibility())
  && document.querySelector("#outbox-badge").hidden;
"""
_COUNT = """
return [...document.querySelectorAll("#outbox-badge, .status .round.unsent")]
  .some((one) => one.checkVisibility() && /\\d+/.exec(one.textContent)?.[0] === arguments[0]);
"""
# The worker is in place, and has kept the pages that it keeps from the start.
_IS_INSTALLED = """
if (!navigator.serviceWorker?.controller) return false;
const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
const kept = (await Promise.all(caches_.map((one) => one.keys()))).flat();
return kept.some((one) => new URL(one.url).pathname === "/matches/new");
"""
# The number of acts in the database of `static/js/store.js` that the server lacks.
_HAS_KEPT = """
const answerOf = (asked) => new Promise((resolve, reject) => {
  asked.onsuccess = () => resolve(asked.result);
  asked.onerror = () => reject(asked.error);
});
const database = await answerOf(indexedDB.open("tefteri"));
const kept = await answerOf(database.transaction("ops").objectStore("ops").count());
database.close();
return kept === arguments[0];
"""


class Phone:
    """One browser, the server that it is at, and the language that it speaks."""

    def __init__(self, browser, server, language="en"):
        self.browser = browser
        self.server = server
        self.language = language
        self._tapped = (-_NEAR, 0.0), 0.0
        self.names = {"A": self.say("Us"), "B": self.say("Them")}

    def say(self, english, **values):
        """The words as this phone shows them."""
        return say(self.language, english, **values)

    # --- finding and tapping ---

    def goto(self, path):
        self.browser.goto(self.server.url + path)

    def tap(self, *names, within=None):
        """Tap one after the other, each named in English."""
        for name in names:
            self.touch(self.say(name), within=within)

    def touch(self, name, *, within=None):
        """Tap what has exactly this accessible name."""
        self._tap(_AIM, name, within)

    def touch_at(self, selector):
        """Tap an element that has no name."""
        self._tap(_AIM_AT, selector)

    def _tap(self, script, *given):
        spot = self.aim(script, *given)
        place = spot["x"], spot["y"]
        last, ended = self._tapped
        if math.dist(place, last) < _NEAR:
            time.sleep(max(0.0, ended + _TREMBLING - time.monotonic()))
        self.browser.touch(place)
        # A busy browser takes long for a tap: the time of the tap itself counts.
        self._tapped = place, time.monotonic()

    def aim(self, script, *given):
        """Return the place of the control, once it stands still and nothing covers it."""
        deadline = time.monotonic() + self.browser.patience
        last = None
        while time.monotonic() < deadline:
            try:
                spot = self.browser.ask(script, *given)
            except Lost:
                spot = None
            if spot and spot == last and spot["covered"] is None:
                return spot
            last = spot
            time.sleep(0.03)
        covered = last and f"is covered by {last['covered']}"
        there = self.browser.ask("return controls().map(nameOf).join(' · ')")
        raise AssertionError(
            f"{self.browser.name}: {given[0]!r} {covered or 'is not there'}; {there}"
        )

    def fill(self, selector, text):
        """Put a text into a field, as if it were pasted."""
        self.holds("return Boolean(document.querySelector(arguments[0]))", selector)
        self.browser.run(_PASTE, selector, text)

    def draw(self, *selectors):
        """Lay a finger on the first of them and draw it over the others."""
        spots = [self.aim(_AIM_AT, one) for one in selectors]
        spots = [self.browser.ask(_AIM_AT, one) for one in selectors]  # where all are in sight
        self.browser.touch(*((one["x"], one["y"]) for one in spots))

    # --- what is seen ---

    def sees(self, text, at="body"):
        """Somewhere within the selector these words are shown."""
        self.browser.wait(_SEEN, at, text, otherwise=f"not seen at {at}: {text}")

    def holds(self, script, *given):
        """This becomes true of the page."""
        return self.browser.wait(script, *given)

    def arrive(self, pattern):
        """Be at an address that matches, with all that the page has."""
        arrived = "new RegExp(arguments[0]).test(location.pathname)"
        loaded = "document.readyState === 'complete'"
        self.browser.wait(f"return {arrived} && {loaded}", pattern)


class Scorer(Phone):
    """Knows its match, once there is one."""

    match = None

    # --- a match ---

    def start_match(self):
        """From the form, with the names, the target and the rules that it has."""
        self.goto("/matches/new")
        return self.begin()

    def begin(self):
        """Start what the form has."""
        self.tap("Start match")
        self.arrive(MATCH)
        self.match = self.browser.run("return location.pathname").split("/")[2]
        return self

    def install(self):
        """Open the first page, until it opens without a network."""
        self.goto("/")
        self.browser.wait(_awaited(_IS_INSTALLED), otherwise="no service worker")
        return self

    def open_ledger(self):
        self.goto(f"/m/{self.match}/")

    def open_entry(self):
        self.tap("New hand")
        self.shows("#entry")

    def bid(self, side, bid, suit=None):
        self.touch(self.say("Bid by %(side)s: %(bid)s", side=self.names[side], bid=bid))
        if suit:
            self.tap(SUITS[suit])

    def double(self, times):
        self.touch(f"×{times} {self.say({2: 'doubled', 4: 'redoubled'}[times])}")

    def of_side(self, side, what):
        """`pilotta`, `declarations` or `kapo` in a side's column."""
        self.touch(self.say(f"%(side)s {what}", side=self.names[side]))

    def declare(self, side, kind):
        """Open the side's panel, tap a declaration, and close it by its button."""
        self.of_side(side, "declarations")
        panel = f"#declarations-{side}"
        self.shows(panel)
        begins = f"{self.names[side]}: {self.say(kind)}, "
        named = f"{panel} input[aria-label^='{begins}']"
        self.touch_at(named)
        self.tap("Done", within=panel)
        self.holds("return !document.querySelector(arguments[0]).checkVisibility()", panel)

    def type_points(self, points):
        for digit in str(points):
            self.touch(digit, within=".keypad")

    def delete_points(self):
        for _ in range(3):
            self.tap("Delete digit")

    def save(self):
        self.tap("Save hand")
        self.shows("#ledger")

    def write(self, side, bid, suit, points):
        """A plain hand, from the ledger until it is there again."""
        self.open_entry()
        self.bid(side, bid, suit)
        self.type_points(points)
        self.save()

    def open_hand(self, number):
        """From the ledger to the page of a hand, by the middle of its row."""
        self.touch_at(f"#ledger tbody tr:nth-child({number}) .bid")

    def look_at_hand(self, number):
        """Open the server's page of a hand and go back, until the ledger is a new document.

        WebKit shows the old one for a moment, and a tap on that one leads nowhere.
        """
        self.browser.run("window.isOld = true")
        self.open_hand(number)
        self.arrive(r"/hands/\d+$")
        self.browser.back()
        self.holds(
            "return !window.isOld && location.pathname.endsWith(arguments[0])", f"{self.match}/"
        )
        self.shows("#ledger")

    # --- what is seen ---

    def shows(self, selector):
        self.browser.wait(_IS_SHOWN, selector, otherwise=f"not shown: {selector}")

    def sees_result(self, ours, theirs):
        """Wait for this result of the hand so far."""
        self.sees_texts("#live .result", [f"{ours} – {theirs}"])

    def sees_totals(self, ours, theirs):
        self.sees_texts("#standing .total b", [str(ours), str(theirs)])

    def sees_texts(self, selector, texts):
        """Wait until the elements of the selector have these texts, one after the other."""
        self.browser.wait(_TEXTS, selector, texts, otherwise=f"{selector}: {texts}")

    def totals(self):
        """Both sides' totals below each hand of the ledger."""
        return self.browser.ask(_ROWS)

    def sees_unsent(self, count):
        """Wait until so many acts are shown as unsent."""
        self.browser.wait(_COUNT, str(count), otherwise=f"not unsent: {count}")

    def has_kept(self, count):
        """So many acts outlive the page: until a slow browser answers they are in its memory."""
        self.browser.wait(_awaited(_HAS_KEPT), count, otherwise=f"not kept: {count}")

    def sees_all_sent(self):
        """Wait until no act is shown as unsent."""
        self.browser.wait(_IS_SENT, otherwise="not all is sent", patience=90)

    def written(self):
        """Return the kinds of the server's events of the match, which has no gaps."""
        found = events(self.server, self.match)
        assert [seq for seq, *_ in found] == list(range(1, len(found) + 1)), "seq has gaps"
        return [kind for _, _, kind, _ in found]


def _awaited(script):
    return f"return (async () => {{ {script} }})()"
