"""The entry form shows a hand as it was typed: a hand filled in and sent is the same hand."""

import pytest

from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.rules.codec import read_hand, write_hand
from tests.support.page import altered
from tests.support.table import FAILED, MADE, PASSED_OUT, SWEPT, Table

BID = {"bidder": "A", "bid": 90}
PLAIN = {**BID, "points": {"A": 97, "B": 65}}
HANDS = {
    "a plain hand": ("cafe", PLAIN),
    "with its suit": ("cafe", {**PLAIN, "trump": "spades"}),
    "bid by them": ("cafe", {**PLAIN, "bidder": "B", "bid": 150, "points": {"A": 10, "B": 152}}),
    "a high bid": ("cafe", {**PLAIN, "bid": 400}),
    "doubled": ("cafe", {**PLAIN, "doubled": 2}),
    "redoubled": ("cafe", {**PLAIN, "doubled": 4}),
    "our pilotta": ("cafe", {**PLAIN, "pilotta": "A"}),
    "their pilotta": ("cafe", {**PLAIN, "pilotta": "B"}),
    "a kapo": ("cafe", {**BID, "kapo": "A"}),
    "a reversed kapo": ("cafe", {**BID, "kapo": "B"}),
    "a kapo bid": ("cafe", {**SWEPT, "bidder": "B", "kapo": "B"}),
    "a failed kapo bid": ("cafe", {**PLAIN, "bid": "kapo"}),
    "no point and no kapo": ("cafe", {**BID, "points": {"A": 162, "B": 0}}),
    "one run": ("cafe", {**PLAIN, "declarations": {"A": ["run3"]}}),
    "two runs of a kind": ("cafe", {**PLAIN, "declarations": {"B": ["run3", "run3"]}}),
    "all sorts": ("cafe", {**PLAIN, "declarations": {"A": ["run3", "run4", "four", "jacks"]}}),
    "both sides": ("cafe", {**PLAIN, "declarations": {"A": ["run4"], "B": ["run3", "run3"]}}),
    "top cards": ("cafe", {**PLAIN, "declarations": {"A": ["run3:A"], "B": ["run3:9"]}}),
    "two runs with their tops": (
        "cafe",
        {**PLAIN, "declarations": {"A": ["run3:A", "run3:J"], "B": ["run3:9"]}},
    ),
    "runs in trumps": (
        "cafe",
        {**PLAIN, "trump": "clubs", "declarations": {"A": ["run4:K:t"], "B": ["run4:K"]}},
    ),
    "fours": ("cafe", {**PLAIN, "declarations": {"A": ["four:K"], "B": ["four:A"]}}),
    "an answer": (
        "cafe",
        {**PLAIN, "declarations": {"A": ["run3"], "B": ["run3"]}, "declarations_to": "B"},
    ),
    "nobody's": (
        "cafe",
        {**PLAIN, "declarations": {"A": ["run3"], "B": ["run3"]}, "declarations_to": "nobody"},
    ),
    "a ruling": ("cafe", {**PLAIN, "declarations": {"A": ["run4"]}, "declarations_to": "nobody"}),
    "the point asked for": (
        "openclose",
        {**PLAIN, "points": {"A": 96, "B": 66}, "tie_point": "B"},
    ),
    "by the point": ("palaristi", {**PLAIN, "bid": 97, "points": {"A": 100, "B": 62}}),
    "by five": ("five", {**PLAIN, "bid": 85}),
    "no trump": ("cardrules", {**PLAIN, "trump": "none"}),
    "all trump": ("cardrules", {**BID, "trump": "all", "points": {"A": 200, "B": 58}}),
    "no trump of 130": ("simple", {**BID, "trump": "none", "points": {"A": 100, "B": 30}}),
    "a failed pilotta": ("cardrules", {**PLAIN, "pilotta_failed": "B"}),
    "a kapo without trumps": ("cardrules", {**BID, "trump": "none", "kapo": "A"}),
}
SWITCHES = {"five": ("cafe", {"bid_step": 5})}


@pytest.fixture(params=HANDS.values(), ids=HANDS)
def kept(request, keep):
    """A hand in a match by rules that know it."""
    rules, hand = request.param
    preset, switches = SWITCHES.get(rules, (rules, {}))
    return keep(hand, rules=preset, **switches), hand


def hand_of(scorer, number=-1):
    """The hand of the ledger as JSON, in one way of writing it."""
    return write_hand(scorer.ledger().match.entries[number])


def test_it_comes_back_from_the_form_as_it_was(kept):
    scorer, hand = kept
    form = scorer.get(f"{scorer.url}hands/2/correct").form("entry")
    path, fields = f"{scorer.url}hand", altered(form.filled, op_id=new_operation_id())
    answer = scorer.post(path, fields)
    assert answer.status == 303, answer.words(".//*[@id='live']")
    rules = scorer.ledger().match.rules
    assert hand_of(scorer) == write_hand(read_hand(hand, rules)[0])
    assert len(scorer.hands()) == 2


def test_it_shows_the_score_and_changes_nothing_when_it_is_saved_as_it_was(kept):
    scorer, _ = kept
    before = hand_of(scorer)
    page = scorer.get(f"{scorer.url}hands/2/correct")
    score = scorer.ledger().standing.rows[0].score
    assert page.words(".//p[@class='result']") == f"{score.A} – {score.B}"
    change = scorer.press(page, "See what changes")
    assert scorer.press(change, "Write the correction").status == 303
    assert hand_of(scorer) == before


@pytest.mark.parametrize(("hand", "made"), [(MADE, "made"), (FAILED, "failed")])
def test_it_shows_the_reason_of_the_score(keep, hand, made):
    scorer = keep(hand)
    live = scorer.get(f"{scorer.url}hands/2/correct").find(".//div[@id='live']")
    assert live.find(f".//p[@class='headline {made}']") is not None
    assert live.find(".//p[@class='summary']").text


def test_live_result_says_that_a_hand_ends_the_match(keep):
    scorer = keep(target=25)
    for points, ends in (("129", False), ("130", True)):
        line = [("line", f"them 13 hearts {points}")]
        page = scorer.get(scorer.url + "hand", line, follow=True)
        assert ("The match ends: won by Theirs" in page.words(".//*[@id='live']")) == ends


def test_it_shows_an_open_contract(keep):
    contract = {
        **BID,
        "trump": "hearts",
        "doubled": 2,
        "pilotta": "B",
        "declarations": {"A": ["run3:K", "run3:J"], "B": ["run3:9"]},
    }
    scorer = keep(then=lambda table: table.do("contract", contract=contract))
    entry = scorer.entry()
    assert scorer.press(entry, "Save hand", points_A="97").status == 303
    assert hand_of(scorer) == {**contract, "points": {"A": 97, "B": 65}}


def test_it_begins_empty(scorer):
    form = scorer.entry().form("entry")
    typed = {name: value for name, value in form.filled if value}
    assert set(typed) == {"csrf_token", "op_id", "contract_op_id", "revision", "after"}


def test_it_shows_a_passed_out_hand_as_an_empty_form(keep):
    scorer = keep(PASSED_OUT)
    form = scorer.get(f"{scorer.url}hands/2/correct").form("entry")
    assert form.value("contract") is None
    assert form.value("points_A") == ""


def test_it_takes_the_higher_of_two_doublings(keep):
    """Without scripts both boxes can be ticked."""
    scorer = keep()
    scorer.save("A:90", 97, doubled=["2", "4"])
    assert hand_of(scorer)["doubled"] == 4


def test_it_fills_the_other_sides_points_in(scorer):
    scorer.save("B:90", 100)
    assert hand_of(scorer)["points"] == {"A": 62, "B": 100}


def test_it_offers_what_the_rules_play_and_no_more(keep):
    offered = {
        preset: keep(rules=preset).entry().form("entry")
        for preset in ("cafe", "kypros", "cardrules", "palaristi")
    }
    assert "A:kapo" in offered["cafe"].offers("contract")
    assert "A:kapo" not in offered["kypros"].offers("contract")
    assert offered["cafe"].offers("doubled") == ["2", "4"]
    assert offered["kypros"].offers("doubled") == []
    assert set(offered["cardrules"].offers("trump")) - set(offered["cafe"].offers("trump")) == {
        "none",
        "all",
    }
    assert offered["cardrules"].offers("pilotta_failed") == ["A", "B"]
    assert offered["cafe"].offers("pilotta_failed") == []
    assert len(offered["palaristi"].offers("ones")) == 10
    assert offered["cafe"].offers("ones") == []


def test_it_names_every_bid_from_80_to_400_once_for_each_side(scorer):
    offered = scorer.entry().form("entry").offers("contract")
    bids = [*range(80, 160, 10), "kapo", *range(160, 410, 10)]  # kapo is first behind the dots
    assert offered == [f"{side}:{bid}" for side in "AB" for bid in bids]


@pytest.mark.parametrize(("side", "name"), [("A", "Ours"), ("B", "Theirs")])
def test_panel_of_high_bids_says_whose_they_are(keep, side, name):
    page = keep().entry()
    assert page.words(f".//*[@id='more-{side}']/p") == f"{name} : more bids"


def chips(page, side):
    """The texts of a side's declarations."""
    boxes = page.findall(f".//label/input[@name='declarations_{side}']/../span")
    return ["/".join(box.itertext()) for box in boxes]


def test_second_declaration_of_a_kind_is_called_another(keep):
    more = set(chips(keep().entry(), "A")[9:])
    assert more == {f"another/{kind}" for kind in ("run of 3", "run of 4", "run of 5", "four")}


def test_declarations_read_alike_in_entry_and_dispute(keep):
    scorer = keep()
    disputed = scorer.get("/settle/declaration")
    for side in "AB":
        assert chips(scorer.entry(), side)[:9] == chips(disputed, side)


@pytest.mark.parametrize(
    ("rules", "name"), [("cafe", "Bid by Ours: 9"), ("cardrules", "Bid by Ours: 90")]
)
def test_it_names_a_bid_as_the_table_says_it(keep, rules, name):
    chip = keep(rules=rules).entry().find(".//input[@value='A:90']")
    assert chip.get("aria-label") == name


NAMES = [
    *("Hearts", "Diamonds", "Clubs", "Spades", "×2 doubled", "×4 redoubled", "Delete digit"),
    *("Switch side", "Ours pilotta", "Ours declarations", "Ours kapo", "Theirs kapo"),
]


@pytest.mark.parametrize("name", NAMES)
def test_it_keeps_its_accessible_names(keep, name):
    assert keep(MADE).entry().has(f".//*[@aria-label='{name}']")


def test_it_is_known_to_the_table_that_wrote_it(app):
    """The table of hands is one of hands that the services take."""
    with app.app_context():
        for rules, hand in HANDS.values():
            preset, switches = SWITCHES.get(rules, (rules, {}))
            assert Table(preset, **switches).play(hand).ledger.revision == 2
