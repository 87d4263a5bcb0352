"""Settling a dispute: what every topic has, and the way back to a hand of a match."""

from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.i18n import LANGUAGES
from scorekeeper.web.settle.topics import TOPICS
from tests.support.examples import share_of
from tests.support.phone import Phone
from tests.support.table import FAILED as FAILED_HAND
from tests.support.table import MADE, PASSED_OUT
from tests.web.test_pages import check

FAILED = "/settle/why?contract=A:90&points_A=89"
EMPTY = pytest.mark.parametrize("key", TOPICS)


def test_the_first_page_leads_to_the_questions(phone):
    assert {"/settle", "/rules"} <= set(phone.get("/").links())
    assert "/rules/which" in phone.get("/rules").links()
    assert "/rules/which" in phone.get("/settle").links()
    assert {f"/settle/{key}" for key in TOPICS} <= set(phone.get("/settle").links())


def test_each_topic_has_a_picture_of_its_own(phone):
    topics = phone.get("/settle").findall(".//ul[@class='grid topics']/li")
    drawn = {" ".join(one.get("d") for one in topic.iter("path")) for topic in topics}
    assert len(drawn) == len(topics) == len(TOPICS) + 1
    assert "" not in drawn


@EMPTY
def test_a_topic_opens_without_a_question_and_finds_nothing_wrong(phone, key):
    page = phone.get(f"/settle/{key}")
    assert page.status == 200
    assert not page.has(".//ol")
    assert [one.text for one in page.findall(".//*[@class='wrong']") if one.text] == []


@EMPTY
@pytest.mark.parametrize("kind", ["png", "pdf"])
def test_without_a_ruling_there_is_nothing_to_draw(phone, key, kind):
    page = phone.get(f"/settle/{key}.{kind}")
    assert page.status == 422
    assert page.form("question").method == "get"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", [FAILED, FAILED.replace("why", "other-rules"), "/settle"])
def test_it_renders_whole(app, language, path):
    check(Phone(app, language).get(path), language)


@EMPTY
def test_a_part_for_htmx_brings_every_place_of_the_page_that_changes(phone, key):
    page, part = phone.get(f"/settle/{key}"), phone.get(f"/settle/{key}", htmx=True)
    changing = [f"wrong-{field}" for field in TOPICS[key].fields] + ["verdict", "reasons"]
    for place in changing + ["more"] * TOPICS[key].has_more:
        assert page.has(f".//*[@id='{place}']"), place
        assert part.has(f".//*[@id='{place}']"), place


def test_another_topic_is_none(phone):
    assert phone.get("/settle/nothing").status == 404
    assert phone.get("/settle/nothing.png").status == 404


def test_the_address_holds_the_whole_question(phone):
    page = phone.get(FAILED)
    assert "89, needed 90" in page.words(".//*[@id='verdict']")
    form = page.form("question")
    assert (form.value("contract"), form.value("points_A")) == ("A:90", "89")


def test_a_chat_is_told_the_ruling_and_where_its_picture_is(phone):
    page = phone.get(FAILED)
    told = {one.get("property"): one.get("content") for one in page.findall(".//meta[@property]")}
    assert told["og:title"] == "Why this score?"
    assert "89, needed 90" in told["og:description"]
    assert told["og:image"].startswith("http")
    assert phone.client.get(told["og:image"]).mimetype == "image/png"
    assert not phone.get("/settle/why").has(".//meta[@property]")


def left(page):
    """Return the placeholders of both sides' boxes."""
    boxes = (page.find(f".//input[@name='points_{side}']") for side in "AB")
    return [box.get("placeholder") for box in boxes]


@pytest.mark.parametrize(
    ("query", "rests"),
    [
        ("points_A=89", ["", "73"]),
        ("points_B=0", ["162", ""]),
        ("rules=simple&trump=none&points_A=89", ["", "41"]),
        ("points_A=200", ["", ""]),
        ("points_A=x", ["", ""]),
        ("contract=A:90", ["", ""]),
    ],
)
@pytest.mark.parametrize("key", ["why", "other-rules"])
def test_the_other_sides_points_are_what_is_left(phone, key, query, rests):
    assert left(phone.get(f"/settle/{key}?{query}")) == rests


def test_a_hand_without_trumps_keeps_that_when_it_is_sent_again(phone):
    page = phone.get("/settle/why?rules=cardrules&contract=A:90&trump=none&points_A=100")
    ruled = phone.press(page, "Rule", points_A="101")
    assert ruled.form("question").value("trump") == "none"


def test_it_rules_again_when_its_form_is_sent(phone):
    page = phone.press(phone.get(FAILED), "Rule", points_A="90")
    assert "90, needed 90" in page.words(".//*[@id='verdict']")


def test_htmx_gets_the_ruling_and_the_address_without_what_is_empty(phone):
    part = phone.get(FAILED + "&trump=&points_B=", htmx=True)
    assert not part.has(".//h1")
    assert "89, needed 90" in part.words(".//*[@id='verdict']")
    assert part.find(".//*[@id='reasons']").get("hx-swap-oob") == "true"
    address = urlsplit(part.headers["HX-Replace-Url"])
    assert parse_qs(address.query) == {"contract": ["A:90"], "points_A": ["89"]}


def test_wrong_points_are_marked_at_their_field_and_the_rest_is_kept(phone):
    page = phone.get("/settle/why?contract=A:90&points_A=200&trump=hearts")
    assert "from 0 to 162" in page.words(".//*[@id='wrong-points']")
    assert page.words(".//*[@id='wrong-bid']") == ""
    assert page.form("question").value("trump") == "hearts"


def test_it_is_told_by_the_rules_and_with_the_names_of_the_address(phone):
    page = phone.get(FAILED + "&rules=openclose&six_six=bidder&us=Maria&them=Eleni")
    assert "Open–closed" in page.words(".//*[@id='reasons']")
    form = page.form("question")
    assert [form.value(name) for name in ("rules", "six_six", "us", "them")] == [
        "openclose",
        "bidder",
        "Maria",
        "Eleni",
    ]


@pytest.mark.parametrize(
    "wrong", ["rules=nobody", "six_six=nobody", "us=a%00b", f"them={'x' * 41}"]
)
def test_rules_and_names_that_cannot_be_read_are_told(phone, wrong):
    page, part = phone.get(f"{FAILED}&{wrong}"), phone.get(f"{FAILED}&{wrong}", htmx=True)
    for told in (page, part):
        reason = told.words(".//*[@id='wrong-table']")
        assert reason
        assert told.words(".//*[@id='verdict']") == reason
    assert page.form("question").value("points_A") == "89", "the rest is kept"


@pytest.mark.parametrize("kind", ["png", "pdf"])
@pytest.mark.parametrize("wrong", ["rules=nobody", "us=a%00b"])
def test_of_such_a_table_there_is_nothing_to_draw(phone, kind, wrong):
    page = phone.get(f"{FAILED.replace('/why', f'/why.{kind}')}&{wrong}")
    assert page.status == 422
    assert page.words(".//*[@id='wrong-table']")


def test_a_name_from_right_to_left_turns_no_ruling_round(phone):
    page = phone.get(f"{FAILED}&us=\N{HEBREW LETTER ALEF}")
    apart = "\N{FIRST STRONG ISOLATE}\N{HEBREW LETTER ALEF}\N{POP DIRECTIONAL ISOLATE}"
    assert f"{apart} 0, Side B 25" in page.words(".//*[@id='verdict']").replace("\xa0", " ")
    assert page.form("question").value("us") == "\N{HEBREW LETTER ALEF}"


@pytest.mark.parametrize("added", ["fbclid=x", "topic=card", "_external=1", "_scheme=x"])
def test_a_parameter_that_somebody_added_is_no_fault(phone, added):
    page = phone.get(f"{FAILED}&{added}")
    assert page.status == 200
    assert page.words(".//*[@id='wrong-table']") == ""


def test_picture_and_paper_are_of_the_same_question(phone):
    links = phone.get(FAILED).links()
    for kind in ("png", "pdf"):
        [link] = [one for one in links if f"/settle/why.{kind}" in one]
        assert parse_qs(urlsplit(link).query) == {"contract": ["A:90"], "points_A": ["89"]}


def test_a_hand_leads_to_its_dispute_with_all_of_it(keep):
    hand = {
        **MADE,
        "doubled": 2,
        "trump": "hearts",
        "pilotta": "B",
        "declarations": {"A": ["run3:A"], "B": ["run4:10:t", "run3:A"]},
    }
    scorer = keep(hand, rules="online", kapo_bonus=100)
    page = scorer.get(f"{scorer.url}hands/2")
    for key in ("why", "other-rules"):
        [link] = [one for one in page.links() if f"/settle/{key}?" in one]
        ruled = scorer.get(link)
        assert "House rules (from Point to the bidder)" in ruled.words()
        assert ruled.form("question").value("us") == "Ours"
    score = scorer.ledger().standing.rows[0].score
    [why] = [one for one in page.links() if "/settle/why?" in one]
    verdict = scorer.get(why).words(".//*[@id='verdict']").replace("\N{NO-BREAK SPACE}", " ")
    assert f"Ours {score.A}, Theirs {score.B}" in verdict


def dispute(page, key):
    [link] = [one for one in page.links() if f"/settle/{key}?" in one]
    return link


def test_a_hand_leads_to_its_cards_with_its_trump_and_its_rules(keep):
    scorer = keep(MADE, rules="cardrules")
    ruled = scorer.get(dispute(scorer.get(f"{scorer.url}hands/2"), "card"))
    form = ruled.form("question")
    assert [form.value(name) for name in ("trump", "rules", "us")] == [
        "hearts",
        "cardrules",
        "Ours",
    ]


def test_a_hand_whose_trump_was_not_told_leads_to_its_cards_all_the_same(keep):
    scorer = keep({"bidder": "A", "bid": 90, "points": {"A": 97}})
    ruled = scorer.get(dispute(scorer.get(f"{scorer.url}hands/2"), "card"))
    assert ruled.words(".//*[@id='verdict']") == "What was trump?"


def test_a_hand_leads_to_its_auction_with_the_one_who_dealt(keep):
    scorer = keep(MADE, FAILED_HAND, rules="kypros")
    link = dispute(scorer.get(f"{scorer.url}hands/{scorer.hands()[1]}"), "auction")
    assert parse_qs(urlsplit(link).query) == {
        "dealer": ["B1"],
        "rules": ["kypros"],
        "us": ["Ours"],
        "them": ["Theirs"],
        **{"A1": ["Maria"], "A2": ["Giorgos"], "B1": ["Eleni"], "B2": ["Andreas"]},
        "of": [f"{scorer.public_id}:{scorer.hands()[1]}"],
        "number": ["2"],
    }, "and not to its match, where the hand is written"


def test_a_passed_out_hand_has_only_its_auction_to_dispute(keep):
    scorer = keep(PASSED_OUT)
    page = scorer.get(f"{scorer.url}hands/2")
    assert [one for one in page.links() if "/settle/" in one] == [dispute(page, "auction")]


ASKED = [
    ("contract=A:90&points_A=76&declarations_A=run3&declarations_B=run3", "whose is higher?"),
    ("contract=B:80&points_A=86&pilotta=B&rules=openclose", "who gets the point?"),
    ("contract=A:90&points_A=162", "Was it kapo?"),
    (
        "contract=A:90&points_A=97&declarations_A=run3&declarations_B=run3&rules=cardrules"
        "&top_A_run3_0=A&top_B_run3_0=A",
        "which side led",
    ),
    ("contract=A:90", "points are still to come"),
    ("points_A=90", "Who bid, and how much?"),
]


@pytest.mark.parametrize(("query", "question"), ASKED)
def test_it_asks_the_table_what_the_rules_ask(phone, query, question):
    page = phone.get(f"/settle/why?{query}")
    assert question in page.words(".//*[@id='verdict']")


ANSWERS = [
    (ASKED[0][0], {"declarations_to": "B"}),
    (ASKED[0][0], {"top_A_run3_0": "A", "top_B_run3_0": "K"}),
    (ASKED[1][0], {"tie_point": "A"}),
    (ASKED[2][0], {"swept": "tricks"}),
    (ASKED[3][0], {"leader": "B"}),
]


@pytest.mark.parametrize(("query", "answer"), ANSWERS)
def test_an_answer_to_that_brings_the_ruling(phone, query, answer):
    ruled = phone.press(phone.get(f"/settle/why?{query}"), "Rule", **answer)
    assert ruled.has(".//*[@id='reasons']/ol")


NAMES = (
    *("contract", "ones", "trump", "doubled", "pilotta", "pilotta_failed", "kapo", "swept", "act"),
    *("declarations_A", "declarations_B", "points_A", "points_B", "tie_point", "leader", "rules"),
    *("declarations_to", "ruling", "top_A_run3_0", "trumps_A_run3_0", "six_six", "unit", "us"),
)
VALUES = (
    *("A", "B", "A:90", "B:kapo", "A:", ":", "A:9x", "A:1e9", "kapo", "hearts", "none", "2", "4"),
    *("run3", "four", "jacks", "run9", "86", "-1", "²", "162", "0", "1", "K", "t", "nobody"),
    *("cardrules", "simple", "bidder", "points", "passed_out", "x" * 300, "\u202e", "\x00", "%s"),
)


@pytest.mark.parametrize("key", ["why", "other-rules"])
@settings(
    max_examples=share_of(60),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    asked=st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from(VALUES) | st.text(max_size=9)))
)
def test_no_address_breaks_it(phone, key, asked):
    assert phone.get(f"/settle/{key}?{urlencode(asked, errors='replace')}").status == 200


def test_the_missing_point_is_in_the_verdict(phone):
    page = phone.get("/settle/why?contract=A:80&points_A=86")
    assert page.words(".//*[@id='verdict']").endswith("The missing point: Side A.")


def test_the_same_hand_is_asked_about_by_other_rules(phone):
    [link] = [one for one in phone.get(FAILED).links() if "other-rules" in one]
    page = phone.get(link)
    form = page.form("question")
    assert (form.value("contract"), form.value("points_A")) == ("A:90", "89")
    assert page.has(".//*[@id='reasons']/ol")


def test_the_verdict_cuts_long_names_and_the_question_has_them_in_full(phone):
    page = phone.get(f"{FAILED}&us=The+Coffeehouse+Crowd&them=Side+B")
    assert "The Coffeehous… 0" in page.words(".//*[@id='verdict']")
    assert "The Coffeehouse Crowd" in page.words(".//*[@class='asked']")


def test_long_names_that_begin_alike_are_not_cut(phone):
    names = "us=The+Coffeehouse+Crowd&them=The+Coffeehouse+Others"
    said = phone.get(f"{FAILED}&{names}").words(".//*[@id='verdict']")
    assert "The Coffeehouse Crowd" in said
    assert "The Coffeehouse Others" in said


def disputes(scorer):
    page = scorer.get(f"{scorer.url}hands/{scorer.hands()[0]}")
    return [link for link in page.links() if link.startswith("/settle/")]


def back(page):
    return page.find(".//*[@class='back']").get("href")


def test_every_dispute_of_a_hand_leads_back_to_it_and_so_does_the_next_question(keep):
    scorer = keep(MADE)
    hand = f"{scorer.url}hands/{scorer.hands()[0]}"
    found = disputes(scorer)
    assert len(found) == 5
    for link in found:
        page = scorer.get(link)
        assert back(page) == hand
        told = {name: page.form("question").value(name) for name in ("of", "number")}
        assert told == {"of": f"{scorer.public_id}:{scorer.hands()[0]}", "number": "1"}


@pytest.mark.parametrize("told", ["", "of=x:1", "of=", "of=//evil.example:1", "number=x"])
def test_a_dispute_of_no_hand_leads_back_to_the_list(phone, told):
    assert back(phone.get(f"/settle/why?contract=A:90&{told}")) == "/settle"


def test_shared_address_has_the_hand_number_and_not_the_match(keep):
    scorer = keep(MADE)
    page = scorer.get(next(link for link in disputes(scorer) if "/why" in link) + "&open=1")
    address = page.find(".//*[@data-address]").get("data-address")
    assert "number=1" in address
    assert scorer.public_id not in address
    assert "open=" not in address


def test_a_question_that_is_being_asked_stays_open_where_it_stood(phone):
    asked = "/settle/why?contract=A:90&points_A=89"
    page = phone.get(asked)
    assert page.has(".//main/details//form")
    page = phone.get(f"{asked}&open=1")
    assert not page.has(".//main/details")
    assert page.has(".//main/form")
