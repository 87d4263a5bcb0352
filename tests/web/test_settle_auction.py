"""Was the auction right? The calls as they are tapped, without a script, and what comes of them."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.support.phone import Phone
from tests.support.table import MADE

OUT_OF_TURN = "/settle/auction?dealer=A1&calls=pass+A1:80h+pass+pass+pass"

CLOSED = "90h+pass+pass+pass"


def written_at(page):
    """Return the address of the button that writes the bid in the match, or ""."""
    [link] = [one for one in page.links() if "/hand?" in one] or [""]
    return link


def verdict(page):
    return page.words(".//*[@id='verdict']").replace("\xa0", " ")


def reasons(page):
    return page.words(".//*[@id='reasons']").replace("\xa0", " ")


def tap(phone, page, name, **typed):
    return phone.press(page, name, **typed)


def calls(page):
    return page.form("question").value("calls")


def test_four_passes_and_a_bid_out_of_turn(phone):
    page = phone.get(OUT_OF_TURN)
    assert verdict(page) == (
        "Call 2 was wrong (Side A 1, 8 ♥). Out of turn: it was for Side A 2 to call. "
        "All four passed: no hand is played."
    )
    assert "A wrong call: it does not stand, as if unsaid (Tefteri's reading)" in reasons(page)


def test_calls_are_tapped_one_after_the_other(phone):
    page = tap(phone, phone.get("/settle/auction"), "Pass")
    page = tap(phone, page, "Hearts", bid="90")
    assert calls(page) == "pass 90h"
    assert verdict(page) == "All right so far. What stands: Side A 2, 9 ♥. To call: Side B 2."
    for _ in range(2):
        page = tap(phone, page, "Pass")
    assert verdict(page) == "The auction was right. The bidder is Side A 2: 9 ♥."


def test_the_lowest_bid_is_chosen_before_it_is_tapped(phone):
    page = phone.get("/settle/auction?calls=90h")
    assert page.form("question").value("bid") == "100"
    assert calls(tap(phone, page, "Spades")) == "90h 100s"


def test_by_the_point_the_lowest_bid_is_one_more(phone):
    page = phone.get("/settle/auction?rules=palaristi&calls=86h")
    form = page.form("question")
    assert (form.value("bid"), form.value("ones")) == ("80", "7")
    assert calls(tap(phone, page, "Clubs")) == "86h 87c"


def test_a_suit_that_was_not_heard_is_left_out(phone):
    page = tap(phone, phone.get("/settle/auction"), "The suit was not heard", bid="100")
    assert calls(page) == "100"


def test_a_call_by_somebody_else_is_kept_with_the_seat(phone):
    page = tap(phone, phone.get("/settle/auction?calls=pass"), "Hearts", seat="A1", bid="80")
    assert calls(page) == "pass A1:80h"
    assert page.form("question").value("seat") == "A2", "the turn stays where it was"


def test_a_pass_by_one_who_is_out_is_kept_as_theirs(phone):
    page = phone.get("/settle/auction?calls=pass+80h+90h+100h")
    assert page.form("question").value("seat") == "A2"
    page = tap(phone, page, "Pass", seat="B1")
    assert calls(page) == "pass 80h 90h 100h B1:pass"
    assert verdict(page) == "All right so far. What stands: Side A 1, 10 ♥. To call: Side A 2."


def test_passes_behind_the_close_are_not_the_bidders(phone):
    page = phone.get("/settle/auction?calls=pass+pass+pass+80h")
    for _ in range(2):
        page = tap(phone, page, "Pass, not allowed now")
    assert calls(page) == "pass pass pass 80h pass pass"
    assert "Side A 1: 8 ♥ · Side B 1: pass · Side A 2: pass" in reasons(page)


def test_forbidden_call_can_be_entered_and_the_verdict_names_it(phone):
    page = phone.get("/settle/auction?calls=110h")
    chip = page.find(".//label[@class='chip not']/input[@value='100']/../span")
    assert page_text(chip) == "10, not allowed now"
    page = tap(phone, page, "Clubs", bid="100")
    assert verdict(page).startswith("Call 2 was wrong (Side A 2, 10 ♣). It is not more than 11 ♥.")


def test_a_call_that_is_none_is_repeated_without_what_it_hides(phone):
    page = phone.get("/settle/auction?calls=90h+pa%E2%80%AEsss")
    assert page.words(".//*[@id='wrong-calls']") == "No such call: passs. The others are kept."


def test_the_last_call_is_taken_back(phone):
    page = tap(phone, phone.get("/settle/auction?calls=pass+90h"), "Take the last call back")
    assert calls(page) == "pass"
    page = tap(phone, page, "Take the last call back")
    assert calls(page) == ""
    assert calls(tap(phone, page, "Take the last call back")) == ""


def pad_is_away(page):
    """Is the pad behind a line that says that something was called after the close?"""
    assert page.has(".//*[@id='call-hearts']")
    return page.has(".//*[@id='more']/details//*[@id='call-hearts']")


@pytest.mark.parametrize(
    ("query", "follows", "why"),
    [
        ("calls=pass+pass+pass+pass", "The cards are thrown in; Side B 1 deals next.", "pass_out"),
        (
            "calls=pass+pass+pass+pass&rules=gamerules",
            "thrown in; Side A 1 deals next.",
            "the same",
        ),
        (f"calls={CLOSED}", "The hand is played; Side B 1 leads to the first trick.", "eldest"),
        (
            "calls=pass+90h+pass+pass&rules=gamerules",
            "Side A 2 leads to the first trick.",
            "bidder",
        ),
    ],
)
def test_a_closed_auction_puts_its_pad_away_and_says_what_follows(phone, query, follows, why):
    page = phone.get(f"/settle/auction?{query}")
    assert follows in page.words(".//*[@id='more']/p[@class='closed']"), why
    assert follows in reasons(page)
    assert pad_is_away(page)
    page = tap(phone, page, "Take the last call back")
    assert not pad_is_away(page)
    assert "What follows" not in reasons(page)


def test_reasons_name_the_rules_that_apply_after_four_passes(phone):
    page = phone.get("/settle/auction?calls=pass+pass+pass+pass")
    assert "After four passes deals: the next" in reasons(page)
    assert "No bid stands" in reasons(page)
    assert "The bid that stands" not in reasons(page)


def test_suits_are_pale_when_no_bid_is_left(phone):
    def hearts(calls):
        page = phone.get(f"/settle/auction?calls={calls}")
        return page.find(".//*[@id='call-hearts']").get("class").split()

    assert "not" in hearts("kapoh")
    assert "not" not in hearts("400h")


def who_is_asked(page):
    return page.words(".//*[@class='pad']/fieldset[1]/legend").strip()


@pytest.mark.parametrize(
    ("calls", "asked"),
    [
        ("", "To call: Side B 1. Or did another?"),
        ("pass", "To call: Side A 2. Or did another?"),
        ("90h+80s", "Who called?"),
        ("pass+pass+pass+pass", "Who called?"),
    ],
)
def test_the_pad_says_whose_turn_it_is(phone, calls, asked):
    assert who_is_asked(phone.get(f"/settle/auction?calls={calls}")) == asked


def test_the_address_is_of_the_calls_and_not_of_the_tap(phone):
    part = phone.get("/settle/auction?calls=pass&seat=B1&bid=90&ones=0&call=h", htmx=True)
    address = urlsplit(part.headers["HX-Replace-Url"])
    assert parse_qs(address.query) == {"calls": ["pass B1:90h"]}


def test_the_calls_stand_round_the_table(phone):
    page = phone.get("/settle/auction?calls=pass+90h+A1:100c+pass")
    rows = page.findall(".//table[@class='calls']/tr")
    told = [[page_text(cell) for cell in row] for row in rows]
    assert told == [["pass", "9 ♥", "", "10 ♣ ✗, wrong"], ["", "", "pass", ""]]


def page_text(cell):
    return "".join(cell.itertext()).replace("\xa0", " ").strip()


@pytest.mark.parametrize(
    ("calls", "rules", "said", "why"),
    [
        ("90h double redouble", "cafe", "and the bidder's side redoubled.", "both are explained"),
        (
            "90h 80s",
            "cafe",
            "it does not stand: Side A 2 calls again",
            "the last call may be mended",
        ),
        ("90h 80s A2:100s", "cafe", "it was mended in turn", "and is here"),
        ("90h 80s pass", "cafe", "it counts as a pass", "the next player called over it"),
        ("85h", "cafe", "Bids go up: by 10", "the switch that decided"),
        ("90h double", "kypros", "Doubling (×2, ×4): not played", "the switch that decided"),
        ("pass 80h B1:90h", "cafe", "Whoever passed is out of the auction: yes", "the switch"),
        (
            "pass pass pass 80h",
            "cafe",
            "Whoever passed is out of the auction: yes",
            "it closed the auction",
        ),
        ("kapoh", "cafe", "Side A 2 may pass.", "nothing is higher than a kapo"),
        ("400h", "cafe", "Side A 2 may pass, or bid kapo.", "but kapo is higher than 400"),
        (
            "90h pass pass pass",
            "cafe",
            "May double, until the first card: Side A.",
            "closed, yet open",
        ),
    ],
)
def test_the_reasons_say(phone, calls, rules, said, why):
    assert said in reasons(phone.get(f"/settle/auction?rules={rules}&calls={calls}")), why


LONG = "us=Παπαχριστοδουλόπουλος και Κωνσταντινίδης&them=Παπαχαραλάμπους-Οικονομοπουλοπαπαδόπουλο"


def heads(page):
    """The heads of the calls' columns."""
    cells = page.findall(".//table[@class='calls']/thead/tr/th")
    return [page_text(cell).replace("\xad", "") for cell in cells]


@pytest.mark.parametrize(
    ("rules", "chairs"),
    [
        ("cafe", ["Right", "Opposite", "Left", "Dealer"]),
        ("simple", ["Left", "Opposite", "Right", "Dealer"]),
    ],
)
def test_seats_with_long_names_are_chairs_above_the_calls(phone, rules, chairs):
    page = phone.get(f"/settle/auction?calls=80h+pass&rules={rules}&{LONG}")
    assert heads(page) == chairs


def test_seats_with_long_names_stand_two_in_a_row(phone):
    page = phone.get(f"/settle/auction?calls=80h+pass&{LONG}")
    rows = page.findall(".//fieldset/div[@class='chips two']")
    assert [len(row.findall("label")) for row in rows] == [4, 4]


def test_seats_of_players_with_short_names_stand_four_in_a_row(phone):
    players = "A1=Maria&B1=Andreas&A2=Eleni&B2=Petros"
    page = phone.get(f"/settle/auction?calls=80h+pass&{LONG}&{players}")
    assert heads(page) == ["Andreas", "Eleni", "Petros", "Maria"]
    assert not page.findall(".//fieldset/div[@class='chips two']")


def switches_of_the_next(phone, query):
    """The switches that are named under what may be called now."""
    page = phone.get(f"/settle/auction?{query}")
    [told] = [
        item
        for item in page.findall(".//*[@id='reasons']/ol/li")
        if page_text(item.find("b")) == "What may be called now"
    ]
    cited = [page_text(one) for one in told.findall("p[@class='decided']")]
    return [one.partition(":")[0] for one in cited]


@pytest.mark.parametrize(
    ("query", "switches", "why"),
    [
        ("calls=pass", ["Bids go up", "Kapo may be bid"], "only a bid"),
        (
            "calls=90h",
            ["Bids go up", "Kapo may be bid", "Doubling (×2, ×4)"],
            "a bid or a double",
        ),
        ("calls=400h", ["Kapo may be bid", "Doubling (×2, ×4)"], "no number is left"),
        ("calls=400h&rules=kypros", ["Kapo may be bid"], "nor a kapo, for it is not played"),
        ("calls=kapoh", ["Doubling (×2, ×4)"], "a kapo can only be doubled"),
        ("calls=kapoh+double+redouble", [], "nor that any more"),
        ("calls=90h+pass+pass+pass", ["Doubling (×2, ×4)"], "closed, yet open"),
    ],
)
def test_each_sentence_of_what_may_be_called_names_its_switches(phone, query, switches, why):
    assert switches_of_the_next(phone, query) == switches, why


@pytest.mark.parametrize(
    ("calls", "match"),
    [
        ("pass", "here"),
        ("pass+pass+pass+pass", "here"),
        ("90h", "here"),
        ("90h+pass+pass", "here"),
        (CLOSED, "a" * 22),
        (CLOSED, "x"),
        (CLOSED, ""),
    ],
)
def test_there_is_nothing_to_write_before_the_end_or_without_a_match(keep, calls, match):
    scorer = keep()
    public_id = scorer.public_id if match == "here" else match
    assert written_at(scorer.get(f"/settle/auction?calls={calls}&match={public_id}")) == ""


def test_the_bid_is_written_in_the_match_when_the_auction_is_closed(keep):
    scorer = keep(rules="palaristi")
    page = scorer.get(
        f"/settle/auction?rules=palaristi&calls=86h+pass+pass+pass+double&match={scorer.public_id}"
    )
    form = scorer.get(written_at(page), follow=True).form("entry")
    assert [form.value(name) for name in ("contract", "ones", "trump", "doubled")] == [
        "B:80",
        "6",
        "hearts",
        "2",
    ]


@pytest.mark.parametrize("switch", ["rules=kypros", "six_six=bidder"])
def test_a_bid_by_other_rules_than_the_matchs_is_not_written(keep, switch):
    scorer = keep(target=151)
    path = f"/settle/auction?calls={CLOSED}&match={scorer.public_id}"
    assert written_at(scorer.get(path)), "another target is no other rule"
    page = scorer.get(f"{path}&{switch}")
    assert written_at(page) == ""
    assert "The match is played by other rules" in page.words(".//*[@id='more']")


def test_reasons_name_the_player_skipped_at_the_close(phone):
    told = phone.get("/settle/auction?dealer=A1&calls=80h+pass+90h+pass+pass")
    said = told.words(".//*[@id='reasons']")
    assert "Whoever had passed before may not bid again and was skipped (Side A 2)" in said
    told = phone.get("/settle/auction?dealer=A1&calls=80h+pass+pass+pass")
    assert "Three passes in a row closed the auction" in told.words(".//*[@id='reasons']")


def test_a_seven_can_be_told_for_somebody_will_have_said_it(phone):
    page = phone.get("/settle/auction?dealer=A1")
    assert page.has(".//*[@id='bid-70']")
    page = phone.get("/settle/auction?dealer=A1&call=h&bid=70&seat=B1")
    assert "Call 1 was wrong (Side B 1, 7" in page.words(".//*[@id='verdict']")


def test_after_a_wrong_call_the_turn_is_told_as_the_pad_has_it(phone):
    page = phone.get("/settle/auction?dealer=A1&calls=90h+80s")
    assert page.words(".//*[@id='verdict']").endswith(
        "To call: Side A 2 again, or Side B 2 over it."
    )
    assert page.has(".//*[@id='seat-B2'][@checked]")


def standing(phone, query):
    """Why it stands as it does, step by step, without the names of the headings."""
    return reasons(phone.get(f"/settle/auction?{query}"))


SKIPPED = "Whoever had passed before may not bid again and was skipped"


@pytest.mark.parametrize(
    ("calls", "said", "unsaid", "why"),
    [
        (
            "90h pass A2:90h A2:pass pass",
            "Side A 1 bid 9 ♥. Three passes in a row closed the auction.",
            SKIPPED,
            "a wrong repetition of the bid is not the bid that stands",
        ),
        (
            "80h pass pass double pass",
            f"Side A 1 bid 8 ♥. The defence doubled it. {SKIPPED} (Side B 1, Side A 2), and so",
            "Three passes in a row",
            "one pass followed the double",
        ),
        (
            "80h pass pass double redouble pass",
            "The defence doubled it and the bidder's side redoubled. Whoever had passed",
            "Three passes in a row",
            "one pass followed the redouble",
        ),
        (
            "80h pass pass pass double redouble",
            "Three passes in a row closed the auction. The defence doubled it and",
            SKIPPED,
            "doubled behind the close",
        ),
        (
            "80h double pass pass pass A1:redouble",
            "The defence doubled it. Three passes in a row closed the auction. "
            "The bidder's side redoubled.",
            SKIPPED,
            "doubled before the close and redoubled behind it",
        ),
        (
            "pass 90h A1:100h pass pass",
            f"{SKIPPED} (Side A 1), and so",
            "Three passes in a row",
            "a wrong bid of one who is out is no pass",
        ),
        (
            "80c pass 90c pass B1:pass pass",
            "Three passes in a row closed the auction.",
            SKIPPED,
            "who was out passed aloud in the row",
        ),
    ],
)
def test_why_it_closed_is_what_was_heard(phone, calls, said, unsaid, why):
    told = standing(phone, f"dealer=B2&calls={calls}")
    assert said in told, why
    assert unsaid not in told, why


def test_a_bid_over_a_double_says_that_it_drops_the_doubling(phone):
    dropped = "A bid over ×2: it is no longer doubled (Tefteri's reading)"
    told = standing(phone, "dealer=B2&calls=80h+double+90h")
    assert "The ×2 was on 8 ♥ and went with it." in told
    assert dropped in told
    told = standing(phone, "dealer=B2&calls=80h+double+redouble+90h")
    assert "The ×4 was on 8 ♥ and went with it." in told
    assert dropped.replace("×2", "×4") in told
    assert "longer doubled" not in standing(phone, "dealer=B2&calls=80h+90h+double")


def offers(page):
    """Return the questions about passes taken for another's, and the address behind each yes."""
    return [
        (page_text(link), parse_qs(urlsplit(link.get("href")).query)["calls"][0])
        for link in page.findall(".//a[@class='button whose-pass']")
    ]


def test_a_pass_of_one_who_is_out_is_offered_where_it_shifted_the_others(phone):
    page = phone.get("/settle/auction?dealer=B2&calls=80c+pass+90c+pass+100c+pass+110c&us=Χ")
    assert "Call 7 was wrong" in verdict(page)
    assert offers(page) == [
        ("Was the pass in call 6 by Side B 1?", "80c pass 90c pass 100c B1:pass 110c"),
    ]
    assert "It would be right if the pass in call 6 was by Side B 1." in reasons(page)
    [link] = page.findall(".//a[@class='button whose-pass']")
    after = phone.get(link.get("href"))
    assert "All right so far" in verdict(after)
    assert "Χ" in verdict(after), "the address keeps the rest"
    assert offers(after) == []


def test_pass_that_may_make_another_the_bidder_is_asked_about(phone):
    page = phone.get("/settle/auction?dealer=B2&calls=80+pass+90+100+110+pass+120+pass+pass")
    assert verdict(page) == (
        "It depends on who passed. As it stands here all was right. The bidder is Side B 2: 12."
    )
    other = "80 pass 90 100 110 B1:pass 120 pass pass"
    assert offers(page) == [("Was the pass in call 6 by Side B 1?", other)]
    told = "If the pass in call 6 was by Side B 1, the bidder is Side A 2: 12."
    assert told in reasons(page)
    [link] = page.findall(".//a[@class='button whose-pass']")
    after = phone.get(link.get("href"))
    assert verdict(after) == "The auction was right. The bidder is Side A 2: 12."


@pytest.mark.parametrize(
    ("query", "why"),
    [
        ("calls=80+pass+90+100+110+pass+120+pass", "no pass is too many"),
        ("calls=80c+pass+90c+pass+100c+pass", "nothing is wrong"),
        ("calls=90h+80s", "nobody is out"),
        ("calls=pass+80c+A1:90d", "wrong whoever passed"),
        ("calls=80c+pass+90c+pass+100c+pass+90c&rules=kypros", "nobody is ever out"),
    ],
)
def test_no_other_pass_is_offered_where(phone, query, why):
    assert offers(phone.get(f"/settle/auction?dealer=B2&{query}")) == [], why


def test_the_auction_ends_and_is_doubled_by_different_words_in_greek(app):
    path = "/settle/auction?dealer=B2&calls=80h+pass+pass+double+pass+70h"
    told = Phone(app, "el").get(path)
    words = told.words().replace("\xa0", " ")
    assert "Η άμυνα είπε κλειστό (×2)." in words
    assert "κι έτσι τα μιλήματα τέλειωσαν" in words
    assert "Λάθος το 6ο μίλημα" in words


def link_to_auction(page):
    return next(one for one in page.links() if one.startswith("/settle/auction"))


def test_of_a_match_the_players_are_named(keep, stranger):
    scorer = keep(
        MADE, then=lambda table: table.do("changed", players={"A1": "Zoe"}, from_now=True)
    )
    asked = link_to_auction(stranger.get(f"{scorer.url}hands/2"))
    page = stranger.get(f"{asked}&calls=A1:90h%20pass")
    assert "Maria" in page.words(".//main")
    assert "Zoe" not in page.words(".//main"), "who sat there at that hand"
    now = link_to_auction(scorer.entry())
    assert "Zoe" in stranger.get(now).words(".//main")


def test_a_ruling_that_is_sent_on_says_what_was_read(keep, stranger):
    asked = link_to_auction(keep(MADE).entry())
    page = stranger.get(f"{asked}&calls=A1:90h%20pass")
    sent = page.find(".//meta[@property='og:url']").get("content")
    assert "match=" not in sent
    there = stranger.get(sent.removeprefix("http://localhost"))
    assert there.words(".//*[@class='verdict']") == page.words(".//*[@class='verdict']") != ""


def test_the_players_stay_while_calls_are_tapped(keep, stranger):
    asked = link_to_auction(keep(MADE).entry())
    tapped = tap(stranger, stranger.get(asked), "Pass")
    assert "Eleni" in tapped.words(".//main")


def test_a_match_whose_links_tell_no_names_names_seats(keep, stranger):
    scorer = keep(MADE)
    scorer.press(scorer.get(f"{scorer.url}share"), "Leave the names out")
    address = link_to_auction(scorer.entry())
    assert not re.search("Maria|Ours", address)
    assert "Side A 1" in stranger.get(address).words(".//main")


@pytest.mark.parametrize("name", ["x" * 41, "\u202e", "%20"])
def test_a_name_that_may_be_none_names_its_seat(phone, name):
    assert "Side A 1" in phone.get(f"/settle/auction?A1={name}").words(".//main")
