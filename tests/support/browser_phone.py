"""A phone in the scorer's hand: taps, texts and views of its owner, by accessible names.

Tests name controls in English, a Greek phone shows them in Greek.
"""

import re
import secrets
import time
from urllib.parse import urljoin

from playwright.sync_api import Error, expect

from scorekeeper.i18n import gettext, pgettext, use_locale
from tests.support.processes import ARTEFACTS

PHONE = {"width": 360, "height": 640}
LOW_PHONE = {"width": 360, "height": 550}
SMALL_PHONE = {"width": 320, "height": 568}
TABLET = {"width": 768, "height": 1024}
DESKTOP = {"width": 1280, "height": 800}
DEFAULT_NAMES = {"A": "Us", "B": "Them"}
SERVERS_LEDGER = "main[data-match]:not([data-drawn])"
"""The ledger's page as the server gave it: the phone draws into it what it knows better."""
HIDDEN = re.compile(r'name="(csrf_token|op_id|contract_op_id|revision)" value="([^"]*)"')
TAP_MS = 450
"""A tap so soon after another one, in the same place, is a trembling thumb."""
INTERRUPTED = re.compile("interrupted by another navigation|ERR_ABORTED")
SUITS = {"hearts": "Hearts", "diamonds": "Diamonds", "clubs": "Clubs", "spades": "Spades"}
# The text for a sighted reader: no words for screen readers, a failed contract between tildes; the
# mark of a corrected hand is `corrected`'s.
_LEDGER = """
rows => rows.map(row => [...row.cells].map(cell => {
  const seen = cell.cloneNode(true);
  for (const hidden of seen.querySelectorAll(".sr, .corrected")) hidden.remove();
  for (const arrow of seen.querySelectorAll(".arrow")) arrow.replaceWith(` ${arrow.textContent} `);
  for (const failed of seen.querySelectorAll("s")) failed.replaceWith(`~${failed.textContent}~`);
  return seen.textContent.replace(/\\s+/g, " ").trim();
}))
"""


def say(language, english, **values):
    """The words of the English message, as this language's pages show them."""
    with use_locale(language):
        return gettext(english, **values)


def say_as(language, context, english):
    """The same for a word that means several things."""
    with use_locale(language):
        return pgettext(context, english)


class Phone:
    """One browser tab and its owner."""

    def __init__(self, page, language="en", names=None, *, touch=True):
        self.page = page
        self.language = language
        self.names = names or {s: say(language, name) for s, name in DEFAULT_NAMES.items()}
        self.touches = 0
        self._touch = touch
        self._touched = 0

    # --- finding and tapping ---

    def say(self, english, **values):
        """The words as this phone shows them."""
        return say(self.language, english, **values)

    def control(self, name):
        """Return the control with this accessible name."""
        roles = [
            self.page.get_by_role(role, name=name, exact=True)
            for role in ("button", "link", "radio", "checkbox")
        ]
        summary = self.page.locator("summary").get_by_text(name, exact=True)
        return roles[0].or_(roles[1]).or_(roles[2]).or_(roles[3]).or_(summary)

    def touch(self, name):
        """Tap what has exactly this name on the screen."""
        self.touches += 1
        if name == self.say("New hand"):  # where Save lay: a second tap at once is no second wish
            self.page.wait_for_timeout(max(0, 450 - 1000 * (time.monotonic() - self._touched)))
        control = self.control(name)
        control.tap() if self._touch else control.click()
        self._touched = time.monotonic()

    def tap(self, *names):
        """Tap one after the other, each named in English."""
        for name in names:
            self.touch(self.say(name))

    def confirm(self, name):
        """See what changes, and agree to it.

        The second button may lie where the first lay: a tap at once is no second wish.
        """
        self.page.wait_for_timeout(TAP_MS)  # where Correct may have lain
        self.tap("See what changes")
        self.page.wait_for_load_state()
        self.page.wait_for_timeout(450)
        self.tap(name)

    def say_stop(self):
        """Stop, and say yes: the second button may lie where the first lay."""
        self.tap("Menu", "Stop the match here")
        self.page.wait_for_timeout(450)
        self.tap("Yes, stop")
        expect(self.page.locator(".verdict")).to_be_visible()

    def stop_match(self):
        """Stop, and see what the server says to it."""
        self.say_stop()
        expect(self.page.locator(SERVERS_LEDGER)).to_be_visible()

    def type_points(self, digits):
        """Tap the digits on the entry's own keypad."""
        for digit in str(digits):
            self.touch(digit)

    def arrive(self, address):
        """Wait until the page of this address is there, with its scripts."""
        self.page.wait_for_url(address, wait_until="domcontentloaded")

    def arrive_at_ledger(self):
        """Wait until the match page is there, and the server has everything that was written."""
        self.arrive("**/m/*/")
        expect(self.page.locator(SERVERS_LEDGER)).to_be_visible()

    def arrive_at_entry(self):
        """Wait until the entry of a hand is there, and a tap is no second one on what opened it."""
        self.arrive("**/hand*")
        expect(self.page.locator("#entry")).to_be_visible()
        self.page.wait_for_timeout(TAP_MS)

    # --- a match ---

    def go_home(self):
        self.page.goto("/")

    def start_match(self, **names):
        """Be at the ledger of a match of the café that the test is not about (`name_A="Us"`)."""
        self.page.goto(self.begin_match(**names))

    def begin_match(self, **names):
        """Have it started, as the form without scripts does, and stay at this page; its address."""
        form = self.page.request.get("/matches/new")
        hidden = dict(HIDDEN.findall(form.text()))
        chosen = {"preset": "cafe", "target": "351", "first_dealer": "A1", **names}
        started = self.page.request.post("/matches/", form=hidden | chosen, max_redirects=0)
        assert started.status == 303, started.text()
        self.match_url = urljoin(started.url, started.headers["location"])
        return self.match_url

    def say_side(self, side="Side A"):
        """Answer which side the phone is on, as one that took the pencil is asked."""
        self.tap(side)
        expect(self.page.locator(".which-side")).to_have_count(0)

    def open_line(self, name):
        """Open the line of the new match's form that begins with this word."""
        self.page.locator(".lines-that-open > details > summary", has_text=self.say(name)).click()

    def set_up_match(self, **chosen):
        """A running match; names, `preset` and `target` are those of the form unless chosen."""
        self.page.goto("/matches/new", wait_until="domcontentloaded")
        for line, needed in (("Names", "name_A name_B"), ("Rules", "preset")):
            if set(needed.split()) & set(chosen):
                self.open_line(line)
        for field in ("name_A", "name_B"):
            if field in chosen:
                self.page.locator(f"[name={field}]").fill(chosen[field])
        for label in (chosen.get("preset"), chosen.get("target")):
            if label:
                self.page.get_by_role("radio", name=label, exact=True).check()
                self.page.wait_for_load_state("networkidle")
        self.tap("Start match")
        self.arrive_at_ledger()
        self.match_url = self.page.url

    def open_entry(self):
        """From the match page to an entry."""
        self.tap("New hand")
        self.arrive_at_entry()

    def go_on(self, number):
        """From the match page to the entry that is half typed."""
        self.touch(self.say("Continue hand %(number)s", number=number))
        self.arrive_at_entry()

    def open_ledger(self):
        """The server's page, also where the phone is about to ask for it itself."""
        while True:
            try:
                self.page.goto(self.match_url)
                return
            except Error as error:
                if not INTERRUPTED.search(str(error)):
                    raise

    # --- an entry ---

    def next_step(self):
        """Go from the bid to the points, where one screen cannot hold the entry."""
        self.page.locator(".next").tap()

    def bid(self, side, bid):
        self.touch(self.say("Bid by %(side)s: %(bid)s", side=self.names[side], bid=bid))

    def high_bid(self, side, bid):
        """A bid behind `…`."""
        self.touch(self.say("%(side)s: more bids", side=self.names[side]))
        self.bid(side, bid)

    def of_side(self, side, what):
        """`pilotta`, `declarations` or `kapo` in a side's column."""
        self.touch(self.say(f"%(side)s {what}", side=self.names[side]))

    def declare(self, side, *kinds):
        """Open the side's panel, tap these declarations by their English names, close it."""
        self.of_side(side, "declarations")
        for kind in kinds:
            self.panel(side).get_by_role(
                "checkbox", name=re.compile(f"^{self.names[side]}: {self.say(kind)}, ")
            ).click()
        self.close_panel()
        expect(self.panel(side)).to_be_hidden()

    def close_panel(self):
        """Tap beside it, on nothing; below an open menu the page takes no tap."""
        heading = self.page.get_by_role("heading", level=1)
        heading.tap(force=True) if self._touch else heading.click(force=True)

    def panel(self, side):
        """The side's declarations panel."""
        return self.page.locator(f"#declarations-{side}")

    def points(self, side):
        """The box with a side's card points."""
        name = self.say("%(side)s card points", side=self.names[side])
        return self.page.get_by_role("textbox", name=name, exact=True)

    @property
    def live(self):
        """The live result."""
        return self.page.locator("#live")

    @property
    def message(self):
        """The message of the page beside its contents."""
        return self.page.locator("#message")

    @property
    def save_button(self):
        return self.control(self.say("Save hand"))

    def type_hand(self):
        """Type a plain hand of A that scores 19 – 6, without saving it."""
        self.open_entry()
        self.bid("A", 9)
        self.tap("Hearts")
        self.type_points(97)
        self.sees_result(19, 6)

    def save(self):
        """Save, and be on the match page again."""
        self.tap("Save hand")
        self.arrive_at_ledger()
        self.page.wait_for_timeout(TAP_MS)  # + lies where the button lay

    def write(self, side, bid, points, suit=None):
        """A plain hand, from the match page to saved; the points are the bidder's."""
        self.open_entry()
        self.bid(side, bid)
        if suit:
            self.tap(SUITS[suit])
        self.type_points(points)
        self.save()

    def play(self, *hands):
        """Have hands of the café written that the test is not about, each as `write` takes it.

        They are sent as the form without scripts sends them; then the phone is at the ledger.
        """
        for side, bid, points, *suit in hands:
            entry = self.page.request.get(f"{self.match_url}hand?op={secrets.token_hex(16)}")
            hidden = dict(HIDDEN.findall(entry.text()))
            typed = {"contract": f"{side}:{bid}0", f"points_{side}": points}
            if suit:
                typed["trump"] = suit[0]
            saved = self.page.request.post(
                f"{self.match_url}hand", form=hidden | typed, max_redirects=0
            )
            assert saved.status == 303, saved.text()
        self.open_ledger()

    # --- what is seen ---

    def sees_result(self, ours, theirs):
        """Expect the live result to show these scores."""
        expect(self.live.locator(".result")).to_have_text(f"{ours} – {theirs}")

    def sees_points(self, ours, theirs):
        expect(self.points("A")).to_have_value(str(ours))
        expect(self.points("B")).to_have_value(str(theirs))

    def sees_totals(self, ours, theirs):
        totals = self.page.get_by_role("region", name=self.say("Totals"), exact=True)
        expect(totals.locator("b")).to_have_text([str(ours), re.compile(r"\d+"), str(theirs)])

    def sees_dealer(self, name):
        """Expect this player to deal next: below the ledger, or in its first row."""
        expect(self.page.locator(".thumb .next, div.empty > p").first).to_contain_text(name)

    def ledger(self):
        """The ledger's rows: number, ours, contract, theirs, as they are seen."""
        ledger = self.page.get_by_role("table", name=self.say("Ledger"), exact=True)
        try:
            rows = ledger.locator("tbody tr").evaluate_all(_LEDGER)
        except Error as error:
            if "context was destroyed" not in str(error):
                raise
            return self.ledger()  # a newer page came just then: take its text
        return [[cell.replace("\xad", "") for cell in row] for row in rows]

    def corrected(self):
        """For each row of the ledger, is it marked as corrected?"""
        rows = self.page.locator("#ledger tbody tr")
        return rows.evaluate_all(
            "rows => rows.map(one => Boolean(one.querySelector('.corrected')))"
        )

    def settle(self):
        """Wait until the page has all that it works by, and shows what was tapped."""
        self.page.wait_for_load_state("networkidle")

    def sees_state(self, state):
        """Expect the last entry to be `saved`, or `on this phone`."""
        expect(self.page.locator(".last")).to_contain_text(self.say(state))

    def sees_saved(self, *rows):
        """All is on the server, and the ledger has these rows."""
        expect(self.page.locator(SERVERS_LEDGER)).to_be_visible(timeout=30_000)
        of_the_server = self.page.locator(f"{SERVERS_LEDGER} #ledger tbody tr")
        expect(of_the_server).to_have_count(len(rows), timeout=30_000)
        assert self.ledger() == [*rows]

    def open_hand(self, number):
        """From the match page to the page of one hand."""
        table = self.page.get_by_role("table", name=self.say("Ledger"), exact=True)
        link = table.locator("tbody tr").nth(number - 1).get_by_role("link")
        link.tap() if self._touch else link.click()
        self.arrive("**/hands/*")

    def shown_on(self, name):
        """Return the choice behind a chip, as it stands in place of the chip's word."""
        return self.control(self.say(name)).locator("span").get_attribute("data-shown")

    def take_picture(self, name, **options):
        """Draw the whole page, for people to look at."""
        ARTEFACTS.mkdir(exist_ok=True)
        file = ARTEFACTS / f"{name}.png"
        self.page.screenshot(path=file, **{"full_page": True, "timeout": 60_000, **options})

    def is_chosen(self, name):
        return self.control(self.say(name)).is_checked()

    def sees_no_keyboard(self):
        """Nothing has the focus that would bring up the system's keyboard."""
        editable = self.page.evaluate(
            """() => {
              const one = document.activeElement;
              const typed = one.matches("input:not([type=radio], [type=checkbox]), textarea");
              return typed && !one.readOnly && one.inputMode !== "none";
            }"""
        )
        assert not editable, "the system's keyboard would cover the result"
