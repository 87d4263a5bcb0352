"""A dispute opened from a hand of a match: the way back, and what is kept to its own phone."""

import pytest

from tests.table import MADE


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
