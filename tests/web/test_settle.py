"""Settling a dispute: what every topic has, whatever it is about."""

from urllib.parse import parse_qs, urlsplit

import pytest

from scorekeeper.web.settle.topics import TOPICS

FAILED = "/settle/why?contract=A:90&points_A=89"
EMPTY = pytest.mark.parametrize("key", TOPICS)


def test_the_first_page_leads_to_the_questions(phone):
    assert "/settle" in phone.get("/").links()
    assert {f"/settle/{key}" for key in TOPICS} <= set(phone.get("/settle").links())


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


def test_another_topic_is_none(phone):
    assert phone.get("/settle/nothing").status == 404
    assert phone.get("/settle/nothing.png").status == 404


def test_the_address_holds_the_whole_question(phone):
    page = phone.get(FAILED)
    assert "89 < 90" in page.words(".//*[@id='verdict']")
    form = page.form("question")
    assert (form.value("contract"), form.value("points_A")) == ("A:90", "89")


def test_it_rules_again_when_its_form_is_sent(phone):
    page = phone.press(phone.get(FAILED), "Rule", points_A="90")
    assert "90 ≥ 90" in page.words(".//*[@id='verdict']")


def test_htmx_gets_the_ruling_and_the_address_without_what_is_empty(phone):
    part = phone.get(FAILED + "&trump=&points_B=", htmx=True)
    assert not part.has(".//h1")
    assert "89 < 90" in part.words(".//*[@id='verdict']")
    assert part.find(".//*[@id='reasons']").get("hx-swap-oob") == "true"
    address = urlsplit(part.headers["HX-Replace-Url"])
    assert parse_qs(address.query) == {"contract": ["A:90"], "points_A": ["89"]}


def test_what_is_wrong_is_told_beside_its_field_and_the_rest_is_kept(phone):
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
    page = phone.get(f"{FAILED}&{wrong}")
    assert page.words(".//details[@class='table']//p[@class='wrong']")
    assert "89 < 90" in page.words(".//*[@id='verdict']")


@pytest.mark.parametrize("added", ["fbclid=x", "topic=card", "_external=1", "_scheme=x"])
def test_a_parameter_that_somebody_added_is_no_fault(phone, added):
    page = phone.get(f"{FAILED}&{added}")
    assert page.status == 200
    assert not page.has(".//details[@class='table']//p[@class='wrong']")


def test_picture_and_paper_are_of_the_same_question(phone):
    links = phone.get(FAILED).links()
    for kind in ("png", "pdf"):
        [link] = [one for one in links if f"/settle/why.{kind}" in one]
        assert parse_qs(urlsplit(link).query) == {"contract": ["A:90"], "points_A": ["89"]}
