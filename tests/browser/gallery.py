"""Every page in every state that people meet, one after the other, for axe and for the eye."""

from playwright.sync_api import expect

from tests.support.browser_phone import Phone


class Gallery:
    """Walks a phone from state to state; `show(name)` is called at each."""

    def __init__(self, phone: Phone, show):
        self.phone = phone
        self._show = show

    def walk(self):
        """Visit them all."""
        self._before_the_match()
        self._cards()
        self._match()
        self._entry()
        self._questions()
        self._hand()
        self._end()

    def show(self, name):
        self.phone.settle()
        self._show(name)

    def _before_the_match(self):
        phone = self.phone
        phone.go_home()
        self.show("home-empty")
        phone.page.goto("/help/offline")
        self.show("help")
        phone.page.goto("/help#organise")
        self.show("manual")
        phone.page.goto("/privacy")
        self.show("privacy")
        phone.page.goto("/offline")
        self.show("offline")
        self._rules()
        phone.go_home()
        phone.tap("New match")
        phone.arrive("**/matches/new")
        self.show("new-match")
        for summary in phone.page.locator("summary").all():
            summary.click()
        self.show("new-match-every-switch")
        phone.page.locator("[name=target][value=own]").check()
        phone.page.locator("[name=target_own]").fill("7")
        phone.tap("Start match")
        expect(phone.page.locator("#wrong-target")).to_be_visible()
        self.show("new-match-wrong-target")

    def _rules(self):
        page = self.phone.page
        page.goto("/rules")
        self.show("rules")
        page.goto("/rules/cafe?six_six=bidder&stake=perhaps")
        for summary in page.locator("summary").all():
            summary.click()
        self.show("rules-every-switch")
        page.goto("/rules/compare?a=openclose&b=chess")
        self.show("rules-compared")
        page.goto("/rules/which?unit=tenths&doubling=stake")
        self.show("rules-asked")
        page.goto(
            "/rules/which?unit=tenths&doubling=stake&failed_declarations=bidder"
            "&failed_pilotta=defence&extras_count=any&six_six=bidder&bid_step=1"
        )
        self.show("rules-named")

    def _cards(self):
        page = self.phone.page
        page.goto("/settle/tricks?trump=hearts&cards=Jh&cards=9h&cards=Ah")
        self.show("tricks-odd")
        page.goto("/settle/tricks?trump=hearts&cards=Jh&cards=9h&cards=Ah&cards=10h&last=1")
        self.show("tricks-ruled")
        page.goto("/settle/declaration?declarations_A=run3&declarations_B=run3")
        self.show("declaration-asks")
        page.goto("/settle/declaration?trump=hearts&cards_A=7h&cards_B=8d&cards_B=9d")
        self.show("declaration-by-cards")

    def _match(self):
        phone = self.phone
        phone.start_match(name_A="Αετοί", name_B="Της πλατείας")
        phone.names = {"A": "Αετοί", "B": "Της πλατείας"}
        self.show("match-new")
        phone.play(("A", 9, 97, "hearts"), ("B", 10, 94, "spades"), ("B", 8, 120, "clubs"))
        phone.open_entry()
        phone.bid("A", 11)
        phone.tap("Diamonds")
        phone.touch(f"×4 {phone.say('redoubled')}")
        phone.type_points(112)
        phone.save()
        phone.open_entry()
        phone.bid("B", 9)
        phone.tap("Diamonds")
        phone.of_side("B", "kapo")
        phone.save()
        phone.write("A", 12, 108, "spades")
        self.show("match-running")
        phone.tap("Menu")
        self.show("match-menu")
        phone.close_panel()
        phone.page.goto(phone.match_url + "names")
        self.show("match-names")
        phone.page.goto(phone.match_url)
        self._undo()

    def _undo(self):
        phone = self.phone
        phone.tap("Undo")
        expect(phone.control(phone.say("Bring back"))).to_be_visible()
        phone.arrive_at_ledger()
        self.show("match-undone")
        phone.tap("Bring back")
        expect(phone.control(phone.say("Undo"))).to_be_visible()
        phone.arrive_at_ledger()

    def _entry(self):
        phone = self.phone
        phone.open_entry()
        self.show("entry-empty")
        phone.bid("A", 9)
        phone.tap("Hearts")
        self.show("entry-bid-only")
        phone.type_points(97)
        phone.sees_result(19, 6)
        self.show("entry-typed")
        phone.tap("Menu")
        self.show("entry-menu")
        phone.close_panel()
        phone.touch(phone.say("%(side)s: more bids", side=phone.names["A"]))
        self.show("entry-more-bids")
        phone.close_panel()
        phone.of_side("B", "declarations")
        self.show("entry-declarations")
        phone.close_panel()
        for _ in range(3):
            phone.tap("Delete digit")
        phone.type_points(161)
        phone.tap("Save hand")
        expect(phone.live.locator(".wrong")).to_be_visible()
        self.show("entry-wrong")

    def _questions(self):
        phone = self.phone
        phone.tap("Delete digit")
        phone.type_points(2)
        self.show("entry-asks-kapo")
        phone.tap("Delete digit", "Delete digit", "Delete digit")
        phone.type_points(97)
        phone.declare("A", "run of 3")
        phone.declare("B", "run of 3")
        self.show("entry-asks-declarations")
        phone.tap("top cards")
        self.show("entry-top-cards")
        phone.close_panel()
        phone.tap("Menu", "Clear what is typed")

    def _hand(self):
        phone = self.phone
        phone.open_ledger()
        phone.open_hand(1)
        self.show("hand")
        phone.tap("Correct the hand")
        phone.bid("A", 10)
        phone.settle()
        self.show("entry-of-a-correction")
        phone.tap("See what changes")
        phone.page.get_by_text(phone.say("What changes in the ledger")).click()
        expect(phone.page.locator(".totals")).to_be_visible()
        self.show("change")
        phone.page.goto("/no-such-page")
        self.show("error")

    def _end(self):
        phone = self.phone
        phone.open_ledger()
        phone.page.goto(phone.match_url + "sheet")
        self._show("sheet")
        phone.open_ledger()
        phone.tap("Menu", "Stop the match here")
        self.show("match-asked")
        phone.page.wait_for_timeout(450)  # no double tap
        phone.tap("Yes, stop")
        expect(phone.page.locator(".verdict")).to_be_visible()
        phone.arrive_at_ledger()
        self.show("match-stopped")
        phone.set_up_match(preset=phone.say("Cards alone"))
        phone.tap("Menu", "Claim the match")
        phone.arrive("**/claim")
        self.show("claim")
        phone.page.locator("[name=side][value=A]").check()
        phone.page.locator("[name=points]").fill("99999"[:4])
        phone.tap("Claim")
        expect(phone.page.locator(".verdict")).to_be_visible()
        phone.arrive_at_ledger()
        self.show("match-won")
        phone.go_home()
        self.show("home-with-matches")
