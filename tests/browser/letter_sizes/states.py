"""The pages by name: the needs of each, and a phone's quickest way there."""

import secrets
from functools import cached_property
from itertools import starmap

from tests.browser.letter_sizes.club_states import OF_A_CLUB, ClubStates
from tests.support.browser_phone import HIDDEN

SHORTER = "Χατζηκωνσταντινίδη Μαρία"
LONGER = "Παναγιώτης-Ευάγγελος Χατζηκωνσταντινίδης"
NAMES = (SHORTER, LONGER, "Μαρία-Αντωνία της Παλιάς", "Ανδρέας Παπαχριστοδουλόπουλος του Κώστα")
"""Of 24 and of 40 letters."""
SIDES = {"name_A": SHORTER, "name_B": LONGER}
PLAYERS = dict(zip(("player_A1", "player_B1", "player_A2", "player_B2"), NAMES, strict=True))
WIDEST = {"contract": "A:140", "trump": "hearts", "doubled": "4", "kapo": "A"}


class States(ClubStates):
    """Brings a phone to a page by its name; shared states are made on the first demand."""

    longest, names_of_four = LONGER, NAMES

    def __init__(self, phone):
        self.phone = phone
        self.page = phone.page
        self._own = []

    @classmethod
    def names(cls, *beginnings):
        """All names of pages, or those that begin so."""
        every = [
            name.removeprefix("_to_").replace("_", "-") for name in vars(cls) if "_to_" in name
        ]
        every += [*PLACES, *(f"tournament-{name}" for name in OF_A_TOURNAMENT)]
        every += [f"club-{name}" for name in OF_A_CLUB]
        return [name for name in every if not beginnings or name.startswith(beginnings)]

    def open(self, name):
        """Show the page of this name."""
        act = getattr(self, "_to_" + name.replace("-", "_"), None)
        self.page.context.set_offline(False)
        if self.page.url.startswith("http"):
            self.page.evaluate("sessionStorage.clear()")  # what was typed on a page before
            self.page.goto("about:blank")  # a page without a network comes back by itself
        self.page.context.add_cookies(self._own)
        self._own = []  # later it would be the cookie of a phone that has another since
        if act:
            act()
        elif name in PLACES:
            place = PLACES[name]
            match = self.match_in_points if "{wide}" in place else self.match
            self.page.goto(place.format(match=match, wide=match))
        elif name.startswith("club-"):
            self.page.goto(self.club_page(name.removeprefix("club-")))
        else:
            self.page.goto(self.tournament + OF_A_TOURNAMENT[name.removeprefix("tournament-")])
        self.phone.settle()

    # --- what they need ---

    def _start(self, *hands, **chosen):
        self.phone.start_match(**SIDES, **PLAYERS, **chosen)
        url = self.phone.match_url
        for typed in hands:
            self._send(f"{url}hand", f"{url}hand?op={secrets.token_hex(16)}", typed)
        return url

    def _adjust(self, url):
        page = self.page
        page.goto(f"{url}adjust")
        page.locator("[name=points_A]").fill("20")
        page.locator("[name=reason]").fill("Άργησαν είκοσι λεπτά")
        page.locator(".start .primary").click()
        page.locator(".confirm").wait_for()
        page.wait_for_timeout(450)  # no double tap
        page.locator(".confirm .primary").click()
        self.phone.arrive_at_ledger()

    def _send(self, address, form, typed):
        hidden = dict(HIDDEN.findall(self.page.request.get(form).text()))
        answer = self.page.request.post(address, form=hidden | typed, max_redirects=0)
        assert answer.status == 303, f"{address}, {typed}: {answer.status}"

    @cached_property
    def match(self):
        """A match with the widest contract there is, a failed one and an adjustment."""
        url = self._start(
            *starmap(_made, (("A", 9, 97, "diamonds"), ("B", 10, 89, "spades"))), WIDEST
        )
        self._adjust(url)
        self._send(
            f"{url}hand", f"{url}hand?op={secrets.token_hex(16)}", _made("A", 8, 101, "clubs")
        )
        return url

    @cached_property
    def match_in_points(self):
        """Four digits on each side."""
        hands = [{"contract": f"{s}:130", f"points_{s}": "140"} for s in "AB" * 6]
        return self._start(*hands, preset="simple", target="own", target_own="5000")

    @cached_property
    def stopped(self):
        url = self._start(_made("A", 9, 97, "diamonds"))
        self._send(f"{url}stop", url, {})
        return url

    @cached_property
    def tournament(self):
        """In its first round, with one result."""
        page = self.page
        page.goto("/tournaments/new")
        page.locator("[name=title]").fill(f"Κύπελλο {LONGER}")
        page.locator(".start .primary").click()
        page.locator("[name=text]").fill("\n".join(f"{a}, {b}" for a, b in _pairs()))
        page.locator("form:has([name=text]) button[type=submit]").first.click()
        page.locator(".stays button.primary").click()  # the list as it was understood
        page.locator(".pairs li").first.wait_for()
        url = page.url.removesuffix("pairs")
        page.goto(f"{url}draw")
        page.locator("main button.primary").click()  # proposes the round
        page.locator("form.stays button.primary").click()
        page.locator(".grid-row").first.wait_for()
        table = f"{url}rounds/1/tables/1"
        self._send(table, table, {"a": "351", "b": "240"})
        return url

    def _type(self, contract="A:90", suit="hearts"):
        """An entry with a bid and a suit."""
        self._to_entry()
        self._choose_bid(contract)
        self.page.locator(f"#entry .suit.{suit} input").check()

    def _choose_bid(self, contract):
        self._first_step()
        self.page.locator(f"[name=contract][value='{contract}']").check()

    def _first_step(self):
        """The first of the entry's two steps, where the letters make it two."""
        bids = self.page.locator("label.change-bid")
        if bids.is_visible():
            bids.click()

    def _second_step(self):
        """The second of the entry's two steps, where the letters make it two."""
        points = self.page.locator("label.next")
        if points.is_visible():
            points.click()

    def _press(self, keys):
        self._second_step()
        for key in keys:
            self.page.locator(f"[data-digit='{key}']").click()
        self.phone.settle()

    def _menu(self):
        self.page.locator("[popovertarget=menu]").first.click()

    def _all_details(self):
        for summary in self.page.locator("summary").all():  # one may be in another's part
            if summary.is_visible():
                summary.click()

    # --- the pages that one does something on ---

    def _come_as_another(self):
        """Without the cookie by which the server knows the phone; the next page has it again."""
        self._own = self.page.context.cookies()
        self.page.context.clear_cookies(name="phone")

    def _to_home_empty(self):
        self._come_as_another()
        self.page.goto("/")

    def _to_home(self):
        assert self.match
        assert self.stopped
        self.page.goto("/")

    def _to_home_menu(self):
        self._to_home()
        self._menu()

    def _to_new_match_open(self):
        self.page.goto("/matches/new")
        self._all_details()

    def _to_new_match_wrong(self):
        self.page.goto("/matches/new")
        self._all_details()
        self.page.locator("[name=name_A]").fill(SHORTER)
        self.page.locator("[name=name_B]").fill(LONGER)
        self.page.locator("[name=target][value=own]").check()
        self.page.locator("[name=target_own]").fill("7")
        self.page.locator(".start .primary").click()
        self.page.locator("#wrong-target").wait_for()

    def _to_match_new(self):
        self.page.goto(self._start())

    def _to_match_menu(self):
        self.page.goto(self.match)
        self._menu()

    def _to_match_asked(self):
        self._to_match_menu()
        self.page.locator("[popovertarget=stop]").click()

    def _to_match_open_contract(self):
        url = self._start(_made("A", 9, 97, "diamonds"), {**WIDEST, "act": "contract", "kapo": ""})
        self.page.goto(url)

    def _to_match_undone(self):
        self.page.goto(self._start(_made("A", 9, 97, "diamonds"), _made("B", 9, 97, "diamonds")))
        self.page.locator("#thumb .round").first.click()
        self.page.locator("#thumb .round").nth(1).wait_for()

    def _to_match_stopped(self):
        self.page.goto(self.stopped)

    @cached_property
    def won(self):
        return self._start(WIDEST, WIDEST, target="151")

    def _to_match_won(self):
        self.page.goto(self.won)

    def _to_match_watched(self):
        url = self.match
        self._come_as_another()
        self.page.goto(url)

    def _to_entry(self):
        self.page.goto(f"{self.match}hand?op={secrets.token_hex(16)}")

    def _to_entry_bid(self):
        self._type()

    def _to_entry_typed(self):
        self._type()
        self._press("97")

    def _to_entry_menu(self):
        self._to_entry()
        self._menu()

    def _to_entry_more_bids(self):
        self._to_entry()
        self._first_step()
        self.page.locator(".bids button").first.click()

    def _to_entry_declarations(self):
        self._to_entry()
        self._second_step()
        self.page.locator(".extras button").first.click()

    def _to_entry_wrong(self):
        self._type()
        self._press("161")
        self.page.locator("#save").click()
        self.page.locator("#live .wrong").wait_for()

    def _to_entry_asks(self):
        self._type()
        self._press("162")

    def _to_hand(self):
        self.page.goto(self.match)
        self.page.locator("#ledger .bid a").first.click()
        self.phone.arrive("**/hands/*")

    def _to_correction(self):
        self._to_hand()
        self.page.goto(self.page.url + "/correct")

    def _to_change(self):
        self._to_correction()
        self._choose_bid("A:100")
        self._second_step()
        self.page.locator("#save").click()
        self.page.locator(".confirm").wait_for()
        for summary in self.page.locator("main summary").all():
            summary.click()

    def _to_offline_match(self):
        """The phone's own view of it, and what is not sent."""
        page = self.page
        page.goto(self._start(_made("A", 9, 97, "diamonds")))
        self.phone.settle()
        page.context.set_offline(True)
        page.locator(".primary.plus").click()
        page.locator("#entry").wait_for()
        page.wait_for_timeout(450)  # no double tap
        page.locator("[name=contract][value='B:100']").check()
        self._press("89")
        page.locator("#save").click()
        page.locator("#ledger").wait_for()

    def _to_settle_told(self):
        self.page.goto("/settle/tricks?trump=hearts&cards=Jh&cards=9h&cards=Ah&cards=10h&last=1")
        self._all_details()

    def _to_rules_open(self):
        self.page.goto("/rules/cafe?six_six=bidder&stake=perhaps")
        self._all_details()

    def _to_evening(self):
        self.page.goto(self.stopped + "evening")


def _made(side, bid, points, suit):
    return {"contract": f"{side}:{bid}0", f"points_{side}": str(points), "trump": suit}


def _pairs():
    first, second = NAMES[0], NAMES[2]
    return [(LONGER, f"{first} 0"), *((f"{first} {n}", f"{second} {n}") for n in range(1, 5))]


PLACES = {
    "new-match": "/matches/new",
    "match-running": "{match}",
    "match-in-points": "{wide}",
    "match-names": "{match}names",
    "match-share": "{match}share",
    "match-race": "{match}race?after=2",
    "match-history": "{match}history/",
    "match-pencil": "{match}pencil/",
    "match-adjust": "{match}adjust",
    "match-big": "{match}big",
    "match-big-turned": "{match}big?turned=1",
    "match-rules": "{match}change/",
    "rules": "/rules",
    "rules-compared": "/rules/compare?a=openclose&b=chess",
    "rules-asked": "/rules/which?unit=tenths&doubling=stake",
    "rules-named": "/rules/which?unit=tenths&doubling=stake&failed_declarations=bidder"
    "&failed_pilotta=defence&extras_count=any&six_six=bidder&bid_step=1",
    "settle": "/settle",
    "settle-why": "/settle/why",
    "settle-auction": "/settle/auction",
    "settle-card": "/settle/card",
    "settle-dealer": "/settle/dealer",
    "settle-declaration": "/settle/declaration?declarations_A=run3&declarations_B=run3",
    "settle-tricks": "/settle/tricks?trump=hearts&cards=Jh&cards=9h&cards=Ah",
    "privacy": "/privacy",
    "settings": "/settings",
    "help": "/help/offline",
    "help-manual": "/help",
    "offline": "/offline",
    "import": "/matches/import",
    "error": "/no-such-page",
    "link": "/s",
    "api": "/api/v1/",
    "tournaments": "/tournaments/",
    "tournaments-new": "/tournaments/new",
}
OF_A_TOURNAMENT = {
    "show": "",
    "setup": "setup",
    "pairs": "pairs",
    "pair": "pairs/5",
    "links": "links",
    "board": "rounds/1",
    "table": "rounds/1/tables/2",
    "table-written": "rounds/1/tables/1",
    "table-link": "rounds/1/tables/2/link",
    "sheet": "rounds/1/tables/2/sheet",
    "swap": "draw?swap=1&with=2",
    "draw": "draw",
    "standings": "standings",
    "sums": "standings/5",
    "adjust": "adjust",
    "papers": "papers",
    "address": "players",
    "names": "names",
    "screen": "screen",
    "door": "pairs?open=door",
    "come": "come",
    "fees": "fees",
    "wishes": "draw?open=wishes",
}
