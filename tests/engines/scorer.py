"""The phone of a scorer: typed hands, and the ledger's contents."""

from tests.browser.phone import SUITS
from tests.engines.phone import Phone
from tests.faults.truth import events

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
